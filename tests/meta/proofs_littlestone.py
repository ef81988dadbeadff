"""Wrong proofs about the standard optimal algorithm and about Halving on large classes. None of them goes through."""

from dataclasses import replace
from typing import Any

from changes import Change, bound, learner, proof, rounds, step, without
from learncheck.theorems import large_classes, littlestone
from learncheck.theorems.claim import Next
from learncheck.theorems.finite_classes import REALIZABLE, REMOVES_HALF, TARGET_STAYS
from mutants_littlestone import FirstAlive, NeverLearns, SmallerDimension
from sympy import Rational, log

K, L, M = littlestone.K, littlestone.L, littlestone.M
B, H, Q, V, b, d, n = (getattr(large_classes, name) for name in ("B", "H", "Q", "V", "b", "d", "n"))
COUNTED = "there are 2^b − 1 strings of fewer than b bits"
VECTORS = "each halfspace corresponds to a vector in G^d"


def means(words: str, relation: Any) -> Change:
    def change(claim: Any) -> Any:
        assert words in claim.proof.means
        return replace(claim, proof=replace(claim.proof, means={**claim.proof.means, words: relation}))

    return change


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "standard-optimal-mistakes": [
        ("one mistake fewer", bound(M <= L - 1)),
        ("1% fewer", bound(M <= Rational(99, 100) * L)),
        ("the step is dropped", rounds("a mistake", steps=())),
        ("the step's sign is turned", step(littlestone.SMALLER, Next(K) >= K - 1)),
        ("two dimensions at once", step(littlestone.SMALLER, Next(K) <= K - 2)),
        ("other rounds may gain", rounds("no mistake", steps=())),
        ("no hypothesis labels the sequence", without(littlestone.REALIZABLE)),
        ("the start has a mistake already", proof(start={M: 1, K: L})),
        ("the smaller dimension", learner(SmallerDimension)),
    ],
    "halving-programs": [
        ("two mistakes fewer", bound(large_classes.M <= b - 2)),
        ("1% fewer", bound(large_classes.M <= Rational(99, 100) * b)),
        ("twice as many programs", means(COUNTED, H <= 2 * B)),
        ("the step is dropped", rounds("a mistake", steps=(), holds=TARGET_STAYS)),
        ("the step's sign is turned", step(REMOVES_HALF, Next(V) >= V / 2)),
        ("no program labels the sequence", without(REALIZABLE)),
        ("predicts by the first that is left", learner(FirstAlive)),
        ("never learns", learner(NeverLearns)),
    ],
    "grid-halfspaces-halving": [
        ("one mistake fewer", bound(large_classes.M <= d * log(2 * n + 1, 2) - 1)),
        ("log₂(2n)", bound(large_classes.M <= d * log(2 * n, 2))),
        ("twice as many halfspaces", means(VECTORS, H <= 2 * Q)),
        ("the step is dropped", rounds("a mistake", steps=(), holds=TARGET_STAYS)),
        ("no halfspace labels the sequence", without(REALIZABLE)),
        ("predicts by the first that is left", learner(FirstAlive)),
    ],
}
