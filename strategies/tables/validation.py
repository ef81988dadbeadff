"""Cases of validation: how far an error on fresh examples is from the true one, exactly; and cross validation.

- `HoldOut`, `EveryBias`: one predictor, for a distribution of its losses, and for every bias of a 0/1 loss at once
- `PredictorsHoldOut`, `IndependentPredictors`: several predictors at once
- `NestedClasses`: the SRM bound over nested finite classes
- `ChunkedTraining`: confidence boosted by choosing among k hypotheses on a last chunk
- `FailingRounds`: a weak learner that fails in some of T rounds
- `KFold`, `FoldedSample`, `ParitySample`: k-fold cross validation and where it goes wrong

A deviation is compared with a square root of logarithms in ball arithmetic, at rising precision: none can be a tie, as
the logarithm of a rational other than 1 is irrational. Probabilities are rational.
Source: UML 11.1, 11.2, Remark 10.2, Exercise 10.1.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.learners.batch.cross_validation import Predictor
from learncheck.strategies.play.case import Case, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.piecewise import compositions, multinomial

# ---- sums of independent losses ----


def distribution_of_sum(weights: Sequence[int], m: int) -> list[int]:
    """How often each sum 0, 1, ..., m·L comes of m independent numbers 0..L with these weights.

    The coefficients of (Σ w_j x^j)^m, read off its value at a power of 2 above all of them.
    """
    bits = m * sum(weights).bit_length() + 1
    power = sum(w << j * bits for j, w in enumerate(weights)) ** m
    mask = (1 << bits) - 1
    return [power >> s * bits & mask for s in range(m * (len(weights) - 1) + 1)]


MOST_BITS = 2**14


@cache
def exceeds(square: Fraction, factor: Fraction, odds: Fraction, srm: bool = False) -> bool:
    """Whether square > factor·log(odds), or > factor·log(odds·π²/6) for the SRM bound, for certain."""
    bits = 64
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            argument = arb(fmpq(odds.numerator, odds.denominator)) * (arb.pi() ** 2 / 6 if srm else 1)
            gap = _ball(square) - _ball(factor) * argument.log()
            if gap > 0:
                return True
            if gap <= 0:
                return False
        bits *= 2
    raise ArithmeticError(f"{square} and {factor}·log({odds}) do not separate at {MOST_BITS} bits")


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def beyond(most: int, mean: Fraction, factor: Fraction, odds: Fraction, srm: bool = False) -> tuple[int, int]:
    """The sums from 0 to `most` whose share of it is farther from the mean than √(factor·log(odds)).

    As (low, high): those up to low and those from high on; low may be -1 and high most + 1.
    """

    def far(s: int) -> bool:
        return exceeds((Fraction(s, most) - mean) ** 2, factor, odds, srm)

    width = math.sqrt(factor * math.log(odds * (math.pi**2 / 6 if srm else 1)))
    high = min(max(math.floor(most * (mean + width)), math.ceil(most * mean)), most + 1)
    while high <= most and not far(high):
        high += 1
    while high - 1 >= most * mean and far(high - 1):
        high -= 1
    low = max(min(math.ceil(most * (mean - width)), math.floor(most * mean)), -1)
    while low >= 0 and not far(low):
        low -= 1
    while low + 1 <= most * mean and far(low + 1):
        low += 1
    return low, high


@cache
def far_off(risk: Fraction, m: int, odds: Fraction, srm: bool = False) -> Fraction:
    """The probability that the mean of m losses 0 and 1 is farther from the risk than √(log(odds)/(2m)).

    For the SRM bound that it is below it by more than √(log(odds·π²/6)/(2m)).
    """
    low, high = beyond(m, risk, Fraction(1, 2 * m), odds, srm)
    sums = distribution_of_sum((risk.denominator - risk.numerator, risk.numerator), m)
    return Fraction(sum(sums[: low + 1]) + (0 if srm else sum(sums[high:])), risk.denominator**m)


def _require_delta(delta: Fraction, m: int) -> None:
    require(0 < delta < 1, f"delta = {delta}: give a confidence between 0 and 1")
    require(m > 0, f"m = {m}: give one fresh example at least")


# ---- one predictor ----


class Deviations(NamedTuple):
    """The probability that the mean loss of some predictor is too far from its expectation.

    predictors: how many there are. farthest: the greatest probability for one of several. misled: the probability that
    the predictor of least mean loss is too bad, and not_the_best that it is not the best, where that is worked out.
    """

    probability: Fraction
    predictors: int = 1
    farthest: Fraction | None = None
    misled: Fraction = Fraction(0)
    not_the_best: Fraction = Fraction(0)


class HoldOut(Case, frozen=True, tag="hold-out"):
    """One predictor and m fresh examples. Its loss is j/L, j = 0..L, with probability proportional to weights[j]."""

    weights: tuple[int, ...]
    m: int
    delta: Fraction

    def __post_init__(self) -> None:
        _require_delta(self.delta, self.m)
        require(
            len(self.weights) > 1 and min(self.weights) >= 0 < max(self.weights),
            f"the weights are {self.weights}: give one from 0 on for each of two losses or more, not all of them 0",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """The probability that L_V is farther from L_D than √(log(2/δ)/(2m))."""
        L, total = len(self.weights) - 1, sum(self.weights)
        mean = Fraction(sum(j * w for j, w in enumerate(self.weights)), L * total)
        low, high = beyond(self.m * L, mean, Fraction(1, 2 * self.m), 2 / self.delta)
        sums = distribution_of_sum(self.weights, self.m)
        P = Fraction(sum(sums[: low + 1]) + sum(sums[high:]), total**self.m)
        return Trace(self, facts=Deviations(P))


class EveryBias(Case, frozen=True, tag="every-bias"):
    """One predictor of 0/1 loss and m fresh examples, for every true error p in [0, 1] at once.

    [0, 1] is cut into `parts` intervals. On [a, b] the empirical error exceeds p by too much only where it exceeds a by
    too much, which is likeliest for p = b; and the other way round. The greatest of these sums is no less than the
    probability for any p.
    """

    m: int
    delta: Fraction
    parts: int

    def __post_init__(self) -> None:
        _require_delta(self.delta, self.m)
        require(self.parts > 0, f"parts = {self.parts}: cut [0, 1] into one part at least")

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        m, N = self.m, self.parts
        greatest = 0
        for i in range((N + 1) // 2):  # p and 1 − p are alike
            _, high = beyond(m, Fraction(i, N), Fraction(1, 2 * m), 2 / self.delta)
            low, _ = beyond(m, Fraction(i + 1, N), Fraction(1, 2 * m), 2 / self.delta)
            above = sum(math.comb(m, k) * (i + 1) ** k * (N - i - 1) ** (m - k) for k in range(high, m + 1))
            below = sum(math.comb(m, k) * i**k * (N - i) ** (m - k) for k in range(low + 1))
            greatest = max(greatest, above + below)
        return Trace(self, facts=Deviations(Fraction(greatest, N**m)))


CONFIDENCES = tuple(map(Fraction, ("1/2", "9/10", "1/10", "99/100", "1/100")))


def hold_outs(choices: Choices, *, examples: int, losses: int, heaviest: int) -> HoldOut:
    """A predictor with losses 0, 1/L, ..., 1 for an L up to `losses`, and up to `examples` fresh examples."""
    L = choices.integer(1, losses)
    weights = tuple(choices.integer(0, heaviest) for _ in range(L + 1))
    if not any(weights):
        choices.reject()
    return HoldOut(weights, choices.integer(1, examples), confidences(choices))


def confidences(choices: Choices) -> Fraction:
    """A δ of a list, or any other in hundredths."""
    return Fraction(choices.integer(1, 99), 100) if choices.flag() else choices.pick(CONFIDENCES)


def every_bias(choices: Choices, *, examples: int, parts: int) -> EveryBias:
    """Every number of fresh examples up to `examples`, and every δ of a list, for all true errors."""
    return EveryBias(choices.integer(1, examples), choices.pick(CONFIDENCES), parts)


def at_the_edge(k: int, m: int, delta: Fraction) -> HoldOut:
    """The greatest true error in thousandths of which k errors in m are too many."""
    p = max(p for p in range(1000) if beyond(m, Fraction(p, 1000), Fraction(1, 2 * m), 2 / delta)[1] <= k)
    return HoldOut((1000 - p, p), m, delta)


# ---- several predictors ----


class PredictorsHoldOut(Case, frozen=True, tag="predictors-hold-out"):
    """Predictors on a finite domain and m fresh examples.

    weights: of the points, positive. losses: for each predictor the points on which its loss is 1.
    """

    weights: tuple[int, ...]
    losses: tuple[tuple[int, ...], ...]
    m: int
    delta: Fraction

    def __post_init__(self) -> None:
        _require_delta(self.delta, self.m)
        _require_losses(self.weights, self.losses)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """The probability that some L_V is too far from its L_D, over all multinomial counts.

        Beside it: that the predictor of least L_V, the worst of several, is worse than the best by more than twice
        that, and that it is worse at all.
        """
        total, r = sum(self.weights), len(self.losses)
        table = _table(len(self.weights), self.losses)
        risks = [Fraction(int(each), total) for each in np.array(self.weights) @ table]
        factor, odds = Fraction(1, 2 * self.m), 2 * r / self.delta
        limits = np.array([beyond(self.m, risk, factor, odds) for risk in risks])
        counts = compositions(self.m, len(self.weights))
        sums = counts @ table
        far = ((sums <= limits[:, 0]) | (sums >= limits[:, 1])).any(axis=1)
        worse = np.array([exceeds((risk - min(risks)) ** 2, 4 * factor, odds) for risk in risks])
        tempting = sums == sums.min(axis=1, keepdims=True)
        misled = (tempting & worse).any(axis=1)
        not_best = (tempting & np.array([risk > min(risks) for risk in risks])).any(axis=1)
        facts = Deviations(
            probability=_share(counts[far], self.weights, self.m),
            predictors=r,
            farthest=max(far_off(risk, self.m, odds) for risk in risks),
            misled=_share(counts[misled], self.weights, self.m),
            not_the_best=_share(counts[not_best], self.weights, self.m),
        )
        return Trace(self, facts=facts)


def _require_losses(weights: Sequence[int], losses: Sequence[Sequence[int]]) -> None:
    require(len(weights) > 0 and min(weights) > 0, f"the weights are {tuple(weights)}: give each point one from 1 on")
    named = {i for points in losses for i in points}
    require(
        len(losses) > 0 and named <= set(range(len(weights))),
        f"the predictors err on {tuple(losses)}: give one at least, and points from 0 to {len(weights) - 1}",
    )


def _table(points: int, losses: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Column h: 1 on the points where predictor h has the loss 1."""
    return np.array([[int(i in set(wrong)) for wrong in losses] for i in range(points)])


