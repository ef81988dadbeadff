"""Wrong variants of the claims on linear programs."""

from typing import Any

import numpy as np
from changes import Change, bound, learner, other
from implementations import implementation
from sympy import And, Eq

from learncheck.learners import HalfspaceLP
from learncheck.theorems.notes.halfspaces.absolute_loss import L, P, V, absolute_loss_program, by_program
from learncheck.theorems.notes.halfspaces.linear_programs import I, R, g
from learncheck.theorems.rules.batch import F

AddsABias = implementation("HalfspaceLP", "adds a bias")
PositivePart = implementation("HalfspaceLP", "weights at least zero")
KeepsTheOldSample = implementation("HalfspaceLP", "adds to the last sample")
AnyMargin = implementation("HalfspaceLP", "less margin")


class NoProgram(HalfspaceLP):
    """Least squares in place of the linear program; refuses nothing."""

    def fit(self, X: Any, y: Any) -> Any:
        self.w = np.linalg.lstsq(X, y, rcond=None)[0]
        return self


class OnTheSampleAlone(HalfspaceLP):
    """Right on the sample, and everywhere else the other way round."""

    def fit(self, X: Any, y: Any) -> Any:
        self.sample = {tuple(x) for x in X}
        return super().fit(X, y)

    def predict(self, X: Any) -> Any:
        seen = np.array([tuple(x) in self.sample for x in X])
        return np.where(seen, 1, -1) * super().predict(X)


def one_sided(points: Any, values: Any) -> Any:
    """The program without ⟨w,x_i⟩ − y_i ≥ −a_i."""
    c, A, b = absolute_loss_program(points, values)
    rows = [i for i in range(len(A)) if i % 3 != 1]
    return c, [A[i] for i in rows], [b[i] for i in rows]


def one_bound(points: Any, values: Any) -> Any:
    """The program with one a for all examples: it minimises the greatest loss."""
    c, A, b = absolute_loss_program(points, values)
    d = len(points[0])
    return c[: d + 1], [(*row[:d], max(row[d:])) for row in A], b


def program(wrong: Any) -> Change:
    """The claim with another program."""
    return other(measure=lambda trace: by_program(trace, wrong(trace.case.points, trace.case.values)))


MUTANTS = {
    "halfspace-lp": [
        ("a margin of 2", bound(And(Eq(R, I), g >= 2 * (1 - R)))),
        ("feasible always", bound(Eq(R, 0))),
        ("infeasible always", bound(Eq(R, 1))),
        ("no program", learner(NoProgram)),
        ("a margin of 1/2", learner(AnyMargin)),
        ("a bias", learner(AddsABias)),
        ("w >= 0", learner(PositivePart)),
        ("keeps the old sample", learner(KeepsTheOldSample)),
    ],
    "halfspace-lp-conforms": [
        ("no answer fits", bound(Eq(F, 1))),
        ("no program", learner(NoProgram)),
        ("a bias", learner(AddsABias)),
        ("w >= 0", learner(PositivePart)),
        ("is no halfspace off the sample", learner(OnTheSampleAlone)),
        ("keeps the old sample", learner(KeepsTheOldSample)),
    ],
    "absolute-loss-lp": [
        ("one side of the absolute value", program(one_sided)),
        ("the greatest loss", program(one_bound)),
        ("half of the loss", bound(Eq(2 * P, V))),
        ("no loss", bound(Eq(L, 0))),
    ],
}
