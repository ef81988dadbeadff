"""The VC dimension of L(B, T), the votes of T members of a class B.

It is at most T(d + 1)(3 log(T(d + 1)) + 2), where d is that of B, and at least d. Source: UML Lemma 10.3, Exercise
10.4.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Annotated, NamedTuple, Self

import msgspec
import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import And, E, Eq, log

from learncheck.exact.certificates import confirmed
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Positive, Round, Rounds, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.points import shattering
from learncheck.strategies.tables.finite_class import cube
from learncheck.theorems.language import counting, lemmas, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, formally
from learncheck.theorems.language.proof import Chain, Fact
from learncheck.theorems.language.step import Step, always
from learncheck.theorems.notes.vc.piecewise_votes import T, V
from learncheck.theorems.notes.vc.sauer import SAUER, N, binomials, d, few_changes, m, require_small_class

K = quantity("K", "the most labellings that the votes of one choice of $T$ members give")
D = sympy.Symbol("D", nonnegative=True)
"""The number of labellings by L(B, T)."""
there = quantity("N_V", "the labellings by $B$ of $V$ instances that the votes shatter")
most_there = quantity("K_V", "the most labellings of them that the votes of one choice of $T$ members give")
few = quantity("Φ_d", r"$\sum_{i\le d} \binom{V}{i}$")
few_votes = quantity("Φ_T", r"$\sum_{i\le T} \binom{V}{i}$")


# ---- cases ----

MOST_VOTERS = 4
"""The most hypotheses for which `vote_patterns` is complete."""


class VotesCounted(NamedTuple):
    """Counts for a class B and for its votes.

    labellings:         the number of labellings by B.
    dimension:          the VC dimension of B.
    most_by_one_choice: the most labellings by votes of one choice of T members.
    votes:              the number of labellings by votes of all choices.
    dimension_of_votes: the VC dimension of votes.
    labellings_there, most_there: labellings and most_by_one_choice, on a largest set that votes shatter.
    """

    labellings: int
    dimension: int
    most_by_one_choice: int
    votes: int
    dimension_of_votes: int
    labellings_there: int
    most_there: int


class FiniteVotes(Case, frozen=True, tag="finite-votes"):
    """A finite class B as a matrix, one row per hypothesis and one column per instance, and the votes of T members."""

    hypotheses: tuple[tuple[int, ...], ...]
    T: Annotated[int, msgspec.Meta(ge=1, le=MOST_VOTERS)]

    def __post_init__(self) -> None:
        require_small_class(self.hypotheses)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, VotesCounted]:
        """Enumerate the labellings by B and by votes, and compute the VC dimensions of both."""
        rows = np.unique(np.array(self.hypotheses), axis=0)
        m = rows.shape[1]
        base = np.unique((rows < 0).astype(np.int64) @ (1 << np.arange(m)))
        of_choices = list(votes_over(rows, self.T))
        votes = np.unique(np.concatenate(of_choices))
        there = largest_shattered(votes, m)
        facts = VotesCounted(
            labellings=len(base),
            dimension=largest_shattered(base, m).bit_count(),
            most_by_one_choice=max(map(len, of_choices)),
            votes=len(votes),
            dimension_of_votes=there.bit_count(),
            labellings_there=len(np.unique(base & there)),
            most_there=max(len(np.unique(codes & there)) for codes in of_choices),
        )
        return Trace(self, Rounds([m], [len(votes)], [self.T], mistakes=[False]), facts)


def finite_votes(choices: Choices, *, points: int, voters: int, rows: int | None = None) -> FiniteVotes:
    """Classes on at most `points` instances, with votes of up to `voters`. Shrinks to one of each.

    The classes have at most `rows` hypotheses, or are all sets of them.
    """
    return FiniteVotes(choices.rows(choices.integer(1, points), rows), choices.integer(1, voters))


def classes_of_dimension_three(choices: Choices, *, points: int, rows: int, fours: int) -> FiniteVotes:
    """Classes that shatter the first three instances, with up to `rows` further hypotheses and votes of 3.

    One in `fours` has votes of 4. Shrinks to the cube and votes of 3.
    """
    m = choices.integer(3, points)
    beyond = m - 3
    shattering = [(*row, *choices.labels(beyond)) for row in cube(3)]
    T = 3 if choices.integer(1, fours) < fours else 4
    further = choices.many(lambda: choices.labels(m), most=rows)
    return FiniteVotes(tuple(dict.fromkeys([*shattering, *further])), T)


# ---- the upper bound ----


def dimensions(trace: Trace[FiniteVotes, VotesCounted]) -> Values:
    """Measure V, d, T, m, N, K and D, the same on V shattered instances, and sums of binomials."""
    case, facts = trace.case, trace.facts
    points = len(case.hypotheses[0])
    return {
        V: facts.dimension_of_votes,
        d: facts.dimension,
        T: case.T,
        m: points,
        N: facts.labellings,
        K: facts.most_by_one_choice,
        D: facts.votes,
        there: facts.labellings_there,
        most_there: facts.most_there,
        few: binomials(facts.dimension_of_votes, facts.dimension),
        few_votes: binomials(facts.dimension_of_votes, case.T),
        SAUER: binomials(points, facts.dimension),
    }


def many_instances(round: Round) -> bool:
    """Whether m ≥ T, as Sauer's lemma in the form (em/T)^T requires."""
    return bool(round.instance >= round.label)


