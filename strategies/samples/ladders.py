"""Ladders for boosting and for stumps: small edges, long runs, large samples and second fits, for every profile."""

from collections.abc import Iterator
from fractions import Fraction

from learncheck.strategies.samples.boosting import (
    HEAVIEST,
    LIGHTEST,
    ROTATING,
    Boosting,
    GreedyBoosting,
    ScriptedBoosting,
    StumpBoosting,
)
from learncheck.strategies.samples.majority_boosting import GreedyMajority
from learncheck.strategies.samples.stumps import StumpSample

EDGES = range(2, 7)
"""k, for two groups of 2ᵏ examples each and one more example."""

LARGE = 2**12
"""The number of examples in each of two groups; with one more example, an edge of 1/16386."""

LENGTHS = (32, 128, 256)
"""Numbers of rounds."""


def boosting_ladder() -> Iterator[Boosting]:
    """A second fit; weak learners with a small edge, which err on nearly half of the mass in every round; long runs.

    The first of the small edges is so small that two rounds are enough.
    """
    yield GreedyBoosting((1, -1, 1), (1,) * 3, ((ROTATING, 0),) * 3, Fraction(1, 6), again=True)
    yield GreedyBoosting((1, -1, 1), (LARGE, LARGE, 1), ((HEAVIEST, 0),) * 2, Fraction(1, 4 * LARGE + 2))
    for k in EDGES:
        edge = Fraction(1, 2 ** (k + 2) + 2)
        yield GreedyBoosting((1, -1, 1), (2**k, 2**k, 1), ((HEAVIEST, 0),) * 2**k, edge)
    for rounds in LENGTHS:
        yield GreedyBoosting((1, -1, 1, -1), (1,) * 4, ((ROTATING, 1), (LIGHTEST, 1)) * (rounds // 2), Fraction(1, 8))
        yield StumpBoosting(((0,), (2,), (4,)), (1, -1, 1), ((1,), (3,)), rounds, Fraction(1, 6))


def perfect_ladder() -> Iterator[Boosting]:
    """A round without error, and all of `boosting_ladder`."""
    yield ScriptedBoosting((1, -1, 1), (1,) * 3, ((0,), ()), Fraction(1, 6))
    yield from boosting_ladder()


def majority_ladder() -> Iterator[GreedyMajority]:
    """A second fit."""
    yield GreedyMajority((1, -1, 1), (1,) * 3, ((ROTATING, 0),) * 3, Fraction(1, 8), again=True)


SIZES = (16, 64)
"""Numbers of examples."""


def stump_ladder() -> Iterator[StumpSample]:
    """Samples for stumps, in this order.

    Only the second feature gives the labels; a second fit; the least impurity is not the least error; double precision
    is needed; a threshold lies between close neighbours; many examples, with equal values.
    """
    yield StumpSample(((0, 0), (0, 4)), (1, -1))
    yield StumpSample(((0,), (4,)), (1, 1), again=True)
    yield StumpSample(((0,), (4,), (4,), (8,)), (-1, 1, -1, 1), (1, 3, 2, 4))
    yield StumpSample(((2**26,), (2**26 + 4,)), (1, -1))
    yield StumpSample(((0,), (6000,), (6004,), (16384,)), (1, 1, -1, -1))
    for size in SIZES:
        points = tuple((4 * (i * 5 % size), i % 3) for i in range(size))
        yield StumpSample(points, tuple(1 if i % 7 < 4 else -1 for i in range(size)))
