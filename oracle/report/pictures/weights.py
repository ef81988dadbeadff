"""Weights that vote: those of experts or of variables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.cells import MOST_CELLS
from learncheck.oracle.report.pictures.layers import (
    Axis,
    Bars,
    Box,
    Layer,
    Line,
    Panel,
    Points,
    Sheet,
    by_colour,
    segments,
    stacked,
)
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import REFERENCE, YOURS, GameScene, answers, states
from learncheck.strategies.play.case import Trace

MOST_BARS = 60
"""In longer games, only rounds with mistakes and the last round are shown, and at most this many."""


@dataclass(frozen=True)
class Weights(GameScene):
    """The weights before the first round and after each, shape (rounds + 1, n), unnormalized, and what they vote on.

    voted: ±1 for each expert, or 0 and 1 for each variable, one row per round. threshold: what the weight of the
    variables that are 1 is compared with; None for half of all the weight.
    """

    w: Array
    voted: Array
    of: str = "expert"
    threshold: float | None = None

    @property
    def states(self) -> Sequence[Array]:
        return list(self.w)

    @property
    def key(self) -> str:
        if self.of == "variable":
            return (
                "Each bar is w·x before the answer, each block one variable; the line is the threshold n. "
                "Bars are blue if the label is +1, yellow if it is −1."
            )
        return (
            "Each bar is the total weight before the answer: blue blocks are experts that say +1, yellow ones those "
            "that say −1. The solid line is half of it, W/2; a dotted line is ¾ of the weight before a mistake."
        )

    def whole(self) -> Sheet:
        """Lay out the bars of all rounds."""
        return self.moment(len(self.answers), over=True)

    def moment(self, number: int, over: bool) -> Sheet:
        """Lay out the bars of the rounds so far and, after an update, a bar of the weight that is left."""
        sums = self.w.sum(axis=1)[: number + 1][-3:].tolist()
        total = ", ".join(distinct(sums, "{:g}".format, rounded=True)[value] for value in sums)
        when, answer = "after" if over else "before", self.answers[number - 1].words
        words = f"The weights of {self.w.shape[1]} {self.of}s {when} the update of round {number} ({answer}); "
        return self.beside(lambda scene: scene._panel(number, over), f"{words}all together in the last rounds {total}")

    def _panel(self, upto: int, over: bool) -> Panel:
        rounds = list(range(1, upto + 1))
        if len(rounds) > MOST_BARS:
            rounds = [t for t in rounds if self.answers[t - 1].mistake or t == upto][-MOST_BARS:]
        place = {t: index for index, t in enumerate(rounds)}
        end = len(rounds)
        boxes = [box for t in rounds for box in self._blocks(t, place[t])]
        levels = [(place[t], self._level(self.w[t - 1])) for t in rounds]
        left: list[Box] = []
        if over:
            counted = self.w[upto] if self.threshold is None else self.w[upto][self.voted[upto - 1] == 1]
            left = [(end - 0.4, 0, 0.8, float(counted.sum()))]
        if over and self.threshold is not None:
            levels.append((end, self.threshold))
        top = max([low + height for _, (_, low, _, height) in boxes] + [box[3] for box in left] + [self.threshold or 0])
        plus, minus = ("says +1", "says −1") if self.threshold is None else ("label +1", "label −1")
        name = "W/2" if self.threshold is None else f"n = {self.threshold:g}"
        lines = segments(((at - 0.5, at + 0.5), (height, height)) for at, height in levels)
        layers: list[Layer] = [*by_colour(boxes, {"sky": plus, "yellow": minus}), Line(lines, name=name, width=2)]
        layers.append(Bars(left, "none", edge="ink"))
        wrong = [t for t in rounds if self.answers[t - 1].mistake]
        if self.threshold is None:
            layers.append(self._allowed(place, [t for t in wrong if t + 1 in place or (over and t == upto)]))
        if wrong:
            at = [place[t] for t in wrong], [1.07 * top] * len(wrong)
            layers.append(Points(at, "x", "orange", "mistake", 6, 2))
        every = max(1, end // 8)
        shown = [t for t in rounds if end <= 11 or (place[t] % every == 0 and end - place[t] > end // 15)]
        ticks = {float(place[t]): str(t) for t in shown} | ({float(end): "after"} if over else {})
        y = Axis(0, 1.14 * top or 1, "weight" if self.threshold is None else "w·x")
        return Panel(Axis(-0.6, max(end, 3) + 0.6, "round", ticks), y, layers)

    def _blocks(self, t: int, at: int) -> list[tuple[str, Box]]:
        """Return a round's blocks: of the experts, those for +1 below; of the variables, those of the instance."""
        w, plus = self.w[t - 1], self.voted[t - 1] == 1
        if self.threshold is None:
            order = sorted(range(len(w)), key=lambda i: (not plus[i], i))
            return stacked(at - 0.4, 0.8, ((w[i], "sky" if plus[i] else "yellow") for i in order))
        colour = "sky" if self.answers[t - 1].label == 1 else "yellow"
        return stacked(at - 0.4, 0.8, ((w[i], colour) for i in np.flatnonzero(plus)))

    def _level(self, w: Array) -> float:
        """Return what the weight for +1 is compared with."""
        return float(w.sum()) / 2 if self.threshold is None else self.threshold

    def _allowed(self, place: Mapping[int, int], mistakes: Sequence[int]) -> Line:
        """Return ¾ of the weight before each of these mistakes, beside the round."""
        heights = [(place[t], 0.75 * float(self.w[t - 1].sum())) for t in mistakes]
        return Line(segments(((at + 0.6, at + 1.4), (high, high)) for at, high in heights), style=":", width=1.6)


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
    return Weights(w, voted, of, threshold, answers=answers(trace), whose=whose, other=other)
