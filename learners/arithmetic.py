"""Arithmetic that comes out the same on every machine: one order of summation, and roundings to the nearest float.

numpy's `@`, exp, log and linear algebra are whatever is fastest on the CPU at hand, and so is their last digit; at a
tie a last digit decides. Sums, products, quotients and square roots of floats are rounded alike everywhere, and so are
the powers of e and logarithms of `decimal`. On other numbers (Fractions, formal quantities) all of this is their own.
"""

import math
from collections.abc import Callable
from decimal import Context, Decimal
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

DECIMAL = Context(prec=25, traps=[])
"""Eight digits more than tell floats apart."""


def inner(u: Any, v: Any) -> Any:
    """⟨u,v⟩, summed along the last axis: also Av and the ⟨x_i,v⟩ for a matrix A or X. Shapes broadcast.

    What is no array (many games' arrays, formal quantities) has an `@` of its own, and is asked for that alone.
    """
    if issubclass(type(u), np.ndarray) and issubclass(type(v), np.ndarray):
        return np.add.reduce(u * v, axis=-1)
    return u @ v


def product(A: NDArray[Any], B: NDArray[Any]) -> NDArray[Any]:
    """AB, of two matrices."""
    return np.asarray(inner(A[:, None], B.T))


def root(v: Any) -> Any:
    """√v. (Of floats, v**0.5 need not be the nearest one.)"""
    return math.sqrt(v) if issubclass(type(v), float) else v**0.5


def exp(v: Any) -> Any:
    """e^v, of a number or entry by entry."""
    return _rounded(DECIMAL.exp, np.exp, v)


def log(v: Any) -> Any:
    """log v, of a number or entry by entry."""
    return _rounded(DECIMAL.ln, np.log, v)


def _rounded(function: Callable[[Decimal], Decimal], others: Callable[[Any], Any], v: Any) -> Any:
    if issubclass(type(v), float):
        return float(function(Decimal(float(v))))
    if issubclass(type(v), np.ndarray) and v.dtype == np.float64:
        distinct, places = np.unique(v, return_inverse=True)
        found = np.array([float(function(Decimal(each))) for each in distinct.tolist()])
        return found[places].reshape(v.shape)
    return others(v)


def solve(A: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """The x with Ax = b, by elimination with the largest pivots. Raises ValueError where A is singular."""
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


def eigh(A: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Eigenvalues D and orthonormal eigenvectors, the columns of V, of a symmetric A: by Jacobi's rotations."""
    R, V = np.array(A, dtype=float), np.eye(len(A))  # A = V R Vᵀ
    negligible = np.finfo(float).eps / 8 * np.abs(R).max()
    turned = True
    while turned:
        turned = False
        for i, j in combinations(range(len(R)), 2):
            if abs(R[i, j]) > negligible:
                turned = True
                slope = (R[j, j] - R[i, i]) / (2 * R[i, j])
                tangent = math.copysign(1 / (abs(slope) + math.sqrt(slope * slope + 1)), slope)
                c = 1 / math.sqrt(tangent * tangent + 1)
                s = tangent * c
                for turning in (R, R.T, V.T):  # rows i and j of each
                    turning[i], turning[j] = c * turning[i] - s * turning[j], s * turning[i] + c * turning[j]
                R[i, j] = R[j, i] = 0  # but for a rounding
    return R.diagonal(), V
