"""Boosting: a strong learner from a weak one."""

from collections.abc import Callable
from typing import Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import exp, log
from learncheck.learners.arrays import Floats, Ints, Numbers
from learncheck.learners.batch.stump import DecisionStump

Hypothesis = Callable[[Numbers], Ints]
WeakLearner = Callable[[Numbers, Ints, Floats], Hypothesis]


class AdaBoost:
    """A weighted vote of weak hypotheses, each trained with more weight on the errors of its predecessors.

    weak_learner: function (X, y, D) -> h, called once per round with the distribution D, array (m,); h(X) is an
    array of +1 and -1. n_rounds: int, at least 1.
    State after `fit`: hypotheses, list of the h_t; estimator_weights, array of their w_t; and the next D.
    A hypothesis without error would have infinite weight, so it ends the training and decides alone.
    Raises ValueError if `weak_learner` cannot be called or n_rounds < 1. Source: UML 10.2.
    """

    D: Floats
    hypotheses: list[Hypothesis]
    estimator_weights: Floats

    def __init__(self, weak_learner: WeakLearner, n_rounds: int) -> None:
        require(callable(weak_learner), f"weak_learner is {weak_learner!r}, no function: pass (X, y, D) -> h")
        require(n_rounds >= 1, f"n_rounds is {n_rounds}, but must be at least 1: ask for a round")
        self.weak_learner = weak_learner
        self.n_rounds = n_rounds

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Run the rounds. X: m instances. y: array (m,) of +1 and -1, m at least 1."""
        self.start(X, y)
        for _ in range(self.n_rounds):
            if not self.round(X, y):
                break
        return self

    def start(self, X: Numbers, y: Ints) -> None:
        """Set D to the uniform distribution, before the first round."""
        self.D = np.full(len(y), 1 / len(y))
        self.hypotheses, self.estimator_weights = [], np.zeros(0)

    def round(self, X: Numbers, y: Ints) -> bool:
        """Ask for one hypothesis, and weigh the examples anew. Return whether the training goes on."""
        h = self.weak_learner(X, y, self.D)
        predictions = np.asarray(h(X))
        epsilon = self.D[predictions != y].sum()
        if epsilon == 0:
            self.hypotheses, self.estimator_weights = [h], np.ones(1)
            return False
        w = log(1 / epsilon - 1) / 2
        D = self.D * exp(-w * y * predictions)
        self.D = D / D.sum()
        self.hypotheses = [*self.hypotheses, h]
        self.estimator_weights = np.append(self.estimator_weights, w)
        return True

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, and 0 at a tie of the vote, int array (len(X),)."""
        vote: float = 0
        for h, w in zip(self.hypotheses, self.estimator_weights, strict=True):
            vote = vote + w * np.asarray(h(X))
        return np.asarray(np.sign(vote), dtype=int)


class AdaBoostStumps(AdaBoost):
    """AdaBoost with a built-in weak learner: decision stumps of least weighted error.

    n_rounds: int, at least 1. Instances are rows of a float array (m, d).
    State after `fit`: as for AdaBoost. Raises ValueError if n_rounds < 1. Source: UML 10.2 with 10.1.1.
    """

    def __init__(self, n_rounds: int) -> None:
        super().__init__(least_stump, n_rounds)


def least_stump(X: Numbers, y: Ints, D: Floats) -> Hypothesis:
    """The weak learner that does ERM over decision stumps. Lists will do in place of arrays."""
    stump = DecisionStump().fit(np.asarray(X), np.asarray(y), sample_weight=np.asarray(D))
    return lambda X: stump.predict(np.asarray(X))


class BoostingByMajority:
    """The majority of weak hypotheses, each trained with more weight on the errors of its predecessors.

    weak_learner: function (X, y, w) -> h, called once per round with weights w >= 0, array (m,), whose sum is any
    positive number; h(X) is an array of +1 and -1. gamma: number, 0 < gamma < 1/2, the edge of the weak learner: h is
    right on a share 1/2 + gamma of the weight. n_rounds: int, at least 1.
    State after `fit`: hypotheses, list of the h_t.
    Raises ValueError if `weak_learner` cannot be called, or gamma or n_rounds is out of range. Source: JAI, Boosting.
    """

    hypotheses: list[Hypothesis]

    def __init__(self, weak_learner: WeakLearner, gamma: float, n_rounds: int) -> None:
        require(callable(weak_learner), f"weak_learner is {weak_learner!r}, no function: pass (X, y, w) -> h")
        require(0 < gamma < 0.5, f"gamma is {gamma}, but a weak learner's edge lies between 0 and 1/2: pass such a one")
        require(n_rounds >= 1, f"n_rounds is {n_rounds}, but must be at least 1: ask for a round")
        self.weak_learner = weak_learner
        self.gamma = gamma
        self.n_rounds = n_rounds

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Run the rounds. X: m instances. y: array (m,) of +1 and -1, m at least 1."""
        alpha = (0.5 + self.gamma) / (0.5 - self.gamma)
        w = np.ones(len(y))
        hypotheses = []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, w)
            hypotheses.append(h)
            w = np.where(np.asarray(h(X)) != y, alpha * w, w)
        self.hypotheses = hypotheses
        return self

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, and 0 at a tie of the majority, int array (len(X),)."""
        return np.asarray(np.sign(sum(np.asarray(h(X)) for h in self.hypotheses)), dtype=int)
