"""A sample, what a batch learner says of it, and what the learner that should have been says everywhere."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS, Array
from learncheck.strategies.play.case import Trace

MOST_EXAMPLES, MOST_FEATURES = 40, 16
GRID = 90


@dataclass(frozen=True)
class Sample:
    """Examples with their labels and weights, and the answers on them; what else was asked, with its answers.

    region: labels of the fitted hypothesis on a grid, whose coordinates are `grid`; `fitted` says whose it is.
    """

    X: Array
    y: Array
    answers: Array
    weights: Array | None = None
    beyond: Array | None = None
    beyond_answers: Array | None = None
    region: Array | None = None
    grid: tuple[Array, ...] = ()
    whose: str = OURS
    fitted: str = OURS
    boolean: bool = False

    @property
    def errors(self) -> int:
        return int((self.answers != self.y).sum())

    @property
    def as_table(self) -> bool:
        """Whether there is no plane to draw it in."""
        return self.boolean or self.X.shape[1] > 2

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        if self.as_table:
            return "A row is an example with its features, its label and the answer; a cross marks where they differ."
        told = "+ and − are the labels; a circle is around the examples that are answered wrongly."
        if self.beyond is not None and len(self.beyond):
            told += " Small dots are further points that were asked."
        if self.region is not None:
            told += f" Blue is where the hypothesis fitted by {self.fitted} says +1."
        return told


class _Fitted:
    """Keeps the last sample that learners were given, and the last learner."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self.make = make
        self.X: Any = None
        self.y: Any = None
        self.weights: Any = None
        self.asked: Any = None
        self.learner: Any = None

    def __call__(self, *arguments: Any) -> Any:
        learner = self.make(*arguments)
        self.learner, notes = learner, self
        fit, predict = learner.fit, learner.predict

        def noted_fit(X: Any, y: Any, **named: Any) -> Any:
            notes.X, notes.y = np.array(X), np.array(y)
            notes.weights = named.get("sample_weight")
            return fit(X, y, **named)

        def noted_predict(X: Any) -> Any:
            if notes.asked is None or np.shape(X) != (1, *np.shape(X)[1:]):
                notes.asked = np.array(X)
            return predict(X)

        learner.fit, learner.predict = noted_fit, noted_predict
        learner.__dict__["_predict"] = predict
        return learner


def sample(learner: Any, trace: Trace, whose: str) -> Sample | None:
    """The scene of a trace of a batch learner: its case, fitted by the right learner, too."""
    noted = _Fitted(learner)
    right = trace.case.play(noted)
    if noted.X is None or noted.X.ndim != 2 or noted.asked is None:
        return None
    X, y = noted.X.astype(float), noted.y.astype(float)
    m, d = X.shape
    if not 0 < m <= MOST_EXAMPLES or not 0 < d <= MOST_FEATURES or not set(y.tolist()) <= {1.0, -1.0}:
        return None
    own = _answers(trace if whose == YOURS else right, m)
    beyond = noted.asked[m:].astype(float) if len(noted.asked) > m and (noted.asked[:m] == noted.X).all() else None
    if own is None:
        if whose == YOURS:
            return None
        own = np.sign(np.asarray(noted.learner._predict(noted.X.copy()), dtype=float))
    beyond_answers = own[m:] if beyond is not None and len(own) == m + len(beyond) else None
    found = dict(
        weights=noted.weights, beyond=None if beyond_answers is None else beyond, beyond_answers=beyond_answers
    )
    region, grid = _region(noted, X, beyond)
    fitted = REFERENCE if whose == YOURS else OURS
    return Sample(
        X, y, own[:m], **found, region=region, grid=grid, whose=whose, fitted=fitted, boolean=_boolean(noted.X)
    )


def _boolean(X: Array) -> bool:
    """Whether the features are Boolean: these alone are integers."""
    return bool(X.dtype.kind in "ib" and set(np.unique(X).tolist()) <= {0, 1})


def _answers(trace: Trace, m: int) -> Array | None:
    """The answers on the sample, and on what else was asked."""
    facts = trace.facts
    for first, rest in (("predictions", "beyond"), ("answers", "")):
        if first in facts:
            told = [*np.ravel(facts[first]), *np.ravel(facts.get(rest, ()))]
            found = np.array([float(each) for each in told])
            return found if len(found) >= m else None
    return None


def _region(noted: _Fitted, X: Array, beyond: Array | None) -> tuple[Array | None, tuple[Array, ...]]:
    """The labels of the fitted hypothesis on a grid around the points, in one or two dimensions."""
    d = X.shape[1]
    if d > 2 or _boolean(noted.X):
        return None, ()
    points = X if beyond is None else np.vstack((X, beyond))
    room = np.maximum((points.max(axis=0) - points.min(axis=0)) * 0.15, 0.5)
    low, high = points.min(axis=0) - room, points.max(axis=0) + room
    axes = [np.linspace(a, b, GRID if d == 2 else 4 * GRID) for a, b in zip(low, high, strict=True)]
    axes = [np.unique([*along, *points[:, i]]) for i, along in enumerate(axes)]  # so that no single point falls between
    grid = np.stack([each.ravel() for each in np.meshgrid(*axes, indexing="ij")], axis=1)
    try:
        said = np.sign(np.asarray(noted.learner._predict(grid.astype(noted.X.dtype)), dtype=float))
    except Exception:  # a learner of few instances, which answers on no others
        return None, ()
    return said.reshape([len(each) for each in axes]), tuple(axes)
