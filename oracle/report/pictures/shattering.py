"""Shattered sets, and mistake trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from learncheck.exact.separation import Separator, separate, with_constant
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.layers import Axis, Layer, Line, Panel, Points, Scene, Sheet, Text, border
from learncheck.oracle.report.pictures.rounds import labelled
from learncheck.strategies.play.case import Trace
from learncheck.theorems.notes.finite.littlestone import ClassValue, MistakeTree
from learncheck.theorems.notes.vc.halfspaces import PointSet

MOST_POINTS = 5
MOST_DEPTH = 5


@dataclass(frozen=True)
class ShatteredPoints(Scene):
    """Points of the plane or the line, the chosen ones among them, and a separator (w, b) for each of their labellings.

    The separator is None if no halfspace gives that labelling.
    """

    points: Array
    chosen: tuple[int, ...]
    labellings: tuple[tuple[int, ...], ...]
    separators: tuple[tuple[Array, float] | None, ...]

    @property
    def telling(self) -> int:
        return len(self.chosen)

    @property
    def key(self) -> str:
        missing = sum(separator is None for separator in self.separators)
        key = "A panel is a labelling: + and − are labels, and the line is a halfspace that gives them."
        return key + (f" {missing} of {len(self.separators)} have none, in a red frame." if missing else "")

    def whole(self) -> Sheet:
        """Lay out one panel per labelling."""
        count = len(self.labellings)
        given = sum(separator is not None for separator in self.separators)
        words = f"{given} of the {count} labellings of {len(self.chosen)} points are those of a halfspace"
        panels = [self._panel(*pair) for pair in zip(self.labellings, self.separators, strict=True)]
        return Sheet(panels, words, 1.1, 1.1, left=0.06, across=4 if count >= 8 else count)

    def _panel(self, labels: Sequence[int], separator: tuple[Array, float] | None) -> Panel:
        reach = float(np.abs(self.points).max()) * 1.35 + 0.6
        axis = Axis(-reach, reach, ticks={})
        frame = (-reach, reach, reach, -reach, -reach), (-reach, -reach, reach, reach, -reach)
        layers: list[Layer] = []
        if separator is not None and separator[0].any():
            w, b = separator
            layers.append(Line(border(w, 1.5 * reach, b), "green"))
        layers += [replace(points, name="") for points in labelled(self.points[list(self.chosen)], labels)]
        layers.append(Line(frame, "faint", width=1) if separator is not None else Line(frame, "orange", width=5))
        return Panel(axis, axis, layers, framed=False)


@dataclass(frozen=True)
class Tree(Scene):
    """A mistake tree: an instance, and the subtrees for the labels +1 and −1."""

    tree: MistakeTree

    @property
    def telling(self) -> int:
        return depth(self.tree)

    @property
    def key(self) -> str:
        return (
            "Each node is an instance. The adversary takes the branch the learner did not predict, forcing one mistake "
            "per level."
        )

    def whole(self) -> Sheet:
        """Lay out the tree with its root at the top, and +1 to the left."""
        deep = depth(self.tree)
        wide = 2.0**deep
        x, y = Axis(-0.3, wide + 0.3, ticks={}), Axis(-deep - 0.4, 0.5, ticks={})
        words = f"A mistake tree of depth {deep}: whichever label is predicted, the other one is possible"
        panel = Panel(x, y, [*_branches(self.tree, deep, 0, 0, wide)], framed=False)
        return Sheet([panel], words, min(5.5, 0.55 * wide + 1.1), 0.85 * deep + 0.7, left=0.06)


def _branches(node: MistakeTree, deep: int, level: int, left: float, right: float) -> Iterator[Layer]:
    """Yield a subtree between two sides: its branches, then its root."""
    middle = (left + right) / 2
    if node is None or level == deep:
        yield Points(((middle,), (-level,)), "s", "faint", size=5)
        return
    for label, branch, low, high in ((1, node[1], left, middle), (-1, node[2], middle, right)):
        to = (low + high) / 2
        colour, style, words = ("blue", "-", "+1") if label == 1 else ("orange", "--", "−1")
        yield Line(((middle, to), (-level, -level - 1)), colour, style=style, width=1)
        if level < 3:
            side = "right" if label == 1 else "left"
            yield Text((middle + to) / 2 - 0.12 * label, -level - 0.4, words, align=(side, "bottom"))
        yield from _branches(branch, deep, level + 1, low, high)
    yield Text(middle, -level, f"{node[0]}", "black", circled=True)


def depth(tree: MistakeTree) -> int:
    """Return how many mistakes the tree forces."""
    return 0 if tree is None else 1 + min(depth(tree[1]), depth(tree[2]))


def shattered(trace: Trace) -> ShatteredPoints | None:
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
    separators = [_separator(at, labels, affine) for labels in labellings]
    flat = np.array([(*x, 0)[:2] for x in points], dtype=float)
    return ShatteredPoints(flat, chosen, labellings, tuple(separators))


def _separator(points: list[tuple[int, ...]], labels: tuple[int, ...], affine: bool) -> tuple[Array, float] | None:
    """Return w and b of a halfspace with these labels, or None if there is none."""
    result = separate(with_constant(points) if affine else points, labels)
    if not isinstance(result, Separator):
        return None
    w = [float(coordinate) for coordinate in result.w]
    *along, b = w if affine else (*w, 0.0)
    return np.array((*along, 0.0)[:2]), b


def tree(trace: Trace) -> Tree | None:
    """Return the scene of a mistake tree of a class."""
    if not isinstance(trace.case, ClassValue) or not 0 < depth(trace.facts.tree) <= MOST_DEPTH:
        return None
    return Tree(trace.facts.tree)
