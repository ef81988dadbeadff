"""Cases in which confidence is at stake: boosted by choosing among hypotheses, or lost in rounds that fail.

- `ChunkedTraining`: confidence boosted by choosing among k hypotheses on a last chunk
- `FailingRounds`: a weak learner that fails in some of T rounds

Source: UML Remark 10.2, Exercise 10.1.
"""

import math
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Self

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Natural, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_proper
from learncheck.strategies.tables.validation import distribution_of_sum, exceeds


class FailureProbabilities(NamedTuple):
    """Probabilities of what goes wrong, from the last chunk to the hypothesis that is chosen."""

    farthest: Fraction
    deviations: Fraction
    all_bad: Fraction
    misled: Fraction
    above_epsilon: Fraction
    above_twice_epsilon: Fraction


class ChunkedTraining(Case, frozen=True, tag="chunked-training"):
    """k hypotheses, each trained on a chunk of its own, and a choice among them on a last chunk of v examples.

    A chunk makes the good hypothesis or, with probability delta0, the bad one. weights: of the examples on which both
    are right, only the bad one errs, only the good one errs, both err. best: the least error in the class. Of
    hypotheses with as many errors on the last chunk the bad one is chosen.
    """

    weights: tuple[Natural, Natural, Natural, Natural]
    best: Fraction
    delta0: Fraction
    delta: Fraction
    epsilon: Fraction
    k: Positive
    v: Positive

    def __post_init__(self) -> None:
        require(any(self.weights), f"the weights are {self.weights}: give four, not all of them 0")
        require_proper(delta0=self.delta0, delta=self.delta)
        require(self.epsilon > 0, f"epsilon = {self.epsilon}: give a positive number")

    def excesses(self) -> tuple[Fraction, Fraction]:
        """L_D − min L_D of the good and of the bad hypothesis."""
        _, bad, good, both = self.weights
        total = sum(self.weights)
        return Fraction(good + both, total) - self.best, Fraction(bad + both, total) - self.best

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, FailureProbabilities]:
        """The probabilities that the hypothesis chosen has an excess above ε, and above 2ε."""
        right, bad, good, both = self.weights
        of_good, of_bad = self.excesses()
        all_bad = self.delta0**self.k
        some = 1 - all_bad - (1 - self.delta0) ** self.k
        gaps = distribution_of_sum((good, right + both, bad), self.v)  # v + the bad one's errors less the good one's
        misled = Fraction(sum(gaps[: self.v + 1]), sum(self.weights) ** self.v)
        chosen = all_bad + some * misled  # the probability that the bad one is chosen

        def above(limit: Fraction) -> Fraction:
            return (of_bad > limit) * chosen + (of_good > limit) * (1 - chosen)

        counts = of_bad > 2 * self.epsilon
        far_good, far_bad = (
            deviates(errors + both, sum(self.weights), self.v, self.epsilon / 2) for errors in (good, bad)
        )
        facts = FailureProbabilities(
            farthest=max(far_good, far_bad),
            deviations=self.k * (self.delta0 * far_bad + (1 - self.delta0) * far_good),
            all_bad=counts * all_bad,
            misled=counts * some * misled,
            above_epsilon=above(self.epsilon),
            above_twice_epsilon=above(2 * self.epsilon),
        )
        return Trace(self, Rounds([self.k], [self.v], [1], told=[False]), facts)


def deviates(errors: int, total: int, v: int, by: Fraction) -> Fraction:
    """The probability that the mean of v examples is farther than `by` from the true error, errors/total."""
    counts = distribution_of_sum((total - errors, errors), v)
    beyond = by * v * total  # |s/v - errors/total| > by, times the denominators
    return Fraction(sum(count for s, count in enumerate(counts) if abs(s * total - errors * v) > beyond), total**v)


def chunks_for(delta0: Fraction, target: Fraction) -> int:
    """⌈log(target)/log(δ₀)⌉: the least k >= 1 with δ₀^k <= target, for a target below 1."""
    k, failing = 1, delta0
    while failing > target:
        k, failing = k + 1, failing * delta0
    return k


