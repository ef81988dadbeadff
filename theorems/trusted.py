"""Named theorems that proofs trust in every dimension, each shown in small ones whenever a proof uses it.

- `cauchy_schwarz`: ⟨u,v⟩² ≤ ‖u‖²‖v‖², by the solvers in dimensions 1 to 4;
- `sylvester`: det(I + uvᵀ) = 1 + ⟨u,v⟩, by sympy in dimensions 1 to 4;
- `total_at_most`: n numbers of at most c add up to at most nc, by the solvers for n = 1 to 4.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from learncheck.theorems.proof import Fact, Obligation
from learncheck.theorems.signs import NotShown
from sympy.logic.boolalg import Boolean

Expr = Any

SHOWN = range(1, 5)
"""The dimensions in which these theorems are shown."""


@dataclass(frozen=True)
class General:
    """A relation between quantities of a kind (inner products, a total), and what shows it."""

    words: str
    stated: Boolean
    because: str
    shows: Callable[[], str | Iterable[Obligation]]

    def shown(self) -> str | Iterable[Obligation]:
        """What shows it, once more."""
        return self.shows()

    def at(self, words: str, values: Mapping[Any, Any]) -> Fact:
        """The relation with these terms in the place of its symbols."""
        put = {symbol: sympy.sympify(value) for symbol, value in values.items()}
        relation = self.stated.subs(put, simultaneous=True)
        return Fact(words, relation, "theorem", self.because, self.shown, put)


def cauchy_schwarz(inner: Expr, first: Expr, second: Expr) -> Fact:
    """inner² ≤ first · second, for the inner product of two vectors and their squared norms."""
    return CAUCHY_SCHWARZ.at(f"Cauchy–Schwarz: ({inner})² ≤ {first}·{second}", {uv: inner, uu: first, vv: second})


def _cauchy_schwarz() -> Iterator[Obligation]:
    """‖u‖²‖v‖² - ⟨u,v⟩² is the sum of all (u_i v_j - u_j v_i)², i < j, and a sum of squares is not negative."""
    for dimension in SHOWN:
        u, v = sympy.symbols(f"u1:{dimension + 1}", real=True), sympy.symbols(f"v1:{dimension + 1}", real=True)
        squares = sum(p * p for p in u) * sum(q * q for q in v)
        inner = sympy.Add(*(p * q for p, q in zip(u, v, strict=True)))
        pairs = [(i, j) for i in range(dimension) for j in range(i + 1, dimension)]
        minors = {sympy.Symbol(f"s{i + 1}{j + 1}", real=True): u[i] * v[j] - u[j] * v[i] for i, j in pairs}
        sum_of_squares = sympy.Add(*(minor**2 for minor in minors.values()))
        S, P, Q = sympy.symbols("S P Q", real=True)
        yield Obligation(
            "fact",
            f"Lagrange's identity in dimension {dimension}: ‖u‖²‖v‖² - ⟨u,v⟩² is a sum of squares",
            {},
            sympy.Eq(squares - inner**2, sum_of_squares, evaluate=False),
        )
        yield Obligation(
            "fact",
            f"Cauchy–Schwarz in dimension {dimension}, where S = ⟨u,v⟩² and P = ‖u‖²‖v‖²",
            {
                "the sum of squares": sympy.Eq(Q, sympy.Add(*(minor**2 for minor in minors))),
                "Lagrange's identity": sympy.Eq(P - S, Q),
            },
            sympy.Le(S, P),
        )


def sylvester(determinant: Expr, inner: Expr) -> Fact:
    """determinant = 1 + inner, for det(I + uvᵀ) and ⟨u,v⟩."""
    return SYLVESTER.at(f"Sylvester: {determinant} = 1 + {inner}", {det: determinant, uv: inner})


def _sylvester() -> str:
    for dimension in SHOWN:
        u = sympy.Matrix(sympy.symbols(f"u1:{dimension + 1}"))
        v = sympy.Matrix(sympy.symbols(f"v1:{dimension + 1}"))
        gap = (sympy.eye(dimension) + u * v.T).det(method="berkowitz") - 1 - u.dot(v)
        if sympy.expand(gap) != 0:
            raise NotShown(f"det(I + uvᵀ) is not 1 + ⟨u,v⟩ in dimension {dimension}")
    return f"both sides are one polynomial in dimensions {SHOWN[0]} to {SHOWN[-1]} (sympy)"


def total_at_most(total: Expr, count: Expr, most: Expr) -> Fact:
    """total ≤ count · most, for a total of so many numbers, none above `most`."""
    words = f"a total of {count} numbers of at most {most}: {total} ≤ {count}·({most})"
    return TOTAL_AT_MOST.at(words, {all_of_them: total, how_many: count, greatest: most})


def _total_at_most() -> Iterator[Obligation]:
    for count in SHOWN:
        c, total = sympy.symbols("c t", real=True)
        numbers = sympy.symbols(f"a1:{count + 1}", real=True)
        known = {f"{each} ≤ c": sympy.Le(each, c) for each in numbers}
        yield Obligation(
            "fact",
            f"{count} numbers of at most c add up to at most {count}c",
            {**known, "the total": sympy.Eq(total, sympy.Add(*numbers))},
            sympy.Le(total, count * c),
        )


uv, uu, vv, det = (sympy.Symbol(name, real=True) for name in ("⟨u,v⟩", "‖u‖²", "‖v‖²", "det(I+uvᵀ)"))
all_of_them, how_many, greatest = sympy.symbols("total n c", real=True)

CAUCHY_SCHWARZ = General(
    "Cauchy–Schwarz",
    sympy.Le(uv**2, uu * vv),
    "Cauchy–Schwarz, trusted in all dimensions and shown in 1 to 4",
    _cauchy_schwarz,
)
SYLVESTER = General(
    "Sylvester",
    sympy.Eq(det, 1 + uv),
    "Sylvester's determinant theorem, trusted in all dimensions and shown in 1 to 4",
    _sylvester,
)
TOTAL_AT_MOST = General(
    "a total",
    sympy.Le(all_of_them, how_many * greatest),
    "a sum of n numbers is at most n times the greatest, trusted for all n and shown for 1 to 4",
    _total_at_most,
)
