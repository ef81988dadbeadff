"""Empirical risk minimisation over decision stumps."""

from typing import Self

import numpy as np

from learncheck.learners.arrays import Ints, Numbers


class DecisionStump:
    """The stump x -> sign(theta - x_j) b of least weighted training error; x_j = theta counts as below theta.

    State after `fit`: j, theta and b. Source: UML 10.1.1, ERM for Decision Stumps.
    """

    j: int
    theta: float
    b: int

    def fit(self, X: Numbers, y: Ints, sample_weight: Numbers | None = None) -> Self:
        """Find j, theta and b by one sweep over the sorted values of each coordinate: O(dm) after sorting.

        X: array (m, d), m and d at least 1. y: array (m,) of +1 and -1. sample_weight: array (m,),
        non-negative with a positive total; all ones by default.
        """
        m, d = X.shape
        D = np.ones(m, dtype=int) if sample_weight is None else np.asarray(sample_weight)
        order = np.argsort(X, axis=0, kind="stable")
        x = np.take_along_axis(X, order, axis=0)

        # Row i: the threshold with i examples below it. Moving it past an example subtracts y_i D_i from the
        # error F of the stump with b = 1; the stump with b = -1 errs exactly where that one is right.
        theta = np.vstack([x[:1] - 1, (x[:-1] + x[1:]) / 2, x[-1:] + 1])
        F = D[y == 1].sum() - np.vstack([np.zeros((1, d), dtype=int), np.cumsum((y * D)[order], axis=0)])
        errors = np.stack([F, D.sum() - F])  # b = 1, b = -1

        end = np.ones((1, d), dtype=bool)
        separates = np.vstack([end, x[:-1] < x[1:], end])  # no threshold fits between equal values
        best = np.where(separates, errors, np.inf).argmin()
        sign_index, i, j = np.unravel_index(best, errors.shape)
        self.j, self.theta, self.b = int(j), theta[i, j], (1, -1)[sign_index]
        return self

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        return np.where(X[:, self.j] <= self.theta, self.b, -self.b)
