"""Batch cases for decision stumps: a weighted sample, and instances beyond it. Source: UML 10.1.1."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats
from learncheck.strategies.play.case import Coordinates, Label, Natural, Trace
from learncheck.strategies.samples.fitting import FIRST_FLIPPED, Handed, Sample, require_values

Mass = int | Fraction


QUARTER = Fraction(1, 4)


class StumpSample(Sample, frozen=True, tag="stump-sample"):
    """A weighted sample for a learner of decision stumps, and instances beyond it.

    points, queries: coordinates in quarters: 5 is 1.25.
    weights:         non-negative and not all 0, in units of `unit`; if there are none, the learner gets none.
    again:           whether the learner first fits only the first example, with its label flipped.
    """

    coordinates = Coordinates(vectors=("points", "queries"))

    points: tuple[tuple[int, ...], ...]
    labels: tuple[Label, ...]
    weights: tuple[Natural, ...] = ()
    unit: Fraction = Fraction(1)
    queries: tuple[tuple[int, ...], ...] = ()
    again: bool = False

    scale: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        m = len(self.labels)
        require_values(self.points, self.labels)
        require(
            not self.weights or (len(self.weights) == m and any(self.weights)),
            f"the weights are {self.weights}: give one for each of {m} examples, not all of them 0",
        )

    def handed(self) -> Handed:
        weights = np.array([float(w * self.unit) for w in self.weights]) if self.weights else None
        d = len(self.points[0])
        X, queries = (self.scale * quarters(vectors).reshape(-1, d) for vectors in (self.points, self.queries))
        return Handed(X, np.array(self.labels), queries, FIRST_FLIPPED if self.again else None, weights)

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The sample, its weights, and what else the learner is given or asked."""
        weights = self.handed().weights
        return {**super().in_words(trace), "weights": () if weights is None else weights}

    def masses(self) -> tuple[int, ...]:
        """The weights, in units of `unit`; all 1 if there are none."""
        return self.weights or (1,) * len(self.labels)

    def error(self, answers: Sequence[int]) -> int:
        """The weighted error of these answers on the sample, in the same units."""
        examples = zip(self.masses(), answers, self.labels, strict=True)
        return sum(w for w, h, label in examples if h != label)

    def least_error(self) -> Mass:
        """The least weighted error of a stump."""
        return min(stump.error for stump in stumps(self.points, self.labels, self.masses()))


FAR = 2**50
"""A coordinate, in quarters, greater than what a learner may take for infinity."""

FINE = 2.0**-62
"""A scale on which quarters are 2⁻⁶⁴, less than any tolerance that a learner may add to a value."""


def quarters(points: Sequence[Sequence[int]]) -> Floats:
    """The points in floats, where their coordinates count quarters."""
    return np.array(points, dtype=float) / 4


@dataclass(frozen=True)
class Stump:
    """x -> b·sign(θ − x_j) and its weighted error on a sample, none of whose values is θ. Source: UML 10.1.1."""

    j: int
    theta: Fraction
    b: int
    error: Mass

    def __call__(self, x: Sequence[float]) -> int:
        return self.b if x[self.j] < self.theta else -self.b


def stumps(points: Sequence[Sequence[int]], labels: Sequence[int], masses: Sequence[Mass]) -> Iterable[Stump]:
    """Yield a stump for each way to cut the sample in a coordinate, with both signs; errors are by brute force."""
    for j in range(len(points[0])):
        values = sorted({x[j] for x in points})
        doubled = [2 * values[0] - 2, *map(sum, pairwise(values)), 2 * values[-1] + 2]  # 2θ, an integer
        for theta in doubled:
            for b in (1, -1):
                wrong = (w for x, y, w in zip(points, labels, masses, strict=True) if (2 * x[j] < theta) != (y == b))
                yield Stump(j, Fraction(theta, 2), b, sum(wrong))
