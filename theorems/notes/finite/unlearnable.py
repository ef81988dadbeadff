"""Thresholds on the real line, and rectangles: no one learns them with finitely many mistakes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from learncheck.learners.online.opponents import (
    EllipsoidOnTheLine,
    KernelPerceptronOnTheLine,
    LeastRectangle,
    Midpoint,
    NearestNeighbour,
    PerceptronInThePlane,
    PerceptronOnTheLine,
)
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples import thresholds
from learncheck.strategies.samples.thresholds import LineBisection, RectangleBisection
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long

M = quantity("M", "the mistakes")
T = quantity("T", "the rounds")

LINE = Family(
    thresholds.line_bisections,
    extent="up to {rounds:≤ _ rounds} rounds on all intervals from p/q to p/q + r/s with |p|, r ≤ 4 and q, s ≤ 3",
    search=dict(rounds=14),
    scout=dict(rounds=24),
    quick=dict(rounds=1),
    full=dict(rounds=4),
    grows=dict(rounds=Long()),
)
SIDES = Family(
    thresholds.rectangle_bisections, search=dict(rounds=14), scout=dict(rounds=24), grows=dict(rounds=Long())
)


def above(theta: Fraction, x: Fraction) -> int:
    """Return sign(x − θ); 0 if x is the threshold itself."""
    return (x > theta) - (x < theta)


def inside(rectangle: tuple[tuple[Fraction, ...], tuple[Fraction, ...]], x: tuple[Fraction, ...]) -> int:
    """Return +1 in the closed rectangle between two opposite corners, and -1 outside."""
    low, high = rectangle
    return 1 if all(a <= c <= b for a, c, b in zip(low, x, high, strict=True)) else -1


def certified(label: Callable[[Any, Any], int]) -> Callable[[Trace], Values]:
    """Return a measure of T and M, counting the mistakes on labels that `label` gives by the certificate."""

    def measure(trace: Trace) -> Values:
        given = (each for each in trace.rounds if label(trace.facts, each.instance) == each.label)
        return {M: sum(each.mistake for each in given), T: trace.case.rounds}

    return measure


THRESHOLDS_UNLEARNABLE = Claim(
    "thresholds-unlearnable",
    "For every learner there is a sequence, consistent with a threshold on the real line, on which it errs in every "
    "round.",
    sources=(LEC("Not always helps"),),
    kind="adversary",
    label="lower",
    learner=PerceptronOnTheLine,
    learners=(KernelPerceptronOnTheLine, EllipsoidOnTheLine, NearestNeighbour, Midpoint),
    cases=LINE,
    measure=certified(lambda facts, x: above(facts.threshold, x)),
    bound=M >= T,
    slack=(M >= T,),
    attained_by=lambda: [LineBisection(rounds, Fraction(0), Fraction(1)) for rounds in (0, 1, 100)],
    remark=r"$M = T$ in every game: the learner errs each time, and the certificate $\theta$, checked against all "
    r"labels by $\operatorname{sign}(x - \theta)$, counts a mistake only where it gives the label.",
    judged=False,
)

RECTANGLES_UNLEARNABLE = Claim(
    "rectangles-unlearnable",
    "For every learner there is a sequence, consistent with an axis-aligned rectangle in the plane, on which it errs "
    "in every round.",
    sources=(LEC("Not always helps, exercise"),),
    kind="adversary",
    label="lower",
    learner=LeastRectangle,
    learners=(PerceptronInThePlane, NearestNeighbour),
    cases=SIDES,
    measure=certified(lambda facts, x: inside(facts.rectangle, x)),
    bound=M >= T,
    slack=(M >= T,),
    attained_by=lambda: [RectangleBisection(rounds, Fraction(0), Fraction(1), Fraction(0)) for rounds in (0, 1, 100)],
    remark="$M = T$ in every game, by bisection for the right side of a rectangle of height 0, which is the "
    "certificate.",
    judged=False,
)
