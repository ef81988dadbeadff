"""What must fall: the claims on Perceptron made stronger than true, or tried on learners that are none."""

from changes import alone, bound, edited, learner, new_step, without
from implementations import implementation
from sympy import And, Integer, sqrt

from learncheck.learners import Perceptron, sign
from learncheck.learners.foils.perceptron import KeepsEveryExample, LastMistake, StaysAtZero
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces import perceptron_margins
from learncheck.theorems.notes.halfspaces.perceptron_hinge import L
from learncheck.theorems.notes.halfspaces.separators import B2, R2, SEPARABLE, W2, X2, M, a, b, gamma, gamma2, m, rho2

Biased = implementation("Perceptron", "adds a bias")
IgnoresSigma = implementation("ModifiedPerceptron", "ignores sigma")
WantsAMargin = edited(Perceptron.update, "Updates wherever y⟨w,x⟩ < 1.", ("<= 0", "< 1"))


class LastLabel(Perceptron):
    """Predicts the label of the round before."""

    label = 0

    def predict(self, x):
        return self.label

    def update(self, x, y):
        self.label = y


class LuckyTie(Perceptron):
    """Takes a tie for +1 and does not update where that is right."""

    def predict(self, x):
        return sign(self.w @ x) or 1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * x


def margin_mutants(tighter, length):
    return [
        ("a tighter bound", bound(tighter)),
        ("a learner that stays at zero", alone(learner(StaysAtZero))),
        ("w* grows by more than it can", new_step(Next(a) >= a + 4)),
        ("w grows by less than it can", new_step(Next(b) <= b + length / 2)),
    ]


MUTANTS = {
    "perceptron-mistakes": [
        ("one mistake less", bound(M <= R2 * B2 - 1)),
        ("RB in place of (RB)²", bound(M <= sqrt(R2 * B2))),
        ("not separable", alone(without(SEPARABLE))),
        ("a learner that stays at zero", alone(learner(StaysAtZero))),
        ("a learner that remembers one mistake", alone(learner(LastMistake))),
        ("a learner that adds a bias", alone(learner(Biased))),
        ("2 in place of 1", new_step(Next(a) >= a + 2)),
        ("R²/2 in place of R²", new_step(Next(b) <= b + R2 / 2)),
    ],
    "perceptron-margin": [
        *margin_mutants(M <= 1 / gamma, Integer(1)),
        ("w* of any length", alone(without(perceptron_margins.UNIT_TARGET))),
        ("instances of any length", alone(without(perceptron_margins.UNIT_BALL))),
        ("labels that are not w*'s", alone(without(perceptron_margins.A_MARGIN))),
    ],
    "perceptron-margin-general": [
        *margin_mutants(M <= W2 * X2 / gamma**2 - 1, X2),
        ("labels that are not w*'s", alone(without(perceptron_margins.A_MARGIN))),
    ],
    "perceptron-margin-separation": [
        *margin_mutants(M <= R2 / gamma2 - 1, R2),
        ("a margin below 1", alone(without(perceptron_margins.SEPARATES_BY_ONE))),
    ],
    "perceptron-margin-distance": [
        *margin_mutants(M <= R2 / rho2 - 1, R2),
        ("a negative margin", alone(without(perceptron_margins.LINEAR_SEPARABLE))),
    ],
    "perceptron-hinge": [
        ("one mistake less", bound(M <= R2 * W2 + 2 * L - 1)),
        ("without the loss", bound(M <= R2 * W2)),
        ("the loss once, and half of R²‖w*‖²", bound(M <= R2 * W2 / 2 + L)),
        ("a learner that stays at zero", alone(learner(StaysAtZero))),
        ("1 whatever the loss", new_step(Next(a) >= a + 1)),
        ("R²/2 in place of R²", new_step(Next(b) <= b + R2 / 2)),
    ],
    "perceptron-tight": [
        ("m + 1 mistakes", bound(And(m + 1 <= M, M <= R2 * B2))),
        ("a learner that never learns", alone(learner(StaysAtZero))),
        ("a learner that remembers one mistake", alone(learner(LastMistake))),
    ],
    "perceptron-tight-in-3d": [
        ("m + 1 mistakes", bound(m + 1 <= M)),
        ("no less than (RB)² itself", bound(R2 * B2 <= M)),
        ("(RB)² below m", bound(And(M >= m, R2 * B2 < m))),
        ("a learner of another kind", alone(learner(LastLabel))),
    ],
    "perceptron-tight-in-3d-exactly": [
        ("one mistake more", bound(R2 * B2 + 1 <= M)),
        ("a learner that is lucky at ties", alone(learner(LuckyTie))),
    ],
    "perceptron-scale-free": [("a learner that wants a margin", alone(learner(WantsAMargin)))],
    "perceptron-conforms": [
        ("a learner that wants a margin", alone(learner(WantsAMargin))),
        ("a learner that remembers one mistake", alone(learner(LastMistake))),
        ("a learner that stays at zero", alone(learner(StaysAtZero))),
    ],
    "kernel-perceptron-conforms": [("a learner that keeps every example", alone(learner(KeepsEveryExample)))],
    "modified-perceptron-conforms": [("a learner that ignores sigma", alone(learner(IgnoresSigma)))],
}
