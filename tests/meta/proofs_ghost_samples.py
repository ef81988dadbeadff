"""Wrong proofs of the claims by a second sample."""

from changes import Change, bound, proof, step
from sympy import E, Rational, exp

from learncheck.theorems.notes.vc import ghost_samples
from learncheck.theorems.notes.vc.ghost_samples import A, F, N, P, Q, d, eps, m

WHOLE = (2 * E * m / d) ** d * 2 ** (-eps * m / 2)
OF_SIGNS = (2 * E * m / d) ** d * exp(-(eps**2) * m / 8)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "finite-vc-erm": [
        ("the second sample costs nothing", bound(P <= WHOLE)),
        ("1% less", bound(P <= Rational(198, 100) * WHOLE)),
        ("the first step is dropped", proof(steps=(ghost_samples.SWAPPED, ghost_samples.FEW_LABELLINGS))),
        ("the second step is dropped", proof(steps=(ghost_samples.SECOND_SAMPLE, ghost_samples.FEW_LABELLINGS))),
        ("Sauer's lemma is dropped", proof(steps=(ghost_samples.SECOND_SAMPLE, ghost_samples.SWAPPED))),
        ("three times Q", step(ghost_samples.SECOND_SAMPLE, P <= 3 * Q)),
        ("labellings of twice as many", step(ghost_samples.FEW_LABELLINGS, N <= 2 * (2 * E * m / d) ** d)),
    ],
    "uniform-convergence": [
        ("twice and not four times", bound(F <= 2 * OF_SIGNS)),
        ("1% less", bound(F <= Rational(396, 100) * OF_SIGNS)),
        ("the first step is dropped", proof(steps=(ghost_samples.RANDOM_SIGNS, ghost_samples.FEW_LABELLINGS))),
        ("the second step is dropped", proof(steps=(ghost_samples.ALSO_APART, ghost_samples.FEW_LABELLINGS))),
        ("Sauer's lemma is dropped", proof(steps=(ghost_samples.ALSO_APART, ghost_samples.RANDOM_SIGNS))),
        ("three times A", step(ghost_samples.ALSO_APART, F <= 3 * A)),
        ("labellings of twice as many", step(ghost_samples.FEW_LABELLINGS, N <= 2 * (2 * E * m / d) ** d)),
    ],
}
