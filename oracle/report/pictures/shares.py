"""The probabilities of a learner that draws an expert at random."""

from dataclasses import dataclass, replace

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.cells import MOST_CELLS
from learncheck.oracle.report.pictures.inks import ORANGE, SKY, SMALL, YELLOW
from learncheck.oracle.report.pictures.layers import in_key, stacked
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS, RoundAnswer, answers
from learncheck.oracle.report.pictures.sheet import integer_ticks, key_above, one_below_the_other
from learncheck.oracle.report.pictures.svg import Axes, svg
from learncheck.strategies.play.case import Trace
from learncheck.theorems.notes.experts.sampler import SampledExpertsGame


@dataclass(frozen=True)
class Shares:
    """The probability of each expert in each round, shape (rounds, n), and the experts' advice, ±1, in the same shape.

    drawn: the probabilities are the shares of equally likely draws that gave the expert. other: next to a submission,
    the right learner on the same advice.
    """

    p: Array
    advice: Array
    answers: tuple[RoundAnswer, ...]
    whose: str = OURS
    other: "Shares | None" = None
    drawn: bool = False

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        block = "the share of the draws that give an expert" if self.drawn else "the probability of an expert"
        return (
            f"A bar is a round, a block of it {block}: blue where the expert says +1, yellow where −1. Once the label "
            "is known, the line beside the bar spans the experts who err: its length is the probability of a mistake."
        )


def shares(learner: object, trace: Trace, whose: str) -> Shares | None:
    """Return the scene of a trace, or None if a submission gives labels instead of probabilities."""
    p = _shares(trace)
    advice = np.array([row.instance for row in trace.rounds], dtype=float)
    if p is None or p.shape != advice.shape or max(p.shape) > MOST_CELLS or not np.isfinite(p).all() or (p < 0).any():
        return None
    scene = Shares(p, advice, answers(trace), whose, drawn=isinstance(trace.case, SampledExpertsGame))
    if whose != YOURS:
        return scene
    right = _shares(trace.case.play(learner))
    return replace(scene, other=None if right is None else Shares(right, advice, scene.answers, REFERENCE))


def _shares(trace: Trace) -> Array | None:
    if not isinstance(trace.case, SampledExpertsGame):
        return np.array([row.prediction for row in trace.rounds], dtype=float)
    if set(trace.facts.asked) != {"sample"}:
        return None
    drawn = (np.asarray(row.prediction) for row in trace.rounds)
    return np.array([np.bincount(draws, minlength=trace.case.n) / len(draws) for draws in drawn])


def draw_all(scene: Shares) -> str:
    """Draw the bars of all rounds."""
    return draw(scene, len(scene.answers), over=True)


def draw(scene: Shares, upto: int, over: bool) -> str:
    """Draw the bars of the rounds so far, each with its probability of a mistake.

    The last round has that only once it is over.
    """
    figure, beside = one_below_the_other(scene, lambda axes, drawn: _panel(axes, drawn, upto, over))
    when = "after" if over else "before"
    p = scene.p[upto - 1].tolist()
    decimals = ", ".join(distinct(p, "{:.3g}".format, rounded=True)[value] for value in p)
    words = scene.answers[upto - 1].words
    return svg(figure, f"Round {upto}, {when} the update: the probabilities {decimals}; {words}{beside}")


def _panel(axes: Axes, scene: Shares, upto: int, over: bool) -> None:
    rounds, n = scene.p.shape
    for t in range(upto):
        order = sorted(range(n), key=lambda i: (scene.advice[t, i] != 1, i))
        below = stacked(axes, t + 1, 0.7, ((scene.p[t, i], SKY if scene.advice[t, i] == 1 else YELLOW) for i in order))
        if t + 1 < upto or over:
            plus = float(scene.p[t, scene.advice[t] == 1].sum())
            erring = (plus, below) if scene.answers[t].label == 1 else (0.0, plus)
            axes.plot([t + 1.43] * 2, erring, color=ORANGE, linewidth=3, solid_capstyle="butt")
    axes.set(xlim=(0.4, max(rounds, 4) + 0.6), ylim=(0, 1.02))
    integer_ticks(axes.xaxis)
    axes.set_xlabel("round", fontsize=SMALL)
    axes.set_ylabel("probability")
    in_key(axes, "says +1", SKY, "s")
    in_key(axes, "says −1", YELLOW, "s")
    axes.plot([], [], linestyle="", marker="|", color=ORANGE, markersize=8, markeredgewidth=3, label="errs")
    key_above(axes, -0.12, 3, spacing=1.0)
