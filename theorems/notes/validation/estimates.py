"""Validation: how far an error on fresh examples is from the true one, for one predictor, several, and nested classes.

Also k-fold cross validation, and a case in which leave-one-out is always wrong.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy
from sympy import And, Eq, Rational, exp, log

from learncheck.learners.batch.cross_validation import KFold
from learncheck.strategies.play.case import Case, Round, Trace
from learncheck.strategies.tables import validation
from learncheck.strategies.tables.cross_validation import Folded, FoldedSample, folded_samples, parity_samples
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity, sized
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.probability import hoeffding, one_sided, square_series, union_bound
from learncheck.theorems.language.probability import misled as misled_by_means
from learncheck.theorems.language.proof import Chain, Fact
from learncheck.theorems.language.step import Step, always

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


def too_far(trace: Trace[validation.HeldOut, validation.Deviations]) -> Values:
    """Measure P, δ, m and t and, for several predictors, |H| and c."""
    case, facts = trace.case, trace.facts
    found = {P: facts.probability, delta: case.delta, m: case.m}
    found[off] = sympy.sqrt(log(2 * facts.predictors / sympy.Rational(*case.delta.as_integer_ratio())) / (2 * case.m))
    return found if facts.farthest is None else {**found, size: facts.predictors, farthest: facts.farthest}


def by_hoeffding(probability: Any, predictors: Any, *using: Fact) -> Chain:
    """Build this proof: one predictor's error is off with probability at most 2e^(−2mt²) = δ/|H|.

    Here 2mt² = log(2|H|/δ).
    """
    logarithm = log(2 * predictors / delta)
    return Chain(
        means={"$t$ is the deviation that the theorem allows": Eq(2 * m * off**2, logarithm)},
        names={tail: exp(-2 * m * off**2), odds: logarithm},
        using=(*using, hoeffding(probability, m, off), GROWTH.at({lemmas.a: 2 * m * off**2 - logarithm})),
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
    r"For every $\delta$ in (0, 1), $|L_V(h) - L_D(h)| \le \sqrt{\log(2/\delta)/(2m_v)}$ with probability at least "
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
        extent="every m up to {examples}, five δ, and every true error p in [0, 1] of a 0/1 loss, "
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
    return sized(
        build,
        "all classes on up to {points} points of weights 1 to {heaviest}, up to {examples} examples, three δ",
        exhaust=validation.all_classes_held_out,
        drawn=dict(points=(3, 4), heaviest=(6, 9), predictors=(4, 5), examples=(6, 8)),
        every=dict(points=(2, 2), heaviest=(2, 3), examples=(3, 8)),
    )


SELECTION = Claim(
    "holdout-selection",
    r"For all $h$ of a finite $H$ at once, $|L_D(h) - L_V(h)| \le \sqrt{\log(2|H|/\delta)/(2m_v)}$ with probability "
    r"at least $1 - \delta$.",
    sources=(UML("Theorem 11.2"),),
    kind="probability",
    cases=held_out(validation.several_predictors),
    measure=too_far,
    bound=P <= delta,
    attained_by=independent,
    proof=by_hoeffding(farthest, size, union_bound(P, size, farthest)),
    remark="With one predictor it is Theorem 11.1, ratio 0.68.",
)


def tempting() -> Iterable[Case]:
    """Yield predictors that err just too much more often than the best."""
    for m, weights in ((8, (1, 8)), (10, (1, 9)), (12, (2, 13))):
        yield validation.PredictorsHoldOut(weights, ((0,), (1,)), m, Fraction(99, 100))
    yield validation.PredictorsHoldOut((1, 11, 11), ((0,), (0, 1), (0, 2)), 10, Fraction(99, 100))


CHOICE = Claim(
    "holdout-choice",
    "The predictor of $H$ with the least error on the validation set has a true error of at most "
    r"$\min L_D(h) + 2\sqrt{\log(2|H|/\delta)/(2m_v)}$, with probability at least $1 - \delta$.",
    sources=(UML("11.2.2, ERM over the validation set"),),
    kind="probability",
    cases=held_out(validation.predictors_on_domains),
    measure=lambda trace: {**too_far(trace), P: trace.facts.misled},
    bound=P <= delta,
    proof=by_hoeffding(farthest, size, misled_by_means(P, size, farthest)),
    attained_by=tempting,
    reading="ours",
    remark="0.06 at best: the choice errs only if two predictors deviate, each by the whole of its term.",
)

# ---- structural risk minimisation ----


def nests() -> Iterable[validation.NestedClasses]:
    """Yield nested classes that grow by one predictor each, and a first class with all of them."""
    half = Fraction(99, 100)
    yield validation.NestedClasses((1, 1), ((0,), (1,)), (1, 2), 6, half)
    yield validation.NestedClasses((1, 4), ((1,),), (1,), 1, half)
    yield validation.NestedClasses((1, 1, 1), ((0,), (1,), (2,)), (1, 2, 3), 8, half)
    yield validation.NestedClasses((1, 2, 1), ((0,), (1,), (2,)), (3,), 8, half)


class_ = sympy.Symbol("d", positive=True)
greatest = sympy.Symbol("G", nonnegative=True)
"""d is the class that maximises d²|H_d|c, and G is the maximum."""
zeta = sympy.Symbol("log(π²/6)", real=True)


def too_far_above(trace: Trace[validation.NestedClasses, validation.BoundFails]) -> Values:
    """Measure P, δ and m; and for the class that maximises d²|H_d|c, the maximum, d, |H_d|, c and t."""
    case, facts = trace.case, trace.facts
    d, members = facts.d, facts.size
    limit = log(2 * members * d**2 / sympy.Rational(*case.delta.as_integer_ratio())) + log(sympy.pi**2 / 6)
    return {
        P: facts.probability,
        delta: case.delta,
        m: case.m,
        class_: d,
        size: members,
        farthest: facts.farthest,
        greatest: facts.greatest,
        off: sympy.sqrt(limit / (2 * case.m)),
    }


SRM = Claim(
    "srm-bound",
    r"For nested finite classes, with probability at least $1 - \delta$, for every $d$ and every $h$ in $H_d$: "
    r"$L_D(h) \le L_S(h) + \sqrt{g(d)\cdot(\log(1/\delta) + 2\cdot \log d + \log(\pi^2/6))/m}$.",
    sources=(UML("11.1, (11.2)"),),
    kind="probability",
    cases=sized(
        validation.nested_classes,
        "all classes on up to {points} points of weights 1 to {heaviest}, in ascending order in all nests, up "
        "to {examples} examples, three δ",
        exhaust=validation.all_nested_classes,
        drawn=dict(points=(3, 4), heaviest=(6, 9), predictors=(4, 5), examples=(6, 8)),
        every=dict(points=(2, 2), heaviest=(2, 3), examples=(2, 3)),
    ),
    measure=too_far_above,
    bound=P <= delta,
    proof=Chain(
        means={
            "$t$ is the term of the bound for that class": Eq(
                2 * m * off**2, log(2 * size * class_**2 / delta) + log(sympy.pi**2 / 6)
            ),
            "$G$ is the greatest of all $d^2|H_d|c$": Eq(greatest, class_**2 * size * farthest),
        },
        names={tail: exp(-2 * m * off**2), odds: log(2 * size * class_**2 / delta), zeta: log(sympy.pi**2 / 6)},
        using=(
            square_series(P, greatest),
            one_sided(farthest, m, off),
            GROWTH.at({lemmas.a: 2 * m * off**2 - log(2 * size * class_**2 / delta)}),
        ),
        lines={
            r"$e^{-2mt^2} \le \delta/(2|H_d|d^2)$, as $\log(\pi^2/6) \ge 0$": 2 * size * class_**2 * tail <= delta,
            r"$G \le \delta/2$": 2 * greatest <= delta,
        },
        matched=EXACT,
        reading=r"As one side is asked for, $\sum 1/d^2 \le 2$ will do; that it is $\pi^2/6$ is not needed.",
    ),
    attained_by=nests,
    remark="For a finite class (11.1) is Hoeffding's inequality with the union bound, "
    r"$\log(2|H_d|/\delta)/(2\varepsilon^2)$, and the least $g$ that it allows at $\delta_d = "
    r"6\delta/(\pi^2d^2)$ is $\tfrac{1}{2}(1 + \log(2|H_d|)/\log(1/\delta_d))$. With this $g$, which "
    r"depends on $\delta$, the term is $\sqrt{\log(2|H_d|\pi^2d^2/(6\delta))/(2m)}$, which is tried here. "
    r"A $g$ that serves every $\delta$ is larger, and so is its bound. As printed, (11.1) is asked for "
    r"every $\delta < 1$; no $g$ meets that as $\delta \to 1$, but (11.2) uses it for $\delta_d < 0.61$ "
    "alone. The best ratio is 0.21.",
)

# ---- cross validation ----

low = quantity("v_min", "how often the example is validated that is so least often")
high = quantity("v_max", "how often the example is validated that is so most often")
E = quantity("E", "the average error over the folds of the parameter chosen")
least = quantity("E_min", "the least average error of any parameter")
F = quantity("F", "the estimates that are no average over folds, and the trainings on too few or too many examples")


def folds(trace: Trace[FoldedSample, Folded]) -> Values:
    """Measure the quantities above."""
    facts = trace.facts
    return {
        low: facts.least_validated,
        high: facts.most_validated,
        E: facts.chosen,
        least: facts.least,
        F: facts.amiss,
    }


CROSS_VALIDATION = Claim(
    "k-fold-cross-validation",
    "In $k$-fold cross validation every example is validated once for each parameter, by what is trained on the "
    "other folds; the parameter of least average error is returned, with what it makes of the whole sample. $k = m$ "
    "leaves one out.",
    sources=(UML("11.2.4, k-Fold Cross Validation for Model Selection"),),
    label="exact",
    learner=KFold,
    cases=sized(
        folded_samples,
        "all samples of 2 to {folds} folds of up to {size} example, all errors of up to {parameters} parameters",
        folds=(4, 5, 3, 4),
        size=(2, 2, 1, 1),
        parameters=(3, 3, 2, 2),
    ),
    measure=folds,
    bound=And(Eq(low, 1), Eq(high, 1), Eq(F, 0), E <= least),
    attained_by=lambda: [FoldedSample((1, -1, 1, -1), ((1, 1, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)), 4)],
    judged=False,
)

y, r, s = sympy.symbols("y r s", nonnegative=True)
"""The label of an example, the parity of the other labels, and the parity of all labels, each 0 or 1."""
e = sympy.Symbol("e", nonnegative=True)
"""1 if the predictor of the fold errs on the example, otherwise 0."""
estimate = quantity("L", "the leave-one-out estimate")


def fold(each: Round, values: Values, trace: Trace) -> Values:
    """Measure y, r, e and s of a fold."""
    return {y: each.label, r: each.prediction, e: int(each.mistake), s: trace.case.parity()}


SUM = Step("the parity of all labels is that of one and of the others", Eq(s, y + r - 2 * y * r), always)
ERRS = Step("the fold errs where its label is not the parity of the others", Eq(e, (y - r) ** 2), always)
ALL_ALIKE = Step(
    "the estimate is the parity: each fold errs if and only if the parity of all labels is odd", Eq(estimate, s), always
)

PARITY = Claim(
    "leave-one-out-parity",
    "Where labels are fair coins and the learner answers their parity, the leave-one-out estimate differs from the "
    "true error ½ by exactly ½, on every sample.",
    sources=(UML("11.2.4, the artificial example of Exercise 1"),),
    label="exact",
    learner=KFold,
    cases=sized(parity_samples, "all samples of 2 to {examples} examples", examples=(6, 9, 7, 9)),
    measure=lambda trace: {estimate: trace.facts.estimate, s: trace.case.parity()},
    during=fold,
    bound=Eq(sympy.Abs(estimate - Rational(1, 2)), Rational(1, 2)),
    proof=Chain(
        steps=(SUM, ERRS, ALL_ALIKE),
        means={"labels are 0 and 1": Eq(y * y, y), "and so are parities": Eq(r * r, r)},
        lines={"every fold errs as the parity of all says": Eq(e, s), "$s$ is 0 or 1": Eq(s * s, s)},
        matched="the steps are checked on every fold",
        reading="All folds err or none does. On average over the samples the estimate is ½, the true error; on none of "
        "them is it near.",
    ),
    judged=False,
    remark="The exercise itself is not in the notes' pages, which name it as the example of a failure.",
)
