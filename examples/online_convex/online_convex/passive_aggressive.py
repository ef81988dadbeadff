"""Passive-Aggressive: the least change that makes the hinge loss of the example 0.

Let D = ‖w − u‖² for a u without hinge loss, and l the hinge loss of the round. The update w + (l/‖x‖²)yx leaves
D′ ≤ D − l²/‖x‖². As D = ‖u‖² in the beginning and D ≥ 0 in the end, Σl² ≤ X²‖u‖² where ‖x‖ ≤ X.
"""

from fractions import Fraction

import sympy

from learncheck import Claim, Induction, Next, Step, always, games
from learncheck.games import dot, exactly


class PassiveAggressive:
    """Linear scores; fractions keep them exact."""

    def __init__(self, dimension: int, rounds: int) -> None:
        self.w = [Fraction(0)] * dimension

    def predict(self, x) -> Fraction:
        return dot(self.w, x)

    def update(self, x, y) -> None:
        loss = max(Fraction(0), 1 - y * dot(self.w, x))
        if loss:
            self.w = [w + loss / dot(x, x) * y * v for w, v in zip(self.w, exactly(x), strict=True)]


S, D, squared, X2, U2 = sympy.symbols("S D l² X² U²", nonnegative=True)
"""The sum of the squared losses; ‖w − u‖²; the round's squared loss; the largest ‖x‖²; ‖u‖²."""


def measure(trace):
    sizes = [dot(x, x) for x, _ in trace.case.rounds]
    return {S: sum(loss**2 for loss in trace.losses), X2: max(sizes, default=1), U2: dot(trace.case.u, trace.case.u)}


def state(snapshot, values, trace):
    return {D: sum((a - b) ** 2 for a, b in zip(snapshot["w"], trace.case.u, strict=True))}


def during(round, values, trace):
    return {squared: trace.case.loss(round.instance, round.prediction, round.label) ** 2}


CLOSER = Step("D falls by l²/X² at least", X2 * Next(D) <= X2 * D - squared, when=always)

PASSIVE_AGGRESSIVE = Claim(
    "passive-aggressive-losses",
    "Where u has no hinge loss, the squared hinge losses of Passive-Aggressive add up to at most X²‖u‖².",
    sources="Crammer et al. 2006, Theorem 2",
    learner=PassiveAggressive,
    cases=games.regression("hinge", dimension=3, rounds=6, fitting=True),
    measure=measure,
    bound=S <= X2 * U2,
    watch=("w",),
    state=state,
    during=during,
    steps=(CLOSER,),
    proof=Induction(),  # what is paid has come off the distance: X²D + S ≤ X²‖u‖² is derived
)