CHOSEN = Step("$B$ has at most $(em/d)^d$ labellings of $m$ instances", N <= (E * m / d) ** d, many_instances)
COMBINED = Step("the votes of one choice give at most $(em/T)^T$", K <= (E * m / T) ** T, many_instances)
TOGETHER = Step("$L(B, T)$ has at most as many labellings as choices and votes together", D <= N**T * K, always)

W = sympy.Max(V, T, d)
"""The notes assume that this is V; otherwise there is nothing to show."""
log_w, log_d, log_t, log_a = sympy.symbols("log_W log_d log_T log_a", real=True)
"""Logarithms; a = T(d + 1)."""
ln2, ln3, ln_ln2 = sympy.symbols("ln2 ln3 lnln2", real=True)
"""log 2, log 3, log log 2."""


def lemma_a1(x: sympy.Expr, a: sympy.Expr) -> Fact:
    """log x ≤ x·log 2/(2a) + log(2a/log 2) − 1, for positive x and a.

    This is log(1 + z) ≤ z at 1 + z = x·log 2/(2a), the core of Lemma A.1: x ≤ c·log x implies x ≤ 2c·log c.
    """
    quotient = x * log(2) / (2 * a)
    logarithm = log(x) + log(log(2)) - log(2) - log(a)  # of the quotient
    return replace(
        lemmas.LOG_BELOW.at({lemmas.a: quotient - 1}),
        relation=sympy.Implies(And(x > 0, a > 0), logarithm <= quotient - 1),
    )


SAUER_TWICE = V * log(2) <= d * T * (1 + log(W) - log(d)) + T * (1 + log(W) - log(T))

SHATTERED = Step(
    r"as $V$ instances are shattered, $2^V \le (eW/d)^{dT}\cdot(eW/T)^T$, in logarithms, for the greatest $W$ of $V$, "
    "$T$ and $d$",
    SAUER_TWICE,
    always,
)

share_d, compound_d, limit_d, share_t, compound_t, limit_t = sympy.symbols(
    "(d/W)^d (1+d/W)^V e^(dV/W) (T/W)^T (1+T/W)^V e^(TV/W)", positive=True
)
tuples, shattered = sympy.symbols("N_V^T 2^V", positive=True)
log_there, log_most = sympy.symbols("log_N_V log_K_V", real=True)


def in_logarithms(number: sympy.Expr, k: sympy.Expr) -> Fact:
    """log N + k·log(k/W) ≤ kV/W where N(k/W)^k ≤ e^(kV/W)."""
    product, most = number * (k / W) ** k, sympy.exp(k * V / W)
    return replace(
        lemmas.LOG_RISES.at({lemmas.x: product, lemmas.y: most}),
        relation=sympy.Implies(And(number > 0, product <= most), log(number) + k * (log(k) - log(W)) <= k * V / W),
    )


