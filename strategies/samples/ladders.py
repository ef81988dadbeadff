"""Ladders for boosting and for stumps: small edges, long runs, large samples and second fits, for every profile."""

from collections.abc import Iterator
from fractions import Fraction

from learncheck.strategies.play.ladders import EVERY, SAMPLE_SIZES, but_one, narrow_votes, places
from learncheck.strategies.samples.boosting import (
    HEAVIEST,
    LIGHTEST,
    ROTATING,
    Boosting,
    GreedyBoosting,
    ScriptedBoosting,
    StumpBoosting,
)
from learncheck.strategies.samples.majority_boosting import GreedyMajority, ScriptedMajority, relentless
from learncheck.strategies.samples.stumps import FAR, FineStumpSample, StumpSample

EDGES = range(2, 7)
"""k, for two groups of 2ᵏ examples each and one more example."""

LARGE = 2**12
"""The number of examples in each of two groups; with one more example, an edge of 1/16386."""

LENGTHS = (32, 128, 256)
"""Numbers of rounds."""

HALVINGS = 24
"""Rounds that each err on another one of as many examples, so that what is left of the distribution is halved."""


def boosting_ladder() -> Iterator[Boosting]:
    """A second fit; weak learners with a small edge, which err on nearly half of the mass in every round; long runs.

    The first of the small edges is so small that two rounds are enough.
    """
    yield GreedyBoosting((1, -1, 1), (1,) * 3, ((ROTATING, 0),) * 3, gamma=Fraction(1, 6), again=True)
    yield GreedyBoosting((1, -1, 1), (LARGE, LARGE, 1), ((HEAVIEST, 0),) * 2, gamma=Fraction(1, 4 * LARGE + 2))
    for k in EDGES:
        edge = Fraction(1, 2 ** (k + 2) + 2)
        yield GreedyBoosting((1, -1, 1), (2**k, 2**k, 1), ((HEAVIEST, 0),) * 2**k, gamma=edge)
    for rounds in LENGTHS:
        moves = ((ROTATING, 1), (LIGHTEST, 1)) * (rounds // 2)
        yield GreedyBoosting((1, -1, 1, -1), (1,) * 4, moves, gamma=Fraction(1, 8))
        yield StumpBoosting(((0,), (2,), (4,)), (1, -1, 1), ((1,), (3,)), rounds, gamma=Fraction(1, 6))


def perfect_ladder() -> Iterator[Boosting]:
    """A round without error; rounds that err on ever less of the distribution; an example on which none errs, so that
    its weight falls below what is added in order not to divide by 0; and all of `boosting_ladder`.
    """
    yield ScriptedBoosting((1, -1, 1), (1,) * 3, ((0,), ()), gamma=Fraction(1, 6))
    in_turn = tuple((t % 3,) for t in range(LENGTHS[-1]))
    yield ScriptedBoosting((1, -1, 1, 1), (1,) * 4, in_turn, gamma=Fraction(1, 500))
    errors = tuple((i,) for i in range(HALVINGS))
    yield ScriptedBoosting((1, -1) * (HALVINGS // 2), (1,) * HALVINGS, errors, gamma=Fraction(1, 6))
    yield from turning(ScriptedBoosting, Fraction(1, 500))
    yield from boosting_ladder()


def turning(kind: type[ScriptedBoosting], gamma: Fraction) -> Iterator[ScriptedBoosting]:
    """Yield long trainings in which a part of the rounds decides the votes on three instances beyond the sample.

    The hypotheses err on the first of them in the first half of the rounds, on the second in the last half, and on the
    third outside of the middle; in each case in `LEAD` rounds less than they do not. They err on the sample in turn.
    """
    for rounds in SAMPLE_SIZES:
        few = (rounds - LEAD) // 2
        wrong = range(few), range(rounds - few, rounds), (*range(few // 2), *range(rounds - few + few // 2, rounds))
        errors = tuple((t % 3, *(3 + i for i in range(3) if t in wrong[i])) for t in range(rounds))
        yield kind((1, -1, 1, 1, -1, 1), (1, 1, 1, 0, 0, 0), errors, gamma=gamma)


def majority_ladder() -> Iterator[Boosting]:
    """A second fit, a run so long that weights exceed a million and votes exceed 8 bits, votes that turn late, votes in
    which each round decides, and awkward edges.
    """
    yield GreedyMajority((1, -1, 1), (1,) * 3, ((ROTATING, 0),) * 3, gamma=Fraction(1, 8), again=True)
    yield relentless(3, Fraction(1, 16), 512)
    yield from turning(ScriptedMajority, Fraction(1, 16))
    votes = tuple(narrow_votes(EVERY))
    errors = tuple((t % 3, *(3 + i for i, vote in enumerate(votes) if vote[t] < 0)) for t in range(EVERY))
    yield ScriptedMajority(
        (1, -1, *(1,) * (1 + len(votes))), (1,) * 3 + (0,) * len(votes), errors, gamma=Fraction(1, 16)
    )
    for gamma, size in AWKWARD:
        yield relentless(size, Fraction(gamma), 9)


LEAD = 9
"""Rounds by which a vote is won."""

AWKWARD = ((1 / 3, 7), (0.07, 3), (1e-3, 3), (0.45, 21), (0.49, 101), (2**-7 + 2**-20, 3))
"""Edges that have no short fraction, each with examples enough that a hypothesis may err on one."""

SIZES = (16, 64)
"""Numbers of examples."""

VALUES = 600
"""Distinct values of a feature: more than twice as many as the 256 bins of a histogram."""

HEAVY = 2**24
"""A weight beside which 1 is lost in single precision, or by a tolerance of a millionth."""


def stump_ladder() -> Iterator[StumpSample]:
    """Samples for stumps, in this order.

    Only the second feature gives the labels; a second fit; the least impurity is not the least error; double precision
    is needed; a threshold lies between close neighbours; many examples, with equal values; weights that are nearly
    equal, or tiny, or differ widely; so many values that a learner can skip neither every other one nor the first or
    the last; so many features, and so many examples, that it cannot skip the one that matters; values far from 0, or
    very close together.
    """
    yield StumpSample(((0, 0), (0, 4)), (1, -1))
    yield StumpSample(((0,), (4,)), (1, 1), again=True)
    yield StumpSample(((0,), (4,), (4,), (8,)), (-1, 1, -1, 1), (1, 3, 2, 4))
    yield StumpSample(((2**26,), (2**26 + 4,)), (1, -1))
    yield StumpSample(((0,), (6000,), (6004,), (16384,)), (1, 1, -1, -1))
    for size in SIZES:
        points = tuple((4 * (i * 5 % size), i % 3) for i in range(size))
        yield StumpSample(points, tuple(1 if i % 7 < 4 else -1 for i in range(size)))
    for lightest in range(3):
        weights = tuple(2**26 + (i != lightest) for i in range(3))
        yield StumpSample(((0,), (4,), (8,)), (1, -1, 1), weights, Fraction(1, 2**26))
        yield StumpSample(((0,), (4,), (8,)), (1, -1, 1), weights, Fraction(1, 2**64))
    yield StumpSample(((0,), (0,), (4,), (8,)), (1, -1, 1, -1), (HEAVY, HEAVY, 1, 1))
    for cut in (1, VALUES // 2, VALUES // 2 + 1, VALUES - 1):
        yield StumpSample(tuple((4 * i,) for i in range(VALUES)), tuple(1 if i < cut else -1 for i in range(VALUES)))
    for size in SAMPLE_SIZES:
        for place in places(size):
            yield StumpSample(((0,) * size, but_one(size, place, 0, 4)), (1, -1))
            yield StumpSample(but_one(size, place, (0,), (4,)), but_one(size, place, 1, -1))
    yield StumpSample(((-FAR,), (FAR,)), (1, 1))
    yield FineStumpSample(((0,), (1,), (2,), (3,)), (1, 1, -1, -1))
