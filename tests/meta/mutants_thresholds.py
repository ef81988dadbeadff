"""Wrong variants of the claims about finite classes and thresholds. Each must fall."""

from dataclasses import replace
from fractions import Fraction

from changes import bound, learner, step, without
from implementations import implementation
from sympy import Eq, Rational, log

from learncheck.learners.foils.finite import FirstAlive, NeverLearns, SwapsTheEnds, WidensTheInterval
from learncheck.theorems.language.claim import Family
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.finite import thresholds
from learncheck.theorems.notes.finite.mistakes import REMOVES_HALF, REMOVES_ONE, H
from learncheck.theorems.notes.finite.mistakes import M as MISTAKES
from learncheck.theorems.notes.finite.mistakes import V as LEFT
from learncheck.theorems.notes.finite.thresholds import A_THRESHOLD, AS_MANY_LEFT, A, M, V, n
from learncheck.theorems.notes.finite.unlearnable import (
    Certificate,
    CertifiedRectangle,
    LineBisection,
    RectangleBisection,
    T,
)

EverybodyVotes = implementation("Halving", "all vote")
LearnsFromMistakes = implementation("Consistent", "updates on mistakes only")
LearnsThresholdsFromMistakes = implementation("ThresholdHalving", "updates on mistakes only")


class WrongThreshold(LineBisection, frozen=True, tag="mutant-wrong-threshold"):
    """A dishonest adversary: its certificate is the lower end of the interval that it started with."""

    def environment(self):
        honest = super().environment()
        honest.facts = lambda: Certificate(self.low)
        return honest


class WrongRectangle(RectangleBisection, frozen=True, tag="mutant-wrong-rectangle"):
    """A dishonest adversary: its certificate is a point."""

    def environment(self):
        honest = super().environment()
        honest.facts = lambda: CertifiedRectangle(((self.low, self.height), (self.low, self.height)))
        return honest


def dishonest(build):
    def mutate(claim):
        family = Family(lambda choices: build(choices.integer(1, 8)), search={}, scout={})
        return replace(claim, cases=family, attained_by=())

    return mutate


MUTANTS = {
    "consistent-mistakes": [
        ("|H| − 2", bound(MISTAKES <= H - 2)),
        ("log₂|H|", bound(MISTAKES <= log(H, 2))),
        ("two are removed", step(REMOVES_ONE, Next(LEFT) <= LEFT - 2)),
        ("never learns", learner(NeverLearns)),
    ],
    "halving-mistakes": [
        ("a tenth less", bound(MISTAKES <= Rational(9, 10) * log(H, 2))),
        ("log₃|H|", bound(MISTAKES <= log(H, 3))),
        ("two thirds are removed", step(REMOVES_HALF, Next(LEFT) <= LEFT / 3)),
        ("predicts by the first that is left", learner(FirstAlive)),
        ("everybody votes", learner(EverybodyVotes)),
    ],
    "consistent-conforms": [
        ("never learns", learner(NeverLearns)),
        ("learns from mistakes only", learner(LearnsFromMistakes)),
    ],
    "halving-conforms": [
        ("predicts by the first that is left", learner(FirstAlive)),
        ("everybody votes", learner(EverybodyVotes)),
    ],
    "threshold-halving-mistakes": [
        ("any labels", without(A_THRESHOLD)),
        ("log₂(n + 1)", bound(M <= log(n + 1, 2))),
        ("two thirds are removed", step(thresholds.REMOVES_HALF, Next(V) <= V / 3)),
        ("swaps the ends", learner(SwapsTheEnds)),
        ("forgets its interval", learner(WidensTheInterval)),
    ],
    "threshold-halving-is-halving": [
        ("one more is left", step(AS_MANY_LEFT, Eq(Next(V), A + 1), always)),
        ("forgets its interval", learner(WidensTheInterval)),
        ("learns from mistakes only", learner(LearnsThresholdsFromMistakes)),
    ],
    "threshold-halving-conforms": [
        ("swaps the ends", learner(SwapsTheEnds)),
        ("learns from mistakes only", learner(LearnsThresholdsFromMistakes)),
    ],
    "thresholds-unlearnable": [
        ("one more than every round", bound(M >= T + 1)),
        ("the certificate is wrong", dishonest(lambda rounds: WrongThreshold(rounds, Fraction(0), Fraction(1)))),
    ],
    "rectangles-unlearnable": [
        ("one more than every round", bound(M >= T + 1)),
        (
            "the certificate is wrong",
            dishonest(lambda rounds: WrongRectangle(rounds, Fraction(0), Fraction(1), Fraction(0))),
        ),
    ],
}
