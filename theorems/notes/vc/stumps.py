"""The VC dimension of decision stumps over R^d, and of votes of T of them."""

from collections.abc import Iterator

import sympy
from sympy import And, Eq, Not, Or, log

from learncheck.strategies.play.case import Trace
from learncheck.strategies.points.sets import (
    BoostedStumpsSet,
    StumpDimension,
    all_stump_dimensions,
    boosted_stumps_sets,
    stump_dimensions,
)
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.proof import Chain, Fact, Obligation
from learncheck.theorems.language.trusted import General
from learncheck.theorems.notes.pac.finite_classes import in_powers

S, V = sympy.symbols("S V", nonnegative=True)
d, T = sympy.symbols("d T", positive=True)
K = sympy.Symbol("K", positive=True)
MEANS = {
    S: "the size of a shattered set",
    V: "the VC dimension",
    d: "the dimension of the space",
    T: "the stumps in a vote",
    K: "the binary digits of $d$",
}

# ---- few labellings: the upper bound ----

power, points, dimension = sympy.symbols("2^V V d", real=True)


def _few_labellings(split: int = 1, signs: int = 2) -> Iterator[Obligation]:
    """Yield the proof of the upper bound: stumps label V points in at most 2d(V + 1) ways.

    A coordinate cuts V points in at most V + 1 ways, a stump is a cut with a sign, and there are d coordinates.
    """
    low, high, low2, high2, x, z = sympy.symbols("θ θ′ φ φ′ x z", real=True)
    yield Obligation(
        "fact",
        r"a point $x$ more does not split two cuts: of those that a point $z$ told apart, $\theta$ and $\theta'$ below "
        r"$z$, $\varphi$ and $\varphi'$ above it, one pair has $x$ between them",
        {"below": And(low < x, x < high, high < z), "above": And(z < low2, low2 < high2)},
        Not(And(low2 < x, x < high2)),
    )
    cuts, given, all_of_them = sympy.symbols("c L_1 L", real=True)
    yield Obligation("fact", "no points have one cut", {"c": Eq(cuts, 1), "V": Eq(points, 0)}, cuts <= points + 1)
    yield Obligation(
        "fact", "a point more adds at most one", {"so far": cuts <= points + 1}, cuts + split <= points + 2
    )
    yield Obligation(
        "fact",
        "a stump of this coordinate is a cut and a sign",
        {"cuts": cuts <= points + 1, "signs": given <= signs * cuts},
        given <= 2 * (points + 1),
    )
    few = all_of_them <= 2 * dimension * (points + 1)
    yield Obligation("fact", "no coordinates, no stumps", {"L": Eq(all_of_them, 0), "d": Eq(dimension, 0)}, few)
    yield Obligation(
        "fact",
        "a coordinate more adds its stumps",
        {"so far": few, "its own": given <= 2 * (points + 1)},
        all_of_them + given <= 2 * (dimension + 1) * (points + 1),
    )
    yield Obligation(
        "fact", "no points have $2^0$ labellings", {"one": Eq(given, 1), "$2^0$": Eq(power, 1)}, given >= power
    )
    yield Obligation(
        "fact",
        "a point more in a shattered set doubles the labellings",
        {"so far": given >= power},
        2 * given >= 2 * power,
    )
    yield Obligation(
        "fact",
        "stumps give all of them",
        {"all": all_of_them >= power, "few": few},
        power <= 2 * dimension * (points + 1),
    )


FEW_LABELLINGS = General(
    r"a set of $V$ points in $\mathbb{R}^d$ that stumps shatter has $2^V \le 2d(V + 1)$",
    power <= 2 * dimension * (points + 1),
    "lemma",
    "at most $V + 1$ cuts in each coordinate, by induction on $V$, with two signs, and all labellings are given",
    _few_labellings,
)

# ---- a shattered set: the lower bound ----

digits = sympy.Symbol("2^K", real=True)


def _by_binary_digits(second: int = 1, factor: int = 2) -> Iterator[Obligation]:
    """Yield the proof that stumps shatter k points in R^(2^(k−1)), by induction on k.

    For one more point, copy all coordinates; the new point is 0 in the old coordinates and 1 in the copies. The stump
    of coordinate j, threshold ½ and sign b labels a point b(1 − 2x_j).
    """
    label, sign, coordinates, twice = sympy.symbols("y b c 2^k", real=True)
    bits = {"label": Or(Eq(label, 1), Eq(label, -1)), "sign": Or(Eq(sign, 1), Eq(sign, -1))}
    yield Obligation(
        "fact", r"the point 0 of the line, by either sign $b$", bits, Or(Eq(sign, label), Eq(-sign, label))
    )
    yield Obligation(
        "fact",
        "where coordinate $j$ and sign $b$ label the old points, so does the copy of $j$, and one of the two gives the "
        "new point its label",
        bits,
        Or(Eq(sign, label), Eq(sign * (1 - 2 * second), label)),
    )
    yield Obligation(
        "fact",
        "$2^0$ coordinates for one point",
        {"c": Eq(coordinates, 1), "2": Eq(twice, 2)},
        Eq(2 * coordinates, twice),
    )
    yield Obligation(
        "fact",
        "twice as many for a point more",
        {"so far": Eq(2 * coordinates, twice)},
        Eq(2 * (factor * coordinates), 2 * twice),
    )
    yield Obligation(
        "fact",
        r"$K$ points need no more than $d$ coordinates, where $2^{K-1} \le d < 2^K$",
        {"coordinates": Eq(2 * coordinates, digits), "K": And(digits <= 2 * dimension, dimension < digits)},
        And(coordinates <= dimension, dimension < digits),
    )


