"""Tests of hundreds of variants: some of each kind are made, and all of them by `pytest --thorough`."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T")

thorough = False
"""Whether all are made: set by conftest.py."""


def some(cases: Iterable[T], count: int, per: Callable[[T], Hashable] = lambda case: None) -> list[T]:
    """The first `count` of these cases for each value of `per`; or all."""
    made: Counter[Hashable] = Counter()
    found = []
    for case in cases:
        made[per(case)] += 1
        if thorough or made[per(case)] <= count:
            found.append(case)
    return found
