"""Proofs that must fail: those of the claims on the Perceptron on a sample, made wrong in one place each."""

from typing import Any

import numpy as np
from changes import bound, learner, proof, rounds, without
from proofs_perceptron import step, wrong
from sympy import And, Eq, Rational, sqrt

from learncheck.learners import BatchPerceptron
from learncheck.learners.foils.perceptron import EveryRound, HalfAStep, StartsElsewhere, TwoSteps, WithoutLabel
from learncheck.theorems.formal.corrections import ends_where_separated
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import cauchy_schwarz
from learncheck.theorems.notes.halfspaces import perceptron_margins as perceptron
from learncheck.theorems.notes.halfspaces.perceptron_alignment import gain
from learncheck.theorems.notes.halfspaces.perceptron_batch import SEPARABLE, E, T
from learncheck.theorems.notes.halfspaces.perceptron_hinge import L
from learncheck.theorems.notes.halfspaces.pla import LINEAR_SEPARABLE
from learncheck.theorems.notes.halfspaces.separators import B2, R2, W2, M, a, b, least, rho2


class StopsAtATie(BatchPerceptron):
    """Takes a zero margin for right."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        while (wrong := y * (X @ w) < 0).any():
            i = wrong.argmax()
            w = w + y[i] * X[i]
            n_updates += 1
        self.w, self.n_updates = w, n_updates
        return self


class AlwaysTheFirst(BatchPerceptron):
    """Corrects the first example, right or wrong."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        while (y * (X @ w) <= 0).any():
            w = w + y[0] * X[0]
            n_updates += 1
        self.w, self.n_updates = w, n_updates
        return self


class AddsTheInstance(BatchPerceptron):
    """Adds x, whatever its label."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w = w + X[i]
            n_updates += 1
        self.w, self.n_updates = w, n_updates
        return self


class TwiceX(BatchPerceptron):
    """Adds 2yx."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w = w + 2 * y[i] * X[i]
            n_updates += 1
        self.w, self.n_updates = w, n_updates
        return self


class CountsTwice(BatchPerceptron):
    """Counts each update twice."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w = w + y[i] * X[i]
            n_updates += 2
        self.w, self.n_updates = w, n_updates
        return self


class GivesUp(BatchPerceptron):
    """Stops after 1,000 updates."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w = w + y[i] * X[i]
            n_updates += 1
            if n_updates >= 1000:
                break
        self.w, self.n_updates = w, n_updates
        return self


