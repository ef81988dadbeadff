"""Matrices with exact entries (floats are taken exactly), and whether a symmetric one is positive (semi-)definite.

All roots of its characteristic polynomial are real, so that none is negative just where the coefficients alternate in
sign, zeros allowed, and all are positive where they alternate strictly (Descartes).
"""

from collections.abc import Sequence

from flint import fmpq_mat

from learncheck.exact.balls import ZERO, Number, exact

Rows = Sequence[Sequence[object]]


def is_semidefinite(K: Rows) -> bool:
    """Whether cᵀKc >= 0 for all c."""
    return all(coefficient >= ZERO for coefficient in _alternated(K))


def is_definite(K: Rows) -> bool:
    """Whether cᵀKc > 0 for all c other than 0."""
    return all(coefficient > ZERO for coefficient in _alternated(K))


def rationals(rows: Rows) -> fmpq_mat:
    """A matrix of ints, Fractions or floats, converted exactly."""
    return fmpq_mat([[exact(v, "an entry") for v in row] for row in rows])


def _alternated(K: Rows) -> list[Number]:
    """The coefficients of det(xI − K), the leading one first, with every other sign turned."""
    coefficients = rationals(K).charpoly().coeffs()
    return [(-1) ** k * coefficient for k, coefficient in enumerate(reversed(coefficients))]
