"""Cases of validation: how far an error on fresh examples is from the true one, exactly.

- `HoldOut`, `EveryBias`: one predictor, for a distribution of its losses, and for every bias of a 0/1 loss at once
- `PredictorsHoldOut`, `IndependentPredictors`: several predictors at once
- `NestedClasses`: the SRM bound over nested finite classes

A deviation is compared with a square root of logarithms exactly. Probabilities are rational.
Source: UML 11.1, 11.2.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
import sympy
from numpy.typing import NDArray

from learncheck.exact.decide import compile_relation
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Natural, Positive
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.samples.fitting import require_proper
from learncheck.strategies.samples.multinomial import Samples
from learncheck.strategies.tables.pac import Weights, require_points_named

# ---- sums of independent losses ----


def distribution_of_sum(weights: Sequence[int], m: int) -> list[int]:
    """How often each sum 0, 1, ..., m·L comes of m independent numbers 0..L with these weights.

    The coefficients of (Σ w_j x^j)^m, read off its value at a power of 2 above all of them.
    """
    bits = m * sum(weights).bit_length() + 1
    power = sum(w << j * bits for j, w in enumerate(weights)) ** m
    mask = (1 << bits) - 1
    return [power >> s * bits & mask for s in range(m * (len(weights) - 1) + 1)]


def deviates(errors: int, total: int, v: int, by: Fraction) -> Fraction:
    """The probability that the mean of v examples is farther than `by` from the true error, errors/total."""
    counts = distribution_of_sum((total - errors, errors), v)
    beyond = by * v * total  # |s/v - errors/total| > by, times the denominators
    return Fraction(sum(count for s, count in enumerate(counts) if abs(s * total - errors * v) > beyond), total**v)


SQUARE, FACTOR, ODDS = sympy.symbols("square factor odds", real=True)
BEYOND = compile_relation(SQUARE > FACTOR * sympy.log(ODDS))
BEYOND_SRM = compile_relation(SQUARE > FACTOR * sympy.log(ODDS * sympy.pi**2 / 6))


@cache
def exceeds(square: Fraction, factor: Fraction, odds: Fraction, srm: bool = False) -> bool:
    """Whether square > factor·log(odds), or > factor·log(odds·π²/6) for the SRM bound."""
    return (BEYOND_SRM if srm else BEYOND).decide({"square": square, "factor": factor, "odds": odds}).holds


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


# ---- one predictor ----


class DeviationProbability(NamedTuple):
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

    weights: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=2)]
    m: Positive
    delta: Fraction

    def __post_init__(self) -> None:
        require_proper(delta=self.delta)
        require(any(self.weights), f"the weights are {self.weights}: give the losses some, not all of them 0")

    def play_alone(self) -> DeviationProbability:
        """The probability that L_V is farther from L_D than √(log(2/δ)/(2m))."""
        L, total = len(self.weights) - 1, sum(self.weights)
        mean = Fraction(sum(j * w for j, w in enumerate(self.weights)), L * total)
        low, high = beyond(self.m * L, mean, Fraction(1, 2 * self.m), 2 / self.delta)
        sums = distribution_of_sum(self.weights, self.m)
        P = Fraction(sum(sums[: low + 1]) + sum(sums[high:]), total**self.m)
        return DeviationProbability(P)


class EveryBias(Case, frozen=True, tag="every-bias"):
    """One predictor of 0/1 loss and m fresh examples, for every true error p in [0, 1] at once.

    [0, 1] is cut into `parts` intervals. On [a, b] the empirical error exceeds p by too much only where it exceeds a by
    too much, which is likeliest for p = b; and the other way round. The greatest of these sums is no less than the
    probability for any p.
    """

    m: Positive
    delta: Fraction
    parts: Positive

    def __post_init__(self) -> None:
        require_proper(delta=self.delta)

    def play_alone(self) -> DeviationProbability:
        m, N = self.m, self.parts
        greatest = 0
        for i in range((N + 1) // 2):  # p and 1 − p are alike
            _, high = beyond(m, Fraction(i, N), Fraction(1, 2 * m), 2 / self.delta)
            low, _ = beyond(m, Fraction(i + 1, N), Fraction(1, 2 * m), 2 / self.delta)
            above = sum(math.comb(m, k) * (i + 1) ** k * (N - i - 1) ** (m - k) for k in range(high, m + 1))
            below = sum(math.comb(m, k) * i**k * (N - i) ** (m - k) for k in range(low + 1))
            greatest = max(greatest, above + below)
        return DeviationProbability(Fraction(greatest, N**m))


CONFIDENCES = tuple(map(Fraction, ("1/2", "9/10", "1/10", "99/100", "1/100")))


def hold_outs(choices: Choices, *, examples: int, losses: int, heaviest: int) -> HoldOut:
    """A predictor with losses 0, 1/L, ..., 1 for an L up to `losses`, and up to `examples` fresh examples."""
    L = choices.integer(1, losses)
    weights = tuple(choices.integers(L + 1, 0, heaviest))
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


class Predictors(Case, frozen=True):
    """Predictors on a finite domain and m fresh examples.

    weights: of the points, positive. losses: for each predictor the points on which its loss is 1.
    """

    weights: Weights
    losses: Annotated[tuple[tuple[int, ...], ...], msgspec.Meta(min_length=1)]
    m: Positive
    delta: Fraction

    def __post_init__(self) -> None:
        require_proper(delta=self.delta)
        require_points_named(self.weights, self.losses)


class PredictorsHoldOut(Predictors, frozen=True, tag="predictors-hold-out"):
    """Predictors, of which the one with the least mean loss may be chosen."""

    def play_alone(self) -> DeviationProbability:
        """The probability that some L_V is too far from its L_D, over all multinomial counts.

        Beside it: that the predictor of least L_V, the worst of several, is worse than the best by more than twice
        that, and that it is worse at all.
        """
        r = len(self.losses)
        table, risks = _table(self.weights, self.losses)
        factor, odds = Fraction(1, 2 * self.m), 2 * r / self.delta
        limits = np.array([beyond(self.m, risk, factor, odds) for risk in risks])
        drawn = Samples(self.m, self.weights)
        sums = drawn.counts @ table
        far = ((sums <= limits[:, 0]) | (sums >= limits[:, 1])).any(axis=1)
        worse = np.array([exceeds((risk - min(risks)) ** 2, 4 * factor, odds) for risk in risks])
        tempting = sums == sums.min(axis=1, keepdims=True)
        misled = (tempting & worse).any(axis=1)
        not_best = (tempting & np.array([risk > min(risks) for risk in risks])).any(axis=1)
        return DeviationProbability(
            probability=drawn.probability(far),
            predictors=r,
            farthest=max(far_off(risk, self.m, odds) for risk in risks),
            misled=drawn.probability(misled),
            not_the_best=drawn.probability(not_best),
        )


def _table(weights: Sequence[int], losses: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], list[Fraction]]:
    """In column h 1 on the points where predictor h has the loss 1; and each predictor's risk."""
    table = np.array([[int(i in set(wrong)) for wrong in losses] for i in range(len(weights))])
    return table, [Fraction(int(error), sum(weights)) for error in np.array(weights) @ table]


