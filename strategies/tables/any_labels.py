"""Learning without prior knowledge, where the labels are any at all; and thresholds among the halfspaces of the line.

AnyLabels        a game on instances 0, 1, 2, ... whose labels contradict the learner: every function is a target
LineLabellings   the labellings of points on the line by thresholds, and by halfspaces

Source: LEC, Mission impossible; LEC, Halfspaces.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, Game, Remembered
from learncheck.strategies.points.shattering import halfspace_labellings


class AnyLabels(Game, frozen=True, tag="any-labels"):
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

    def environment(self) -> Environment:
        return AnyTarget(range(self.size))


class LabelsGiven(NamedTuple):
    """The label of each instance that was presented."""

    target: dict[int, int]


class AnyTarget(Remembered):
    """The environment that has no hypothesis class to respect."""

    def facts(self) -> LabelsGiven:
        return LabelsGiven(target=dict(self.labels))


def new_instances(choices: Choices, *, rounds: int) -> AnyLabels:
    """Distinct instances in some order, each contradicted. Shrinks to few, in order."""
    return in_turn(choices.permutation(choices.integer(0, rounds)))


def in_turn(order: Sequence[int]) -> AnyLabels:
    """Distinct instances, each contradicted."""
    return AnyLabels(len(order), tuple((x, CONTRADICT) for x in order))


def any_labels(choices: Choices, *, size: int, rounds: int) -> AnyLabels:
    """Games in which instances come back. Shrinks to one instance, few rounds and contradiction."""
    instances = choices.integer(1, size)
    return AnyLabels(instances, choices.moves(instances, most=rounds))


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


class LineLabellings(Case, frozen=True, tag="line-labellings"):
    """Distinct points of the line, in increasing order, and their labellings."""

    points: tuple[int, ...]

    def __post_init__(self) -> None:
        require(
            len(self.points) > 0 and all(x < z for x, z in pairwise(self.points)),
            f"the points are {self.points}: give at least one, in increasing order",
        )

    def play_alone(self) -> LineCounts:
        """No learner is asked.

        thresholds: the labellings by sign(x - θ), each θ between two points or beyond all. halfspaces: those by
        sign(wx + b), each with a separator that is verified, and all others with none.
        """
        ends = (self.points[0] - 1, *self.points, self.points[-1] + 1)
        thetas = [Fraction(low + high, 2) for low, high in pairwise(ends)]
        thresholds = {tuple(1 if x > theta else -1 for x in self.points) for theta in thetas}
        column = [(x,) for x in self.points]
        found = halfspace_labellings(column, affine=True)
        lifted = [(x, 1) for x in self.points]
        halfspaces = {row for row, separator in found.items() if separator.verify(lifted, row)}
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
    x, found = choices.integer(-apart, apart), []
    for _ in range(choices.integer(1, points)):
        found.append(x)
        x += choices.integer(1, apart)
    return LineLabellings(tuple(found))
