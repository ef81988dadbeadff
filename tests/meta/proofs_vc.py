"""Wrong proofs of the VC dimension of halfspaces and of decision stumps."""

from dataclasses import replace
from typing import Any

from changes import Change, bound, making, proof, without
from sympy import And, Eq, Implies, Rational, log

from learncheck.theorems.language.proof import Fact
from learncheck.theorems.language.trusted import (
    dependence,
    heaviness,
    least,
    total,
    total_at_most,
    weight,
    weighted_total,
)
from learncheck.theorems.notes.vc import unseen_points
from learncheck.theorems.notes.vc.boosted_stumps import BOOSTED, B, T, by_blocks
from learncheck.theorems.notes.vc.halfspaces import (
    APART,
    COMBINED,
    GIVES_THE_SIGNS,
    WEIGHTS,
    S,
    d,
    simplex_shattered,
    units_shattered,
)
from learncheck.theorems.notes.vc.stumps import (
    STUMPS,
    K,
    V,
    by_binary_digits,
    few_labellings,
    growth,
)
from learncheck.theorems.notes.vc.unseen_points import (
    NOT_WEAKLY_LEARNABLE,
    E,
    N,
    errors,
    first,
    half_of_the_unseen,
    in_pairs,
    labellings,
    never_drawn,
    p,
    power,
    seen,
    share,
    unseen,
)
from learncheck.theorems.notes.vc.unseen_points import wrong as wrong_for

AGREES = weighted_total(COMBINED, WEIGHTS, APART)
LESS = replace(
    AGREES, **making(weighted_total, 1, values={total: total - weight * least, heaviness: heaviness + weight})
)


def wrong(coordinates: Any, lower: Fact, other: Any) -> list[tuple[str, Change]]:
    """Wrong proofs that so many points are shattered, which `lower` shows but for `other`, and no more."""
    lemma = dependence(S, coordinates, COMBINED, WEIGHTS)

    def dependent(coordinates: Any, **changed: Any) -> Change:
        fact = dependence(S, coordinates, COMBINED, WEIGHTS)
        return proof(using=(replace(fact, **changed), AGREES, lower))

    return [
        ("one point fewer", bound(S <= coordinates - 1)),
        ("one point more", bound(S >= coordinates + 1)),
        ("no shattered set", proof(using=(lemma, AGREES))),
        ("other halfspaces", proof(using=(lemma, AGREES, replace(lower, shows=lambda: lower.shows(other))))),
        ("no dependence", proof(using=(AGREES, lower))),
        ("nothing is known of the total", proof(using=(lemma, lower))),
        ("as many vectors as coordinates are dependent", dependent(coordinates - 1)),
        ("dependent of more coordinates", dependent(coordinates + 1)),
        ("all λ_i may be 0", dependent(coordinates, relation=Implies(S > coordinates, Eq(COMBINED, 0)))),
        ("a number more of at least −g", proof(using=(lemma, LESS, lower))),
        ("an instance may lie on the hyperplane", proof(means={GIVES_THE_SIGNS: APART >= 0})),
        ("no w", proof(means={})),
    ]


FEW, DIGITS = few_labellings, by_binary_digits
GROWTHS = STUMPS.proof.using[2:]


def stumps(*facts: Any) -> Change:
    """The proof on stumps from these facts and the inequalities on powers."""
    return proof(using=(*facts, *GROWTHS))


OF_STUMPS = [
    ("at most 3 + log(d)", bound(And(V >= log(d, 2), V <= 3 + log(d)))),
    ("at least log2(d) + 1", bound(And(V >= log(d, 2) + 1, V <= 5 + 2 * log(d)))),
    ("labellings without a limit", stumps(DIGITS)),
    ("no shattered set", stumps(FEW)),
    ("a point more adds two cuts", stumps(replace(FEW, shows=lambda: few_labellings.shows(split=2)), DIGITS)),
    ("three signs", stumps(replace(FEW, shows=lambda: few_labellings.shows(signs=3)), DIGITS)),
    ("at most 2d(V − 1) labellings", stumps(replace(FEW, relation=2**V <= 2 * d * (V - 1)), DIGITS)),
    (
        "a new point that is 0 in the copies, too",
        stumps(FEW, replace(DIGITS, shows=lambda: by_binary_digits.shows(second=0))),
    ),
    ("three times the coordinates", stumps(FEW, replace(DIGITS, shows=lambda: by_binary_digits.shows(factor=3)))),
    ("two points more", stumps(FEW, replace(DIGITS, relation=And(V >= K + 2, 2**K > d)))),
    ("without 1 + V/8 ≤ e^(V/8)", proof(using=(FEW, DIGITS, GROWTHS[0], GROWTHS[2]))),
    ("1 + V/9 ≤ e^(V/9) in its place", proof(using=(FEW, DIGITS, GROWTHS[0], growth(V / 9), GROWTHS[2]))),
]

