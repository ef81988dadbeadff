"""Counterexamples have no coordinate that they do not need."""

from typing import Any

import pytest

from learncheck import Case, Coordinates
from learncheck.games import ExpertLosses
from learncheck.oracle.engine.narrow import narrow
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.boolean.games import BooleanGame
from learncheck.strategies.boolean.samples import BooleanSample
from learncheck.strategies.halfspaces.games import GridGame, TargetGame


class Towns(Case, frozen=True, tag="narrow-towns"):
    """Of an author, in words of their own."""

    places: tuple[tuple[int, ...], ...]
    roads: tuple[tuple[int, ...], ...]

    coordinates = Coordinates(vectors=("places",))


@pytest.mark.parametrize(
    ("case", "fails", "narrower"),
    [
        (
            BooleanSample(((0, 1, 0, 1), (0, 0, 0, 1)), (1, -1)),
            lambda case: len(set(case.points)) == 2,
            BooleanSample(((1,), (0,)), (1, -1)),
        ),
        (
            TargetGame(((0, 2, 0), (0, -1, 0)), 1, ((0, 0), (1, 0)), (1, 1, 1), 1),
            lambda case: len(case.moves) == 2,
            TargetGame(((2,), (-1,)), 1, ((0, 0), (1, 0)), (1,), 1),
        ),
        (
            BooleanGame(3, (0, 2), (((0, 0, 1), 1), ((0, 1, 1), 1))),
            lambda case: len({x for x, _ in case.rounds}) == 2 and case.relevant,
            BooleanGame(2, (1,), (((0, 1), 1), ((1, 1), 1))),
        ),
        (
            ExpertLosses(3, ((0, 1, 0), (0, 0, 1))),
            lambda case: case.n >= 2 and case.losses[0][-1] == 0,
            ExpertLosses(2, ((1, 0), (0, 1))),
        ),
        (
            Towns(((0, 1), (0, 2)), ((0, 1), (1, 0))),
            lambda case: len(set(case.places)) == 2,
            Towns(((1,), (2,)), ((0, 1), (1, 0))),
        ),
        (Towns(((0,) * 200, (0,) * 200), ()), lambda case: True, Towns(((0,), (0,)), ())),
        (
            BooleanGame(5_000, (0, 4_000), (((1, *(0,) * 3_999, 1, *(0,) * 999), 1),)),
            lambda case: len(case.relevant) == 2,
            BooleanGame(2, (0, 1), (((1, 1), 1),)),
        ),
        (
            GridGame(((0, 2), (0, -1)), 1, ((0, 0), (1, 0)), 2),
            lambda case: len(case.moves) == 2,
            GridGame(((2,), (-1,)), 1, ((0, 0), (1, 0)), 2),
        ),
    ],
)
def test_coordinates_without_which_it_fails_are_dropped(case: Any, fails: Any, narrower: Any) -> None:
    def judge(case: Any) -> Outcome:
        return Outcome("falsified" if fails(case) else "stands", case)

    assert narrow(judge(case), judge).case == narrower


def test_a_case_that_needs_its_many_coordinates_is_judged_a_few_times() -> None:
    judged = []

    def judge(case: BooleanSample) -> Outcome:
        judged.append(case)
        return Outcome("falsified" if len(case.points[0]) > 40_000 else "stands", case)

    smallest = narrow(judge(BooleanSample(((0,) * 65_537,), (1,))), judge).case
    assert 40_000 < len(smallest.points[0]) < 50_000
    assert len(judged) < 60
