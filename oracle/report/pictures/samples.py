"""Draw a sample with its labels and the answers, over the hypothesis that was fitted to it."""

from typing import Any

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, INK, KEY, ORANGE, SKY, SMALL, YELLOW
from learncheck.oracle.report.pictures.separators import line
from learncheck.oracle.report.pictures.sheet import few, sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.rounds import YOURS, signed
from learncheck.oracle.report.scenes.samples import Sample


def draw(scene: Sample) -> str:
    """Draw the sample on the line, in the plane, or as a table of features."""
    if scene.as_table:
        return svg(_table(scene), f"The sample as a table: {scene.told}")
    flat = scene.X.shape[1] == 1
    below = 0.55 + 0.2 * _entries(scene)
    figure, axes = sheet(4.4, (1.65 if flat else 3.45) + below, (0.6, below, 0.1, 0.1))
    if scene.region is not None:
        _region(axes, scene, flat)
    at = np.column_stack((scene.X[:, 0], np.zeros(len(scene.X)) if flat else scene.X[:, 1]))
    if flat:
        at[:, 1] = 0.35 * scene.y
    size = 70 if scene.weights is None else 20 + 300 * np.asarray(scene.weights, float) / np.sum(scene.weights)
    for label, colour, mark in ((1, BLUE, "+"), (-1, ORANGE, "_")):
        here = scene.y == label
        if here.any():
            sizes = size if np.isscalar(size) else np.asarray(size)[here]
            axes.scatter(*at[here].T, s=sizes, marker=mark, color=colour, linewidth=2.4, zorder=3,
                         label=f"label {signed(label)}")  # fmt: skip
    if scene.wrong.any():
        axes.scatter(*at[scene.wrong].T, s=190, marker="o", facecolor="none", edgecolor=INK, linewidth=1.4, zorder=4,
                     label=f"answered wrongly by {scene.whose}")  # fmt: skip
    if scene.beyond is not None and scene.beyond_answers is not None and len(scene.beyond):
        where = np.column_stack((scene.beyond[:, 0], np.zeros(len(scene.beyond)) if flat else scene.beyond[:, 1]))
        for label, colour in ((1, BLUE), (-1, ORANGE)):
            here = scene.beyond_answers == label
            if here.any():
                axes.scatter(*where[here].T, s=14, marker="o", color=colour, zorder=3,
                             label=f"asked besides, answer {signed(label)}")  # fmt: skip
    if scene.w is not None:
        along = np.array([[0, 0], [-1, 1]]) if flat else line(scene.w, 10 * float(np.abs(at).max()))
        axes.plot(*along, color=GREEN, linewidth=1.8, label=f"⟨w,x⟩ = 0 of {scene.whose}")
    if scene.grid:
        axes.set_xlim(scene.grid[0][0], scene.grid[0][-1])
        axes.set_ylim(*((-1, 1) if flat else scene.grid[1][[0, -1]]))
    elif scene.w is not None:
        reach = 1.3 * float(np.abs(at).max())
        axes.set(xlim=(-reach, reach), ylim=(-1, 1) if flat else (-reach, reach))
    axes.set_xlabel("x" if flat else "x₁")
    if flat:
        axes.set_yticks([])
    else:
        axes.set_ylabel("x₂")
        axes.yaxis.set_major_locator(few())
    axes.xaxis.set_major_locator(few())
    axes.legend(**KEY, loc="upper left", bbox_to_anchor=(-0.15, -0.14 if not flat else -0.34), ncols=1, markerscale=0.7)
    return svg(figure, f"The sample: {scene.told}")


def _entries(scene: Sample) -> int:
    """Return how many lines the legend has."""
    asked = () if scene.beyond_answers is None else set(scene.beyond_answers.tolist()) - {0}
    shown = (scene.region is not None, scene.wrong.any(), scene.w is not None)
    return sum(map(bool, shown)) + len(set(scene.y.tolist())) + len(asked)


def _region(axes: Any, scene: Sample, flat: bool) -> None:
    """Draw where the fitted hypothesis says +1."""
    assert scene.region is not None
    inside = (scene.region > 0).astype(float)
    if flat:
        inside = np.repeat(inside[:, None], 2, axis=1)
    xs, ys = scene.grid[0], np.array([-1.0, 1.0]) if flat else scene.grid[1]
    if inside.min() == inside.max():
        if inside.max():
            axes.axvspan(xs[0], xs[-1], color=SKY, alpha=0.3, linewidth=0)
    else:
        axes.contourf(xs, ys, inside.T, levels=[0.5, 1.5], colors=[SKY], alpha=0.3)
        axes.contour(xs, ys, inside.T, levels=[0.5], colors=[FAINT], linewidths=1)
    whose = "fitted: says +1" if scene.whose != YOURS else f"{scene.fitted}: says +1"
    axes.plot([], [], linestyle="", marker="s", markersize=9, color=SKY, alpha=0.5, label=whose)


def _table(scene: Sample) -> Any:
    """Draw one row per example: its features, the label and the answer.

    Below a line follow the other instances on which two learners differ.
    """
    m, d = scene.X.shape
    rows = m + (len(scene.disputed) + 1.6 if scene.disputed else 0)
    figure, axes = sheet(min(5.6, 0.33 * d + 2.6), 0.7 + 0.27 * rows, (0.1, 0.1, 0.1, 0.5))

    def head(at: float, one: str, other: str) -> None:
        for j in range(d):
            axes.text(j, at, f"x{j + 1}", ha="center", va="center", fontsize=SMALL, color=INK, style="italic")
        axes.text(d + 0.6, at, one, ha="center", va="center", fontsize=SMALL, color=INK)
        axes.text(d + 2.2, at, other, ha="center", va="center", fontsize=SMALL, color=INK)

    def row(at: float, x: Any, one: float, other: float) -> None:
        for j in range(d):
            written = f"{x[j]:g}".replace("-", "−")
            axes.text(j, at, written, ha="center", va="center", fontsize=SMALL, color=INK)
        for where, label in ((d + 0.6, one), (d + 2.2, other)):
            if np.isfinite(label):
                box = dict(boxstyle="square,pad=0.2", facecolor=SKY if label == 1 else YELLOW, linewidth=0)
                axes.text(where, at, signed(int(label)), ha="center", va="center", fontsize=SMALL, color="#111111",
                          bbox=box)  # fmt: skip

    head(-1, "label", "answer")
    for i in range(m):
        row(i, scene.X[i], scene.y[i], scene.answers[i])
        if scene.wrong[i]:
            axes.plot(d + 3.3, i, marker="x", color=ORANGE, markersize=8, markeredgewidth=2.4)
    if scene.disputed:
        axes.axhline(m - 0.3, color=FAINT, linewidth=0.8)
        head(m + 0.4, "reference", "yours")
        for i, (x, own, due) in enumerate(scene.disputed, start=m):
            row(i + 1.4, x, due, own)
    axes.set(xlim=(-0.6, d + 3.8), ylim=(rows - 0.4, -1.6), xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_visible(False)
    return figure
