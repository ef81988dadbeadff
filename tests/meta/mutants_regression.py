"""What must fall: the claims on regression made stronger than true, or tried on learners that do something else."""

import numpy as np
from changes import bound, edited, learner, without
from implementations import implementation
from sympy import And, Eq, Rational, exp

from learncheck.learners import LeastSquares, LogisticRegression
from learncheck.theorems.notes.halfspaces.least_squares import G2, L, least, m, total
from learncheck.theorems.notes.halfspaces.likelihood import DISAGREE
from learncheck.theorems.notes.halfspaces.logistic_loss import IN_ORDER, Z_POSITIVE, loss, middle, p, phi, q, z
from learncheck.theorems.notes.halfspaces.logistic_regression import Lw
from learncheck.theorems.notes.halfspaces.logistic_separable import WEAKLY_SEPARATED, before, beyond_w
from learncheck.theorems.notes.halfspaces.minimisers import (
    PENROSE,
    UNSOLVED,
    between,
    invertible,
    loss_hat,
    loss_v,
    loss_w,
    norm_any,
    norm_hat,
    spanning,
)
from learncheck.theorems.notes.halfspaces.polynomials import bits, count, size_d

Ridge = implementation("LeastSquares", "ridge")
WithBias = implementation("LeastSquares", "with bias")
InvertsAlways = implementation("LeastSquares", "zero where singular")
OneStep = implementation("LogisticRegression", "one step")


class SumsUp(LeastSquares):
    """A second fit adds its examples to those of the first."""

    def fit(self, X, y):
        if hasattr(self, "X") and self.X.shape[1] == X.shape[1]:
            X, y = np.vstack((self.X, X)), np.concatenate((self.y, y))
        self.X, self.y = X, y
        return super().fit(X, y)


Regularised = edited(
    LogisticRegression.fit, "Shrinks the weights a little.", ("self.w = w + step", "self.w = (w + step) * 0.9")
)
TurnsRound = edited(LogisticRegression.predict, "Predicts the other label.", ("np.sign(", "-np.sign("))
AlwaysPlus = edited(LogisticRegression.predict, "Predicts +1.", ("np.sign(inner(X, self.w))", "np.ones(len(X))"))


MUTANTS = {
    "least-squares": [
        ("half of the least loss", bound(L <= least / 2)),
        ("a learner with a penalty", learner(Ridge)),
        ("a learner that needs an inverse", learner(InvertsAlways)),
        ("a learner that keeps the first sample", learner(SumsUp)),
    ],
    "least-squares-conforms": [
        ("a learner with a penalty", learner(Ridge)),
        ("a learner with a bias", learner(WithBias)),
        ("a learner that needs an inverse", learner(InvertsAlways)),
        ("a learner that keeps the first sample", learner(SumsUp)),
    ],
    "least-squares-normal-equations": [
        ("no tolerance", bound(G2 <= total * m * least * 0)),
        ("a learner with a penalty", learner(Ridge)),
        ("a learner that needs an inverse", learner(InvertsAlways)),
    ],
    "least-squares-minimisers": [
        ("nothing between", bound(Eq(loss_v, loss_w))),
        ("half of what lies between", bound(Eq(loss_v, loss_w + between / 2))),
    ],
    "least-squares-invertible": [
        ("always", bound(Eq(invertible, 1))),
        ("never where they span", bound(Eq(invertible, 1 - spanning))),
    ],
    "least-squares-pseudoinverse": [
        ("longer than the others", bound(And(Eq(UNSOLVED, 0), Eq(PENROSE, 0), norm_hat >= norm_any))),
        ("half of the least loss", bound(And(Eq(UNSOLVED, 0), loss_hat <= least / 2))),
        ("unsolved", bound(And(Eq(UNSOLVED, 1), Eq(PENROSE, 0)))),
    ],
    "polynomial-regression": [
        ("half of the least loss", bound(L <= least / 2)),
        ("a learner with a penalty", learner(Ridge)),
        ("a learner that needs an inverse", learner(InvertsAlways)),
    ],
    "polynomials-fit-better": [("half of a line's loss", bound(L <= least / 2))],
    "logistic-symmetry": [
        ("1/(1 + e^(−z))", bound(Eq(1 - phi(z), 1 / (1 + exp(-z))))),
        ("φ ≥ ½", bound(And(Eq(1 - phi(z), 1 / (1 + exp(z))), phi(z) >= Rational(1, 2)))),
    ],
    "linear-predictors-of-few-bits": [
        ("one bit fewer", bound(count <= 2 ** (bits * size_d))),
        ("one less", bound(count <= 2 ** (bits * (size_d + 1)) - 1)),
    ],
    "logistic-like-a-halfspace": [("half of e^(−z)", bound(1 - phi(z) < exp(-z) / 2)), ("any z", without(Z_POSITIVE))],
    "logistic-loss-monotone": [
        ("any two margins", without(IN_ORDER)),
        ("the other way", bound(1 + exp(-p) <= 1 + exp(-q))),
    ],
    "logistic-loss-convex": [
        ("1% less", bound(2 * loss(middle) <= (loss(p) + loss(q)) * Rational(99, 100))),
        ("concave", bound(2 * loss(middle) >= loss(p) + loss(q))),
    ],
    "logistic-likelihood": [("one pair disagrees", bound(Eq(DISAGREE, 1)))],
    "logistic-erm": [
        ("1% less than the least", bound(Lw <= least * Rational(99, 100))),
        ("a learner that stops early", learner(OneStep)),
        ("a learner with shrunken weights", learner(Regularised)),
    ],
    "logistic-regression-conforms": [
        ("a learner that turns labels round", learner(TurnsRound)),
        ("a learner that says +1", learner(AlwaysPlus)),
    ],
    "logistic-erm-needs-noise": [
        ("half of the loss", bound(beyond_w < before / 2)),
        ("labels of no w", without(WEAKLY_SEPARATED)),
    ],
}
