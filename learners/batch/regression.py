"""Linear predictors of real values and of probabilities: least squares and logistic regression."""

from typing import Self

import numpy as np

from learncheck.learners.arithmetic import exp, inner, log, orthogonal_columns, product, solve
from learncheck.learners.arrays import Floats, Ints, Numbers


class LeastSquares:
    """The linear function x -> <w, x> of least squared loss, which solves the normal equations A w = b.

    w = A^+ b for A = sum x_i x_i^T and b = sum y_i x_i, where A^+ = V D^+ V^T inverts the nonzero eigenvalues: the
    shortest minimiser. V and D are found from the instances, as half of the digits are lost in A. There is no bias: add
    a constant coordinate to the instances if you want one.
    State after `fit`: w, array (d,). Source: UML 9.2.1.
    """

    w: Floats

    def fit(self, X: Numbers, y: Numbers) -> Self:
        """Solve the normal equations. X: array (m, d), m and d at least 1. y: real array (m,)."""
        XV, V = orthogonal_columns(X)
        D = np.square(XV).sum(axis=0)
        inverse = np.where(D > 0, 1 / np.where(D > 0, D, 1), 0)
        self.w = np.zeros(X.shape[1])
        for _ in range(2):  # the second time refines what rounding has left
            self.w = self.w + inner(V, inverse * inner(XV.T, y - inner(X, self.w)))
        return self

    def predict(self, X: Numbers) -> Floats:
        """The reals <w, x>, array (len(X),)."""
        return np.asarray(inner(X, self.w))


class LogisticRegression:
    """The w of least mean logistic loss log(1 + exp(-y <w, x>)), by Newton's method; predicts sign <w, x>.

    The sample must have full rank, and no halfspace may separate it, not even weakly; otherwise there is no unique
    minimiser.
    There is no bias. State after `fit`: w, array (d,). A zero score predicts 0. Source: UML 9.3.
    """

    w: Floats

    def fit(self, X: Numbers, y: Ints, *, rounds: int = 100) -> Self:
        """Run Newton's method for at most `rounds` rounds. X: array (m, d) of rank d. y: array (m,) of +1 and -1.

        Raises ValueError if it does not converge in time, because there is no minimiser.
        """
        signed = X * y[:, None]
        w = np.zeros(X.shape[1])
        for _ in range(rounds):
            p = 1 / (1 + exp(inner(signed, w)))  # the probability of the other label
            step = solve(product(signed.T * (p * (1 - p)), signed), inner(signed.T, p))
            decrement = inner(inner(signed, step), p)  # twice the decrease if the loss were quadratic
            if np.abs(inner(signed, step)).max() < 1e-6:  # the next step would be of the order of its square
                self.w = w + step
                return self
            size, loss = 1.0, self._loss(inner(signed, w))
            while self._loss(inner(signed, w + size * step)) > loss - size * decrement / 4:
                size /= 2
            w = w + size * step
        raise ValueError(f"no minimiser after {rounds} rounds: drop linearly dependent columns, or separable labels")

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, and 0 if <w, x> = 0; int array (len(X),)."""
        return np.asarray(np.sign(inner(X, self.w)), dtype=int)

    @staticmethod
    def _loss(margins: Floats) -> float:
        return float((np.maximum(0, -margins) + log(1 + exp(-np.abs(margins)))).sum())
