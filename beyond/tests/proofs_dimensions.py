"""Wrong proofs about the standard optimal algorithm and the VC dimension of balls. None of them goes through."""

from changes import bound, other, proof, step
from sympy import Rational

from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import dependence
from learncheck.theorems.notes.vc.balls import COMBINED, EXACT_PROOF, WEIGHTS, S, d
from learncheck_beyond import littlestone
from learncheck_beyond.littlestone import K, L, M

WRONG_PROOFS = {
    "standard-optimal-mistakes": [
        ("one mistake fewer", bound(M <= L - 1)),
        ("1% fewer", bound(M <= Rational(99, 100) * L)),
        ("the step is dropped", other(steps=(littlestone.NO_GREATER, littlestone.TARGET_STAYS))),
        ("the step's sign is turned", step(littlestone.SMALLER, Next(K) >= K - 1)),
        ("two dimensions at once", step(littlestone.SMALLER, Next(K) <= K - 2)),
        ("other rounds may gain", step(littlestone.NO_GREATER, Next(K) <= K + 1)),
        ("the start has a mistake already", proof(start={M: 1, K: L})),
        ("K may fall to nothing", other(steps=(littlestone.SMALLER, littlestone.NO_GREATER))),
    ],
    "vc-balls-exact": [
        ("d", bound(S <= d)),
        ("no dependence", proof(using=())),
        ("one coordinate more", proof(using=(dependence(S, d + 2, COMBINED, WEIGHTS), *EXACT_PROOF.using[1:]))),
    ],
}
