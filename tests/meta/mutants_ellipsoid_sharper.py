"""Wrong variants of the bounds below the printed ones. Each must fall."""

from changes import bound, learner, step, without
from mutants_ellipsoid import StaysAtZero
from sympy import Rational, exp, log

from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.experts import advice as experts
from learncheck.theorems.notes.halfspaces import ellipsoid
from learncheck.theorems.notes.halfspaces.ellipsoid import REALIZABLE
from learncheck.theorems.notes.halfspaces.ellipsoid_sharper import FINE, SHRINKS

M, m, n, W, b = experts.M, experts.m, experts.n, experts.W, experts.b
d, V2 = ellipsoid.d, ellipsoid.V2

MUTANTS = {
    "ellipsoid-mistakes-sharper": [
        ("d − 2 for d − 1", bound(ellipsoid.M <= 2 * d * ((d - 2) * log(d * ellipsoid.n**2) + Rational(1, 4)))),
        ("labels of no w*", without(REALIZABLE)),
        ("the volume shrinks by e^(−1/d)", step(SHRINKS, Next(V2) <= V2 * exp(-2 / d))),
        ("a learner that takes a tie for right", learner(StaysAtZero)),
    ],
    "ellipsoid-mistakes-by-axes": [
        ("no logarithm of n", bound(ellipsoid.M <= d**2 * log(2))),
        ("labels of no w*", without(REALIZABLE)),
        ("the volume shrinks by e^(−1/d)", step(SHRINKS, Next(V2) <= V2 * exp(-2 / d))),
        ("a learner that takes a tie for right", learner(StaysAtZero)),
    ],
    "ellipsoid-mistakes-printed-holds": [
        ("a fifth", bound(ellipsoid.M <= Rational(2, 5) * d * (2 * d + 2) * log(ellipsoid.n))),
        ("any grid", without(FINE)),
        ("the volume shrinks by e^(−1/d)", step(SHRINKS, Next(V2) <= V2 * exp(-2 / d))),
    ],
}