BLOCKS, LOGARITHM = BOOSTED.proof.using


def blocks(**changed: Any) -> Change:
    """The proof on votes of stumps with the lemma on blocks changed."""
    return proof(using=(replace(BLOCKS, **changed), LOGARITHM))


OF_VOTES = [
    ("0.6·T·log2(d)", bound(Rational(3, 5) * T * log(d, 2) <= S)),
    ("0.5·T·log2(d) + 1", bound(T * log(d, 2) / 2 + 1 <= S)),
    ("no shattered set", proof(using=(LOGARITHM,))),
    ("without 1 + a ≤ e^a", proof(using=(BLOCKS,))),
    ("a block more", blocks(relation=And((B + 1) * K <= S, 2 * B >= T, 2**K > d))),
    ("the new row is 1 in both copies of a column", blocks(shows=lambda: by_blocks.shows(second=1))),
    ("both thresholds on one side", blocks(shows=lambda: by_blocks.shows(lower=1))),
    ("stumps of weight 0", blocks(shows=lambda: by_blocks.shows(share=0))),
    ("stumps of half the weight", blocks(shows=lambda: by_blocks.shows(share=Rational(1, 2)))),
]

UNPAIRED = replace(
    in_pairs,
    constructions=(in_pairs.constructions[0], replace(in_pairs.constructions[1], known={"wrong for +1": first >= 0})),
)
ALL_SEEN = replace(half_of_the_unseen, using=(replace(in_pairs(wrong_for, labellings), shows=UNPAIRED.shown),))


def of_half_seen(unseen_by: Fact) -> list[tuple[str, Change]]:
    """Wrong proofs that some labelling is learned badly, where the fact says how many points are not seen."""
    half, most = half_of_the_unseen(errors, labellings, unseen), total_at_most(errors, labellings, E)
    free = making(half_of_the_unseen, 1, known={"a probability": p >= 0})
    return [
        ("no labellings", without(unseen_points.SHATTERED)),
        ("nothing is known of the errors", proof(using=(most, unseen_by))),
        ("E is any error", proof(using=(half, unseen_by))),
        ("all may be seen", proof(using=(half, most))),
        (
            "the prediction is right for both of a pair",
            proof(using=(replace(half, shows=ALL_SEEN.shown), most, unseen_by)),
        ),
        ("errors at unseen points are not counted", proof(using=(replace(half, **free), most, unseen_by))),
        (
            "every labelling is wrong there",
            proof(using=(replace(half, relation=errors >= labellings * unseen), most, unseen_by)),
        ),
    ]


DRAWN = never_drawn(unseen, 1 / N, (1 - 1 / N) ** seen)
OF_ALL = unseen_points.FORCES_ERROR.proof.using[2]
QUARTER = [
    ("an error of 1/3", bound(Rational(1, 3) <= E)),
    ("more than half is seen", without(unseen_points.HALF_SEEN_AT_MOST)),
    *of_half_seen(OF_ALL),
]

WRONG_PROOFS = {
    "vc-forces-error": QUARTER,
    "infinite-vc-not-weakly-learnable": [
        ("an error of (1 − 1/N)^m", bound(E >= (1 - 1 / N) ** seen)),
        ("an error of ½", bound(Rational(1, 2) <= E)),
        ("one point", proof(means={})),
        (
            "draws that miss more often",
            proof(
                using=(
                    *NOT_WEAKLY_LEARNABLE.proof.using[:2],
                    replace(DRAWN, **making(never_drawn, 1, values={power: power * (1 - share)})),
                )
            ),
        ),
        *of_half_seen(DRAWN),
    ],
    "vc-homogeneous-halfspaces": wrong(d, units_shattered, -1),
    "vc-halfspaces": wrong(d + 1, simplex_shattered, 1),
    "stumps-vc": OF_STUMPS,
    "boosted-stumps-vc": OF_VOTES,
}
