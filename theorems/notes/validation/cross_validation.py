"""k-fold cross validation, and a case in which leaving one out is always wrong."""

import sympy
from sympy import And, Eq, Rational

from learncheck.learners.batch.cross_validation import KFold
from learncheck.strategies.play.case import Round, Trace
from learncheck.strategies.tables.cross_validation import Folded, FoldedSample, folded_samples, parity_samples
from learncheck.theorems.language.claim import UML, Claim, Values, quantity, sized
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always

low = quantity("v_min", "how often the example that is validated least often is validated")
high = quantity("v_max", "how often the example that is validated most often is validated")
E = quantity("E", "the average error, over the folds, of the parameter chosen")
least = quantity("E_min", "the least average error of any parameter")
F = quantity("F", "the estimates that are not averages over folds, and the trainings on too few or too many examples")


def folds(trace: Trace[FoldedSample, Folded]) -> Values:
    """Measure the quantities above."""
    facts = trace.facts
    often = {low: facts.least_validated, high: facts.most_validated}
    return {**often, E: facts.chosen, least: facts.least, F: facts.amiss}


CROSS_VALIDATION = Claim(
    "k-fold-cross-validation",
    "In $k$-fold cross validation every example is validated once for each parameter, by what is trained on the other "
    "folds; the parameter of least average error is returned, with what is trained on the whole sample. $k = m$ "
    "leaves one out.",
    sources=(UML("11.2.4, k-Fold Cross Validation for Model Selection"),),
    label="exact",
    learner=KFold,
    cases=sized(
        folded_samples,
        "all samples of 2 to {folds:≤ _ folds} folds of up to {size} example, all errors of up to "
        "{parameters:≤ _ parameters} parameters",
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
    learner=KFold,
    cases=sized(parity_samples, "all samples of 2 to {examples:≤ _ examples} examples", examples=(6, 9, 7, 9)),
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
