"""Proofs that must fail: those of the kernels and of Kernel Perceptron, made wrong in one place each."""

from changes import bound, edited, fact, learner, no_fact, proof, rounds, step
from mutants_kernels import ForgetsLabels, KeepsThree, NeverAtZero
from sympy import And, Eq, Implies

from learncheck.learners import KernelPerceptron
from learncheck.learners.foils.perceptron import KeepsEveryExample
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces.kernel_perceptron import DIFFER, SEPARABLE, twins
from learncheck.theorems.notes.halfspaces.kernels import (
    APART,
    NEGATIVE,
    SQUARES,
    gaussian_splits,
    gram_is_square,
    tensors_multiply,
)
from learncheck.theorems.notes.halfspaces.separators import B2, GROWS, R2, TURNS, M, a, b

TurnsAtTheSeventh = edited(
    KernelPerceptron.predict,
    "Turns its answers at its seventh mistake, which only real games reach.",
    (
        "score: float = 0",
        "score, number = 0, 0\n        for x_i, y_i in self.mistakes:\n            number = number + 1",
    ),
    ("return sign(score)", "return sign(score) if number != 7 else -sign(score)"),
)

WRONG_PROOFS = {
    "kernels-legal": [
        ("some are negative", bound(And(Eq(APART, 0), Eq(NEGATIVE, 1)))),
        ("⟨a⊗b,c⊗c⟩", fact(0, shows=lambda: tensors_multiply.shows("c"))),
        ("minus a sum of squares", fact(3, shows=lambda: gram_is_square.shows(-1))),
        ("⟨x,z⟩ in place of 2⟨x,z⟩", fact(2, shows=lambda: gaussian_splits.shows(1))),
        ("the features dropped", no_fact(0)),
        ("the gaussian dropped", no_fact(2)),
        ("the squares dropped", no_fact(3)),
        ("nothing that shows the squares", fact(3, relation=Implies(Eq(SQUARES, 1), Eq(NEGATIVE, 0)), shows=None)),
    ],
    "kernel-perceptron-equivalence": [
        ("one round apart", bound(Eq(DIFFER, 1))),
        ("nothing shown", proof(using=(), lines={})),
        ("a learner that keeps every example", proof(using=(twins(KeepsEveryExample),))),
        ("a learner that takes a tie for right", proof(using=(twins(NeverAtZero),))),
        ("a learner that forgets the labels", proof(using=(twins(ForgetsLabels),))),
        ("a learner that forgets old mistakes", proof(using=(twins(KeepsThree),))),
    ],
    "kernel-perceptron-mistakes": [
        ("one mistake less", bound(M <= R2 * B2 - 1)),
        ("labels of no w", lambda claim: claim.without(SEPARABLE)),
        ("2 for every mistake", step(TURNS, Next(a) >= a + 2)),
        ("the other way", step(TURNS, Next(a) <= a - 1)),
        ("half of R²", step(GROWS, Next(b) <= b + R2 / 2)),
        ("a does not grow", rounds("a mistake", steps=(GROWS,))),
        ("b may grow as it likes", rounds("a mistake", steps=(TURNS,))),
        ("without Cauchy–Schwarz", proof(using=())),
        ("a mistake at the start", proof(start={M: 1, a: 0, b: 0})),
        ("a learner that keeps every example", learner(KeepsEveryExample)),
        ("a learner that forgets the labels", learner(ForgetsLabels)),
        ("a learner that forgets old mistakes", learner(KeepsThree)),
        ("a learner that turns at its seventh mistake", learner(TurnsAtTheSeventh)),
    ],
}
