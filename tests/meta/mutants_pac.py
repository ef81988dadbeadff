"""Wrong variants of the claims on PAC learning."""

from dataclasses import replace

from mutations import Mutant, bound, without
from sympy import log

from learncheck.exact.decide import compile_relation
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.notes.pac.finite_classes import H, P, delta, eps, m, measure


def without_the_union_bound(claim: Claim) -> Mutant:
    """Samples for a single hypothesis, m > log(1/δ)/ε."""
    enough = compile_relation(m > log(1 / delta) / eps)

    def for_one(trace: Trace) -> bool:
        return enough.decide(measure(trace)).holds

    loose = claim.without("enough samples")
    return replace(loose, given={**loose.given, "samples for one hypothesis": for_one}), None


MUTANTS = {
    "pac-bad-consistent": [
        ("(1 - ε)^(m + 1)", bound(P <= H * (1 - eps) ** (m + 1))),
        ("|H| - 1", bound(P <= (H - 1) * (1 - eps) ** m)),
        ("no union", bound(P <= (1 - eps) ** m)),
        ("any accuracy", without("accuracy")),
    ],
    "pac-sample-size": [
        ("δ/2", bound(P <= delta / 2)),
        ("fewer samples", without("enough samples")),
        ("any accuracy", without("accuracy")),
        ("samples for one hypothesis", without_the_union_bound),
    ],
}
