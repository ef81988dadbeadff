"""Real targets, what a learner answers for them, and the curve that least squares fits."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.judging.around import Around
from learncheck.oracle.report.pictures.layers import Axis, Layer, Line, Panel, Points, Scene, Sheet, axis, segments
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS
from learncheck.strategies.halfspaces.regression import PolynomialSample, RegressionSample
from learncheck.strategies.play.case import Make, Trace

MOST_EXAMPLES = 40
ALONG = 121
"""The number of points at which a curve is drawn."""


@dataclass(frozen=True)
class FitScene(Scene):
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

    def with_own(self, around: Around) -> Self:
        """Return the scene with a submission's answers along the line, if its instances are the points of this line."""
        return replace(self, own=(around.axes[0], around.answers)) if self.straight and self.on_line else self

    def alone(self) -> Self:
        return replace(self, due=None, along=self.along[:0], curve=self.curve[:0])

    @property
    def telling(self) -> int:
        return len(set(self.at.tolist()))

    @property
    def loss(self) -> float:
        """The mean squared error of the answers."""
        return float(np.mean((self.answers - self.y) ** 2))

    @property
    def key(self) -> str:
        key = f"Dots are the targets, crosses the answers of {self.whose}; a line between them is the error."
        if self.own is not None:
            key += " The thin curve is your learner's answer at each x."
        if len(self.curve):
            return key + f" The curve is the fit of {self.fitted}."
        dashes = self.due is not None and self.fitted != self.whose
        return key + f" Dashes are the answers of {self.fitted}." * dashes

    def whole(self) -> Sheet:
        """Lay them out along the line, or example by example."""
        layers: list[Layer] = []
        x, y = axis(self.at.tolist(), "x" if self.on_line else "example"), axis((*self.y, *self.answers), "y")
        if len(self.curve):
            layers.append(Line((self.along, self.curve), "green", f"{self.fitted}: the fit", width=1.6))
            x = Axis(self.along[0], self.along[-1], "x")
        elif self.due is not None and self.fitted != self.whose:
            layers.append(Points((self.at, self.due), "_", "green", f"{self.fitted}: answer", 12, 2))
        if self.own is not None:
            layers.append(Line(self.own, "orange", "your learner's answer at each x", width=1.2))
        errors = zip(self.at, self.y, self.answers, strict=True)
        layers += [
            Line(segments(((at, at), (y, answer)) for at, y, answer in errors), "faint", width=1),
            Points((self.at, self.y), "o", "blue", "target", 6),
            Points((self.at, self.answers), "x", "orange", f"answer of {self.whose}", 7, 2),
        ]
        words = f"Targets and answers: the mean squared error of {self.whose} is {self.loss:.3g}"
        return Sheet([Panel(x, y, layers)], words, 3.6, 3.1)


def fit(learner: Make, trace: Trace, whose: str) -> FitScene | None:
    """Return the scene of a trace on a sample with real targets, which the right learner is fitted to as well."""
    case = trace.case
    assert isinstance(case, RegressionSample)
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
    at = np.array(case.points)[:, 0] / case.parts if polynomial else X[:, 0]
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
