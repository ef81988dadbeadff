"""Draw a separator in the plane of the instances, before the answer and after the update."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, INK, ORANGE, SMALL
from learncheck.oracle.report.pictures.sheet import few, finished, sheet
from learncheck.oracle.report.scenes.rounds import REFERENCE, Answer, signed
from learncheck.oracle.report.scenes.separators import Separators


def draw(scene: Separators, number: int, over: bool) -> str:
    """Draw a round: the separator by which the learner answers, or the one it has learned."""
    figure, axes, reach = _sheet(scene)
    draw_examples(axes, scene.points, scene.answers, number - 1, 0.45)
    if scene.other is not None and over:
        _draw_state(axes, scene.other.w[number], reach, INK, "--", f"⟨w,x⟩ = 0 of {scene.other.whose}")
    if over:
        _draw_state(axes, scene.w[number - 1], reach, FAINT, ":", "before the update", arrow=False)
    _draw_state(axes, scene.w[number if over else number - 1], reach, GREEN, "-", f"⟨w,x⟩ = 0 of {scene.whose}")
    draw_asked(axes, scene.points[number - 1], scene.answers[number - 1])
    return finished(figure, axes, moment_title(scene.answers[number - 1], number, over), 0.19, markerscale=0.8)


def draw_all(scene: Separators) -> str:
    """Draw all examples, the last separator, and faintly those before it."""
    figure, axes, reach = _sheet(scene)
    rounds = len(scene.answers)
    for index in range(rounds):
        if scene.w[index].any():
            axes.plot(*line(scene.w[index], reach), color=GREEN, alpha=0.25 + 0.4 * index / rounds, linewidth=1.0)
    _draw_state(axes, scene.w[-1], reach, GREEN, "-", f"⟨w,x⟩ = 0 of {scene.whose}, in the end")
    draw_examples(axes, scene.points, scene.answers, rounds, 1.0)
    amiss = [index for index, each in enumerate(scene.answers) if each.mistake]
    if amiss:
        axes.plot(*scene.points[amiss].T, linestyle="", marker="o", color=INK, markerfacecolor="none", markersize=13,
                  label="a mistake, when it was asked")  # fmt: skip
    whose = "" if scene.whose != REFERENCE else " of the reference learner"
    said = f"The examples in the plane, and the separator{whose} round by round"
    return finished(figure, axes, said, 0.19, markerscale=0.8)


def moment_title(answer: Answer, number: int, over: bool) -> str:
    """Say what the frame shows."""
    return f"Round {number}, {'after the update' if over else 'before the update'}: {answer.words}"


def _sheet(scene: Separators) -> Any:
    figure, axes = sheet(3.95, 4.4, (0.65, 1.45, 0.1, 0.1))
    reach = 1.15 * float(np.abs(scene.points).max(initial=0)) or 1.0
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x₁", ylabel="x₂")
    axes.axhline(0, color=FAINT, linewidth=0.5)
    axes.axvline(0, color=FAINT, linewidth=0.5)
    few(axes.xaxis, axes.yaxis)
    if scene.on_line:
        axes.set(xlabel="x", ylabel="", yticks=[])
    return figure, axes, reach


def draw_examples(axes: Any, points: NDArray[Any], answers: tuple[Answer, ...], upto: int, strength: float) -> None:
    for label, colour, mark in ((1, BLUE, "+"), (-1, ORANGE, "_")):
        shown = [index for index in range(upto) if answers[index].label == label]
        if shown:
            axes.plot(points[shown, 0], points[shown, 1], linestyle="", marker=mark, color=colour, markersize=10,
                      markeredgewidth=2.4, alpha=strength, label=f"label {signed(label)}")  # fmt: skip


def draw_asked(axes: Any, point: NDArray[Any], answer: Answer) -> None:
    """Draw the example of the round with answer and label, in a square if it is a mistake and otherwise in a circle."""
    mark, colour = ("+", BLUE) if answer.label == 1 else ("_", ORANGE)
    axes.plot(*point, linestyle="", marker=mark, color=colour, markersize=13, markeredgewidth=3)
    axes.plot(*point, linestyle="", marker="s" if answer.mistake else "o", color=ORANGE if answer.mistake else INK,
              markerfacecolor="none", markersize=16, label=answer.words)  # fmt: skip


def _draw_state(
    axes: Any, w: NDArray[Any], reach: float, colour: str, style: str, name: str, *, arrow: bool = True
) -> None:
    """Draw the separator and an arrow to its positive side."""
    if not w.any():
        axes.plot([], [], color=colour, linestyle=style, label=f"{name}: w = 0, a tie" if arrow else "w was 0")
        return
    axes.plot(*line(w, reach), color=colour, linestyle=style, linewidth=2.0 if arrow else 1.4, label=name)
    if not arrow:
        return
    tip = w / np.linalg.norm(w) * reach * 0.38
    axes.annotate("", tip, (0, 0), arrowprops=dict(arrowstyle="->", color=colour, linewidth=1.6, mutation_scale=14))
    beside = tip + np.array([-tip[1], tip[0]]) * 0.25
    axes.text(*beside, "w", color=INK, ha="center", va="center", style="italic", fontsize=SMALL)


def line(w: NDArray[Any], reach: float) -> NDArray[Any]:
    """Return the line ⟨w,x⟩ = 0 across the whole sheet, shape (2, 2)."""
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w) * 2 * reach
    return np.array([-along, along]).T
