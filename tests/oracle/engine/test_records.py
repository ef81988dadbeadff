"""Cases travel: through JSON and back, to other learners, to later versions that must refuse them."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import drawn

from learncheck.oracle.engine import records
from learncheck.oracle.engine.judge import judge
from learncheck.strategies.play.case import Case, decode, encode, kinds
from learncheck.strategies.tables.finite_class import bisection_game, cube
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import catalogue
from learncheck.theorems.notes.experts.weighted_majority import patient_game
from learncheck.theorems.notes.finite.mistakes import HALVING
from learncheck.theorems.notes.halfspaces.kernel_perceptron import feature_games


def _cases(claim: Claim) -> Iterator[Case]:
    yield from drawn(claim.build(claim.cases.search), 5)
    yield from itertools.islice(claim.witnesses(), 8)
    yield from {type(case): case for case in claim.cases.ladder()}.values()


NOTES = tuple(f"learncheck.strategies.{room}." for room in ("boolean", "halfspaces", "points", "samples", "tables"))
"""Where the cases of the notes are; those of `play` are for theorems beyond them."""
BESIDES: list[Case] = [
    patient_game(3, 1, 4),
    *drawn(feature_games, 1, reach=2, pool=4, rounds=8, separable=False),
]
"""Of kinds that no claim has cases of."""


@pytest.mark.slow
def test_every_case_of_every_kind_survives_json() -> None:
    """Told by their tags, whatever claim they are cases of."""
    any_case = records.any_case()
    seen = set()
    for case in itertools.chain(BESIDES, *map(_cases, catalogue())):
        assert decode(json.loads(json.dumps(encode(case))), any_case) == case
        seen.add(type(case))
    kinds_of_notes = {kind for kind in kinds() if kind.__module__.startswith(NOTES)}
    assert kinds_of_notes == {kind for kind in seen if kind.__module__.startswith(NOTES)}


@pytest.mark.usefixtures("folder")
def test_a_saved_case_is_loaded_again() -> None:
    case = bisection_game(cube(2), 2)
    path = records.save(HALVING.id, "Halving", encode(case), "alice")
    record = records.load(path)
    assert (record.claim.id, record.learner, record.case) == (HALVING.id, "Halving", case)
    assert judge(record.claim, HALVING.learner, record.case).verdict == "stands"


@pytest.mark.usefixtures("folder")
def test_a_case_of_another_files_claim_is_kept() -> None:
    cases = {file: encode(bisection_game(cube(size), size)) for size, file in ((1, "one.py"), (2, "two.py"), (3, None))}
    for _ in range(2):  # the second time, each takes the place of its own
        paths = {
            file: records.save("mine", "Halving", case, "Halving", None if file is None else Path(file))
            for file, case in cases.items()
        }
    assert len(set(paths.values())) == len([*records.CASES.iterdir()]) == 3
    stored = {file: json.loads(path.read_text())["case"] for file, path in paths.items() if path}
    assert stored == {file: json.loads(json.dumps(case)) for file, case in cases.items()}
