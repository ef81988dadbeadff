"""Wrong proofs of the VC dimension of halfspaces."""

from dataclasses import replace
from typing import Any

from changes import Change, bound, proof
from sympy import Eq, Implies

from learncheck.theorems.language.trusted import (
    _eliminated,
    _weighted_total,
    dependence,
    least,
    weighted_total,
)
from learncheck.theorems.notes.vc.halfspaces import (
    APART,
    COMBINED,
    GIVES_THE_SIGNS,
    WEIGHTS,
    S,
    d,
)

AGREES = weighted_total(COMBINED, WEIGHTS, APART)


def dependent(coordinates: Any, **changed: Any) -> Change:
    """The lemma on dependence with other coordinates or another relation."""
    fact = dependence(S, coordinates, COMBINED, WEIGHTS)
    return proof(using=(replace(fact, **changed), AGREES))


def wrong(coordinates: Any) -> list[tuple[str, Change]]:
    lemma = dependence(S, coordinates, COMBINED, WEIGHTS)
    return [
        ("one point fewer", bound(S <= coordinates - 1)),
        ("no dependence", proof(using=(AGREES,))),
        ("nothing is known of the total", proof(using=(lemma,))),
        ("as many vectors as coordinates are dependent", dependent(coordinates - 1)),
        ("dependent of more coordinates", dependent(coordinates + 1)),
        ("all λ_i may be 0", dependent(coordinates, relation=Implies(S > coordinates, Eq(COMBINED, 0)))),
        ("μ with the other sign", dependent(coordinates, shows=lambda: _eliminated(1))),
        ("a dependence that is not shown", dependent(coordinates, shows=None)),
        ("a number more of at least −g", proof(using=(lemma, replace(AGREES, shows=lambda: _weighted_total(-least))))),
        ("an instance may lie on the hyperplane", proof(means={GIVES_THE_SIGNS: APART >= 0})),
        ("no w", proof(means={})),
    ]


WRONG_PROOFS = {"vc-homogeneous-halfspaces": wrong(d), "vc-halfspaces": wrong(d + 1)}
