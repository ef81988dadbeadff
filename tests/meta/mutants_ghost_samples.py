"""Wrong variants of the claims by a second sample."""

from changes import alone, bound, step, without
from sympy import E, exp

from learncheck.theorems.language.step import always
from learncheck.theorems.notes.vc.ghost_samples import (
    ALSO_APART,
    ENOUGH,
    ENOUGH_AGNOSTIC,
    FEW_LABELLINGS,
    RANDOM_SIGNS,
    SECOND_SAMPLE,
    SWAPPED,
    A,
    F,
    N,
    P,
    Q,
    d,
    eps,
    m,
)

MUTANTS = {
    "finite-vc-erm": [
        ("2^(−2εm) and no labellings", bound(P <= 2 ** (-2 * eps * m))),
        ("fewer examples", without(ENOUGH)),
        ("the second sample costs nothing", alone(step(SECOND_SAMPLE, P <= Q, always))),
        ("swaps of every error twice over", alone(step(SWAPPED, Q <= N * 2 ** (-2 * eps * m), always))),
        ("one labelling", alone(step(FEW_LABELLINGS, N <= 1, always))),
        ("a dimension less", alone(step(FEW_LABELLINGS, N <= (2 * E * m / d) ** (d - 1), always))),
    ],
    "uniform-convergence": [
        ("e^(−8ε²m) and no labellings", bound(F <= exp(-8 * eps**2 * m))),
        ("fewer examples", without(ENOUGH_AGNOSTIC)),
        ("a thousandth of A", alone(step(ALSO_APART, F <= A / 1000, always))),
        ("signs of a quarter of the spread", alone(step(RANDOM_SIGNS, A <= N * 2 * exp(-2 * eps**2 * m), always))),
        ("one labelling", alone(step(FEW_LABELLINGS, N <= 1, always))),
    ],
}
