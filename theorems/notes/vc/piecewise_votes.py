"""Votes of stumps on the line: every function with T pieces is a vote of T stumps.

The VC dimension of the votes of T stumps is T + 1 for odd T and T for even T. Source: UML 10.3, Exercise 10.2.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise, product
from typing import Annotated, NamedTuple, Self

import msgspec
import sympy
from sympy import And, Eq, Or, Rational

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Dependence, separate
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import UML, Claim, Family, as_printed, quantity
from learncheck.theorems.language.proof import Chain, Induction, Obligation, Transition, fact
from learncheck.theorems.language.step import always

HALF = Fraction(1, 2)


class WorstPoint(NamedTuple):
    """f(x) and g(x) at the point x where f(x)·g(x) is least."""

    score: Fraction
    label: int


class StumpVote(Case, frozen=True, tag="stump-vote"):
    """The function (10.5) with the weights `first`, (−1)², (−1)³, ..., (−1)^T, and the g that it should equal.

    thresholds: θ_1 < ... < θ_{T−1}, in halves, T >= 1; θ_0 is −∞ and θ_T is ∞.

    g is (−1)^t on (θ_{t−1}, θ_t], so sign(0), at a threshold, is −1. Source: UML 10.3, Exercise 10.2.
    """

    thresholds: tuple[int, ...]
    first: Fraction = -HALF

    def __post_init__(self) -> None:
        require(
            all(a < b for a, b in pairwise(self.thresholds)),
            f"the thresholds are {self.thresholds}: give them in ascending order, and none twice",
        )

    def score(self, x: Fraction) -> Fraction:
        """The sum of the w_t sign(x − θ_{t−1})."""
        later = enumerate(self.thresholds, start=2)
        return sum((Fraction(_alternating(t) if 2 * x > theta else -_alternating(t)) for t, theta in later), self.first)

    def label(self, x: Fraction) -> int:
        """g(x)."""
        return _alternating(1 + sum(x > Fraction(theta, 2) for theta in self.thresholds))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, WorstPoint]:
        """Evaluate the vote, without a learner. Each round crosses one threshold, from left to right."""
        points = tested_points(self.thresholds)
        states = [{"score": self.score(x), "label": self.label(x)} for x in points[::2]]  # one within each piece
        scores, labels = ([state[name] for state in states[1:]] for name in ("score", "label"))
        rounds = Rounds.of_nobody(states, [Fraction(theta, 2) for theta in self.thresholds], scores, labels)
        worst = min(points, key=lambda x: self.label(x) * self.score(x))
        return Trace(self, rounds, WorstPoint(self.score(worst), self.label(worst)))


def _alternating(t: int) -> int:
    return -1 if t % 2 else 1


def tested_points(thresholds: Sequence[int]) -> list[Fraction]:
    """One point of each piece, and the thresholds between them."""
    if not thresholds:
        return [Fraction(0)]
    halves = [Fraction(theta, 2) for theta in thresholds]
    points = [halves[0] - 1]
    for theta, following in pairwise([*halves, halves[-1] + 2]):
        points += [theta, (theta + following) / 2]
    return points


def stump_votes(choices: Choices, *, thresholds: int, widest: int, first: Fraction = -HALF) -> StumpVote:
    """Votes with at most `thresholds` thresholds, at most `widest` halves apart. Shrinks to no threshold."""
    gaps = choices.many(lambda: choices.integer(1, widest), most=thresholds)
    start = choices.integer(-widest, widest) if gaps else 0
    return StumpVote(tuple(start + sum(gaps[:t]) for t in range(len(gaps))), first)


# ---- (10.5): a piecewise constant function as a vote of stumps ----

f = quantity(
    "f", r"$\sum w_t \operatorname{sign}(x - \theta_{t-1})$, at the $x$ where $g(x)\cdot f$ is least", real=True
)
s = quantity("s", "$g(x) = (-1)^t$ there", real=True)
b = sympy.Symbol("b", real=True)
"""1 if T is even, otherwise 0."""


def votes_of(first: Fraction) -> Family[StumpVote]:
    """The function (10.5) with this w_1 and any thresholds."""
    return Family(
        partial(stump_votes, first=first),
        extent="T − 1 = 0, ..., {thresholds:≤ _ thresholds} thresholds, at most {widest}/2 apart",
        search=dict(thresholds=5, widest=3),
        scout=dict(thresholds=7, widest=9),
        quick=dict(thresholds=30, widest=1),
        full=dict(thresholds=45, widest=1),
    )


FROM_STUMPS = Claim(
    "piecewise-from-stumps",
    r"The $h$ of (10.5) with $w_1 = -0.5$ and $w_t = (-1)^t$ equals the $g$ with $\alpha_t = (-1)^t$: "
    r"$g(x)\cdot\sum w_t \operatorname{sign}(x - \theta_{t-1}) \ge \tfrac{1}{2}$ everywhere, $\operatorname{sign}(0)$ "
    "being $-1$.",
    sources=(UML("10.3, (10.5)"), UML("Exercise 10.2")),
    label="tight",
    cases=votes_of(-HALF),
    measure=lambda trace: {f: trace.facts.score, s: trace.facts.label, b: len(trace.case.thresholds) % 2},
    bound=s * f >= Rational(1, 2),
    state=lambda state, values, trace: {f: state["score"], s: state["label"]},
    proof=Induction(
        means={"$b$ is 0 or 1": Eq(b * b, b)},
        start={f: -Rational(1, 2) - b, s: -1},
        rounds={"over a threshold": Transition(sets={s: -s, f: f - 2 * s}, when=always)},
        invariant={r"$f = s + \tfrac{1}{2} - b$": Eq(f, s + Rational(1, 2) - b), "$s$ is ±1": Eq(s * s, 1)},
        matched="a round goes over a threshold from left to right",
        reading=r"Before $\theta_1$ the sum is $w_1 - \sum_{t\ge2} (-1)^t = -\tfrac{1}{2} - b$. The stump of "
        r"$\theta_t$ turns from −1 to +1 there and adds $2(-1)^{t+1}$, twice the next label.",
    ),
    attained_by=lambda: [StumpVote(()), StumpVote((0,)), StumpVote((0, 2, 5, 6))],
    repairs="piecewise-from-stumps-as-printed",
    remark="Any $w_1$ in (−2, 0) does for odd $T$ and any in (−1, 1) for even $T$; so −0.5 serves both. The pieces "
    r"($\theta_{t-1}$, $\theta_t$] ask for $\operatorname{sign}(0) = -1$. $\theta_0 = -\infty$ makes the first stump "
    "a constant, as it is among the nonhomogeneous halfspaces, of which the notes speak; over stumps with finite "
    r"$\theta$ alone $f(-\infty) = -f(\infty)$, and no such vote has an odd number of pieces.",
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


class VoteOfPieces(NamedTuple):
    """The number of stumps in the vote, and the number of points where it is wrong."""

    stumps: int
    wrong: int


class PiecewiseLabels(Case, frozen=True, tag="piecewise-labels"):
    """A piecewise constant function, given by the label of each piece, as a vote of at most that many stumps.

    Neighbouring pieces may have the same label. Source: UML 10.3, G_T ⊆ L(HDS1, T).
    """

    alphas: Annotated[tuple[Label, ...], msgspec.Meta(min_length=1)]

    def play_alone(self) -> VoteOfPieces:
        """Evaluate the vote (10.5) with w_1 = −½ for the pieces that differ, or its negation."""
        T = len(self.alphas)
        starts = [t for t in range(1, T) if self.alphas[t] != self.alphas[t - 1]]
        vote = StumpVote(tuple(2 * t for t in starts))  # piece t is (t, t + 1], and the outer ones go on
        turn = -self.alphas[0]
        halves = (Fraction(half, 2) for half in range(1, 2 * T + 1))
        wrong = sum(turn * vote.score(x) * self.alphas[math.ceil(x) - 1] <= 0 for x in halves)
        return VoteOfPieces(stumps=len(starts) + 1, wrong=wrong)


def piecewise_labels(choices: Choices, *, pieces: int) -> PiecewiseLabels:
    """Every function with up to `pieces` pieces. Shrinks to one piece."""
    return PiecewiseLabels(choices.labels(choices.integer(1, pieces)))


ALL_PIECEWISE = Claim(
    "piecewise-functions-are-votes",
    r"$G_T \subseteq L$(decision stumps on the line, $T$): every piecewise constant function with at most $T$ pieces "
    r"is a vote of at most $T$ stumps $\pm\operatorname{sign}(x - \theta)$, where $\theta$ may be $-\infty$.",
    sources=(UML("10.3"),),
    label="tight",
    cases=Family(
        piecewise_labels,
        extent="all functions of up to {pieces:≤ _ pieces} pieces",
        search=dict(pieces=6),
        scout=dict(pieces=12),
        quick=dict(pieces=7),
        full=dict(pieces=10),
    ),
    measure=lambda trace: {wrong: trace.facts.wrong, stumps: trace.facts.stumps, T: len(trace.case.alphas)},
    bound=And(stumps <= T, Eq(wrong, 0)),
    attained_by=lambda: [
        PiecewiseLabels((1,)),
        PiecewiseLabels((1, -1, 1)),
        PiecewiseLabels((-1, 1) * 4),
    ],
    remark="The vote is (10.5) as corrected, or its negation, over the pieces that differ.",
)

V = quantity("V", "the VC dimension of $L(B, T)$")
odd = quantity("o", "1 if $T$ is odd, otherwise 0")

k, low, high, weight, changes, label, jump, value, j, i, r = sympy.symbols("k f(−∞) f(∞) a c y δ f j i r", real=True)
"""The stumps of a vote that have a threshold; the vote at both ends; the weight of a stump, with its sign; the changes
of sign; a label; what a threshold adds to the vote; the vote; halves of r and T; the changes of label among points."""
OPPOSITE_ENDS = Or(k <= T - 1, And(Eq(k, T), Eq(low, -high)))


@fact(
    "no vote of $T$ stumps gives all labels to more points",
    V <= T + odd,
    r"a vote whose stumps all have a threshold has $f(-\infty) = -f(\infty)$, and at most one change of sign for each; "
    f"{trusted.IN_WORDS}",
    "theorem",
)
def ends_are_opposite(left: int = -1, jumps: int = 1) -> Iterator[Obligation]:
    """Yield the proof that a vote that is + at both ends changes its sign at most T − 1 times, and any vote T times."""

    def after(**values: sympy.Expr) -> sympy.Basic:
        named = {"k": k, "T": T, "low": low, "high": high}
        return OPPOSITE_ENDS.subs({named[name]: value for name, value in values.items()}, simultaneous=True)

    so_far = {"so far": OPPOSITE_ENDS}
    nothing = {"none": And(Eq(k, 0), Eq(T, 0), Eq(low, 0), Eq(high, 0))}
    yield Obligation("a vote of no stumps", nothing, OPPOSITE_ENDS)
    more = after(k=k + 1, T=T + 1, low=low + left * weight, high=high + weight)
    yield Obligation("a stump with a threshold more", so_far, more)
    yield Obligation("a constant stump more", so_far, after(T=T + 1, low=low + weight, high=high + weight))
    yield Obligation("no changes before the first threshold", {"c": And(Eq(changes, 0), Eq(k, 0))}, changes <= k)
    yield Obligation("at most one at each threshold", {"so far": changes <= k}, changes + jumps <= k + 1)
    yield Obligation(
        "$V$ points that alternate need $V - 1$ changes",
        {**so_far, "changes": And(changes <= k, Eq(changes, V - 1))},
        V <= T + 1,
    )
    yield Obligation(
        "for even $T$ the first and the last of $T + 1$ points are +: each change has a threshold, none lies outside",
        {**so_far, "changes": changes <= k, "both ends": And(low > 0, high > 0)},
        changes <= T - 1,
    )


@fact(
    "votes of $T$ stumps give all labels to that many points",
    V >= T + odd,
    f"by thresholds between the labels that differ, with weights that alternate; {trusted.IN_WORDS}",
    "theorem",
)
def alternating_weights(adds: int = -2, constant: int = 1) -> Iterator[Obligation]:
    """Yield the proof that r changes of label take r stumps if r is odd, and one more, a constant, if it is even."""
    pairs = {"in pairs, of weights 1 and −1": Eq(value, 0)}
    yield Obligation("no stumps", {"f": Eq(value, 0)}, Eq(value, 0))
    yield Obligation("two thresholds more leave the vote at −∞", pairs, Eq(value + label - label, 0))
    yield Obligation(
        "one more, or a constant stump, makes it the first label", pairs, Eq(value + constant * label, label)
    )
    yield Obligation(
        "each threshold turns the label and the vote",
        {"so far": Eq(value, label), "it adds": Eq(jump, adds * label)},
        Eq(value + jump, -label),
    )
    whole = {"integers": Or(j <= i, j >= i + 1), "points": r <= T + odd - 1}
    odd_T, even_T = And(Eq(T, 2 * i + 1), Eq(odd, 1)), And(Eq(T, 2 * i), Eq(odd, 0))
    yield Obligation("an odd $r$ takes $r$ stumps", {**whole, "T": Or(odd_T, even_T)}, r <= T)
    yield Obligation("an even $r$ takes one more: odd $T$", {**whole, "T": odd_T, "r": Eq(r, 2 * j)}, r + constant <= T)
    yield Obligation("even $T$", {**whole, "T": even_T}, r + constant <= T)


class LineVotes(Case, frozen=True, tag="line-votes"):
    """The VC dimension of the votes of T stumps on the line.

    How stumps label points on the line depends only on the order of the points, so one set of each size decides.
    """

    T: Positive

    def dimension(self) -> int:
        """The VC dimension."""
        m = 0
        while line_shattered(m + 1, self.T):
            m += 1
        return m


@cache
def line_shattered(m: int, T: int) -> bool:
    """Whether votes of T stumps shatter m points on the line, with verified evidence for either answer.

    If they do, there is a vote for each labelling. If not, the alternating labelling that begins with −1 has none: for
    every choice of T of the m ways in which stumps cut the points, up to sign, a dependence rules out all weights, also
    those with ties, whichever label a tie gets. (Suppose that a tie counts as +1. In Σ a_i y_i ψ(x_i) = 0 some a_i > 0
    has y_i = −1, so y_i f(x_i) would be > 0 there and ≥ 0 elsewhere, which is impossible. If ties count as −1, flip all
    labels.)
    """
    if m - 1 + m % 2 <= T:  # a vote needs as many stumps as there are changes, or one more to make the number odd
        for labelling in product((1, -1), repeat=m):
            confirmed(_vote_gives(labelling, T), f"the vote of {T} stumps for {labelling}")
        return True
    labelling = tuple(_alternating(i) for i in range(1, m + 1))
    cuts = [[1 if i >= k else -1 for i in range(m)] for k in range(m)]
    for chosen in combinations(cuts, min(T, m)):
        points = list(zip(*chosen, strict=True))
        answer = separate(points, labelling)
        confirmed(
            isinstance(answer, Dependence)
            and answer.verify(points, labelling)
            and any(a > 0 > y for a, y in zip(answer.coefficients, labelling, strict=True)),
            f"that no vote of {T} stumps gives {labelling}",
        )
    return False


def _vote_gives(labelling: Sequence[int], T: int) -> bool:
    starts = [i for i in range(1, len(labelling)) if labelling[i] != labelling[i - 1]]
    places, weights = line_vote([labelling[i] for i in (0, *starts)])
    cuts = [0 if place == 0 else starts[place - 1] for place in places]

    def score(i: int) -> Fraction:
        return sum((w if i >= cut else -w for w, cut in zip(weights, cuts, strict=True)), Fraction(0))

    return len(places) <= T and all(y * score(i) > 0 for i, y in enumerate(labelling))


def line_vote(labels: Sequence[int]) -> tuple[list[int], list[Fraction]]:
    """A vote of stumps x -> sign(x − θ) that gives the pieces these labels; neighbouring labels differ.

    Returns the places of the thresholds (place t is between pieces t − 1 and t, counted from 0; place 0 is −∞) and the
    weights. There is a stump for each threshold between pieces and, if their number is even, one more at −∞.
    """
    changes = len(labels) - 1
    places = list(range(1, changes + 1))
    weights = [Fraction(labels[0] * _alternating(s)) for s in places]
    return (places, weights) if changes % 2 else ([0, *places], [Fraction(labels[0]), *weights])


ON_THE_LINE = Claim(
    "votes-on-the-line-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps on the line}, T))$ is $T + 1$ for odd $T$ and $T$ for even $T$.",
    sources=(UML("10.3, after (10.5)"), UML("Example 10.1, the VC dimension of decision stumps is 2")),
    cases=Family(
        up_to(LineVotes, T=(1, "stumps")),
        extent="T = 1, ..., {stumps:T ≤ _}",
        search=dict(stumps=5),
        scout=dict(stumps=3),
        quick=dict(stumps=7),
        full=dict(stumps=9),
    ),
    measure=lambda trace: {V: trace.case.dimension(), T: trace.case.T, odd: trace.case.T % 2},
    bound=Eq(V, T + odd),
    proof=Chain(
        using=(ends_are_opposite, alternating_weights),
        matched="the dimension is computed for every $T$ that is tried",
    ),
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
        "So no three instances are shattered: VCdim = {V}, and the notes claim at least T + 1 = 3.",
    ),
)
