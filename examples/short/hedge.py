"""Hedge, at the rate that suits the number of rounds."""

import numpy as np
from sympy import log, sqrt

from learncheck import Claim, games
from learncheck.games import R, T, n


class Hedge:
    def __init__(self, experts, rounds):
        self.rate = np.sqrt(8 * np.log(experts) / max(rounds, 1))
        self.losses = np.zeros(experts)

    def predict(self, t):
        weights = np.exp(-self.rate * self.losses)
        return weights / weights.sum()

    def update(self, t, losses):
        self.losses = self.losses + losses


HEDGE = Claim(
    "short-hedge",
    r"Hedge has a regret of at most $\sqrt{T(\log n)/2}$.",
    learner=Hedge,
    cases=games.experts(),
    bound=R <= sqrt(T * log(n) / 2),
    tolerance=1e-9,
)