BY_BINARY_DIGITS = General(
    r"stumps shatter $K$ points of $\mathbb{R}^d$, where $K$ is the number of binary digits of $d$",
    And(points >= K, digits > dimension),
    "lemma",
    r"a point more and the coordinates twice, by induction on $K$",
    _by_binary_digits,
)

# ---- the claims ----

log_2, log_d = sympy.symbols("log_2 log_d", real=True)
P, Q, G = sympy.symbols("2ⱽ 2ᴷ G", positive=True)


def growth(a: sympy.Expr) -> Fact:
    """State 1 + a ≤ e^a, written with powers."""
    return in_powers(GROWTH.at({lemmas.a: a}))


def dimensions(trace: Trace[StumpDimension, None]) -> Values:
    """Measure V, d and K."""
    return {V: trace.case.dimension(), d: trace.case.d, K: trace.case.d.bit_length()}


STUMPS = Claim(
    "stumps-vc",
    r"$\log(d) \le \operatorname{VCdim}(\text{decision stumps over}\ \mathbb{R}^d) \le 5 + 2 \log(d)$.",
    sources=(UML("Exercise 10.4.2"),),
    kind="counting",
    label="lower",
    cases=Family(
        stump_dimensions,
        search=dict(dimension=4, largest=3),
        scout=dict(dimension=8, largest=9),
        exhaust=all_stump_dimensions,
        quick=dict(dimension=35),
        full=dict(dimension=128),
        extent="every d up to {dimension}, exactly",
    ),
    measure=dimensions,
    bound=And(V >= log(d, 2), V <= 5 + 2 * log(d)),
    proof=Chain(
        given={},
        means={r"$d \ge 1$": d >= 1},
        names={P: 2**V, Q: 2**K, G: sympy.exp(V / 8), log_2: log(2), log_d: log(d)},
        using=(
            FEW_LABELLINGS.at({power: 2**V, points: V, dimension: d}),
            BY_BINARY_DIGITS.at({digits: 2**K, points: V, dimension: d}),
            growth(log(d) - K * log(2)),
            growth(V / 8),
            growth(V * log(2) - 4 * log(2) - log(d) - V / 8),
        ),
        lines={
            r"$\log d < K \log 2 \le V \log 2$, as $1 + \log(d/2^K) \le d/2^K < 1$": log(d) <= V * log(2),
            r"$2^V \le 16d\cdot e^{V/8}$, as $(V + 1)/8 \le e^{V/8}$": 2**V <= 16 * d * sympy.exp(V / 8),
            r"so $V(\log 2 - 1/8) \le \log(16d)$": V * (log(2) - sympy.Rational(1, 8)) <= 4 * log(2) + log(d),
        },
        matched="no learner takes part; V is worked out exactly for every $d$ that is tried",
    ),
    attained_by=lambda: map(StumpDimension, (62, 64, 125)),
    remark=r"Either side is taken with the logarithm that makes it stronger: the lower with $\log_2$, the upper "
    r"with the natural one. The exact dimension is the largest $m$ with $C(m, \lfloor m/2\rfloor) \le 2d$.",
)


def votes(trace: Trace[BoostedStumpsSet, None]) -> Values:
    """Measure S, d and T."""
    return {S: trace.case.shattered(), d: trace.case.d, T: trace.case.T}


BOOSTED = Claim(
    "boosted-stumps-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps over}\ \mathbb{R}^d, T)) \ge 0.5\cdot T\cdot \log(d)$, for every "
    r"$T \ge 1$.",
    sources=(UML("Exercise 10.4.3"),),
    kind="counting",
    label="lower",
    cases=Family(
        boosted_stumps_sets,
        search=dict(points=10, dimension=20),
        scout=dict(points=8, dimension=200),
        exhaust=boosted_stumps_sets,
        quick=dict(points=10, dimension=16),
        full=dict(points=16, dimension=64),
        extent="every d up to {dimension} and T with at most {points} points: a vote for each labelling",
    ),
    measure=votes,
    bound=S >= T * log(d, 2) / 2,
    attained_by=lambda: [BoostedStumpsSet(63, 4), BoostedStumpsSet(127, 2)],
    remark=r"With $\log_2$, the stronger reading. The set has $\lceil T/2\rceil(\lfloor\log_2 d\rfloor + 1)$ "
    "points, so that the ratio tends to 1 for even $T$ and $d = 2^k - 1$.",
)
