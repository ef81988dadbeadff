"""Piecewise constant functions as votes of stumps on the line.

- `StumpVote`, `PiecewiseLabels`: a function, and a vote that gives it
- `LineVotes`: the VC dimension of the votes of T stumps

All are decided exactly, and every certificate is verified before it is used.
Source: UML 10.3 and Exercise 10.2.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import Annotated, NamedTuple, Self

import msgspec

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Dependence, separate
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices

HALF = Fraction(1, 2)


class WorstPoint(NamedTuple):
    """f(x) and g(x) at the point x where they agree least."""

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
        _require_ascending(self.thresholds)

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
        middles = points[::2]  # one within each piece
        states = [{"score": self.score(x), "label": self.label(x)} for x in middles]
        scores, labels = ([state[name] for state in states[1:]] for name in ("score", "label"))
        rounds = Rounds.of_nobody(states, [Fraction(theta, 2) for theta in self.thresholds], scores, labels)
        worst = min(points, key=lambda x: self.label(x) * self.score(x))
        facts = WorstPoint(score=self.score(worst), label=self.label(worst))
        return Trace(self, rounds, facts)


def _alternating(t: int) -> int:
    return -1 if t % 2 else 1


def _require_ascending(thresholds: Sequence[int]) -> None:
    require(
        all(a < b for a, b in pairwise(thresholds)),
        f"the thresholds are {tuple(thresholds)}: give them in ascending order, and none twice",
    )


def tested_points(thresholds: Sequence[int]) -> list[Fraction]:
    """A point of each piece, with the thresholds between them."""
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


def all_stump_votes(choices: Choices, *, thresholds: int, first: Fraction = -HALF) -> StumpVote:
    """The vote with each number of thresholds, one half apart: their positions do not matter."""
    return StumpVote(tuple(range(choices.integer(0, thresholds))), first)


def line_vote(labels: Sequence[int]) -> tuple[list[int], list[Fraction]]:
    """A vote of stumps x -> sign(x − θ) that gives the pieces these labels, of which neighbours differ.

    Returns the places of the thresholds (place t is between pieces t − 1 and t, counted from 0; place 0 is −∞) and the
    weights. There is a stump for each threshold between pieces and, if their number is even, one more at −∞.
    """
    changes = len(labels) - 1
    places = list(range(1, changes + 1))
    weights = [Fraction(labels[0] * _alternating(s)) for s in places]
    return (places, weights) if changes % 2 else ([0, *places], [Fraction(labels[0]), *weights])


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
        wrong = 0
        for half in range(1, 2 * T + 1):
            x = Fraction(half, 2)
            wrong += turn * vote.score(x) * self.alphas[math.ceil(x) - 1] <= 0
        return VoteOfPieces(stumps=len(starts) + 1, wrong=wrong)


def piecewise_labels(choices: Choices, *, pieces: int) -> PiecewiseLabels:
    """Every function with up to `pieces` pieces. Shrinks to one piece."""
    return PiecewiseLabels(choices.labels(choices.integer(1, pieces)))


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

    The evidence for it is a vote for each labelling. The evidence against it is the alternating labelling that begins
    with −1, and, for every choice of T of the m ways in which stumps cut the points up to sign, a dependence that rules
    out all weights, even those with ties, whichever label ties get. (Say a tie counts as +1. In Σ a_i y_i ψ(x_i) = 0
    some a_i > 0 has y_i = −1, so y_i f(x_i) would be > 0 there and ≥ 0 elsewhere, which is impossible. If ties count as
    −1, flip all labels.)
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
