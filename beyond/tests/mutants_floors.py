"""Wrong variants of the claims on how many mistakes Winnow can be made to make."""

from changes import bound, learner, step
from sympy import Eq

from learncheck.learners.foils.winnow import NeverDemotes
from learncheck.theorems.language.step import Next
from learncheck_beyond import winnow_floor as floors
from learncheck_beyond.winnow_floor import M, P, W, k, n, p, r, w

MUTANTS = {
    "winnow-seesaw": [
        ("n + 1 for n + 4", bound(M - P >= 2 * (floors.BALANCE + 3 * P - W) / (n + 1))),
        ("three halvings a doubling", bound(M - P >= 3 * (floors.BALANCE - W) / (n + 4))),
        ("all double", step(floors.FIRST, Next(W) >= 2 * (n - r), lambda round: round.index == 0)),
        ("n is added", step(floors.DOUBLING, Next(W) >= W + n - 4)),
        ("nothing halves", step(floors.HALVING, Next(W) >= W)),
        ("never demotes", learner(NeverDemotes)),
    ],
    "winnow-mistakes-floor": [
        ("nothing is lost", bound(M >= 3 * r * k)),
        ("K is forgotten", bound(M >= r * k + 2 * r * k * (n - 4) / (n + 4))),
        (
            "as many halvings more as doublings",
            step(floors.HALVED, M - p >= 2 * (floors.IN_THE_END - w) / (n + 4) + p, lambda round: True),
        ),
        ("a doubling more", step(floors.ENDS, Eq(p, r * k + 1), lambda round: True)),
        ("1 + r(3k − 2) all along", bound(M >= 1 + r * (3 * k - 2))),
        ("twice the floor", bound(M >= 2 * floors.FLOOR)),
    ],
}
