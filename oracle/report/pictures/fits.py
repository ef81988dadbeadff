"""Draw real targets, the answers, and the curve that least squares fits."""

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, ORANGE
from learncheck.oracle.report.pictures.sheet import few, key_below, sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.fits import Fit


def draw(scene: Fit) -> str:
    """Draw them along the line, or example by example."""
    body = 3.35
    figure, axes = sheet(4.4, body + 0.6, (0.7, 0.55, 0.1, 0.1))
    if len(scene.curve):
        axes.plot(scene.along, scene.curve, color=GREEN, linewidth=1.6, label=f"{scene.fitted}: the fit")
        middle = np.concatenate((scene.y, scene.answers))
        room = max(0.25 * float(np.ptp(middle)), 0.5)
        axes.set_ylim(middle.min() - room, middle.max() + room)
        axes.set_xlim(scene.along[0], scene.along[-1])
    elif scene.due is not None:
        axes.scatter(scene.at, scene.due, s=160, marker="_", color=GREEN, linewidth=2, label=f"{scene.fitted}: answer")
    if scene.own is not None:
        axes.plot(*scene.own, color=ORANGE, linewidth=1.2, label="your learner's answer at each x")
    axes.vlines(scene.at, scene.y, scene.answers, color=FAINT, linewidth=1)
    axes.scatter(scene.at, scene.y, s=36, color=BLUE, zorder=3, label="target")
    axes.scatter(scene.at, scene.answers, s=52, marker="x", color=ORANGE, linewidth=2, zorder=4,
                 label=f"answer of {scene.whose}")  # fmt: skip
    axes.set_xlabel("x" if scene.on_line else "example")
    axes.set_ylabel("y")
    if scene.on_line:
        few(axes.xaxis)
    else:
        axes.set_xticks(scene.at[:: 1 + len(scene.at) // 10])
    few(axes.yaxis)
    key_below(figure, axes, body)
    return svg(figure, f"Targets and answers: the mean squared error of {scene.whose} is {scene.loss:.3g}")
