"""Wrong variants of the claims on validation and on boosting the confidence."""

from dataclasses import replace
from typing import Any

import numpy as np
from changes import alone, bound, edited, learner, other, step, without
from sympy import Abs, And, Eq, Rational

from learncheck.learners.batch.cross_validation import KFold
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim, Values
from learncheck.theorems.language.step import always
from learncheck.theorems.notes.pac import confidence
from learncheck.theorems.notes.pac.confidence import (
    AS_MANY_CHUNKS,
    ENOUGH_CHUNKS,
    GOOD,
    LAST_CHUNK,
    MISLED,
    C,
    counts,
    delta0,
    k,
)
from learncheck.theorems.notes.validation import leave_one_out
from learncheck.theorems.notes.validation.cross_validation import ERRS, E, F, e, estimate, high, least, low, r, y
from learncheck.theorems.notes.validation.holdout import P, delta
from learncheck.theorems.notes.validation.leave_one_out import A, D, a, b, beta, c


def for_one_predictor(trace: Trace) -> Values:
    """The confidence divided among the predictors, as if each were to keep to its share."""
    return {P: trace.facts.probability, delta: trace.case.delta / (2 * trace.facts.predictors)}


def not_the_best(trace: Trace) -> Values:
    """The probability that the choice is not the best predictor."""
    return {P: trace.facts.not_the_best, delta: trace.case.delta}


def chunks_as_printed(claim: Claim) -> Claim:
    """As many chunks as log δ/log δ₀ asks for."""
    return replace(claim.without(AS_MANY_CHUNKS), cases=counts(halved=False))


TrainsOnAll = edited(KFold.error_on, "Validates what was trained on the fold too.", ("X[rest], y[rest]", "X, y"))
LeavesOneFoldOut = edited(
    KFold.fit, "Never validates on the last fold.", ("-1)", "-1)[:-1]"), ("/ self.k", "/ len(folds)")
)
GreatestError = edited(KFold.fit, "Returns the parameter of greatest error.", ("min(", "max("))


class KeepsTheLastFold(KFold):
    """Returns what was trained without the last fold."""

    def fit(self, X: Any, y: Any) -> Any:
        super().fit(X, y)
        rest = np.arange(len(y) - len(y) // self.k)
        self.h = self.algorithm(X[rest], y[rest], self.theta)
        return self


MUTANTS = {
    "holdout-error": [("δ/2", bound(P <= delta / 2)), ("2δ²/5", bound(P <= 2 * delta**2 / 5))],
    "holdout-selection": [
        ("δ/2", bound(P <= delta / 2)),
        ("half of a share of δ for each predictor", other(measure=for_one_predictor)),
    ],
    "holdout-choice": [("δ/1000", bound(P <= delta / 1000)), ("the choice is the best", other(measure=not_the_best))],
    "srm-bound": [("δ/6", bound(P <= delta / 6))],
    "k-fold-cross-validation": [
        ("trains on all", learner(TrainsOnAll)),
        ("leaves one fold out", learner(LeavesOneFoldOut)),
        ("the greatest error", learner(GreatestError)),
        ("does not train on all in the end", learner(KeepsTheLastFold)),
        ("validates twice", bound(And(Eq(low, 2), Eq(high, 2), Eq(F, 0), E <= least))),
    ],
    "leave-one-out-parity": [
        ("a distance of 1/4", bound(Eq(Abs(estimate - Rational(1, 2)), Rational(1, 4)))),
        ("trains on all", learner(TrainsOnAll)),
        ("a fold errs where its label is the parity of the others", alone(step(ERRS, Eq(e, 1 - (y - r) ** 2), always))),
    ],
    "leave-one-out-of-neighbours": [
        ("a ninth", bound(9 * leave_one_out.m * D <= 8 * leave_one_out.k + 1)),
        ("the product once", alone(step(leave_one_out.MULTIPLIED, Eq(D, a - b + c), always))),
        ("one example alone", alone(step(leave_one_out.OF_THE_ESTIMATE, a <= 1 / leave_one_out.m, always))),
        ("no change at the new one", alone(step(leave_one_out.OF_BOTH, b >= A, always))),
        ("the error only falls", alone(step(leave_one_out.OF_THE_ERROR, c <= A, always))),
        (
            "a quarter of the changes",
            alone(step(leave_one_out.FEW_CHANGES, beta <= leave_one_out.k / leave_one_out.m / 4, always)),
        ),
    ],
    "confidence-boosting": [
        ("δ/2", bound(confidence.P <= confidence.delta / 2)),
        ("too few chunks", without(ENOUGH_CHUNKS)),
        ("a short last chunk", without(LAST_CHUNK)),
        ("a learner that is never good", alone(without(GOOD))),
        ("never misled", alone(step(MISLED, C <= 0, always))),
    ],
    "confidence-boosting-chunks": [
        ("δ/3", bound(delta0**k <= confidence.delta / 3)),
        ("one chunk more than needed", bound(delta0 ** (k - 1) <= confidence.delta / 2)),
        ("⌈log δ/log δ₀⌉ chunks", chunks_as_printed),
    ],
}
