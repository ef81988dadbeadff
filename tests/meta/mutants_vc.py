"""Wrong variants of the claims on the VC dimension and on what shattered sets do to learners."""

from dataclasses import replace

from changes import bound, without
from sympy import And, Rational, log

from learncheck.theorems.notes.vc import forced_mistakes, halfspaces, unseen_points
from learncheck.theorems.notes.vc.boosted_stumps import T
from learncheck.theorems.notes.vc.consistent_halfspaces import AS_PRINTED_CLAIM, ENOUGH, P, delta
from learncheck.theorems.notes.vc.forced_mistakes import M, k
from learncheck.theorems.notes.vc.halfspaces import S, d
from learncheck.theorems.notes.vc.stumps import V
from learncheck.theorems.notes.vc.unseen_points import E, N, seen

MUTANTS = {
    "vc-homogeneous-halfspaces": [
        ("d - 1", bound(S <= d - 1)),
        ("halfspaces with a bias", lambda claim: replace(claim, cases=halfspaces.AFFINE.cases)),
    ],
    "vc-halfspaces": [("d", bound(S <= d))],
    "halfspace-erm-on-the-circle": [
        ("δ/20", bound(P <= delta / 20)),
        ("fewer examples", without(ENOUGH)),
        ("as many as printed", lambda claim: (AS_PRINTED_CLAIM, None)),
    ],
    "stumps-vc": [
        ("at least log2(d) + 2", bound(And(V >= log(d, 2) + 2, V <= 5 + 2 * log(d)))),
        ("at most 1 + log2(d)", bound(And(V >= log(d, 2), V <= 1 + log(d, 2)))),
    ],
    "boosted-stumps-vc": [
        ("0.9·T·log2(d)", bound(S >= Rational(9, 10) * T * log(d, 2))),
        ("0.5·T·(1 + log2(d)) + 1", bound(S >= T * (1 + log(d, 2)) / 2 + 1)),
    ],
    "vc-forces-mistakes": [
        ("one mistake more", bound(M >= k + 1)),
        ("any columns", without(forced_mistakes.SHATTERED_COLUMNS)),
    ],
    "infinite-vc-not-weakly-learnable": [
        ("an error of ½", bound(Rational(1, 2) <= E)),
        ("½(1 − 1/(2N))^m", bound(E >= (1 - 1 / (2 * N)) ** seen / 2)),
    ],
    "vc-forces-error": [
        ("an error of 3/5", bound(E >= Rational(3, 5))),
        ("more than half is seen", without(unseen_points.HALF_SEEN_AT_MOST)),
    ],
}
