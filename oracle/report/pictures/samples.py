"""Draw a sample with its labels and the answers, over the hypothesis that was fitted to it."""

from typing import Any

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, INK, ORANGE, SKY, SMALL
from learncheck.oracle.report.pictures.separators import line
from learncheck.oracle.report.pictures.sheet import few, key_below, sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.rounds import YOURS, Array, signed
from learncheck.oracle.report.scenes.samples import Sample


def draw(scene: Sample) -> str:
    """Draw the sample on the line or in the plane."""
    flat = scene.X.shape[1] == 1
    body = 1.75 if flat else 3.35
    figure, axes = sheet(4.4, body + 0.6, (0.6, 0.55, 0.3, 0.1))
    if scene.own is not None:
        _own(axes, scene, flat)
    if scene.region is not None and (flat or scene.own is None):
        _region(axes, scene, flat)
    _examples(axes, scene, flat)
    (_answers_by_height if flat and scene.whose == YOURS else _answers)(axes, scene, flat)
    reach = 1.3 * float(np.abs(scene.X).max()) or 1.0
    if scene.w is not None:
        along = np.array([[0, 0], [-2, 2]]) if flat else line(scene.w, 10 * reach)
        axes.plot(*along, color=GREEN, linewidth=1.8, label=f"⟨w,x⟩ = 0 of {scene.whose}")
    if scene.grid:
        axes.set_xlim(scene.grid[0][0], scene.grid[0][-1])
        axes.set_ylim(*(HEIGHTS if flat else scene.grid[1][[0, -1]]))
    else:
        axes.set(xlim=(-reach, reach), ylim=HEIGHTS if flat else (-reach, reach))
    axes.set_xlabel("x" if flat else "x₁")
    few(axes.xaxis)
    if flat:
        axes.set_yticks((-1, 1), ("−1", "+1"))
    else:
        axes.set_ylabel("x₂")
        few(axes.yaxis)
    key_below(figure, axes, body)
    return svg(figure, f"The sample: {scene.told}")


HEIGHTS = (-1.7, 1.7)
"""On a line, the height is the label or the answer."""


def _at(X: Array, labels: Array, flat: bool) -> Array:
    """Return where to draw instances: in the plane, or above the line at the height of their labels."""
    return np.column_stack((X[:, 0], labels if flat else X[:, 1]))


def _examples(axes: Any, scene: Sample, flat: bool) -> None:
    """Draw the labels, sized by their weights, with a count where several examples are equal."""
    at = _at(scene.X, scene.y, flat)
    size = 70 if scene.weights is None else 20 + 300 * np.asarray(scene.weights, float) / np.sum(scene.weights)
    for label, colour, mark in ((1, BLUE, "+"), (-1, ORANGE, "_")):
        here = scene.y == label
        if here.any():
            sizes = size if np.isscalar(size) else np.asarray(size)[here]
            axes.scatter(*at[here].T, s=sizes, marker=mark, color=colour, linewidth=2.4, zorder=3,
                         label=f"label {signed(label)}")  # fmt: skip
    alike, counts = np.unique(np.column_stack((at, scene.y)), axis=0, return_counts=True)
    for (x, height, label), count in zip(alike, counts, strict=True):
        if count > 1:
            axes.annotate(f"×{count}", (x, height), (9, 5 if label == 1 else -12), textcoords="offset points",
                          color=INK, fontsize=SMALL)  # fmt: skip


