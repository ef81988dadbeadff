"""Empirical risk minimisation over homogeneous halfspaces by linear programming."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arithmetic import inner


class HalfspaceLP:
    """The halfspace sign(⟨w,x⟩) with y_i⟨w,x_i⟩ >= 1 for all i, found by a linear program.

    State after `fit`: w, array (d,). Source: UML 9.1.1, (9.1).
    """

    w: NDArray[Any]

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
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

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        """Labels sign(⟨w,x⟩): +1, -1, or 0 at a tie, int array (len(X),)."""
        labels: NDArray[Any] = np.sign(inner(X, self.w)).astype(int)
        return labels
