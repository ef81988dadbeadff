"""The simplest games and samples: points with labels."""

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Case, Coordinates, Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Oblivious
from learncheck.strategies.play.ladders import EVERY
from learncheck.strategies.play.losses import as_vector, require_lengths


class BinaryGame(Oblivious, frozen=True, tag="binary-game"):
    """A game on the points 0, …, n−1. The learner is constructed with (n,).

    n:      the number of points.
    rounds: pairs of a point and a label ±1.
    """

    n: int
    rounds: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        wrong = [x for x, _ in self.rounds if not 0 <= x < self.n]
        require(not wrong, f"{wrong[:1]} is none of the points 0, …, {self.n - 1}: give points below n = {self.n}")

    def arguments(self) -> tuple[object, ...]:
        return (self.n,)

    def examples(self) -> Sequence[tuple[int, int]]:
        return self.rounds


class PlainFit(NamedTuple):
    """The learner's predictions on the sample, and the number of its errors."""

    predictions: Array
    errors: int


class PlainSample(Case, frozen=True, tag="plain-sample"):
    """A labelled sample, for a learner with fit(X, y) and predict(X) that is constructed without arguments.

    dimension: the number of features.
    X:         the examples, tuples of integers.
    y:         their labels ±1.
    """

    coordinates = Coordinates(vectors=("X",), number="dimension")

    dimension: int
    X: tuple[tuple[int, ...], ...]
    y: tuple[int, ...]

    def __post_init__(self) -> None:
        require(len(self.X) == len(self.y), f"{len(self.X)} examples and {len(self.y)} labels: give a label to each")
        require_lengths(self.X, self.dimension, "features of an example, dimension")

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, PlainFit]:
        X, y = np.array(self.X, dtype=int).reshape(len(self.y), self.dimension), np.array(self.y, dtype=int)
        learner = make()
        learner.fit(X.copy(), y.copy())
        answer = as_vector(getattr(learner, "predict_many", learner.predict)(X.copy()), len(y))
        return Trace(self, facts=PlainFit(predictions=answer, errors=int(np.count_nonzero(answer != y))))


def outvoted_by_one(dimension: int, entries: int) -> Iterator[PlainSample]:
    """Yield samples in which one example is repeated, once more often than there are others, of the other label.

    The others differ. A learner that takes what is repeated for less, or runs of a label, gets the majority wrong.
    """
    box = itertools.product(range(-entries, entries + 1), repeat=dimension)
    others = tuple(itertools.islice((x for x in box if any(x)), EVERY))
    repeated = ((0,) * dimension,) * (len(others) + 1)
    for label in (1, -1):
        labels = (label,) * len(repeated), (-label,) * len(others)
        yield PlainSample(dimension, (*repeated, *others), labels[0] + labels[1])
        yield PlainSample(dimension, (*others, *repeated), labels[1] + labels[0])


def binary_games(choices: Choices, *, points: int, rounds: int) -> BinaryGame:
    """Draw a game on at most `points` points, with random labels. Shrinks to few points and rounds, labelled +1."""
    n = choices.integer(1, points)
    return BinaryGame(n, choices.many(lambda: (choices.integer(0, n - 1), choices.label()), most=rounds))


def plain_samples(choices: Choices, *, dimension: int, examples: int, entries: int) -> PlainSample:
    """Draw a sample of at least one example. Shrinks to few examples at the origin, labelled +1."""
    d = choices.integer(1, dimension)

    def example() -> tuple[tuple[int, ...], int]:
        return tuple(choices.integers(d, -entries, entries)), choices.label()

    drawn = choices.many(example, least=1, most=examples)
    return PlainSample(d, tuple(x for x, _ in drawn), tuple(y for _, y in drawn))
