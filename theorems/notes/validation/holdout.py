"""Validation on fresh examples: how far the error of a predictor is from the true one, for one or for several.

With probability at least 1 − δ it is off by at most √(log(2/δ)/(2m)), and the errors of all predictors of a finite H by
at most √(log(2|H|/δ)/(2m)). So the one with the least error is at most twice that worse than the best. Source: UML
11.1, 11.2.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from sympy import Eq, Expr, Integer, Rational, Symbol, exp, log, sqrt, symbols

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Natural, Positive, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.samples.fitting import require_proper
from learncheck.strategies.samples.multinomial import Samples
from learncheck.strategies.tables import finite_domains, validation
from learncheck.theorems.language import lemmas, probability
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Fact

P = quantity("P", "the probability that an error on fresh examples is too far from the true one")
delta = quantity("δ", "the confidence")

m, size = symbols("m |H|", nonnegative=True)
off = Symbol("t", nonnegative=True)
"""m is the number of fresh examples, |H| the number of predictors, and t how far an error may be off."""
farthest = Symbol("c", nonnegative=True)
"""The greatest probability, over the predictors, that the error of a predictor is off."""
tail, odds = Symbol("X", positive=True), Symbol("log(odds)", real=True)
"""e^(−2mt²); the logarithm that equals 2mt²."""

EXACT = "every probability is computed exactly, or for all true errors at once bounded from above"


class DeviationProbability(NamedTuple):
    """The probability that the mean loss of some predictor is too far from its expectation.

    predictors: their number. farthest: the greatest such probability of one of several. misled, not_the_best: the
    probability that the predictor of least mean loss is worse than the best by too much, or worse at all.
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
        low, high = validation.beyond(self.m * L, mean, Fraction(1, 2 * self.m), 2 / self.delta)
        sums = validation.distribution_of_sum(self.weights, self.m)
        return DeviationProbability(Fraction(sum(sums[: low + 1]) + sum(sums[high:]), total**self.m))


