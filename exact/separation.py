"""Linear separation decided exactly, each answer with a certificate that arithmetic can check.

- `separate`: the separator of least norm, which has the B of Perceptron's mistake bound, or a `Dependence` (Gordan)
- `with_constant`: the appended coordinate for the bias; separators are homogeneous

A sample is a sequence of points (sequences of ints or Fractions, or an integer array of shape (m, d)) with as many
labels ±1.

Source: UML 9.1.1 (the linear program), 9.1.2 (Theorem 9.1, the least norm B), 9.1.3.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from numbers import Rational
from operator import mul
from typing import TypeAlias

import numpy as np
from flint import fmpq, fmpz, fmpz_mat
from numpy.typing import NDArray

Vector: TypeAlias = Sequence[int] | Sequence[Fraction] | Sequence[int | Fraction] | NDArray[np.integer]
Points: TypeAlias = Sequence[Vector] | NDArray[np.integer]
Labels: TypeAlias = Sequence[int] | NDArray[np.integer]


@dataclass(frozen=True)
class Separator:
    """A vector w, shape (d,), with y_i⟨w,x_i⟩ >= 1 for all i."""

    w: tuple[Fraction, ...]

    def verify(self, points: Points, labels: Labels) -> bool:
        """Whether w separates this sample."""
        return _fits(points, labels) and all(
            len(x) == len(self.w) and y * inner(self.w, x) >= 1 for x, y in zip(points, labels, strict=True)
        )


@dataclass(frozen=True)
class Dependence:
    """Coefficients a >= 0, shape (m,), not all zero, with sum_i a_i y_i x_i = 0.

    Then no w separates: 0 = ⟨w, sum_i a_i y_i x_i⟩ would be at least sum_i a_i > 0. Conversely, if no w separates, such
    coefficients exist (Gordan's theorem).
    """

    coefficients: tuple[Fraction, ...]

    def __str__(self) -> str:
        """The dependence as an equation: y[0]x[0] + 2·y[1]x[1] = 0, or x[0] = 0."""
        used = {i: a for i, a in enumerate(self.coefficients) if a}
        if len(used) == 1:
            return f"x[{min(used)}] = 0"
        return " + ".join(f"{'' if a == 1 else f'{a}·'}y[{i}]x[{i}]" for i, a in used.items()) + " = 0"

    def verify(self, points: Points, labels: Labels) -> bool:
        """Whether the coefficients rule out every separator of this sample."""
        a = self.coefficients
        return (
            _fits(points, labels)
            and len(a) == len(points)
            and min(a) >= 0
            and max(a) > 0
            and not any(_combination([c * int(y) for c, y in zip(a, labels, strict=True)], points))
        )


@dataclass(frozen=True)
class LeastNormSeparator(Separator):
    """The separator of least norm, and the multipliers that prove it least.

    These are c >= 0, shape (m,), with w = sum_i c_i y_i x_i, and c_i = 0 where y_i⟨w,x_i⟩ > 1. Then every separator v
    has ⟨w,v⟩ = sum_i c_i y_i⟨v,x_i⟩ >= sum_i c_i = ⟨w,w⟩, so that ‖v‖ >= ‖w‖.
    """

    multipliers: tuple[Fraction, ...]

    @property
    def norm_squared(self) -> Fraction:
        """‖w‖², the B² of UML Theorem 9.1."""
        w, denominator = _over_common_denominator(self.w)
        return Fraction(sum(v * v for v in w), denominator**2)

    def verify(self, points: Points, labels: Labels) -> bool:
        """Whether w separates this sample and no shorter vector does."""
        w, multipliers = self.w, self.multipliers
        return (
            super().verify(points, labels)
            and len(multipliers) == len(points)
            and all(c >= 0 for c in multipliers)
            and all(c == 0 or y * inner(w, x) == 1 for c, x, y in zip(multipliers, points, labels, strict=True))
            and tuple(_combination([c * int(y) for c, y in zip(multipliers, labels, strict=True)], points)) == w
        )


def separate(points: Points, labels: Labels) -> LeastNormSeparator | Dependence:
    """The w of least norm with y_i⟨w,x_i⟩ >= 1 for all i, or the certificate that there is none.

    `points` has shape (m, d) with m, d >= 1, `labels` shape (m,), ±1. Raises TypeError for a coordinate that is not an
    int or Fraction, ValueError for a wrong shape or label. Source: UML 9.1.1, Theorem 9.1.

    With p the point of least norm in the hull of all y_i x_i it is w = p/‖p‖² or, if p = 0, the dependence.
    """
    rows, scale = integer_rows(points)
    if len(labels) != len(rows):
        raise ValueError(f"{len(rows)} points with {len(labels)} labels; give one label a point")
    for i, y in enumerate(labels):
        if y not in (1, -1):
            raise ValueError(f"labels[{i}] = {y!r} is not a label; labels are +1 and -1")
    weights, p = _nearest_to_origin([row if y == 1 else [-v for v in row] for row, y in zip(rows, labels, strict=True)])
    total, square = sum(weights), sum(v * v for v in p)
    if square == 0:
        return Dependence(tuple(Fraction(a, total) for a in weights))
    return LeastNormSeparator(
        w=tuple(Fraction(scale * total * v, square) for v in p),
        multipliers=tuple(Fraction(scale * scale * total * a, square) for a in weights),
    )


def with_constant(points: Points) -> tuple[tuple[Fraction, ...], ...]:
    """The points with the constant 1 appended, which makes affine separators homogeneous. Source: UML 9."""
    return tuple((*map(_fraction, x), Fraction(1)) for x in points)


# ---- the solver: the point of least norm in the hull of the y_i x_i ----


def _nearest_to_origin(rows: list[list[int]]) -> tuple[list[int], list[int]]:
    """The convex weights, shape (m,), of the point of least norm in the hull of the rows, and the point, shape (d,),
    both in integers, times the sum of the weights.

    Wolfe's algorithm (Finding the nearest point in a polytope, 1976), in rational arithmetic. A corral is
    a set of affinely independent vectors whose affine hull comes nearest to the origin inside their convex
    hull. Each round adds the vector that lies furthest towards the origin and shrinks the set to a corral
    again. The norm falls strictly from corral to corral, so none recurs and the algorithm ends.
    """
    m, d = len(rows), len(rows[0])
    hull = fmpz_mat(rows)
    corral: list[int] = []
    if m <= d + 1:  # all of them can be affinely independent
        with suppress(ZeroDivisionError):
            corral, weights = _shrink_to_corral(rows, [*range(m)], [fmpz(1)] * m)
    if not corral:
        corral, weights = [min(range(m), key=lambda i: sum(v * v for v in rows[i]))], [fmpz(1)]
    while True:
        combination = [0] * m
        for i, a in zip(corral, weights, strict=True):
            combination[i] = int(a)
        p = fmpz_mat([combination]) * hull
        products = (hull * p.transpose()).entries()
        furthest = min(range(m), key=products.__getitem__)
        if products[furthest] * sum(combination) >= (p * p.transpose())[0, 0]:
            return combination, list(map(int, p.entries()))
        corral, weights = _shrink_to_corral(rows, [*corral, furthest], [*weights, fmpz(0)])


def _shrink_to_corral(rows: list[list[int]], members: list[int], weights: list[fmpz]) -> tuple[list[int], list[fmpz]]:
    """Walk from a convex combination to the affine minimiser, dropping vectors whose weight falls to zero.

    The weights are integers, here as there, and count as parts of their sum.
    """
    shares = _parts(weights)
    while True:
        target = _affine_minimiser([rows[i] for i in members])
        if min(target) > 0:
            return members, target
        goal = _parts(target)
        step = min(a / (a - b) for a, b in zip(shares, goal, strict=True) if b <= 0)
        moved = [a + step * (b - a) for a, b in zip(shares, goal, strict=True)]
        members = [i for i, a in zip(members, moved, strict=True) if a > 0]
        shares = [a for a in moved if a > 0]


def _parts(weights: list[fmpz]) -> list[fmpq]:
    total = sum(weights, fmpz(0))
    return [fmpq(a, total) for a in weights]


def _affine_minimiser(rows: list[list[int]]) -> list[fmpz]:
    """Weights of the least vector in the affine hull, times a positive integer; raises ZeroDivisionError for affinely
    dependent rows.

    They solve Ga = λ1 for the gram matrix G of the rows, and so (G + 11ᵀ)a = (λ + 1)1.
    """
    hull, ones = fmpz_mat(rows), fmpz_mat(len(rows), 1, [1] * len(rows))
    solution, _ = (hull * hull.transpose() + ones * ones.transpose()).solve(ones).numer_denom()
    numerators: list[fmpz] = solution.entries()
    return numerators


# ---- rational arithmetic ----


def rational_rows(points: Points) -> list[tuple[Fraction, ...]]:
    """The points as rows of Fractions, all of one length.

    Raises TypeError for a coordinate that is not an int or Fraction, ValueError if there is no point, no coordinate, or
    a row of another length than the first.
    """
    if len(points) == 0:
        raise ValueError("points is empty, so its dimension is unknown; give at least one point")
    rows = [tuple(_fraction(v) for v in x) for x in points]
    if not rows[0]:
        raise ValueError("points[0] has no coordinates; points need dimension 1 or more")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"points[{i}] has {len(row)} coordinates and points[0] has {len(rows[0])}; make them alike"
            )
    return rows


def _fraction(value: object) -> Fraction:
    if type(value) is Fraction and type(value.numerator) is int is type(value.denominator):
        return value
    if not isinstance(value, Rational):
        raise TypeError(
            f"{value!r} of type {type(value).__name__} is not exact; give ints or Fractions "
            "(Fraction(x) is exactly the value of a float x)"
        )
    return Fraction(int(value.numerator), int(value.denominator))  # numpy's integers would overflow in a Fraction


def integer_rows(points: Points) -> tuple[list[list[int]], int]:
    """The points times their least common denominator, and that denominator."""
    sizes = set(map(len, points))
    if len(sizes) == 1 and 0 not in sizes and set().union(*(map(type, x) for x in points)) == {int}:
        return [list(x) for x in points], 1
    rows = rational_rows(points)
    scale = lcm(*(v.denominator for row in rows for v in row))
    return [[v.numerator * (scale // v.denominator) for v in row] for row in rows], scale


def _over_common_denominator(vector: Vector) -> tuple[list[int], int]:
    if {int}.issuperset(map(type, vector)):
        return list(vector), 1
    fractions = [_fraction(v) for v in vector]
    denominator = lcm(*(v.denominator for v in fractions))
    return [v.numerator * (denominator // v.denominator) for v in fractions], denominator


def inner(u: Vector, v: Vector) -> Fraction:
    """⟨u,v⟩ of vectors of ints and Fractions, exactly."""
    (a, p), (b, q) = _over_common_denominator(u), _over_common_denominator(v)
    return Fraction(sum([s * t for s, t in zip(a, b, strict=True)]), p * q)


def _combination(coefficients: Vector, points: Points) -> list[Fraction]:
    """sum_i c_i x_i."""
    c, p = _over_common_denominator(coefficients)
    rows, q = integer_rows(points)
    return [Fraction(sum(map(mul, c, column)), p * q) for column in zip(*rows, strict=True)]


def _fits(points: Points, labels: Labels) -> bool:
    """Whether this is a sample: m >= 1 points of one dimension, with m labels ±1."""
    return (
        0 < len(points) == len(labels)
        and len(points[0]) > 0
        and all(len(x) == len(points[0]) for x in points)
        and all(y in (1, -1) for y in labels)
    )
