"""Shattered sets, and mistake trees."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from learncheck.exact.separation import Separator, separate, with_constant
from learncheck.learners.online.standard_optimal import game_value
from learncheck.oracle.report.scenes.rounds import Array
from learncheck.strategies.play.case import Trace
from learncheck.strategies.points.sets import PointSet
from learncheck.strategies.tables.littlestone import ClassValue, MistakeTreeGame, mistake_tree

MOST_POINTS = 5
MOST_DEPTH = 5


@dataclass(frozen=True)
class Shattered:
    """Points of the plane or the line, the chosen ones among them, and a separator (w, b) for each of their labellings.

    The separator is None if no halfspace gives that labelling.
    """

    points: Array
    chosen: tuple[int, ...]
    labellings: tuple[tuple[int, ...], ...]
    separators: tuple[tuple[Array, float] | None, ...]

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        missing = sum(each is None for each in self.separators)
        told = "A panel is a labelling: + and − are labels, and the line is a halfspace that gives them."
        return told + (f" {missing} of {len(self.separators)} have none, in a red frame." if missing else "")


@dataclass(frozen=True)
class Tree:
    """A mistake tree: an instance, and the subtrees for the labels +1 and −1. path: the labels of a game."""

    tree: Any
    path: tuple[int, ...] = ()

    @property
    def depth(self) -> int:
        return depth(self.tree)

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        told = (
            "A node is an instance; whichever label is predicted there, the other branch is taken: a mistake a level."
        )
        return told + (" The branches that the game took are bold." if self.path else "")


def depth(tree: Any) -> int:
    """Return how many mistakes the tree forces."""
    return 0 if tree is None else 1 + min(depth(tree[1]), depth(tree[2]))


def shattered(trace: Trace) -> Shattered | None:
    """Return the scene of a set of points that halfspaces shatter, or fail to shatter."""
    case = trace.case
    if not isinstance(case, PointSet) or len(case.points[0]) > 2:
        return None
    points, affine = case.points, case.affine
    chosen = tuple(range(len(points))) if len(points) <= 4 else tuple(points.index(x) for x in case.shattered())
    if not 0 < len(chosen) <= MOST_POINTS:
        return None
    at = [points[i] for i in chosen]
    labellings = tuple(product((1, -1), repeat=len(chosen)))
    found = [_separator(at, labels, affine) for labels in labellings]
    flat = np.array([(*x, 0)[:2] for x in points], dtype=float)
    return Shattered(flat, chosen, labellings, tuple(found))


def _separator(points: list[Any], labels: tuple[int, ...], affine: bool) -> tuple[Array, float] | None:
    """Return w and b of a halfspace with these labels, or None if there is none."""
    found = separate(with_constant(points) if affine else points, labels)
    if not isinstance(found, Separator):
        return None
    w = [float(each) for each in found.w]
    *along, b = w if affine else (*w, 0.0)
    return np.array((*along, 0.0)[:2]), b


def tree(trace: Trace) -> Tree | None:
    """Return the scene of a mistake tree: that of a class, or the one along which a game was played."""
    found = trace.facts.tree if isinstance(trace.case, ClassValue) else None
    if isinstance(trace.case, MistakeTreeGame):
        values = game_value(trace.case.hypotheses)
        found = mistake_tree(values, values.everything, trace.case.value)
    if found is None or not 0 < depth(found) <= MOST_DEPTH:
        return None
    return Tree(found, tuple(int(each.label) for each in trace.rounds))