class EveryBias(Case, frozen=True, tag="every-bias"):
    """One predictor of 0/1 loss and m fresh examples, for every true error p in [0, 1] at once.

    [0, 1] is cut into `parts` intervals. On [a, b] the empirical error exceeds p by too much only if it exceeds a by
    too much, which is most likely for p = b; and the other way round. The greatest of these sums bounds the probability
    for every p.
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
            _, high = validation.beyond(m, Fraction(i, N), Fraction(1, 2 * m), 2 / self.delta)
            low, _ = validation.beyond(m, Fraction(i + 1, N), Fraction(1, 2 * m), 2 / self.delta)
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
    return HoldOut(weights, choices.integer(1, examples), choices.pick(CONFIDENCES))


def every_bias(choices: Choices, *, examples: int, parts: int) -> EveryBias:
    """Every number of fresh examples up to `examples`, and every δ of a list, for all true errors."""
    return EveryBias(choices.integer(1, examples), choices.pick(CONFIDENCES), parts)


def too_far(trace: Trace["HeldOut", DeviationProbability]) -> Values:
    """Measure P, δ, m and t and, for several predictors, |H| and c."""
    case, facts = trace.case, trace.facts
    limit = log(2 * facts.predictors / Rational(case.delta))
    values = {P: facts.probability, delta: case.delta, m: case.m, off: sqrt(limit / (2 * case.m))}
    return values if facts.farthest is None else {**values, size: facts.predictors, farthest: facts.farthest}


def by_hoeffding(chance: Symbol, predictors: Expr, *using: Fact) -> Chain:
    """The proof: one predictor's error is off with probability at most 2e^(−2mt²) = δ/|H|.

    Here 2mt² = log(2|H|/δ).
    """
    logarithm = log(2 * predictors / delta)
    return Chain(
        means={"$t$ is the deviation that the theorem allows": Eq(2 * m * off**2, logarithm)},
        names={tail: exp(-2 * m * off**2), odds: logarithm},
        using=(*using, probability.hoeffding(chance, m, off), lemmas.GROWTH.at({lemmas.a: 2 * m * off**2 - logarithm})),
        lines={r"$2e^{-2mt^2} \le \delta$, shared by all predictors": 2 * predictors * tail <= delta},
        matched=EXACT,
    )


HOLDOUT = Claim(
    "holdout-error",
    r"For a loss with finitely many values in [0, 1] and every $\delta$ in (0, 1), "
    r"$|L_V(h) - L_D(h)| \le \sqrt{\log(2/\delta)/(2m_v)}$ with probability at least "
    r"$1 - \delta$.",
    sources=(UML("Theorem 11.1"),),
    kind="probability",
    cases=Family[HoldOut | EveryBias](
        hold_outs,
        search=dict(examples=6, losses=3, heaviest=9),
        scout=dict(examples=20, losses=3, heaviest=20),
        exhaust=every_bias,
        quick=dict(examples=20, parts=40),
        full=dict(examples=40, parts=80),
        extent="every m up to {examples:≤ _ examples}, five δ, and every true error p in [0, 1] of a 0/1 loss, "
        "cut into {parts} intervals",
    ),
    measure=too_far,
    bound=P <= delta,
    attained_by=lambda: nearest_to_hoeffding(),
    proof=by_hoeffding(P, Integer(1)),
    remark=r"The best ratio is 0.68: two examples, $p = \tfrac{1}{2}$ and $\delta$ just above $2/e$, where one error "
    "of two is near enough and none or both are too far. For large $m$ it falls to about ¼.",
)


def nearest_to_hoeffding() -> Iterable[HoldOut | EveryBias]:
    """Yield true errors and a δ just small enough for k errors in m examples to be too many."""
    yield HoldOut((1, 1), 2, BARELY_BELOW_HALF)
    yield at_the_edge(1, 1, Fraction(99, 100))
    yield at_the_edge(14, 20, Fraction(1, 2))
    yield HoldOut((1, 1), 400, Fraction(1, 10))
    yield EveryBias(40, Fraction(1, 2), 200)


def at_the_edge(k: int, m: int, delta: Fraction) -> HoldOut:
    """The greatest true error, in thousandths, for which k errors in m are too many."""

    def fewest(p: int) -> int:
        """The least number of errors that is too many; it never falls as p grows."""
        return validation.beyond(m, Fraction(p, 1000), Fraction(1, 2 * m), 2 / delta)[1]

    p = bisect_right(range(1000), k, key=fewest) - 1
    return HoldOut((1000 - p, p), m, delta)


BARELY_BELOW_HALF = Fraction(73_576, 100_000)
"""A δ just above 2/e = 0.735758…, at which two examples have √(log(2/δ)/(2m)) = ½."""

# ---- several predictors ----


class Predictors(Case, frozen=True):
    """Predictors on a finite domain and m fresh examples.

    weights: of the points, positive. losses: for each predictor the points on which its loss is 1.
    """

    weights: finite_domains.Weights
    losses: Annotated[tuple[tuple[int, ...], ...], msgspec.Meta(min_length=1)]
    m: Positive
    delta: Fraction

    def __post_init__(self) -> None:
        require_proper(delta=self.delta)
        finite_domains.require_points_named(self.weights, self.losses)


class PredictorsHoldOut(Predictors, frozen=True, tag="predictors-hold-out"):
    """Predictors, among which one of least mean loss may be chosen."""

    def play_alone(self) -> DeviationProbability:
        """The probability that some L_V is too far from its L_D, over all multinomial counts.

        Also, that the predictor of least L_V, the worst of them if there are several, is worse than the best by more
        than twice that, and that it is worse at all.
        """
        r = len(self.losses)
        table, risks = table_of_losses(self.weights, self.losses)
        factor, odds = Fraction(1, 2 * self.m), 2 * r / self.delta
        limits = np.array([validation.beyond(self.m, risk, factor, odds) for risk in risks])
        drawn = Samples(self.m, self.weights)
        sums = drawn.counts @ table
        far = ((sums <= limits[:, 0]) | (sums >= limits[:, 1])).any(axis=1)
        worse = np.array([validation.exceeds((risk - min(risks)) ** 2, 4 * factor, odds) for risk in risks])
        tempting = sums == sums.min(axis=1, keepdims=True)
        misled = (tempting & worse).any(axis=1)
        not_best = (tempting & np.array([risk > min(risks) for risk in risks])).any(axis=1)
        return DeviationProbability(
            probability=drawn.probability(far),
            predictors=r,
            farthest=max(validation.far_off(risk, self.m, odds) for risk in risks),
            misled=drawn.probability(misled),
            not_the_best=drawn.probability(not_best),
        )


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
        far = [validation.far_off(Fraction(e, self.of), self.m, odds) for e in self.errors]
        return DeviationProbability(Fraction(1 - math.prod(1 - p for p in far)), len(self.errors), max(far))


HeldOut = HoldOut | EveryBias | PredictorsHoldOut | IndependentPredictors


def several_predictors(
    choices: Choices, *, points: int, heaviest: int, predictors: int, examples: int
) -> PredictorsHoldOut | IndependentPredictors:
    """Predictors on a finite domain, or independent ones. Shrinks to one predictor and one example."""
    if choices.flag():
        of = choices.integer(2, 4 * heaviest)
        errors = choices.many(lambda: choices.integer(0, of), least=1, most=4 * predictors)
        return IndependentPredictors(errors, of, choices.integer(1, 2 * examples), choices.pick(CONFIDENCES))
    return predictors_on_domains(choices, points=points, heaviest=heaviest, predictors=predictors, examples=examples)


def predictors_on_domains(
    choices: Choices, *, points: int, heaviest: int, examples: int, predictors: int | None = None
) -> PredictorsHoldOut:
    """Up to `predictors` predictors on up to `points` points with these weights, or any set of them."""
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    if predictors is None:
        losses = choices.members(subsets(n))
    else:
        losses = choices.distinct(lambda: choices.some_of(n), most=predictors)
    size, listed = choices.integer(1, examples), CONFIDENCES[:3] if predictors is None else CONFIDENCES
    return PredictorsHoldOut(weights, losses, size, choices.pick(listed))


def held_out(
    build: Callable[..., PredictorsHoldOut | IndependentPredictors],
) -> Family[PredictorsHoldOut | IndependentPredictors]:
    """Classes of predictors on finite domains."""
    return Family(
        build,
        exhaust=predictors_on_domains,
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, up to {examples:≤ _ "
        "examples} examples, three δ",
        search=dict(points=3, heaviest=6, predictors=4, examples=6),
        scout=dict(points=4, heaviest=9, predictors=5, examples=8),
        quick=dict(points=2, heaviest=2, examples=3),
        full=dict(points=2, heaviest=3, examples=8),
    )


SELECTION = Claim(
    "holdout-selection",
    r"For a loss with finitely many values in [0, 1] and all $h$ of a finite $H$ at once, "
    r"$|L_D(h) - L_V(h)| \le \sqrt{\log(2|H|/\delta)/(2m_v)}$ with probability "
    r"at least $1 - \delta$.",
    sources=(UML("Theorem 11.2"),),
    kind="probability",
    cases=held_out(several_predictors),
    measure=too_far,
    bound=P <= delta,
    attained_by=lambda: independent(),
    proof=by_hoeffding(farthest, size, probability.union_bound(P, size, farthest)),
    remark="With one predictor it is Theorem 11.1, ratio 0.68.",
)


def independent() -> Iterable[PredictorsHoldOut | IndependentPredictors]:
    """Yield predictors that err independently of each other."""
    half = Fraction(1, 2)
    yield IndependentPredictors((1,), 2, 2, BARELY_BELOW_HALF)
    for r, m in ((1, 20), (4, 20), (16, 60), (64, 100)):
        yield IndependentPredictors((1,) * r, 2, m, half)
    yield PredictorsHoldOut((1, 1, 1), ((0,), (1,), (2,)), 10, half)


CHOICE = Claim(
    "holdout-choice",
    "For a loss with finitely many values in [0, 1], the predictor of $H$ with the least error on the validation set "
    r"has a true error of at most $\min L_D(h) + 2\sqrt{\log(2|H|/\delta)/(2m_v)}$, with probability at "
    r"least $1 - \delta$.",
    sources=(UML("11.2.2, ERM over the validation set"),),
    kind="probability",
    cases=held_out(predictors_on_domains),
    measure=lambda trace: {**too_far(trace), P: trace.facts.misled},
    bound=P <= delta,
    proof=by_hoeffding(farthest, size, probability.misled(P, size, farthest)),
    attained_by=lambda: nearly_as_good(),
    reading="ours",
    remark="0.06 at best: the choice errs only if two predictors deviate, each by the whole of its term.",
)


def nearly_as_good() -> Iterable[PredictorsHoldOut | IndependentPredictors]:
    """Yield predictors that are worse than the best by just more than the theorem allows."""
    for m, weights in ((8, (1, 8)), (10, (1, 9)), (12, (2, 13))):
        yield PredictorsHoldOut(weights, ((0,), (1,)), m, Fraction(99, 100))
    yield PredictorsHoldOut((1, 11, 11), ((0,), (0, 1), (0, 2)), 10, Fraction(99, 100))


def table_of_losses(
    weights: Sequence[int], losses: Sequence[Sequence[int]]
) -> tuple[NDArray[np.int64], list[Fraction]]:
    """The table of losses, shape (points, predictors), and each predictor's risk."""
    table = np.array([[int(i in set(wrong)) for wrong in losses] for i in range(len(weights))])
    return table, [Fraction(int(error), sum(weights)) for error in np.array(weights) @ table]
