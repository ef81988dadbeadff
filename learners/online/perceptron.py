"""The Perceptron, its kernel form and its modification."""

from collections.abc import Callable

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner
from learncheck.learners.arrays import Numbers
from learncheck.learners.sign import sign

Kernel = Callable[[Numbers, Numbers], float]


class Perceptron:
    """Rosenblatt's Perceptron: predict the sign of <w, x>; add y x to w after a mistake.

    d: int, at least 1. An instance is an array (d,). The halfspace is homogeneous: there is no bias.
    State: w, array (d,). A zero margin predicts 0 and is a mistake.
    Raises ValueError if d < 1. Source: UML 9.1.2; VEM 8.3, Algorithm 1; JAI, Perceptron.
    """

    w: Numbers

    def __init__(self, d: int) -> None:
        require(d >= 1, f"d is {d}, but instances need d >= 1 coordinates: pass the length of an instance")
        self.w = np.zeros(d, dtype=int)

    def predict(self, x: Numbers) -> int:
        return sign(inner(self.w, x))

    def update(self, x: Numbers, y: int) -> None:
        if y * inner(self.w, x) <= 0:
            self.w = self.w + y * x


class KernelPerceptron:
    """The Perceptron in a kernel's feature space: it stores its mistakes instead of w.

    kernel: function of two instances, kernel(x, z) -> number. An instance is an array.
    State: mistakes, tuple of the pairs (x, y) on which it erred. A sum of 0 predicts 0 and is a mistake.
    Raises ValueError if `kernel` cannot be called. Source: VEM 8.3.1.
    """

    def __init__(self, kernel: Kernel) -> None:
        require(callable(kernel), f"kernel is {kernel!r}, no function: pass kernel(x, z) -> number")
        self.kernel = kernel
        self.mistakes: tuple[tuple[Numbers, int], ...] = ()

    def predict(self, x: Numbers) -> int:
        score: float = 0
        for x_i, y_i in self.mistakes:  # plain addition in this order; `sum` may compensate float errors
            score = score + y_i * self.kernel(x_i, x)
        return sign(score)

    def update(self, x: Numbers, y: int) -> None:
        if self.predict(x) != y:
            self.mistakes = (*self.mistakes, (x, y))


class ModifiedPerceptron:
    """If <w, x> is wrong by more than sigma ||w||, remove the component of w along x.

    sigma: number > 0. w0: array (d,), the random unit vector at the start. An instance is a unit vector (d,).
    State: w, array (d,). A zero margin predicts 0.
    Raises ValueError if sigma <= 0. Source: VEM 8.3.2, Algorithm 2.
    """

    w: Numbers

    def __init__(self, sigma: float, w0: Numbers) -> None:
        require(sigma > 0, f"sigma is {sigma}, but must be positive: pass the margin to ignore")
        self.sigma = sigma
        self.w = w0

    def predict(self, x: Numbers) -> int:
        return sign(inner(self.w, x))

    def update(self, x: Numbers, y: int) -> None:
        margin, sigma = inner(self.w, x), self.sigma
        # |<w, x>| > sigma ||w||, squared: no root, so Fractions stay exact
        if self.predict(x) != y and margin * margin > sigma * sigma * inner(self.w, self.w):
            self.w = self.w - margin * x
