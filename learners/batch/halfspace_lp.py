"""Empirical risk minimisation over homogeneous halfspaces by linear programming."""

from typing import Self

import numpy as np

from learncheck.learners.arithmetic import inner
from learncheck.learners.arrays import Floats, Ints, Numbers


class HalfspaceLP:
    """The halfspace sign(⟨w,x⟩) with y_i⟨w,x_i⟩ >= 1 for all i, found by a linear program.

    State after `fit`: w, array (d,). Source: UML 9.1.1, (9.1).
    """

    w: Floats

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Solve max ⟨u,w⟩ subject to Aw >= v, with A_ij = y_i x_ij, v = (1, ..., 1) and the dummy u = 0.

        X: array (m, d), m and d at least 1. y: array (m,) of +1 and -1. Raises ValueError if no w separates the
        sample.
        """
        from scipy.optimize import linprog  # only this learner needs a solver; the others need only numpy

        m, d = X.shape
        A, v, u = y[:, None] * X, np.ones(m), np.zeros(d)
        solution = linprog(-u, A_ub=-A, b_ub=-v, bounds=(None, None))
        if not solution.success:
            raise ValueError(
                f"no w has y_i⟨w,x_i⟩ >= 1 on these {m} examples in {d} dimensions: give a sample that a homogeneous "
                "halfspace labels, with a constant coordinate where a bias is wanted"
            )
        self.w = solution.x
        return self

    def predict(self, X: Numbers) -> Ints:
        """Labels sign(⟨w,x⟩): +1, -1, or 0 at a tie, int array (len(X),)."""
        labels: Ints = np.sign(inner(X, self.w)).astype(int)
        return labels
