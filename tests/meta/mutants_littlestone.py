"""Wrong variants of the claims on the value of the game, on programs and on halfspaces over a grid."""

from changes import alone, bound, learner, step
from sympy import And, Eq, Rational, log

from learncheck.learners.foils.finite import FirstAlive, RemovesNobody
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite import large_classes, mistakes
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
        ("b/3", bound(large_classes.M <= large_classes.b / 3)),
        ("the step removes two thirds", alone(step(REMOVES_HALF, Next(mistakes.V) <= mistakes.V / 3))),
        ("never learns", learner(RemovesNobody)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
    "program-count": [
        (
            "half as many strings",
            bound(And(large_classes.N <= large_classes.S, large_classes.S <= 2 ** (large_classes.b - 1))),
        ),
        ("no two programs are the same predicate", bound(large_classes.N <= large_classes.H)),
        ("every string is a program", bound(large_classes.S <= large_classes.N)),
    ],
    "grid-halfspaces-halving": [
        ("a tenth less", bound(large_classes.M <= Rational(9, 10) * large_classes.d * log(2 * large_classes.n + 1, 2))),
        ("log₂(2n)", bound(large_classes.M <= large_classes.d * log(2 * large_classes.n, 2))),
        ("n + 1 numbers on the grid", bound(large_classes.M <= large_classes.d * log(large_classes.n + 1, 2))),
        ("never learns", learner(RemovesNobody)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
    "grid-halfspaces-count": [
        ("as printed, of predictors", bound(Eq(large_classes.F, (2 * large_classes.n + 1) ** large_classes.d))),
        ("(2n)^d", bound(Eq(large_classes.W, (2 * large_classes.n) ** large_classes.d))),
        ("the zero vector makes no predictor", bound(Eq(large_classes.F, large_classes.D - 1))),
    ],
}
