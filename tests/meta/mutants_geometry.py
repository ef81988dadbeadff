"""What must fall: the claims on cuts, on the volume's floor and on ellipsoids made too strong, or tried wrongly."""

import numpy as np
from changes import bound, edited, learner, without
from sympy import And, Eq, Rational

from learncheck.learners import Ellipsoid
from learncheck.learners.foils.ellipsoid import ForgetsEta
from learncheck.theorems.notes.halfspaces.ellipsoid import ON_THE_GRID, REALIZABLE
from learncheck.theorems.notes.halfspaces.ellipsoid_code import d
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import A_MISTAKE, C2, V2, N
from learncheck.theorems.notes.halfspaces.ellipsoid_example import A11, A12, A22, w1, w2
from learncheck.theorems.notes.halfspaces.ellipsoid_floor import ROOM, g, n
from learncheck.theorems.notes.halfspaces.ellipsoid_identities import APART, BESIDE, delta, inner, lengths, volume
from learncheck.theorems.notes.halfspaces.ellipsoid_version_space import Q


class ShrinksTooMuch(Ellipsoid):
    """Takes 3/(d+1) off A where it should take 2/(d+1), which leaves the pole of the half outside."""

    def update(self, x, y):
        A = self.A
        super().update(x, y)
        if self.A is not A:
            Ax = A @ x
            self.A = self.A - np.outer(Ax, Ax) / (x @ Ax) / (2 * (self.d + 1))


ForgetsTheTwo = edited(
    Ellipsoid.update,
    "Takes 1/(d+1) off A: an ellipsoid around the half that is larger than it need be.",
    ("2 * np.outer", "np.outer"),
)
MovesTooFar = edited(Ellipsoid.update, "Moves the centre twice as far.", ("y * Ax", "2 * y * Ax"))


def unit_ball_alone(claim):
    """The claim with its printed A_2 in place of its own."""
    printed = And(Eq(A11, Rational(4, 3)), Eq(A22, Rational(4, 9)), Eq(A12, 0), Eq(w1, Rational(1, 3)), Eq(w2, 0))
    return claim.with_bound(printed)


OTHERS = And(Eq(APART, 0), Eq(BESIDE, 0))

MUTANTS = {
    "ellipsoid-half-cut": [
        ("1% less than the least", bound(And(Eq(N, 0), V2 <= C2 * Rational(99, 100)))),
        ("no half is contained", bound(And(Eq(N, 1), Eq(V2, C2)))),
        ("no mistake", without(A_MISTAKE)),
        ("a learner that cuts off too much", learner(ShrinksTooMuch)),
        ("a learner that cuts off too little", learner(ForgetsTheTwo)),
        ("a learner without the factor d²/(d²−1)", learner(ForgetsEta)),
        ("a learner that moves too far", learner(MovesTooFar)),
    ],
    "ellipsoid-half-cut-example": [
        ("the printed A_2", unit_ball_alone),
        ("a learner that cuts off too little", learner(ForgetsTheTwo)),
    ],
    "ellipsoid-volume-floor": [
        ("y⟨w*,x⟩ ≥ 1/n", bound(And(Eq(N, 0), V2 >= n ** (-4 * d), g >= 1 / n))),
        ("half of the unit ball", bound(And(Eq(N, 0), V2 >= Rational(1, 2), g >= 1 / n**2))),
        ("labels of no w*", without(REALIZABLE)),
        ("instances off the grid", without(ON_THE_GRID)),
        ("w* of any length", without(ROOM)),
        ("a learner that cuts off too much", learner(ShrinksTooMuch)),
        ("a learner that moves too far", learner(MovesTooFar)),
    ],
    "ellipsoid-contains-version-space": [
        ("a little inside", bound(Q <= Rational(9, 10))),
        ("a learner that cuts off too much", learner(ShrinksTooMuch)),
        ("a learner without the factor d²/(d²−1)", learner(ForgetsEta)),
        ("a learner that moves too far", learner(MovesTooFar)),
    ],
    "ellipsoid-geometry": [
        ("1 − ⟨u,v⟩", bound(And(OTHERS, Eq(volume, lengths), Eq(delta, 1 - inner)))),
        ("the volume squared", bound(And(OTHERS, Eq(volume**2, lengths), Eq(delta, 1 + inner)))),
        ("the points are beside", bound(And(Eq(APART, 0), Eq(BESIDE, 1)))),
    ],
}
