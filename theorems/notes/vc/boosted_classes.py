"""Votes of T base hypotheses: which functions they express, and the VC dimension of L(B, T)."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import sympy
from sympy import And, E, Eq, Rational, log

from learncheck.exact.signs import NotShown
from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.strategies.samples import class_votes
from learncheck.strategies.samples.class_votes import FiniteVotes, Sauer, SplitClass, VotesCounted, WholeClass
from learncheck.strategies.samples.line_votes import (
    HALF,
    LineVotes,
    PiecewiseLabels,
    StumpVote,
    WorstPoint,
    all_stump_votes,
    line_votes,
    piecewise_labels,
    stump_votes,
)
from learncheck.strategies.tables.finite_class import cube
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, as_printed, quantity, sized
from learncheck.theorems.language.lemmas import COMPOUND, LOG_BELOW, LOG_RISES
from learncheck.theorems.language.premise import Premise, formally
from learncheck.theorems.language.proof import Chain, Fact, Induction, Rounds
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.language.trusted import partial_binomial, sauer
from learncheck.theorems.notes.vc.few_votes import (
    CHOICES,
    FEW_VOTES,
    binomials,
    choices,
    one_choice,
    power_of_2,
    votes_each,
)

# ---- (10.5): a piecewise constant function as a vote of stumps ----

f = quantity(
    "f", r"$\sum w_t \operatorname{sign}(x - \theta_{t-1})$, at the $x$ where $g(x)\cdot f$ is least", real=True
)
s = quantity("s", "$g(x) = (-1)^t$ there", real=True)
b = sympy.Symbol("b", real=True)
"""1 if T is even, otherwise 0."""

FUNCTION = (UML("10.3, (10.5)"), UML("Exercise 10.2"))


def votes_of(first: Fraction) -> Family:
    """Build the family of the function (10.5) with this w_1 and any thresholds."""
    return Family(
        partial(stump_votes, first=first),
        search=dict(thresholds=5, widest=3),
        scout=dict(thresholds=7, widest=9),
        exhaust=partial(all_stump_votes, first=first),
        quick=dict(thresholds=30),
        full=dict(thresholds=45),
        extent="T − 1 = 0, ..., {thresholds} thresholds",
    )


def worst_point(trace: Trace[StumpVote, WorstPoint]) -> Values:
    return {f: trace.facts.score, s: trace.facts.label, b: len(trace.case.thresholds) % 2}


FROM_STUMPS = Claim(
    "piecewise-from-stumps",
    r"The $h$ of (10.5) with $w_1 = -0.5$ and $w_t = (-1)^t$ equals the $g$ with $\alpha_t = (-1)^t$: "
    r"$g(x)\cdot\sum w_t \operatorname{sign}(x - \theta_{t-1}) \ge \tfrac{1}{2}$ everywhere, $\operatorname{sign}(0)$ "
    "being $-1$.",
    sources=FUNCTION,
    kind="counting",
    label="tight",
    cases=votes_of(-HALF),
    measure=worst_point,
    bound=s * f >= Rational(1, 2),
    state=lambda state, values, trace: {f: state["score"], s: state["label"]},
    proof=Induction(
        means={"$b$ is 0 or 1": Eq(b * b, b)},
        start={f: -Rational(1, 2) - b, s: -1},
        rounds={"over a threshold": Rounds(sets={s: -s, f: f - 2 * s}, when=always)},
        invariant={r"$f = s + \tfrac{1}{2} - b$": Eq(f, s + Rational(1, 2) - b), "$s$ is ±1": Eq(s * s, 1)},
        matched="no learner takes part; a round goes over a threshold from left to right",
        reading=r"Before $\theta_1$ the sum is $w_1 - \sum_{t\ge2} (-1)^t = -\tfrac{1}{2} - b$. The stump of "
        r"$\theta_t$ turns from −1 to +1 there and adds $2(-1)^{t+1}$, twice the next label.",
    ),
    attained_by=lambda: [StumpVote(()), StumpVote((0,)), StumpVote((0, 2, 5, 6))],
    repairs="piecewise-from-stumps-as-printed",
    remark="Any $w_1$ in (−2, 0) does for odd $T$ and any in (−1, 1) for even $T$; so −0.5 is what serves both. "
    r"The pieces ($\theta_{t-1}$, $\theta_t$] ask for $\operatorname{sign}(0) = -1$. $\theta_0 = -\infty$ "
    "makes the first stump a constant, as it is among the nonhomogeneous halfspaces, of which the notes "
    r"speak; over stumps with finite $\theta$ alone $f(-\infty) = -f(\infty)$, and no such vote has an odd "
    "number of pieces.",
)

FROM_STUMPS_AS_PRINTED = as_printed(
    FROM_STUMPS,
    r"The $h$ of (10.5) with $w_1 = 0.5$ and $w_t = (-1)^t$ equals the $g$ with $\alpha_t = (-1)^t$: "
    r"$g(x)\cdot\sum w_t \operatorname{sign}(x - \theta_{t-1}) > 0$.",
    label="lower",
    cases=votes_of(HALF),
    bound=s * f > 0,
    flaw="For odd $T$ the sum is 0.5 in the odd pieces and 2.5 in the even ones, so that $h = +1$ everywhere; $T "
    "= 1$ shows it. $w_1 = -0.5$ serves every $T$.",
    worked=(
        "Take T = 1: one piece, and g = α_1 = −1 everywhere.",
        "The vote is w_1·sign(x − θ_0) = {f}·1, for θ_0 = −∞, which is positive: h = +1.",
        "So h = −g: their product is negative where it should be positive.",
    ),
)

wrong = quantity("wrong", "the points at which the vote is not $g$")
stumps = quantity("N", "the stumps that it takes")
T = quantity("T", "the pieces of $g$, or the members of a vote")

ALL_PIECEWISE = Claim(
    "piecewise-functions-are-votes",
    r"$G_T \subseteq L$(decision stumps on the line, $T$): every piecewise constant function with at most $T$ pieces "
    "is a vote of at most $T$ stumps.",
    sources=(UML("10.3"),),
    kind="counting",
    label="tight",
    cases=sized(piecewise_labels, "all functions of up to {pieces} pieces", pieces=(6, 12, 7, 10)),
    measure=lambda trace: {wrong: trace.facts.wrong, stumps: trace.facts.stumps, T: len(trace.case.alphas)},
    bound=And(stumps <= T, Eq(wrong, 0)),
    attained_by=lambda: [
        PiecewiseLabels((1,)),
        PiecewiseLabels((1, -1, 1)),
        PiecewiseLabels((-1, 1, -1, 1, -1, 1, -1, 1)),
    ],
    remark="The vote is (10.5) as corrected, or its negation, over the pieces that differ.",
)

V = quantity("V", "the VC dimension of $L(B, T)$")
odd = quantity("o", "1 if $T$ is odd, otherwise 0")

UP_TO_EIGHT = sized(line_votes, "T = 1, ..., {stumps}", stumps=(5, 3, 7, 9))

ON_THE_LINE = Claim(
    "votes-on-the-line-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps on the line}, T))$ is $T + 1$ for odd $T$ and $T$ for even $T$.",
    sources=(UML("10.3, after (10.5)"), UML("Example 10.1, the VC dimension of decision stumps is 2")),
    kind="counting",
    label="exact",
    cases=UP_TO_EIGHT,
    measure=lambda trace: {V: trace.case.dimension(), T: trace.case.T, odd: trace.case.T % 2},
    bound=Eq(V, T + odd),
    attained_by=lambda: [LineVotes(1), LineVotes(2)],
    repairs="votes-on-the-line-vc-as-printed",
    remark=r"A vote without constant stumps changes sign at both ends, $f(-\infty) = -f(\infty)$, so its number "
    "of changes is odd; with one it has $T - 1$ thresholds. So $T + 1$ points cannot alternate for even "
    "$T$, and an even $T$ has the VC dimension of $T - 1$. $T = 1$ is the VC dimension 2 of the stumps.",
)

ON_THE_LINE_AS_PRINTED = as_printed(
    ON_THE_LINE,
    "$L$(decision stumps on the line, $T$) shatters any set of $T + 1$ instances, so that its VC dimension is at "
    "least $T + 1$.",
    sources=(UML("10.3, after (10.5)"),),
    label="lower",
    bound=V >= T + 1,
    flaw="$T + 1$ instances that alternate have $T + 1$ pieces, one more than $G_T$ has; votes reach them for "
    "odd $T$ alone. Two stumps shatter no 3 points of the line.",
    worked=(
        "Take T = {T} stumps and three instances of the line, labelled +, −, +: that is three pieces.",
        "Of unequal weights the larger decides alone; of equal ones the vote is positive on a ray or an interval, "
        "sign(0) being −1. No such vote is +, −, +.",
        "So no three instances are shattered: VCdim = {V}, and the notes print at least T + 1 = 3.",
    ),
)

# ---- the VC dimension of L(B, T), from above ----

d = quantity("d", "the VC dimension of $B$")
m = quantity("m", "the instances", positive=True)
N = quantity("N", "the labellings of the instances by $B$")
K = quantity("K", "the most labellings that the votes of one choice of $T$ members give")
D = sympy.Symbol("D", nonnegative=True)
"""The number of labellings by L(B, T)."""
SAUER = quantity("Φ", r"$\sum_{i\le d} \binom{m}{i}$")
there = quantity("N_V", "the labellings by $B$ of $V$ instances that the votes shatter")
most_there = quantity("K_V", "the most labellings of them that the votes of one choice of $T$ members give")
few = quantity("Φ_d", r"$\sum_{i\le d} \binom{V}{i}$")
few_votes = quantity("Φ_T", r"$\sum_{i\le T} \binom{V}{i}$")


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
        few: _binomials(facts.dimension_of_votes, facts.dimension),
        few_votes: _binomials(facts.dimension_of_votes, case.T),
        SAUER: _binomials(points, facts.dimension),
    }


def _binomials(points: int, most: int) -> int:
    """Return C(points, 0) + … + C(points, most)."""
    return sum(math.comb(points, i) for i in range(most + 1))


def many_instances(each: Round) -> bool:
    """Whether m ≥ T, as Sauer's lemma in the form (em/T)^T requires."""
    return bool(each.instance >= each.label)


