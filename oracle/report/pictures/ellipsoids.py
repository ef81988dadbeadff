"""Draw the ellipsoid of what is possible, in the space of w: the cut, the cone that labels allow, w*, the unit ball."""

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, INK, ORANGE, SKY, YELLOW
from learncheck.oracle.report.pictures.layers import border, in_key
from learncheck.oracle.report.pictures.separators import Ellipsoids, moment_title
from learncheck.oracle.report.pictures.sheet import few_ticks, finished, sheet
from learncheck.oracle.report.pictures.svg import Axes, Figure


def draw(scene: Ellipsoids, number: int, over: bool) -> str:
    """Draw a round: the ellipsoid and the example's line, or the cut and the next ellipsoid around the half kept."""
    figure, axes, reach = _sheet(scene, MOST_LINES if scene.other is not None else MOST_LINES - 1)
    before, after = number - 1, number
    _draw_cone(axes, scene, number if over else number - 1, reach)
    axes.plot(*border(scene.points[before], reach), color=BLUE if scene.answers[before].label == 1 else YELLOW,
              linewidth=1.8, linestyle="-.", label="⟨w,x⟩ = 0, the example's line")  # fmt: skip
    normal = scene.answers[before].label * scene.points[before]
    tip = normal / np.linalg.norm(normal) * reach * 0.25
    axes.annotate("", tip, (0, 0), arrowprops=dict(arrowstyle="->", color=INK, linewidth=1.2, mutation_scale=12))
    if over:
        _draw_state(axes, scene, before, FAINT, ":", "before the update")
        if scene.answers[before].mistake:
            cut = border(scene.points[before], reach) + scene.w[before][:, None]
            axes.plot(*cut, color=ORANGE, linewidth=1.4, label="the cut through the old centre")
    if scene.other is not None and over:
        _draw_state(axes, scene.other, after, INK, "--", f"of {scene.other.whose}")
    _draw_state(axes, scene, after if over else before, GREEN, "-", f"the ellipsoid of {scene.whose}")
    in_key(axes, scene.answers[before].words)
    return finished(figure, axes, moment_title(scene.answers[before], number, over))


def draw_all(scene: Ellipsoids) -> str:
    """Draw all ellipsoids, the last one strongest, and the cone that all labels allow."""
    figure, axes, reach = _sheet(scene, 3)
    rounds = len(scene.answers)
    _draw_cone(axes, scene, rounds, reach)
    for index in range(rounds):
        if index == 0 or scene.answers[index - 1].mistake:
            axes.plot(*_ellipse(scene.w[index], scene.A[index]), color=GREEN, alpha=0.3 + 0.4 * index / rounds,
                      linewidth=1.0)  # fmt: skip
    _draw_state(axes, scene, rounds, GREEN, "-", f"the ellipsoid of {scene.whose} in the end")
    mistakes = sum(answer.mistake for answer in scene.answers)
    return finished(figure, axes, f"The plane of w: an ellipsoid around what is possible, after {mistakes} mistakes")


MOST_LINES = 8
"""The most lines of the key below a frame. All frames have room for them, so that what is below does not move."""


def _sheet(scene: Ellipsoids, lines: int) -> tuple[Figure, Axes, float]:
    below = 0.65 + 0.2 * lines
    figure, axes = sheet(3.9, 3.0 + below, (0.6, below, 0.1, 0.1))
    ends = [
        float(np.abs(w).max() + np.sqrt(max(np.linalg.eigvalsh(A).max(), 0)))
        for drawn in (scene, scene.other)
        if drawn is not None
        for w, A in zip(drawn.w, drawn.A, strict=True)
    ]
    reach = 1.1 * min(max(ends), 4.0)
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="w₁", ylabel="w₂")
    angles = np.linspace(0, 2 * np.pi, 49)
    axes.plot(np.cos(angles), np.sin(angles), color=FAINT, linestyle=":", linewidth=0.9)
    few_ticks(axes.xaxis, axes.yaxis)
    return figure, axes, reach


def _draw_cone(axes: Axes, scene: Ellipsoids, upto: int, reach: float) -> None:
    cone = scene.possible(upto)
    if cone is None:
        axes.axvspan(-reach, reach, color=SKY, alpha=0.12, linewidth=0, label="possible: all directions")
    else:
        angles = np.linspace(*cone, 25)
        axes.fill([0, *(3 * reach * np.cos(angles))], [0, *(3 * reach * np.sin(angles))], color=SKY, alpha=0.3,
                  linewidth=0, label="what the labels allow")  # fmt: skip
    if scene.target is not None:
        star = scene.target / np.linalg.norm(scene.target)
        axes.plot(*star, linestyle="", marker="*", color=INK, markersize=11, label="w*, of length 1")


def _draw_state(axes: Axes, scene: Ellipsoids, index: int, colour: str, style: str, name: str) -> None:
    w = scene.w[index]
    axes.plot(*_ellipse(w, scene.A[index]), color=colour, linestyle=style, linewidth=1.8, label=name)
    axes.plot(*w, marker="x", color=colour, markersize=7)


def _ellipse(w: Array, A: Array) -> Array:
    """Return the border of {A^(1/2) u + w : ‖u‖ ≤ 1}, shape (2, points)."""
    values, vectors = np.linalg.eigh((A + A.T) / 2)
    angles = np.linspace(0, 2 * np.pi, 49)
    circle = np.array([np.cos(angles), np.sin(angles)])
    border: Array = vectors @ (np.sqrt(np.maximum(values, 0))[:, None] * circle) + w[:, None]
    return border
