"""The VC dimension of decision stumps over R^d, and of votes of T of them.

log₂ d ≤ VCdim(stumps) ≤ 5 + 2 log d, and VCdim(votes of T stumps) ≥ T log₂(d)/2. Source: UML Exercise 10.4.
"""

from collections.abc import Iterator

import sympy
from sympy import And, Eq, Not, Or, log

from learncheck.exact.certificates import confirmed
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.vectors import Vector
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.points import stumps as stump_sets
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Fact, Obligation, fact

S = quantity("S", "the size of a shattered set")
V = quantity("V", "the VC dimension")
d = quantity("d", "the dimension of the space", positive=True)
T = quantity("T", "the stumps in a vote", positive=True)
K = quantity("K", "the binary digits of $d$", positive=True)
B = quantity("B", r"$\lceil T/2\rceil$", positive=True)

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
        confirmed(
            stump_sets.outnumber_stumps([*points, points[0]]), f"the count of subsets of {m} points in R^{self.d}"
        )
        if self.drawn:
            confirmed(stump_sets.outnumber_stumps(self.drawn), f"the count of subsets of the {m} points {self.drawn}")
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

# ---- a shattered set for votes ----

size, blocks, rows, votes_of = sympy.symbols("S B K T", real=True)
BLOCKS = And(size >= blocks * rows, 2 * blocks >= votes_of, digits > dimension)


@fact(
    r"votes of $T$ stumps shatter $BK$ points of $\mathbb{R}^d$, where $B = \lceil T/2\rceil$ and $K$ is the number of "
    "binary digits of $d$",
    And(S >= B * K, 2 * B >= T, 2**K > d),
    r"the rows of $A, 2A, \dots, BA$, where the columns of $A$ are all vectors of $K$ signs, UML Exercise 10.4; "
    f"{trusted.IN_WORDS}",
    "theorem",
)
def by_blocks(second: int = -1, lower: int = -1, share: int = 1) -> Iterator[Obligation]:
    """Yield the proof that votes of T stumps shatter the rows of A, 2A, ..., BA, by induction on B = ⌈T/2⌉.

    The columns of A, of shape (K, 2^(K−1)), are all vectors of signs, up to their negations. A stump of sign b and
    threshold θ is b·sign(θ − x_j). For the block cA, c ≥ 2, there are two stumps of one column, with the thresholds
    c − ½ and ½ − c: they cancel on the blocks before, and agree on this one. Their weight is half of one more than all
    weights before.
    """
    label, sign, entry, b, c, x = sympy.symbols("y s a b c x", real=True)
    first, other, score, weights, weight, added = sympy.symbols("h h′ f W w z", real=True)
    half = sympy.Rational(1, 2)

    def is_sign(of: sympy.Symbol) -> sympy.Basic:
        return Or(Eq(of, 1), Eq(of, -1))

    def side(of: sympy.Symbol, gap: sympy.Expr) -> sympy.Basic:
        """`of` is the sign of a gap that is not 0."""
        return Or(And(gap > 0, Eq(of, 1)), And(gap < 0, Eq(of, -1)))

    bits = {"label": is_sign(label), "sign": is_sign(sign)}
    yield Obligation("one row, of the entry 1: either sign", bits, Or(Eq(sign, label), Eq(-sign, label)))
    yield Obligation(
        "a row more, and all columns twice, with 1 and with −1 in it: one of the two has the label",
        bits,
        Or(Eq(sign, label), Eq(second * sign, label)),
    )
    column = {"entry": is_sign(entry), "sign": is_sign(sign), "label": Eq(label, sign * entry), "b": Eq(b, -sign)}
    yield Obligation(
        r"on the block $A$ the stump of the column, with $\theta = 0$ and $b = -s$, gives the labels",
        {**column, "h": side(first, -entry)},
        Eq(b * first, label),
    )
    up, down = c - half, lower * (c - half)
    yield Obligation(
        "two stumps more cancel on the blocks before, where no point lies on their thresholds",
        {
            "before": And(x <= c - 1, -x <= c - 1),
            "h": side(first, up - x),
            "h′": side(other, down - x),
        },
        And(up > x, x > down, Eq(b * first + b * other, 0)),
    )
    yield Obligation(
        "on the block $cA$ both give the labels",
        {**column, "c": c >= 2, "h": side(first, up - c * entry), "h′": side(other, down - c * entry)},
        Eq(b * first + b * other, 2 * label),
    )
    vote = {
        "label": is_sign(label),
        "the votes before": And(score <= weights, -score <= weights, weights >= 1),
        "the weight": Eq(2 * weight, share * (weights + 1)),
    }
    yield Obligation(
        "the two outvote all before", {**vote, "z": Eq(added, 2 * label)}, label * (score + weight * added) > 0
    )
    yield Obligation(
        "where they cancel the vote stays",
        {"so far": label * score > 0, "z": Eq(added, 0)},
        label * (score + weight * added) > 0,
    )
    after = weights + 2 * weight
    yield Obligation(
        r"no vote is above the sum of the weights, which stays $\ge 1$",
        {**vote, "z": Or(Eq(added, 0), Eq(added, 2), Eq(added, -2))},
        And(score + weight * added <= after, -(score + weight * added) <= after, after >= 1),
    )
    stumps, points_ = sympy.symbols("t m", real=True)
    yield Obligation("one stump for one block", {"t": Eq(stumps, 1), "c": Eq(c, 1)}, Eq(stumps, 2 * c - 1))
    yield Obligation(
        "a block more, two stumps and $K$ points more",
        {"stumps": Eq(stumps, 2 * c - 1), "points": Eq(points_, c * rows)},
        And(Eq(stumps + 2, 2 * (c + 1) - 1), Eq(points_ + rows, (c + 1) * rows)),
    )
    coordinates, twice = sympy.symbols("columns 2^k", real=True)
    yield Obligation("one column for one row", {"c": Eq(coordinates, 1), "2": Eq(twice, 2)}, Eq(2 * coordinates, twice))
    yield Obligation(
        "twice as many for a row more",
        {"so far": Eq(2 * coordinates, twice)},
        Eq(2 * (2 * coordinates), 2 * twice),
    )
    yield Obligation(
        r"$2^{K-1} \le d < 2^K$ coordinates are enough, and so are $2B - 1 \le T$ stumps",
        {
            "columns": Eq(2 * coordinates, digits),
            "K": And(digits <= 2 * dimension, dimension < digits),
            "B": And(votes_of <= 2 * blocks, 2 * blocks <= votes_of + 1),
            "stumps": Eq(stumps, 2 * blocks - 1),
            "points": And(Eq(points_, blocks * rows), size >= points_),
        },
        And(coordinates <= dimension, stumps <= votes_of, BLOCKS),
    )