CHOSEN = Step("$B$ has at most $(em/d)^d$ labellings of $m$ instances", N <= (E * m / d) ** d, many_instances)
COMBINED = Step("the votes of one choice give at most $(em/T)^T$", K <= (E * m / T) ** T, many_instances)
TOGETHER = Step("$L(B, T)$ has at most as many labellings as choices and votes together", D <= N**T * K, always)

W = sympy.Max(V, T, d)
"""The notes assume that this is V; otherwise there is nothing to show."""
log_w, log_d, log_t, log_a = sympy.symbols("log_W log_d log_T log_a", real=True)
"""Logarithms; a = T(d + 1)."""
ln2, ln3, ln_ln2 = sympy.symbols("ln2 ln3 lnln2", real=True)
"""log 2, log 3, log log 2."""


def lemma_a1(V: Any, a: Any) -> Fact:
    """State log V ≤ V·log 2/(2a) + log(2a/log 2) − 1 for positive V and a.

    This is log(1 + z) ≤ z at 1 + z = V·log 2/(2a), the core of Lemma A.1: x ≤ c·log x implies x ≤ 2c·log c.
    """
    quotient = V * log(2) / (2 * a)
    fact = LOG_BELOW.at({lemmas.a: quotient - 1})
    logarithm = log(V) + log(log(2)) - log(2) - log(a)  # of the quotient
    known = sympy.And(V > 0, a > 0)
    return replace(fact, relation=sympy.Implies(known, logarithm <= quotient - 1))


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


