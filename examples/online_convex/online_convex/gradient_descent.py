"""Online gradient descent over the unit ball, at a rate that suits the number of rounds.

Let D = ‖w − u‖² for the best point u. A step w − ηg, taken back into the ball, leaves D′ ≤ D − 2η⟨g, w − u⟩ + η²‖g‖²,
since the ball is convex and holds u. Summed over the rounds 2ηR ≤ 1 + η²G²T, where G² ≤ d bounds ‖g‖².
"""

import numpy as np
import sympy

from learncheck import Claim, Next, Step, always, games
from learncheck.games import R, T, d

FLOATS = 1e-9
"""A step and a projection in 64 dimensions, over 256 rounds, are off by less."""


class GradientDescent:
    """Go against the gradient, and back into the unit ball."""

    def __init__(self, dimension: int, rounds: int) -> None:
        self.rate = 1 / np.sqrt(dimension * max(rounds, 1))
        self.w = np.zeros(dimension)

    def predict(self, t: int) -> np.ndarray:
        return self.w

    def update(self, t: int, g: np.ndarray) -> None:
        w = self.w - self.rate * g
        self.w = w / max(1.0, float(np.linalg.norm(w)))


distance, gained, size, rate = sympy.symbols("D γ g² η", real=True)


def best(trace):
    """u, the best point of the ball."""
    total = -np.array([[float(v) for v in each] for each in trace.case.gradients]).sum(axis=0)
    return total / max(float(np.linalg.norm(total)), 1e-300)


def state(snapshot, values, trace):
    return {distance: float(((snapshot["w"] - best(trace)) ** 2).sum()), rate: float(snapshot["rate"])}


def during(each, values, trace):
    g = each.label
    return {gained: float(g @ (each.prediction - best(trace))), size: float(g @ g)}


GRADIENT_DESCENT = Claim(
    "gradient-descent-regret",
    "Over the unit ball, with gradients in [−1, 1]^d, descent at the rate 1/√(dT) has a regret of at most √(dT).",
    sources=("Zinkevich 2003, Theorem 1",),
    learner=GradientDescent,
    cases=games.linear("ball", dimension=3, rounds=8),
    bound=R <= sympy.sqrt(d * T),
    floats=FLOATS,
    watch=("w", "rate"),
    state=state,
    during=during,
    steps=(
        Step(
            "a step comes closer to u by what it pays beyond u",
            Next(distance) <= distance - 2 * rate * gained + rate**2 * size,
            when=always,
            floats=FLOATS,
        ),
    ),
)