def _share(counts: NDArray[np.int64], weights: Sequence[int], m: int) -> Fraction:
    """The probability of these multinomial counts."""
    return Fraction(sum(multinomial(row, weights) for row in counts.tolist()), sum(weights) ** m)


class IndependentPredictors(Case, frozen=True, tag="independent-predictors"):
    """Predictors that err independently of each other, predictor i on errors[i] of `of` examples, and m fresh ones."""

    errors: tuple[int, ...]
    of: int
    m: int
    delta: Fraction

    def __post_init__(self) -> None:
        _require_delta(self.delta, self.m)
        require(
            len(self.errors) > 0 and 0 <= min(self.errors) and max(self.errors) <= self.of,
            f"the errors are {self.errors} of {self.of}: give one predictor at least, and errors from 0 to {self.of}",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        odds = 2 * len(self.errors) / self.delta
        far = [far_off(Fraction(e, self.of), self.m, odds) for e in self.errors]
        facts = Deviations(Fraction(1 - math.prod(1 - each for each in far)), len(self.errors), max(far))
        return Trace(self, facts=facts)


HeldOut = HoldOut | EveryBias | PredictorsHoldOut | IndependentPredictors


def several_predictors(
    choices: Choices, *, points: int, heaviest: int, predictors: int, examples: int
) -> PredictorsHoldOut | IndependentPredictors:
    """Predictors on a finite domain, or independent ones. Shrinks to one predictor and one example."""
    if choices.flag():
        of = choices.integer(2, 4 * heaviest)
        errors = choices.many(lambda: choices.integer(0, of), least=1, most=4 * predictors)
        return IndependentPredictors(errors, of, choices.integer(1, 2 * examples), confidences(choices))
    weights, losses = predictors_on(choices, points, heaviest, predictors)
    return PredictorsHoldOut(weights, losses, choices.integer(1, examples), confidences(choices))


def predictors_on_domains(
    choices: Choices, *, points: int, heaviest: int, predictors: int, examples: int
) -> PredictorsHoldOut:
    """Predictors on a finite domain."""
    weights, losses = predictors_on(choices, points, heaviest, predictors)
    return PredictorsHoldOut(weights, losses, choices.integer(1, examples), confidences(choices))


def predictors_on(
    choices: Choices, points: int, heaviest: int, predictors: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Weights of up to so many points, and distinct predictors on them."""
    n = choices.integer(1, points)
    weights = tuple(choices.integer(1, heaviest) for _ in range(n))
    losses = choices.many(lambda: tuple(i for i in range(n) if choices.flag()), least=1, most=predictors)
    return weights, tuple(dict.fromkeys(losses))


def all_classes_held_out(choices: Choices, *, points: int, heaviest: int, examples: int) -> PredictorsHoldOut:
    """Every class of predictors on up to `points` points with these weights."""
    n = choices.integer(1, points)
    weights = tuple(choices.integer(1, heaviest) for _ in range(n))
    members = choices.integer(1, 2**2**n - 1)
    losses = tuple(tuple(i for i in range(n) if code >> i & 1) for code in range(2**n) if members >> code & 1)
    return PredictorsHoldOut(weights, losses, choices.integer(1, examples), choices.pick(CONFIDENCES[:3]))


# ---- structural risk minimisation ----


class BoundFails(NamedTuple):
    """The probability that the bound fails; and the d for which d²·|H_d| times the farthest is greatest, with |H_d|."""

    probability: Fraction
    greatest: Fraction
    d: int
    size: int
    farthest: Fraction


class NestedClasses(Case, frozen=True, tag="nested-classes"):
    """Nested finite classes H_1 ⊆ H_2 ⊆ ... on a finite domain, and m examples.

    losses: for each predictor the points on which its loss is 1. sizes: |H_1| <= |H_2| <= ...; H_d holds the first
    sizes[d − 1] of them.
    """

    weights: tuple[int, ...]
    losses: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]
    m: int
    delta: Fraction

    def __post_init__(self) -> None:
        _require_delta(self.delta, self.m)
        _require_losses(self.weights, self.losses)
        require(
            list(self.sizes) == sorted(self.sizes) and 0 < self.sizes[0] and self.sizes[-1] == len(self.losses),
            f"the sizes are {self.sizes}: give them in ascending order, from 1 on up to {len(self.losses)}",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, BoundFails]:
        """The probability that some h in some H_d has an L_D above L_S and the bound's term for d."""
        total = sum(self.weights)
        table = _table(len(self.weights), self.losses)
        risks = [Fraction(int(each), total) for each in np.array(self.weights) @ table]
        counts = compositions(self.m, len(self.weights))
        sums = counts @ table
        far = np.zeros(len(counts), dtype=bool)
        parts = []
        for d, size in enumerate(self.sizes, start=1):
            odds = 2 * size * d**2 / self.delta
            limits = [beyond(self.m, risk, Fraction(1, 2 * self.m), odds, srm=True)[0] for risk in risks[:size]]
            far |= (sums[:, :size] <= np.array(limits)).any(axis=1)
            farthest = max(far_off(risk, self.m, odds, srm=True) for risk in risks[:size])
            parts.append((d**2 * size * farthest, d, size, farthest))
        greatest, d, size, farthest = max(parts)
        facts = BoundFails(
            probability=_share(counts[far], self.weights, self.m), greatest=greatest, d=d, size=size, farthest=farthest
        )
        return Trace(self, facts=facts)


def nested_classes(choices: Choices, *, points: int, heaviest: int, predictors: int, examples: int) -> NestedClasses:
    """Up to `predictors` predictors on up to `points` points, put into nested classes in any way."""
    weights, losses = predictors_on(choices, points, heaviest, predictors)
    sizes = [size for size in range(1, len(losses)) if choices.flag()]
    return NestedClasses(weights, losses, (*sizes, len(losses)), choices.integer(1, examples), confidences(choices))


def all_nested_classes(choices: Choices, *, points: int, heaviest: int, examples: int) -> NestedClasses:
    """Every class of predictors on up to `points` points with these weights, in ascending order, in every nest."""
    case = all_classes_held_out(choices, points=points, heaviest=heaviest, examples=examples)
    sizes = [size for size in range(1, len(case.losses)) if choices.flag()]
    return NestedClasses(case.weights, case.losses, (*sizes, len(case.losses)), case.m, case.delta)


# ---- boosting the confidence ----


class Chosen(NamedTuple):
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

    weights: tuple[int, int, int, int]
    best: Fraction
    delta0: Fraction
    delta: Fraction
    epsilon: Fraction
    k: int
    v: int

    def __post_init__(self) -> None:
        require(
            min(self.weights) >= 0 < max(self.weights),
            f"the weights are {self.weights}: give four from 0 on, not all of them 0",
        )
        require(0 < self.delta0 < 1, f"delta0 = {self.delta0}: give a probability between 0 and 1")
        _require_delta(self.delta, self.v)
        require(self.epsilon > 0 and self.k > 0, f"epsilon = {self.epsilon}, k = {self.k}: give positive numbers")

    def excesses(self) -> tuple[Fraction, Fraction]:
        """L_D − min L_D of the good and of the bad hypothesis."""
        _, bad, good, both = self.weights
        total = sum(self.weights)
        return Fraction(good + both, total) - self.best, Fraction(bad + both, total) - self.best

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Chosen]:
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
        facts = Chosen(
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
    weights = tuple(choices.integer(0, heaviest) for _ in range(4))
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
    k: int

    def __post_init__(self) -> None:
        require(0 < self.delta0 < 1, f"delta0 = {self.delta0}: give a probability between 0 and 1")
        _require_delta(self.delta, self.k)


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

    outcomes: int
    failures: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        named = {i for each in self.failures for i in each}
        require(
            self.outcomes > 0 and named <= set(range(self.outcomes)),
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


# ---- cross validation ----


class Folded(NamedTuple):
    """What cross-validation did.

    least_validated, most_validated: how often an example was held out for a parameter. chosen, least: the mean error of
    the parameter chosen, and the least. amiss: the number of errors, training sets and results that are wrong.
    """

    least_validated: int
    most_validated: int
    chosen: Fraction
    least: Fraction
    amiss: int


class FoldedSample(Case, frozen=True, tag="folded-sample"):
    """A sample in k folds, and an algorithm of several parameters.

    Trained with the parameter t it is right on the examples that it was trained on, and of the others errs on those
    with wrong[t][i] = 1.
    """

    labels: tuple[int, ...]
    wrong: tuple[tuple[int, ...], ...]
    k: int

    def __post_init__(self) -> None:
        m = len(self.labels)
        require(set(self.labels) <= {1, -1}, f"the labels are {self.labels}: give +1 and -1")
        require(1 < self.k <= m and m % self.k == 0, f"k = {self.k}: give a divisor of {m} from 2 on")
        require(
            len(self.wrong) > 0 and {len(row) for row in self.wrong} == {m},
            f"the errors are {self.wrong}: give a row for one parameter at least, and {m} entries each",
        )

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Folded]:
        m = len(self.labels)
        y = np.array(self.labels)
        trained: list[tuple[int, frozenset[int]]] = []
        asked = np.zeros((len(self.wrong), m), dtype=int)

        def algorithm(X: NDArray[Any], y_given: NDArray[Any], theta: int) -> Predictor:
            seen = frozenset(X[:, 0].tolist())
            trained.append((theta, seen))

            def h(Z: NDArray[Any]) -> NDArray[Any]:
                rows = Z[:, 0].tolist()
                if len(seen) < m:
                    for i in rows:
                        asked[theta, i] += i not in seen
                return np.array([-y[i] if i not in seen and self.wrong[theta][i] else y[i] for i in rows])

            return h

        procedure = make(algorithm, range(len(self.wrong)), self.k)
        procedure.fit(np.arange(m)[:, None], y.copy())
        means = [Fraction(sum(row), m) for row in self.wrong]
        *training, final = trained
        held_out = m // self.k
        facts = Folded(
            least_validated=int(asked.min()),
            most_validated=int(asked.max()),
            chosen=means[procedure.theta],
            least=min(means),
            amiss=sum(a != b for a, b in zip(procedure.errors, means, strict=True))
            + sum(len(seen) != m - held_out for _, seen in training)
            + (final != (procedure.theta, frozenset(range(m)))),
        )
        return Trace(self, facts=facts)


def folded_samples(choices: Choices, *, folds: int, size: int, parameters: int) -> FoldedSample:
    """Up to `folds` folds of up to `size` examples, one each in leave-one-out. Shrinks to two examples."""
    k = choices.integer(2, folds)
    m = k * choices.integer(1, size)
    wrong = tuple(tuple(int(v < 0) for v in choices.labels(m)) for _ in range(choices.integer(1, parameters)))
    return FoldedSample(choices.labels(m), wrong, k)


class LeaveOneOut(NamedTuple):
    """The estimate of the error."""

    estimate: Any


class ParitySample(Case, frozen=True, tag="parity-sample"):
    """Labels 0 and 1 that are fair coins whatever the instance is, and the learner that answers their parity.

    On every instance it predicts 1 if and only if the sum of the training labels is odd, so that its error is ½.
    Source: UML 11.2.4, Exercise 1.
    """

    labels: tuple[int, ...]

    def __post_init__(self) -> None:
        require(
            len(self.labels) > 1 and set(self.labels) <= {0, 1},
            f"the labels are {self.labels}: give 0 and 1, two at least",
        )

    def parity(self) -> int:
        """Of the sum of the labels."""
        return sum(self.labels) % 2

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, LeaveOneOut]:
        """Leave-one-out, k = m. A round is a fold."""
        m = len(self.labels)
        y = np.array(self.labels)
        rounds = Rounds()

        def algorithm(X: NDArray[Any], labels: NDArray[Any], theta: int) -> Predictor:
            parity = int(labels.sum()) % 2

            def h(Z: NDArray[Any]) -> NDArray[Any]:
                for i in Z[:, 0].tolist():
                    rounds.add(i, parity, int(y[i]))
                return np.full(len(Z), parity)

            return h

        procedure = make(algorithm, range(1), m)
        procedure.fit(np.arange(m)[:, None], y.copy())
        return Trace(self, rounds, LeaveOneOut(estimate=procedure.errors[0]))


def parity_samples(choices: Choices, *, examples: int) -> ParitySample:
    """Every sample of 2 to `examples` coins. Shrinks to two zeros."""
    return ParitySample(tuple(int(v < 0) for v in choices.labels(choices.integer(2, examples))))
