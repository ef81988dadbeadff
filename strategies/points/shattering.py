"""Largest shattered sets: of any points, and of the columns of a finite class."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")


def largest_shattered(points: Sequence[T], is_shattered: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """A largest subset of the points that is shattered, where subsets of a shattered set are shattered.

    All subsets with one point more are asked about, so no larger one can be shattered.
    """
    best: tuple[T, ...] = ()
    for size in range(1, len(points) + 1):
        largest = next(filter(is_shattered, combinations(points, size)), None)
        if largest is None:
            break
        best = largest
    return best


def shattered_columns(hypotheses: Sequence[Sequence[int]], columns: Sequence[int]) -> bool:
    """Whether every labelling of these columns is that of some hypothesis."""
    every = 2 ** len(columns)
    return bool(every <= len(hypotheses) and len({tuple(row[k] for k in columns) for row in hypotheses}) == every)


def largest_shattered_columns(hypotheses: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The first of the largest shattered sets of columns, VCdim(H) of them, by trying all."""
    return largest_shattered(range(len(hypotheses[0])), partial(shattered_columns, hypotheses))
