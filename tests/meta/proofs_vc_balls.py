"""Wrong proofs of the claims on balls."""

from dataclasses import replace
from functools import partial
from typing import Any

from changes import Change, bound, making, proof
from sympy import And, Eq

from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.notes.vc.balls import (
    COMBINED,
    EXACT_PROOF,
    SQUARES,
    D,
    S,
    T,
    above,
    by_coordinates,
    d,
    multiplied_out,
    r2,
    simplex_shattered,
    v,
    x,
)


def meaning(**changes: Any) -> Change:
    """Another relation for the meaning that starts with a word; None takes it away."""

    def changed(claim: Claim) -> Claim:
        assert isinstance(claim.proof, Chain)
        means = {}
        for words, relation in claim.proof.means.items():
            new = next((new for start, new in changes.items() if words.startswith(start)), relation)
            if new is not None:
                means[words] = new
        return replace(claim, proof=replace(claim.proof, means=means))

    return changed


DEPENDENT, OUT, SIMPLEX = EXACT_PROOF.using
AWAY = replace(SIMPLEX, shows=partial(simplex_shattered.shows, -1))


def adding(square: Any) -> dict[str, Any]:
    """What shows that balls are halfspaces, with a coordinate more that adds v_i² otherwise."""
    return making(by_coordinates, 1, values={above: above + 2 * v * x - x**2 + square, D: D + (x - v) ** 2})


WRONG_PROOFS = {
    "balls-are-lifted-halfspaces": [
        ("twice as far", bound(Eq(above, r2 - 2 * D))),
        ("turned round", bound(Eq(above, D - r2))),
        ("b = r² + ‖v‖²", proof(using=(replace(by_coordinates(), **adding(v**2)),))),
        ("b = r²", proof(using=(replace(by_coordinates(), **adding(0)),))),
        ("nothing is multiplied out", proof(using=())),
    ],
    "vc-balls": [
        ("d + 2", bound(And(S >= d + 2, S <= d + 2))),
        ("d at most", bound(And(S >= d + 1, S <= d))),
        ("no simplex", proof(using=(DEPENDENT, OUT))),
        ("no dependence", proof(using=(OUT, SIMPLEX))),
        ("a simplex of d + 2 points", proof(using=(DEPENDENT, OUT, replace(SIMPLEX, relation=S >= d + 2)))),
        ("centres at the wrong corner", proof(using=(DEPENDENT, OUT, AWAY))),
        ("λ_i of either sign", meaning(the=SQUARES >= -1)),
        ("nothing is multiplied out", proof(using=(DEPENDENT, SIMPLEX))),
        ("the norms added", proof(using=(DEPENDENT, SIMPLEX, replace(OUT, relation=Eq(T, COMBINED + SQUARES))))),
        ("b = r² + ‖v‖²", proof(using=(DEPENDENT, SIMPLEX, replace(OUT, **making(multiplied_out, 1, known={}))))),
        ("no ball", meaning(a=None)),
    ],
}
