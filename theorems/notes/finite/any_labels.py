"""Mission impossible: without prior knowledge any labels are possible, and a learner can only memorise them; and
thresholds among the halfspaces of the line.

AnyLabels        a game on instances 0, 1, 2, ... whose labels contradict the learner: every function is a target
LineLabellings   the labellings of points on the line by thresholds, and by halfspaces

Source: LEC, Mission impossible; LEC, Halfspaces.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, product
from typing import NamedTuple

import numpy as np
from sympy import And, Eq

from learncheck.exact.separation import Points, Separator, separate
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Numbers
from learncheck.learners.online.perceptron import Perceptron
from learncheck.strategies.play import games
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.limits import Long, Wide

M = quantity("M", "the mistakes on labels that the target function gives")
T = quantity("T", "the rounds")
X = quantity("X", "the number $|X|$ of instances")


class AnyLabels(games.Game, frozen=True, tag="any-labels"):
    """A game on the instances 0, ..., size - 1. A move is (instance, stance).

    Any label is legal where an instance is new; one that has been seen keeps its label.
    """

    size: int
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        require(
            all(0 <= x < self.size for x, _ in self.moves),
            f"the moves are {self.moves}: present instances from 0 to {self.size - 1}",
        )

    def environment(self) -> games.Environment:
        return AnyTarget(range(self.size))


class LabelsGiven(NamedTuple):
    """The label of each instance that was presented."""

    target: dict[int, int]


class AnyTarget(games.Remembered):
    """The environment that has no hypothesis class to respect."""

    def facts(self) -> LabelsGiven:
        return LabelsGiven(target=dict(self.labels))


def new_instances(choices: Choices, *, rounds: int) -> AnyLabels:
    """Distinct instances in some order, each contradicted. Shrinks to few, in order."""
    return in_turn(choices.permutation(choices.integer(0, rounds)))


def in_turn(order: Sequence[int]) -> AnyLabels:
    """Distinct instances, each contradicted."""
    return AnyLabels(len(order), tuple((x, games.CONTRADICT) for x in order))


# ---- learners ----


Number = int | Fraction
Point = Number | tuple[Number, ...]
"""A number of an instance, a point of the line, or of the plane."""


class Memorizing:
    """Repeat the label that an instance had; predict -1 for a new one. Source: LEC, Mission impossible."""

    def __init__(self) -> None:
        self.labels: dict[Point, int] = {}

    def predict(self, x: Point) -> int:
        return self.labels.get(x, -1)

    def update(self, x: Point, y: int) -> None:
        self.labels[x] = y


class NearestNeighbour(Memorizing):
    """Predict the label of the nearest point seen, a number or a pair of them; -1 before the first."""

    def predict(self, x: Point) -> int:
        return self.labels[min(self.labels, key=lambda z: squared_distance(x, z))] if self.labels else -1


def squared_distance(x: Point, z: Point) -> Number:
    """Return the squared distance of two points on the line or in the plane."""
    return sum((a - b) ** 2 for a, b in zip(coordinates(x), coordinates(z), strict=True))


def coordinates(x: Point) -> tuple[Number, ...]:
    """Return the coordinates of a point of the line or of the plane."""
    return x if isinstance(x, tuple) else (x,)


class LiftedPerceptron:
    """Perceptron on the points of the line, or of the plane, with a last coordinate 1."""

    learner: Perceptron | None = None

    def predict(self, x: Point) -> int:
        point = lifted(x)
        self.learner = self.learner or Perceptron(len(point))
        return int(self.learner.predict(point))

    def update(self, x: Point, y: int) -> None:
        assert self.learner is not None
        self.learner.update(lifted(x), y)


def lifted(x: Point) -> Numbers:
    """Return the point with a last coordinate 1, exact on integers and Fractions."""
    return np.array([*coordinates(x), 1], dtype=object)


def measure(trace: Trace[AnyLabels, LabelsGiven]) -> Values:
    target = trace.facts.target
    certified = sum(bool(round.mistake) and target[round.instance] == round.label for round in trace.rounds)
    return {M: certified, T: len(trace.case.moves), X: trace.case.size}


NO_KNOWLEDGE = Claim(
    "no-prior-knowledge",
    "If $|X|$ is infinite and each day the environment shows a new $x$, then the learner cannot know its label and "
    "might always err.",
    sources=(LEC("Mission impossible"),),
    kind="adversary",
    label="lower",
    learner=Memorizing,
    learners=(NearestNeighbour, LiftedPerceptron),
    cases=Family(
        new_instances,
        extent="every order of up to {rounds:≤ _ rounds} new instances",
        search=dict(rounds=8),
        scout=dict(rounds=20),
        quick=dict(rounds=4),
        full=dict(rounds=5),
        grows=dict(rounds=Long()),
    ),
    measure=measure,
    bound=M >= T,
    slack=(M >= T,),
    attained_by=lambda: [in_turn(range(rounds)) for rounds in (1, 4, 16)],
    remark="$M = T$ in every game. The certificate is the labelling itself; no class forbids it.",
    judged=False,
)


def any_labels(choices: Choices, *, size: int, rounds: int) -> AnyLabels:
    """Games in which instances come back. Shrinks to one instance, few rounds and contradiction."""
    instances = choices.integer(1, size)
    return AnyLabels(instances, choices.moves(instances, most=rounds))


MEMORIZING = Claim(
    "memorizing-mistakes",
    "If $|X|$ is finite, the learner can memorize all labels: at most $|X|$ mistakes.",
    sources=(LEC("Mission impossible"),),
    label="tight",
    learner=Memorizing,
    cases=Family(
        any_labels,
        extent="all games of up to {rounds:≤ _ rounds} rounds on up to {size:≤ _ instances} instances, with any labels",
        search=dict(size=4, rounds=8),
        scout=dict(size=12, rounds=30),
        quick=dict(size=2, rounds=3),
        full=dict(size=3, rounds=4),
        grows=dict(size=Wide(), rounds=Long()),
    ),
    measure=measure,
    bound=M <= X,
    attained_by=lambda: [
        AnyLabels(size, tuple((x % size, games.CONTRADICT) for x in range(2 * size))) for size in (1, 3, 9)
    ],
    judged=False,
)

# ---- thresholds and halfspaces on the line ----

A = quantity("A", "labellings by halfspaces and by no threshold")
B = quantity("B", "labellings by halfspaces and by neither a threshold nor the opposite of one")
C = quantity("C", "labellings by thresholds and by no halfspace")
F = quantity("F", "labellings by thresholds")
G = quantity("G", "labellings by halfspaces")
m = quantity("m", "the points")


# ---- the line ----


class LineCounts(NamedTuple):
    """How many labellings thresholds give, and halfspaces.

    no_threshold: by halfspaces and no threshold; neither_way: nor by the opposite of one. no_halfspace: by a threshold
    and no halfspace.
    """

    thresholds: int
    halfspaces: int
    no_threshold: int
    no_halfspace: int
    neither_way: int


def halfspace_labellings(points: Points) -> dict[tuple[int, ...], Separator]:
    """The labellings of the points, shape (m, d), by sign⟨w,x⟩ with no score 0, each with its separator.

    One exact decision for each of the 2^m labellings.
    """
    separators: dict[tuple[int, ...], Separator] = {}
    for rest in product((1, -1), repeat=len(points) - 1):
        labelling = (1, *rest)
        answer = separate(points, labelling)
        if isinstance(answer, Separator):
            separators[labelling] = answer
            separators[tuple(-y for y in labelling)] = Separator(tuple(-v for v in answer.w))
    return separators


class LineLabellings(Case, frozen=True, tag="line-labellings"):
    """Distinct points of the line, in increasing order, and their labellings."""

    points: tuple[int, ...]

    def __post_init__(self) -> None:
        require(
            len(self.points) > 0 and all(x < z for x, z in pairwise(self.points)),
            f"the points are {self.points}: give at least one, in increasing order",
        )

    def play_alone(self) -> LineCounts:
        """Count, without a learner.

        thresholds: the labellings by sign(x - θ), each θ between two points or beyond all. halfspaces: those by
        sign(wx + b), each with a separator that is verified, and all others with none.
        """
        ends = (self.points[0] - 1, *self.points, self.points[-1] + 1)
        thetas = [Fraction(low + high, 2) for low, high in pairwise(ends)]
        thresholds = {tuple(1 if x > theta else -1 for x in self.points) for theta in thetas}
        with_ones = [(x, 1) for x in self.points]
        separators = halfspace_labellings(with_ones)
        halfspaces = {row for row, separator in separators.items() if separator.verify(with_ones, row)}
        opposites = {tuple(-y for y in row) for row in thresholds}
        return LineCounts(
            thresholds=len(thresholds),
            halfspaces=len(halfspaces),
            no_threshold=len(halfspaces - thresholds),
            no_halfspace=len(thresholds - halfspaces),
            neither_way=len(halfspaces - thresholds - opposites),
        )


def line_labellings(choices: Choices, *, points: int, apart: int) -> LineLabellings:
    """Points at small distances. Shrinks to one point, 0."""
    first = choices.integer(-apart, apart)
    size = choices.integer(1, points)
    return LineLabellings(tuple(accumulate(choices.integers(size - 1, 1, apart), initial=first)))


LINE_HALFSPACES = Claim(
    "halfspaces-on-the-line",
    r"For $d = 1$ the halfspaces are the thresholds $x \mapsto \operatorname{sign}(x - \theta)$ and their opposites: "
    "$m$ points have $m + 1$ labellings by thresholds and $2m$ by halfspaces.",
    sources=(LEC("Halfspaces"),),
    cases=Family(
        line_labellings,
        extent="all sets of up to {points:≤ _ points} points at distances up to {apart}, the first from −{apart} to "
        "{apart}",
        search=dict(points=5, apart=3),
        scout=dict(points=5, apart=9),
        quick=dict(points=3, apart=2),
        full=dict(points=4, apart=2),
    ),
    measure=lambda trace: {
        A: trace.facts.no_threshold,
        B: trace.facts.neither_way,
        C: trace.facts.no_halfspace,
        F: trace.facts.thresholds,
        G: trace.facts.halfspaces,
        m: len(trace.case.points),
    },
    bound=And(Eq(B, 0), Eq(C, 0), Eq(F, m + 1), Eq(G, 2 * m)),
    attained_by=lambda: [LineLabellings(tuple(range(size))) for size in (1, 2, 8)],
    repairs="halfspaces-on-the-line-as-printed",
    remark=r"$\operatorname{sign}(wx + b)$ is $\operatorname{sign}(x - \theta)$ with $\theta = -b/w$ for $w > 0$, "
    "its opposite for $w < 0$, and constant for $w = 0$. With $x_2 = 1$ in place of the bias these are "
    "the homogeneous halfspaces of the plane.",
)

LINE_HALFSPACES_AS_PRINTED = as_printed(
    LINE_HALFSPACES,
    r"For $d = 1$, the class of halfspaces $x \mapsto \operatorname{sign}(wx + b)$ is the class of thresholds "
    r"$x \mapsto \operatorname{sign}(x - \theta)$.",
    bound=And(Eq(A, 0), Eq(C, 0)),
    flaw=r"The halfspace $x \mapsto \operatorname{sign}(-x)$, with $w = -1$, labels everything below 0 with +1, which "
    "no threshold does.",
    worked=(
        "Take the {m} points 0 and 1. Thresholds label them −−, −+ and ++, which are F = {F} ways.",
        "Halfspaces also label them +−, by sign(½ − x): G = {G} ways.",
        "So A = {A} labelling by a halfspace is not one by a threshold, although the classes are said to be the same.",
    ),
)
