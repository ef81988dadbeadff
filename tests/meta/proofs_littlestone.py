"""Wrong proofs about Halving on large classes. None of them goes through."""

from changes import Change, bound, fact, learner, other, proof, without
from sympy import Rational, log

from learncheck.learners.foils.finite import FirstAlive, RemovesNobody
from learncheck.theorems.notes.finite.grid_halfspaces import SEPARATED, d, n
from learncheck.theorems.notes.finite.mistakes import TARGET_STAYS, H, M
from learncheck.theorems.notes.finite.programs import A_PROGRAM, b

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "halving-programs": [
        ("any number of programs", proof(using=())),
        ("two mistakes fewer", bound(M <= b - 2)),
        ("1% fewer", bound(M <= Rational(99, 100) * b)),
        ("twice as many programs", fact(0, relation=H <= 2 * 2**b)),
        ("the step is dropped", other(steps=(TARGET_STAYS,))),
        ("no program labels the sequence", without(A_PROGRAM)),
        ("predicts by the first that is left", learner(FirstAlive)),
        ("never learns", learner(RemovesNobody)),
    ],
    "grid-halfspaces-halving": [
        ("one mistake fewer", bound(M <= d * log(2 * n + 1, 2) - 1)),
        ("log₂(2n)", bound(M <= d * log(2 * n, 2))),
        ("twice as many halfspaces", fact(0, relation=H <= 2 * (2 * n + 1) ** d)),
        ("the step is dropped", other(steps=(TARGET_STAYS,))),
        ("no halfspace labels the sequence", without(SEPARATED)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
}
