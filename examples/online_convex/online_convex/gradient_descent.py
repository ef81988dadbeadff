"""Online gradient descent over the unit ball, at a rate that suits the number of rounds.

Let D = ‖w − u‖² for the best point u. A step w − ηg, taken back into the ball, leaves D′ ≤ D − 2η⟨g, w − u⟩ + η²‖g‖²,
since the ball is convex and holds u, and ‖g‖² ≤ d. Summed over the rounds D + 2ηR ≤ 1 + η²dT, which is 2 at this rate.
"""

import numpy as np
from sympy import sqrt, symbols

from learncheck import Claim, Induction, Next, Premise, Step, always, games
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


D, η = symbols("D η", nonnegative=True)
γ = symbols("γ", real=True)
"""‖w − u‖² for the best point u; the rate; ⟨g, w − u⟩."""


def best(trace):
    """u, the best point of the ball: against the sum of the gradients, or anywhere on the sphere if that is 0."""
    total = -np.array([[float(v) for v in gradient] for gradient in trace.case.gradients]).sum(axis=0)
    return total / np.linalg.norm(total) if total.any() else np.eye(len(total))[0]


def state(snapshot, values, trace):
    return {D: float(((snapshot["w"] - best(trace)) ** 2).sum())}


GRADIENT_DESCENT = Claim(
    "gradient-descent-regret",
    "Over the unit ball, with gradients in [−1, 1]^d, descent at the rate 1/√(dT) has a regret of at most √(dT).",
    sources="Zinkevich 2003, Theorem 1",
    learner=GradientDescent,
    cases=games.linear("ball", dimension=3, rounds=8),
    assuming=(Premise("there is a round", lambda trace: len(trace.rounds) > 0),),
    measure=lambda trace: {**games.quantities(trace), η: 1 / sqrt(trace.case.dimension * len(trace.rounds))},
    bound=R <= sqrt(d * T),
    tolerance=FLOATS,
    watch=("w",),
    state=state,
    during=lambda round, values, trace: {γ: float(round.label @ (round.prediction - best(trace)))},
    steps=(
        Step("a step comes closer to u by what it pays beyond u", Next(D) <= D - 2 * η * γ + η**2 * d, always, FLOATS),
    ),
    proof=Induction(),  # D + 2ηR ≤ 1 + η²dT, and η²dT = 1 when the game is over
)
