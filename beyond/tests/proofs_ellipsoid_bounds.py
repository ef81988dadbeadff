"""Wrong proofs of the sharper bounds on Ellipsoid's mistakes. None of them must go through."""

from changes import bound, fact, no_fact, no_invariant, step, without
from sympy import Rational, exp, log

from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.experts import advice as experts
from learncheck.theorems.notes.halfspaces import ellipsoid
from learncheck.theorems.notes.winnow import followed
from learncheck_beyond.ellipsoid_capped import FROM_TWO, WIDE
from learncheck_beyond.ellipsoid_cone import FINE, FINE_GRID, SHRINKS

M, m, n, W, b = experts.M, experts.m, experts.n, experts.W, experts.b
d = ellipsoid.d


SMALLER = 1 - followed.r + 3 * followed.r * log(followed.n, 2)

WRONG_PROOFS = {
    "ellipsoid-mistakes-sharper": [
        ("d − 2 for d − 1", bound(ellipsoid.M <= 2 * d * ((d - 2) * log(d * ellipsoid.n**2) + log(2 * d)))),
        ("it shrinks by e^(−1/(2d+2)) only", step(SHRINKS, Next(ellipsoid.V2) <= ellipsoid.V2 * exp(-1 / (d + 1)))),
        ("the cone is not followed", no_invariant("V² ≥ s^(2(d−1))/(4d²)")),
        ("the volume is not followed", no_invariant("V² ≤ e^(−M/d)")),
    ],
    "ellipsoid-mistakes-by-axes": [
        ("n for n²", bound(ellipsoid.M <= 2 * d**2 * log((2 + 1 / d**2) * (ellipsoid.n + 1 / d)))),
        ("it shrinks by e^(−1/(2d+2)) only", step(SHRINKS, Next(ellipsoid.V2) <= ellipsoid.V2 * exp(-1 / (d + 1)))),
        ("the axes are not followed", no_invariant("V^(−1/d) ≤ (2 + 1/d²)(n² + 1/d)")),
        ("the volume is not followed", no_invariant("V² ≤ e^(−M/d)")),
    ],
    "ellipsoid-mistakes-by-capped-axes": [
        (
            "the logarithm of d is dropped",
            bound(ellipsoid.M <= 2 * d * (d * log(ellipsoid.n**2 + 1 / d) + Rational(5, 2))),
        ),
        ("it shrinks by e^(−1/(2d+2)) only", step(SHRINKS, Next(ellipsoid.V2) <= ellipsoid.V2 * exp(-1 / (d + 1)))),
        ("n = 1, too", without(FROM_TWO)),
        ("the axes are not followed", no_invariant("V ≥ (n² + 1/d)^(−d)e^(−5/2)/d")),
        ("the volume is not followed", no_invariant("V² ≤ e^(−M/d)")),
    ],
    "ellipsoid-mistakes-printed-holds-widely": [
        ("any grid", without(WIDE)),
        ("one less", bound(ellipsoid.M <= 2 * d * (2 * d + 2) * log(ellipsoid.n) - d)),
        ("what it follows from is dropped", no_fact(0)),
    ],
    "ellipsoid-mistakes-on-fine-grids": [
        ("any grid", without(FINE_GRID)),
        ("one less", bound(ellipsoid.M <= 2 * d * (2 * d + 2) * log(ellipsoid.n) - 1)),
        ("what it follows from is dropped", no_fact(0)),
        ("the claim of half the mistakes", fact(0, relation=ellipsoid.M <= d * (2 * d + 2) * log(ellipsoid.n))),
        ("log(dn²) ≤ log(dn² + 1) is dropped", no_fact(1)),
        ("log 2 ≤ log d is dropped", no_fact(2)),
    ],
    "ellipsoid-mistakes-printed-holds": [
        ("any grid", without(FINE)),
        ("one less", bound(ellipsoid.M <= 2 * d * (2 * d + 2) * log(ellipsoid.n) - 1)),
        ("the cone is not followed", no_invariant("V² ≥ s^(2(d−1))/(4d²)")),
    ],
}
