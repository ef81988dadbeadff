"""The Ellipsoid learner for halfspaces."""

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner, root
from learncheck.learners.arrays import Numbers
from learncheck.learners.sign import sign


class Ellipsoid:
    """Keep the least ellipsoid {A^(1/2) u + w : ||u|| <= 1} around the remaining targets; predict by its centre w.

    d: int, at least 2. An instance is a nonzero array (d,). The halfspace is homogeneous: there is no bias.
    State: w, array (d,), and A, positive definite array (d, d). A zero margin predicts 0 and is a mistake.
    On Fractions A stays exact, but its digits double with every mistake; w involves a square root.
    Raises ValueError if d < 2. Source: LEC, The Ellipsoid Learner.
    """

    w: Numbers
    A: Numbers

    def __init__(self, d: int) -> None:
        require(d >= 2, f"d is {d}, but the update divides by d^2 - 1, so d >= 2: add a constant coordinate")
        self.d = d
        self.w = np.zeros(d, dtype=int)
        self.A = np.eye(d, dtype=int)

    def predict(self, x: Numbers) -> int:
        return sign(inner(self.w, x))

    def update(self, x: Numbers, y: int) -> None:
        if self.predict(x) != y:
            d = self.d
            Ax = inner(self.A, x)
            xAx = inner(x, Ax)
            self.w = self.w + y * Ax / ((d + 1) * root(xAx))
            self.A = d**2 * (self.A - 2 * np.outer(Ax, Ax) / ((d + 1) * xAx)) / (d**2 - 1)
