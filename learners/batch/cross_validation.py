"""Model selection by k-fold cross validation."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Self

import numpy as np

from learncheck.learners.arrays import Ints, Numbers

Predictor = Callable[[Numbers], Ints]
Algorithm = Callable[[Numbers, Ints, int], Predictor]


class KFold:
    """k-fold cross validation for model selection, as in the pseudo-code.

    algorithm: function (X, y, theta) -> h. parameters: the thetas. k: int, a divisor of the number of examples.
    State after `fit`: errors, the estimate for each theta as a Fraction; theta, the first with the least estimate;
    h, trained with it on all examples. Source: UML 11.2.4.
    """

    errors: list[Fraction]
    theta: int
    h: Predictor

    def __init__(self, algorithm: Algorithm, parameters: Sequence[int], k: int) -> None:
        self.algorithm = algorithm
        self.parameters = parameters
        self.k = k

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Estimate the error of each theta, and train with the best one. X: m instances. y: labels, array (m,)."""
        folds = np.arange(len(y)).reshape(self.k, -1)
        self.errors = [
            sum((self.error_on(fold, X, y, theta) for fold in folds), Fraction(0)) / self.k for theta in self.parameters
        ]
        self.theta = self.parameters[self.errors.index(min(self.errors))]
        self.h = self.algorithm(X, y, self.theta)
        return self

    def error_on(self, fold: Ints, X: Numbers, y: Ints, theta: int) -> Fraction:
        """Train with theta on the other folds, and return the error on this one."""
        rest = np.setdiff1d(np.arange(len(y)), fold)
        h = self.algorithm(X[rest], y[rest], theta)
        return Fraction(int((h(X[fold]) != y[fold]).sum()), len(fold))

    def predict(self, X: Numbers) -> Ints:
        """The labels that h predicts."""
        return self.h(X)