def _answers(axes: Any, scene: Sample, flat: bool) -> None:
    """Ring the examples that are answered wrongly, and draw the further answers as dots."""
    at = _at(scene.X, scene.y, flat)
    if scene.wrong.any():
        axes.scatter(*at[scene.wrong].T, s=190, marker="o", facecolor="none", edgecolor=INK, linewidth=1.4, zorder=4,
                     label=f"answered wrongly by {scene.whose}")  # fmt: skip
    if scene.differs.any():
        everywhere = (
            at if scene.beyond is None else np.vstack((at, _at(scene.beyond, np.zeros(len(scene.beyond)), flat)))
        )
        axes.scatter(*everywhere[scene.differs].T, s=260, marker="D", facecolor="none", edgecolor=INK, linewidth=1.2,
                     zorder=4, label=f"{scene.fitted} answers differently")  # fmt: skip
    if scene.beyond is None or scene.beyond_answers is None:
        return
    where = _at(scene.beyond, np.zeros(len(scene.beyond)), flat)
    for label, colour in ((1, BLUE), (-1, ORANGE)):
        here = scene.beyond_answers == label
        if here.any():
            axes.scatter(*where[here].T, s=14, marker="o", color=colour, zorder=3,
                         label=f"asked as well, answer {signed(label)}")  # fmt: skip


def _answers_by_height(axes: Any, scene: Sample, flat: bool) -> None:
    """Draw every answer as a circle at its height, those on the sample large; the wrong ones in another colour."""
    m = len(scene.X)
    asked = [(scene.X, scene.answers, scene.wrong | scene.differs[:m], 190)]
    if scene.beyond is not None and scene.beyond_answers is not None:
        asked.append((scene.beyond, scene.beyond_answers, scene.differs[m:], 70))
    amiss_in_words = "answers wrongly" if scene.due is None else "answers wrongly, or unlike the reference"
    for colour, amiss, told in ((INK, False, "answers"), (ORANGE, True, amiss_in_words)):
        name: str | None = f"{scene.whose} {told}"
        for X, answers, wrong, size in asked:
            here = (wrong == amiss) & ~np.isnan(answers)
            if here.any():
                axes.scatter(*_at(X, answers, flat)[here].T, s=size, marker="o", facecolor="none", edgecolor=colour,
                             linewidth=2.2 if amiss else 1.2, zorder=4, label=name)  # fmt: skip
                name = None


def _region(axes: Any, scene: Sample, flat: bool) -> None:
    """Draw where the fitted hypothesis says +1."""
    assert scene.region is not None
    inside = (scene.region > 0).astype(float)
    if flat:
        inside = np.repeat(inside[:, None], 2, axis=1)
    xs, ys = scene.grid[0], np.array(HEIGHTS) if flat else scene.grid[1]
    told = f"{'the hypothesis' if scene.whose != YOURS else scene.fitted} says +1"
    if inside.min() == inside.max():
        told = f"{told} everywhere" if inside.max() else told.replace("+1", "−1 everywhere")
        if inside.max():
            axes.axvspan(xs[0], xs[-1], color=SKY, alpha=0.3, linewidth=0)
    else:
        axes.contourf(xs, ys, inside.T, levels=[0.5, 1.5], colors=[SKY], alpha=0.3)
        axes.contour(xs, ys, inside.T, levels=[0.5], colors=[FAINT], linewidths=1)
    axes.plot([], [], linestyle="", marker="s" if inside.max() else "", markersize=9, color=SKY, alpha=0.5, label=told)


def _own(axes: Any, scene: Sample, flat: bool) -> None:
    """Draw a submission's hypothesis: its answer along the line, or where it says +1 in the plane.

    In the plane the border of the reference learner's hypothesis is drawn over it.
    """
    assert scene.own is not None
    if flat:
        axes.plot(scene.grid[0], scene.own, color=INK, linewidth=0.9, label=f"{scene.whose}: the answer at each x")
        return
    for side, colour, style in ((scene.own, SKY, None), (scene.region, GREEN, "dashed")):
        if side is None:
            continue
        inside = (side > 0).astype(float)
        if style is None and inside.any():
            axes.contourf(*scene.grid, inside.T, levels=[0.5, 1.5], colors=[colour], alpha=0.3)
            axes.plot(
                [], [], linestyle="", marker="s", markersize=9, color=SKY, alpha=0.5, label=f"{scene.whose} says +1"
            )
        elif style is not None and inside.min() < inside.max():
            axes.contour(*scene.grid, inside.T, levels=[0.5], colors=[colour], linestyles=style, linewidths=1.4)
            axes.plot([], [], color=colour, linestyle=style, label=f"{scene.fitted}: its border")
