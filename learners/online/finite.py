"""Learners for finite classes: they keep the version space, or its two ends."""

import numpy as np

from learncheck.learners.arguments import class_table, require
from learncheck.learners.arrays import Ints
from learncheck.learners.sign import sign


class Consistent:
    """Predict by some hypothesis that has been right so far (here the first one).

    hypotheses: int array (|H|, |X|) of +1 and -1, distinct rows; an instance is the number of a column.
    State: alive, bool array (|H|,), the version space. For realizable sequences only: if no hypothesis is alive,
    the first one predicts.
    Raises ValueError if `hypotheses` is not such a table. Source: LEC, The consistent learner.
    """

    def __init__(self, hypotheses: Ints) -> None:
        self.hypotheses = class_table(hypotheses)
        self.alive = np.ones(len(self.hypotheses), dtype=bool)

    def predict(self, x: int) -> int:
        first = self.alive.argmax()
        return int(self.hypotheses[first, x])

    def update(self, x: int, y: int) -> None:
        self.alive = self.alive & (self.hypotheses[:, x] == y)


class Halving:
    """Predict by the majority of the hypotheses that have been right so far.

    hypotheses: int array (|H|, |X|) of +1 and -1, distinct rows; an instance is the number of a column.
    State: alive, bool array (|H|,), the version space. A tie predicts 0, and so does an empty version space.
    Raises ValueError if `hypotheses` is not such a table. Source: LEC, The Halving learner; VEM 8.2.
    """

    def __init__(self, hypotheses: Ints) -> None:
        self.hypotheses = class_table(hypotheses)
        self.alive = np.ones(len(self.hypotheses), dtype=bool)

    def predict(self, x: int) -> int:
        return sign(self.hypotheses[self.alive, x].sum())

    def update(self, x: int, y: int) -> None:
        self.alive = self.alive & (self.hypotheses[:, x] == y)


class ThresholdHalving:
    """Halving for thresholds on the grid {0, 1/n, ..., 1}, in O(log n) bits and without a loop.

    n: int, at least 1. An instance is an int k in 0...n and means k/n; its label is +1 iff it lies above the
    threshold.
    State: l and r, the least and the greatest threshold left, in units of 1/(2n). In these units instances are
    even and the n + 2 thresholds -1, 1, ..., 2n + 1 are odd, so nothing is rounded. A tie predicts 0.
    Raises ValueError if n < 1. Source: LEC, Efficient Halving for discrete thresholds.
    """

    def __init__(self, n: int) -> None:
        require(n >= 1, f"n is {n}, but the grid 0, 1/n, ..., 1 needs n >= 1: pass the number of its steps")
        self.l, self.r = -1, 2 * n + 1

    def predict(self, k: int) -> int:
        x = 2 * k
        return sign((x - self.l) - (self.r - x))

    def update(self, k: int, y: int) -> None:
        x = 2 * k
        if self.l <= x <= self.r:
            if y == 1:
                self.r = x - 1
            else:
                self.l = x + 1


class DisjunctionElimination:
    """Predict by the disjunction of all variables that no negative example has ruled out.

    n: int, at least 1, the number of variables. An instance is a 0/1 array (n,).
    State: candidates, bool array (n,). It never errs on a positive example of a monotone disjunction, and
    every mistake rules out a variable: at most n mistakes.
    Raises ValueError if n < 1. Source: JAI, the case study of disjunctions.
    """

    def __init__(self, n: int) -> None:
        require(n >= 1, f"n is {n}, but a disjunction needs n >= 1 variables: pass the length of an instance")
        self.candidates = np.ones(n, dtype=bool)

    def predict(self, x: Ints) -> int:
        return 1 if (self.candidates & (x == 1)).any() else -1

    def update(self, x: Ints, y: int) -> None:
        if y == -1:
            self.candidates = self.candidates & (x == 0)
