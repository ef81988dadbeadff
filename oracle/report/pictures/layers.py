"""What scenes are drawn with: labelled points, the border of a halfspace, regions, bars, and entries of the key."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import BLUE, FAINT, INK, ORANGE, SKY
from learncheck.oracle.report.pictures.rounds import signed
from learncheck.oracle.report.pictures.svg import Axes

MARKS: Mapping[int, tuple[str, str]] = {1: ("+", BLUE), -1: ("_", ORANGE)}
"""The sign and the colour that stand for each label."""


def labelled(axes: Axes, points: Array, labels: Sequence[int], strength: float) -> None:
    """Draw points of the plane, shape (count, 2), as the signs of their labels; `strength` is their opacity."""
    for label, (mark, colour) in MARKS.items():
        shown = [index for index, here in enumerate(labels) if here == label]
        if shown:
            axes.plot(*points[shown].T, linestyle="", marker=mark, color=colour, markersize=10, markeredgewidth=2.4,
                      alpha=strength, label=f"label {signed(label)}")  # fmt: skip


def border(w: Array, reach: float, b: float = 0.0) -> Array:
    """Return the line ⟨w,x⟩ + b = 0 of a nonzero w across a panel that ends at `reach`, shape (2, 2)."""
    length = float(np.linalg.norm(w))
    foot, along = -b * w / length**2, np.array([-w[1], w[0]]) / length * 2 * reach
    return np.array([foot - along, foot + along]).T


def ringed(
    axes: Axes, points: Array, meaning: str | None, size: float, colour: str = INK, mark: str = "o", width: float = 1.2
) -> None:
    """Draw rings, or other hollow marks, around points of the plane, shape (count, 2); sizes are in points."""
    axes.plot(*points.T, linestyle="", marker=mark, color=colour, markerfacecolor="none", markersize=size,
              markeredgewidth=width, label=meaning, zorder=4)  # fmt: skip


def shaded(axes: Axes, xs: Array, ys: Array, values: Array, above: float, *, bordered: bool = True) -> None:
    """Shade where the values on a grid, shape (xs, ys), are above a number."""
    most = float(values.max())
    if values.min() > above:
        axes.axvspan(xs[0], xs[-1], color=SKY, alpha=0.3, linewidth=0)
    elif most > above:
        axes.contourf(xs, ys, values.T, levels=[above, most + 1], colors=[SKY], alpha=0.3)
        if bordered:
            axes.contour(xs, ys, values.T, levels=[above], colors=[FAINT], linewidths=1)


def in_key(axes: Axes, meaning: str, colour: str = INK, mark: str = "", strength: float = 1) -> None:
    """Add an entry to the key that stands for no single thing in the panel."""
    axes.plot([], [], linestyle="", marker=mark, markersize=8, color=colour, alpha=strength, label=meaning)


def stacked(axes: Axes, at: float, width: float, blocks: Iterable[tuple[float, str]]) -> float:
    """Draw a bar of blocks, each with its height and colour, from below. Returns the height of all."""
    below = 0.0
    for height, colour in blocks:
        if height > 0:
            axes.bar(at, height, bottom=below, width=width, color=colour, edgecolor="white", linewidth=0.5)
            below += float(height)
    return below
