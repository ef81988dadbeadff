"""Wrong variants of the sharper bounds on Weighted Majority and Winnow. Each must fall."""

from changes import bound, learner, step, without
from mutants_experts import NeverHalves
from proofs_winnow import DoublesEverything
from sympy import Rational, log

from learncheck.learners.foils.experts import HalvesTheRight
from learncheck.learners.foils.winnow import NeverDemotes
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.experts import advice as experts
from learncheck.theorems.notes.halfspaces import ellipsoid
from learncheck.theorems.notes.winnow import followed
from learncheck.theorems.notes.winnow.followed import DISJUNCTION
from learncheck_beyond.weighted_majority import KEEPS_HALF, TWO_EXPERTS
from learncheck_beyond.winnow import TWO_VARIABLES
from learncheck_beyond.winnow_doublings import HALVES, WHOLE, P, V, k
from learncheck_beyond.winnow_single import B

M, m, n, W, b = experts.M, experts.m, experts.n, experts.W, experts.b
d, V2 = ellipsoid.d, ellipsoid.V2

MUTANTS = {
    "weighted-majority-mistakes-sharper": [
        ("half of n", bound(M <= log(n / 2) / log(Rational(4, 3)) + m / log(Rational(4, 3), 2))),
        ("m is free", bound(M <= log(2 * n / 3) / log(Rational(4, 3)) + m)),
        ("one expert will do", without(TWO_EXPERTS)),
        ("it keeps a third", step(KEEPS_HALF, Next(b) <= W / 3)),
        ("halves nothing", learner(NeverHalves)),
        ("halves the right", learner(HalvesTheRight)),
    ],
    "winnow-mistakes-sharper": [
        ("two for three", bound(followed.M <= 1 - followed.r + 2 * followed.r * log(followed.n, 2))),
        ("a tenth less", bound(followed.M <= Rational(9, 10) * (1 - followed.r + 3 * followed.r * log(followed.n, 2)))),
        ("any labels", without(DISJUNCTION)),
        ("never demotes", learner(NeverDemotes)),
        ("scales everything", learner(DoublesEverything)),
    ],
    "winnow-mistakes-in-whole-doublings": [
        ("one less", bound(followed.M < followed.r * (3 * k - 2 * 2**k / followed.n))),
        ("k is log n", bound(followed.M < followed.r * (3 * log(followed.n, 2) - 2))),
        ("any labels", without(DISJUNCTION)),
        ("one variable will do", without(TWO_VARIABLES)),
        ("three quarters of n are taken", step(HALVES, Next(V) <= V - Rational(3, 4) * followed.n)),
        ("they double k − 1 times", step(WHOLE, Next(P) <= followed.r * (k - 1), lambda round: True)),
        ("never demotes", learner(NeverDemotes)),
    ],
    "winnow-mistakes-on-one-variable": [
        ("one less", bound(followed.M <= B - 1)),
        ("3k − 3 for all n", bound(followed.M <= 3 * k - 3)),
        ("any labels", without(DISJUNCTION)),
        ("never demotes", learner(NeverDemotes)),
        ("scales everything", learner(DoublesEverything)),
    ],
}
