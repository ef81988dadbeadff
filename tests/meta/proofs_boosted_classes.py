"""Wrong proofs of the claims on votes of base hypotheses."""

from dataclasses import replace
from typing import Any

from learncheck.theorems.boosted_classes import UPPER_PROOF, T, V, W, b, d, f, s
from proofs_weak_learning import Change, bound, proof, round_of, without
from sympy import And, Eq, Rational, log

USED = UPPER_PROOF.using


def rest(*kept: int) -> Change:
    """These facts alone, by their numbers."""
    return proof(using=tuple(USED[i] for i in kept))


def upper(factor: Any, constant: Any) -> Change:
    """V ≤ T(d + 1)(factor·log(T(d + 1)) + constant)."""
    return bound(V <= T * (d + 1) * (factor * log(T * (d + 1)) + constant))


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "piecewise-from-stumps": [
        ("at least 1", bound(s * f >= 1)),
        ("1% more", bound(s * f >= Rational(101, 200))),
        ("w_1 = 0.5, as printed", proof(start={f: Rational(1, 2) - b, s: -1})),
        ("T is neither odd nor even", proof(means={})),
        ("it starts in an even piece", proof(start={f: -Rational(1, 2) - b, s: 1})),
        ("a stump adds once its weight", round_of(sets={s: -s, f: f - s})),
        ("stumps turn the other way", round_of(sets={s: -s, f: f + 2 * s})),
        ("labels stay", round_of(sets={s: s, f: f - 2 * s})),
        ("s is not ±1", proof(invariant={"f = s + ½ − b": Eq(f, s + Rational(1, 2) - b)})),
    ],
    "boosted-vc-upper": [
        ("2·log instead of 3·log", upper(2, 2)),
        ("no constant, and 2.8·log", upper(Rational(14, 5), 0)),
        ("3·log and −1", upper(3, -1)),
        ("any d", without("d ≥ 3")),
        ("any T", without("T ≥ 3")),
        ("Sauer's lemma is dropped", rest(1, 2, 3, 4)),
        ("Lemma A.1 is dropped", rest(0, 1, 2, 3)),
        ("log d ≥ log 3 is dropped", rest(0, 2, 3, 4)),
        ("log T ≥ log 3 is dropped", rest(0, 1, 3, 4)),
        ("W is any number above", proof(means={"W is the greatest of V, T and d": And(W >= V, W >= T, W >= d)})),
        (
            "twice as many labellings",
            proof(
                using=(
                    replace(
                        USED[0],
                        relation=V * log(2) <= 2 * d * T * (1 + log(W) - log(d)) + T * (1 + log(W) - log(T)),
                    ),
                    *USED[1:],
                )
            ),
        ),
    ],
}
