"""Thresholds on the real line, and rectangles: no learner has a finite mistake bound.

Source: LEC, Not always helps.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from learncheck.strategies.play import games
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long
from learncheck.theorems.notes.finite.any_labels import (
    LiftedPerceptron,
    NearestNeighbour,
    Number,
    Point,
)

M = quantity("M", "the mistakes")
T = quantity("T", "the rounds")


class Certificate(NamedTuple):
    """A threshold that gives all labels."""

    threshold: Fraction


class CertifiedRectangle(NamedTuple):
    """Two opposite corners of a rectangle that gives all labels."""

    rectangle: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


class LineBisection(games.Game, frozen=True, tag="line-bisection"):
    """The bisection adversary: presents the middle of (low, high), contradicts, and keeps the consistent half.

    The instances are exact rational numbers. In the end every number strictly between low and high is a threshold θ
    with sign(x − θ) = y in every round; the middle is the certificate.
    """

    rounds: int
    low: Fraction
    high: Fraction

    def script(self) -> Sequence[int]:
        return (games.CONTRADICT,) * self.rounds

    def environment(self) -> games.Environment:
        return Bisection(self.high, self.low)


class Bisection:
    """The environment on the line, between the nearest points that were labelled +1 and −1.

    plus, minus: these points at the start. shown: turns a point into an instance. certified: turns the last middle into
    the facts.
    """

    def __init__(
        self,
        plus: Fraction,
        minus: Fraction,
        shown: Callable[[Fraction], Point] = lambda x: x,
        certified: Callable[[Fraction], Certificate | CertifiedRectangle] = Certificate,
    ) -> None:
        self.ends, self.shown, self.certified = {1: plus, -1: minus}, shown, certified

    @property
    def middle(self) -> Fraction:
        """The point to be presented next."""
        return (self.ends[1] + self.ends[-1]) / 2

    def present(self, move: int) -> Point:
        return self.shown(self.middle)

    def answer(self, move: int, prediction: int) -> int:
        label: int = games.legal_label(move, prediction)
        self.ends[label] = self.middle
        return label

    def facts(self) -> Certificate | CertifiedRectangle:
        return self.certified(self.middle)


def line_bisections(choices: Choices, *, rounds: int) -> LineBisection:
    """Bisections of an interval with simple ends. Shrinks to few rounds and the interval from 0 to 1."""
    length = choices.integer(0, rounds)
    low = Fraction(choices.integer(-4, 4), choices.integer(1, 3))
    return LineBisection(length, low, low + Fraction(choices.integer(1, 4), choices.integer(1, 3)))


def above(theta: Fraction, x: Fraction) -> int:
    """Return sign(x − θ); 0 if x is the threshold itself."""
    return (x > theta) - (x < theta)


def by_certificate(label: Callable[..., int]) -> Callable[[Trace], Values]:
    """Return a measure of T and M, counting the mistakes on labels that `label` gives by the certificate."""

    def measure(trace: Trace) -> Values:
        mistakes = (round.mistake for round in trace.rounds if label(trace.facts, round.instance) == round.label)
        return {M: sum(mistakes), T: trace.case.rounds}

    return measure


THRESHOLDS_UNLEARNABLE = Claim(
    "thresholds-unlearnable",
    "For every learner there is a sequence, consistent with a threshold on the real line, on which it errs in every "
    "round: played here against two learners.",
    sources=(LEC("Not always helps"),),
    kind="adversary",
    label="lower",
    learner=LiftedPerceptron,
    learners=(NearestNeighbour,),
    cases=Family(
        line_bisections,
        extent="up to {rounds:≤ _ rounds} rounds on all intervals from p/q to p/q + r/s with |p|, r ≤ 4 and q, s ≤ 3",
        search=dict(rounds=14),
        scout=dict(rounds=24),
        quick=dict(rounds=1),
        full=dict(rounds=4),
        grows=dict(rounds=Long()),
    ),
    measure=by_certificate(lambda facts, x: above(facts.threshold, x)),
    bound=M >= T,
    slack=(M >= T,),
    attained_by=lambda: [LineBisection(rounds, Fraction(0), Fraction(1)) for rounds in (0, 1, 100)],
    remark=r"$M = T$ in every game: the learner errs each time, and the certificate $\theta$, checked against all "
    r"labels by $\operatorname{sign}(x - \theta)$, counts a mistake only where it gives the label.",
    judged=False,
)


class RectangleBisection(LineBisection, frozen=True, tag="rectangle-bisection"):
    """The adversary for rectangles in the plane: presents (x, height), with x by bisection of (low, high).

    Rectangles label their inside +1. In the end the degenerate rectangle with the opposite corners (low, height) and
    (θ, height) is the certificate.
    """

    height: Fraction

    def environment(self) -> games.Environment:
        corner = (self.low, self.height)
        return Bisection(
            self.low, self.high, lambda x: (x, self.height), lambda x: CertifiedRectangle((corner, (x, self.height)))
        )


def rectangle_bisections(choices: Choices, *, rounds: int) -> RectangleBisection:
    """Bisections of a horizontal side. Shrinks to few rounds and the side from (0, 0) to (1, 0)."""
    side = line_bisections(choices, rounds=rounds)
    return RectangleBisection(side.rounds, side.low, side.high, Fraction(choices.integer(-2, 2)))


Corner = tuple[Number, ...]


def inside(rectangle: tuple[Corner, Corner], x: Corner) -> int:
    """Return +1 in the closed rectangle between two opposite corners, and -1 outside."""
    low, high = rectangle
    return 1 if all(a <= c <= b for a, c, b in zip(low, x, high, strict=True)) else -1


class LeastRectangle:
    """Predict +1 inside the smallest rectangle that contains every positive point seen."""

    def __init__(self) -> None:
        self.corners: tuple[Corner, Corner] | None = None

    def predict(self, x: Corner) -> int:
        return -1 if self.corners is None else inside(self.corners, x)

    def update(self, x: Corner, y: int) -> None:
        if y == 1:
            low, high = self.corners or (x, x)
            self.corners = tuple(map(min, low, x)), tuple(map(max, high, x))


RECTANGLES_UNLEARNABLE = Claim(
    "rectangles-unlearnable",
    "For every learner there is a sequence, consistent with an axis-aligned rectangle in the plane, on which it errs "
    "in every round: played here against three learners.",
    sources=(LEC("Not always helps, exercise"),),
    kind="adversary",
    label="lower",
    learner=LeastRectangle,
    learners=(LiftedPerceptron, NearestNeighbour),
    cases=Family(rectangle_bisections, search=dict(rounds=14), scout=dict(rounds=24), grows=dict(rounds=Long())),
    measure=by_certificate(lambda facts, x: inside(facts.rectangle, x)),
    bound=M >= T,
    slack=(M >= T,),
    attained_by=lambda: [RectangleBisection(rounds, Fraction(0), Fraction(1), Fraction(0)) for rounds in (0, 1, 100)],
    remark="$M = T$ in every game, by bisection for the right side of a rectangle of height 0, which is the "
    "certificate.",
    judged=False,
)
