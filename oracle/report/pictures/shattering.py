"""Draw all labellings of a set with the halfspaces that give them, and mistake trees."""

from typing import Any

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, INK, ORANGE, SMALL
from learncheck.oracle.report.pictures.sheet import sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.shattering import Shattered, Tree


def draw_labellings(scene: Shattered) -> str:
    """Draw one panel per labelling."""
    count = len(scene.labellings)
    across = 4 if count >= 8 else count
    down = -(-count // across)
    figure, panels = sheet(1.25 * across, 1.25 * down, (0.06, 0.06, 0.06, 0.06), across, down)
    reach = float(np.abs(scene.points).max()) * 1.35 + 0.6
    for axes, labels, separator in zip(np.ravel(panels), scene.labellings, scene.separators, strict=False):
        axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set(visible=True, color=FAINT if separator is not None else ORANGE,
                     linewidth=0.5 if separator is not None else 2.5)  # fmt: skip
        if separator is not None:
            _line(axes, *separator, reach)
        for index, label in zip(scene.chosen, labels, strict=True):
            axes.plot(*scene.points[index], linestyle="", marker="+" if label == 1 else "_", markersize=10,
                      markeredgewidth=2.6, color=BLUE if label == 1 else ORANGE)  # fmt: skip
    for axes in np.ravel(panels)[count:]:
        axes.remove()
    given = sum(each is not None for each in scene.separators)
    return svg(figure, f"{given} of the {count} labellings of {len(scene.chosen)} points are those of a halfspace")


def _line(axes: Any, w: Any, b: float, reach: float) -> None:
    length = float(np.linalg.norm(w))
    if not length:
        return
    foot = -b * w / length**2
    along = np.array([-w[1], w[0]]) / length * 3 * reach
    axes.plot(*np.array([foot - along, foot + along]).T, color=GREEN, linewidth=1.4)


def draw_tree(scene: Tree) -> str:
    """Draw the tree with its root at the top, and +1 to the left."""
    depth = scene.depth
    figure, axes = sheet(min(5.6, 0.55 * 2**depth + 1.2), 0.85 * depth + 0.8, (0.05, 0.05, 0.05, 0.05))
    wide = 2.0**depth

    def draw(node: Any, level: int, left: float, right: float, on_path: bool) -> None:
        middle = (left + right) / 2
        if node is None or level == depth:
            axes.plot(middle, -level, marker="s", color=INK if on_path else FAINT, markersize=5)
            return
        for label, branch, low, high in ((1, node[1], left, middle), (-1, node[2], middle, right)):
            taken = on_path and level < len(scene.path) and scene.path[level] == label
            axes.plot([middle, (low + high) / 2], [-level, -level - 1], color=BLUE if label == 1 else ORANGE,
                      linewidth=3.4 if taken else 1.0, linestyle="-" if label == 1 else "--", zorder=1)  # fmt: skip
            if level < 3:
                halfway = (middle + (low + high) / 2) / 2 - 0.12 * label
                axes.text(halfway, -level - 0.4, "+1" if label == 1 else "−1", ha="right" if label == 1 else "left",
                          fontsize=SMALL, color=INK)  # fmt: skip
            draw(branch, level + 1, low, high, taken)
        axes.text(middle, -level, f"{node[0]}", ha="center", va="center", fontsize=SMALL, color="#111111", zorder=3,
                  bbox=dict(boxstyle="circle,pad=0.3", facecolor="white", edgecolor=INK, linewidth=1))  # fmt: skip

    draw(scene.tree, 0, 0.0, wide, bool(scene.path))
    axes.set(xlim=(-0.3, wide + 0.3), ylim=(-depth - 0.4, 0.5), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    return svg(figure, f"A mistake tree of depth {depth}: whichever label is predicted, the other one is possible")
