"""Wrong variants of the claims on the Perceptron on a sample, and on Pocket."""

from typing import Any

import numpy as np
from changes import alone, bound, edited, learner, step, without
from implementations import implementation
from sympy import And, Eq, Integer, Rational, sqrt

from learncheck.learners import BatchPerceptron, Pocket
from learncheck.learners.foils.perceptron import LastMistake, WithoutLabel
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.halfspaces.perceptron_alignment import CORRECTS, gain, turned
from learncheck.theorems.notes.halfspaces.perceptron_batch import GROWS, SEPARABLE, TURNS, E, T, d
from learncheck.theorems.notes.halfspaces.perceptron_hinge import L
from learncheck.theorems.notes.halfspaces.perceptron_margins import GROWS_BY_RADIUS, LINEAR_SEPARABLE, TURNS_BY_DISTANCE
from learncheck.theorems.notes.halfspaces.pla import NOT_SEPARABLE, C
from learncheck.theorems.notes.halfspaces.pocket import ENOUGH_CORRECTIONS
from learncheck.theorems.notes.halfspaces.separators import B2, R2, W2, M, a, b, least, rho2

OneCorrectionLess = implementation("Pocket", "one correction less")
OneCorrectionMore = implementation("Pocket", "one correction more")
CountsOneMore = implementation("BatchPerceptron", "counts the last check")
StopsAtATie = edited(BatchPerceptron.round, "Takes a zero margin for right.", ("<= 0", "< 0"))
CountsOneLess = edited(BatchPerceptron.start, "Does not count the first update.", ("int), 0", "int), -1"))


class TurnsRound(BatchPerceptron):
    """Predicts the other label beyond the sample."""

    def fit(self, X: Any, y: Any) -> Any:
        self.seen = {tuple(x) for x in X}
        return super().fit(X, y)

    def predict(self, X: Any) -> Any:
        seen = np.array([tuple(x) in self.seen for x in X])
        return np.where(seen, 1, -1) * super().predict(X)


NoPocket = edited(Pocket.fit, "Returns the weights of the last correction.", ("self.w = pocket", "self.w = w"))


MUTANTS = {
    "perceptron-batch-halts": [
        ("one update less", bound(And(T <= R2 * B2 - 1, Eq(E, 0)))),
        ("R in place of R²", bound(And(T**2 <= R2 * B2**2, Eq(E, 0)))),
        ("some example is left", bound(And(T <= R2 * B2, E >= 1))),
        ("T updates add at least 2T", alone(step(TURNS, Next(a) >= 2 * T, always))),
        ("T updates add at most TR²/2", alone(step(GROWS, Next(b) <= T * R2 / 2, always))),
        ("stops at a tie", learner(StopsAtATie)),
        ("counts one more", learner(CountsOneMore)),
    ],
    "batch-perceptron-conforms": [
        ("stops at a tie", learner(StopsAtATie)),
        ("turns round beyond the sample", learner(TurnsRound)),
    ],
    "batch-perceptron-state": [
        ("counts one more", learner(CountsOneMore)),
        ("counts one less", learner(CountsOneLess)),
    ],
    "perceptron-batch-exponential": [
        ("more than it needs", bound(T >= (4**d - 1) / 3 + 1)),
        ("B² = 4^d", bound(Eq(B2, 4**d))),
        ("polynomially many updates", bound(T <= d**3 + 1)),
        ("stops at a tie", learner(StopsAtATie)),
    ],
    "pla-halts-only-if-separable": [
        ("two mistakes a cycle", bound(M >= 2 * C)),
        ("separable data", without(NOT_SEPARABLE)),
    ],
    "perceptron-correction": [("remembers its last mistake", learner(LastMistake)), ("adds x", learner(WithoutLabel))],
    "pla-halts": [
        ("one correction less", bound(M <= R2 / rho2 - 1)),
        ("1% less", bound(M <= R2 / rho2 * Integer(99) / 100)),
        ("R²/ρ in place of R²/ρ²", bound(M**2 <= R2**2 / rho2)),
        ("twice the least margin", alone(step(TURNS_BY_DISTANCE, Next(a) >= a + 2 * least))),
        ("half of R²", alone(step(GROWS_BY_RADIUS, Next(b) <= b + R2 / 2))),
        ("adds x", learner(WithoutLabel)),
        ("remembers its last mistake", learner(LastMistake)),
    ],
    "perceptron-alignment": [
        ("1% more", alone(bound(a * sqrt(R2) >= Rational(101, 100) * sqrt(M * rho2) * sqrt(W2 * b)))),
        ("T in place of √T", alone(bound(a * sqrt(R2) >= M * sqrt(rho2) * sqrt(W2 * b)))),
        ("a correction adds to y⟨w,x⟩ at least R²", alone(step(CORRECTS, gain >= R2))),
        ("labels that are not w_f's", alone(without(LINEAR_SEPARABLE))),
        ("adds x", learner(WithoutLabel)),
    ],
    "perceptron-more-aligned": [
        ("1% more", bound(And(turned >= Rational(101, 100) * least, turned > 0))),
        ("labels that are not w_f's", without(LINEAR_SEPARABLE)),
        ("adds x", learner(WithoutLabel)),
    ],
    "perceptron-hinge-sharper": [
        ("without 4L", alone(bound(M <= R2 * W2))),
        ("3L in place of 4L", alone(bound(M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 3 * L)) ** 2 / 4))),
        ("one mistake less", alone(bound(M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 4 * L)) ** 2 / 4 - 1))),
        ("adds x", learner(WithoutLabel)),
    ],
    "perceptron-hinge-forms": [
        ("√L/2", alone(bound(sqrt(M) <= sqrt(R2 * W2) + sqrt(L) / 2))),
        ("half of L", alone(bound(M <= R2 * W2 + sqrt(R2 * W2) * sqrt(L) + L / 2))),
        ("adds x", learner(WithoutLabel)),
    ],
    "pocket-conforms": [
        ("no pocket", learner(NoPocket)),
        ("one correction less", learner(OneCorrectionLess)),
        ("one correction more", learner(OneCorrectionMore)),
    ],
    "pocket-on-separable-data": [
        ("not separable", without(SEPARABLE)),
        ("few corrections", without(ENOUGH_CORRECTIONS)),
        ("one correction less", learner(OneCorrectionLess)),
    ],
    "pocket-keeps-the-best": [("no pocket", learner(NoPocket))],
}