class StartsLater(BatchPerceptron):
    """Counts from 1."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        n_updates = 1
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w = w + y[i] * X[i]
            n_updates += 1
        self.w, self.n_updates = w, n_updates
        return self


class Remembers(BatchPerceptron):
    """Keeps the last example from round to round."""

    def fit(self, X: Any, y: Any) -> Any:
        w = np.zeros(X.shape[1], dtype=int)
        n_updates = 0
        last = None
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            last = X[i]
            w = w + y[i] * last
            n_updates += 1
        self.w, self.n_updates = w, n_updates
        return self


WRONG_LOOPS = (StopsAtATie, AlwaysTheFirst, AddsTheInstance, TwiceX, CountsTwice, GivesUp, StartsLater, Remembers)
"""Learners that differ in one line of their own code."""


def update(**parts):
    """The update with other lines."""
    return rounds("an update", **parts)


TURNS, GROWS = "an update adds at least 1 to a = ⟨w*,w⟩", "an update adds at most R² to b = ‖w‖²"
TURN, GROWTH = Next(a) >= a + 1, Next(b) <= b + R2


WRONG_PROOFS = {
    "perceptron-batch-halts": [
        ("one update less", bound(And(T <= R2 * B2 - 1, Eq(E, 0)))),
        ("1% less", bound(And(T <= R2 * B2 * Rational(99, 100), Eq(E, 0)))),
        ("a strict bound", bound(And(T < R2 * B2, Eq(E, 0)))),
        ("an example is left", bound(And(T <= R2 * B2, Eq(E, 1)))),
        ("no separator", without(SEPARABLE)),
        ("an update need not turn", update(holds={GROWS: GROWTH})),
        ("an update may grow at will", update(holds={TURNS: TURN})),
        ("the first step's sign turned", update(holds={TURNS: Next(a) <= a + 1, GROWS: GROWTH})),
        ("the second step's sign turned", update(holds={TURNS: TURN, GROWS: Next(b) >= b + R2})),
        ("it turns by 2", update(holds={TURNS: Next(a) >= a + 2, GROWS: GROWTH})),
        ("it grows by R²/2", update(holds={TURNS: TURN, GROWS: Next(b) <= b + R2 / 2})),
        ("updates are counted twice", update(sets={T: T + 2})),
        ("no Cauchy–Schwarz", proof(using=(ends_where_separated(BatchPerceptron, E),))),
        (
            "Cauchy–Schwarz with twice the length",
            proof(using=(cauchy_schwarz(a, 2 * B2, b), ends_where_separated(BatchPerceptron, E))),
        ),
        ("nothing is known of the end", proof(using=(cauchy_schwarz(a, B2, b),))),
        ("an end at a tie", proof(using=(cauchy_schwarz(a, B2, b), ends_where_separated(StopsAtATie, E)))),
        *((str(each.__doc__), learner(each)) for each in WRONG_LOOPS),
    ],
    "pla-halts": [
        *wrong(R2 / rho2, least, R2, W2, {}),
        ("a negative margin", without(LINEAR_SEPARABLE)),
        ("any ρ", proof(means={})),
    ],
    "perceptron-alignment": [
        ("1% more", bound(a * sqrt(R2) >= Rational(101, 100) * sqrt(M * rho2) * sqrt(W2 * b))),
        ("a strict bound", bound(a * sqrt(R2) > sqrt(M * rho2) * sqrt(W2 * b))),
        ("T in place of √T", bound(a * sqrt(R2) >= M * sqrt(rho2) * sqrt(W2 * b))),
        ("a that grows by less", step(a, Next(a) >= a + least / 2)),
        ("a that shrinks", step(a, Next(a) <= a + least)),
        ("b that grows faster", step(b, Next(b) <= b + 2 * R2)),
        ("more than the code does for its own example", step(gain, gain >= 2 * R2)),
        ("no margin", without(perceptron.LINEAR_SEPARABLE)),
        ("any ρ", proof(means={})),
        ("half a step", learner(HalfAStep)),
        ("a learner without the label", learner(WithoutLabel)),
        ("an update in every round", learner(EveryRound)),
        ("a learner that starts elsewhere", learner(StartsElsewhere)),
    ],
    "perceptron-hinge-sharper": [
        ("1% less", bound(M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 4 * L)) ** 2 * Rational(99, 400))),
        ("3L in place of 4L", bound(M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 3 * L)) ** 2 / 4)),
        ("1 whatever the loss", step(a, Next(a) >= a + 1)),
        ("the second step's sign turned", step(b, Next(b) >= b + R2)),
        ("no Cauchy–Schwarz", proof(using=())),
        ("some loss at the start", proof(start={M: 0, L: 1, a: 0, b: 0})),
        ("half a step", learner(HalfAStep)),
        ("a learner without the label", learner(WithoutLabel)),
    ],
    "perceptron-hinge-forms": [
        ("√L/2", bound(sqrt(M) <= sqrt(R2 * W2) + sqrt(L) / 2)),
        ("half of L", bound(M <= R2 * W2 + sqrt(R2 * W2) * sqrt(L) + L / 2)),
        ("without the mixed term", bound(M <= R2 * W2 + L)),
        ("no Cauchy–Schwarz", proof(using=())),
        ("two steps", learner(TwoSteps)),
    ],
}
