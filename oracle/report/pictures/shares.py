"""Draw stacked probabilities, one bar per round: who is likely to be followed, and how likely a mistake is."""

from typing import Any

from learncheck.oracle.report.pictures.inks import KEY, ORANGE, SKY, SMALL, YELLOW
from learncheck.oracle.report.pictures.sheet import one_below_the_other, stacked, whole
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.shares import Shares


def draw_all(scene: Shares) -> str:
    """Draw the bars of all rounds."""
    return draw(scene, len(scene.answers), over=True)


def draw(scene: Shares, upto: int, over: bool) -> str:
    """Draw the bars of the rounds so far, each with its probability of a mistake.

    The last round has that only once it is over.
    """
    figure, beside = one_below_the_other(scene, lambda axes, each: _panel(axes, each, upto, over))
    when = "after" if over else "before"
    told = ", ".join(f"{value:.3g}" for value in scene.p[upto - 1])
    words = scene.answers[upto - 1].words
    return svg(figure, f"Round {upto}, {when} the update: the probabilities {told}; {words}{beside}")


def _panel(axes: Any, scene: Shares, upto: int, over: bool) -> None:
    rounds, n = scene.p.shape
    for t in range(upto):
        order = sorted(range(n), key=lambda i: (scene.advice[t, i] != 1, i))
        below = stacked(axes, t + 1, 0.7, ((scene.p[t, i], SKY if scene.advice[t, i] == 1 else YELLOW) for i in order))
        if t + 1 < upto or over:
            plus = float(scene.p[t, scene.advice[t] == 1].sum())
            erring = (plus, below) if scene.answers[t].label == 1 else (0.0, plus)
            axes.plot([t + 1.43] * 2, erring, color=ORANGE, linewidth=3, solid_capstyle="butt")
    axes.set(xlim=(0.4, max(rounds, 4) + 0.6), ylim=(0, 1.02))
    whole(axes.xaxis)
    axes.set_xlabel("round", fontsize=SMALL)
    axes.set_ylabel("probability")
    for colour, mark, label in ((SKY, "s", "says +1"), (YELLOW, "s", "says −1"), (ORANGE, "|", "errs")):
        axes.plot([], [], linestyle="", marker=mark, color=colour, markersize=8, markeredgewidth=3 * (mark == "|"),
                  label=label)  # fmt: skip
    axes.legend(**KEY, loc="lower left", bbox_to_anchor=(-0.12, 1.0), ncols=3, columnspacing=1.0)