def product_in_logarithms() -> Fact:
    """V·log 2 ≤ T·log N_V + log K_V where 2^V ≤ N_V^T K_V."""
    product = there**T * most_there
    return replace(
        lemmas.LOG_RISES.at({lemmas.x: 2**V, lemmas.y: product}),
        relation=sympy.Implies(
            And(there > 0, most_there > 0, 2**V <= product), V * log(2) <= T * log(there) + log(most_there)
        ),
    )


votes_of_members = trusted.General(
    r"votes of $T$ given members label $V$ instances in at most $\sum_{i\le T} \binom{V}{i}$ ways",
    most_there <= few_votes,
    of=(most_there, few_votes),
    cited="they are halfspaces of T coordinates, UML Theorem 9.2, with Sauer's lemma; it is not proved here",
)

MANY_ROUNDS = Premise(r"$T \ge 3$", lambda trace: trace.case.T >= 3, T >= 3)
LARGE_DIMENSION = Premise(r"$d \ge 3$", lambda trace: trace.facts.dimension >= 3, d >= 3)

UPPER_PROOF = Chain(
    assuming=formally(MANY_ROUNDS, LARGE_DIMENSION),
    means={"there is a labelling": there >= 1, "there is a vote": most_there >= 1},
    names={
        share_d: (d / W) ** d,
        compound_d: (1 + d / W) ** V,
        limit_d: sympy.exp(d * V / W),
        share_t: (T / W) ** T,
        compound_t: (1 + T / W) ** V,
        limit_t: sympy.exp(T * V / W),
        tuples: there**T,
        shattered: 2**V,
        log_there: log(there),
        log_most: log(most_there),
        log_w: log(W),
        log_d: log(d),
        log_t: log(T),
        log_a: log(T * (d + 1)),
        ln2: log(2),
        ln3: log(3),
        ln_ln2: log(log(2)),
    },
    using=(
        counting.sauer(there, few),
        counting.partial_binomial(few, d / W, (d / W) ** d, (1 + d / W) ** V),
        lemmas.COMPOUND.at({lemmas.a: d / W, lemmas.k: V}),
        in_logarithms(there, d),
        votes_of_members(most_there, few_votes),
        counting.partial_binomial(few_votes, T / W, (T / W) ** T, (1 + T / W) ** V),
        lemmas.COMPOUND.at({lemmas.a: T / W, lemmas.k: V}),
        in_logarithms(most_there, T),
        trusted.total_at_most(2**V, there**T, most_there),
        product_in_logarithms(),
        lemmas.LOG_RISES.at({lemmas.x: 3, lemmas.y: d}),
        lemmas.LOG_RISES.at({lemmas.x: 3, lemmas.y: T}),
        lemmas.LOG_RISES.at({lemmas.x: 3, lemmas.y: T * (d + 1)}),
        lemma_a1(W, T * (d + 1)),
    ),
    lines={
        r"$N_V(d/W)^d \le (1 + d/W)^V \le e^{dV/W}$": there * (d / W) ** d <= sympy.exp(d * V / W),
        r"$N_V \le (eW/d)^d$, in logarithms": log(there) <= d * (1 + log(W) - log(d)),
        r"$K_V(T/W)^T \le (1 + T/W)^V \le e^{TV/W}$": most_there * (T / W) ** T <= sympy.exp(T * V / W),
        r"$K_V \le (eW/T)^T$, in logarithms": log(most_there) <= T * (1 + log(W) - log(T)),
        r"$2^V \le N_V^T K_V$, in logarithms": V * log(2) <= T * log(there) + log(most_there),
        r"$2^V \le (eW/d)^{dT}\cdot(eW/T)^T$, in logarithms": SAUER_TWICE,
        "$T(d + 1) > 0$": T * (d + 1) >= 12,
        r"$dT(1 + \log W - \log d) \le dT\cdot\log W$, as $d \ge 3 > e$": d * T * (1 + log(W) - log(d))
        <= d * T * log(W),
        r"$2^V \le W^{T(d+1)}$: the same for $T$": V * log(2) <= T * (d + 1) * log(W),
        r"$\log W \le W\cdot\log 2/(2a) + \log(2a/\log 2) - 1$ for $a = T(d + 1)$": T * (d + 1) * log(W)
        <= W * log(2) / 2 + T * (d + 1) * (log(2) + log(T * (d + 1)) - log(log(2)) - 1),
        r"so if $W = V$, $V\cdot\log 2/2 \le a(\log(2a/\log 2) - 1)$": (W > V)
        | (V * log(2) / 2 <= T * (d + 1) * (log(2) + log(T * (d + 1)) - log(log(2)) - 1)),
        r"$\log a > 1$": log(T * (d + 1)) > 1,
        "if $W > V$, $V$ is at most $T$ or $d$": (W <= V) | (V <= T * (d + 1)),
    },
    matched="the numbers of labellings are checked on every class that the attacks try, exactly",
    reading="$W$ is the greatest of $V$, $T$ and $d$. sauer-lemma tries Sauer's lemma on all small classes. Lemma A.1 "
    "is derived.",
)

