"""Proofs that must fail: those of the claims on the Perceptron on a sample, made wrong in one place each."""

from dataclasses import replace

from learncheck.theorems.claim import Next
from learncheck.theorems.perceptron import B2, R2, W2, L, M, a, b, gain, least, rho2
from learncheck.theorems.perceptron_batch import GROWS, HALTS, TURNS, E, T
from learncheck.theorems.trusted import cauchy_schwarz
from proofs_perceptron import (
    EveryRound,
    HalfAStep,
    StartsElsewhere,
    TwoSteps,
    WithoutLabel,
    bound,
    made_by,
    proof,
    step,
    without,
    wrong,
)
from sympy import And, Eq, Rational, sqrt


def without_line(words):
    """The chain that does not start from the step."""

    def change(claim):
        assert words in claim.proof.steps
        return replace(claim, proof=replace(claim.proof, steps=tuple(s for s in claim.proof.steps if s != words)))

    return change


WRONG_PROOFS = {
    "perceptron-batch-halts": [
        ("one update less", bound(And(T <= R2 * B2 - 1, Eq(E, 0)))),
        ("1% less", bound(And(T <= R2 * B2 * Rational(99, 100), Eq(E, 0)))),
        ("a strict bound", bound(And(T < R2 * B2, Eq(E, 0)))),
        ("an example is left", bound(And(T <= R2 * B2, Eq(E, 1)))),
        ("the first sum dropped", without_line(TURNS)),
        ("the second sum dropped", without_line(GROWS)),
        ("it need not halt", without_line(HALTS)),
        ("the first sum's sign turned", step(TURNS, Next(a) <= T)),
        ("the second sum's sign turned", step(GROWS, Next(b) >= T * R2)),
        ("no Cauchy–Schwarz", proof(using=())),
        ("Cauchy–Schwarz with twice the length", proof(using=(cauchy_schwarz(Next(a), 2 * B2, Next(b)),))),
    ],
    "pla-halts": [
        *wrong(R2 / rho2, least, R2, W2, {}),
        ("a negative margin", without("linear separable")),
        ("any ρ", proof(means={})),
    ],
    "perceptron-alignment": [
        ("1% more", bound(a * sqrt(R2) >= Rational(101, 100) * sqrt(M * rho2) * sqrt(W2 * b))),
        ("a strict bound", bound(a * sqrt(R2) > sqrt(M * rho2) * sqrt(W2 * b))),
        ("T in place of √T", bound(a * sqrt(R2) >= M * sqrt(rho2) * sqrt(W2 * b))),
        ("a that grows by less", step("adds to a =", Next(a) >= a + least / 2)),
        ("a that shrinks", step("adds to a =", Next(a) <= a + least)),
        ("b that grows faster", step("to b =", Next(b) <= b + 2 * R2)),
        ("more than the code does for its own example", step("on its own example", gain >= 2 * R2)),
        ("no margin", without("linear separable")),
        ("any ρ", proof(means={})),
        ("half a step", made_by(HalfAStep)),
        ("a learner without the label", made_by(WithoutLabel)),
        ("an update in every round", made_by(EveryRound)),
        ("a learner that starts elsewhere", made_by(StartsElsewhere)),
    ],
    "perceptron-hinge-sharper": [
        ("1% less", bound(M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 4 * L)) ** 2 * Rational(99, 400))),
        ("3L in place of 4L", bound(M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 3 * L)) ** 2 / 4)),
        ("1 whatever the loss", step("to a =", Next(a) >= a + 1)),
        ("the second step's sign turned", step("to b =", Next(b) >= b + R2)),
        ("no Cauchy–Schwarz", proof(using=())),
        ("some loss at the start", proof(start={M: 0, L: 1, a: 0, b: 0})),
        ("half a step", made_by(HalfAStep)),
        ("a learner without the label", made_by(WithoutLabel)),
    ],
    "perceptron-hinge-forms": [
        ("√L/2", bound(sqrt(M) <= sqrt(R2 * W2) + sqrt(L) / 2)),
        ("half of L", bound(M <= R2 * W2 + sqrt(R2 * W2) * sqrt(L) + L / 2)),
        ("without the mixed term", bound(M <= R2 * W2 + L)),
        ("no Cauchy–Schwarz", proof(using=())),
        ("two steps", made_by(TwoSteps)),
    ],
}
