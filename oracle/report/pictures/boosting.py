"""The training of a booster: its errors below the bound, the distributions, or the margins."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from learncheck.exact.decimals import distinct
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import BLUE, GREEN, INK, ORANGE, SKY, SMALL
from learncheck.oracle.report.pictures.sheet import integer_ticks, key_above, sheet
from learncheck.oracle.report.pictures.svg import Axes, svg
from learncheck.strategies.play.case import Trace

Panel = Literal["errors", "distributions", "margins"]
MOST_SHOWN = 8
"""The distributions of at most so many rounds are drawn."""


@dataclass(frozen=True)
class Boosted:
    """The bound exp(−2γ²t) for t = 0, 1, …, T, the training error after each round, and the product of the Z_t.

    panel:   which of these a picture shows: the errors, the distributions, or the margins.
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
    panel: Panel = "errors"

    @property
    def parts(self) -> tuple["Boosted", ...]:
        """The training as one scene per picture."""
        there = {"errors": True, "distributions": self.D is not None, "margins": self.margins is not None}
        return tuple(replace(self, panel=panel) for panel in get_args(Panel) if there[panel])

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        if self.panel == "errors":
            return (
                "The training error after t rounds stays below the product of the Zₜ, and the product below the bound."
            )
        if self.panel == "margins":
            return (
                "The margins y·f(x) at the end. A misclassified example has a margin of at most 0, in the "
                "shaded half, so at 0 the curve is at the training error."
            )
        assert self.D is not None
        whose = "" if self.own is None else " that your learner hands over"
        key = f"The weight Dₜ of each example{whose}. Each group of bars is a round, each bar an example, orange if hₜ"
        key += " gets it wrong"
        key += "; the line across a bar is the weight that AdaBoost gives it after the same answers" * (
            self.due is not None
        )
        left_out = len(self.D) - len(self.shown)
        return key + (f". The other {left_out} rounds are not drawn." if left_out > 0 else ".")

    @property
    def shown(self) -> range:
        """The rounds whose distributions are drawn: the first, or those around the first that is not AdaBoost's."""
        assert self.D is not None
        first = 0
        if self.due is not None:
            differ = np.flatnonzero((np.abs(self.D - self.due) > 1e-6).any(axis=1))
            first = max(0, int(differ[0]) - MOST_SHOWN // 2) if len(differ) else 0
        first = min(first, max(0, len(self.D) - MOST_SHOWN))
        return range(first, min(len(self.D), first + MOST_SHOWN))


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


def draw(scene: Boosted) -> str:
    """Draw the panel that the scene shows."""
    figure, axes = sheet(4.4, 3.1, (0.65, 0.55, 0.25, 0.75))
    return svg(
        figure, {"errors": _errors, "distributions": _distributions, "margins": _margins}[scene.panel](axes, scene)
    )


def _errors(axes: Axes, scene: Boosted) -> str:
    t = range(len(scene.bound))
    axes.plot(t, scene.bound, color=INK, linestyle="--", label=f"exp(−2γ²t), γ = {scene.gamma[:12]}")
    of = whose(scene)
    if scene.product:
        axes.plot(t, scene.product, color=GREEN, linestyle="-.", marker="s", markersize=3, label=f"Z₁···Zₜ{of}")
    if scene.error:
        axes.plot(t, scene.error, color=BLUE, marker="o", markersize=3.5, label=f"error{of}")
    top = max(1.0, *scene.bound)
    axes.fill_between(t, scene.bound, top * 1.05, color=ORANGE, alpha=0.12, linewidth=0)
    if scene.own is None:
        words = f"AdaBoost's training error under the product of the Zₜ and exp(−2γ²T), for T up to {t[-1]}"
    else:
        over = scene.own > scene.bound[-1]
        axes.plot(t[-1], scene.own, linestyle="", marker="X", color=ORANGE if over else INK, markersize=10,
                  clip_on=False, zorder=3, label="your error")  # fmt: skip
        figures = distinct([scene.own, scene.bound[-1], *scene.error[-1:]], "{:.3g}".format)
        words = f"Your training error {figures[scene.own]} after {t[-1]} rounds, and exp(−2γ²T), which is "
        words += figures[scene.bound[-1]]
        if scene.error:
            words += f"; AdaBoost's is {figures[scene.error[-1]]}"
    integer_ticks(axes.xaxis)
    axes.set_ylim(0, top * 1.05)
    axes.set_xlabel("round t", fontsize=SMALL)
    axes.set_ylabel("training error")
    key_above(axes, -0.14, 2)
    return words


def whose(scene: Boosted) -> str:
    """Return whose training the curves show, for the key of a submission's picture."""
    return "" if scene.own is None else " of AdaBoost"


def _distributions(axes: Axes, scene: Boosted) -> str:
    assert scene.D is not None
    assert scene.wrong is not None
    rounds, count = scene.shown, scene.D.shape[1]
    wide = 0.72 / count
    for colour, errs, name in (
        (SKY, False, "weight of an example" if scene.own is None else "your Dₜ"),
        (ORANGE, True, "hₜ errs on it"),
    ):
        at = [(t + 1 - 0.36 + (i + 0.5) * wide, scene.D[t, i]) for t in rounds for i in range(count)
              if bool(scene.wrong[t, i]) is errs]  # fmt: skip
        if at:
            x, height = zip(*at, strict=True)
            axes.bar(x, height, width=wide * 0.9, color=colour, label=name)
    if scene.due is not None:
        across = [(t + 1 - 0.36 + i * wide, t + 1 - 0.36 + (i + 1) * wide, scene.due[t, i])
                  for t in rounds for i in range(count) if np.isfinite(scene.due[t, i])]  # fmt: skip
        left, right, height = zip(*across, strict=True)
        axes.hlines(height, left, right, color=INK, linewidth=1.6, label="AdaBoost's Dₜ")
    axes.set_ylabel("Dₜ")
    axes.set_xlabel("round t", fontsize=SMALL)
    axes.set_xticks([t + 1 for t in rounds])
    key_above(axes, -0.14, 2)
    return f"The distributions of rounds {rounds[0] + 1} to {rounds[-1] + 1}"


def _margins(axes: Axes, scene: Boosted) -> str:
    assert scene.margins is not None
    margins = np.sort(scene.margins)
    share = np.arange(1, len(margins) + 1) / len(margins)
    axes.axvspan(-1, 0, color=ORANGE, alpha=0.12, linewidth=0)
    meaning = "share of the examples with at most this margin"
    axes.plot([-1, *np.repeat(margins, 2), 1], [0, 0, *np.repeat(share, 2)], color=BLUE, linewidth=1.6, label=meaning)
    axes.set(xlim=(-1.02, 1.02), ylim=(0, 1.05))
    axes.set_xlabel(f"margin y·f(x){whose(scene)}", fontsize=SMALL)
    axes.set_xticks((-1, -0.5, 0, 0.5, 1), ("−1", "−0.5", "0", "0.5", "1"))
    key_above(axes, -0.14)
    return f"The margins in the end, from {margins[0]:.3g} to {margins[-1]:.3g}".replace("-", "−")