def in_logarithms(number: Any, k: Any) -> Fact:
    """State log N + k·log(k/W) ≤ kV/W where N(k/W)^k ≤ e^(kV/W)."""
    product, most = number * (k / W) ** k, sympy.exp(k * V / W)
    return replace(
        LOG_RISES.at({lemmas.x: product, lemmas.y: most}),
        relation=sympy.Implies(And(number > 0, product <= most), log(number) + k * (log(k) - log(W)) <= k * V / W),
    )


def product_in_logarithms() -> Fact:
    """State V·log 2 ≤ T·log N_V + log K_V where 2^V ≤ N_V^T K_V."""
    product = there**T * most_there
    return replace(
        LOG_RISES.at({lemmas.x: 2**V, lemmas.y: product}),
        relation=sympy.Implies(
            And(there > 0, most_there > 0, 2**V <= product), V * log(2) <= T * log(there) + log(most_there)
        ),
    )


COUNTED = (
    sauer(there, few),
    partial_binomial(few, d / W, (d / W) ** d, (1 + d / W) ** V),
    COMPOUND.at({lemmas.a: d / W, lemmas.k: V}),
    in_logarithms(there, d),
    FEW_VOTES.at({one_choice: most_there, binomials: few_votes}),
    partial_binomial(few_votes, T / W, (T / W) ** T, (1 + T / W) ** V),
    COMPOUND.at({lemmas.a: T / W, lemmas.k: V}),
    in_logarithms(most_there, T),
    CHOICES.at({power_of_2: 2**V, choices: there**T, votes_each: most_there}),
    product_in_logarithms(),
)
"""The facts from which SAUER_TWICE follows."""

