"""Passive-Aggressive: the least change that makes the loss 0 moves towards u. D is the squared distance."""

from sympy import symbols

from learncheck import Claim, Induction, Next, Step, always, games
from learncheck.games import U, X, dot, exactly

S, D, s = symbols("S D s", nonnegative=True)


class PassiveAggressive:
    def __init__(self, d, rounds):
        self.w = [0] * d

    def predict(self, x):
        return dot(self.w, x)

    def update(self, x, y):
        if (loss := 1 - y * dot(self.w, x)) > 0:
            self.w = [a + loss * y * b / dot(x, x) for a, b in zip(self.w, exactly(x), strict=True)]


def distance(state, values, trace):
    gap = [a - b for a, b in zip(state["w"], trace.case.u, strict=True)]
    return {D: dot(gap, gap)}


PASSIVE_AGGRESSIVE = Claim(
    "short-passive-aggressive",
    "Where u has no hinge loss, the squared losses $S$ add up to at most $X^2U^2$.",
    learner=PassiveAggressive,
    cases=games.regression("hinge", fitting=True),
    measure=lambda trace: {**games.quantities(trace), S: sum(loss**2 for loss in trace.losses)},
    bound=S <= X**2 * U**2,
    watch=("w",),
    state=distance,
    during=lambda round, values, trace: {s: trace.losses[round.index] ** 2},
    steps=(Step("w moves towards u", X**2 * Next(D) <= X**2 * D - s, when=always),),
    proof=Induction(),
)
