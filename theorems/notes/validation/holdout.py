"""Validation on fresh examples: how far the error of a predictor is from the true one, for one or for several."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy
from sympy import Eq, exp, log

from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.tables import validation
from learncheck.theorems.language import lemmas, probability
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Fact

P = quantity("P", "the probability that an error on fresh examples is too far from the true one")
delta = quantity("δ", "the confidence")

m, size = sympy.symbols("m |H|", nonnegative=True)
off = sympy.Symbol("t", nonnegative=True)
"""m is the number of fresh examples, |H| the number of predictors, and t how far an error may be off."""
farthest = sympy.Symbol("c", nonnegative=True)
"""The greatest probability, over the predictors, that the error of a predictor is off."""
tail, odds = sympy.Symbol("X", positive=True), sympy.Symbol("log(odds)", real=True)
"""e^(−2mt²); the logarithm that equals 2mt²."""

EXACT = "every probability is computed exactly, or for all true errors at once bounded from above"


def too_far(trace: Trace[validation.HeldOut, validation.DeviationProbability]) -> Values:
    """Measure P, δ, m and t and, for several predictors, |H| and c."""
    case, facts = trace.case, trace.facts
    limit = log(2 * facts.predictors / sympy.Rational(case.delta))
    values = {P: facts.probability, delta: case.delta, m: case.m, off: sympy.sqrt(limit / (2 * case.m))}
    return values if facts.farthest is None else {**values, size: facts.predictors, farthest: facts.farthest}


def by_hoeffding(chance: Any, predictors: Any, *using: Fact) -> Chain:
    """Build this proof: one predictor's error is off with probability at most 2e^(−2mt²) = δ/|H|.

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


# ---- one predictor ----

BARELY_BELOW_HALF = Fraction(73_576, 100_000)
"""A δ just above 2/e = 0.735758…, at which two examples have √(log(2/δ)/(2m)) = ½."""


def nearest_to_hoeffding() -> Iterable[validation.HoldOut | validation.EveryBias]:
    """Yield true errors and a δ just small enough for k errors in m examples to be too many."""
    yield validation.HoldOut((1, 1), 2, BARELY_BELOW_HALF)
    yield validation.at_the_edge(1, 1, Fraction(99, 100))
    yield validation.at_the_edge(14, 20, Fraction(1, 2))
    yield validation.HoldOut((1, 1), 400, Fraction(1, 10))
    yield validation.EveryBias(40, Fraction(1, 2), 200)


HOLDOUT = Claim(
    "holdout-error",
    r"For a loss with finitely many values in [0, 1] and every $\delta$ in (0, 1), "
    r"$|L_V(h) - L_D(h)| \le \sqrt{\log(2/\delta)/(2m_v)}$ with probability at least "
    r"$1 - \delta$.",
    sources=(UML("Theorem 11.1"),),
    kind="probability",
    cases=Family[validation.HoldOut | validation.EveryBias](
        validation.hold_outs,
        search=dict(examples=6, losses=3, heaviest=9),
        scout=dict(examples=20, losses=3, heaviest=20),
        exhaust=validation.every_bias,
        quick=dict(examples=20, parts=40),
        full=dict(examples=40, parts=80),
        extent="every m up to {examples:≤ _ examples}, five δ, and every true error p in [0, 1] of a 0/1 loss, "
        "cut into {parts} intervals",
    ),
    measure=too_far,
    bound=P <= delta,
    attained_by=nearest_to_hoeffding,
    proof=by_hoeffding(P, sympy.Integer(1)),
    remark=r"The best ratio is 0.68: two examples, $p = \tfrac{1}{2}$ and $\delta$ just above $2/e$, where one error "
    "of two is near enough and none or both are too far. For large $m$ it falls to about ¼.",
)

# ---- several predictors ----


def independent() -> Iterable[Case]:
    """Yield predictors that err independently of each other."""
    half = Fraction(1, 2)
    yield validation.IndependentPredictors((1,), 2, 2, BARELY_BELOW_HALF)
    for r, m in ((1, 20), (4, 20), (16, 60), (64, 100)):
        yield validation.IndependentPredictors((1,) * r, 2, m, half)
    yield validation.PredictorsHoldOut((1, 1, 1), ((0,), (1,), (2,)), 10, half)


def held_out(build: Any) -> Family:
    """Build the family of classes of predictors on finite domains."""
    return Family(
        build,
        exhaust=validation.all_classes_held_out,
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
    cases=held_out(validation.several_predictors),
    measure=too_far,
    bound=P <= delta,
    attained_by=independent,
    proof=by_hoeffding(farthest, size, probability.union_bound(P, size, farthest)),
    remark="With one predictor it is Theorem 11.1, ratio 0.68.",
)


def tempting() -> Iterable[Case]:
    """Yield predictors that err just too much more often than the best."""
    for m, weights in ((8, (1, 8)), (10, (1, 9)), (12, (2, 13))):
        yield validation.PredictorsHoldOut(weights, ((0,), (1,)), m, Fraction(99, 100))
    yield validation.PredictorsHoldOut((1, 11, 11), ((0,), (0, 1), (0, 2)), 10, Fraction(99, 100))


CHOICE = Claim(
    "holdout-choice",
    "For a loss with finitely many values in [0, 1], the predictor of $H$ with the least error on the validation set "
    r"has a true error of at most $\min L_D(h) + 2\sqrt{\log(2|H|/\delta)/(2m_v)}$, with probability at "
    r"least $1 - \delta$.",
    sources=(UML("11.2.2, ERM over the validation set"),),
    kind="probability",
    cases=held_out(validation.predictors_on_domains),
    measure=lambda trace: {**too_far(trace), P: trace.facts.misled},
    bound=P <= delta,
    proof=by_hoeffding(farthest, size, probability.misled(P, size, farthest)),
    attained_by=tempting,
    reading="ours",
    remark="0.06 at best: the choice errs only if two predictors deviate, each by the whole of its term.",
)
