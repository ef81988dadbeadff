"""Linear independence decided exactly, with what shows it: a dependence (UML Theorem 9.2), or a dual basis."""

from fractions import Fraction

from flint import fmpz_mat

from learncheck.exact.balls import fraction
from learncheck.exact.separation import Points, integer_rows


def linear_dependence(points: Points) -> tuple[Fraction, ...] | None:
    """Coefficients a, shape (m,), not all zero, with sum_i a_i x_i = 0; None if there are none.

    They express the first point that depends on the points before it as their combination. Source: UML Theorem 9.2.
    """
    rows, _ = integer_rows(points)
    reduced, denominator, rank = fmpz_mat(rows).transpose().rref()
    pivots = [next(i for i in range(len(rows)) if reduced[r, i] != 0) for r in range(rank)]
    dependent = next((i for i in range(len(rows)) if i not in pivots), None)
    if dependent is None:
        return None
    coefficients = [Fraction(0)] * len(rows)
    coefficients[dependent] = Fraction(-1)
    for r, pivot in enumerate(pivots):
        coefficients[pivot] = Fraction(int(reduced[r, dependent]), int(denominator))
    return tuple(coefficients)


def dual_basis(points: Points) -> list[tuple[Fraction, ...]]:
    """For independent points: the u_1..u_m in their span, shape (m, d), with ⟨u_i,x_j⟩ = 1 if i = j, else 0.

    Raises ValueError if the points are dependent. The separator of labels y is sum_i y_i u_i.
    """
    rows, scale = integer_rows(points)
    vectors = fmpz_mat(rows)
    try:
        dual = (vectors * vectors.transpose()).solve(vectors)
    except ZeroDivisionError:
        raise ValueError(
            f"these {len(rows)} points are dependent and have no dual basis; drop those that depend on others"
        ) from None
    return [tuple(scale * fraction(v) for v in row) for row in dual.tolist()]
