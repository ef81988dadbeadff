"""General theorems about sums, counts and inner products, shown for every dimension and every number of terms.

- `cauchy_schwarz(⟨u,v⟩, ‖u‖², ‖v‖²)`: ⟨u,v⟩² ≤ ‖u‖²‖v‖², since no vector has a negative square;
- `total_at_most(total, n, c)`: n numbers of at most c add up to at most nc;
- `weighted_total(total, L, g)`: weights |λ_i| of total L and numbers of at least g have a weighted total of at least
  gL;
- `dependence(n, d, ⟨w,Σλ_i x_i⟩, Σ|λ_i|)`: n > d vectors of R^d have λ_i, not all 0, with Σλ_i x_i = 0; cited;
- `matrix_determinant(det, ⟨u,v⟩)`: det(I + uvᵀ) = 1 + ⟨u,v⟩; cited.

Each is a `General` relation between symbols; called with terms, it gives the fact with these in the symbols' place.
That the terms are inner products, or such a total, is a statement of the proof that uses the fact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import sympy
from sympy import Eq, Expr
from sympy.logic.boolalg import Boolean

from learncheck.theorems.language.latex import put_at
from learncheck.theorems.language.proof import Expressions, Fact, Obligation, Words, terms_for
from learncheck.theorems.language.sentence import Sentence, worded

IN_WORDS = "lines of its proof are shown, but that these make up the proof is said in words"
"""Why a fact of which only a part is shown is one that is cited."""


@dataclass(frozen=True)
class Construction:
    """One way to construct what a general relation is about: of nothing, or of smaller things.

    values: its quantities, in terms of those of the smaller thing; those that are not named stay.
    known:  what is known of what is added.
    of:     the smaller things, each by the symbols that its quantities have in place of their own. Without any, it is
            made of nothing.
    """

    words: str
    values: Expressions
    known: Words = field(default_factory=dict)
    of: tuple[Expressions, ...] = ({},)

    def __post_init__(self) -> None:
        worded(self, "words", "known")


@dataclass(frozen=True, eq=False)
class General:
    """A relation between quantities of a kind (inner products, a total), which follows from what these are.

    It holds by induction if each of their constructions (of a sum: no terms, a term more) preserves what `holds`,
    and if it follows from this and from what is `known`. `shown` yields these obligations. Where it is `cited`, nothing
    is shown, and these words name the source.

    of:    the symbols, in the order in which a call gives terms for them.
    holds: what the induction shows; by default what is stated.
    using: facts that are known as well.
    """

    words: str
    stated: Boolean
    because: str = ""
    of: tuple[sympy.Symbol, ...] = ()
    constructions: tuple[Construction, ...] = ()
    known: Words = field(default_factory=dict)
    holds: Boolean | None = None
    using: tuple[Fact, ...] = ()
    cited: str = ""

    def __post_init__(self) -> None:
        worded(self, "known")
        if self.constructions and all(way.of for way in self.constructions):
            raise ValueError(f"{self.words}: an induction begins with something that is made of nothing")

    def shown(self) -> Iterator[Obligation]:
        """Yield what has to be shown: of every way to make such a thing, and of the relation itself."""
        if self.cited:
            return
        for fact in self.using:
            assert fact.shows is not None
            shown = fact.shows()
            assert not isinstance(shown, str)
            yield from shown
        holds = self.stated if self.holds is None else self.holds
        for way in self.constructions:
            so_far = {f"so far{f', {n}' * (n > 1)}": holds.xreplace(dict(part)) for n, part in enumerate(way.of, 1)}
            yield Obligation(way.words, {**so_far, **way.known}, holds.xreplace(dict(way.values)))
        if self.holds is not None or not self.constructions:
            hypotheses = {**self.known, **{fact.words: fact.relation for fact in self.using}}
            yield Obligation(
                self.words, {**({"so far": holds} if self.constructions else {}), **hypotheses}, self.stated
            )

    def __call__(self, *terms: Expr) -> Fact:
        if len(terms) != len(self.of):
            raise TypeError(f"{self.words}: give a term for each of {', '.join(map(str, self.of))}, not {len(terms)}")
        return self.at(dict(zip(self.of, terms, strict=True)))

    def at(self, values: Mapping[sympy.Symbol, Expr]) -> Fact:
        """The relation with these terms substituted for its symbols."""
        put = terms_for(self.stated, values, self.words)
        relation = self.stated.xreplace(put)
        renamed = {symbol: value for symbol, value in put.items() if str(symbol) != str(value)}
        words = Sentence(self.words) + ", at " + put_at(renamed, ", ") if renamed else self.words
        if self.cited:
            return Fact(words, relation, "theorem", self.cited, self.shown, put)
        return Fact(words, relation, "lemma", self.because, self.shown, put)


# ---- Cauchy–Schwarz ----

uu, uv, vv = (sympy.Symbol(name, real=True) for name in ("‖u‖²", "⟨u,v⟩", "‖v‖²"))
"""The inner products of two vectors."""


def square(a: Expr, b: Expr) -> Expr:
    """‖au + bv‖², since inner products are bilinear and symmetric."""
    return a**2 * uu + 2 * a * b * uv + b**2 * vv


cauchy_schwarz = General(
    r"Cauchy–Schwarz: $\langle u,v\rangle^2 \le \|u\|^2\|v\|^2$",
    sympy.Le(uv**2, uu * vv),
    "inner products are bilinear and symmetric, and no square is negative",
    of=(uv, uu, vv),
    known={
        r"$\|u\|^2 \ge 0$": sympy.Ge(uu, 0),
        r"$\|v\|^2 \ge 0$": sympy.Ge(vv, 0),
        r"$\|au + bv\|^2 \ge 0$ for $a = \|v\|^2$, $b = -\langle u,v\rangle$": sympy.Ge(square(vv, -uv), 0),
        r"$\|au + bv\|^2 \ge 0$ for $a = 2\langle u,v\rangle$, $b = -\|u\|^2 - 1$": sympy.Ge(
            square(2 * uv, -uu - 1), 0
        ),
    },
)

# ---- totals ----

total, count, most = sympy.symbols("total n c", real=True)
"""A sum, the number of its terms, and an upper limit of each term."""
term = sympy.Symbol("a", real=True)

total_at_most = General(
    "$n$ numbers of at most $c$ have a total of at most $nc$",
    sympy.Le(total, count * most),
    "by induction on $n$",
    of=(total, count, most),
    constructions=(
        Construction("no numbers", {total: sympy.Integer(0), count: sympy.Integer(0)}, of=()),
        Construction(
            "a number more, of at most $c$", {total: total + term, count: count + 1}, {"at most $c$": term <= most}
        ),
    ),
)

heaviness, least = sympy.symbols("L g", real=True)
"""The total of weights |λ_i|, and a lower limit of the weighted numbers."""
weight = sympy.Symbol("λ", real=True)

weighted_total = General(
    "weights of total $L$ and numbers of at least $g$ have a weighted total of at least gL",
    sympy.Ge(total, heaviness * least),
    "by induction on their number",
    of=(total, heaviness, least),
    constructions=(
        Construction("no numbers", {total: sympy.Integer(0), heaviness: sympy.Integer(0)}, of=()),
        Construction(
            "a number more, of at least $g$, with a weight of at least 0",
            {total: total + weight * term, heaviness: heaviness + weight},
            {"at least $g$": term >= least, "its weight": weight >= 0},
        ),
    ),
)

# ---- theorems that are cited ----

vectors, dimension = sympy.symbols("n d", real=True)
"""The number of vectors, and the number of coordinates of each."""
combination = sympy.Symbol("Σλ⟨w,x⟩", real=True)
"""⟨w, Σλ_i x_i⟩, for any w."""

dependence = General(
    r"more than $d$ vectors of $\mathbb{R}^d$ are dependent: $\lambda_i$, not all 0, have $\sum\lambda_i x_i = 0$",
    sympy.Implies(vectors > dimension, Eq(combination, 0) & (heaviness > 0)),
    of=(vectors, dimension, combination, heaviness),
    cited="elimination; Axler, Linear Algebra Done Right, 2.22; it is not proved here",
)

determinant = sympy.Symbol("det(I+uvᵀ)", real=True)

matrix_determinant = General(
    r"the matrix determinant lemma: $\det(I + uv^\top) = 1 + \langle u,v\rangle$",
    Eq(determinant, 1 + uv),
    of=(determinant, uv),
    cited="Harville, Matrix Algebra From a Statistician's Perspective, Theorem 18.1.1; it is not proved here",
)