class IndependentPredictors(Case, frozen=True, tag="independent-predictors"):
    """Predictors that err independently of each other, predictor i on errors[i] of `of` examples, and m fresh ones."""

    errors: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=1)]
    of: Positive
    m: Positive
    delta: Fraction

    def __post_init__(self) -> None:
        require_proper(delta=self.delta)
        require(max(self.errors) <= self.of, f"the errors are {self.errors}: give at most {self.of} to each predictor")

    def play_alone(self) -> DeviationProbability:
        odds = 2 * len(self.errors) / self.delta
        far = [far_off(Fraction(e, self.of), self.m, odds) for e in self.errors]
        return DeviationProbability(Fraction(1 - math.prod(1 - p for p in far)), len(self.errors), max(far))


HeldOut = HoldOut | EveryBias | PredictorsHoldOut | IndependentPredictors


def several_predictors(
    choices: Choices, *, points: int, heaviest: int, predictors: int, examples: int
) -> PredictorsHoldOut | IndependentPredictors:
    """Predictors on a finite domain, or independent ones. Shrinks to one predictor and one example."""
    if choices.flag():
        of = choices.integer(2, 4 * heaviest)
        errors = choices.many(lambda: choices.integer(0, of), least=1, most=4 * predictors)
        return IndependentPredictors(errors, of, choices.integer(1, 2 * examples), confidences(choices))
    return predictors_on_domains(choices, points=points, heaviest=heaviest, predictors=predictors, examples=examples)


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
    weights = tuple(choices.integers(n, 1, heaviest))
    return weights, choices.distinct(lambda: tuple(i for i in range(n) if choices.flag()), most=predictors)