UPPER = Claim(
    "boosted-vc-upper",
    r"$\operatorname{VCdim}(L(B, T)) \le T(\operatorname{VCdim}(B) + 1)(3\cdot \log(T(\operatorname{VCdim}(B) "
    r"+ 1)) + 2)$, for $T$ and $\operatorname{VCdim}(B)$ at least 3.",
    sources=(UML("Lemma 10.3"),),
    cases=Family(
        classes_of_dimension_three,
        extent="all classes of 8 hypotheses on up to {points:≤ _ points} instances that shatter the first three, votes "
        "of 3 and 4",
        search=dict(points=5, rows=2, fours=10),
        scout=dict(points=5, rows=1, fours=10),
        quick=dict(points=3, rows=0, fours=2),
        full=dict(points=4, rows=0, fours=2),
    ),
    assuming=(MANY_ROUNDS, LARGE_DIMENSION),
    measure=dimensions,
    bound=V <= T * (d + 1) * (3 * log(T * (d + 1)) + 2),
    latex=r"V \le T(d + 1)(3\log(T(d + 1)) + 2)",
    steps=(CHOSEN, COMBINED, TOGETHER, SHATTERED),
    proof=UPPER_PROOF,
    attained_by=lambda: [FiniteVotes(cube(3), 3), FiniteVotes(few_changes(7, 2), 3)],
    remark="0.062 is the best ratio: the labellings with at most two changes on a line have $d = 3$, and three of "
    "them vote for all those with at most six changes, $7 = (d - 1)T + 1$ against 113.5. The proof has slack as well: "
    r"it gives $2.89\cdot a\cdot(\log a + 0.06)$ for $a = T(d + 1)$. That $T$ and $d$ are at least 3 is needed for "
    r"its line $(em/d)^{dT}(em/T)^T \le m^{(d+1)T}$; without them the bound held on all classes on 3 instances and on "
    "3,000 drawn ones, at most 0.5 $(d = 0, T = 1)$.",
)

# ---- classes whose votes are no richer, and never poorer ----

NO_POORER = Claim(
    "boosted-vc-monotone",
    r"$\operatorname{VCdim}(B) \le \operatorname{VCdim}(L(B, T))$ for every class $B$ and every $T \ge 1$.",
    sources=(UML("Exercise 10.4.1"),),
    label="tight",
    cases=Family(
        finite_votes,
        extent="all classes on up to {points:≤ _ points} instances, votes of up to {voters:T ≤ _}",
        search=dict(points=3, rows=5, voters=3),
        scout=dict(points=5, rows=6, voters=3),
        quick=dict(points=2, voters=4),
        full=dict(points=3, voters=4),
    ),
    measure=dimensions,
    bound=V >= d,
    attained_by=lambda: [FiniteVotes(cube(2), 3), FiniteVotes(cube(3), 2)],
)


class BothDimensions(NamedTuple):
    """The VC dimension of the class, and that of the votes."""

    dimension: int
    dimension_of_votes: int


