"""The number of halfspaces on {0,1}^d, decided by separating vectors for these and dependences for all other sets.

Permuting coordinates maps halfspaces to halfspaces, and so does taking complements; with a threshold b, so does
exchanging 0 and 1 in a coordinate. So one set of each orbit is decided, with a verified certificate, on behalf of all.
Source: VEM 8.3.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from math import comb

from sympy import And, Eq, Implies, Integer, Or, Symbol, symbols

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, separate
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces import games
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.play.orbits import kinds, swapped
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.premise import Premise, formally
from learncheck.theorems.language.proof import Chain, Obligation, by_claim, fact
from learncheck.theorems.notes.vc import halfspaces as vc

MOST_DIMENSIONS = 4
"""The greatest d for which all 2^(2^d) sets are decided."""


class HalfspaceCount(Case, frozen=True, tag="halfspace-count"):
    """The number of sets in {0,1}^d that are halfspaces {x : w·x >= b}, with b = 0 unless `affine`."""

    d: int
    affine: bool = True

    def __post_init__(self) -> None:
        require(1 <= self.d <= MOST_DIMENSIONS, f"d = {self.d}: give one from 1 to {MOST_DIMENSIONS}")

    def halfspaces(self) -> int:
        """Their number."""
        return count_halfspaces(self.d, self.affine)


@cache
def count_halfspaces(d: int, affine: bool) -> int:
    """The number of halfspaces on {0,1}^d. Every set is decided by a verified separator or dependence.

    With a threshold one may assume w·x ≠ b for all x, since b may be lowered slightly. Without one, every halfspace
    contains the origin, and one may assume w·x ≠ 0 elsewhere, since w may be turned slightly towards (1, ..., 1).
    """
    points = [x for x in product((0, 1), repeat=d) if affine or any(x)]
    lifted = [(*x, 1) for x in points] if affine else points
    moves = list(zip(*map(swapped, points), strict=True))
    if affine:
        moves.append(tuple((1 - x[0], *x[1:]) for x in points))
    count = 0
    for code, size in zip(*kinds(points, moves, complements=True), strict=True):
        labels = [1 if code >> k & 1 else -1 for k in range(len(points))]
        answer = separate(lifted, labels)
        confirmed(answer.verify(lifted, labels), f"the certificate on the labels {labels} of {{0,1}}^{d}")
        count += size * isinstance(answer, Separator)
    return count


def cut_count(points: int, dimension: int) -> int:
    """2·Σ_{i<dimension} C(points − 1, i): the most sign patterns that w·x can have on `points` vectors x."""
    return 2 * sum(comb(points - 1, i) for i in range(dimension))


def affine_counts(choices: Choices, *, dimension: int, plane: bool = False) -> HalfspaceCount:
    """Every d up to `dimension`, with a threshold; d is at least 2 if `plane`."""
    return HalfspaceCount(choices.integer(2 if plane else 1, dimension))


S = quantity("S", r"the halfspaces on $\{0,1\}^d$ as sets, $|H|$")
C = quantity("C", r"$\binom{2^d}{d}$")
K = quantity("K", r"$2\cdot\sum_{i\le d} \binom{2^d - 1}{i}$")
d = quantity("d", "the dimension", positive=True)


def counted(trace: Trace) -> Values:
    size = trace.case.d
    return {S: trace.case.halfspaces(), **sizes(size)}


def counted_as_printed(trace: Trace) -> Values:
    return {symbol: value for symbol, value in counted(trace).items() if symbol != K}


def sizes(size: int) -> Values:
    return {d: size, C: comb(2**size, size), K: cut_count(2**size, size + 1)}


def counting(build: Callable[..., HalfspaceCount]) -> Family:
    """Build the family of all dimensions that can be enumerated."""
    return Family(
        build,
        extent="every d up to {dimension:d ≤ _}, all sets, each with a separator or a dependence",
        search=dict(dimension=3),
        scout=dict(dimension=3),
        quick=dict(dimension=3),
        full=dict(dimension=MOST_DIMENSIONS),
    )


A_PLANE = Premise(r"$d \ge 2$", lambda trace: trace.case.d >= 2, d >= 2, option="plane")

P_D, P_DD = symbols("2^d 2^{d^2}", positive=True)
N, n, i, sets, tuples, larger = symbols("N n i sets tuples larger", real=True)
"""The number of points, N or n; the size of sets of points, and their number; N^i or (n + 1)^i; the number of sets that
are larger by one."""

subsets_at_most = trusted.General(
    r"$\binom{N}{d} \le N^d$",
    sets <= tuples,
    r"by induction on $d$: a set of $i + 1$ points is one of $i$ points and one of the $N$ points",
    of=(sets, tuples),
    holds=And(sets <= tuples, tuples >= 0),
    constructions=(
        trusted.Construction("the empty set alone", {sets: Integer(1), tuples: Integer(1)}, of=()),
        trusted.Construction(
            "sets of one point more",
            {sets: larger, tuples: N * tuples},
            {"a set and one of the points": larger <= N * sets, "their number": N >= 0},
        ),
    ),
)

few_subsets = trusted.General(
    r"$2\sum_{i\le d} \binom{n}{i} \le (n + 1)^d$ for $d \ge 2$ and $n \ge 1$",
    Implies(And(i >= 2, n >= 1), 2 * sets <= tuples),
    r"by induction on $d$: a set of at most $i + 1$ points is one of at most $i$ points, with one of the $n$ or none",
    of=(sets, tuples, n, i),
    constructions=(
        trusted.Construction("$d < 2$", {i: N}, {"$d < 2$": N < 2}, of=()),
        trusted.Construction("$d = 2$", {i: Integer(2), sets: 1 + n + n * (n - 1) / 2, tuples: (n + 1) ** 2}, of=()),
        trusted.Construction(
            "sets of at most one point more",
            {i: i + 1, sets: larger, tuples: (n + 1) * tuples},
            {"a set and a point, or none": larger <= (n + 1) * sets, "from $d = 2$ on": i >= 2},
        ),
    ),
)

POWER = Claim(
    "halfspace-count-power",
    r"$\binom{2^d}{d} \le 2^{d^2}$ for $d \ge 1$, and $2\cdot\sum_{i\le d} \binom{2^d - 1}{i} \le 2^{d^2}$ for "
    r"$d \ge 2$.",
    sources=(VEM("8.3"),),
    kind="identity",
    cases=Family(
        up_to(games.Dimension, d=(2, "most")),
        extent="every d from 2 to {most:d ≤ _}",
        search=dict(most=40),
        scout=dict(most=40),
        quick=dict(most=40),
        full=dict(most=100),
    ),
    measure=lambda trace: sizes(trace.case.d),
    bound=And(C <= 2 ** (d**2), K <= 2 ** (d**2)),
    proof=Chain(
        means={r"$d \ge 2$": d >= 2, "the cube has at least 2 points": 2**d >= 2},
        using=(subsets_at_most(C, 2 ** (d**2)), few_subsets(K / 2, 2 ** (d**2), 2**d - 1, d)),
        names={P_D: 2**d, P_DD: 2 ** (d**2)},
        reading=r"$2^{d^2} = (2^d)^d$, and $N = 2^d$: each set of $i + 1$ points is one of $i$ points and one more.",
    ),
    attained_by=lambda: map(games.Dimension, (2, 3, 60)),
    remark=r"The notes print the first inequality; the second is ours. $C(N, d) \le N^d/d!$ for $N = 2^d$.",
)

v = Symbol("v", nonnegative=True)
"""How many points besides 0 the halfspaces that contain 0 shatter at most."""

y, score, at_0 = symbols("y w·x−b −b", real=True)
"""The label of a point, w·x − b there, and at 0; changed a little, they are 0 nowhere on the cube."""


@fact(
    r"the halfspaces that contain 0, which shatter at most $v \le d$ of the $2^d - 1$ other points, give these at most "
    r"$\sum_{i\le d} \binom{2^d - 1}{i}$ labellings, and those that do not contain 0, their complements, as many",
    Implies(v <= d, S <= K),
    f"Sauer's lemma, UML Lemma 6.10 and sauer-lemma, for either; {trusted.IN_WORDS}",
    "theorem",
)
def sauer_twice(turned: int = -1) -> Iterator[Obligation]:
    """Yield that complements of those that contain 0 do not, and give the other labels."""
    yield Obligation(
        "the complement, $-w$ and $-b$, does not contain 0, and gives the other points the opposite labels",
        {"it contains 0": at_0 > 0, "the label": y * score > 0},
        And(turned * at_0 < 0, -y * (turned * score) > 0),
    )


WITH_ONE_MORE = by_claim(vc.AFFINE, {vc.S: v + 1, vc.d: d, vc.APART: 1})
"""With 0, which they or their complements contain, halfspaces shatter v + 1 points: no more than d + 1."""

COUNT = Claim(
    "halfspace-count",
    r"On $\{0,1\}^d$, $d \ge 2$, there are $|H| \le 2\cdot\sum_{i\le d} \binom{2^d - 1}{i} \le 2^{d^2}$ halfspaces "
    r"$\{x : w\cdot x \ge b\}$.",
    sources=(VEM("8.3"),),
    label="tight",
    cases=counting(affine_counts),
    assuming=(A_PLANE,),
    measure=counted,
    bound=And(S <= K, K <= 2 ** (d**2)),
    slack=(K <= 2 ** (d**2),),
    proof=Chain(
        assuming=formally(A_PLANE),
        using=(WITH_ONE_MORE, sauer_twice, by_claim(POWER)),
        names={P_D: 2**d, P_DD: 2 ** (d**2)},
        means={"the cube has at least 2 points": 2**d >= 2},
        lines={"halfspaces that contain 0 shatter at most $d$ other points": v <= d},
        reading="If they shattered $d + 1$ points, then halfspaces and their complements would shatter these and 0.",
    ),
    attained_by=lambda: map(HalfspaceCount, (2, 4)),
    repairs="halfspace-count-as-printed",
    remark="$|H|$ is 4, 14, 104, 1882 for $d = 1$, ..., 4, as counted here (for $d = 5$ the known number is 94572); "
    "$K$ is 4, 14, 128, 3882, 412736 (it counts the cells of $2^d$ hyperplanes through the origin of "
    "$R^{d+1}$, by Schläfli and Cover, for every $d$), so the first bound is attained for $d = 1$ and 2. "
    "The second fails for $d = 1$ alone.",
)

COUNT_AS_PRINTED = as_printed(
    COUNT,
    r"When $\Omega = \{0,1\}^d$, $|H| \le \binom{2^d}{d} \le 2^{d^2}$, for the halfspaces "
    r"$H(w,b) = \{x \in \Omega : w\cdot x \ge b\}$.",
    measure=counted_as_printed,
    bound=And(S <= C, C <= 2 ** (d**2)),
    flaw=r"$d$ points of $\{0,1\}^d$ on the boundary do not determine a halfspace with a threshold: it has two sides, "
    "points on the boundary may be put on either, and some halfspaces need none. The first inequality fails for $d = "
    r"1$, 2, 3, 4 $(4 > 2, 14 > 6, 104 > 56, 1882 > 1820)$, and $|H| \le 2^{d^2}$ for $d = 1$. By the known numbers "
    r"of threshold functions the first holds for $d = 5$, ..., 9; it fails again for all large $d$, as $|H| \sim "
    r"2\cdot C(2^d - 1, d)$ (Irmatov 2020).",
    worked=(
        "d = {d}: on {{0, 1}} each of the four sets is a halfspace: x ≥ 2, x ≥ 1, −x ≥ 0, x ≥ 0.",
        "So |H| = {S}, but C(2, 1) = {C}.",
        "Both sides of a boundary count, and so do the empty set and all of Ω.",
    ),
    assuming=(),
)

Q = quantity("Q", r"$2\cdot\sum_{i<d} \binom{2^d - 2}{i}$")

cells, binomial, last, one_before, more = symbols("cells T c_{d−1} c_{d−2} c_d", real=True)
"""2·Σ_{i<d} C(N, i) and C(N + 2, d), for N points; C(N, d − 1), C(N, d − 2), C(N, d)."""

cells_at_most = trusted.General(
    r"$2\sum_{i<d} \binom{N}{i} \le \binom{N+2}{d}$ for $N \ge 3d - 3$, and for $d = N = 2$",
    Implies(Or(N >= 3 * i - 3, And(Eq(i, 2), N >= 2)), cells <= binomial),
    r"by induction on $d$: $\binom{N}{d} d = \binom{N}{d-1}(N - d + 1)$, for small $d$ each is twice the one before",
    of=(cells, binomial, N, i),
    holds=And(
        Or(Eq(i, 1), Eq(i, 2), i >= 3),
        Implies(Eq(i, 1), And(Eq(cells, 2), Eq(last, 1), Eq(one_before, 0))),
        Implies(Eq(i, 2), And(Eq(cells, 2 + 2 * N), Eq(last, N), Eq(one_before, 1))),
        Eq(last * (i - 1), one_before * (N - i + 2)),
        Implies(And(N >= 0, N >= 3 * i - 7), And(cells <= 2 * last + 4 * one_before, last >= 0, one_before >= 0)),
    ),
    constructions=(
        trusted.Construction(
            "$d = 1$",
            {i: Integer(1), cells: Integer(2), last: Integer(1), one_before: Integer(0)},
            of=(),
        ),
        trusted.Construction(
            "$d$ one more",
            {i: i + 1, cells: cells + 2 * more, last: more, one_before: last},
            {r"$\binom{N}{d} d = \binom{N}{d-1}(N - d + 1)$": Eq(more * i, last * (N - i + 1))},
        ),
    ),
    known={
        r"$\binom{N}{d} d = \binom{N}{d-1}(N - d + 1)$": Eq(more * i, last * (N - i + 1)),
        r"Pascal's rule, twice": Eq(binomial, more + 2 * last + one_before),
    },
)

power_of_2 = Symbol("p", real=True)

doubled = trusted.General(
    r"$2^d \ge 3d - 1$ but for $d = 2$, where it is 4",
    Or(And(Eq(i, 2), Eq(power_of_2, 4)), power_of_2 >= 3 * i - 1),
    "by induction on $d$",
    of=(power_of_2, i),
    holds=Or(And(Eq(i, 1), Eq(power_of_2, 2)), And(Eq(i, 2), Eq(power_of_2, 4)), And(i >= 3, power_of_2 >= 3 * i - 1)),
    constructions=(
        trusted.Construction("$d = 1$", {i: Integer(1), power_of_2: Integer(2)}, of=()),
        trusted.Construction("$d$ one more", {i: i + 1, power_of_2: 2 * power_of_2}),
    ),
)

value, ones, gap, epsilon = symbols("w·x Σx_i gap ε", real=True)
"""⟨w,x⟩ and the number of ones of a point x ≠ 0, the least |⟨w,x⟩| that is not 0, and how far w is turned."""


@fact(
    r"the homogeneous halfspaces that contain a point, which shatter at most $v \le d - 1$ of the $2^d - 2$ others but "
    r"0, give these at most $\sum_{i<d} \binom{2^d - 2}{i}$ labellings, and those that do not contain it as many",
    Implies(v <= d - 1, S <= Q),
    f"Sauer's lemma, UML Lemma 6.10 and sauer-lemma, for either; {trusted.IN_WORDS}",
    "theorem",
)
def turned_twice(turn: Symbol = epsilon, opposite: int = -1) -> Iterator[Obligation]:
    """Yield that w can be turned so that it is 0 at 0 alone, and that −w then gives the opposite labels."""
    yield Obligation(
        r"$w + \varepsilon(1, \ldots, 1)$ gives the same set, and is 0 at 0 alone",
        {
            "the ones of a point other than 0": And(ones >= 1, ones <= d),
            r"$w\cdot x \ge 0$, or it is less than 0 by a gap": Or(value >= 0, value <= -gap),
            "little": And(epsilon > 0, epsilon * d < gap),
        },
        Or(And(value >= 0, value + turn * ones > 0), And(value < 0, value + turn * ones < 0)),
    )
    yield Obligation("$-w$ gives the opposite labels", {"the label": y * value > 0}, -y * (opposite * value) > 0)


AT_A_POINT = by_claim(vc.HOMOGENEOUS, {vc.S: v + 1, vc.d: d, vc.APART: 1})
"""With a point, which they or their opposites contain, homogeneous halfspaces shatter v + 1 points: no more than d."""

HOMOGENEOUS = Claim(
    "homogeneous-halfspace-count",
    r"On $\{0,1\}^d$ there are $|H| \le \binom{2^d}{d} \le 2^{d^2}$ halfspaces $\{x : w\cdot x \ge 0\}$.",
    sources=(VEM("8.3"),),
    label="tight",
    cases=counting(up_to(partial(HalfspaceCount, affine=False), d=(1, "dimension"))),
    measure=lambda trace: {**counted_as_printed(trace), Q: cut_count(2**trace.case.d - 1, trace.case.d)},
    bound=And(S <= C, C <= 2 ** (d**2)),
    proof=Chain(
        using=(
            AT_A_POINT,
            turned_twice,
            cells_at_most(Q, C, P_D - 2, d),
            doubled(P_D, d),
            subsets_at_most(C, 2 ** (d**2)),
        ),
        names={P_D: 2**d, P_DD: 2 ** (d**2)},
        means={r"$d \ge 1$": d >= 1},
        lines={
            "halfspaces that contain a point shatter fewer than $d$ others": v <= d - 1,
            r"at most $2\cdot\sum_{i<d} \binom{2^d - 2}{i}$": S <= Q,
            r"which are no more than $\binom{2^d}{d}$": Q <= C,
        },
        reading="A $w$ can be turned a little, so that $w\\cdot x = 0$ at 0 alone. Those with $w\\cdot x > 0$ at a "
        "point $x$ shatter at most $d - 1$ of the other $2^d - 2$ points, or with their opposites they would shatter "
        "these and $x$.",
    ),
    attained_by=lambda: [HalfspaceCount(size, affine=False) for size in (1, 2)],
    remark="The printed line, read with $b = 0$. $|H|$ is 2, 6, 32, 370 for $d = 1$, ..., 4, and $C(2^d, d)$ is 2, 6, "
    "56, 1820. The notes reach $b = 0$ by one more coordinate, in which the count is that of halfspace-count again.",
)
