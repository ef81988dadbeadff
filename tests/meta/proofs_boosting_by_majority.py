"""Wrong proofs of the claims on boosting by majority."""

from changes import Change, bound, learner, no_invariant, proof, rounds, without
from mutants_boosting_by_majority import LastHypothesis, NeverReweights
from sympy import Eq, Rational, log

from learncheck.theorems.notes.boosting import by_majority
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE
from learncheck.theorems.notes.boosting.by_majority import A, B, E, L, T, W, alpha, g, n

HALF = Rational(1, 2)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "boosting-by-majority-training-error": [
        ("1% smaller", bound(L**2 <= Rational(98, 100) * (1 - 4 * g**2) ** T)),
        ("strict", bound(L**2 < (1 - 4 * g**2) ** T)),
        ("any weak learner", without(HAS_EDGE)),
        ("half of the edge", rounds(assuming={HAS_EDGE: B <= (HALF - g / 2) * W})),
        ("they are not heavy", rounds(steps=())),
        ("the weights stay", rounds(sets={T: T + 1, A: alpha * A, W: W})),
        ("the weight grows twice", rounds(sets={T: T + 1, A: alpha * A, W: W + 2 * (alpha - 1) * B})),
        ("a round is not counted", rounds(sets={T: T, A: alpha * A, W: W + (alpha - 1) * B})),
        ("L starts with 0", proof(start={**by_majority.ERROR.proof.start, L: 0})),
        ("W starts with 2n", proof(start={**by_majority.ERROR.proof.start, W: 2 * n})),
        ("α = 1 + γ", proof(means={**by_majority.PARAMETERS, "α": Eq(alpha, 1 + g)})),
        ("W is not bounded", no_invariant("W ≤ n(1 + 2γ)^T")),
        ("L is not bounded", no_invariant("nL·α^(T/2) ≤ W")),
        ("the powers are not compared", no_invariant("α^T(1 − 4γ²)^T = (1 + 2γ)^(2T)")),
        ("never reweights", learner(NeverReweights)),
        ("the last hypothesis", learner(LastHypothesis)),
    ],
    "boosting-by-majority": [
        ("less than half a mistake", bound(2 * E < 1)),
        ("any number of rounds", without(by_majority.ENOUGH_ROUNDS)),
        ("half of the rounds", proof(assuming={by_majority.ENOUGH_ROUNDS: 4 * g**2 * T > log(n)})),
        ("at most so many rounds", proof(assuming={by_majority.ENOUGH_ROUNDS: 2 * g**2 * T < log(n)})),
        ("the error is not small", proof(steps=())),
        ("(1 − 4γ²)^T ≤ e^(−4γ²T) is dropped", proof(using=by_majority.NO_ERROR.proof.using[1:])),
        ("1 + a ≤ e^a is dropped", proof(using=by_majority.NO_ERROR.proof.using[:1])),
    ],
}
