"""Wrong proofs of the claims on leave-one-out and on boosting the confidence."""

from learncheck.theorems.confidence import ALL_FAIL, MISLED, A, C, P, delta, delta0, k
from learncheck.theorems.validation import ALL_ALIKE, PARITY, e, gap, r, s, y
from proofs_weak_learning import Change, bound, proof, step, without
from sympy import Eq, Rational, log

PARITY_STEPS = tuple(PARITY.steps)
SUM, ERRS, _ = PARITY_STEPS

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "leave-one-out-parity": [
        ("a distance of 1/4", bound(Eq(gap, Rational(1, 4)))),
        ("a distance of 0.49", bound(Eq(gap, Rational(49, 100)))),
        ("the folds differ", proof(steps=(SUM, ERRS))),
        ("folds err at will", proof(steps=(SUM, ALL_ALIKE))),
        ("the parity is at will", proof(steps=(ERRS, ALL_ALIKE))),
        ("labels are any numbers", proof(means={"and so are parities": Eq(r * r, r)})),
        ("parities add up", step(SUM, Eq(s, y + r))),
        ("a fold errs where its label is the parity of the others", step(ERRS, Eq(e, 1 - (y - r) ** 2))),
    ],
    "confidence-boosting": [
        ("δ/2", bound(P <= delta / 2)),
        ("1% less", bound(P <= delta * Rational(99, 100))),
        ("all chunks fail at will", proof(steps=(MISLED, "one of the two must happen"))),
        ("choices fail at will", proof(steps=(ALL_FAIL, "one of the two must happen"))),
        ("something else may happen", proof(steps=(ALL_FAIL, MISLED))),
        ("all chunks fail with probability δ", step(ALL_FAIL, A <= delta)),
        ("the choice fails with probability δ", step(MISLED, C <= delta)),
        ("both count twice", step("one of the two must happen", Eq(P, 2 * A + 2 * C))),
    ],
    "confidence-boosting-chunks": [
        ("δ/3", bound(delta0**k <= delta / 3)),
        ("1% less", bound(delta0**k <= delta * Rational(99, 200))),
        ("any number of chunks", without("as many chunks")),
        ("a factor e more", proof(given={"as many chunks": k * log(delta0) <= log(delta / 2) + 1})),
        ("as few at most", proof(given={"as many chunks": k * log(delta0) >= log(delta / 2)})),
        ("1 + a ≤ e^a is dropped", proof(using=())),
    ],
}
