"""The Perceptron on a sample: run until it separates, or with the best weights kept in the pocket."""

from typing import Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner
from learncheck.learners.arrays import Ints, Numbers


class BatchPerceptron:
    """While some i has y_i <w, x_i> <= 0, add y_i x_i to w (here the first such i).

    State after `fit`: w, array (d,), and n_updates, int, the number of updates. There is no bias. It never ends on
    samples that no halfspace separates. Source: UML 9.1.2, Batch Perceptron; LIN, PLA.
    """

    w: Numbers
    n_updates: int

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Run until y_i <w, x_i> > 0 for all i. X: array (m, d). y: array (m,) of +1 and -1."""
        self.start(X, y)
        while self.round(X, y):
            pass
        return self

    def start(self, X: Numbers, y: Ints) -> None:
        """Set w to 0, before the first round."""
        self.w, self.n_updates = np.zeros(X.shape[1], dtype=int), 0

    def round(self, X: Numbers, y: Ints) -> bool:
        """Correct one example that w does not label right. Return whether there was one."""
        wrong = y * inner(X, self.w) <= 0
        if not wrong.any():
            return False
        i = wrong.argmax()
        self.w = self.w + y[i] * X[i]
        self.n_updates += 1
        return True

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, and 0 where <w, x> = 0, int array (len(X),)."""
        return np.asarray(np.sign(inner(X, self.w)), dtype=int)


class Pocket:
    """Correct random mistakes like the Perceptron; keep the w with the fewest mistakes on the sample.

    max_updates: int, at least 1, the most corrections. seed: int, for the random choice of mistakes. A zero margin
    is a mistake. State after `fit`: w, array (d,), the weights in the pocket. There is no bias.
    Raises ValueError if max_updates < 1. Source: LIN, Pocket Algorithm.
    """

    w: Numbers

    def __init__(self, max_updates: int, seed: int) -> None:
        require(max_updates >= 1, f"max_updates is {max_updates}, but must be at least 1: allow a correction")
        self.max_updates = max_updates
        self.seed = seed

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Correct at most max_updates mistakes, or all of them. X: array (m, d). y: array (m,) of +1 and -1."""
        random = np.random.default_rng(self.seed)
        w = pocket = np.zeros(X.shape[1], dtype=int)
        wrong = np.arange(len(y))
        fewest = len(y)
        for _ in range(self.max_updates):
            if len(wrong) == 0:
                break
            i = random.choice(wrong)
            w = w + y[i] * X[i]
            wrong = np.flatnonzero(y * inner(X, w) <= 0)
            if len(wrong) < fewest:
                pocket, fewest = w, len(wrong)
        self.w = pocket
        return self

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, and 0 where <w, x> = 0, int array (len(X),)."""
        return np.asarray(np.sign(inner(X, self.w)), dtype=int)
