"""Samples for learners of homogeneous halfspaces, realizable or not.

- `HalfspaceSample`: a sample, separable or not, with instances beyond it. Whether a halfspace labels it is decided
  exactly, with a certificate for either answer.

Source: UML 9.1.1, Remark 9.1.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Annotated, Any, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Dependence, Separator, inner, separate
from learncheck.strategies.halfspaces.vectors import any_vector, axes
from learncheck.strategies.play.case import Coordinates, Label, LearnerRaised, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import (
    FIRST_FLIPPED,
    FLIPPED,
    Earlier,
    Handed,
    Sample,
    require_one_each,
    require_points,
)

Point = tuple[int, ...]

Before = Annotated[int, msgspec.Meta(ge=0, le=3)]
NOTHING, TURNED, ALONE, TORN = range(4)
"""What the learner has fitted before: nothing, or one of these samples, the last of which no halfspace labels."""

BOTH_LABELS = Earlier("the first example with both labels", lambda X, y: (X[[0, 0]], np.array([1, -1])))
FITTED_BEFORE = (None, FLIPPED, FIRST_FLIPPED, BOTH_LABELS)

OFTEN_NOTHING = (NOTHING, NOTHING, NOTHING, TURNED, ALONE, TORN)
UNITS = (Fraction(1), Fraction(1, 16), Fraction(32))


class SeparatorFit(NamedTuple):
    """What is known about the sample, and what the learner did.

    answer:      a halfspace that labels the sample, or a proof that there is none.
    refused:     whether the learner refused the sample.
    predictions: the learner's answers on the sample, if it rightly did not refuse.
    beyond:      its answers on the queries, likewise.
    state:       the watched attributes that it exposes, likewise.
    """

    answer: Separator | Dependence
    refused: bool
    predictions: tuple[int, ...] = ()
    beyond: tuple[int, ...] = ()
    state: Snapshot = {}

    @property
    def separable(self) -> bool:
        """Whether a halfspace labels the sample."""
        return isinstance(self.answer, Separator)


class HalfspaceSample(Sample, frozen=True, tag="halfspace-sample"):
    """A sample, which a homogeneous halfspace may or may not label, and instances beyond it.

    Coordinates of points and queries are in units of `unit`, a power of two. `before` says what was fitted before.
    """

    coordinates = Coordinates(vectors=("points", "queries"))

    points: tuple[Point, ...]
    labels: tuple[Label, ...]
    queries: tuple[Point, ...] = ()
    unit: Fraction = Fraction(1)
    before: Before = NOTHING

    def __post_init__(self) -> None:
        require_one_each(self.points, self.labels)
        require_points((*self.points, *self.queries))

    def handed(self) -> Handed:
        d, unit = len(self.points[0]), float(self.unit)
        X, queries = (np.array(vectors, dtype=float).reshape(-1, d) * unit for vectors in (self.points, self.queries))
        return Handed(X, np.array(self.labels), queries, FITTED_BEFORE[self.before])

    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace[Self, SeparatorFit]:
        answer = separate(self.points, self.labels)
        confirmed(answer.verify(self.points, self.labels), f"whether a halfspace labels {self.points}")
        X, y, _, earlier, _ = self.handed()
        learner = make()
        if earlier is not None:
            refuses(learner.fit, *earlier.made_from(X, y))
        refused = refuses(learner.fit, X.copy(), y.copy())
        if refused or not isinstance(answer, Separator):
            return Trace(self, facts=SeparatorFit(answer, refused))
        fit = self.asked(learner, watch)
        return Trace(self, facts=SeparatorFit(answer, refused, fit.answers, fit.beyond, fit.state))


def refuses(fit: Callable[..., object], X: NDArray[Any], y: NDArray[Any]) -> bool:
    """Whether the learner refuses the sample: its own code raises ValueError.

    Any other exception is the learner's failure and propagates; so does a ValueError of a library that it called.
    """
    try:
        fit(X, y)
    except ValueError:
        return True
    except LearnerRaised as raised:
        if raised.is_own(ValueError):
            return True
        raise
    return False


def halfspace_samples(
    choices: Choices, *, examples: int, dimension: int, largest: int, queries: int
) -> HalfspaceSample:
    """Samples of at most `examples` examples, usually with the labels of a drawn halfspace.

    Coordinates are at most `largest` in absolute value. Shrinks to few examples on the line, near 0, all +1.
    """
    d = choices.integer(1, dimension)
    point = partial(any_vector, choices, d, largest)
    target = point() if choices.integer(0, 2) else (0,) * d
    points = choices.many(point, least=1, most=examples)
    sides = (inner(target, x) for x in points)
    labels = tuple((1 if side > 0 else -1) if side else choices.label() for side in sides)
    beyond = list(choices.many(point, most=queries))
    if queries and choices.flag():  # if the first example is positive, all separators agree on this label
        beyond.append(tuple(y * v + v_0 for v, y, v_0 in zip(points[-1], [labels[-1]] * d, points[0], strict=True)))
    return HalfspaceSample(points, labels, tuple(beyond), choices.pick(UNITS), choices.pick(OFTEN_NOTHING))


def small_halfspace_samples(choices: Choices, *, examples: int, dimension: int) -> HalfspaceSample:
    """Every sample of at most `examples` examples with coordinates -1, 0 and 1. The queries are all such points."""
    d = choices.integer(1, dimension)
    grid = tuple(product((0, 1, -1), repeat=d))
    signed = [(x, y) for x in grid for y in (1, -1)]
    points, labels = zip(*choices.sequence(signed, most=examples), strict=True)
    return HalfspaceSample(points, labels, grid)


# ---- witnesses ----


def steep_points(d: int) -> tuple[Point, ...]:
    """x_k = e_k − e_1 − … − e_(k-1) for k = 1, ..., d: labelled +1, every separator has w_k >= 2^(k-1)."""
    return tuple(tuple(int(j == k) - int(j < k) for j in range(d)) for k in range(d))


def steep(d: int) -> HalfspaceSample:
    """The examples of `steep_points`, labelled +1, with the unit vectors as queries."""
    return HalfspaceSample(steep_points(d), (1,) * d, axes(d))


def opposites(d: int) -> HalfspaceSample:
    """x and −x with the same label, the smallest dependence, among examples that a halfspace labels."""
    rows = axes(d)
    return HalfspaceSample((*rows, tuple(-v for v in rows[-1])), (1,) * (d + 1))


def triangle(copies: int = 1) -> HalfspaceSample:
    """Three examples in the plane that sum to 0: any two are separable, but not all three."""
    return HalfspaceSample(((2, 1), (-1, 1), (-1, -2)) * copies, (1, 1, 1) * copies)


def origin() -> HalfspaceSample:
    """The origin, at which every homogeneous halfspace has a tie, and a separable example."""
    return HalfspaceSample(((1, 2), (0, 0)), (1, 1))


def shifted() -> HalfspaceSample:
    """Two examples on the line that a bias would separate."""
    return HalfspaceSample(((1,), (2,)), (1, -1))


def outlier() -> HalfspaceSample:
    """Three separable examples, one of which least squares labels wrongly."""
    return HalfspaceSample(((-3, -3), (-3, 1), (-2, 1)), (1, 1, -1))
