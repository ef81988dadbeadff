"""Shattered sets, and mistake trees."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from learncheck.exact.separation import Separator, separate, with_constant
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, INK, ORANGE, SMALL
from learncheck.oracle.report.pictures.layers import border, labelled
from learncheck.oracle.report.pictures.sheet import sheet, sheet_of_panels
from learncheck.oracle.report.pictures.svg import svg
from learncheck.strategies.play.case import Trace
from learncheck.theorems.notes.finite.littlestone import ClassValue, MistakeTree
from learncheck.theorems.notes.vc.halfspaces import PointSet

MOST_POINTS = 5
MOST_DEPTH = 5


@dataclass(frozen=True)
class ShatteredPoints:
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
        missing = sum(separator is None for separator in self.separators)
        key = "A panel is a labelling: + and − are labels, and the line is a halfspace that gives them."
        return key + (f" {missing} of {len(self.separators)} have none, in a red frame." if missing else "")


@dataclass(frozen=True)
class Tree:
    """A mistake tree: an instance, and the subtrees for the labels +1 and −1."""

    tree: MistakeTree

    @property
    def depth(self) -> int:
        return depth(self.tree)

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return (
            "Each node is an instance. The adversary takes the branch the learner did not predict, forcing one mistake "
            "per level."
        )


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


def draw_labellings(scene: ShatteredPoints) -> str:
    """Draw one panel per labelling."""
    count = len(scene.labellings)
    across = 4 if count >= 8 else count
    down = -(-count // across)
    figure, panels = sheet_of_panels(1.25 * across, 1.25 * down, (0.06, 0.06, 0.06, 0.06), across, down)
    reach = float(np.abs(scene.points).max()) * 1.35 + 0.6
    for axes, labels, separator in zip(panels, scene.labellings, scene.separators, strict=False):
        axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set(visible=True, color=FAINT if separator is not None else ORANGE,
                     linewidth=0.5 if separator is not None else 2.5)  # fmt: skip
        if separator is not None:
            w, b = separator
            if w.any():
                axes.plot(*border(w, 1.5 * reach, b), color=GREEN, linewidth=1.4)
        labelled(axes, scene.points[list(scene.chosen)], labels, 1.0)
    for axes in panels[count:]:
        axes.remove()
    given = sum(separator is not None for separator in scene.separators)
    return svg(figure, f"{given} of the {count} labellings of {len(scene.chosen)} points are those of a halfspace")


def draw_tree(scene: Tree) -> str:
    """Draw the tree with its root at the top, and +1 to the left."""
    depth = scene.depth
    figure, axes = sheet(min(5.6, 0.55 * 2**depth + 1.2), 0.85 * depth + 0.8, (0.05, 0.05, 0.05, 0.05))
    wide = 2.0**depth

    def draw(node: MistakeTree, level: int, left: float, right: float) -> None:
        middle = (left + right) / 2
        if node is None or level == depth:
            axes.plot(middle, -level, marker="s", color=FAINT, markersize=5)
            return
        for label, branch, low, high in ((1, node[1], left, middle), (-1, node[2], middle, right)):
            axes.plot([middle, (low + high) / 2], [-level, -level - 1], color=BLUE if label == 1 else ORANGE,
                      linewidth=1.0, linestyle="-" if label == 1 else "--", zorder=1)  # fmt: skip
            if level < 3:
                halfway = (middle + (low + high) / 2) / 2 - 0.12 * label
                axes.text(halfway, -level - 0.4, "+1" if label == 1 else "−1", ha="right" if label == 1 else "left",
                          fontsize=SMALL, color=INK)  # fmt: skip
            draw(branch, level + 1, low, high)
        axes.text(middle, -level, f"{node[0]}", ha="center", va="center", fontsize=SMALL, color="#111111", zorder=3,
                  bbox=dict(boxstyle="circle,pad=0.3", facecolor="white", edgecolor=INK, linewidth=1))  # fmt: skip

    draw(scene.tree, 0, 0.0, wide)
    axes.set(xlim=(-0.3, wide + 0.3), ylim=(-depth - 0.4, 0.5), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    return svg(figure, f"A mistake tree of depth {depth}: whichever label is predicted, the other one is possible")
