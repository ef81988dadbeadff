"""Hedge: weights that fall exponentially with the losses, at the rate that suits the number of rounds.

Let w_i = e^(−ηL_i) for the loss L_i of expert i so far, Φ = log Σw_i and p_i = w_i/Σw. A round with losses l, in which
f = ⟨p, l⟩ is paid, takes Φ to Φ + log Σp_i e^(−ηl_i). As e^(−ηl) lies below its chord, that is at most
Φ + log(1 − f + fe^(−η)), and by Hoeffding's lemma Φ − ηf + η²/8. In the end Φ ≥ −ηB for the loss B of the best expert,
and in the beginning Φ = log n. So η(L − B) ≤ log n + Tη²/8, which is least at η = √(8 log n/T). All
but the three steps, and that no loss is negative, is derived: start, lemma, the sum over the rounds, and the rate.
"""

import numpy as np
import sympy
from sympy import exp, log, sqrt

from learncheck import Claim, Induction, Next, Premise, Step, always, games
from learncheck.games import B, L, T, n

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


Φ, f = sympy.symbols("Φ f", real=True)
η = sympy.Symbol("η", positive=True)


def state(snapshot, values, trace):
    """Φ, the logarithm of the total weight."""
    exponents = -snapshot["rate"] * snapshot["losses"]
    return {Φ: float(exponents.max() + np.log(np.exp(exponents - exponents.max()).sum()))}


SEVERAL = Premise("there are several experts, and a round", lambda trace: trace.case.n > 1 and len(trace.rounds) > 0)

HEDGE = Claim(
    "hedge-regret",
    r"Hedge at the rate $\sqrt{8(\log n)/T}$ pays at most $\sqrt{T(\log n)/2}$ more than the best of $n$ experts.",
    sources=("Cesa-Bianchi and Lugosi 2006, Theorem 2.2",),
    learner=Hedge,
    cases=games.experts(experts=4, rounds=8),
    assuming=(SEVERAL,),
    measure=lambda trace: {**games.losses(trace), n: trace.case.n, η: sqrt(8 * log(trace.case.n) / len(trace.rounds))},
    bound=L <= B + sqrt(T * log(n) / 2),
    tolerance=FLOATS,
    watch=("losses", "rate"),
    state=state,
    during=lambda round, values, trace: {f: float(trace.case.loss(round.instance, round.prediction, round.label))},
    steps=(
        Step("what is paid lies between 0 and 1, as losses do", (f >= 0) & (f <= 1), always, FLOATS),
        Step(r"$e^{-\eta l}$ lies below its chord", Next(Φ) <= Φ + log(1 - f + f * exp(-η)), always, FLOATS),
        Step("the best expert's weight is in the total", Next(Φ) >= -η * B, always, FLOATS),
    ),
    proof=Induction(means={"no loss is less than 0": B >= 0}),
)
