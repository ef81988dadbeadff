"""Winnow: a halfspace over 0/1 features with multiplicative updates."""

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner
from learncheck.learners.arrays import Ints, Numbers


class Winnow:
    """Predict + iff <w, x> >= n; after a mistake double or halve the weights of the variables that are on.

    n: int, at least 1, the number of variables. An instance is a 0/1 array (n,).
    State: w, array (n,).
    Raises ValueError if n < 1. Source: VEM 8.4.2, Algorithm 5.
    """

    w: Numbers

    def __init__(self, n: int) -> None:
        require(n >= 1, f"n is {n}, but there must be n >= 1 variables: pass the length of an instance")
        self.n = n
        self.w = np.ones(n, dtype=int)

    def predict(self, x: Ints) -> int:
        return 1 if inner(self.w, x) >= self.n else -1

    def update(self, x: Ints, y: int) -> None:
        if self.predict(x) != y:
            factor = 1 + x  # 2 where x_i = 1, and 1 elsewhere
            self.w = self.w * factor if y == 1 else self.w / factor


class WinnowKOfR:
    """Winnow with the gentler factor 1 + epsilon, for k-out-of-r majorities.

    n: int, at least 1, the number of variables. epsilon: number > 0. An instance is a 0/1 array (n,).
    State: w, array (n,).
    Raises ValueError if n < 1 or epsilon <= 0. Source: VEM 8.4.2, Learn k-out-of-r Majority function.
    """

    w: Numbers

    def __init__(self, n: int, epsilon: float) -> None:
        require(n >= 1, f"n is {n}, but there must be n >= 1 variables: pass the length of an instance")
        require(epsilon > 0, f"epsilon is {epsilon}, but 1 + epsilon must exceed 1: pass a positive epsilon")
        self.n = n
        self.epsilon = epsilon
        self.w = np.ones(n, dtype=int)

    def predict(self, x: Ints) -> int:
        return 1 if inner(self.w, x) >= self.n else -1

    def update(self, x: Ints, y: int) -> None:
        if self.predict(x) != y:
            factor = 1 + self.epsilon * x  # 1 + epsilon where x_i = 1, and 1 elsewhere
            self.w = self.w * factor if y == 1 else self.w / factor
