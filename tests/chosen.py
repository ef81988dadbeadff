"""What is left out of a test with many cases: by default (few), and even where slow tests are run (some)."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., Any])
Case = type(pytest.param())

thorough = False
"""Whether nothing is left out: set by conftest.py."""


def some(cases: Iterable[T], count: int, per: Callable[[T], Hashable] = lambda case: "") -> list[T]:
    """So many of the cases for each value of `per`, spread evenly; `pytest --thorough` makes all, and so does whoever
    requests a case by name.
    """
    cases = list(cases)
    taken = range(len(cases)) if thorough else _spread(map(per, cases), count)
    return [case for place, case in enumerate(cases) if place in taken]


def few(count: int, per: Callable[..., Hashable] = lambda *case: "") -> Callable[[Test], Test]:
    """A decorator above a `parametrize`: all but so many of its cases are slow, for each value of `per`, a function of
    a case's parameters.
    """

    def mark(test: Test) -> Test:
        *others, own = test.pytestmark  # type: ignore[attr-defined]
        names, given = own.args
        cases = [row if isinstance(row, Case) else _case(names, row) for row in given]
        taken = _spread((per(*case.values) for case in cases), count)
        cases = [case if place in taken else _slow(case) for place, case in enumerate(cases)]
        test.pytestmark = [*others, pytest.mark.parametrize(names, cases, **own.kwargs).mark]  # type: ignore[attr-defined]
        return test

    return mark


def _spread(kinds: Iterable[Hashable], count: int) -> set[int]:
    groups: dict[str, list[int]] = defaultdict(list)
    for place, kind in enumerate(kinds):
        groups[repr(kind)].append(place)
    return {group[i * (len(group) - 1) // max(count - 1, 1)] for group in groups.values() for i in range(count)}


def _case(names: str | Sequence[str], given: Any) -> Case:
    return pytest.param(*((given,) if isinstance(names, str) else given))


def _slow(case: Case) -> Case:
    return pytest.param(*case.values, marks=[*case.marks, pytest.mark.slow], id=case.id)
