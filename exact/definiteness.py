"""Decide whether a rational symmetric matrix is positive semi-definite, with a certificate that arithmetic can check.

- `Squares`: K = Σ p_i ⟨l_i,·⟩² with all p_i >= 0, so that cᵀKc is a sum of squares
- `Negative`: a vector c with cᵀKc < 0
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mat

from learncheck.exact.balls import exact

Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Squares:
    """K = LDLᵀ: the columns of L, shape (n, r), and the pivots on the diagonal of D, shape (r,), all positive."""

    columns: tuple[tuple[fmpq, ...], ...]
    pivots: tuple[fmpq, ...]

    def verify(self, K: Rows) -> bool:
        """Whether these are squares that add up to K."""
        rows = _exact(K)
        n = len(rows)
        return all(p > 0 for p in self.pivots) and all(
            rows[i][j] == sum((p * c[i] * c[j] for p, c in zip(self.pivots, self.columns, strict=True)), fmpq(0))
            for i in range(n)
            for j in range(n)
        )


@dataclass(frozen=True)
class Negative:
    """A vector c with cᵀKc < 0."""

    vector: tuple[fmpq, ...]

    def verify(self, K: Rows) -> bool:
        """Whether cᵀKc < 0."""
        c, rows = self.vector, _exact(K)
        n = range(len(rows))
        return bool(sum((c[i] * rows[i][j] * c[j] for i in n for j in n), fmpq(0)) < 0)


def definiteness(K: Rows) -> Squares | Negative:
    """The certificate that K, symmetric with exact numbers (floats are taken exactly), is or is not PSD."""
    rest = _exact(K)
    n = len(rest)
    columns: list[tuple[fmpq, ...]] = []
    pivots: list[fmpq] = []
    done: list[int] = []
    for k in range(n):
        pivot = rest[k][k]
        if pivot == 0 and any(rest[k]):
            j = next(j for j in range(n) if rest[k][j] != 0)
            return Negative(_lifted(n, {k: -(rest[j][j] + 1) / (2 * rest[k][j]), j: fmpq(1)}, columns, done))
        if pivot < 0:
            return Negative(_lifted(n, {k: fmpq(1)}, columns, done))
        if pivot == 0:
            continue
        column = tuple(rest[i][k] / pivot for i in range(n))
        columns.append(column)
        pivots.append(pivot)
        done.append(k)
        rest = [[rest[i][j] - pivot * column[i] * column[j] for j in range(n)] for i in range(n)]
    return Squares(tuple(columns), tuple(pivots))


def is_semidefinite(K: Rows) -> bool:
    """Whether cᵀKc >= 0 for all c. Verifies the certificate; raises ArithmeticError if it is wrong."""
    if not any(map(any, K)):
        return True
    found = definiteness(K)
    if not found.verify(K):
        raise ArithmeticError(f"the certificate {found} does not verify; this is a defect of exact.definiteness")
    return isinstance(found, Squares)


def is_definite(K: Rows) -> bool:
    """Whether cᵀKc > 0 for all c other than 0: all leading minors are positive (Sylvester's criterion)."""
    rows = _exact(K)
    return all(fmpq_mat([row[:size] for row in rows[:size]]).det() > 0 for size in range(1, len(rows) + 1))


def _exact(K: Rows) -> list[list[fmpq]]:
    return [[exact(v, "an entry") for v in row] for row in K]


def _lifted(
    n: int, entries: Mapping[int, fmpq], columns: Sequence[Sequence[fmpq]], done: Sequence[int]
) -> tuple[fmpq, ...]:
    """The vector with these entries, and with the coordinates eliminated so far such that the squares vanish on it."""
    c = [entries.get(i, fmpq(0)) for i in range(n)]
    for k, column in zip(reversed(done), reversed(columns), strict=True):
        c[k] -= sum((column[i] * c[i] for i in range(len(c))), fmpq(0))  # column[k] = 1
    return tuple(c)
