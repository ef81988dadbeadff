"""Shrinks failing cases: Hypothesis starts from the choices that generated the case."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

import hypothesis
from hypothesis import Phase
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from msgspec.structs import asdict

from learncheck.oracle.engine.draws import fixed
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.drawn import strategy

KEY = b"learncheck"
PLAYING = 10
"""The cost of playing a case, on top of its choices."""


def shrink(
    build: Callable[[Choices], Case],
    taken: Sequence[Any],
    failure: Outcome,
    judge: Callable[[Case], Outcome],
    budget: int,
) -> Outcome:
    """The failure of the same verdict with the shortest and smallest choices that Hypothesis finds.

    The cases tried take at most `budget` choices in all. Deterministic: Hypothesis starts from the given choices, with
    a fixed seed.
    """
    database = InMemoryExampleDatabase()
    # A secondary entry is one that Hypothesis has yet to shrink.
    database.save(KEY + b".secondary", choices_to_bytes(taken))
    smallest, size = failure, _weight(taken)
    spent = 0

    @fixed(100, database, Phase.reuse, Phase.shrink)
    @hypothesis.given(strategy(build))
    def fails(drawn: tuple[Case, tuple[Any, ...]]) -> None:
        nonlocal smallest, size, spent
        case, choices = drawn
        spent += len(choices) + PLAYING
        if spent > budget:
            raise _Enough
        outcome = judge(case)
        if outcome.verdict == failure.verdict and not outcome.outside:
            if _weight(choices) <= size:
                smallest, size = outcome, _weight(choices)
            raise _StillFails

    fails._hypothesis_internal_database_key = KEY  # type: ignore[attr-defined]
    fails._hypothesis_internal_use_seed = 0  # type: ignore[attr-defined]
    try:
        fails()
    except (_StillFails, _Enough, hypothesis.errors.Flaky):
        return smallest
    except hypothesis.errors.Unsatisfiable:  # a large game can be made of more choices than Hypothesis takes
        return shorten(failure, judge, budget)
    return smallest


def _weight(choices: Sequence[Any]) -> tuple[int, list[tuple[Any, ...]]]:
    """The sort key for shrinking: the number of choices, then each choice. Strategies' choices can be of any type."""
    return len(choices), [_size(each) for each in choices]


def _size(choice: Any) -> tuple[Any, ...]:
    if isinstance(choice, int):
        return "", abs(choice), choice < 0
    sized = len(choice) if isinstance(choice, str | bytes) else abs(choice)
    return type(choice).__name__, sized, choice


def shorten(
    failure: Outcome, judge: Callable[[Case], Outcome], budget: int, keeps: Callable[[Case], bool] = bool
) -> Outcome:
    """Shrink a case without recorded choices by dropping elements of its tuples while it still fails.

    Tuples that belong together, such as the points and labels of a sample, lose elements together.
    """
    calls = budget // (5 * PLAYING)
    smallest = failure
    for names in _together(failure.case):
        size = len(getattr(smallest.case, names[0]))
        while size:
            index = 0
            while index < len(getattr(smallest.case, names[0])) and calls > 0:
                held = {name: getattr(smallest.case, name) for name in names}
                outcome: Outcome | None = None
                with suppress(ValueError, IndexError, TypeError, ArithmeticError):  # dropping left no case
                    left = {name: items[:index] + items[index + size :] for name, items in held.items()}
                    shorter = type(smallest.case)(**asdict(smallest.case) | left)  # which looks at what it is given
                    if keeps(shorter):
                        calls -= 1
                        outcome = judge(shorter)
                if outcome is not None and outcome.verdict == failure.verdict and not outcome.outside:
                    smallest = outcome
                else:
                    index += size
            size //= 2
    return smallest


def _together(case: Case) -> list[tuple[str, ...]]:
    """The fields that hold tuples: each alone, any two of one length, and all of one length."""
    sizes = {name: len(v) for name in case.__struct_fields__ if isinstance(v := getattr(case, name), tuple)}
    alike = [tuple(name for name in sizes if sizes[name] == size) for size in dict.fromkeys(sizes.values())]
    found = [*((name,) for name in sizes), *(pair for names in alike for pair in combinations(names, 2)), *alike]
    return list(dict.fromkeys(found))


class _Enough(BaseException):
    """Ends Hypothesis's shrinking for good; Hypothesis would treat an ordinary exception as another failure."""


class _StillFails(Exception):
    """Tells Hypothesis that the smaller case fails as well."""
