"""Wrong variants of the claims on votes of base hypotheses."""

from fractions import Fraction
from functools import partial

from changes import alone, bound, other, step
from sympy import And, Eq, log

from learncheck.theorems.language.step import always
from learncheck.theorems.notes.vc.boosted_classes import CHOSEN, COMBINED, NO_POORER, SHATTERED, K, many_instances
from learncheck.theorems.notes.vc.piecewise_votes import T, V, f, odd, s, stumps, votes_of, wrong
from learncheck.theorems.notes.vc.sauer import SAUER, N, d, m

on = partial(other, attained_by=(), label="upper")
"""The claim on other cases."""


MUTANTS = {
    "piecewise-from-stumps": [
        ("w_1 = 0.5, as printed", on(cases=votes_of(Fraction(1, 2)))),
        ("w_1 = −1.5", on(cases=votes_of(Fraction(-3, 2)))),
        ("at least 1", bound(s * f >= 1)),
    ],
    "piecewise-functions-are-votes": [
        ("one stump fewer", bound(And(stumps <= T - 1, Eq(wrong, 0)))),
        ("two stumps are enough", bound(And(stumps <= 2, Eq(wrong, 0)))),
    ],
    "votes-on-the-line-vc": [
        ("T + 1 for every T", bound(Eq(V, T + 1))),
        ("T for every T", bound(Eq(V, T))),
        ("odd and even change places", bound(Eq(V, T + 1 - odd))),
    ],
    "boosted-vc-upper": [
        ("the VC dimension of B", bound(V <= d)),
        ("the number of voters", bound(V <= T)),
        ("(m/d)^d labellings", alone(step(CHOSEN, N <= (m / d) ** d, many_instances))),
        ("(m/T)^T votes", alone(step(COMBINED, K <= (m / T) ** T, many_instances))),
        ("2^V ≤ V^d", alone(step(SHATTERED, V * log(2) <= d * log(V) - 2, always))),
    ],
    "boosted-vc-monotone": [("always richer", bound(V >= d + 1)), ("T times as rich", bound(V >= d * T))],
    "boosted-vc-constant": [("any class", on(cases=NO_POORER.cases)), ("one more", bound(Eq(V, d + 1)))],
    "sauer-lemma": [
        ("one labelling fewer", bound(N <= SAUER - 1)),
        ("(m/d)^d", bound(N <= (m / (d + 1)) ** (d + 1))),
        ("2m", bound(N <= 2 * m)),
    ],
}
