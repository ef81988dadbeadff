"""Proofs that must fail: those of the claims on the Perceptron on a sample, made wrong in one place each."""

from changes import bound, edited, learner, proof, rounds, without
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


def round_with(what: str, *edits: tuple[str, str]) -> type:
    """The learner with another line in its round."""
    return edited(BatchPerceptron.round, what, *edits)


STOPS_AT_A_TIE = round_with("Takes a zero margin for right.", ("<= 0", "< 0"))
WRONG_LOOPS = (
    STOPS_AT_A_TIE,
    round_with("Corrects the first example, right or wrong.", ("y[i] * X[i]", "y[0] * X[0]")),
    round_with("Adds x, whatever its label.", ("y[i] * X[i]", "X[i]")),
    round_with("Adds 2yx.", ("y[i]", "2 * y[i]")),
    round_with("Counts each update twice.", ("+= 1", "+= 2")),
    round_with("Stops after 1,000 updates.", ("return True", "return self.n_updates < 1000")),
    round_with("Stops after a round.", ("return True", "return False")),
    round_with("Goes on where nothing is wrong.", ("return False", "return True")),
    round_with("Forgets w where nothing is wrong.", ("return False", "self.w = 0 * self.w\n            return False")),
    edited(BatchPerceptron.start, "Counts from 1.", ("int), 0", "int), 1")),
    edited(
        BatchPerceptron.fit,
        "Makes 1,000 rounds at most.",
        ("X, y):\n            p", "X, y) and self.n_updates < 1000:\n            p"),
    ),
    round_with(
        "Keeps the last example from round to round.",
        ("self.w = self.w + y[i] * X[i]", "self.last = X[i]\n        self.w = self.w + y[i] * self.last"),
    ),
)


def update(**parts):
    """The update with other lines."""
    return rounds("an update", **parts)


TURNS, GROWS = "an update adds at least 1 to a = ⟨w*,w⟩", "an update adds at most R² to b = ‖w‖²"
TURN, GROWTH = Next(a) >= a + 1, Next(b) <= b + R2


WRONG_PROOFS = {
    "perceptron-batch-halts": [
        ("1% less", bound(And(T <= R2 * B2 * Rational(99, 100), Eq(E, 0)))),
        ("a strict bound", bound(And(T < R2 * B2, Eq(E, 0)))),
        ("an example is left", bound(And(T <= R2 * B2, Eq(E, 1)))),
        ("no separator", without(SEPARABLE)),
        ("an update need not turn", update(holds={GROWS: GROWTH})),
        ("an update may grow at will", update(holds={TURNS: TURN})),
        ("it turns by 2", update(holds={TURNS: Next(a) >= a + 2, GROWS: GROWTH})),
        ("it grows by R²/2", update(holds={TURNS: TURN, GROWS: Next(b) <= b + R2 / 2})),
        ("updates are counted twice", update(sets={T: T + 2})),
        ("no Cauchy–Schwarz", proof(using=(ends_where_separated(BatchPerceptron, E),))),
        (
            "Cauchy–Schwarz with twice the length",
            proof(using=(cauchy_schwarz(a, 2 * B2, b), ends_where_separated(BatchPerceptron, E))),
        ),
        ("nothing is known of the end", proof(using=(cauchy_schwarz(a, B2, b),))),
        ("an end at a tie", proof(using=(cauchy_schwarz(a, B2, b), ends_where_separated(STOPS_AT_A_TIE, E)))),
        *((str(loop.__doc__), learner(loop)) for loop in WRONG_LOOPS),
    ],
    "pla-halts": [
        *wrong(R2 / rho2, least, R2, W2, {}),
        ("a negative margin", without(LINEAR_SEPARABLE)),
        ("any ρ", proof(means={})),
    ],
    "perceptron-alignment": [
        ("1% more", bound(a * sqrt(R2) >= Rational(101, 100) * sqrt(M * rho2) * sqrt(W2 * b))),
        ("a strict bound", bound(a * sqrt(R2) > sqrt(M * rho2) * sqrt(W2 * b))),
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
        ("no Cauchy–Schwarz", proof(using=())),
        ("some loss at the start", proof(start={M: 0, L: 1, a: 0, b: 0})),
        ("half a step", learner(HalfAStep)),
        ("a learner without the label", learner(WithoutLabel)),
    ],
    "perceptron-hinge-forms": [
        ("√L/2", bound(sqrt(M) <= sqrt(R2 * W2) + sqrt(L) / 2)),
        ("half of L", bound(M <= R2 * W2 + sqrt(R2 * W2) * sqrt(L) + L / 2)),
        ("no Cauchy–Schwarz", proof(using=())),
        ("two steps", learner(TwoSteps)),
    ],
}
