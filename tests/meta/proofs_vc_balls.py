"""Wrong proofs of the claims on balls."""

from dataclasses import replace
from typing import Any

from changes import Change, bound, proof
from sympy import And, Eq, Or

from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.notes.vc.balls import DEPENDENT, D, S, T, above, d, r2, s0, s1, s2, v2, vx, x2


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


def dependence(relation: Any) -> Change:
    """Another relation between the λ_i."""
    return proof(using=(replace(DEPENDENT, relation=relation),))


def fails() -> str:
    raise ValueError("some points are independent")


WRONG_PROOFS = {
    "balls-are-lifted-halfspaces": [
        ("twice as far", bound(Eq(above, r2 - 2 * D))),
        ("turned round", bound(Eq(above, D - r2))),
        ("w = (v, −1)", meaning(w=Eq(above, vx - x2 + (r2 - v2)))),
        ("b = r²", meaning(w=Eq(above, 2 * vx - x2 + r2))),
        ("the distance means nothing", meaning(**{"‖x−v‖²": None})),
        ("the distance by another sign", meaning(**{"‖x−v‖²": Eq(D, x2 + 2 * vx + v2)})),
    ],
    "vc-balls-exact": [
        ("d", bound(S <= d)),
        ("no dependence", proof(using=())),
        ("λ_i of any sum", dependence(Or(S <= d + 1, And(Eq(s1, 0), s2 >= 0)))),
        ("λ_i of either sign", dependence(Or(S <= d + 1, And(Eq(s0, 0), Eq(s1, 0))))),
        ("a dependence that is not found", proof(using=(replace(DEPENDENT, shows=fails),))),
        ("a dependence that is not shown", proof(using=(replace(DEPENDENT, shows=None),))),
        ("the norms added", meaning(T=Eq(T, (r2 - v2) * s0 + 2 * s1 + s2))),
        ("no ball", meaning(**{"if": None})),
    ],
}
