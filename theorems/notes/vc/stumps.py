"""The VC dimension of decision stumps over R^d: log₂ d ≤ VCdim ≤ 5 + 2 log d. Source: UML Exercise 10.4.2."""

from collections.abc import Iterator
from math import comb

import sympy
from sympy import And, Eq, Not, Or, log

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Points
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.vectors import Vector
from learncheck.strategies.play.case import Case, Positive
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.points import stumps as stump_sets
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, quantity
from learncheck.theorems.language.proof import Chain, Fact, Obligation, fact

V = quantity("V", "the VC dimension")
d = quantity("d", "the dimension of the space", positive=True)
K = quantity("K", "the binary digits of $d$", positive=True)

# ---- few labellings: the upper bound ----

power, points, dimension = sympy.symbols("2^V V d", real=True)


@fact(
    r"a set of $V$ points in $\mathbb{R}^d$ that stumps shatter has $2^V \le 2d(V + 1)$",
    2**V <= 2 * d * (V + 1),
    "at most $V + 1$ cuts in each coordinate, with two signs, and all labellings are given, UML Exercise 10.4; "
    f"{trusted.IN_WORDS}",
    "theorem",
)
def few_labellings(split: int = 1, signs: int = 2) -> Iterator[Obligation]:
    """Yield the proof of the upper bound: stumps label V points in at most 2d(V + 1) ways.

    A coordinate cuts V points in at most V + 1 ways, a stump is a cut with a sign, and there are d coordinates.
    """
    low, high, low2, high2, x, z = sympy.symbols("θ θ′ φ φ′ x z", real=True)
    yield Obligation(
        r"a point $x$ more does not split two cuts: of those that a point $z$ told apart, $\theta$ and $\theta'$ below "
        r"$z$, $\varphi$ and $\varphi'$ above it, one pair has $x$ between them",
        {"below": And(low < x, x < high, high < z), "above": And(z < low2, low2 < high2)},
        Not(And(low2 < x, x < high2)),
    )
    cuts, given, all_of_them = sympy.symbols("c L_1 L", real=True)
    yield Obligation("no points have one cut", {"c": Eq(cuts, 1), "V": Eq(points, 0)}, cuts <= points + 1)
    yield Obligation("a point more adds at most one", {"so far": cuts <= points + 1}, cuts + split <= points + 2)
    yield Obligation(
        "a stump of this coordinate is a cut and a sign",
        {"cuts": cuts <= points + 1, "signs": given <= signs * cuts},
        given <= 2 * (points + 1),
    )
    few = all_of_them <= 2 * dimension * (points + 1)
    yield Obligation("no coordinates, no stumps", {"L": Eq(all_of_them, 0), "d": Eq(dimension, 0)}, few)
    yield Obligation(
        "a coordinate more adds its stumps",
        {"so far": few, "its own": given <= 2 * (points + 1)},
        all_of_them + given <= 2 * (dimension + 1) * (points + 1),
    )
    yield Obligation("no points have $2^0$ labellings", {"one": Eq(given, 1), "$2^0$": Eq(power, 1)}, given >= power)
    yield Obligation(
        "a point more in a shattered set doubles the labellings",
        {"so far": given >= power},
        2 * given >= 2 * power,
    )
    yield Obligation(
        "stumps give all of them",
        {"all": all_of_them >= power, "few": few},
        power <= 2 * dimension * (points + 1),
    )


# ---- a shattered set: the lower bound ----

digits = sympy.Symbol("2^K", real=True)


@fact(
    r"stumps shatter $K$ points of $\mathbb{R}^d$, where $K$ is the number of binary digits of $d$",
    And(V >= K, 2**K > d),
    f"a point more and the coordinates twice, UML Exercise 10.4; {trusted.IN_WORDS}",
    "theorem",
)
def by_binary_digits(second: int = 1, factor: int = 2) -> Iterator[Obligation]:
    """Yield the proof that stumps shatter k points in R^(2^(k−1)), by induction on k.

    For one more point, copy all coordinates; the new point is 0 in the old coordinates and 1 in the copies. The stump
    of coordinate j, threshold ½ and sign b labels a point b(1 − 2x_j).
    """
    label, sign, coordinates, twice = sympy.symbols("y b c 2^k", real=True)
    bits = {"label": Or(Eq(label, 1), Eq(label, -1)), "sign": Or(Eq(sign, 1), Eq(sign, -1))}
    yield Obligation(r"the point 0 of the line, by either sign $b$", bits, Or(Eq(sign, label), Eq(-sign, label)))
    yield Obligation(
        "where coordinate $j$ and sign $b$ label the old points, so does the copy of $j$, and one of the two gives the "
        "new point its label",
        bits,
        Or(Eq(sign, label), Eq(sign * (1 - 2 * second), label)),
    )
    yield Obligation(
        "$2^0$ coordinates for one point",
        {"c": Eq(coordinates, 1), "2": Eq(twice, 2)},
        Eq(2 * coordinates, twice),
    )
    yield Obligation(
        "twice as many for a point more",
        {"so far": Eq(2 * coordinates, twice)},
        Eq(2 * (factor * coordinates), 2 * twice),
    )
    yield Obligation(
        r"$K$ points need no more than $d$ coordinates, where $2^{K-1} \le d < 2^K$",
        {"coordinates": Eq(2 * coordinates, digits), "K": And(digits <= 2 * dimension, dimension < digits)},
        And(coordinates <= dimension, dimension < digits),
    )


