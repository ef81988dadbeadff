"""Wrong variants of the claims on the Littlestone dimension, the VC dimension of balls, and deep cuts."""

from dataclasses import replace

from changes import alone, bound, edited, learner, step
from sympy import And, Eq

from learncheck.learners import Consistent, Halving
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.vc.balls import S, d
from learncheck_beyond.ellipsoid_deep_cut import A_DEEP_CUT, D2, V2, N, depth
from learncheck_beyond.littlestone import SMALLER, K, L, M, StandardOptimal

SmallerDimension = edited(
    StandardOptimal.predict,
    "Predicts the label whose hypotheses have the smaller Littlestone dimension.",
    ("return 1 if", "return -1 if"),
    ("else -1", "else 1"),
)


class ForgetsTheLast(StandardOptimal):
    """Learns from mistakes only on every other instance."""

    def update(self, x, y):
        if x % 2 == 0:
            super().update(x, y)


def no_cut_is_deep(claim):
    """The claim that the printed cut is least on every mistake, deep or not."""
    return replace(claim, bound=And(Eq(N, 0), D2 >= V2))


CENTRAL_OR_DEEP = Premise("a deep cut", lambda trace: 0 <= depth(trace) < 1)


def also_through_the_centre(claim):
    """The claim for cuts that need not be deep."""
    return replace(claim.without(A_DEEP_CUT), assuming=(*claim.without(A_DEEP_CUT).assuming, CENTRAL_OR_DEEP))


MUTANTS = {
    "standard-optimal-mistakes": [
        ("one mistake less", bound(M <= L - 1)),
        ("two dimensions at once", alone(step(SMALLER, Next(K) <= K - 2))),
        ("the smaller dimension", learner(SmallerDimension)),
        ("does not learn of odd instances", learner(ForgetsTheLast)),
        ("the majority of what is left", learner(Halving)),
        ("any hypothesis that is left", learner(Consistent)),
    ],
    "littlestone-forces-mistakes": [
        ("one mistake more", bound(M >= L + 1)),
        ("as many as twice VCdim", bound(M >= 2 * L)),
    ],
    "vc-balls-exact": [("d", bound(S <= d)), ("2", bound(S <= 2))],
    "ellipsoid-deep-cut": [
        ("E′ is least on every mistake", no_cut_is_deep),
        ("cuts through the centre", also_through_the_centre),
        ("half of the volume", bound(And(Eq(N, 0), D2 < V2 / 4))),
    ],
}
