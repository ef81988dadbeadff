"""Wrong variants of the claims on PAC learning."""

from dataclasses import replace

from changes import bound, without
from sympy import log

from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import holding
from learncheck.theorems.notes.pac.finite_classes import ACCURACY, ENOUGH_SAMPLES, H, P, delta, eps, m, measure


def without_the_union_bound(claim: Claim) -> Claim:
    """Samples for a single hypothesis, m > log(1/δ)/ε."""
    loose = claim.without(ENOUGH_SAMPLES)
    for_one = holding("samples for one hypothesis", m > log(1 / delta) / eps, measure)
    return replace(loose, assuming=(*loose.assuming, for_one))


MUTANTS = {
    "pac-bad-consistent": [
        ("(1 - ε)^(m + 1)", bound(P <= H * (1 - eps) ** (m + 1))),
        ("|H| - 1", bound(P <= (H - 1) * (1 - eps) ** m)),
        ("no union", bound(P <= (1 - eps) ** m)),
        ("any accuracy", without(ACCURACY)),
    ],
    "pac-sample-size": [
        ("δ/2", bound(P <= delta / 2)),
        ("fewer samples", without(ENOUGH_SAMPLES)),
        ("any accuracy", without(ACCURACY)),
        ("samples for one hypothesis", without_the_union_bound),
    ],
}
