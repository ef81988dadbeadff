"""Failures are made small, always in the same way."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from learncheck.oracle.engine import hypothesis_settings
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.shrink import shorten, shrink
from learncheck.oracle.grading.classes import check
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.halfspaces.linear_samples import SeparableSample
from learncheck.strategies.play.choices import Choices, at_random, drawn_from


def numbers(choices: Choices) -> tuple[int, ...]:
    """Up to eight numbers whose sum is even."""
    drawn = choices.many(lambda: choices.integer(-50, 50), most=8)
    if sum(drawn) % 2:
        choices.reject()
    return drawn


def matrix(choices: Choices) -> tuple[tuple[int, ...], ...]:
    """Rows of one length, which is chosen after their number."""
    width = choices.integer(1, 5)
    return choices.several(lambda: tuple(choices.integers(width, -9, 9)), most=6)


def game(choices: Choices) -> tuple[int, tuple[tuple[int, int], ...]]:
    size = choices.integer(1, 40)
    return size, choices.moves(size, most=30)


def smallest(build: Any, fails: Callable[[Any], bool], budget: int = 20_000) -> Any:
    """What the first random case that fails is shrunk to."""

    def judge(case: Any) -> Any:
        return Outcome("falsified" if fails(case) else "stands", case)

    case, taken = next((case, taken) for case, taken in at_random(build, 0) if fails(case))
    return shrink(build, taken, judge(case), judge, budget).case


@pytest.mark.parametrize(
    ("build", "fails", "case"),
    [
        (numbers, lambda case: sum(case) > 60 and len(case) > 2, (0, 12, 50)),
        (numbers, lambda case: any(number < -7 for number in case), (-8,)),
        (numbers, lambda case: len(set(case)) > 3, (0, 1, 2, 3)),
        (matrix, lambda case: any(sum(row) > 11 for row in case), ((3, 9),)),
        (matrix, lambda case: len(case) > 1 and len(case[0]) > 2, ((0, 0, 0), (0, 0, 0))),
        (game, lambda case: any(x == case[0] - 1 and stance for x, stance in case[1]), (1, ((0, 1),))),
        (game, lambda case: len({x for x, _ in case[1]}) > 2, (3, ((0, 0), (1, 0), (2, 0)))),
    ],
)
def test_a_failure_is_shrunk_to_the_smallest(build: Any, fails: Callable[[Any], bool], case: Any) -> None:
    assert smallest(build, fails) == case


@pytest.mark.slow
def test_what_a_strategy_drew_is_shrunk_by_hypothesis() -> None:
    words: Any = drawn_from(st.lists(st.text(max_size=5), max_size=5))
    assert smallest(words, lambda case: sum(map(len, case)) > 3) in (["0000"], ["", "0000"])


class ForgetsTheLabel:
    """Halving that keeps the hypotheses that say −1."""

    def __init__(self, hypotheses: Any) -> None:
        self.hypotheses, self.alive = hypotheses, hypotheses[:, 0] != 0

    def predict(self, x: int) -> int:
        return 1 if self.hypotheses[self.alive, x].sum() >= 0 else -1

    def update(self, x: int, y: int) -> None:
        self.alive &= self.hypotheses[:, x] == -1


@pytest.mark.slow
def test_no_verdict_and_no_counterexample_of_a_submission_comes_from_hypothesis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hypothesis_settings, "fixed", None)
    monkeypatch.setattr("hypothesis.given", None)
    report = check(ForgetsTheLabel, "Halving", profile=PROFILES["quick"].only(scout=60, search=60), seed=3)
    assert {result.verdict for _, result in report.results} == {"falsified"}


def test_a_case_that_no_choices_made_is_made_small_as_a_whole() -> None:
    sample = SeparableSample(((1, 0), (0, 1), (2, 1), (1, 2)), (1,) * 4)

    def judged(case: Any) -> Outcome:
        return Outcome("falsified" if (2, 1) in case.points else "stands", case)

    smallest = shorten(judged(sample), judged, 20_000)
    assert smallest.case == SeparableSample(((2, 1),), (1,))
    assert shorten(judged(sample), judged, 20_000, lambda case: len(case.points) > 2).case != smallest.case