MANY_ROUNDS = Premise(r"$T \ge 3$", lambda trace: trace.case.T >= 3, T >= 3)
LARGE_DIMENSION = Premise(r"$d \ge 3$", lambda trace: trace.facts.dimension >= 3, d >= 3)

UPPER_PROOF = Chain(
    given=formally(MANY_ROUNDS, LARGE_DIMENSION),
    means={
        "there is a labelling": there >= 1,
        "there is a vote": most_there >= 1,
    },
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
        *COUNTED,
        LOG_RISES.at({lemmas.x: 3, lemmas.y: d}),
        LOG_RISES.at({lemmas.x: 3, lemmas.y: T}),
        LOG_RISES.at({lemmas.x: 3, lemmas.y: T * (d + 1)}),
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
    matched="no learner takes part; the numbers of labellings are checked on every class that the attacks try, exactly",
    reading="$W$ is the greatest of $V$, $T$ and $d$. sauer-lemma tries Sauer's lemma on all small classes. Lemma A.1 "
    "is derived.",
)

UPPER = Claim(
    "boosted-vc-upper",
    r"$\operatorname{VCdim}(L(B, T)) \le T(\operatorname{VCdim}(B) + 1)(3\cdot \log(T(\operatorname{VCdim}(B) "
    r"+ 1)) + 2)$, for $T$ and $\operatorname{VCdim}(B)$ at least 3.",
    sources=(UML("Lemma 10.3"),),
    kind="counting",
    cases=sized(
        class_votes.classes_of_dimension_three,
        "all classes of 8 hypotheses on up to {points} instances that shatter the first three, votes of 3 and 4",
        points=(5, 5, 3, 4),
        rows=(2, 1, 0, 0),
        fours=(10, 10, 2, 2),
    ),
    given=(MANY_ROUNDS, LARGE_DIMENSION),
    measure=dimensions,
    bound=V <= T * (d + 1) * (3 * log(T * (d + 1)) + 2),
    latex=r"V \le T(d + 1)(3\log(T(d + 1)) + 2)",
    steps=(CHOSEN, COMBINED, TOGETHER, SHATTERED),
    proof=UPPER_PROOF,
    attained_by=lambda: [FiniteVotes(cube(3), 3), class_votes.few_changes(7, 2, 3)],
    remark="0.062 is the best ratio: the labellings with at most two changes on a line have $d = 3$, and three "
    "of them vote for all those with at most six changes, $7 = (d - 1)T + 1$ against 113.5. The proof has "
    r"room too: it gives $2.89\cdot a\cdot(\log a + 0.06)$ for $a = T(d + 1)$. That $T$ and $d$ are at "
    r"least 3 is needed for its line $(em/d)^{dT}(em/T)^T \le m^{(d+1)T}$; without them the bound stood on "
    "all classes on 3 instances and on 3,000 drawn ones, at most 0.5 $(d = 0, T = 1)$.",
)

