"""Hedge: weights that fall exponentially with the losses, at the rate that suits the number of rounds.

Let w_i = e^(−ηL_i) for the loss L_i of expert i so far, and Φ = log Σw_i. Hedge predicts p_i = w_i/Σw. A round with
losses l takes Φ to Φ′ = Φ + log Σp_i e^(−ηl_i), and by Hoeffding's lemma that is at most Φ − η⟨p, l⟩ + η²/8. In the end
Φ ≥ −ηB for the loss B of the best expert, and in the beginning Φ = log n. So η(L − B) ≤ log n + Tη²/8, which is least
at η = √(8 log n/T).
"""

import numpy as np
import sympy

from learncheck import Claim, Next, Step, always, games
from learncheck.games import R, T, n

FLOATS = 1e-9
"""Exponentials, sums and quotients of up to 64 weights over up to 256 rounds are off by less."""


class Hedge:
    """Weigh the experts by e^(−ηL), and predict with the weights."""

    def __init__(self, experts: int, rounds: int) -> None:
        self.rate = float(np.sqrt(8 * np.log(experts) / max(rounds, 1)))
        self.losses = np.zeros(experts)

    def predict(self, t: int) -> np.ndarray:
        weights = np.exp(-self.rate * (self.losses - self.losses.min()))
        return weights / weights.sum()

    def update(self, t: int, losses: np.ndarray) -> None:
        self.losses = self.losses + losses


potential, paid, rate = sympy.symbols("Φ f η", real=True)


def state(snapshot, values, trace):
    """Φ, the logarithm of the total weight."""
    L = -snapshot["rate"] * snapshot["losses"]
    return {potential: float(L.max() + np.log(np.exp(L - L.max()).sum())), rate: snapshot["rate"]}


def during(each, values, trace):
    """f, what Hedge pays in the round."""
    return {paid: float(trace.case.loss(each.instance, each.prediction, each.label))}


HEDGE = Claim(
    "hedge-regret",
    "With n experts and T rounds, Hedge at the rate √(8 log n/T) has a regret of at most √(T log n/2).",
    sources=("Cesa-Bianchi and Lugosi 2006, Theorem 2.2",),
    learner=Hedge,
    cases=games.experts(experts=4, rounds=8),
    bound=R <= sympy.sqrt(T * sympy.log(n) / 2),
    floats=FLOATS,
    watch=("losses", "rate"),
    state=state,
    during=during,
    steps=(
        Step(
            "Hoeffding: Φ falls by ηf, but for η²/8",
            Next(potential) <= potential - rate * paid + rate**2 / 8,
            when=always,
            floats=FLOATS,
        ),
    ),
)
