"""Empirical risk minimisation over axis-aligned rectangles, and over intervals on the line."""

from typing import Self

import numpy as np

from learncheck.learners.arrays import Ints, Numbers


class RectangleERM:
    """The smallest rectangle around the positive examples. It labels its inside, with the boundary, +1.

    State after `fit`: a and b, arrays (n,), the lower and upper ends of its sides. Without a positive example it is
    empty: a = inf and b = -inf.
    Source: UML 8.2.2.
    """

    a: Numbers
    b: Numbers

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Take the least and the greatest value of each coordinate over the positive examples: O(nm).

        X: array (m, n). y: array (m,) of +1 and -1, the labels of some rectangle.
        """
        self.start(X, y)
        for v in X[y == 1]:
            self.round(v)
        return self

    def start(self, X: Numbers, y: Ints) -> None:
        """Take the empty rectangle, before the first example."""
        n = X.shape[1]
        self.a, self.b = np.full(n, np.inf), np.full(n, -np.inf)

    def round(self, v: Numbers) -> None:
        """Let the rectangle reach a positive example. v: array (n,)."""
        self.a, self.b = np.minimum(self.a, v), np.maximum(self.b, v)

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        inside = ((self.a <= X) & (self.b >= X)).all(1)
        return np.where(inside, 1, -1)


class IntervalERM:
    """The interval with the fewest training errors, for arbitrary labels. It may be empty.

    An interval errs on the positive examples outside and the negative ones inside. So it makes fewer errors than the
    empty interval by the sum of the labels inside.
    State after `fit`: a and b, its ends; a = inf and b = -inf if it is empty.
    Source: UML Exercise 8.1.
    """

    a: float
    b: float

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Try all pairs of values as ends, with a running sum of the labels inside: O(m²).

        X: array (m, 1). y: array (m,) of +1 and -1.
        """
        order = np.argsort(X[:, 0], kind="stable")
        x, y = X[order, 0].tolist(), y[order].tolist()
        m = len(x)
        best, self.a, self.b = 0, np.inf, -np.inf
        for i in range(m):
            if i > 0 and x[i - 1] == x[i]:
                continue  # equal values are inside together
            inside = 0
            for j in range(i, m):
                inside += y[j]
                if inside > best and (j + 1 == m or x[j] < x[j + 1]):
                    best, self.a, self.b = inside, x[i], x[j]
        return self

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        inside = (self.a <= X[:, 0]) & (self.b >= X[:, 0])
        return np.where(inside, 1, -1)
