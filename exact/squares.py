"""Least squares in rational arithmetic: a minimiser, the normal equations, and the least mean squared loss.

Source: UML 9.2.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpq_mat

from learncheck.exact.balls import fraction
from learncheck.exact.definiteness import rationals
from learncheck.exact.separation import inner

Rows = tuple[tuple[Fraction, ...], ...]
Reals = tuple[Fraction, ...]


@dataclass(frozen=True)
class LeastLoss:
    """A minimiser w of Σ (⟨w,x_i⟩ − y_i)², the ⟨w,x_i⟩, which all minimisers share, and the mean of the squares."""

    w: Reals
    fitted: Reals
    loss: Fraction


def column(values: Sequence[Any]) -> fmpq_mat:
    """Return the rational matrix with one column, of ints, Fractions or floats."""
    return rationals([[v] for v in values])


def fractions(entries: fmpq_mat) -> Reals:
    """Return the entries of a matrix, row by row."""
    return tuple(fraction(v) for row in entries.tolist() for v in row)


def normal_equations(X: fmpq_mat, y: fmpq_mat) -> tuple[fmpq_mat, fmpq_mat]:
    """Return A = Σ x_i x_iᵀ and b = Σ y_i x_i. Source: UML (9.6)."""
    return X.transpose() * X, X.transpose() * y


def solution(A: fmpq_mat, b: fmpq_mat) -> fmpq_mat:
    """Solve Aw = b, with 0 for the free variables. Raises ValueError if there is no solution."""
    size = A.ncols()
    reduced, rank = fmpq_mat([[*row, *side] for row, side in zip(A.tolist(), b.tolist(), strict=True)]).rref()
    w = [fmpq(0)] * size
    for i in range(rank):
        pivot = next(j for j in range(size + 1) if reduced[i, j] != 0)
        if pivot == size:
            raise ValueError("Aw = b has no solution: b is not in the range of A")
        w[pivot] = reduced[i, size]
    return fmpq_mat([[v] for v in w])


@lru_cache(4096)
def least_squares(rows: Rows, targets: Reals) -> LeastLoss:
    """Minimise the mean squared loss of a linear function by exact elimination. Source: UML 9.2.1."""
    X, y = rationals(rows), column(targets)
    w = solution(*normal_equations(X, y))
    fitted = X * w
    return LeastLoss(fractions(w), fractions(fitted), mean_square(fractions(fitted), targets))


def mean_square(answers: Sequence[Any], targets: Reals) -> Fraction:
    """Return the mean of the (answer − target)² exactly, with floats at their binary values."""
    gaps = (Fraction(a) - y for a, y in zip(answers, targets, strict=True))
    return sum((gap * gap for gap in gaps), Fraction(0)) / len(targets)


def least_by_projection(columns: Sequence[Sequence[Fraction]], targets: Reals) -> Fraction:
    """Return the least mean squared loss of a linear combination of the columns, without normal equations.

    The columns are orthogonalised one by one, and the projection on each is subtracted from the targets.
    """
    basis: list[tuple[list[Fraction], Fraction]] = []
    rest = list(targets)
    for vector in columns:
        p = list(vector)
        for q, square in basis:
            share = inner(p, q) / square
            p = [a - share * b for a, b in zip(p, q, strict=True)]
        square = inner(p, p)
        if square == 0:
            continue  # a combination of the previous columns
        basis.append((p, square))
        share = inner(rest, p) / square
        rest = [a - share * b for a, b in zip(rest, p, strict=True)]
    return inner(rest, rest) / len(targets)
