"""Cases of uniform convergence: a sample, and a second one that stands for the distribution.

A hypothesis is described by where it errs, as in `strategies.tables.pac`. All probabilities are exact: that of a second
sample is summed over how often each point occurs in it.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, Self

import numpy as np

from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.points.sets import largest_shattered
from learncheck.strategies.samples.multinomial import Samples, ways_to_see
from learncheck.strategies.tables.pac import Weights, require_finite_class, survival


class Ghost(NamedTuple):
    """What becomes of a sample and a second one of the same size.

    survives:  the probability that some hypothesis of error above epsilon is right on the first sample.
    seen:      the probability that some hypothesis is right on the first sample and errs on at least epsilon·m/2
               examples of the second.
    labellings: the most ways in which the class labels 2m examples. dimension: its VC dimension.
    """

    survives: Fraction
    seen: Fraction
    labellings: int
    dimension: int


class Deviations(NamedTuple):
    """How far the errors of a sample are from the true ones, and from those of a second sample of the same size.

    strays: the probability that some hypothesis errs on the sample by more than epsilon less or more than in truth.
    apart: the probability that its errors on two samples are at least epsilon/2 apart, for some hypothesis.
    labellings, dimension: as in `Ghost`.
    """

    strays: Fraction
    apart: Fraction
    labellings: int
    dimension: int


class GhostSample(Case, frozen=True, tag="ghost-sample"):
    """A distribution on a finite domain, a class, an accuracy epsilon and a sample size.

    weights: positive, proportional to the probabilities of the points. errors: for each hypothesis the points on which
    it errs, distinct sets. samples: m, at least 1.
    """

    weights: Weights
    errors: tuple[tuple[int, ...], ...]
    epsilon: Fraction
    samples: Positive

    def __post_init__(self) -> None:
        require_finite_class(self.weights, self.errors)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Ghost]:
        """Compute the probabilities. No learner takes part."""
        errors = [sum(1 << point for point in points) for points in self.errors]
        facts = Ghost(
            survives=survival(self.weights, errors, self.epsilon, self.samples)[-1]["probability"],
            seen=_seen(self.weights, errors, self.epsilon * self.samples / 2, self.samples),
            labellings=_most_labellings(errors, len(self.weights), 2 * self.samples),
            dimension=_dimension(errors, len(self.weights)),
        )
        return Trace(self, Rounds([self.samples], [0], [0], told=[False]), facts)


class TwoSamples(GhostSample, frozen=True, tag="two-samples"):
    """The same, for the errors of all hypotheses and not only of those that are right on the sample."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Deviations]:  # type: ignore[override]
        """Compute the probabilities. No learner takes part."""
        errors = [sum(1 << point for point in points) for points in self.errors]
        total, m, epsilon = sum(self.weights), self.samples, self.epsilon
        truths = [Fraction(sum(self.weights[i] for i in points), total) for points in self.errors]
        ways: Counter[tuple[int, ...]] = Counter()
        for chance, made in _samples(self.weights, errors, m):
            ways[made] += chance
        far = [{each for each in range(m + 1) if abs(Fraction(each, m) - truth) > epsilon} for truth in truths]
        strays = sum(
            chance
            for made, chance in ways.items()
            if any(each in beyond for each, beyond in zip(made, far, strict=True))
        )
        least = math.ceil(epsilon * m)  # of twice the difference, an integer
        apart = sum(
            chance * other_chance
            for made, chance in ways.items()
            for other, other_chance in ways.items()
            if any(2 * abs(a - b) >= least for a, b in zip(made, other, strict=True))
        )
        points = len(self.weights)
        facts = Deviations(
            strays=Fraction(strays, total**m),
            apart=Fraction(apart, total ** (2 * m)),
            labellings=_most_labellings(errors, points, 2 * m),
            dimension=_dimension(errors, points),
        )
        return Trace(self, Rounds([m], [0], [0], told=[False]), facts)


def _samples(weights: Sequence[int], errors: Sequence[int], samples: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """In how many ways the points may occur in a sample, and with how many errors of each hypothesis."""
    drawn = Samples(samples, weights)
    wrong = np.array([[each >> i & 1 for each in errors] for i in range(len(weights))])
    return zip(drawn.orders.tolist(), map(tuple, (drawn.counts @ wrong).tolist()), strict=True)


def _seen(weights: Sequence[int], errors: Sequence[int], often: Fraction, samples: int) -> Fraction:
    chances: Counter[int] = Counter()
    for ways, made in _samples(weights, errors, samples):
        chances[sum(1 << h for h, each in enumerate(made) if each >= often)] += ways
    found = 0
    for support, drawn in enumerate(ways_to_see(weights, samples)):
        right = sum(1 << h for h, wrong in enumerate(errors) if not wrong & support)
        found += drawn * sum(ways for often_wrong, ways in chances.items() if often_wrong & right)
    return Fraction(found, sum(weights) ** (2 * samples))


def _labellings(errors: Sequence[int], chosen: Sequence[int]) -> int:
    return len({tuple(wrong >> i & 1 for i in chosen) for wrong in errors})


def _most_labellings(errors: Sequence[int], points: int, examples: int) -> int:
    return max(_labellings(errors, each) for each in combinations(range(points), min(points, examples)))


def _dimension(errors: Sequence[int], points: int) -> int:
    return len(largest_shattered(range(points), lambda chosen: _labellings(errors, chosen) == 1 << len(chosen)))


EPSILONS = tuple(map(Fraction, ("1/2", "1/3", "1/4")))


def ghost_samples(
    choices: Choices, *, points: int, heaviest: int, samples: int, enough: bool = False, several: bool = False
) -> GhostSample:
    """All classes on at most `points` points, with weights up to `heaviest` and every epsilon of a list.

    If `enough`, there are at least 8/epsilon examples, and at most `samples` − 1 more; otherwise at most `samples`.
    If `several`, there are at least two hypotheses.
    """
    weights, errors, epsilon = _class(choices, points, heaviest, several)
    return GhostSample(weights, errors, epsilon, _size(choices, 8 / epsilon, samples, enough))


def two_samples(
    choices: Choices, *, points: int, heaviest: int, samples: int, enough: bool = False, several: bool = False
) -> TwoSamples:
    """The same with at least 2/epsilon² examples if `enough`, and at most `samples` − 1 more."""
    weights, errors, epsilon = _class(choices, points, heaviest, several)
    return TwoSamples(weights, errors, epsilon, _size(choices, 2 / epsilon**2, samples, enough))


def _class(
    choices: Choices, points: int, heaviest: int, several: bool
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], Fraction]:
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    errors = choices.members(subsets(n))
    if several and len(errors) < 2:
        choices.reject()
    return weights, errors, choices.pick(EPSILONS)


def _size(choices: Choices, least: Fraction, samples: int, enough: bool) -> int:
    first = math.ceil(least) if enough else 1
    return choices.integer(first, first + samples - 1)
