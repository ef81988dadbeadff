"""Which points halfspaces shatter, and which columns a finite class does: decided exactly.

Points have shape (m, d), ints or Fractions; a labelling is a tuple of m labels ±1. A halfspace gives a labelling only
where its score is nowhere 0, so that nothing depends on what sign(0) is taken to be. Source: UML 9.1.3.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import TypeAlias, TypeVar

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import (
    Dependence,
    Points,
    Separator,
    dual_basis,
    linear_dependence,
    rational_rows,
    separate,
    with_constant,
)

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


Labelling: TypeAlias = tuple[int, ...]


# ---- halfspaces ----


def halfspace_labellings(points: Points, affine: bool = False) -> dict[Labelling, Separator]:
    """The labellings of the points by sign⟨w,x⟩ (by sign(⟨w,x⟩+b) if `affine`), each with its separator.

    An affine separator has d+1 entries, the bias last. One exact decision for each of the 2^m labellings.
    """
    lifted = lift(points, affine)
    separators: dict[Labelling, Separator] = {}
    for rest in product((1, -1), repeat=len(lifted) - 1):
        labelling = (1, *rest)
        answer = separate(lifted, labelling)
        if isinstance(answer, Separator):
            separators[labelling] = answer
            separators[tuple(-y for y in labelling)] = Separator(tuple(-v for v in answer.w))
    return separators


def shattered_by_halfspaces(points: Points, affine: bool) -> bool:
    """Whether halfspaces, homogeneous unless `affine`, shatter the points, with verified evidence for either answer.

    They do just when the points are independent, with a last coordinate 1 if `affine`. Independent points have a dual
    basis u_i, ⟨u_i,x_j⟩ = [i = j], and sum_i y_i u_i labels them by y. If sum_i a_i x_i = 0 then the labelling
    y_i = sign(a_i) is given by no halfspace. Source: UML 9.1.3.
    """
    lifted = lift(points, affine)
    dependence = linear_dependence(lifted)
    if dependence is not None:
        labelling = tuple(-1 if a < 0 else 1 for a in dependence)
        ruled_out = Dependence(tuple(map(abs, dependence))).verify(lifted, labelling)
        confirmed(ruled_out, f"that no halfspace gives the points {points} the labels {labelling}")
        return False
    columns = list(zip(*dual_basis(lifted), strict=True))
    given = (
        Separator(tuple(_signed_sum(labelling, column) for column in columns)).verify(lifted, labelling)
        for labelling in product((1, -1), repeat=len(lifted))
    )
    confirmed(all(given), f"that halfspaces give all labels to the points {points}")
    return True


def lift(points: Points, affine: bool) -> Points:
    """The points in rational numbers, with a last coordinate 1 for the bias if `affine`."""
    return with_constant(points) if affine else rational_rows(points)


def _signed_sum(labelling: Labelling, values: tuple[Fraction, ...]) -> Fraction:
    return sum((y * v for y, v in zip(labelling, values, strict=True)), Fraction(0))
