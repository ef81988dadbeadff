"""Wrong proofs of the claims on boosting."""

from typing import Any

import numpy as np
from changes import Change, bound, joined, learner, proof, rounds, step, without
from mutants_boosting import LastHypothesis, NeverReweights, UniformVote
from sympy import Rational, exp, symbols

from learncheck.learners import AdaBoost
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.boosting.adaboost import (
    BELOW_Z,
    HAS_EDGE,
    NO_PERFECT_ROUND,
    POSITIVE_EDGE,
    Z2,
    L,
    P,
    T,
    e,
    g,
)


def below_z(relation: Any) -> Change:
    """Another step in the place of L ≤ Z."""
    return step(BELOW_Z, relation)


def faster(rate: int, change: Change) -> Change:
    """The change, and a name for e^(−rate·γ²T), which it may speak of."""

    names = joined(names={fast: exp(-rate * g**2 * T), fast_factor: exp(-rate * g**2)})
    return lambda claim: names(change(claim))


fast, fast_factor = symbols("fast factor", positive=True)


class TwiceTheWeight(AdaBoost):
    """The weight is log(1/ε − 1), without the ½."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        D = np.full(m, 1 / m)
        hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            epsilon = D[predictions != y].sum()
            w = np.log(1 / epsilon - 1)
            D = D * np.exp(-w * y * predictions)
            D = D / D.sum()
            hypotheses.append(h)
            weights.append(w)
        self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
        return self


class NotNormalized(AdaBoost):
    """D is not divided by its sum."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        D = np.full(m, 1 / m)
        hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            epsilon = D[predictions != y].sum()
            w = np.log(1 / epsilon - 1) / 2
            D = D * np.exp(-w * y * predictions)
            hypotheses.append(h)
            weights.append(w)
        self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
        return self


class WrongWay(AdaBoost):
    """Examples that h labels right gain."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        D = np.full(m, 1 / m)
        hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            epsilon = D[predictions != y].sum()
            w = np.log(1 / epsilon - 1) / 2
            D = D * np.exp(w * y * predictions)
            D = D / D.sum()
            hypotheses.append(h)
            weights.append(w)
        self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
        return self


class FrozenWhereMany(AdaBoost):
    """D stays as it is on samples of more than 100 examples."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        D = np.full(m, 1 / m)
        hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            epsilon = D[predictions != y].sum()
            w = np.log(1 / epsilon - 1) / 2
            if m <= 100:
                D = D * np.exp(-w * y * predictions)
                D = D / D.sum()
            hypotheses.append(h)
            weights.append(w)
        self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
        return self


