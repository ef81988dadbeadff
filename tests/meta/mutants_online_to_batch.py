"""Wrong variants of the claim on random stopping."""

from dataclasses import replace

from learncheck.theorems.claim import always
from learncheck.theorems.online_to_batch import AT_MOST, AVERAGES, M, S, err, first, measure_in_the_worst_order, t
from mutations import alone, bound, step
from sympy import Eq, Rational


def in_the_worst_order(claim):
    return replace(claim, measure=measure_in_the_worst_order, steps={}), claim.learner


MUTANTS = {
    "random-stopping": [
        ("three quarters", alone(bound(err <= Rational(3, 4) * M / t))),
        ("twice as many examples", alone(bound(err <= M / (2 * t)))),
        ("any order", in_the_worst_order),
        ("the first round counts", step(AVERAGES, Eq(S, t * err), always)),
        ("it does not count twice", step(AVERAGES, Eq(S, 2 * first + t * err), always)),
        ("fewer mistakes", step(AT_MOST, 2 * S <= M, always)),
    ],
}
