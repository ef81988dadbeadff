"""Real targets, what a learner answers for them, and the curve that least squares fits."""

from dataclasses import dataclass, replace

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.judging.around import Around
from learncheck.oracle.report.pictures.inks import BLUE, FAINT, GREEN, ORANGE
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS
from learncheck.oracle.report.pictures.sheet import few_ticks, key_below, sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.strategies.halfspaces.regression import PolynomialSample, RealTargets
from learncheck.strategies.play.case import Make, Trace

MOST_EXAMPLES = 40
ALONG = 121
"""The number of points at which a curve is drawn."""


@dataclass(frozen=True)
class FitScene:
    """Targets and answers, by the example's point on the line, or by its number if the points are not on a line.

    due: the answers of least squares. curve: its answers along the line, at `along`; empty if there is no line.
    straight: whether the instances themselves are the points of the line. own: coordinates on the line, and what a
    submission answers there.
    """

    at: Array
    y: Array
    answers: Array
    due: Array | None
    along: Array
    curve: Array
    on_line: bool
    whose: str = OURS
    fitted: str = OURS
    straight: bool = False
    own: tuple[Array, Array] | None = None

    def with_own(self, around: Around) -> "FitScene":
        """Return the scene with a submission's answers along the line, if its instances are the points of this line."""
        return replace(self, own=(around.axes[0], around.answers)) if self.straight and self.on_line else self

    @property
    def loss(self) -> float:
        """The mean squared error of the answers."""
        return float(np.mean((self.answers - self.y) ** 2))

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        key = f"Dots are the targets, crosses the answers of {self.whose}; a line between them is the error."
        if self.own is not None:
            key += " The thin curve is your learner's answer at each x."
        if len(self.curve):
            return key + f" The curve is the fit of {self.fitted}."
        dashes = self.due is not None and self.fitted != self.whose
        return key + f" Dashes are the answers of {self.fitted}." * dashes


def fit(learner: Make, trace: Trace, whose: str) -> FitScene | None:
    """Return the scene of a trace on a sample with real targets, which the right learner is fitted to as well."""
    case = trace.case
    assert isinstance(case, RealTargets)
    X = np.array([[float(v) for v in row] for row in case.rows()])
    y = np.array([float(v) for v in case.values()])
    if len(y) > MOST_EXAMPLES:
        return None
    right = learner()
    right.fit(X, y)
    due = np.asarray(right.predict(X), dtype=float)
    answers = getattr(trace.facts, "answers", None)
    own = due if answers is None else np.array([float(answer) for answer in answers])
    if own.shape != y.shape or not np.isfinite(own).all():
        return None
    polynomial = case if isinstance(case, PolynomialSample) else None
    on_line = polynomial is not None or X.shape[1] == 1
    at = np.array([float(x) for x in polynomial.xs()]) if polynomial else X[:, 0]
    along = curve = np.empty(0)
    if on_line:
        room = max(0.1 * float(np.ptp(at)), 0.25)
        along = np.linspace(at.min() - room, at.max() + room, ALONG)
        rows = np.vander(along, X.shape[1], increasing=True) if polynomial else along[:, None]
        curve = np.asarray(right.predict(rows), dtype=float)
    else:
        at = np.arange(1.0, len(y) + 1)
    return FitScene(
        at, y, own, due, along, curve, on_line, whose, REFERENCE if whose == YOURS else OURS, polynomial is None
    )


def draw(scene: FitScene) -> str:
    """Draw them along the line, or example by example."""
    body = 3.35
    figure, axes = sheet(4.4, body + 0.6, (0.7, 0.55, 0.1, 0.1))
    if len(scene.curve):
        axes.plot(scene.along, scene.curve, color=GREEN, linewidth=1.6, label=f"{scene.fitted}: the fit")
        middle = np.concatenate((scene.y, scene.answers))
        room = max(0.25 * float(np.ptp(middle)), 0.5)
        axes.set_ylim(middle.min() - room, middle.max() + room)
        axes.set_xlim(scene.along[0], scene.along[-1])
    elif scene.due is not None and scene.fitted != scene.whose:
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
        few_ticks(axes.xaxis)
    else:
        axes.set_xticks(scene.at[:: 1 + len(scene.at) // 10])
    few_ticks(axes.yaxis)
    key_below(figure, axes, body)
    return svg(figure, f"Targets and answers: the mean squared error of {scene.whose} is {scene.loss:.3g}")
