"""A sample with its labels and the answers, over the hypothesis that was fitted to it."""

from typing import Any

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, INK, KEY, ORANGE, SKY, SMALL, YELLOW
from learncheck.oracle.report.pictures.sheet import few, sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.rounds import YOURS, signed
from learncheck.oracle.report.scenes.samples import Sample


def draw(scene: Sample) -> str:
    """On the line, in the plane, or as a table of features."""
    errors = f"{scene.errors} of {len(scene.y)} examples are answered wrongly by {scene.whose}"
    if scene.as_table:
        return svg(_table(scene), f"The sample as a table: {errors}")
    flat = scene.X.shape[1] == 1
    figure, axes = sheet(4.4, 3.6 if flat else 5.4, (0.6, 1.85, 0.1, 0.1))
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
    wrong = scene.answers != scene.y
    if wrong.any():
        axes.scatter(*at[wrong].T, s=190, marker="o", facecolor="none", edgecolor=INK, linewidth=1.4, zorder=4,
                     label=f"answered wrongly by {scene.whose}")  # fmt: skip
    if scene.beyond is not None and scene.beyond_answers is not None and len(scene.beyond):
        where = np.column_stack((scene.beyond[:, 0], np.zeros(len(scene.beyond)) if flat else scene.beyond[:, 1]))
        for label, colour in ((1, BLUE), (-1, ORANGE)):
            here = scene.beyond_answers == label
            if here.any():
                axes.scatter(*where[here].T, s=14, marker="o", color=colour, zorder=3,
                             label=f"asked besides, answer {signed(label)}")  # fmt: skip
    if scene.grid:
        axes.set_xlim(scene.grid[0][0], scene.grid[0][-1])
        axes.set_ylim(*((-1, 1) if flat else scene.grid[1][[0, -1]]))
    axes.set_xlabel("x" if flat else "x₁")
    if flat:
        axes.set_yticks([])
    else:
        axes.set_ylabel("x₂")
        axes.yaxis.set_major_locator(few())
    axes.xaxis.set_major_locator(few())
    axes.legend(**KEY, loc="upper left", bbox_to_anchor=(-0.15, -0.14 if not flat else -0.34), ncols=1, markerscale=0.7)
    return svg(figure, f"The sample: {errors}")


def _region(axes: Any, scene: Sample, flat: bool) -> None:
    """Where the fitted hypothesis says +1."""
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
    """A row an example: its features, the label and the answer."""
    m, d = scene.X.shape
    figure, axes = sheet(min(5.6, 0.33 * d + 2.6), 0.7 + 0.27 * m, (0.1, 0.1, 0.1, 0.5))
    for i in range(m):
        for j in range(d):
            value = scene.X[i, j]
            axes.text(j, i, f"{value:g}".replace("-", "−"), ha="center", va="center", fontsize=SMALL, color=INK)
        for at, label in ((d + 0.6, scene.y[i]), (d + 2.2, scene.answers[i])):
            box = dict(boxstyle="square,pad=0.2", facecolor=SKY if label == 1 else YELLOW, linewidth=0)
            axes.text(at, i, signed(int(label)), ha="center", va="center", fontsize=SMALL, color="#111111", bbox=box)
        if scene.answers[i] != scene.y[i]:
            axes.plot(d + 3.3, i, marker="x", color=ORANGE, markersize=8, markeredgewidth=2.4)
    for at, name in ((d + 0.6, "label"), (d + 2.2, "answer")):
        axes.text(at, -1, name, ha="center", va="center", fontsize=SMALL, color=INK)
    for j in range(d):
        axes.text(j, -1, f"x{j + 1}", ha="center", va="center", fontsize=SMALL, color=INK, style="italic")
    axes.set(xlim=(-0.6, d + 3.8), ylim=(m - 0.4, -1.6), xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_visible(False)
    return figure