# ---- classes whose votes are no richer, and never poorer ----

NO_POORER = Claim(
    "boosted-vc-monotone",
    r"$\operatorname{VCdim}(B) \le \operatorname{VCdim}(L(B, T))$ for every class $B$ and every $T \ge 1$.",
    sources=(UML("Exercise 10.4.1"),),
    kind="counting",
    label="tight",
    cases=Family(
        class_votes.finite_votes,
        search=dict(points=3, rows=5, voters=3),
        scout=dict(points=5, rows=6, voters=3),
        exhaust=class_votes.small_finite_votes,
        quick=dict(points=2, voters=4),
        full=dict(points=3, voters=4),
        extent="all classes on up to {points} instances, votes of up to {voters}",
    ),
    measure=dimensions,
    bound=V >= d,
    attained_by=lambda: [FiniteVotes(cube(2), 3), FiniteVotes(cube(3), 2)],
)

CONSTANT = Claim(
    "boosted-vc-constant",
    r"$\operatorname{VCdim}(L(B, T)) = \operatorname{VCdim}(B)$ for every $T \ge 1$, where $B$ is the class of all "
    "functions on a finite domain.",
    sources=(UML("Exercise 10.4.1"),),
    kind="counting",
    label="exact",
    cases=sized(
        class_votes.whole_classes,
        "up to {size} instances, T = 1, ..., {voters}",
        size=(4, 5, 4, 6),
        voters=(9, 30, 8, 20),
    ),
    measure=lambda trace: {V: trace.facts.dimension_of_votes, d: trace.facts.dimension},
    bound=Eq(V, d),
    attained_by=lambda: [WholeClass(3, 3), WholeClass(2, 4), WholeClass(3, 100)],
    remark="For $T$ up to 4 and up to 3 instances all votes are enumerated. For any $T$ the vote with the "
    "weights 1, 0, ..., 0 gives each function, and no set is larger than the domain.",
)

A = sympy.Symbol("A", nonnegative=True)
"""The total number of sets that the parts of the class shatter; before the first look, of those they may shatter."""
either, both = sympy.symbols("A_or A_and", nonnegative=True)
"""The total numbers of sets that at least one of the two halves of a part shatters, and that both halves shatter."""
d1 = sympy.Max(d, 1)

EMPTY_SET = Step("every part shatters the empty set", Next(N) <= Next(A), always)

e_d, power_of_m, of_e_m, compound = sympy.symbols("e^d (d/m)^d (em/d)^d (1+d/m)^m", positive=True)