def all_classes_held_out(choices: Choices, *, points: int, heaviest: int, examples: int) -> PredictorsHoldOut:
    """Every class of predictors on up to `points` points with these weights."""
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    losses = choices.members(subsets(n))
    return PredictorsHoldOut(weights, losses, choices.integer(1, examples), choices.pick(CONFIDENCES[:3]))


# ---- structural risk minimisation ----


class BoundFails(NamedTuple):
    """The probability that the bound fails; and the d for which d²·|H_d| times the farthest is greatest, with |H_d|."""

    probability: Fraction
    greatest: Fraction
    d: int
    size: int
    farthest: Fraction


class NestedClasses(Predictors, frozen=True, tag="nested-classes"):
    """Nested finite classes H_1 ⊆ H_2 ⊆ ... of predictors.

    sizes: |H_1| <= |H_2| <= ...; H_d holds the first sizes[d − 1] of them.
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            list(self.sizes) == sorted(self.sizes) and 0 < self.sizes[0] and self.sizes[-1] == len(self.losses),
            f"the sizes are {self.sizes}: give them in ascending order, from 1 on up to {len(self.losses)}",
        )

    def play_alone(self) -> BoundFails:
        """The probability that some h in some H_d has an L_D above L_S and the bound's term for d."""
        table, risks = _table(self.weights, self.losses)
        drawn = Samples(self.m, self.weights)
        sums = drawn.counts @ table
        far = np.zeros(len(sums), dtype=bool)
        parts = []
        for d, size in enumerate(self.sizes, start=1):
            odds = 2 * size * d**2 / self.delta
            limits = [beyond(self.m, risk, Fraction(1, 2 * self.m), odds, srm=True)[0] for risk in risks[:size]]
            far |= (sums[:, :size] <= np.array(limits)).any(axis=1)
            farthest = max(far_off(risk, self.m, odds, srm=True) for risk in risks[:size])
            parts.append((d**2 * size * farthest, d, size, farthest))
        greatest, d, size, farthest = max(parts)
        probability = drawn.probability(far)
        return BoundFails(probability=probability, greatest=greatest, d=d, size=size, farthest=farthest)


def nested_classes(choices: Choices, *, points: int, heaviest: int, predictors: int, examples: int) -> NestedClasses:
    """Up to `predictors` predictors on up to `points` points, put into nested classes in any way."""
    weights, losses = predictors_on(choices, points, heaviest, predictors)
    sizes = [size for size in range(1, len(losses)) if choices.flag()]
    return NestedClasses(weights, losses, choices.integer(1, examples), confidences(choices), (*sizes, len(losses)))


def all_nested_classes(choices: Choices, *, points: int, heaviest: int, examples: int) -> NestedClasses:
    """Every class of predictors on up to `points` points with these weights, in ascending order, in every nest."""
    case = all_classes_held_out(choices, points=points, heaviest=heaviest, examples=examples)
    sizes = [size for size in range(1, len(case.losses)) if choices.flag()]
    return NestedClasses(case.weights, case.losses, case.m, case.delta, (*sizes, len(case.losses)))
