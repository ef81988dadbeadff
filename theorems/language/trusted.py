"""Named theorems, each shown for every dimension and every number of terms whenever a proof uses it.

- `cauchy_schwarz(⟨u,v⟩, ‖u‖², ‖v‖²)`: ⟨u,v⟩² ≤ ‖u‖²‖v‖², from 0 ≤ ‖u − tv‖² alone, so in every inner product space;
- `total_at_most(total, n, c)`: n numbers of at most c add up to at most nc, by induction on n;
- `weighted_total(total, L, g)`: weights |λ_i| of total L and numbers of at least g have a weighted total of at least
  gL, likewise;
- `dependence(n, d, ⟨w,Σλ_i x_i⟩, Σ|λ_i|)`: n > d vectors of R^d have λ_i, not all 0, with Σλ_i x_i = 0, so that the
  product with any w is 0; by induction on d (elimination);
- `partial_binomial(Φ, x, x^d, (1 + x)^m)`: Φ = C(m, 0) + … + C(m, d) has Φx^d ≤ (1 + x)^m for 0 ≤ x ≤ 1, by Pascal's
  rule;
- `sauer(N, Φ)`: a class of VC dimension at most d gives m instances at most Φ = C(m, 0) + … + C(m, d) labellings. It is
  cited: the arithmetic of an induction on m is shown, what it says of set systems is not;
- `matrix_determinant(det, ⟨u,v⟩)`: det(I + uvᵀ) = 1 + ⟨u,v⟩, by induction on d from what defines determinants: linear
  in each row, 0 for equal rows, 1 for I.

Each is a `General` relation between symbols; called with terms, it gives the fact with these in the symbols' place.
That the terms are inner products, or such a total, is a statement of the proof that uses the fact.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.signs import NotShown
from learncheck.theorems.language.latex import put_at
from learncheck.theorems.language.proof import Fact, Obligation, terms_for
from learncheck.theorems.language.sentence import Sentence

Expr = Any


@dataclass(frozen=True)
class General:
    """A relation between particular kinds of quantities (inner products, a total), and the function that shows it.

    Calling it with terms in the order of the symbols `of` puts them in the place of these. Where it is `cited`, what it
    shows does not make up its proof, or rests on what is cited: these words name the source.
    """

    words: str
    stated: Boolean
    because: str
    of: tuple[sympy.Symbol, ...]
    shows: Callable[..., Iterable[Obligation]]
    cited: str = ""

    def shown(self) -> Iterable[Obligation]:
        """Show it again."""
        return self.shows()

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
            told = f"{self.cited}; it is not proved here, though lines of its proof are"
            return Fact(words, relation, "theorem", told, self.shown, put)
        return Fact(words, relation, "lemma", self.because, self.shown, put)


def general(
    words: str, stated: Boolean, because: str, *, of: tuple[sympy.Symbol, ...] = (), cited: str = ""
) -> Callable[[Callable[..., Iterable[Obligation]]], General]:
    """Make a lemma of the decorated proof, or a theorem if it is cited.

    What the proof takes as arguments is there to be made wrong by tests.
    """
    return lambda shows: General(words, stated, because, of, shows, cited)


# ---- Cauchy–Schwarz ----

uu, uv, vv = (sympy.Symbol(name, real=True) for name in ("‖u‖²", "⟨u,v⟩", "‖v‖²"))
"""The inner products of two vectors."""
t = sympy.Symbol("t", real=True)


def squared_distance(t: Expr) -> Expr:
    """‖u − tv‖², since inner products are bilinear and symmetric."""
    return uu - 2 * t * uv + t**2 * vv


@general(
    r"Cauchy–Schwarz: $\langle u,v\rangle^2 \le \|u\|^2\|v\|^2$",
    sympy.Le(uv**2, uu * vv),
    "Cauchy–Schwarz, shown in every dimension: inner products are bilinear and symmetric, and no square is negative",
    of=(uv, uu, vv),
)
def cauchy_schwarz(distance: Callable[[Expr], Expr] = squared_distance) -> Iterator[Obligation]:
    """0 ≤ ‖u − tv‖² for every t, so for t = ⟨u,v⟩/‖v‖² if v ≠ 0, and otherwise for a large t."""
    square = {r"no vector has a negative square: $\|u - tv\|^2 \ge 0$": sympy.Ge(distance(t), 0)}
    yield Obligation(
        r"Cauchy–Schwarz where $v \ne 0$: $\|u - tv\|^2 \ge 0$ at $t = \langle u,v\rangle/\|v\|^2$",
        {r"$\|v\|^2 > 0$": sympy.Gt(vv, 0), r"$t\|v\|^2 = \langle u,v\rangle$": sympy.Eq(t * vv, uv), **square},
        sympy.Le(uv**2, uu * vv),
    )
    yield Obligation(
        r"Cauchy–Schwarz where $\|v\| = 0$: $\|u - tv\|^2 \ge 0$ at $2t\langle u,v\rangle = \|u\|^2 + 1$, unless "
        r"$\langle u,v\rangle = 0$",
        {
            r"$\|v\|^2 = 0$": sympy.Eq(vv, 0),
            r"$2t\langle u,v\rangle = \|u\|^2 + 1$": sympy.Eq(uv, 0) | sympy.Eq(2 * t * uv, uu + 1),
            **square,
        },
        sympy.Le(uv**2, uu * vv),
    )


# ---- totals ----

total, count, most = sympy.symbols("total n c", real=True)
"""A sum, the number of its terms, and an upper limit of each term."""
term = sympy.Symbol("a", real=True)


@general(
    "$n$ numbers of at most $c$ have a total of at most $nc$",
    sympy.Le(total, count * most),
    "a sum of $n$ numbers is at most $n$ times the greatest, shown by induction on $n$",
    of=(total, count, most),
)
def total_at_most(step: Expr = most) -> Iterator[Obligation]:
    """By induction on the number of terms; one more term is at most `step`."""
    yield Obligation(r"a total of no numbers is at most $0\cdot c$", {"no number": sympy.Eq(total, 0)}, total <= 0)
    yield Obligation(
        "a number more, of at most $c$, keeps the total at most $nc$",
        {"so far": total <= count * most, "one more": term <= step},
        total + term <= (count + 1) * most,
    )


heaviness, least = sympy.symbols("L g", real=True)
"""The total of weights |λ_i|, and a lower limit of the weighted numbers."""
weight = sympy.Symbol("λ", real=True)


@general(
    "weights of total $L$ and numbers of at least $g$ have a weighted total of at least gL",
    sympy.Ge(total, heaviness * least),
    "each term is at least its weight times $g$, shown by induction on their number",
    of=(total, heaviness, least),
)
def weighted_total(step: Expr = least) -> Iterator[Obligation]:
    """By induction on the number of terms; one more number is at least `step`."""
    nothing = {"no weighted total": sympy.Eq(total, 0), "no weights": sympy.Eq(heaviness, 0)}
    yield Obligation(r"a weighted total of no numbers is at least $0\cdot g$", nothing, total >= heaviness * least)
    yield Obligation(
        "a number more, of at least $g$, with a weight of at least 0 keeps the total at least gL",
        {"so far": total >= heaviness * least, "one more": term >= step, "its weight": weight >= 0},
        total + weight * term >= (heaviness + weight) * least,
    )


# ---- partial sums of binomials ----

partial, x, power, compound = sympy.symbols("Φ x x^d (1+x)^m", real=True)
"""C(m, 0) + … + C(m, d), a number between 0 and 1, its d-th power, and the m-th of 1 + x."""


@general(
    r"$(C(m, 0) + \ldots + C(m, d))x^d \le (1 + x)^m$ for $0 \le x \le 1$",
    sympy.Implies((x >= 0) & (x <= 1), partial * power <= compound),
    r"term by term $C(m, i)x^d \le C(m, i)x^i$, and the binomial theorem, both by induction with Pascal's rule",
    of=(partial, x, power, compound),
)
def partial_binomial(factor: Expr = 1 + x) -> Iterator[Obligation]:
    """Φ_d x^d ≤ P_d = Σ_{i≤d} C(m, i)x^i by induction on d, and P_d ≤ (1 + x)^m by induction on m.

    P_d(m + 1) = P_d(m) + x·P_{d−1}(m), by Pascal's rule C(m + 1, i) = C(m, i) + C(m, i − 1).
    """
    weighted, before, c = (sympy.Symbol(name, real=True) for name in ("P_d", "P_{d−1}", "C(m,d)"))
    on = {r"$0 \le x \le 1$": (x >= 0) & (x <= 1)}
    one = {
        "$x^0 = 1$": sympy.Eq(power, 1),
        r"$\Phi$ and $P$ are $C(m, 0) = 1$": sympy.Eq(partial, 1) & sympy.Eq(weighted, 1),
    }
    yield Obligation(r"$\Phi_0 x^0 \le P_0$", one, partial * power <= weighted)
    yield Obligation(
        r"$\Phi_d x^d \le P_d$ with a term $C(m, d)x^d$ more on the right, and $x$ times as much and that term on "
        "the left",
        {"so far": partial * power <= weighted, "no number is negative": (partial >= 0) & (power >= 0), **on},
        (partial + c) * (x * power) <= weighted + c * (x * power),
    )
    none = {"$C(0, 0) = 1$ alone": sympy.Eq(weighted, 1), "$(1 + x)^0 = 1$": sympy.Eq(compound, 1)}
    yield Obligation(r"$P_d \le (1 + x)^m$ for $m = 0$", none, weighted <= compound)
    yield Obligation(
        r"$P_d \le (1 + x)^m$ with $m$ one more: $P_d + x\cdot P_{d-1} \le (1 + x)P_d$",
        {"so far": weighted <= compound, "$P_d$ has more terms": before <= weighted, **on},
        weighted + x * before <= factor * compound,
    )
    yield Obligation(
        r"$\Phi_d x^d \le P_d \le (1 + x)^m$",
        {"first": partial * power <= weighted, "then": weighted <= compound},
        partial * power <= compound,
    )


# ---- Sauer's lemma ----

labellings = sympy.Symbol("N", real=True)
"""The number of labellings of m instances that a class of VC dimension at most d gives."""


@general(
    r"Sauer's lemma: a class of VC dimension at most $d$ gives $m$ instances at most $C(m, 0) + \ldots + C(m, d)$ "
    "labellings",
    sympy.Le(labellings, partial),
    "by induction on $m$: the labellings without the last instance, and those that it has both labels with, which "
    "shatter no more than $d - 1$",
    of=(labellings, partial),
    cited="Sauer (1972), UML Lemma 6.10",
)
def sauer(more: int = 1, before: int = 1) -> Iterator[Obligation]:
    """By induction on m, for all d at once, N ≤ Φ_d(m) = C(m, 0) + … + C(m, d).

    Restrict a class F on m + 1 instances to the first m: F_1 are the labellings that are left, F_2 those of them that F
    gives with both labels of the last instance. F_1 shatters nothing that F does not. If F_2 shatters a set, F shatters
    it with the last instance.
    """
    whole, one, two, extensions, twice = sympy.symbols("|F| |F_1| |F_2| e b", real=True)
    size, d, label = sympy.symbols("s d z", real=True)
    names = ("Φ_d(m+1)", "Φ_d(m)", "Φ_{d−1}(m)", "C(m,d)", "C(m,d−1)")
    after, same, fewer, c, c_before = (sympy.Symbol(name, real=True) for name in names)
    yield Obligation(
        "no instances have one labelling",
        {"N": labellings <= 1, r"$\Phi_d(0)$": sympy.Eq(partial, 1)},
        labellings <= partial,
    )
    yield Obligation(
        "a labelling in $F_1$ has one extension in $F$, or two if it is in $F_2$",
        {
            "so far": sympy.Eq(whole, one + two),
            "its extensions": (sympy.Eq(extensions, 1) & sympy.Eq(twice, 0))
            | (sympy.Eq(extensions, 2) & sympy.Eq(twice, 1)),
        },
        sympy.Eq(whole + extensions, one + 1 + two + twice),
    )
    yield Obligation(
        "both labels of the last instance are those of an extension",
        {"z": sympy.Eq(label, 1) | sympy.Eq(label, -1)},
        sympy.Eq(label, 1) | sympy.Eq(label, 1 - 2 * more),
    )
    yield Obligation(
        r"so $F_2$ shatters no more than $d - 1$ instances",
        {"with the last one": size + more <= d},
        size <= d - before,
    )
    yield Obligation(
        "for $d = 0$ $F_2$ is empty: $F$ would shatter the last instance",
        {"d": sympy.Eq(d, 0), "F_2": two >= 0, "a member": sympy.Implies(two > 0, more <= d)},
        sympy.Eq(two, 0),
    )
    first = {r"$\Phi_0 = 1$": sympy.Eq(after, 1) & sympy.Eq(same, 1), r"$\Phi_{-1} = 0$": sympy.Eq(fewer, 0)}
    yield Obligation("Pascal's rule, one term", first, sympy.Eq(after, same + fewer))
    yield Obligation(
        "Pascal's rule, a term more",
        {"so far": sympy.Eq(after, same + fewer)},
        sympy.Eq(after + (c + c_before), (same + c) + (fewer + c_before)),
    )
    yield Obligation(
        "an instance more",
        {
            "$F$": sympy.Eq(whole, one + two),
            "$F_1$ and $F_2$": (one <= same) & (two <= fewer),
            "Pascal": sympy.Eq(after, same + before * fewer),
        },
        whole <= after,
    )


# ---- linear dependence ----

vectors, dimension = sympy.symbols("n d", real=True)
"""The number of vectors, and the number of coordinates of each."""
combination = sympy.Symbol("Σλ⟨w,x⟩", real=True)
"""⟨w, Σλ_i x_i⟩, for any w."""


@general(
    r"more than $d$ vectors of $\mathbb{R}^d$ are dependent: $\lambda_i$, not all 0, have $\sum\lambda_i x_i = 0$",
    sympy.Implies(vectors > dimension, sympy.Eq(combination, 0) & (heaviness > 0)),
    "elimination, by induction on the number of coordinates; of more vectors leave out all but $d + 1$",
    of=(vectors, dimension, combination, heaviness),
)
def dependence(multiple: int = -1) -> Iterator[Obligation]:
    """By induction on the number of coordinates; there is one more vector than coordinates.

    If all last coordinates c_i are 0, leave out a vector and the coordinate. Otherwise take a vector p with c ≠ 0 out:
    y_i = x_i − q_i p with q_i c = c_i has last coordinate 0, so Σλ_i y_i = 0 for some λ_i, not all 0. With
    μ = −Σλ_i q_i for p itself, Σλ_i x_i + μp = 0.
    """
    a, c, q, of, p, last, reduced, mu = sympy.symbols("a c q c_i p k r μ", real=True)
    yield Obligation(r"one vector without coordinates, $\lambda = 1$: not all $\lambda$ are 0",
                     {r"$\lambda$": sympy.Eq(weight, 1)},
                     weight > 0)  # fmt: skip
    yield Obligation(
        "if the last coordinates are 0, so is that of every combination: a term more",
        {"so far": sympy.Eq(last, 0), "its coordinate": sympy.Eq(of, 0)},
        sympy.Eq(last + weight * of, 0),
    )
    so_far = sympy.Eq(reduced, total - mu * p * multiple)
    yield Obligation(
        r"of no terms $\sum\lambda_i y_i = \sum\lambda_i x_i + \mu p$, for $\mu = 0$",
        {"no terms": sympy.Eq(reduced, 0) & sympy.Eq(total, 0), r"$\mu$": sympy.Eq(mu, 0)},
        so_far,
    )
    more = {reduced: reduced + weight * (a - q * p), total: total + weight * a, mu: mu - weight * q}
    yield Obligation(
        r"a term $\lambda(x - qp)$ more changes $\mu$ by $-\lambda q$, and $\sum\lambda_i y_i = \sum\lambda_i x_i "
        r"+ \mu p$ stays, in each coordinate",
        {"so far": so_far},
        so_far.xreplace(more),
    )
    yield Obligation(
        "as $y_i$ has last coordinate 0, any combination has",
        {"q": sympy.Eq(q * c, of), "so far": sympy.Eq(last, 0)},
        sympy.Eq(last + weight * (of - q * c), 0),
    )
    yield Obligation(
        r"$\sum\lambda_i y_i = 0$ is $\sum\lambda_i x_i + \mu p = 0$, in each coordinate",
        {r"$\sum\lambda_i y_i$": so_far, "it is 0": sympy.Eq(reduced, 0)},
        sympy.Eq(total + mu * p, 0),
    )
    yield Obligation(
        r"$\mu$ more keeps $\sum|\lambda_i|$ above 0",
        {"not all are 0": heaviness > 0},
        heaviness + sympy.Max(mu, -mu) > 0,
    )
    yield Obligation(
        r"a coordinate more keeps $\langle w, \sum\lambda_i x_i\rangle$ at 0",
        {"so far": sympy.Eq(combination, 0), "its coordinate": sympy.Eq(total, 0)},
        sympy.Eq(combination + a * total, 0),
    )


# ---- the determinant of I + uvᵀ ----

SHOWN = range(1, 5)
"""The dimensions in which the determinants themselves are also computed."""

determinant = sympy.Symbol("det(I+uvᵀ)", real=True)
STATED = sympy.Eq(determinant, 1 + uv)


@general(
    r"the matrix determinant lemma: $\det(I + uv^\top) = 1 + \langle u,v\rangle$",
    STATED,
    "by induction on $d$, from what defines determinants: linear in each row, 0 for equal rows, 1 for $I$",
    of=(determinant, uv),
)
def matrix_determinant(times: int = 1) -> Iterator[Obligation]:
    """By induction on d, from what defines determinants: linear in each row, 0 for equal rows, 1 for I.

    The last row of I + uvᵀ is e_d + u_d·vᵀ. With e_d in its place, the determinant is that with one coordinate fewer.
    With vᵀ in its place, row i minus u_i times it is e_i, which leaves a triangular matrix of determinant v_d.
    """
    entry, unit, first, second, u, v = sympy.symbols("a e det_1 det_2 u_i v_j", real=True)
    yield Obligation("of no coordinates", {"det": sympy.Eq(determinant, 1), "⟨u,v⟩": sympy.Eq(uv, 0)}, STATED)
    yield Obligation(
        r"row $i$ of $I + uv^\top$ less $u_i$ times $v^\top$ is $e_i$, in each coordinate",
        {"its entry": sympy.Eq(entry, unit + u * v)},
        sympy.Eq(entry - times * u * v, unit),
    )
    yield Obligation(
        r"a coordinate more, of $u_d$ and $v_d$",
        {
            "with $e_d$ in the last row": sympy.Eq(first, 1 + uv),
            r"with $v^\top$": sympy.Eq(second, v),
            "linear in the last row": sympy.Eq(determinant, first + times * u * second),
        },
        sympy.Eq(determinant, 1 + (uv + u * v)),
    )
    for dimension in SHOWN:
        p = sympy.Matrix(sympy.symbols(f"u1:{dimension + 1}"))
        q = sympy.Matrix(sympy.symbols(f"v1:{dimension + 1}"))
        gap = (sympy.eye(dimension) + p * q.T).det(method="berkowitz") - 1 - p.dot(q)
        if sympy.expand(gap) != 0:
            raise NotShown(f"det(I + uvᵀ) is not 1 + ⟨u,v⟩ in dimension {dimension}")
