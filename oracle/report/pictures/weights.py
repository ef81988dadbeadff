"""Weights that vote: those of experts or of variables."""

from dataclasses import dataclass

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.cells import MOST_CELLS
from learncheck.oracle.report.pictures.inks import INK, ORANGE, SKY, SMALL, YELLOW
from learncheck.oracle.report.pictures.layers import in_key, stacked
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS, RoundAnswer, answers, states
from learncheck.oracle.report.pictures.sheet import key_above, one_below_the_other, tick
from learncheck.oracle.report.pictures.svg import Axes, svg
from learncheck.strategies.play.case import Trace


@dataclass(frozen=True)
class Weights:
    """The weights before the first round and after each, shape (rounds + 1, n), unnormalized, and what they vote on.

    voted: ±1 for each expert, or 0 and 1 for each variable, one row per round. threshold: what the weight of the
    variables that are 1 is compared with; None for half of all the weight.
    """

    w: Array
    voted: Array
    answers: tuple[RoundAnswer, ...]
    of: str = "expert"
    threshold: float | None = None
    whose: str = OURS
    other: "Weights | None" = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        if self.of == "variable":
            return (
                "Each bar is w·x before the answer, each block one variable; the line is the threshold n. "
                "Bars are blue if the label is +1, yellow if it is −1."
            )
        return (
            "Each bar is the total weight before the answer: blue blocks are experts that say +1, yellow ones those "
            "that say −1. The solid line is half of it, W/2; a dotted line is ¾ of the weight before a mistake."
        )


def weights(learner: type, trace: Trace, whose: str) -> Weights | None:
    """Return the scene of a trace."""
    w_by_round = states(trace, "w")
    named = learner.__name__
    if not w_by_round and whose == YOURS:
        return weights(learner, by_reference(learner, trace), REFERENCE)
    if not w_by_round or w_by_round[0].ndim != 1 or not 1 <= len(w_by_round[0]) <= MOST_CELLS:
        return None
    w, voted = np.array(w_by_round), np.array([np.asarray(row.instance, dtype=float) for row in trace.rounds])
    if not np.isfinite(w).all() or (w < 0).any() or voted.shape != (len(w) - 1, w.shape[1]):
        return None
    other = None
    if whose == YOURS:
        other = weights(learner, by_reference(learner, trace), REFERENCE)
    winnow = named.startswith("Winnow")
    of, threshold = ("variable", float(w.shape[1])) if winnow else ("expert", None)
    return Weights(w, voted, answers(trace), of, threshold, whose, other)


MOST_BARS = 60
"""In longer games, only rounds with mistakes and the last round are shown, and at most this many."""


def draw_all(scene: Weights) -> str:
    """Draw the bars of all rounds."""
    return draw(scene, len(scene.answers), over=True)


def draw(scene: Weights, upto: int, over: bool) -> str:
    """Draw the bars of the rounds so far and, after an update, a bar of the weight that is left."""
    figure, beside = one_below_the_other(scene, lambda axes, drawn: _panel(axes, drawn, upto, over))
    answer = scene.answers[upto - 1].words if upto else ""
    when = "after" if over else "before"
    sums = scene.w.sum(axis=1)[: upto + 1][-3:].tolist()
    total = ", ".join(distinct(sums, "{:g}".format, rounded=True)[value] for value in sums)
    return svg(figure, f"The weights of {scene.w.shape[1]} {scene.of}s {when} the update of round {upto} ({answer}); "
                       f"all together in the last rounds {total}{beside}")  # fmt: skip


def _panel(axes: Axes, scene: Weights, upto: int, over: bool) -> None:
    from matplotlib.ticker import FuncFormatter

    rounds = list(range(1, upto + 1))
    if len(rounds) > MOST_BARS:
        rounds = [t for t in rounds if scene.answers[t - 1].mistake or t == upto][-MOST_BARS:]
    place = {t: index for index, t in enumerate(rounds)}
    top = 0.0
    n = scene.w.shape[1]
    for t in rounds:
        top = max(
            top, _bar(axes, place[t], scene.w[t - 1], scene.voted[t - 1], scene.of, scene.answers[t - 1].label, n)
        )
        _line(axes, place[t], scene.w[t - 1], scene.threshold)
        if scene.of == "expert" and scene.answers[t - 1].mistake and (t + 1 in place or (over and t == upto)):
            axes.plot([place[t] + 0.6, place[t] + 1.4], [0.75 * scene.w[t - 1].sum()] * 2, color=INK, linestyle=":",
                      linewidth=1.6)  # fmt: skip
    end = len(rounds)
    if over:
        left = scene.w[upto]
        if scene.of == "expert":
            axes.bar(end, left.sum(), width=0.8, color="none", edgecolor=INK, linewidth=1.2)
            top = max(top, float(left.sum()))
        elif rounds:
            active = float(left[scene.voted[upto - 1] == 1].sum())
            axes.bar(end, active, width=0.8, color="none", edgecolor=INK, linewidth=1.2)
            top = max(top, active)
            _line(axes, end, left, scene.threshold)
    wrong = [place[t] for t in rounds if scene.answers[t - 1].mistake]
    if scene.threshold is not None:
        top = max(top, scene.threshold)
    if wrong:
        axes.plot(wrong, [1.07 * top] * len(wrong), linestyle="", marker="x", color=ORANGE, markeredgewidth=2,
                  markersize=6, label="mistake")  # fmt: skip
    axes.set(xlim=(-0.6, max(end, 3) + 0.6), ylim=(0, 1.14 * top or 1))
    ticks = [
        t
        for t in rounds
        if len(rounds) <= 11 or (place[t] % max(1, len(rounds) // 8) == 0 and end - place[t] > len(rounds) // 15)
    ]
    axes.set_xticks([place[t] for t in ticks] + [end] * over, [str(t) for t in ticks] + ["after"] * over)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: tick(value)))
    axes.set_xlabel("round", fontsize=SMALL)
    axes.set_ylabel("w·x" if scene.of == "variable" else "weight")
    for colour, label in ((SKY, "says +1" if scene.of == "expert" else "label +1"),
                          (YELLOW, "says −1" if scene.of == "expert" else "label −1")):  # fmt: skip
        in_key(axes, label, colour, "s")
    name = "W/2" if scene.threshold is None else f"n = {scene.threshold:g}"
    axes.plot([], [], color=INK, linewidth=2, label=name)
    key_above(axes, -0.12, 4, spacing=1.0)


def _bar(axes: Axes, at: int, w: Array, voted: Array, of: str, label: int, n: int) -> float:
    """Draw the blocks of one round, from below: those for +1, then those for −1, or the variables of the instance.

    Returns the height of the bar.
    """
    if of == "expert":
        order = sorted(range(n), key=lambda i: (voted[i] != 1, i))
        colours = {i: SKY if voted[i] == 1 else YELLOW for i in range(n)}
    else:
        order = [i for i in range(n) if voted[i] == 1]
        colours = dict.fromkeys(order, SKY if label == 1 else YELLOW)
    return stacked(axes, at, 0.8, ((w[i], colours[i]) for i in order))


def _line(axes: Axes, at: int, w: Array, threshold: float | None) -> None:
    height = w.sum() / 2 if threshold is None else threshold
    axes.plot([at - 0.48, at + 0.48], [height] * 2, color=INK, linewidth=2)
