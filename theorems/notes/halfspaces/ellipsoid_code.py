"""What an Ellipsoid learner's own update does, shown in every dimension: it is run on letters for A, x, w and d."""

from functools import cache
from typing import Any

import numpy as np
import sympy

from learncheck.exact.matrix_algebra import Expression, Matrices
from learncheck.exact.signs import NotShown
from learncheck.theorems.language.claim import quantity

d = quantity("d", "the dimension", positive=True)
sigma, y = sympy.symbols("σ y", positive=True)

TIE = Matrices(
    transposes={"x": "xᵀ", "w": "wᵀ"},
    rules={("xᵀ", "A", "x"): sigma**2, ("wᵀ", "x"): 0, ("xᵀ", "w"): 0},
)
"""A symmetric A, x and w with σ² = xᵀAx and ⟨w,x⟩ = 0, so that either label is a mistake."""


def same(first: Expression, second: Expression, words: str) -> None:
    """Raise NotShown unless the two are equal for all sizes, with y² = 1."""
    left = first.space.reduced(first - second)
    wrong = {word: factor for word, factor in left.items() if any(sympy.cancel(factor.subs(y, v)) for v in (1, -1))}
    if wrong:
        told = " + ".join(f"({factor})·{''.join(word) or '1'}" for word, factor in wrong.items())
        raise NotShown(f"{words}: the two sides differ by {told}")


def cut_of(A: Expression, x: Expression, taken: Any = 2 / (d + 1)) -> Expression:
    """Return A' = d²/(d²−1)·(A − 2/(d+1)·Ax(Ax)ᵀ/σ²)."""
    made: Expression = (A - A * x * x.T * A * (taken / sigma**2)) * (d**2 / (d**2 - 1))
    return made


class Formal:
    """A matrix, or a vector, of any size: it takes part in the operations of a learner's code."""

    __array_ufunc__ = None  # numpy's numbers leave the operation to it

    def __init__(self, of: Expression, matrix: bool = False) -> None:
        self.of, self.matrix = of, matrix

    def __matmul__(self, other: "Formal") -> Any:
        if self.matrix:
            return Formal(self.of * other.of, other.matrix)
        (scalar,) = self.of.space.reduced(self.of.T * other.of).items() or [((), sympy.Integer(0))]
        if scalar[0]:
            raise NotShown(f"nothing is known of the number {''.join(scalar[0])}")
        return scalar[1]

    def __add__(self, other: "Formal") -> "Formal":
        return Formal(self.of + other.of, self.matrix)

    def __sub__(self, other: "Formal") -> "Formal":
        return Formal(self.of - other.of, self.matrix)

    def __mul__(self, factor: Any) -> "Formal":
        return Formal(self.of * sympy.nsimplify(factor, rational=True), self.matrix)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> "Formal":
        return self.__mul__(1 / sympy.nsimplify(divisor, rational=True))

    def __array_function__(self, function: Any, types: Any, given: Any, named: Any) -> Any:
        if function is not np.outer:
            return NotImplemented
        u, v = given
        return Formal(u.of * v.of.T, matrix=True)


@cache
def updates_as_printed(learner: type) -> str:
    """Show that the learner's own update makes w' = w + y/(d+1)·Ax/σ and A' = cut_of(A, x). Raises NotShown."""
    A, x, w = map(TIE.letter, "Axw")
    for label in (1, -1):
        made = learner(2)
        made.d, made.A, made.w = d, Formal(A, matrix=True), Formal(w)
        made.update(Formal(x), label)
        same(made.A.of, cut_of(A, x), f"A′ of {learner.__name__}")
        same(made.w.of, w + A * x * (label / ((d + 1) * sigma)), f"w′ of {learner.__name__}")
    return f"{learner.__name__}'s own update, run on letters for A, x, w and d"