def last_chunk(k: int, delta: Fraction, epsilon: Fraction) -> int:
    """⌈2 log(4k/δ)/ε²⌉, exactly."""
    v = math.floor(2 * math.log(4 * k / delta) / epsilon**2)
    while exceeds(Fraction(v), 2 / epsilon**2, 4 * k / delta):
        v -= 1
    while not exceeds(Fraction(v), 2 / epsilon**2, 4 * k / delta):
        v += 1
    return v


PROBABILITIES = tuple(map(Fraction, ("1/2", "1/4", "2/3", "1/8")))


def chunked_trainings(
    choices: Choices,
    *,
    heaviest: int,
    least_epsilon: int,
    halved: bool,
    enough_chunks: bool = False,
    large_last_chunk: bool = False,
    good_learner: bool = False,
) -> ChunkedTraining:
    """Procedures with as many chunks as δ₀^k ≤ δ/2 asks for, or δ₀^k ≤ δ if not `halved`.

    1/ε is from 2, or 3 if halved, to `least_epsilon`. Without `enough_chunks` there may be fewer, without
    `large_last_chunk` the last may be smaller, and without `good_learner` the good hypothesis may be as bad as any.
    """
    delta0, delta = choices.pick(PROBABILITIES), choices.pick(PROBABILITIES)
    epsilon = Fraction(1, choices.integer(2 + halved, least_epsilon))
    weights = tuple(choices.integers(4, 0, heaviest))
    if not any(weights):
        choices.reject()
    right, bad, good, both = weights
    total = sum(weights)
    best = max(Fraction(0), Fraction(good + both, total) - epsilon)
    if not good_learner:
        best = Fraction(0)
    k = chunks_for(delta0, delta / 2 if halved else delta)
    if not enough_chunks:
        k = choices.integer(1, k)
    v = last_chunk(k, delta, epsilon)
    if not large_last_chunk:
        v = choices.integer(1, v)
    return ChunkedTraining((right, bad, good, both), best, delta0, delta, epsilon, k, v)


class Confidences(Case, frozen=True, tag="confidences"):
    """δ₀, δ and a number of chunks k."""

    delta0: Fraction
    delta: Fraction
    k: Positive

    def __post_init__(self) -> None:
        require_proper(delta0=self.delta0, delta=self.delta)


def chunk_counts(choices: Choices, *, denominators: int, halved: bool) -> Confidences:
    """δ₀ and δ with denominators up to a bound, and the k for δ/2, or for δ if not `halved`."""
    delta0, delta = (_proper(choices, denominators) for _ in range(2))
    return Confidences(delta0, delta, chunks_for(delta0, delta / 2 if halved else delta))


def _proper(choices: Choices, denominators: int) -> Fraction:
    of = choices.integer(2, denominators)
    return Fraction(choices.integer(1, of - 1), of)


# ---- rounds that fail ----


class Failing(NamedTuple):
    """The probability that some round fails, and the greatest that one does."""

    probability: Fraction
    delta: Fraction


class FailingRounds(Case, frozen=True, tag="failing-rounds"):
    """Rounds in which a weak learner fails, on some of `outcomes` equally likely outcomes: failures[t] names them."""

    outcomes: Positive
    failures: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        named = {i for each in self.failures for i in each}
        require(
            named <= set(range(self.outcomes)),
            f"the rounds fail on {sorted(named)}: name outcomes from 0 to {self.outcomes - 1}",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Failing]:
        failed: list[set[int]] = [set()]
        for each in self.failures:
            failed.append(failed[-1] | set(each))
        shares = [Fraction(len(each), self.outcomes) for each in failed]
        states = [{"failed": share, "t": t} for t, share in enumerate(shares)]
        shared = [after - before for before, after in pairwise(shares)]
        rounds = Rounds.of_nobody(states, predictions=shared, labels=[1] * len(shared))
        facts = Failing(
            probability=shares[-1],
            delta=Fraction(max((len(set(each)) for each in self.failures), default=0), self.outcomes),
        )
        return Trace(self, rounds, facts)


def failing_rounds(choices: Choices, *, points: int, rounds: int) -> FailingRounds:
    """Up to `rounds` rounds on up to `points` outcomes. Shrinks to no round."""
    n = choices.integer(1, points)
    return FailingRounds(n, choices.many(lambda: tuple(i for i in range(n) if choices.flag()), most=rounds))