class FrozenAfterSixty(AdaBoost):
    """D stays as it is after 60 rounds."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        D = np.full(m, 1 / m)
        hypotheses, weights = [], []
        for t in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            epsilon = D[predictions != y].sum()
            w = np.log(1 / epsilon - 1) / 2
            if t < 60:
                D = D * np.exp(-w * y * predictions)
                D = D / D.sum()
            hypotheses.append(h)
            weights.append(w)
        self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
        return self


class CountsItsRounds(AdaBoost):
    """D stays as it is once there are 60 hypotheses."""

    def fit(self, X: Any, y: Any) -> Any:
        m = len(y)
        D = np.full(m, 1 / m)
        hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            predictions = np.asarray(h(X))
            epsilon = D[predictions != y].sum()
            w = np.log(1 / epsilon - 1) / 2
            if len(hypotheses) < 60:
                D = D * np.exp(-w * y * predictions)
                D = D / D.sum()
            hypotheses.append(h)
            weights.append(w)
        self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
        return self


class FewRounds(AdaBoost):
    """At most 1,000 rounds."""

    def __init__(self, weak_learner: Any, n_rounds: int) -> None:
        super().__init__(weak_learner, min(n_rounds, 1000))


class LastSixty(AdaBoost):
    """The vote of the last 60 hypotheses."""

    def predict(self, X: Any) -> Any:
        votes = [w * np.asarray(h(X)) for h, w in zip(self.hypotheses, self.estimator_weights, strict=True)]
        return np.asarray(np.sign(sum(votes[-60:])), dtype=int)


class ForgetsTheFirst(AdaBoost):
    """The first hypothesis has no vote."""

    def predict(self, X: Any) -> Any:
        votes = [w * np.asarray(h(X)) for h, w in zip(self.hypotheses, self.estimator_weights, strict=True)]
        return np.asarray(np.sign(sum(votes[1:])), dtype=int)


class TurnedVote(AdaBoost):
    """The opposite of the vote."""

    def predict(self, X: Any) -> Any:
        votes = [w * np.asarray(h(X)) for h, w in zip(self.hypotheses, self.estimator_weights, strict=True)]
        return np.asarray(np.sign(-sum(votes)), dtype=int)


WRONG_LOOPS = (
    TwiceTheWeight,
    NotNormalized,
    WrongWay,
    FrozenWhereMany,
    FrozenAfterSixty,
    CountsItsRounds,
    FewRounds,
    LastSixty,
    ForgetsTheFirst,
    TurnedVote,
)
"""Learners that differ in one line of their own code."""

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "adaboost-training-error": [
        ("the bound is 1% smaller", bound(L <= exp(-2 * g**2 * T) * Rational(99, 100))),
        ("the bound is smaller by 1/100", bound(L <= exp(-2 * g**2 * T) - Rational(1, 100))),
        ("the bound is strict", bound(L < exp(-2 * g**2 * T))),
        ("the bound is e^(−4γ²T)", faster(4, bound(L <= exp(-4 * g**2 * T)))),
        ("Z ≤ e^(−3γ²T)", faster(3, proof(invariant={"L ≤ Z": L**2 <= Z2, "Z ≤ e^(−3γ²T)": Z2 <= fast**2}))),
        ("no edge", without(HAS_EDGE)),
        ("a negative edge", without(POSITIVE_EDGE)),
        ("half of the edge", rounds(given={HAS_EDGE: e <= Rational(1, 2) - g / 2})),
        ("an edge on the other side", rounds(given={HAS_EDGE: e >= Rational(1, 2) - g})),
        ("L ≤ Z is dropped", rounds(steps=())),
        ("L ≤ Z is turned", below_z(Next(L) ** 2 >= Next(Z2))),
        ("L ≤ Z/2", below_z(4 * Next(L) ** 2 <= Next(Z2))),
        ("√(1 − 4γ²) ≤ e^(−2γ²) is dropped", rounds(using=())),
        ("Z stays", rounds(sets={T: T + 1}, keeps=(Z2,))),
        ("Z is halved", rounds(sets={T: T + 1, Z2: Z2 / 4})),
        ("Z′ = 2√(ε(1 − ε))·Z without the 2", rounds(sets={T: T + 1, Z2: e * (1 - e) * Z2})),
        ("Z is multiplied by ε(1 − ε) too often", rounds(sets={T: T + 1, Z2: 4 * e**2 * (1 - e) ** 2 * Z2})),
        ("a round is not counted", rounds(sets={T: T, Z2: 4 * e * (1 - e) * Z2})),
        ("L starts with 0", proof(start={T: 0, L: 0, Z2: 1})),
        ("Z starts with 2", proof(start={T: 0, L: 1, Z2: 4})),
        ("Z starts with 1/2", proof(start={T: 0, L: 1, Z2: Rational(1, 4)})),
        ("a round has been played", proof(start={T: 1, L: 1, Z2: 1})),
        ("Z ≤ e^(−2γ²T) is left out", proof(invariant={"L ≤ Z": L**2 <= Z2})),
        ("L ≤ Z is left out", proof(invariant={"Z ≤ e^(−2γ²T)": Z2 <= P**2})),
        ("never reweights", learner(NeverReweights)),
        ("a uniform vote", learner(UniformVote)),
        ("the last hypothesis", learner(LastHypothesis)),
        ("a perfect round", without(NO_PERFECT_ROUND)),
        *((str(wrong.__doc__), learner(wrong)) for wrong in WRONG_LOOPS),
    ]
}
