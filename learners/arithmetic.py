"""Arithmetic with the same results on every machine: a fixed order of summation, and rounding to the nearest float.

numpy's `@`, exp, log and linear algebra use whatever is fastest on the CPU, so their last digits vary, and at a tie the
last digit decides. Sums, products, quotients and square roots of floats are rounded the same way everywhere, and so are
exp and ln in `decimal`. Other numbers (Fractions, formal quantities) use their own arithmetic.
"""

import math
from collections.abc import Callable
from decimal import Context, Decimal
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVar

import numpy as np

from learncheck.learners.arrays import Floats, Numbers

Real = TypeVar("Real", float, Floats)

DECIMAL = Context(prec=25, traps=[])
"""The context for exp and log: eight digits more than are needed to distinguish floats."""


def inner(u: Numbers, v: Numbers) -> Any:
    """The inner product ⟨u,v⟩, summed along the last axis; for a matrix A also Av. Shapes broadcast.

    Operands that are not arrays (the stacked arrays of many games, formal quantities) are multiplied by their own `@`.
    """
    if issubclass(type(u), np.ndarray) and issubclass(type(v), np.ndarray):
        return np.add.reduce(u * v, axis=-1)
    return u @ v


def in_range(w: Numbers) -> Numbers:
    """Weights of which only the ratios count: floats that have all become tiny, times a power of two, and so exact.

    Other weights are returned as they are.
    """
    if issubclass(type(w), np.ndarray) and w.dtype == np.float64:
        largest = w.max(axis=-1, keepdims=True)
        return np.where(largest < TINY, w / TINY, w)
    return w


TINY = 2.0**-500


def product(A: Numbers, B: Numbers) -> Floats:
    """The product AB of two matrices."""
    return np.asarray(inner(A[:, None], B.T))


def root(v: float) -> float:
    """The square root of v. (For floats, v**0.5 need not be rounded to the nearest.)"""
    return math.sqrt(v) if issubclass(type(v), float) else v**0.5


def exp(v: Real) -> Real:
    """e^v, of a number or elementwise."""
    value: Real = _rounded(DECIMAL.exp, np.exp, v)
    return value


def log(v: Real) -> Real:
    """The natural logarithm of v, of a number or elementwise."""
    value: Real = _rounded(DECIMAL.ln, np.log, v)
    return value


def _rounded(function: Callable[[Decimal], Decimal], others: Callable[[Any], Any], v: Any) -> Any:
    if issubclass(type(v), float):
        return _nearest(function, float(v))
    if issubclass(type(v), np.ndarray) and v.dtype == np.float64:
        return np.array([_nearest(function, value) for value in v.ravel().tolist()]).reshape(v.shape)
    return others(v)


@lru_cache(1 << 14)  # the weights of a game, and of games that are alike, are the same few numbers
def _nearest(function: Callable[[Decimal], Decimal], v: float) -> float:
    return float(function(Decimal(v)))


def solve(A: Floats, b: Floats) -> Floats:
    """Solve Ax = b by Gauss-Jordan elimination with partial pivoting. Raises ValueError if A is singular."""
    rows = np.column_stack((A, b)).astype(float)
    for i in range(len(rows)):
        largest = i + np.abs(rows[i:, i]).argmax()
        rows[[i, largest]] = rows[[largest, i]]
        if not abs(rows[i, i]) > 0:
            raise ValueError("a singular matrix: drop what depends linearly on the rest")
        rows[i] = rows[i] / rows[i, i]
        others = np.arange(len(rows)) != i
        rows[others] = rows[others] - np.outer(rows[others, i], rows[i])
    return np.asarray(rows[:, -1])


def orthogonal_columns(X: Numbers) -> tuple[Floats, Floats]:
    """Return B = XV and V, where B has orthogonal columns and V is orthonormal, by Jacobi rotations (Hestenes).

    So XᵀX = VDVᵀ, where D has the squared lengths of B's columns, whose first digits would be lost in XᵀX. A column of
    B that is 0 up to rounding is 0.
    """
    B, V = np.array(X, dtype=float), np.eye(X.shape[1])
    eps = np.finfo(float).eps * max(X.shape)
    negligible = (8 * eps) ** 2 * np.square(B).sum()
    turned = True
    while turned:
        turned = False
        B[:, np.square(B).sum(axis=0) <= negligible] = 0
        for i, j in combinations(np.flatnonzero(B.any(axis=0)).tolist(), 2):
            p, q, r = inner(B[:, i], B[:, i]), inner(B[:, j], B[:, j]), inner(B[:, i], B[:, j])
            if abs(r) > eps * math.sqrt(p) * math.sqrt(q):
                turned = True
                slope = (q - p) / (2 * r)
                tangent = math.copysign(1 / (abs(slope) + math.sqrt(slope * slope + 1)), slope)
                c = 1 / math.sqrt(tangent * tangent + 1)
                s = tangent * c
                for turning in (B.T, V.T):  # columns i and j of each
                    turning[i], turning[j] = c * turning[i] - s * turning[j], s * turning[i] + c * turning[j]
    return B, V
