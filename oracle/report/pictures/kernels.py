"""Draw a kernel's separator: where the sum over the kept examples is positive, before and after the update."""

from typing import Any

from learncheck.oracle.report.pictures.inks import FAINT, INK, SKY
from learncheck.oracle.report.pictures.separators import draw_asked, draw_examples, moment_title
from learncheck.oracle.report.pictures.sheet import few, finished, sheet
from learncheck.oracle.report.scenes.kernels import Curved


def draw(scene: Curved, number: int, over: bool) -> str:
    """Draw a round: the sum by which the learner answers, or the sum that includes an example it now keeps."""
    figure, axes = _sheet(scene, number if over else number - 1)
    draw_examples(axes, scene.points, scene.answers, number - 1, 0.45)
    draw_asked(axes, scene.points[number - 1], scene.answers[number - 1])
    return finished(figure, axes, moment_title(scene.answers[number - 1], number, over), markerscale=0.8)


def draw_all(scene: Curved) -> str:
    """Draw all examples, and the final sum."""
    rounds = len(scene.answers)
    figure, axes = _sheet(scene, rounds)
    draw_examples(axes, scene.points, scene.answers, rounds, 1.0)
    said = f"The examples, and where the sum of {scene.whose} is positive after {rounds} rounds"
    return finished(figure, axes, said, markerscale=0.8)


def _sheet(scene: Curved, upto: int) -> Any:
    figure, axes = sheet(3.9, 4.55, (0.6, 1.6, 0.1, 0.1))
    xs, ys = scene.axes
    sums = scene.sums[upto]
    if (sums > 0).all():
        axes.axvspan(xs[0], xs[-1], color=SKY, alpha=0.3, linewidth=0)
    elif (sums > 0).any():
        axes.contourf(xs, ys, sums.T, levels=[0, float(sums.max()) + 1], colors=[SKY], alpha=0.3)
        axes.contour(xs, ys, sums.T, levels=[0], colors=[FAINT], linewidths=1)
    named = f"{scene.whose}: says +1" if sums.any() else f"{scene.whose}: a tie everywhere"
    axes.plot([], [], linestyle="", marker="s", markersize=9, color=SKY, alpha=0.5, label=named)
    kept = [t for t in range(upto) if scene.kept[t]]
    if kept:
        axes.plot(*scene.points[kept].T, linestyle="", marker="o", color=INK, markerfacecolor="none", markersize=15,
                  markeredgewidth=0.8, label="a term of the sum")  # fmt: skip
    axes.set(xlim=(xs[0], xs[-1]), ylim=(xs[0], xs[-1]), aspect="equal", xlabel="x₁", ylabel="x₂")
    few(axes.xaxis, axes.yaxis)
    if scene.on_line:
        axes.axhline(0, color=FAINT, linewidth=0.5)
        axes.set(xlabel="x", ylabel="", yticks=[])
    return figure, axes
