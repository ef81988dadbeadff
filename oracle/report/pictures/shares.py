"""The probabilities of a learner that draws an expert at random."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.cells import MOST_CELLS
from learncheck.oracle.report.pictures.layers import Axis, Layer, Line, Panel, Sheet, by_colour, segments, stacked
from learncheck.oracle.report.pictures.rounds import REFERENCE, YOURS, GameScene, answers
from learncheck.strategies.play.case import Trace
from learncheck.theorems.notes.experts.sampler import SampledExpertsGame


@dataclass(frozen=True)
class Shares(GameScene):
    """The probability of each expert in each round, shape (rounds, n), and the experts' advice, ±1, in the same shape.

    drawn: the probabilities are the shares of equally likely draws that gave the expert.
    """

    p: Array
    advice: Array
    drawn: bool = False

    @property
    def states(self) -> Sequence[Array]:
        return list(self.p)

    @property
    def key(self) -> str:
        block = "the share of the draws that give an expert" if self.drawn else "the probability of an expert"
        return (
            f"A bar is a round, a block of it {block}: blue where the expert says +1, yellow where −1. Once the label "
            "is known, the line beside the bar spans the experts who err: its length is the probability of a mistake."
        )

    def whole(self) -> Sheet:
        """Lay out the bars of all rounds."""
        return self.moment(len(self.answers), over=True)

    def moment(self, number: int, over: bool) -> Sheet:
        """Lay out the bars of the rounds so far, each with its probability of a mistake.

        The last round has that only once it is over.
        """
        p = self.p[number - 1].tolist()
        decimals = ", ".join(distinct(p, "{:.3g}".format, rounded=True)[value] for value in p)
        when = "after" if over else "before"
        words = f"Round {number}, {when} the update: the probabilities {decimals}; {self.answers[number - 1].words}"
        return self.beside(lambda scene: scene._panel(number, over), words)

    def _panel(self, upto: int, over: bool) -> Panel:
        rounds, n = self.p.shape
        boxes, erring = [], []
        for t in range(upto):
            p, plus = self.p[t], self.advice[t] == 1
            order = sorted(range(n), key=lambda i: (not plus[i], i))
            boxes += stacked(t + 0.65, 0.7, ((p[i], "sky" if plus[i] else "yellow") for i in order))
            if t + 1 < upto or over:
                middle, top = float(p[plus].sum()), float(p.sum())
                span = (middle, top) if self.answers[t].label == 1 else (0.0, middle)
                erring.append(((t + 1.43, t + 1.43), span))
        bars = by_colour(boxes, {"sky": "says +1", "yellow": "says −1"})
        layers: list[Layer] = [*bars, Line(segments(erring), "orange", "errs", width=3)]
        return Panel(Axis(0.4, max(rounds, 4) + 0.6, "round", whole=True), Axis(0, 1.02, "probability"), layers)


def shares(learner: object, trace: Trace, whose: str) -> Shares | None:
    """Return the scene of a trace, or None if a submission gives labels instead of probabilities."""
    p = _shares(trace)
    advice = np.array([row.instance for row in trace.rounds], dtype=float)
    if p is None or p.shape != advice.shape or max(p.shape) > MOST_CELLS or not np.isfinite(p).all() or (p < 0).any():
        return None
    drawn = isinstance(trace.case, SampledExpertsGame)
    scene = Shares(p, advice, drawn, answers=answers(trace), whose=whose)
    if whose != YOURS:
        return scene
    right = _shares(trace.case.play(learner))
    return replace(scene, other=None if right is None else replace(scene, p=right, whose=REFERENCE))


def _shares(trace: Trace) -> Array | None:
    if not isinstance(trace.case, SampledExpertsGame):
        return np.array([row.prediction for row in trace.rounds], dtype=float)
    if set(trace.facts.asked) != {"sample"}:
        return None
    drawn = (np.asarray(row.prediction) for row in trace.rounds)
    return np.array([np.bincount(draws, minlength=trace.case.n) / len(draws) for draws in drawn])
