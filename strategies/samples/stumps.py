"""Batch cases for decision stumps: a weighted sample, and instances beyond it. Source: UML 10.1.1."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.sample_words import FIRST_FLIPPED, sample_in_words, with_signs
from learncheck.strategies.samples.fitting import predictions, require_sample

Mass = int | Fraction


QUARTER = Fraction(1, 4)


class WeightedFit(NamedTuple):
    """The queries, the weighted error, the least one of a stump, and the answers on sample and queries (`beyond`)."""

    queries: NDArray[Any]
    error: Any
    least_error: Any
    predictions: NDArray[Any]
    beyond: NDArray[Any]


class StumpSample(Case, frozen=True, tag="stump-sample"):
    """A weighted sample for a learner of decision stumps, and instances beyond it.

    points, queries: coordinates in quarters: 5 is 1.25.
    weights:         non-negative and not all 0, in units of `unit`; if there are none, the learner gets none.
    again:           whether the learner first fits only the first example, with its label flipped.
    """

    points: tuple[tuple[int, ...], ...]
    labels: tuple[int, ...]
    weights: tuple[int, ...] = ()
    unit: Fraction = Fraction(1)
    queries: tuple[tuple[int, ...], ...] = ()
    again: bool = False

    scale: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        m = len(self.labels)
        require_sample(self.points, self.labels)
        require(
            not self.weights or (len(self.weights) == m and min(self.weights) >= 0 < max(self.weights)),
            f"the weights are {self.weights}: give one weight >= 0 for each of {m} examples, not all of them 0",
        )

    def sample(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]:
        """X of shape (m, d), y of shape (m,), and the weights of shape (m,), or None if there are none."""
        weights = np.array([float(w * self.unit) for w in self.weights]) if self.weights else None
        return self.scale * quarters(self.points), np.array(self.labels), weights

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The sample, and what else the learner is given or asked."""
        X, _, weights = self.sample()
        before = FIRST_FLIPPED * self.again
        told = sample_in_words(self, X, with_signs(self.labels), self.scale * quarters(self.queries), before=before)
        return {**told, "weights": () if weights is None else weights}

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, WeightedFit]:
        learner = make()
        X, y, weights = self.sample()
        if self.again:
            learner.fit(X[:1].copy(), -y[:1])
        if weights is None:
            learner.fit(X.copy(), y.copy())
        else:
            learner.fit(X.copy(), y.copy(), sample_weight=weights.copy())
        queries = self.scale * quarters(self.queries).reshape(-1, X.shape[1])
        answers = predictions(learner, np.vstack((X, queries)))
        masses = self.weights or (1,) * len(y)
        return Trace(
            self,
            facts=WeightedFit(
                queries=queries,
                error=sum(w for w, h, label in zip(masses, answers, self.labels, strict=False) if h != label),
                least_error=min(stump.error for stump in stumps(self.points, self.labels, masses)),
                predictions=answers[: len(y)],
                beyond=answers[len(y) :],
            ),
        )


FAR = 2**50
"""A coordinate, in quarters, greater than what a learner may take for infinity."""

FINE = 2.0**-62
"""A scale on which quarters are 2⁻⁶⁴, less than any tolerance that a learner may add to a value."""


class FineStumpSample(StumpSample, frozen=True, tag="fine-stump-sample"):
    """A `StumpSample` with coordinates in units of 2⁻⁶⁴."""

    scale: ClassVar[float] = FINE


def quarters(points: Sequence[Sequence[int]]) -> NDArray[Any]:
    """The points in floats, where their coordinates count quarters."""
    return np.array(points, dtype=float) / 4


@dataclass(frozen=True)
class Stump:
    """x -> b·sign(θ − x_j) and its weighted error on a sample, none of whose values is θ. Source: UML 10.1.1."""

    j: int
    theta: Fraction
    b: int
    error: Mass

    def __call__(self, x: Sequence[Any]) -> int:
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


def stump_samples(
    choices: Choices, *, examples: int, features: int, values: int, heaviest: int, queries: int
) -> StumpSample:
    """Samples of at most `examples` examples, with coordinates 0..values and weights 0..heaviest.

    Shrinks to few examples with one feature, all 0 and +1, without weights.
    """
    d = choices.integer(1, features)
    weighted = choices.flag()
    rows = choices.many(
        lambda: (
            tuple(choices.integer(0, values) for _ in range(d)),
            choices.label(),
            choices.integer(0, heaviest) if weighted else 1,
        ),
        least=1,
        most=examples,
    )
    points, labels, weights = zip(*rows, strict=True)
    if not any(weights):
        choices.reject()
    unit = choices.pick((Fraction(1), Fraction(1, 16), Fraction(32))) if weighted else Fraction(1)
    beyond = choices.many(lambda: tuple(choices.integer(-2, values + 2) for _ in range(d)), most=queries)
    return StumpSample(points, labels, weights if weighted else (), unit, beyond, choices.flag())


def small_stump_samples(choices: Choices, *, examples: int, values: int, heaviest: int) -> StumpSample:
    """Every sample of at most `examples` examples on the line, at 0..values, with weights 1..heaviest."""
    m = choices.integer(1, examples)
    points = [(v,) for v in choices.indices(m, values + 1)]
    labels = choices.labels(m)
    weights = tuple(choices.integer(1, heaviest) for _ in range(m))
    queries = tuple((v,) for v in range(-1, values + 2))
    return StumpSample(tuple(points), labels, weights, queries=queries)