class BoostedStumpsSet(Case, frozen=True, tag="boosted-stumps-set"):
    """The notes' points in R^d, which votes of T decision stumps shatter. Source: UML Exercise 10.4.3."""

    d: Positive
    T: Positive

    def shattered(self) -> int:
        """The number of points that the votes shatter, with a verified vote for each labelling."""
        points = stump_sets.boosted_shattered_set(self.d, self.T)
        m = len(points)
        confirmed(
            stump_sets.count_boosted_labellings(points, self.T) == 2**m, f"that a vote gives each of 2^{m} labellings"
        )
        return m


def boosted_stumps_sets(choices: Choices, *, points: int, dimension: int) -> BoostedStumpsSet:
    """Votes of stumps over R^d, d <= dimension, for every T that leaves at most `points` points."""
    d = choices.integer(1, dimension)
    return BoostedStumpsSet(d, choices.integer(1, 2 * (points // d.bit_length())))


def votes(trace: Trace[BoostedStumpsSet, None]) -> Values:
    """Measure S, d, T, B and K."""
    case = trace.case
    return {S: case.shattered(), d: case.d, T: case.T, B: (case.T + 1) // 2, K: case.d.bit_length()}


BOOSTED = Claim(
    "boosted-stumps-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps over}\ \mathbb{R}^d, T)) \ge 0.5\cdot T\cdot \log(d)$, for every "
    r"$T \ge 1$.",
    sources=(UML("Exercise 10.4.3"),),
    label="lower",
    cases=Family(
        boosted_stumps_sets,
        extent="every d up to {dimension:d ≤ _} and T with at most {points:≤ _ points} points: a vote for each "
        "labelling",
        search=dict(points=10, dimension=20),
        scout=dict(points=8, dimension=200),
        quick=dict(points=10, dimension=16),
        full=dict(points=16, dimension=64),
    ),
    measure=votes,
    bound=S >= T * log(d, 2) / 2,
    proof=Chain(
        names={Q: 2**K, log_2: log(2), log_d: log(d)},
        using=(by_blocks, growth(log(d) - K * log(2))),
        lines={
            r"$\log d < K \log 2$, as $1 + \log(d/2^K) \le d/2^K < 1$": log(d) <= K * log(2),
            r"$TK \le 2S$": T * K <= 2 * S,
        },
        matched="every labelling of the set comes with a vote that is verified",
    ),
    attained_by=lambda: [BoostedStumpsSet(63, 4), BoostedStumpsSet(127, 2)],
    remark=r"With $\log_2$, the stronger reading. The set has $\lceil T/2\rceil(\lfloor\log_2 d\rfloor + 1)$ "
    "points, so that the ratio tends to 1 for even $T$ and $d = 2^k - 1$.",
)
