"""Wrong variants of the claims by a second sample."""

from changes import alone, bound, step, without
from sympy import E, exp

from learncheck.theorems.language.step import always
from learncheck.theorems.notes.vc import ghost_samples
from learncheck.theorems.notes.vc.ghost_samples import A, F, N, P, Q, d, eps, m

MUTANTS = {
    "finite-vc-erm": [
        ("2^(−2εm) and no labellings", bound(P <= 2 ** (-2 * eps * m))),
        ("fewer examples", without(ghost_samples.ENOUGH)),
        ("the second sample costs nothing", alone(step(ghost_samples.SECOND_SAMPLE, P <= Q, always))),
        ("swaps of every error twice over", alone(step(ghost_samples.SWAPPED, Q <= N * 2 ** (-2 * eps * m), always))),
        ("one labelling", alone(step(ghost_samples.FEW_LABELLINGS, N <= 1, always))),
        ("a dimension less", alone(step(ghost_samples.FEW_LABELLINGS, N <= (2 * E * m / d) ** (d - 1), always))),
    ],
    "uniform-convergence": [
        ("e^(−8ε²m) and no labellings", bound(F <= exp(-8 * eps**2 * m))),
        ("fewer examples", without(ghost_samples.ENOUGH_AGNOSTIC)),
        ("a thousandth of A", alone(step(ghost_samples.ALSO_APART, F <= A / 1000, always))),
        (
            "signs of a quarter of the spread",
            alone(step(ghost_samples.RANDOM_SIGNS, A <= N * 2 * exp(-2 * eps**2 * m), always)),
        ),
        ("one labelling", alone(step(ghost_samples.FEW_LABELLINGS, N <= 1, always))),
    ],
}
