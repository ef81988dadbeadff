"""Samples for batch learners: how they are checked, handed over and shown, and what a learner makes of one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import numpy as np

from learncheck.exact.answers import answered_by, labels_of
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Coordinates, Label, LearnerCase, Make, Snapshot, Trace
from learncheck.strategies.play.games import exposed


def require_proper(**probabilities: Fraction) -> None:
    """Raise ValueError unless each lies between 0 and 1."""
    for name, value in probabilities.items():
        require(0 < value < 1, f"{name} = {value}: give a number between 0 and 1")


def require_values(points: Sequence[object], values: Sequence[object], name: str = "label") -> None:
    """Raise ValueError unless there are as many points as values, at least one. `name` is what a value is."""
    require(
        0 < len(points) == len(values),
        f"{len(points)} points have {len(values)} {name}s: give at least one point, and one {name} each",
    )


def require_points(points: Sequence[Sequence[int]], name: str = "points", entries: str = "coordinates") -> None:
    """Raise ValueError unless there is a point, and all points have the same number of coordinates, at least one.

    `name` and `entries` say what the rows are, and what is in them.
    """
    require(
        len({len(x) for x in points}) == 1 and len(points[0]) > 0,
        f"the {name} are {tuple(points)}: give at least one, with as many {entries} each",
    )


def predictions(learner: object, X: Array) -> Array:
    """The labels that the learner, in this or another process, predicts for the rows of X: ints, shape (len(X),).

    Raises InvalidAnswer if it does not return so many labels.
    """
    ask = getattr(learner, "predict_many" if hasattr(learner, "predict_many") else "predict")
    with answered_by("predict"):
        return labels_of(ask(X.copy()), len(X)).astype(np.int64)


class Earlier(NamedTuple):
    """Another sample, to which the learner is fitted first: in words, and as it is made from X and y."""

    words: str
    sample: Callable[[Array, Array], tuple[Array, Array]]


FLIPPED = Earlier(
    "the same sample in reverse order, with all instances doubled and all labels flipped",
    lambda X, y: (2 * X[::-1], -y[::-1]),
)
FIRST_FLIPPED = Earlier("the first example with its label flipped", lambda X, y: (X[:1].copy(), -y[:1]))


class Handed(NamedTuple):
    """What the learner is handed.

    X, y:    the sample.
    queries: the instances beyond it about which the learner is asked, in the shape of X.
    earlier: what it is fitted to first, if anything.
    weights: those of the examples, if it is given any.
    """

    X: Array
    y: Array
    queries: Array
    earlier: Earlier | None = None
    weights: Array | None = None


class Fit(NamedTuple):
    """The answers on the sample and on the queries (`beyond`), the errors on the sample, and the exposed state."""

    answers: tuple[Any, ...]
    beyond: tuple[Any, ...]
    errors: int
    state: Snapshot


class Sample(LearnerCase, frozen=True):
    """A sample for a batch learner, which is fitted to it, and then asked about it and about instances beyond it."""

    def handed(self) -> Handed:
        """What the learner is handed."""
        raise NotImplementedError

    def ask(self, learner: object, X: Array) -> Array:
        """The learner's answers on the rows of X: labels, by default."""
        return predictions(learner, X)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        if make is None:
            return Trace(self)
        X, y, _, earlier, weights = self.handed()
        learner = make(*self.arguments())
        if earlier is not None:
            learner.fit(*earlier.sample(X, y))
        learner.fit(X.copy(), y.copy(), **({} if weights is None else {"sample_weight": weights.copy()}))
        return Trace(self, facts=self.asked(learner, watch))

    def asked(self, learner: object, watch: tuple[str, ...]) -> Fit:
        """What a fitted learner answers and exposes."""
        X, y, queries, *_ = self.handed()
        answers = self.ask(learner, np.vstack((X, queries)))
        on_sample, beyond = answers[: len(y)], answers[len(y) :]
        errors = int(np.count_nonzero(on_sample != y))
        return Fit(tuple(on_sample.tolist()), tuple(beyond.tolist()), errors, exposed(learner, watch))

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The sample, and what else the learner is given or asked."""
        X, y, queries, *_ = self.handed()
        return self.shown(X, with_signs(y), queries)

    def shown(self, X: "Rows", y: Sequence[object], queries: "Rows") -> Mapping[str, object]:
        """These instances and labels, with the fields that do not encode them."""
        earlier = self.handed().earlier
        others = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ENCODING}
        asked = {"also asked": rows} if (rows := _exactly(queries)) else {}
        fitted = {} if earlier is None else {"fitted before": earlier.words}
        return {"X": _exactly(X), "y": y, **asked, **others, **fitted}


FINE = 2.0**-64
"""A unit of coordinates that is less than any tolerance that a learner may add to a value."""


class PointSample(Sample, frozen=True):
    """Labelled points and queries beyond them, with coordinates in units of `unit`: in quarters 5 is 1.25.

    With `again`, the learner is fitted before to what `earlier` makes of the sample.
    """

    coordinates = Coordinates(vectors=("points", "queries"))

    unit: ClassVar[float] = 2.0**-2
    earlier: ClassVar[Earlier] = FIRST_FLIPPED

    points: tuple[tuple[int, ...], ...]
    labels: tuple[Label, ...]
    queries: tuple[tuple[int, ...], ...] = ()
    again: bool = False

    def __post_init__(self) -> None:
        require_values(self.points, self.labels)
        require_points((*self.points, *self.queries))

    def handed(self) -> Handed:
        d = len(self.points[0])
        X, queries = (
            np.array(vectors, dtype=float).reshape(-1, d) * self.unit for vectors in (self.points, self.queries)
        )
        return Handed(X, np.array(self.labels), queries, self.earlier if self.again else None)


Rows = Iterable[Iterable[float | Fraction]]

ENCODING = ("points", "denominator", "unit", "weight_unit", "labels", "targets", "queries", "before", "again")
"""Fields from which cases build a sample. Readers see the sample instead."""

COARSE = 1024
"""Finer fractions are shown as decimals."""


def with_signs(labels: Iterable[int]) -> tuple[str, ...]:
    """The labels as +1 and −1."""
    return tuple("+1" if label == 1 else "−1" for label in labels)


def _exactly(rows: Rows) -> tuple[tuple[Fraction | float, ...], ...]:
    """The numbers as fractions, or as floats where the denominator is large."""
    every = [[Fraction(v) for v in x] for x in rows]
    return tuple(tuple(v if v.denominator <= COARSE else float(v) for v in x) for x in every)
