"""Wrong variants of the claims on boosting and on decision stumps."""

from typing import Any

import numpy as np
from changes import alone, bound, edited, learner, step, without
from implementations import implementation
from sympy import And, Eq, Rational, exp

from learncheck.learners import AdaBoost, AdaBoostStumps, DecisionStump
from learncheck.theorems.language.step import always
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE, POSITIVE_EDGE, SMALL_FACTOR, Z2, E_next, L, T, Y, e, g
from learncheck.theorems.notes.boosting.stumps import E, least

UnweightedStumps = implementation("AdaBoostStumps", "unweighted stumps")
OneSign = implementation("DecisionStump", "one sign")
IgnoresTheWeights = implementation("DecisionStump", "ignores the weights")
NeverReweights = edited(
    AdaBoost.round, "Hands over the uniform distribution in every round.", (" * exp(-w * y * predictions)", "")
)
UniformVote = edited(AdaBoost.round, "Gives each hypothesis one vote.", ("weights, w)", "weights, 1)"))
LastHypothesis = edited(AdaBoost.predict, "Predicts by the hypothesis of the last round.", ("vote + w * ", ""))


class OneStump(AdaBoostStumps):
    """Makes one round, whatever it is told."""

    def __init__(self, n_rounds: int) -> None:
        super().__init__(1)


class ForgetsTheSecondCoordinate(AdaBoostStumps):
    """Reads one coordinate of what is not in the sample."""

    def fit(self, X: Any, y: Any) -> Any:
        self.sample = {tuple(x) for x in X}
        return super().fit(X, y)

    def predict(self, X: Any) -> Any:
        seen = np.array([[tuple(x) in self.sample] for x in X])
        return super().predict(np.where(seen, X, X[:, :1]))


class MovesTheThreshold(DecisionStump):
    """Answers right on the sample, and elsewhere the other way round."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        self.sample = {tuple(x) for x in X}
        return super().fit(X, y, sample_weight)

    def predict(self, X: Any) -> Any:
        seen = np.array([tuple(x) in self.sample for x in X])
        return np.where(seen, 1, -1) * super().predict(X)


MUTANTS = {
    "adaboost-training-error": [
        ("exp(-4γ²T)", bound(L <= exp(-4 * g**2 * T))),
        ("exp(-2γT)", bound(L <= exp(-2 * g * T))),
        ("1/(2T)", bound(L <= 1 / (2 * T))),
        ("4ε(1 - ε) ≤ 1 - 5γ²", alone(step(SMALL_FACTOR, 4 * e * (1 - e) <= 1 - 5 * g**2, always))),
        ("no edge", alone(without(HAS_EDGE))),
        ("a negative edge", alone(without(POSITIVE_EDGE))),
        ("never reweights", learner(NeverReweights)),
        ("a uniform vote", learner(UniformVote)),
        ("the last hypothesis", learner(LastHypothesis)),
    ],
    "adaboost-bound-falls": [
        ("Z falls to √(1 − 5γ²) of itself", bound(And(L**2 <= Z2, Y <= 1 - 5 * g**2))),
        ("Z² in place of Z", bound(And(L <= Z2, Y <= 1 - 4 * g**2))),
        ("no edge", without(HAS_EDGE)),
        ("never reweights", learner(NeverReweights)),
        ("a uniform vote", learner(UniformVote)),
    ],
    "adaboost-conforms": [
        ("never reweights", learner(NeverReweights)),
        ("a uniform vote", learner(UniformVote)),
        ("the last hypothesis", learner(LastHypothesis)),
    ],
    "adaboost-weights": [
        ("a uniform vote", learner(UniformVote)),
    ],
    "adaboost-forces-new-errors": [
        ("never reweights", learner(NeverReweights)),
        ("an error of 2/5", bound(Eq(E_next, Rational(2, 5)))),
    ],
    "adaboost-stumps-training-error": [
        ("exp(-40γ²T)", bound(L <= exp(-40 * g**2 * T))),
        ("exp(-γT)", bound(L <= exp(-g * T))),
        ("one stump", learner(OneStump)),
        ("unweighted stumps", learner(UnweightedStumps)),
    ],
    "adaboost-stumps-conforms": [
        ("one stump", learner(OneStump)),
        ("unweighted stumps", learner(UnweightedStumps)),
        ("reads one coordinate beyond the sample", learner(ForgetsTheSecondCoordinate)),
    ],
    "stump-erm": [
        ("one sign", learner(OneSign)),
        ("ignores the weights", learner(IgnoresTheWeights)),
        ("half of the least error", bound(2 * E <= least)),
    ],
    "decision-stump-conforms": [
        ("one sign", learner(OneSign)),
        ("ignores the weights", learner(IgnoresTheWeights)),
        ("is no stump off the sample", learner(MovesTheThreshold)),
    ],
}
