"""Weak separation, and linear programs, decided exactly by certificates that arithmetic can check.

- `separates_weakly`: whether some w is positive on some vectors and not negative on others
- `least`: the optimum of min ⟨c,x⟩ subject to Ax >= b, with the optimum of the dual program

A matrix is a sequence of rows of ints or Fractions, for `least` of ints up to some hundred.
Source: UML 9.1.1 for the form of a linear program; UML Exercise 9.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpz_mat

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, Vector, inner, integer_rows, rational_rows, separate

Row: TypeAlias = tuple[Fraction, ...]
Matrix: TypeAlias = Sequence[Vector]


def separates_weakly(positive: Matrix, not_negative: Matrix, zero: Matrix = ()) -> bool:
    """Whether some w has ⟨w,p⟩ > 0 for all of `positive`, ⟨w,q⟩ >= 0 for all of `not_negative`, ⟨w,z⟩ = 0 for all of
    `zero`.

    `positive` must have a row. If a combination of the rows with positive coefficients is 0, each row in it has to be 0
    on w: that rules w out if one of them is in `positive`, and otherwise leaves a smaller space to search.
    """
    equal = [z for z in rational_rows(zero) if any(z)] if len(zero) else []
    strict, weak = rational_rows(positive), list(rational_rows(not_negative)) if len(not_negative) else []
    while True:
        basis = orthogonal_basis(equal, len(strict[0]))
        inside = [tuple(inner(v, row) for v in basis) for row in (*strict, *weak)]
        if not all(any(row) for row in inside[: len(strict)]):
            return False
        rows = [row for row in inside if any(row)]
        answer = separate(rows, (1,) * len(rows))
        if isinstance(answer, Separator):
            return True
        if any(answer.coefficients[: len(strict)]):
            return False
        left = [row for row, seen in zip(weak, inside[len(strict) :], strict=True) if any(seen)]
        forced = [bool(a) for a in answer.coefficients[len(strict) :]]
        equal += [row for row, is_zero in zip(left, forced, strict=True) if is_zero]
        weak = [row for row, is_zero in zip(left, forced, strict=True) if not is_zero]


def orthogonal_basis(vectors: Sequence[Row], d: int) -> list[Row]:
    """A basis of the orthogonal complement of the vectors in R^d."""
    if not vectors:
        return [tuple(Fraction(int(i == j)) for j in range(d)) for i in range(d)]
    null, dimension = fmpz_mat(integer_rows(vectors)[0]).nullspace()
    return [tuple(Fraction(int(null[i, j])) for i in range(d)) for j in range(dimension)]


# ---- linear programs ----


@dataclass(frozen=True)
class Optimum:
    """The least ⟨c,x⟩ subject to Ax >= b, at x of shape (n,), and the multipliers, shape (m,), that prove it least."""

    value: Fraction
    x: Row
    multipliers: Row

    def verify(self, c: Vector, A: Matrix, b: Vector) -> bool:
        """Whether x is feasible and no other feasible point has a smaller value.

        The multipliers are y >= 0 with sum_i y_i a_i = c, so that every feasible z has ⟨c,z⟩ = sum_i y_i⟨a_i,z⟩ >=
        ⟨y,b⟩, and ⟨y,b⟩ is the value.
        """
        y = self.multipliers
        return (
            len(y) == len(A) == len(b)
            and all(inner(row, self.x) >= right for row, right in zip(A, b, strict=True))
            and min(y) >= 0
            and all(inner(y, column) == cost for column, cost in zip(zip(*A, strict=True), c, strict=True))
            and inner(c, self.x) == inner(y, b) == self.value
        )


MOST_DENOMINATOR = 10**6
"""The greatest denominator in an optimum, whose numbers are quotients of determinants of small integers."""


def least(c: Vector, A: Matrix, b: Vector) -> Optimum:
    """The exact optimum of min ⟨c,x⟩ subject to Ax >= b, x free, for small integers.

    A solver finds it in floats, and the nearest fractions are then verified exactly. Raises ValueError if there is no
    optimum, and WrongCertificateError if they do not verify.
    """
    from scipy.optimize import linprog  # slow to import

    answer = linprog(c, [[-v for v in row] for row in A], [-v for v in b], bounds=(None, None))
    if answer.status in (2, 3):
        raise ValueError(f"the program has no optimum: {answer.message}")
    confirmed(answer.status == 0, f"the solver's answer: {answer.message}")
    x, y = (
        tuple(Fraction(v).limit_denominator(MOST_DENOMINATOR) for v in values.tolist())
        for values in (answer.x, -answer.ineqlin.marginals)
    )
    optimum = Optimum(inner(c, x), x, y)
    confirmed(optimum.verify(c, A, b), f"the optimum {optimum} of the program {c}, {A}, {b}")
    return optimum
