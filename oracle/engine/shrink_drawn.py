"""Shrinks failing cases that Hypothesis's strategies drew: Hypothesis starts from their choices."""

from collections.abc import Sequence

import hypothesis
from hypothesis import Phase
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes

from learncheck.oracle.engine.hypothesis_settings import KEY, fixed
from learncheck.oracle.engine.shrink import PLAYING, Build, Choice, Judge, shorten, weight
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.drawn import strategy


def shrink_drawn(build: Build, taken: Sequence[Choice], failure: Outcome, judge: Judge, budget: int) -> Outcome:
    """The failure of the same verdict with the shortest and smallest choices that Hypothesis finds.

    The cases tried take at most `budget` choices in all. Deterministic: Hypothesis starts from the given choices, with
    a fixed seed.
    """
    database = InMemoryExampleDatabase()
    # A secondary entry is one that Hypothesis has yet to shrink.
    database.save(KEY + b".secondary", choices_to_bytes(taken))
    smallest, size = failure, weight(taken)
    spent = 0

    @fixed(100, database, Phase.reuse, Phase.shrink)
    @hypothesis.given(strategy(build))
    def fails(drawn: tuple[Case, tuple[Choice, ...]]) -> None:
        nonlocal smallest, size, spent
        case, choices = drawn
        spent += len(choices) + PLAYING
        if spent > budget:
            raise _DrawnEnough
        outcome = judge(case)
        if outcome.verdict == failure.verdict and not outcome.outside:
            if weight(choices) <= size:
                smallest, size = outcome, weight(choices)
            raise _StillFails

    fails._hypothesis_internal_database_key = KEY  # type: ignore[attr-defined]
    fails._hypothesis_internal_use_seed = 0  # type: ignore[attr-defined]
    try:
        fails()
    except (_StillFails, _DrawnEnough, hypothesis.errors.Flaky):
        return smallest
    except hypothesis.errors.Unsatisfiable:  # a large game can be made of more choices than Hypothesis takes
        return shorten(failure, judge, budget)
    return smallest


class _DrawnEnough(BaseException):
    """Ends Hypothesis's shrinking for good; Hypothesis would treat an ordinary exception as another failure."""


class _StillFails(Exception):
    """Tells Hypothesis that the smaller case fails as well."""