class WholeClass(Case, frozen=True, tag="whole-class"):
    """B = all labellings of `size` instances, and the votes of any number T of them."""

    size: Positive
    T: Positive

    def play_alone(self) -> BothDimensions:
        """Compute both dimensions.

        A vote with the weights 1, 0, ..., 0 gives each labelling, and no set is larger than the domain. If both are
        small, the dimension of the votes is also measured by enumeration.
        """
        rows = cube(self.size)
        weights = (1,) + (0,) * (self.T - 1)
        for row in rows:
            voters = (row, *(rows[t % len(rows)] for t in range(1, self.T)))
            scores = [sum(w * h[i] for w, h in zip(weights, voters, strict=True)) for i in range(self.size)]
            confirmed(all(y * score > 0 for y, score in zip(row, scores, strict=True)), f"the vote for {row}")
        of_votes = self.size
        if self.T <= MOST_VOTERS and len(rows) <= 8:
            votes = np.unique(np.concatenate(list(votes_over(np.array(rows), self.T))))
            of_votes = largest_shattered(votes, self.size).bit_count()
        return BothDimensions(self.size, of_votes)


CONSTANT = Claim(
    "boosted-vc-constant",
    r"$\operatorname{VCdim}(L(B, T)) = \operatorname{VCdim}(B)$ for every $T \ge 1$, where $B$ is the class of all "
    "functions on a finite domain.",
    sources=(UML("Exercise 10.4.1"),),
    cases=Family(
        up_to(WholeClass, size=(1, "size"), T=(1, "voters")),
        extent="up to {size:≤ _ instances} instances, T = 1, ..., {voters:T ≤ _}",
        search=dict(size=4, voters=9),
        scout=dict(size=5, voters=30),
        quick=dict(size=4, voters=8),
        full=dict(size=6, voters=20),
    ),
    measure=lambda trace: {V: trace.facts.dimension_of_votes, d: trace.facts.dimension},
    bound=Eq(V, d),
    attained_by=lambda: [WholeClass(3, 3), WholeClass(2, 4), WholeClass(3, 100)],
    remark="For $T$ up to 4 and up to 3 instances all votes are enumerated. For any $T$ the vote with the "
    "weights 1, 0, ..., 0 gives each function, and no set is larger than the domain.",
)


# ---- all votes, and the sets that they shatter ----


@cache
def vote_patterns(T: int) -> NDArray[np.bool_]:
    """All ways in which a vote of T decides: the distinct sets {x ∈ {±1}^T : ⟨w,x⟩ ≥ 0}, shape (ways, 2^T).

    Column c stands for the x with x_t = −1 iff bit t of c is set. Ties count as +1. Weights up to T are enough for
    T <= 4: the planes ⟨w,x⟩ = 0 meet in lines through vectors with entries 0 and ±1 (minors of ±1 matrices of size
    T − 1 are 0 and one other value up to sign), and every cell contains the sum of at most T of these.
    """
    require(1 <= T <= MOST_VOTERS, f"T = {T}: votes are enumerated for T from 1 to {MOST_VOTERS}")
    weights = np.array(list(product(range(-T, T + 1), repeat=T)))
    patterns: NDArray[np.bool_] = np.unique(weights @ np.array(cube(T)).T >= 0, axis=0)
    return patterns


def votes_over(rows: NDArray[np.int64], T: int) -> Iterator[NDArray[np.int64]]:
    """Yield, for every choice of T of the rows, shape (N, m), the labellings by votes as bit masks; a set bit is −1."""
    voters = min(T, len(rows))
    patterns = ~vote_patterns(voters)
    negative = (rows < 0).astype(np.int64)
    bits = 1 << np.arange(rows.shape[1])
    powers = 1 << np.arange(voters)
    for chosen in combinations(range(len(rows)), voters):
        columns = powers @ negative[list(chosen)]
        yield np.unique(patterns[:, columns] @ bits)


def largest_shattered(codes: NDArray[np.int64], m: int) -> int:
    """A largest set of points that labellings of m points shatter, by trying all sets; both as bit masks."""

    def is_shattered(subset: tuple[int, ...]) -> bool:
        return bool(len(np.unique(codes & mask_of(subset))) == 2 ** len(subset))

    return mask_of(shattering.largest_shattered(range(m), is_shattered))


def mask_of(subset: Iterable[int]) -> int:
    """The set as a bit mask."""
    return sum(1 << i for i in subset)
