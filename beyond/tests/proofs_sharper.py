"""Wrong proofs of the sharper bounds on Weighted Majority and Winnow. None of them must go through."""

from changes import bound, learner, no_invariant, proof, step, using
from foils import CapsItsThreshold
from proofs_winnow import HalfTheThreshold
from sympy import And, Eq, Rational, log

from learncheck.learners.foils.winnow import NeverDemotes
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.experts import advice as experts
from learncheck.theorems.notes.halfspaces import ellipsoid
from learncheck.theorems.notes.winnow import followed
from learncheck_beyond.weighted_majority import KEEPS_HALF
from learncheck_beyond.winnow_doublings import DOUBLES, HALVES, WHOLE, P, R, V, k

M, m, n, W, b = experts.M, experts.m, experts.n, experts.W, experts.b
d = ellipsoid.d


SMALLER = 1 - followed.r + 3 * followed.r * log(followed.n, 2)

WRONG_PROOFS = {
    "weighted-majority-mistakes-sharper": [
        ("half of n", bound(M <= log(n / 2) / log(Rational(4, 3)) + m / log(Rational(4, 3), 2))),
        ("one expert will do", proof(assuming={})),
        ("it keeps a third", step(KEEPS_HALF, Next(b) <= W / 3)),
        ("the weight of the best is not followed", no_invariant("the best expert's weight is at least (1/2)^m")),
    ],
    "winnow-mistakes-sharper": [
        ("one less", bound(followed.M <= SMALLER - 1)),
        ("1% less", bound(followed.M <= Rational(99, 100) * SMALLER)),
        (
            "without what the last negative mistake leaves",
            no_invariant("without a negative mistake M₋ = 0, and after it r + G + n/2 ≤ W"),
        ),
        ("scores do not add up", using(1, 2, 3)),
        ("weights do not add up", using(0, 2, 3)),
        ("no logarithm is bounded", using(0, 1, 3)),
        ("one variable will do", using(0, 1, 2)),
        ("threshold n/2", learner(HalfTheThreshold)),
        ("a threshold of at most 1,000", learner(CapsItsThreshold)),
        ("never demotes", learner(NeverDemotes)),
    ],
    "winnow-mistakes-in-whole-doublings": [
        ("one less", bound(followed.M < followed.r * (3 * k - 2 * 2**k / followed.n))),
        ("1% less", bound(followed.M < 1 + Rational(99, 100) * followed.r * (3 * k - 2 * 2**k / followed.n))),
        (
            "a negative mistake takes n/3",
            step(HALVES, And(Next(V) <= V - followed.n / 3, Next(V) >= followed.n / 2, Eq(Next(R), R), Eq(Next(P), P))),
        ),
        ("a positive one may add n", step(DOUBLES, Next(V) + Next(R) <= V + R + followed.n)),
        ("doublings without end", step(WHOLE, Next(P) >= P)),
        ("any n", proof(means={})),
        (
            "without what the last negative mistake leaves",
            no_invariant("the first mistake is on a positive example, and the last on a negative one leaves n/2"),
        ),
        ("weights are not followed", no_invariant("and less after a mistake on a positive example")),
    ],
}
