"""Wrong variants of the claims on PAC learning."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sympy import log

from strategies.case import Trace
from theorems.claim import Claim
from theorems.decide import compile_relation
from theorems.pac import H, P, delta, eps, m, measure

Mutate = Callable[[Claim], tuple[Claim, Any]]


def bound(relation: Any) -> Mutate:
    """The claim with another bound."""
    return lambda claim: (claim.with_bound(relation), None)


def dropping(hypothesis: str) -> Mutate:
    """The claim without one of its hypotheses."""
    return lambda claim: (claim.without(hypothesis), None)


def without_the_union_bound(claim: Claim) -> tuple[Claim, Any]:
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
        ("any accuracy", dropping("accuracy")),
    ],
    "pac-sample-size": [
        ("δ/2", bound(P <= delta / 2)),
        ("fewer samples", dropping("enough samples")),
        ("any accuracy", dropping("accuracy")),
        ("samples for one hypothesis", without_the_union_bound),
    ],
}
