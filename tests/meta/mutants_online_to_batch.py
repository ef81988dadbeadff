"""Wrong variants of the claim on random stopping."""

from dataclasses import replace

from changes import alone, bound, step
from sympy import Eq, Rational

from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.finite import online_to_batch
from learncheck.theorems.notes.finite.online_to_batch import M, S, chance, err, measure_in_the_worst_order, t


def in_the_worst_order(claim):
    return replace(claim, measure=measure_in_the_worst_order, steps=())


MUTANTS = {
    "random-stopping": [
        ("three quarters", alone(bound(err <= Rational(3, 4) * M / t))),
        ("twice as many examples", alone(bound(err <= M / (2 * t)))),
        ("any order", in_the_worst_order),
        ("the first round counts", alone(step(online_to_batch.NOT_YET, Eq(Next(err), err + chance / t)))),
        (
            "a stop with probability 1/(t + 1)",
            alone(step(online_to_batch.INDEPENDENT, Eq(Next(err), err + chance / (t + 1)))),
        ),
        ("mistakes count twice", alone(step(online_to_batch.EXPECTED, Eq(Next(S), S + 2 * chance), always))),
        ("fewer mistakes", step(online_to_batch.AT_MOST, 2 * S <= M, always)),
    ]
}