log_2, log_d = sympy.symbols("log_2 log_d", real=True)
P, Q, G = sympy.symbols("2ⱽ 2ᴷ G", positive=True)


def growth(a: sympy.Expr) -> Fact:
    """1 + a ≤ e^a, written with powers."""
    return lemmas.in_powers(lemmas.GROWTH.at({lemmas.a: a}))


def outnumber_stumps(points: Points) -> bool:
    """Whether m points have more subsets of size ⌊m/2⌋ than stumps can cut off from any m points of R^d.

    Then stumps shatter no m points of R^d; see `points.stumps.stump_vc_dimension`.
    """
    m, d, size = len(points), len(points[0]), len(points) // 2
    cut_off = sum(labelling.count(1) == size for labelling in stump_sets.stump_labellings(points))
    return bool(cut_off <= 2 * d < comb(m, size))


class StumpDimension(Case, frozen=True, tag="stump-dimension"):
    """The VC dimension of the decision stumps over R^d; `drawn` holds points that they should not shatter."""

    d: Positive
    drawn: tuple[Vector, ...] = ()

    def __post_init__(self) -> None:
        if self.drawn:
            require_points(self.drawn)
            size = stump_sets.stump_vc_dimension(self.d) + 1
            require(len(self.drawn) == size, f"{len(self.drawn)} points: stumps over R^{self.d} are tried on {size}")

    def dimension(self) -> int:
        """The VC dimension of the stumps over R^d.

        For the lower bound there is a stump for each labelling of some points; for the upper bound, a count of the
        subsets that stumps cut off from one more point.
        """
        points = [tuple(map(int, row)) for row in stump_sets.stump_shattered_set(self.d)]
        confirmed(stump_sets.shattered_by_stumps(points), f"that stumps shatter {len(points)} points in R^{self.d}")
        m = len(points) + 1
        confirmed(outnumber_stumps([*points, points[0]]), f"the count of subsets of {m} points in R^{self.d}")
        if self.drawn:
            confirmed(outnumber_stumps(self.drawn), f"the count of subsets of the {m} points {self.drawn}")
            confirmed(not stump_sets.shattered_by_stumps(self.drawn), f"that stumps do not shatter {self.drawn}")
        return len(points)


def stump_dimensions(choices: Choices, *, dimension: int, largest: int) -> StumpDimension:
    """Decision stumps in up to `dimension` dimensions, with points whose coordinates are 0..largest."""
    d = choices.integer(1, dimension)
    size = stump_sets.stump_vc_dimension(d) + 1
    return StumpDimension(d, tuple(tuple(choices.integers(d, 0, largest)) for _ in range(size)))


STUMPS = Claim(
    "stumps-vc",
    r"$\log(d) \le \operatorname{VCdim}(\text{decision stumps over}\ \mathbb{R}^d) \le 5 + 2 \log(d)$.",
    sources=(UML("Exercise 10.4.2"),),
    label="lower",
    cases=Family(
        stump_dimensions,
        exhaust=up_to(StumpDimension, d=(1, "dimension")),
        extent="every d up to {dimension:d ≤ _}, exactly",
        search=dict(dimension=4, largest=3),
        scout=dict(dimension=8, largest=9),
        quick=dict(dimension=35),
        full=dict(dimension=128),
    ),
    measure=lambda trace: {V: trace.case.dimension(), d: trace.case.d, K: trace.case.d.bit_length()},
    bound=And(V >= log(d, 2), V <= 5 + 2 * log(d)),
    proof=Chain(
        means={r"$d \ge 1$": d >= 1},
        names={P: 2**V, Q: 2**K, G: sympy.exp(V / 8), log_2: log(2), log_d: log(d)},
        using=(
            few_labellings,
            by_binary_digits,
            growth(log(d) - K * log(2)),
            growth(V / 8),
            growth(V * log(2) - 4 * log(2) - log(d) - V / 8),
            lemmas.LOG_RISES.at({lemmas.x: 1, lemmas.y: d}),
        ),
        lines={
            r"$\log d < K \log 2 \le V \log 2$, as $1 + \log(d/2^K) \le d/2^K < 1$": log(d) <= V * log(2),
            r"$2^V \le 16d\cdot e^{V/8}$, as $(V + 1)/8 \le e^{V/8}$": 2**V <= 16 * d * sympy.exp(V / 8),
            r"so $V(\log 2 - 1/8) \le \log(16d)$": V * (log(2) - sympy.Rational(1, 8)) <= 4 * log(2) + log(d),
        },
        matched="$V$ is computed exactly for every $d$ that is tried",
    ),
    attained_by=lambda: map(StumpDimension, (62, 64, 125)),
    remark=r"Either side is taken with the logarithm that makes it stronger: the lower with $\log_2$, the upper "
    r"with the natural one. The exact dimension is the largest $m$ with $C(m, \lfloor m/2\rfloor) \le 2d$.",
)
