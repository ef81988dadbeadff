"""The p-norm Perceptron, for p = 4: additive updates of θ, and predictions with the gradient of ‖θ‖_p²/2.

On a mistake ⟨u, θ⟩ rises by at least 1, as y⟨u, x⟩ ≥ 1, and ‖θ‖_p² by at most (p − 1)‖x‖_p², since ‖·‖_p²/2 is
(p − 1)-smooth and y⟨w, x⟩ ≤ 0. Hölder says ⟨u, θ⟩ ≤ ‖u‖_q‖θ‖_p. The proof is found from these three lines.
"""

import sympy

from learncheck import Claim, Induction, Next, Step, always, games
from learncheck.games import M, dot, exactly

P = 4
"""An even p: the gradient, up to a positive factor, is the vector of the θ_i^(p−1), and all of it is exact."""


class PNormPerceptron:
    """Predict the sign of ⟨w, x⟩, where w_i = θ_i^(p−1); on a mistake θ + yx."""

    def __init__(self, dimension: int, rounds: int) -> None:
        self.theta = [0] * dimension

    def predict(self, x) -> int:
        return 1 if dot([v ** (P - 1) for v in self.theta], x) > 0 else -1

    def update(self, x, y) -> None:
        if self.predict(x) != y:
            self.theta = [v + y * component for v, component in zip(self.theta, exactly(x), strict=True)]


X2, U2, a, b = sympy.symbols("X² U² a b", nonnegative=True)
"""The largest ‖x‖_p²; ‖u‖_q², where 1/p + 1/q = 1; ⟨u, θ⟩; ‖θ‖_p²."""


def square_of_norm(vector, p):
    """‖v‖_p², exactly."""
    powers = (sympy.Rational(abs(v).numerator, abs(v).denominator) ** p for v in exactly(vector))
    return sum(powers, sympy.Integer(0)) ** (2 / sympy.sympify(p))


def measure(trace):
    q = sympy.Rational(P, P - 1)
    longest = max((square_of_norm(x, P) for x, _ in trace.case.rounds), key=float, default=0)
    return {M: trace.mistakes, X2: longest, U2: square_of_norm(trace.case.u, q)}


def state(snapshot, values, trace):
    return {a: dot(trace.case.u, snapshot["theta"]), b: square_of_norm(snapshot["theta"], P)}


P_NORM = Claim(
    "p-norm-mistakes",
    r"Where $y\langle u,x\rangle \ge 1$, the p-norm Perceptron with p = 4 makes at most 3X²‖u‖² mistakes, with the "
    "4-norm of x and the dual norm of u.",
    sources="Gentile 2003, Theorem 1",
    learner=PNormPerceptron,
    cases=games.regression("hinge", dimension=2, rounds=6, fitting=True),
    measure=measure,
    bound=M <= (P - 1) * X2 * U2,
    watch=("theta",),
    state=state,
    steps=(
        Step("a mistake adds at least 1 to ⟨u, θ⟩", Next(a) >= a + 1),
        Step("a mistake adds at most 3X² to ‖θ‖²", Next(b) <= b + (P - 1) * X2),
        Step("Hölder: ⟨u, θ⟩ ≤ ‖u‖‖θ‖", Next(a) ** 2 <= U2 * Next(b), when=always),
    ),
    proof=Induction(),
)
