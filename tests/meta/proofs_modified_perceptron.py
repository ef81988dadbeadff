"""Proofs that must fail: those of the claims on Modified Perceptron, made wrong in one place each."""

from dataclasses import replace

from changes import bound, edited, learner, proof, without
from mutants_modified_perceptron import AddsTheLabel, HalfAStep
from proofs_perceptron import step
from sympy import Rational, log

from learncheck.learners import ModifiedPerceptron
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import cauchy_schwarz
from learncheck.theorems.notes.halfspaces import modified_perceptron
from learncheck.theorems.notes.halfspaces.modified_perceptron import PrintedModifiedPerceptron, a, b, m, n, sigma, start
from learncheck.theorems.notes.halfspaces.random_starts import prob

IgnoresSigma = edited(
    ModifiedPerceptron.update,
    "Updates on every mistake.",
    (" and margin * margin > sigma * sigma * inner(self.w, self.w)", ""),
)
UpdatesWhereItIsRight = edited(
    ModifiedPerceptron.update, "Removes the component whether it errs or not.", ("self.predict(x) != y and ", "")
)
StartsTwiceAsFar = edited(ModifiedPerceptron.__init__, "Starts at 2w0.", ("= w0", "= 2 * w0"))


def without_fact(start_of):
    """The proof without the fact whose words begin so."""

    def change(claim):
        using = tuple(fact for fact in claim.proof.using if not fact.words.startswith(start_of))
        assert len(using) == len(claim.proof.using) - 1
        return replace(claim, proof=replace(claim.proof, using=using))

    return change


WRONG_PROOFS = {
    "modified-perceptron-updates": [
        ("1% less", bound(m <= log(n) / sigma**2 * Rational(99, 100))),
        ("a strict bound", bound(m < log(n) / sigma**2)),
        ("any start", without(modified_perceptron.GOOD_START)),
        ("instances of any length", without(modified_perceptron.UNIT_BALL)),
        ("labels that are not w*'s", without(modified_perceptron.LABELS_OF_TARGET)),
        ("(8.3) turned round", step(a, Next(a) <= a)),
        ("(8.4) turned round", step(b, Next(b) >= b - sigma**2 * b)),
        ("(8.4) with 2σ²", step(b, Next(b) <= b - 2 * sigma**2 * b)),
        ("no Cauchy–Schwarz", without_fact("Cauchy")),
        ("a longer w*", proof(using=(cauchy_schwarz(a, 2, b),))),
        ("another start", proof(start={m: 0, a: start, b: 2})),
        ("the printed update", learner(PrintedModifiedPerceptron)),
        ("adds y·x", learner(AddsTheLabel)),
        ("half a step", learner(HalfAStep)),
        ("updates on every mistake", learner(IgnoresSigma)),
        ("updates where it is right", learner(UpdatesWhereItIsRight)),
        ("starts elsewhere", learner(StartsTwiceAsFar)),
    ],
    "modified-perceptron-updates-on-the-sphere": [
        ("1% less", bound(m <= log(n) / sigma**2 * Rational(99, 100))),
        ("instances of any length", without(modified_perceptron.UNIT_INSTANCES)),
        ("half a step", learner(HalfAStep)),
    ],
    "modified-perceptron-direction": [
        ("the printed exponent", bound(n * (1 - sigma**2) ** (2 * m) >= 1)),
        ("any start", without(modified_perceptron.GOOD_START)),
        ("no Cauchy–Schwarz", without_fact("Cauchy")),
        ("half a step", learner(HalfAStep)),
    ],
    "modified-perceptron-start": [
        ("at least 1/7", bound(prob >= Rational(1, 7))),
        ("more than 1/8 + 1/100", bound(prob >= Rational(27, 200))),
        ("without the small dimensions", without_fact("for n ≤ 5")),
        ("without the density", without_fact("P = ½")),
        ("without the log-convexity", without_fact("κ²")),
        ("without the integral", without_fact("I ≤")),
    ],
}
