"""Wrong proofs about the standard optimal algorithm and about Halving on large classes. None of them goes through."""

from typing import Any

from changes import Change, bound, edited, fact, learner, other, proof, step, without
from mutants_littlestone import SmallerDimension
from sympy import And, Max, Rational, log

from learncheck.learners.foils.finite import FirstAlive, RemovesNobody
from learncheck.learners.online.standard_optimal import StandardOptimal
from learncheck.theorems.formal.values import value_rounds
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite import large_classes, littlestone
from learncheck.theorems.notes.finite.mistakes import REALIZABLE, REMOVES_HALF, TARGET_STAYS, V

K, L, M = littlestone.K, littlestone.L, littlestone.M
H, b, d, n = (getattr(large_classes, name) for name in ("H", "b", "d", "n"))


class AlwaysPositive(StandardOptimal):
    """Says +1 always."""

    def predict(self, x: int) -> int:
        return 1


ComparesWithTheWhole = edited(
    StandardOptimal.predict,
    "Says +1 only where that half has the value of the whole.",
    (">= self.value(self.left & ~positive)", ">= self.value(self.left)"),
)
WrongHalf = edited(StandardOptimal.update, "Keeps the hypotheses that were wrong.", ("y == 1", "y != 1"))
KeepsAll = edited(
    StandardOptimal.update, "Keeps all hypotheses.", ("self.left &= positive if y == 1 else ~positive", "pass")
)
LearnsFromPositives = edited(
    StandardOptimal.update,
    "Keeps all hypotheses after a negative example.",
    ("self.left &= positive if y == 1 else ~positive", "if y == 1:\n            self.left &= positive"),
)
DropsOne = edited(
    StandardOptimal.__init__,
    "Starts without the first hypothesis.",
    ("self.value.everything", "self.value.everything & ~1"),
)


WRONG_LEARNERS = (AlwaysPositive, ComparesWithTheWhole, WrongHalf, KeepsAll, LearnsFromPositives, DropsOne)


def lower(K: Any, p: Any, q: Any) -> Any:
    """A definition of the value without the mistake that a divided version space costs."""
    return And(K >= Max(p, q), p >= -1, q >= -1)


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "standard-optimal-mistakes": [
        ("one mistake fewer", bound(M <= L - 1)),
        ("1% fewer", bound(M <= Rational(99, 100) * L)),
        ("the step is dropped", other(steps=(littlestone.NO_GREATER, littlestone.TARGET_STAYS))),
        ("the step's sign is turned", step(littlestone.SMALLER, Next(K) >= K - 1)),
        ("two dimensions at once", step(littlestone.SMALLER, Next(K) <= K - 2)),
        ("other rounds may gain", step(littlestone.NO_GREATER, Next(K) <= K + 1)),
        ("no hypothesis labels the sequence", without(littlestone.REALIZABLE)),
        ("the start has a mistake already", proof(start={M: 1, K: L})),
        ("K may fall to nothing", other(steps=(littlestone.SMALLER, littlestone.NO_GREATER))),
        ("the smaller dimension", learner(SmallerDimension)),
        *((str(each.__doc__), learner(each)) for each in WRONG_LEARNERS),
        ("no value is known", proof(code=value_rounds(K, L, M, realizable=REALIZABLE, defined=lambda K, p, q: p >= q))),
        ("a value that may be lower", proof(code=value_rounds(K, L, M, realizable=REALIZABLE, defined=lower))),
    ],
    "halving-programs": [
        ("any number of programs", proof(using=())),
        ("two mistakes fewer", bound(large_classes.M <= b - 2)),
        ("1% fewer", bound(large_classes.M <= Rational(99, 100) * b)),
        ("twice as many programs", fact(0, relation=H <= 2 * 2**b)),
        ("the step is dropped", other(steps=(TARGET_STAYS,))),
        ("the step's sign is turned", step(REMOVES_HALF, Next(V) >= V / 2)),
        ("no program labels the sequence", without(large_classes.A_PROGRAM)),
        ("predicts by the first that is left", learner(FirstAlive)),
        ("never learns", learner(RemovesNobody)),
    ],
    "grid-halfspaces-halving": [
        ("one mistake fewer", bound(large_classes.M <= d * log(2 * n + 1, 2) - 1)),
        ("log₂(2n)", bound(large_classes.M <= d * log(2 * n, 2))),
        ("twice as many halfspaces", fact(0, relation=H <= 2 * (2 * n + 1) ** d)),
        ("the step is dropped", other(steps=(TARGET_STAYS,))),
        ("no halfspace labels the sequence", without(large_classes.SEPARATED)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
}
