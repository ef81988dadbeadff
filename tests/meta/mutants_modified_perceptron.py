"""Wrong variants of the claims on Modified Perceptron and its random start."""

from typing import Any

from changes import alone, bound, edited, learner, step, without
from sympy import Eq, Rational, log

from learncheck.learners import ModifiedPerceptron
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces.modified_perceptron import (
    GOOD_START,
    LABELS_OF_TARGET,
    NEVER_FALLS,
    SHRINKS,
    UNIT_BALL,
    UNIT_INSTANCES,
    PrintedModifiedPerceptron,
    a,
    b,
    m,
    n,
    on_update,
    sigma,
)
from learncheck.theorems.notes.halfspaces.random_starts import BESIDE_THE_TARGET, M, T, prob

AddsTheLabel = edited(ModifiedPerceptron.update, "Adds y·x.", ("- margin * x", "+ y * x"))
HalfAStep = edited(ModifiedPerceptron.update, "Removes half of the component.", ("margin * x", "margin * x / 2"))


class ReflectsOnShortInstances(ModifiedPerceptron):
    """Removes the component along x twice where x is shorter than 1, which leaves the length of w as it is."""

    def update(self, x: Any, y: int) -> None:
        if x @ x > 0.9:
            super().update(x, y)
        elif self.predict(x) != y and (self.w @ x) ** 2 > self.sigma**2 * (self.w @ self.w):
            self.w = self.w - 2 * (self.w @ x) / (x @ x) * x


LookAway = edited(
    ModifiedPerceptron.predict,
    "Takes the sign of w⁰'s first coordinate for the label.",
    ("sign(inner(self.w, x))", "1"),
)
StartsAtTheTarget = edited(ModifiedPerceptron.__init__, "Ignores w0.", ("= w0", "= np.eye(len(w0))[0]"))


MUTANTS = {
    "modified-perceptron-updates": [
        ("half of it", alone(bound(m <= log(n) / sigma**2 / 2))),
        ("log n/(2σ), with σ in place of σ²", alone(bound(m <= log(n) / (2 * sigma)))),
        ("5% less", alone(bound(m <= log(n) / sigma**2 * Rational(95, 100)))),
        ("an update raises a by σ", alone(step(NEVER_FALLS, Next(a) >= a + sigma / 2, on_update))),
        ("an update takes twice as much", alone(step(SHRINKS, Next(b) <= b - 2 * sigma**2 * b, on_update))),
        ("a bad start", alone(without(GOOD_START))),
        ("labels that are not w*'s", alone(without(LABELS_OF_TARGET))),
        ("instances that are too long", alone(without(UNIT_BALL))),
        ("the printed update", learner(PrintedModifiedPerceptron)),
        ("adds y·x", learner(AddsTheLabel)),
        ("half a step", learner(HalfAStep)),
        ("reflects on short instances", learner(ReflectsOnShortInstances)),
    ],
    "modified-perceptron-updates-on-the-sphere": [
        ("5% less", alone(bound(m <= log(n) / sigma**2 * Rational(95, 100)))),
        ("instances that are too long", alone(without(UNIT_INSTANCES))),
        ("half a step", learner(HalfAStep)),
    ],
    "modified-perceptron-direction": [
        ("the printed exponent", alone(bound(n * (1 - sigma**2) ** (2 * m) >= 1))),
        ("5% more", alone(bound(n * (1 - sigma**2) ** m >= Rational(105, 100)))),
        ("a bad start", alone(without(GOOD_START))),
        ("labels that are not w*'s", alone(without(LABELS_OF_TARGET))),
        ("half a step", learner(HalfAStep)),
    ],
    "modified-perceptron-start": [
        ("more than a sixth", bound(prob >= Rational(1, 6))),
        ("with high probability", bound(prob >= 1 - 1 / n)),
        ("at least 0.16", bound(prob >= Rational(16, 100))),
    ],
    "modified-perceptron-bad-start": [
        ("half of the rounds", bound(M <= T / 2)),
        ("one mistake less", bound(Eq(M, T - 1))),
        ("all labels alike", learner(LookAway)),
        ("starts elsewhere", learner(StartsAtTheTarget)),
        ("in one dimension", without(BESIDE_THE_TARGET)),
    ],
}
