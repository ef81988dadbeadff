"""A proof plays each of its games once."""

from collections import Counter
from typing import Any

import pytest

from learncheck.oracle.prover.matching import sampled
from learncheck.oracle.prover.prove import prove
from learncheck.strategies.play.case import Case
from learncheck.theorems.language.registry import select


def test_each_game_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    (claim,) = select(["weak-learner-never-fails"])
    (kind,) = {type(case) for case in sampled(claim)}
    played, play = Counter[Case](), kind.play

    def counted(case: Any, *arguments: Any) -> Any:
        played[case] += 1
        return play(case, *arguments)

    monkeypatch.setattr(kind, "play", counted)
    assert prove(claim).complete
    assert {*sampled(claim)} <= played.keys()
    assert {*played.values()} == {1}
