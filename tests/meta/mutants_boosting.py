"""Wrong variants of the claims on boosting and on decision stumps."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sympy import Eq, Rational, exp

from learners import AdaBoost, DecisionStump
from theorems.boosting import E, L, T, e, g, least
from theorems.claim import Claim, Step, always

Mutant = tuple[Claim, Any]
Mutate = Callable[[Claim], Mutant]


class NeverReweights(AdaBoost):
    """Hands over the uniform distribution in every round."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        self.hypotheses = [self.weak_learner(X, y, np.full(m, 1 / m)) for _ in range(self.n_rounds)]
        errors = np.array([(h(X) != y).mean() for h in self.hypotheses])
        self.estimator_weights = np.log(1 / np.maximum(errors, 1e-9) - 1) / 2
        return self


class UniformVote(AdaBoost):
    """Gives each hypothesis one vote."""

    def fit(self, X: Any, y: Any) -> Any:
        super().fit(X, y)
        self.estimator_weights = np.ones(len(self.hypotheses))
        return self


class LastHypothesis(AdaBoost):
    """Predicts by the hypothesis of the last round."""

    def predict(self, X: Any) -> Any:
        return self.hypotheses[-1](X)


class OneSign(DecisionStump):
    """Predicts -1 beyond the threshold whatever the sign that fits better."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        super().fit(X, y, sample_weight)
        self.b = 1
        return self


class IgnoresTheWeights(DecisionStump):
    """Counts each example once."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        return super().fit(X, y)


class MovesTheThreshold(DecisionStump):
    """Answers right on the sample, and elsewhere the other way round."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        self.sample = {tuple(x) for x in X}
        return super().fit(X, y, sample_weight)

    def predict(self, X: Any) -> Any:
        seen = np.array([tuple(x) in self.sample for x in X])
        return np.where(seen, 1, -1) * super().predict(X)


def bound(relation: Any) -> Mutate:
    """The claim with another bound."""
    return lambda claim: (claim.with_bound(relation), claim.learner)


def on(learner: type) -> Mutate:
    """The claim on another learner."""
    return lambda claim: (claim, learner)


def step(words: str, relation: Any) -> Mutate:
    """The claim with another step."""

    def mutate(claim: Claim) -> Mutant:
        assert words in claim.steps
        return replace(claim, steps={words: Step(relation, always)}), claim.learner

    return mutate


def dropping(hypothesis: str) -> Mutate:
    """The claim without one of its hypotheses and without its steps."""
    return lambda claim: (replace(claim.without(hypothesis), steps={}), claim.learner)


MUTANTS = {
    "adaboost-training-error": [
        ("exp(-4γ²T)", bound(L <= exp(-4 * g**2 * T))),
        ("exp(-2γT)", bound(L <= exp(-2 * g * T))),
        ("1/(2T)", bound(L <= 1 / (2 * T))),
        (
            "4ε(1 - ε) ≤ 1 - 5γ²",
            step("4ε(1 − ε), the square of Z's factor, is at most 1 − 4γ²", 4 * e * (1 - e) <= 1 - 5 * g**2),
        ),
        ("no edge", dropping("edge")),
        ("a negative edge", dropping("positive edge")),
        ("never reweights", on(NeverReweights)),
        ("a uniform vote", on(UniformVote)),
        ("the last hypothesis", on(LastHypothesis)),
    ],
    "adaboost-conforms": [
        ("never reweights", on(NeverReweights)),
        ("a uniform vote", on(UniformVote)),
        ("the last hypothesis", on(LastHypothesis)),
    ],
    "adaboost-forces-new-errors": [
        ("never reweights", on(NeverReweights)),
        ("an error of 2/5", bound(Eq(E, Rational(2, 5)))),
    ],
    "stump-erm": [
        ("one sign", on(OneSign)),
        ("ignores the weights", on(IgnoresTheWeights)),
        ("half of the least error", bound(2 * E <= least)),
    ],
    "decision-stump-conforms": [
        ("one sign", on(OneSign)),
        ("ignores the weights", on(IgnoresTheWeights)),
        ("is no stump off the sample", on(MovesTheThreshold)),
    ],
}
