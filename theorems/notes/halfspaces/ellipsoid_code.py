"""An Ellipsoid learner's own round, run on letters for A, x, w and d: what it shows holds in every dimension."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import sympy

from learncheck.exact.matrix_algebra import Expression, Matrices
from learncheck.exact.signs import NotShown
from learncheck.theorems import formal
from learncheck.theorems.language.claim import quantity

d = quantity("d", "the dimension", positive=True)
sigma, y = sympy.symbols("σ y", positive=True)

side = sympy.Symbol("⟨w,x⟩", real=True)

LETTERS = Matrices(
    transposes={"x": "xᵀ", "w": "wᵀ"},
    rules={("xᵀ", "A", "x"): sigma**2, ("wᵀ", "x"): side, ("xᵀ", "w"): side},
)
"""A symmetric A, x and w with σ² = xᵀAx."""


def same(first: Expression, second: Expression, words: str) -> None:
    """Raise NotShown unless the two are equal for all sizes, with y² = 1."""
    left = first.space.reduced(first - second)
    wrong = {word: factor for word, factor in left.items() if any(sympy.cancel(factor.subs(y, v)) for v in (1, -1))}
    if wrong:
        difference = " + ".join(f"({factor})·{''.join(word) or '1'}" for word, factor in wrong.items())
        raise NotShown(f"{words}: the two sides differ by {difference}")


def cut_of(A: Expression, x: Expression) -> Expression:
    """Return A' = d²/(d²−1)·(A − 2/(d+1)·Ax(Ax)ᵀ/σ²)."""
    cut: Expression = (A - A * x * x.T * A * (2 / (d + 1) / sigma**2)) * (d**2 / (d**2 - 1))
    return cut


s, q = sympy.symbols("s q", positive=True)

CUT = Matrices(
    transposes={"x": "xᵀ", "u": "uᵀ", "L": "Lᵀ"},
    rules={
        ("A", "A⁻¹"): 1,
        ("A⁻¹", "A"): 1,
        ("xᵀ", "A", "x"): sigma**2,
        ("uᵀ", "x"): y * sigma * s,
        ("xᵀ", "u"): y * sigma * s,
        ("uᵀ", "A⁻¹", "u"): q,
    },
)
"""A and its inverse, x, and u = v − w, with σ² = xᵀAx, yσs = ⟨u,x⟩ and q = uᵀA⁻¹u."""


AWAY = CUT.letter("u") - CUT.letter("A") * CUT.letter("x") * (y / ((d + 1) * sigma))
"""v − w'."""


def square_after_the_cut(v: Expression) -> Expression:
    """Return vᵀA'⁻¹v, where A' = cut_of(A, x). Raises NotShown if the inverse is not that of A'."""
    A, inverse, x = map(CUT.letter, ("A", "A⁻¹", "x"))
    cut_inverse = (inverse + x * x.T * (2 / ((d - 1) * sigma**2))) * ((d**2 - 1) / d**2)
    same(cut_of(A, x) * cut_inverse, CUT.number(1), "A′⁻¹ = (d²−1)/d²·(A⁻¹ + 2/(d−1)·xxᵀ/σ²)")
    square: Expression = v.T * cut_inverse * v
    return square


class FormalMatrix:
    """A matrix, or a vector, of any size: it takes part in the operations of a learner's code."""

    def __init__(self, of: Expression, matrix: bool = False) -> None:
        self.of, self.matrix = of, matrix

    def __matmul__(self, other: "FormalMatrix") -> Any:
        if self.matrix:
            return FormalMatrix(self.of * other.of, other.matrix)
        (scalar,) = self.of.space.reduced(self.of.T * other.of).items() or [((), sympy.Integer(0))]
        if scalar[0]:
            raise formal.numbers.NotFormal(f"nothing is known of the number {''.join(scalar[0])}")
        return formal.numbers.Real(scalar[1])

    def __add__(self, other: "FormalMatrix") -> "FormalMatrix":
        return FormalMatrix(self.of + other.of, self.matrix)

    def __sub__(self, other: "FormalMatrix") -> "FormalMatrix":
        return FormalMatrix(self.of - other.of, self.matrix)

    def __mul__(self, factor: Any) -> "FormalMatrix":
        return FormalMatrix(self.of * formal.numbers.value_of(factor), self.matrix)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> "FormalMatrix":
        number = formal.numbers.value_of(divisor)
        formal.numbers.owe(sympy.Ne(number, 0))
        return FormalMatrix(self.of * (1 / number), self.matrix)


def _outer(u: FormalMatrix, v: FormalMatrix) -> FormalMatrix:
    return FormalMatrix(u.of * v.of.T, matrix=True)


class CutRound(NamedTuple):
    """A round that was run with this label: the prediction, and whether it cuts."""

    label: int
    prediction: Any
    cuts: bool


@cache
def rounds_as_printed(learner: type) -> "tuple[formal.numbers.Path[CutRound], ...]":
    """Every path of the learner's own round, which leaves w and A as they are, or makes w' = w + y/(d+1)·Ax/σ and
    A' = cut_of(A, x). Raises NotFormal or NotShown if one does something else.
    """
    return tuple(_paths(learner))


def _paths(learner: type) -> "Iterator[formal.numbers.Path[CutRound]]":
    A, x, w = map(LETTERS.letter, "Axw")
    kind = formal.language.in_the_language(learner, ("d", "w", "A"), meanings={np.outer: _outer})
    attributes = {"d": formal.numbers.Real(d), "w": FormalMatrix(w), "A": FormalMatrix(A, matrix=True)}

    def once(label: int) -> tuple[Any, Any]:
        ellipsoid = formal.quantities.with_attributes(kind, attributes)
        prediction = ellipsoid.predict(FormalMatrix(x))
        formal.quantities.unchanged(ellipsoid, attributes, "predict")
        ellipsoid.update(FormalMatrix(x), label)
        formal.quantities.unchanged(ellipsoid, {"d": formal.numbers.Real(d)}, "update")
        return ellipsoid, prediction

    for label in (1, -1):
        for path in formal.quantities.runs(learner, lambda y=label: once(y)):  # type: ignore[misc]
            ellipsoid, prediction = path.result
            cuts = ellipsoid.A is not attributes["A"] or ellipsoid.w is not attributes["w"]
            if cuts:
                same(ellipsoid.A.of, cut_of(A, x), f"A′ of {learner.__name__}")
                same(ellipsoid.w.of, w + A * x * (label / ((d + 1) * sigma)), f"w′ of {learner.__name__}")
            yield formal.numbers.Path(path.comparisons, path.owed, CutRound(label, prediction, cuts))


@cache
def updates_as_printed(learner: type) -> str:
    """Show that the learner's own round cuts as printed on every mistake, and on no other round. Raises NotShown."""
    for label, prediction, cuts in (path.result for path in rounds_as_printed(learner)):
        if cuts != (prediction != label):
            raise NotShown(f"{learner.__name__} {'cuts' if cuts else 'does not cut'} where it predicts {prediction}")
    return f"{learner.__name__}'s own round, run on letters for A, x, w and d"
