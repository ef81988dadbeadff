"""Named theorems of algebra, each shown for every dimension and every number of terms whenever a proof uses it.

- `cauchy_schwarz`: ⟨u,v⟩² ≤ ‖u‖²‖v‖², from 0 ≤ ‖u − tv‖² alone, so in every inner product space;
- `total_at_most`: n numbers of at most c add up to at most nc, by induction on n;
- `sylvester`: det(I + uvᵀ) = 1 + ⟨u,v⟩, from an identity of block matrices of any size; that the determinant of a
  product is the product of the determinants is trusted.

What is shown is one `General` relation between symbols, and a fact is that relation with terms in their place. That the
terms are inner products, or such a total, is what the proof that uses the fact says of its quantities.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.matrix_algebra import Expression, Matrices
from learncheck.exact.signs import NotShown
from learncheck.theorems.language.proof import Fact, Obligation

Expr = Any


@dataclass(frozen=True)
class General:
    """A relation between quantities of a kind (inner products, a total), and what shows it."""

    words: str
    stated: Boolean
    kind: Literal["lemma", "theorem"]
    because: str
    shows: Callable[[], str | Iterable[Obligation]]

    def shown(self) -> str | Iterable[Obligation]:
        """What shows it, once more."""
        return self.shows()

    def at(self, values: Mapping[sympy.Symbol, Expr]) -> Fact:
        """The relation with these terms in the place of its symbols."""
        put = {symbol: sympy.sympify(value) for symbol, value in values.items()}
        relation = self.stated.subs(put, simultaneous=True)
        told = ", ".join(f"{symbol} = {value}" for symbol, value in put.items() if str(symbol) != str(value))
        words = f"{self.words}{f', at {told}' if told else ''}"
        return Fact(words, relation, self.kind, self.because, self.shown, put)


# ---- Cauchy–Schwarz ----

uu, uv, vv = (sympy.Symbol(name, real=True) for name in ("‖u‖²", "⟨u,v⟩", "‖v‖²"))
"""The inner products of two vectors."""
t = sympy.Symbol("t", real=True)


def squared_distance(t: Expr) -> Expr:
    """‖u − tv‖², since inner products are bilinear and symmetric."""
    return uu - 2 * t * uv + t**2 * vv


def _cauchy_schwarz(distance: Callable[[Expr], Expr] = squared_distance) -> Iterator[Obligation]:
    """0 ≤ ‖u − tv‖² for every t; so for t = ⟨u,v⟩/‖v‖² where that is a number, and else for a t far out."""
    square = {"no vector has a negative square: ‖u − tv‖² ≥ 0": sympy.Ge(distance(t), 0)}
    yield Obligation(
        "fact",
        "Cauchy–Schwarz where v ≠ 0: ‖u − tv‖² ≥ 0 at t = ⟨u,v⟩/‖v‖²",
        {"‖v‖² > 0": sympy.Gt(vv, 0), "t‖v‖² = ⟨u,v⟩": sympy.Eq(t * vv, uv), **square},
        sympy.Le(uv**2, uu * vv),
    )
    yield Obligation(
        "fact",
        "Cauchy–Schwarz where ‖v‖ = 0: ‖u − tv‖² ≥ 0 at 2t⟨u,v⟩ = ‖u‖² + 1, unless ⟨u,v⟩ = 0",
        {
            "‖v‖² = 0": sympy.Eq(vv, 0),
            "2t⟨u,v⟩ = ‖u‖² + 1": sympy.Eq(uv, 0) | sympy.Eq(2 * t * uv, uu + 1),
            **square,
        },
        sympy.Le(uv**2, uu * vv),
    )


CAUCHY_SCHWARZ = General(
    "Cauchy–Schwarz: ⟨u,v⟩² ≤ ‖u‖²‖v‖²",
    sympy.Le(uv**2, uu * vv),
    "lemma",
    "Cauchy–Schwarz, shown in every dimension: inner products are bilinear and symmetric, and no square is negative",
    _cauchy_schwarz,
)


def cauchy_schwarz(inner: Expr, first: Expr, second: Expr) -> Fact:
    """inner² ≤ first · second, for the inner product of two vectors and their squared norms."""
    return CAUCHY_SCHWARZ.at({uv: inner, uu: first, vv: second})


# ---- totals ----

total, count, most = sympy.symbols("total n c", real=True)
"""A sum, the number of its terms, and what none of them exceeds."""
term = sympy.Symbol("a", real=True)


def _total_at_most(step: Expr = most) -> Iterator[Obligation]:
    """By induction on the number of terms; a term more is at most `step`."""
    yield Obligation("fact", "a total of no numbers is at most 0·c", {"no number": sympy.Eq(total, 0)}, total <= 0)
    yield Obligation(
        "fact",
        "a number more, of at most c, keeps the total at most nc",
        {"so far": total <= count * most, "one more": term <= step},
        total + term <= (count + 1) * most,
    )


TOTAL_AT_MOST = General(
    "n numbers of at most c have a total of at most nc",
    sympy.Le(total, count * most),
    "lemma",
    "a sum of n numbers is at most n times the greatest, shown by induction on n",
    _total_at_most,
)


def total_at_most(sum_: Expr, number: Expr, greatest: Expr) -> Fact:
    """sum_ ≤ number · greatest, for a sum of so many numbers, none above `greatest`."""
    return TOTAL_AT_MOST.at({total: sum_, count: number, most: greatest})


# ---- Sylvester ----

SHOWN = range(1, 5)
"""The dimensions in which the determinants themselves are computed, too."""

determinant = sympy.Symbol("det(I+uvᵀ)", real=True)

Blocks = list[list[Expression]]


def _sylvester(sign: int = 1) -> str:
    """(I 0; vᵀ 1)(I + uvᵀ u; 0 1)(I 0; −vᵀ 1) = (I u; 0 1 + vᵀu), for matrices of any size.

    All four are block triangular, so their determinants are 1, det(I + uvᵀ), 1 and 1 + ⟨u,v⟩.
    """
    space = Matrices(transposes={"u": "uᵀ", "v": "vᵀ"})
    u, v, one, zero = space.letter("u"), space.letter("v"), space.number(1), space.number(0)
    left = [[one, zero], [v.T, one]]
    middle = [[one + u * v.T, u], [zero, one]]
    right = [[one, zero], [v.T * -1, one]]
    product = _times(_times(left, middle), right)
    stated = [[one, u], [zero, one + v.T * u * sign]]
    for row, due in zip(product, stated, strict=True):
        for entry, other in zip(row, due, strict=True):
            if not space.equal(entry, other):
                raise NotShown(f"the product of the block matrices has {dict(entry.terms)}, not {dict(other.terms)}")
    for dimension in SHOWN:
        p = sympy.Matrix(sympy.symbols(f"u1:{dimension + 1}"))
        q = sympy.Matrix(sympy.symbols(f"v1:{dimension + 1}"))
        gap = (sympy.eye(dimension) + p * q.T).det(method="berkowitz") - 1 - p.dot(q)
        if sympy.expand(gap) != 0:
            raise NotShown(f"det(I + uvᵀ) is not 1 + ⟨u,v⟩ in dimension {dimension}")
    return (
        "(I 0; vᵀ 1)(I + uvᵀ u; 0 1)(I 0; −vᵀ 1) = (I u; 0 1 + vᵀu) for vectors of any length (algebra of letters that "
        f"do not commute); in dimensions {SHOWN[0]} to {SHOWN[-1]} both sides are one polynomial (sympy)"
    )


def _times(first: Blocks, second: Blocks) -> Blocks:
    return [[row[0] * second[0][j] + row[1] * second[1][j] for j in range(2)] for row in first]


SYLVESTER = General(
    "Sylvester: det(I + uvᵀ) = 1 + ⟨u,v⟩",
    sympy.Eq(determinant, 1 + uv),
    "theorem",
    "det(AB) = det(A)·det(B), and a block triangular matrix has the product of its blocks' determinants",
    _sylvester,
)


def sylvester(det: Expr, inner: Expr) -> Fact:
    """det = 1 + inner, for det(I + uvᵀ) and ⟨u,v⟩."""
    return SYLVESTER.at({determinant: det, uv: inner})