def splits(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure A, N, and the numbers of sets that either half or both halves of a part shatter."""
    found = {A: state["sets"], N: state["parts"]}
    return found | ({either: state["either"], both: state["both"]} if "either" in state else {})


def first_look(each: Round) -> bool:
    """Whether this is the round that looks at the whole class."""
    return bool(each.instance == 0)


FEW_SETS = Step(
    r"a class of VC dimension $d$ shatters none but the $\Phi$ sets of at most $d$ instances", Next(A) <= A, first_look
)


def split_off(each: Round) -> bool:
    """Whether an instance is split off in this round."""
    return bool(each.instance > 0)


EITHER_OR_BOTH = Step(
    "the halves shatter as many sets as either of them does, and those that both do once more",
    Eq(Next(either) + Next(both), Next(A)),
    split_off,
)

PART_OF_MORE = Step(
    "what a half shatters the part does, and where both do also together with the instance that is split off",
    Next(either) + Next(both) <= A,
    split_off,
)


def labellings(trace: Trace[SplitClass, Sauer]) -> Values:
    facts = trace.facts
    return {N: facts.labellings, m: len(trace.case.hypotheses[0]), d: facts.dimension, SAUER: facts.largest}


def quotient_of_powers(base: Any = E * m / d1) -> str:
    """Show that (em/d)^d is e^d divided by (d/m)^d, by the laws of powers of positive numbers."""
    x, y = sympy.symbols("x y", positive=True)
    put = {d1: x, m: y}
    if sympy.simplify(sympy.log(base.subs(put) ** x * (x / y) ** x) - x) != 0:
        raise NotShown(f"({base})^d·(d/m)^d is not e^d")
    return "log((em/d)^d·(d/m)^d) = d (sympy)"


NO_MORE_THAN_ALL = Premise(r"$d \le m$", lambda trace: trace.facts.dimension <= len(trace.case.hypotheses[0]))

SAUER_PROOF = Induction(
    given={NO_MORE_THAN_ALL: d <= m},
    means={r"$\Phi \ge C(m, 0) = 1$": SAUER >= 1, r"$m \ge 1$": m >= 1},
    start={A: SAUER, N: 1},
    rounds={
        "the first look": Rounds(steps=(FEW_SETS, EMPTY_SET), when=first_look),
        "an instance is split off": Rounds(steps=(EITHER_OR_BOTH, PART_OF_MORE, EMPTY_SET), when=split_off),
    },
    invariant={r"$N \le A$: every part shatters a set": N <= A, r"$A \le \Phi$": A <= SAUER},
    names={e_d: sympy.exp(d1), power_of_m: (d1 / m) ** d1, of_e_m: (E * m / d1) ** d1, compound: (1 + d1 / m) ** m},
    using=(
        COMPOUND.at({lemmas.a: d1 / m, lemmas.k: m}),
        Fact("$(em/d)^d = e^d/(d/m)^d$", Eq(of_e_m * power_of_m, e_d), "lemma", "powers", quotient_of_powers),
        partial_binomial(SAUER, d1 / m, power_of_m, compound),
    ),
    matched="no learner takes part; a round splits the class, and all its parts, on an instance",
    reading=r"Pajor's form: a class has no more labellings than it shatters sets. A is $\Phi$ before the first "
    "look, then the number of sets that the class shatters, and in the end the number of its labellings.",
)

LABELLINGS = Claim(
    "sauer-lemma",
    r"A class of VC dimension $d$ has at most $\sum_{i\le d} \binom{m}{i}$ labellings of $m$ instances, and at most "
    r"$(em/d)^d$ if $d \ge 1$.",
    sources=(UML("Lemma 10.3, by Sauer's lemma"),),
    kind="counting",
    label="tight",
    cases=Family(
        class_votes.split_classes,
        search=dict(points=4, rows=6),
        scout=dict(points=5, rows=12),
        exhaust=class_votes.every_split_class,
        quick=dict(points=3),
        full=dict(points=3),
        extent="all classes on up to {points} instances",
    ),
    measure=labellings,
    bound=And(N <= SAUER, N <= (E * m / sympy.Max(d, 1)) ** sympy.Max(d, 1)),
    slack=(N <= (E * m / sympy.Max(d, 1)) ** sympy.Max(d, 1),),
    watch=("sets", "parts"),
    state=splits,
    given=(NO_MORE_THAN_ALL,),
    steps=(FEW_SETS, EITHER_OR_BOTH, PART_OF_MORE, EMPTY_SET),
    proof=SAUER_PROOF,
    attained_by=lambda: [
        SplitClass(class_votes.few_changes(points, changes, 1).hypotheses)
        for points, changes in ((3, 1), (5, 2), (6, 3))
    ],
)
