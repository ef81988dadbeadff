"""Wrong variants of the claims on weak learners."""

from changes import alone, bound, learner, step, without
from mutants_boosting import IgnoresTheWeights, LastHypothesis, NeverReweights, OneSign, UniformVote
from sympy import And, Rational, exp

from learncheck.theorems.language.step import always
from learncheck.theorems.notes.boosting.adaboost import POSITIVE_EDGE
from learncheck.theorems.notes.boosting.three_pieces import ON_THE_MIDDLE, E, P, eps, m, p2
from learncheck.theorems.notes.boosting.weak_learning import ENOUGH_ROUNDS, T, delta, least_edge, margin, s

MUTANTS = {
    "three-piece-weak-learner": [
        ("an error of 1/4", bound(E <= Rational(1, 4))),
        ("half of the middle piece", alone(step(ON_THE_MIDDLE, E <= p2 / 2, always))),
        ("one sign", learner(OneSign)),
        ("ignores the weights", learner(IgnoresTheWeights)),
    ],
    "three-piece-weak-learner-sample": [
        ("e^(−8mε²)", bound(P <= exp(-8 * m * eps**2))),
        ("1/(mε)", bound(P <= 1 / (20 * m * eps))),
    ],
    "weak-learner-never-fails": [
        ("(1 − δ)^T, as if rounds were independent", bound(1 - P >= (1 - delta) ** T)),
        ("one round fewer", bound(1 - P >= 1 - delta * (T - 1))),
    ],
    "adaboost-reaches-zero": [
        ("too few rounds", without(ENOUGH_ROUNDS)),
        ("a negative edge", without(POSITIVE_EDGE)),
        ("never reweights", learner(NeverReweights)),
        ("a uniform vote", learner(UniformVote)),
        ("the last hypothesis", learner(LastHypothesis)),
    ],
    "weak-learner-separability": [
        ("twice the margin", bound(And(least_edge >= 2 * margin, least_edge <= s))),
        ("never an edge", bound(And(least_edge >= margin, least_edge <= 0))),
    ],
}
