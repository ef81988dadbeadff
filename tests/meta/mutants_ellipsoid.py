"""What must fall: the claims on the Ellipsoid learner made stronger than true, or tried on learners that are none."""

from changes import alone, bound, edited, learner, new_step, without
from mutants_geometry import ForgetsTheTwo
from sympy import Eq, exp, log

from learncheck.learners import Ellipsoid
from learncheck.learners.foils.ellipsoid import ForgetsEta
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces.ellipsoid import ON_THE_GRID, REALIZABLE, V2, M, d, n, q2, ratio2

StaysAtZero = edited(Ellipsoid.update, "Takes a tie for right.", ("self.predict(x) != y", "y * inner(self.w, x) < 0"))


MUTANTS = {
    "ellipsoid-mistakes": [
        ("d·log(n+1)", bound(M <= d * log(n + 1))),
        ("labels of no w*", alone(without(REALIZABLE))),
        ("instances off the grid", alone(without(ON_THE_GRID))),
        ("a learner that takes a tie for right", alone(learner(StaysAtZero))),
        ("the volume shrinks by e^(−1/d)", new_step(Next(V2) <= V2 * exp(-2 / d))),
        ("a ball of radius 1/2", new_step(Next(V2) >= 2 ** (-2 * d))),
        ("the volume shrinks not at all", learner(ForgetsTheTwo)),
    ],
    "ellipsoid-volume-shrinks": [
        ("e^(−1/(2d−2))", bound(q2 <= exp(-1 / (d - 1)))),
        ("a learner that cuts off too little", alone(learner(ForgetsTheTwo))),
        ("a learner that takes a tie for right", alone(learner(StaysAtZero))),
    ],
    "ellipsoid-volume-ratio": [
        ("1 − 1/(d+1)", bound(Eq(q2, (d**2 / (d**2 - 1)) ** d * (1 - 1 / (d + 1))))),
        ("the ratio to the power d−1", bound(Eq(q2, ratio2 * (d**2 - 1) / d**2))),
        ("a learner without the factor d²/(d²−1)", alone(learner(ForgetsEta))),
    ],
    "ellipsoid-volume-bound": [("e^(−1/(2d−2))", bound(ratio2 <= exp(-1 / (d - 1))))],
    "ellipsoid-conforms": [
        ("a learner that cuts off too little", alone(learner(ForgetsTheTwo))),
        ("a learner that takes a tie for right", alone(learner(StaysAtZero))),
        ("a learner without the factor d²/(d²−1)", alone(learner(ForgetsEta))),
    ],
}
