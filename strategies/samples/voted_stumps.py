"""Samples that a vote of stumps labels, for learners that boost stumps of their own."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from learncheck.exact.decimals import decimal
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import fitting, stumps

Stump = tuple[int, int, int]
"""(j, cut, b) labels x with b if coordinate j, in quarters, is at most `cut`, and with −b above."""

MOST_GRID = 36
"""The most instances beyond the sample about which a learner is asked."""


class VotedSample(fitting.Sample, frozen=True, tag="voted-sample"):
    """A sample labelled by an unweighted vote of stumps, for a learner that boosts stumps of its own.

    Points have coordinates in quarters: 5 is 1.25. With `again`, the learner first fits the sample with all labels
    flipped. Afterwards it is asked about instances whose coordinates all occur in the sample, since a threshold may lie
    anywhere between two values.
    """

    points: tuple[tuple[int, ...], ...]
    vote: tuple[Stump, ...]
    rounds: Positive
    again: bool = False

    scale: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        fitting.require_points(self.points)
        require(
            all(self.votes(x) for x in self.points), f"of the vote {self.vote} some points are ties: give an odd number"
        )

    def votes(self, x: Sequence[int]) -> int:
        """The sum of the stumps' labels for an instance."""
        return sum(b if x[j] <= cut else -b for j, cut, b in self.vote)

    def edge(self) -> Fraction:
        """γ: under every distribution some stump errs on at most ½ − γ."""
        return Fraction(min(abs(self.votes(x)) for x in self.points), 2 * len(self.vote))

    def arguments(self) -> tuple[Any, ...]:
        return (self.rounds,)

    def handed(self) -> fitting.Handed:
        X, y = (
            self.scale * stumps.quarters(self.points),
            np.array([1 if self.votes(x) > 0 else -1 for x in self.points]),
        )
        return fitting.Handed(X, y, self.grid(), fitting.FLIPPED if self.again else None)

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The sample, and each stump of the vote by where its label is +1."""
        voters = (f"x{j + 1} {'≤' if b > 0 else '>'} {decimal(self.scale * cut / 4)}" for j, cut, b in self.vote)
        return {**super().in_words(trace), "vote": tuple(voters)}

    def grid(self) -> Floats:
        """Instances beyond the sample whose coordinates occur in it."""
        values = [sorted(set(column)) for column in zip(*self.points, strict=True)]
        seen = set(self.points)
        beyond = itertools.islice((x for x in itertools.product(*values) if x not in seen), MOST_GRID)
        return self.scale * stumps.quarters(list(beyond)).reshape(-1, len(values))


class FineVotedSample(VotedSample, frozen=True, tag="fine-voted-sample"):
    """A `VotedSample` with coordinates in units of 2⁻⁶⁴."""

    scale: ClassVar[float] = stumps.FINE


def stump_votes(choices: Choices, *, examples: int, values: int, voters: int, rounds: int) -> VotedSample:
    """Votes of at most `voters` stumps on at most `examples` points on the line or in the plane.

    Shrinks to one point at 0, one stump and one round.
    """
    d = choices.integer(1, 2)
    points = choices.many(lambda: tuple(choices.integers(d, 0, values)), least=1, most=examples)
    count = 2 * choices.integer(0, (voters - 1) // 2) + 1
    vote = tuple((choices.integer(0, d - 1), choices.integer(0, values), choices.label()) for _ in range(count))
    return VotedSample(points, vote, choices.integer(1, rounds), choices.flag())


def small_stump_votes(choices: Choices, *, examples: int, rounds: int) -> VotedSample:
    """Every labelling of at most `examples` points on the line, for up to `rounds` rounds."""
    labels = choices.labels(choices.integer(1, examples))
    sizes = [len(list(group)) for _, group in itertools.groupby(labels)]
    case = pieces(sizes, choices.integer(1, rounds))
    if labels[0] == 1:
        return case
    return VotedSample(case.points, tuple((j, cut, -b) for j, cut, b in case.vote), case.rounds)


# ---- witnesses ----


def pieces(sizes: Sequence[int], rounds: int, again: bool = False) -> VotedSample:
    """A sample on the line in pieces of these sizes, with alternating labels +1 and −1: γ = 1/(2k) for an odd k."""
    ends = list(itertools.accumulate(sizes))
    turns = tuple((0, 4 * (end - 1), 1 - 2 * (i % 2)) for i, end in enumerate(ends[:-1]))
    constant = ((0, 4 * ends[-1], 1),) if len(sizes) % 2 else ()  # for an even number the thresholds are enough
    return VotedSample(tuple((4 * i,) for i in range(ends[-1])), turns + constant, rounds, again)


def narrowing() -> VotedSample:
    """Points, some of which have less than a millionth of the distribution in the end; only one run is legal.

    Two stumps have nearly the same error in some round, and only double precision tells which is better.
    """
    first = ((0, 28), (28, 4), (4, 36), (0, 28), (32, 20), (20, 40))
    last = ((20, 36), (24, 12), (24, 40), (44, 32), (44, 12), (36, 8))
    return VotedSample(first + last, ((0, 46, 1), (1, 10, 1), (1, 38, -1)), 80)


SIDES = (-1, 1, 1, 1, -1, 1, 1, 1, 1, -1, -1, 1, -1, 1, 1, 1, -1, 1, -1, 1)
"""The label below the threshold, for each feature of `fading`."""


def fading(rounds: int) -> VotedSample:
    """The stump of feature j errs only on instance j, which has j + 1 examples: only one run is legal.

    Each round errs on about half as much of the distribution as the round before, and in the end on less than a
    millionth. With these sides the votes for both labels are nearly equal on two instances beyond the sample, which
    shows whether small errors are clipped, and whether votes are added in half precision.
    """
    points: list[tuple[int, ...]] = []
    for i in range(len(SIDES)):
        label = 1 - 2 * (i % 2)
        points += [tuple(0 if (label if j != i else -label) == side else 4 for j, side in enumerate(SIDES))] * (i + 1)
    return VotedSample(tuple(points), tuple((j, 0, side) for j, side in enumerate(SIDES)), rounds)


def vote_ladder() -> Iterator[VotedSample]:
    """Cases with many pieces, many rounds, and samples on which no two stumps have the same weighted error for long."""
    for sizes in ((3, 4, 5), (2, 3, 4, 5), (3, 4, 5, 6, 7)):
        yield from (pieces(sizes, rounds, again) for rounds, again in ((8, True), (40, False), (250, False)))
    yield pieces(tuple(2 + i % 3 + i % 2 for i in range(21)), 170)  # a vote of 100 still errs on it
    yield pieces(tuple(1 + i % 3 + i % 2 for i in range(19)), 120)  # the error falls more slowly than e^(−γT)
    for size in (16, 48):
        points = tuple((4 * (i * 5 % size), 4 * (i * 7 % 11)) for i in range(size))
        yield VotedSample(points, ((0, 2 * size, 1), (1, 20, 1), (1, 32, -1)), 30)
    for rounds in (2, 3):
        yield pieces((1, 500, 2), rounds)  # the first errors are small
    for cut in (300, 301):
        yield pieces((cut, 600 - cut), 1)  # values more than twice as many as the 256 bins of a histogram
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            yield VotedSample(((0,) * size, ladders.but_one(size, place, 0, 4)), ((place, 0, 1),), 1)
            yield VotedSample(ladders.but_one(size, place, (0,), (4,)), ((0, 0, 1),), 1)
    yield VotedSample(((2**26,), (2**26 + 4,)), ((0, 2**26, 1),), 1)  # needs double precision
    yield VotedSample(
        ((-stumps.FAR,), (stumps.FAR,)), ((0, stumps.FAR, 1),), 1
    )  # only a threshold beyond both leaves them together
    yield narrowing()
    yield fading(18)
    yield FineVotedSample(((0,), (1,), (2,), (3,)), ((0, 1, 1),), 1)


def hard_votes() -> Iterator[VotedSample]:
    """Yield three pieces, five pieces, and a corner of the plane, each of which needs several rounds."""
    yield from (pieces((1, 1, 1), rounds) for rounds in (1, 2, 3, 24))
    yield pieces((2, 1, 1, 1, 2), 90)
    yield VotedSample(((0, 0), (0, 4), (4, 0), (4, 4)), ((0, 0, 1), (1, 0, 1), (0, 4, -1)), 20)
