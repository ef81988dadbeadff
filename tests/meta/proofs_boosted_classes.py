"""Wrong proofs of the claims on votes of base hypotheses."""

from dataclasses import replace
from typing import Any

import sympy
from changes import Change, bound, fact, making, no_fact, proof, rounds, step, without
from sympy import And, Eq, Ge, Rational, log

from learncheck.theorems.language.counting import compound, partial_binomial, x
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.vc.boosted_classes import LARGE_DIMENSION, MANY_ROUNDS, few, there
from learncheck.theorems.notes.vc.piecewise_votes import T, V, alternating_weights, b, ends_are_opposite, f, s
from learncheck.theorems.notes.vc.sauer import (
    EITHER_OR_BOTH,
    EMPTY_SET,
    FEW_SETS,
    LABELLINGS,
    PART_OF_MORE,
    SAUER,
    SAUER_PROOF,
    A,
    N,
    d,
    either,
    m,
)

SAUER_BOUND = LABELLINGS.bound.args[1]
D1 = sympy.Max(d, 1)


OF_B, BINOMIALS, COMPOUND, IN_LOGARITHMS, OF_VOTES = range(5)
TUPLES, PRODUCT, LOG_D, LOG_T, LEMMA_A1 = 8, 9, 10, 11, 13
"""The facts by their places."""


def upper(factor: Any, constant: Any) -> Change:
    """V ≤ T(d + 1)(factor·log(T(d + 1)) + constant)."""
    return bound(V <= T * (d + 1) * (factor * log(T * (d + 1)) + constant))


FIRST, SPLIT = "the first look", "an instance is split off"
KNOWN = SAUER_PROOF.using

HALVED = making(
    partial_binomial, 3, values={**partial_binomial.constructions[3].values, compound: (1 + x / 2) * compound}
)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "votes-on-the-line-vc": [
        ("T + 1 for all T", bound(Eq(V, T + 1))),
        ("T for all T", bound(Eq(V, T))),
        ("any number of points", no_fact(0)),
        ("no shattered set", no_fact(1)),
        ("T for odd T, too", fact(0, relation=V <= T)),
        ("T + 1 for even T, too", fact(1, relation=V >= T + 1)),
        ("a stump with equal ends", fact(0, shows=lambda: ends_are_opposite.shows(left=1))),
        ("two changes at a threshold", fact(0, shows=lambda: ends_are_opposite.shows(jumps=2))),
        ("a threshold that adds 1", fact(1, shows=lambda: alternating_weights.shows(adds=-1))),
        ("no constant stump", fact(1, shows=lambda: alternating_weights.shows(constant=0))),
        ("two constant stumps", fact(1, shows=lambda: alternating_weights.shows(constant=2))),
    ],
    "piecewise-from-stumps": [
        ("at least 1", bound(s * f >= 1)),
        ("1% more", bound(s * f >= Rational(101, 200))),
        ("w_1 = 0.5, as printed", proof(start={f: Rational(1, 2) - b, s: -1})),
        ("T is neither odd nor even", proof(means={})),
        ("it starts in an even piece", proof(start={f: -Rational(1, 2) - b, s: 1})),
        ("a stump adds once its weight", rounds(sets={s: -s, f: f - s})),
        ("stumps turn the other way", rounds(sets={s: -s, f: f + 2 * s})),
        ("labels stay", rounds(sets={s: s, f: f - 2 * s})),
        ("s is not ±1", proof(invariant={"f = s + ½ − b": Eq(f, s + Rational(1, 2) - b)})),
    ],
    "boosted-vc-upper": [
        ("2·log instead of 3·log", upper(2, 2)),
        ("no constant, and 2.8·log", upper(Rational(14, 5), 0)),
        ("any d", without(LARGE_DIMENSION)),
        ("any T", without(MANY_ROUNDS)),
        ("Sauer's lemma is dropped", no_fact(OF_B)),
        ("votes of any number", no_fact(OF_VOTES)),
        ("choices of any number", no_fact(TUPLES)),
        ("the binomial theorem is dropped", no_fact(BINOMIALS)),
        ("(1 + a)^k ≤ e^(ak) is dropped", no_fact(COMPOUND)),
        ("no logarithm of the labellings", no_fact(IN_LOGARITHMS)),
        ("no logarithm of the product", no_fact(PRODUCT)),
        ("Lemma A.1 is dropped", no_fact(LEMMA_A1)),
        ("log d ≥ log 3 is dropped", no_fact(LOG_D)),
        ("log T ≥ log 3 is dropped", no_fact(LOG_T)),
        ("Sauer's lemma for twice the labellings", fact(OF_B, relation=there <= 2 * few)),
        ("some labelling may be missing", proof(means={})),
    ],
    "sauer-lemma": [
        ("one labelling fewer", bound(And(N <= SAUER - 1, SAUER_BOUND))),
        ("(em/d)^d/2", bound(And(N <= SAUER, 2 * N <= SAUER_BOUND.rhs))),
        ("a class may shatter any sets", rounds(FIRST, steps=(EMPTY_SET,))),
        ("parts may shatter nothing", rounds(SPLIT, steps=(EITHER_OR_BOTH, PART_OF_MORE))),
        ("the class may shatter nothing", rounds(FIRST, steps=(FEW_SETS,))),
        ("halves may shatter more", rounds(SPLIT, steps=(EITHER_OR_BOTH, EMPTY_SET))),
        ("nothing is known of the halves", rounds(SPLIT, steps=(PART_OF_MORE, EMPTY_SET))),
        ("what both shatter counts once", step(EITHER_OR_BOTH, Next(either) <= Next(A))),
        ("the part shatters what either does", step(PART_OF_MORE, Next(either) <= A)),
        ("two empty sets", step(EMPTY_SET, Next(N) <= 2 * Next(A))),
        ("a start with two labellings", proof(start={A: SAUER, N: 2})),
        ("Φ may be 0", proof(means={"m ≥ 1": m >= 1})),
        ("(1 + a)^k ≤ e^(ak) is dropped", proof(using=KNOWN[1:])),
        ("the laws of powers are dropped", proof(using=(KNOWN[0], KNOWN[2]))),
        ("the binomial theorem is dropped", proof(using=KNOWN[:2])),
        (
            "Pascal's rule with 1 + x/2",
            proof(using=(*KNOWN[:2], replace(KNOWN[2], **HALVED))),
        ),
        ("more instances may be shattered than there are", lambda claim: claim.without("d ≤ m")),
        (
            "other powers",
            proof(
                using=(
                    KNOWN[0],
                    replace(KNOWN[1], relation=Ge(KNOWN[1].relation.rhs / 2**D1, 1)),
                    KNOWN[2],
                )
            ),
        ),
    ],
}
