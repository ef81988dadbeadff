"""Wrong variants of the claims on the value of the game, on programs and on halfspaces over a grid."""

from changes import alone, bound, learner, step
from sympy import And, Eq, Rational, log

from learncheck.learners.foils.finite import FirstAlive, RemovesNobody
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite import grid_halfspaces as grid
from learncheck.theorems.notes.finite import mistakes, programs
from learncheck.theorems.notes.finite.littlestone import H, L, V
from learncheck.theorems.notes.finite.mistakes import REMOVES_HALF

MUTANTS = {
    "optimal-mistakes-at-most-log": [
        ("at most log₃|H|", bound(And(V <= L, L <= log(H, 3)))),
        ("at most 9/10 of log₂|H|", bound(And(V <= L, L <= Rational(9, 10) * log(H, 2)))),
        ("more than VCdim(H)", bound(And(V + 1 <= L, L <= log(H, 2)))),
        ("at most VCdim(H)", bound(L <= V)),
    ],
    "halving-programs": [
        ("b/3", bound(mistakes.M <= programs.b / 3)),
        ("the step removes two thirds", alone(step(REMOVES_HALF, Next(mistakes.V) <= mistakes.V / 3))),
        ("never learns", learner(RemovesNobody)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
    "program-count": [
        (
            "half as many strings",
            bound(And(programs.N <= programs.S, programs.S <= 2 ** (programs.b - 1))),
        ),
        ("no two programs are the same predicate", bound(programs.N <= mistakes.H)),
        ("every string is a program", bound(programs.S <= programs.N)),
    ],
    "grid-halfspaces-halving": [
        ("a tenth less", bound(mistakes.M <= Rational(9, 10) * grid.d * log(2 * grid.n + 1, 2))),
        ("log₂(2n)", bound(mistakes.M <= grid.d * log(2 * grid.n, 2))),
        ("n + 1 numbers on the grid", bound(mistakes.M <= grid.d * log(grid.n + 1, 2))),
        ("never learns", learner(RemovesNobody)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
    "grid-halfspaces-count": [
        ("as printed, of predictors", bound(Eq(grid.F, (2 * grid.n + 1) ** grid.d))),
        ("(2n)^d", bound(Eq(grid.W, (2 * grid.n) ** grid.d))),
        ("the zero vector makes no predictor", bound(Eq(grid.F, grid.D - 1))),
    ],
}
