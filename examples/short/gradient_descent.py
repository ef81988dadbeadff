"""Online gradient descent over the unit ball."""

import numpy as np
from sympy import sqrt

from learncheck import Claim, games
from learncheck.games import R, T, d


class GradientDescent:
    def __init__(self, d, rounds):
        self.rate, self.w = 1 / np.sqrt(d * max(rounds, 1)), np.zeros(d)

    def predict(self, t):
        return self.w

    def update(self, t, g):
        w = self.w - self.rate * g
        self.w = w / max(1, np.linalg.norm(w))


GRADIENT_DESCENT = Claim(
    "short-gradient-descent",
    r"With gradients in $[-1, 1]^d$, the regret is at most $\sqrt{dT}$.",
    learner=GradientDescent,
    cases=games.linear("ball"),
    bound=R <= sqrt(d * T),
    tolerance=1e-9,
)
