"""The training of a booster: its errors below the bound, the distributions, or the margins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.layers import (
    Axis,
    Bars,
    Box,
    Layer,
    Line,
    Panel,
    Points,
    Polygon,
    Scene,
    Sheet,
    segments,
)
from learncheck.strategies.play.case import Trace

MOST_SHOWN = 8
"""The distributions of at most so many rounds are drawn."""


@dataclass(frozen=True)
class Boosted(Scene):
    """The bound exp(−2γ²t) for t = 0, 1, …, T, the training error after each round, and the product of the Z_t.

    D:       the distribution of each round, one row per round.
    wrong:   where the round's hypothesis errs, in the same shape.
    margins: of the examples in the vote of all rounds, between −1 and 1.
    own:     the training error of a submission after the last round.
    due:     for a submission, what AdaBoost would have handed to the weak learner after the same answers; D is then
             what the submission handed over. Everything else is the reference learner's.
    """

    bound: tuple[float, ...]
    error: tuple[float, ...] = ()
    product: tuple[float, ...] = ()
    D: Array | None = None
    wrong: Array | None = None
    margins: Array | None = None
    gamma: str = ""
    own: float | None = None
    due: Array | None = None

    @property
    def telling(self) -> int:
        return len(self.bound)

    def alone(self) -> Self:
        return replace(self, error=(), product=(), due=None, margins=None)

    def parts(self) -> Sequence[tuple[Sheet, str]]:
        distributions = [] if self.D is None or self.wrong is None else [self._distributions(self.D, self.wrong)]
        return [self._errors(), *distributions, *([] if self.margins is None else [self._margins(self.margins)])]

    def _shown(self, D: Array) -> range:
        """The rounds whose distributions are drawn: the first, or those around the first that is not AdaBoost's."""
        first = 0
        if self.due is not None:
            differ = np.flatnonzero((np.abs(D - self.due) > 1e-6).any(axis=1))
            first = max(0, int(differ[0]) - MOST_SHOWN // 2) if len(differ) else 0
        first = min(first, max(0, len(D) - MOST_SHOWN))
        return range(first, min(len(D), first + MOST_SHOWN))

    @property
    def _of(self) -> str:
        """Whose training the curves show, for the key of a submission's picture."""
        return "" if self.own is None else " of AdaBoost"

    def _errors(self) -> tuple[Sheet, str]:
        t, last = range(len(self.bound)), len(self.bound) - 1
        top = 1.05 * max(1.0, *self.bound)
        layers: list[Layer] = [
            Polygon(([*t, last, 0], [*self.bound, top, top])),
            Line((t, self.bound), name=f"exp(−2γ²t), γ = {self.gamma[:12]}", style="--"),
        ]
        if self.product:
            layers.append(Line((t, self.product), "green", f"Z₁···Zₜ{self._of}", "-.", mark="s"))
        if self.error:
            layers.append(Line((t, self.error), "blue", f"error{self._of}", mark="o"))
        words = f"AdaBoost's training error under the product of the Zₜ and exp(−2γ²T), for T up to {last}"
        if self.own is not None:
            colour = "orange" if self.own > self.bound[-1] else "ink"
            layers.append(Points(((last,), (self.own,)), "X", colour, "your error", 10))
            figures = distinct([self.own, self.bound[-1], *self.error[-1:]], "{:.3g}".format)
            words = f"Your training error {figures[self.own]} after {last} rounds, and exp(−2γ²T), which is "
            words += figures[self.bound[-1]]
            if self.error:
                words += f"; AdaBoost's is {figures[self.error[-1]]}"
        x = Axis(-0.05 * last, 1.05 * last, "round t", whole=True)
        key = "The training error after t rounds stays below the product of the Zₜ, and the product below the bound."
        return _sheet(Panel(x, Axis(0, top, "training error"), layers), words), key

    def _distributions(self, D: Array, wrong: Array) -> tuple[Sheet, str]:
        rounds, count = self._shown(D), D.shape[1]
        wide = 0.72 / count
        boxes: dict[bool, list[Box]] = {False: [], True: []}
        across = []
        for t in rounds:
            for i in range(count):
                left = t + 0.64 + i * wide
                boxes[bool(wrong[t, i])].append((left + 0.05 * wide, 0, 0.9 * wide, D[t, i]))
                if self.due is not None:
                    across.append(((left, left + wide), (self.due[t, i], self.due[t, i])))
        named = {
            False: ("sky", "weight of an example" if self.own is None else "your Dₜ"),
            True: ("orange", "hₜ errs on it"),
        }
        layers: list[Layer] = [Bars(boxes[errs], *named[errs]) for errs in named if boxes[errs]]
        if self.due is not None:
            layers.append(Line(segments(across), name="AdaBoost's Dₜ", width=1.6))
        most = np.nanmax([D[rounds], *([] if self.due is None else [self.due[rounds]])])
        x = Axis(rounds[0] + 0.5, rounds[-1] + 1.5, "round t", {t + 1: str(t + 1) for t in rounds})
        words = f"The distributions of rounds {rounds[0] + 1} to {rounds[-1] + 1}"
        whose = "" if self.own is None else " that your learner hands over"
        key = f"The weight Dₜ of each example{whose}. Each group of bars is a round, each bar an example, orange if hₜ"
        key += " gets it wrong"
        if self.due is not None:
            key += "; the line across a bar is the weight that AdaBoost gives it after the same answers"
        if len(D) > len(rounds):
            key += f". The other {len(D) - len(rounds)} rounds are not drawn"
        return _sheet(Panel(x, Axis(0, 1.05 * float(most), "Dₜ"), layers), words), f"{key}."

    def _margins(self, margins: Array) -> tuple[Sheet, str]:
        margins = np.sort(margins)
        share = np.arange(1, len(margins) + 1) / len(margins)
        name = "share of the examples with at most this margin"
        layers: list[Layer] = [
            Bars([(-1, 0, 1, 1.05)], "orange", opacity=0.12),
            Line(([-1, *np.repeat(margins, 2), 1], [0, 0, *np.repeat(share, 2)]), "blue", name, width=1.6),
        ]
        ticks = {-1.0: "−1", -0.5: "−0.5", 0.0: "0", 0.5: "0.5", 1.0: "1"}
        panel = Panel(Axis(-1.02, 1.02, f"margin y·f(x){self._of}", ticks), Axis(0, 1.05), layers)
        words = f"The margins in the end, from {margins[0]:.3g} to {margins[-1]:.3g}".replace("-", "−")
        key = (
            "The margins y·f(x) at the end. A misclassified example has a margin of at most 0, in the "
            "shaded half, so at 0 the curve is at the training error."
        )
        return _sheet(panel, words, columns=1), key


def _sheet(panel: Panel, words: str, columns: int = 2) -> Sheet:
    return Sheet([panel], words, 3.6, 1.85, columns=columns)


def boosted(trace: Trace) -> Boosted | None:
    """Return the scene of AdaBoost's training."""
    weak, calls = trace.facts.weak_learner, trace.facts.calls
    copies, labels = np.asarray(weak.copies, dtype=float), np.asarray(weak.labels)
    votes, total = np.zeros(len(labels)), 0.0
    error, product, wrong = [1.0], [1.0], []
    for call in calls:
        epsilon = float(call.error)
        if not 0 < epsilon < 1:
            return None
        weight = np.log(1 / epsilon - 1) / 2
        votes, total = votes + weight * np.asarray(call.labels), total + abs(weight)
        amiss = np.sign(np.round(votes, 12)) != labels
        error.append(float(copies[amiss].sum() / copies.sum()))
        product.append(product[-1] * 2 * float(np.sqrt(epsilon * (1 - epsilon))))
        wrong.append(np.asarray(call.labels) != labels)
    scene = Boosted(bounds(trace, len(calls)), tuple(error), tuple(product), gamma=str(trace.case.gamma))
    D, there = _handed(trace), copies > 0
    if D is None or not total:
        return scene
    return replace(scene, D=D, wrong=np.array(wrong)[:, there], margins=(labels * votes / total)[there])


def boosted_by_submission(learner: object, trace: Trace) -> Boosted:
    """Return the scene of a submission: its own distributions and training error, next to AdaBoost's."""
    scene = Boosted(bounds(trace, trace.case.rounds()), gamma=str(trace.case.gamma))
    right = boosted(trace.case.play(learner))
    if right is not None and len(right.bound) == len(scene.bound):
        scene = right
    scene = replace(scene, own=float(trace.facts.training_error), D=None, wrong=None)
    D = _handed(trace)
    if D is None:
        return scene
    weak = trace.facts.weak_learner
    there = np.asarray(weak.copies) > 0
    wrong = np.array([np.asarray(call.labels) != np.asarray(weak.labels) for call in trace.facts.calls])[:, there]
    shares = np.asarray(weak.copies, dtype=float)[there]
    return replace(scene, D=D, wrong=wrong, due=_due(shares / shares.sum(), wrong))


MOST_BARS = 24
"""With more examples or rounds than this, the weights are not drawn."""


def _handed(trace: Trace) -> Array | None:
    """Return the distribution of each call, one row per call, with the copies of an example added up.

    None if one of them is not a distribution, or if there are too many.
    """
    copies = np.asarray(trace.facts.weak_learner.copies)
    D = [np.asarray(call.handed, dtype=float) for call in trace.facts.calls]
    counts = copies[copies > 0]
    if not D or max(len(counts), len(D)) > MOST_BARS:
        return None
    if any(len(handed) != copies.sum() or not handed.sum() > 0 for handed in D):
        return None
    cuts = np.cumsum(np.concatenate([[0], counts]))[:-1].astype(int)
    return np.array([np.add.reduceat(handed / handed.sum(), cuts) for handed in D])


def _due(start: Array, wrong: Array) -> Array:
    """Return AdaBoost's distribution of each round after the given answers; NaN in rounds after a perfect one."""
    D = [start]
    for errs in wrong[:-1]:
        epsilon = D[-1][errs].sum()
        D.append(np.where(errs, D[-1] / (2 * epsilon), D[-1] / (2 * (1 - epsilon)))
                     if 0 < epsilon < 1 else np.full(len(start), np.nan))  # fmt: skip
    return np.array(D)


def bounds(trace: Trace, rounds: int) -> tuple[float, ...]:
    """exp(−2γ²t) for t = 0, …, rounds."""
    gamma = float(trace.case.gamma)
    return tuple(float(np.exp(-2 * gamma**2 * t)) for t in range(rounds + 1))
