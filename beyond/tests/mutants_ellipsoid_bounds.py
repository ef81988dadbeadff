"""Wrong variants of the bounds on Ellipsoid's mistakes, from above and below. Each must fall."""

from changes import alone, bound, learner, new_step, step, without
from mutants_ellipsoid import StaysAtZero
from mutants_geometry import ForgetsTheTwo
from sympy import Rational, exp, log

from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.experts import advice as experts
from learncheck.theorems.notes.halfspaces import ellipsoid
from learncheck.theorems.notes.halfspaces.ellipsoid import REALIZABLE
from learncheck_beyond.ellipsoid_cone import FINE, FINE_GRID, SHRINKS
from learncheck_beyond.grid_adversary import k

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
    "ellipsoid-mistakes-by-capped-axes": [
        ("no logarithm of n", bound(ellipsoid.M <= d**2 * log(2))),
        ("labels of no w*", without(REALIZABLE)),
        ("the volume shrinks by e^(−1/d)", step(SHRINKS, Next(V2) <= V2 * exp(-2 / d))),
        ("a learner that takes a tie for right", learner(StaysAtZero)),
    ],
    "ellipsoid-mistakes-printed-holds-widely": [
        ("a fifth", bound(ellipsoid.M <= Rational(1, 5) * d * (2 * d + 2) * log(ellipsoid.n))),
        ("the volume shrinks by e^(−1/d)", step(SHRINKS, Next(V2) <= V2 * exp(-2 / d))),
    ],
    "ellipsoid-mistakes-printed-holds": [
        ("a fifth", bound(ellipsoid.M <= Rational(2, 5) * d * (2 * d + 2) * log(ellipsoid.n))),
        ("any grid", without(FINE)),
        ("the volume shrinks by e^(−1/d)", step(SHRINKS, Next(V2) <= V2 * exp(-2 / d))),
    ],
    "ellipsoid-mistakes-on-fine-grids": [
        ("d·log(n)", bound(ellipsoid.M <= d * log(ellipsoid.n))),
        ("any grid", alone(without(FINE_GRID))),
        ("the volume shrinks by e^(−1/d)", new_step(Next(V2) <= V2 * exp(-2 / d))),
        ("the volume shrinks not at all", learner(ForgetsTheTwo)),
    ],
    "grid-halfspaces-force-mistakes": [
        ("one mistake more", bound(ellipsoid.M >= 2 + (d - 1) * k)),
        ("d·k mistakes", bound(ellipsoid.M >= 1 + d * k)),
        ("k is at least log2(n)", bound(k >= log(ellipsoid.n, 2))),
    ],
}
