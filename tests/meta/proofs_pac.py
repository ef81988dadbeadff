"""Wrong proofs of the claims on PAC learning."""

from dataclasses import replace
from typing import Any

from changes import Change, bound, part, proof, rounds, step, using, without
from sympy import Eq, Rational, log

from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.lemmas import GROWTH, where
from learncheck.theorems.language.probability import missed, union_bound
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.erm.exhaustive import AGNOSTIC_SIZE, ENOUGH_AGNOSTIC
from learncheck.theorems.notes.pac.finite_classes import (
    ACCURACY,
    ANOTHER,
    BAD,
    CONFIDENCE,
    ENOUGH_SAMPLES,
    NEVER_RIGHT,
    H,
    P,
    delta,
    eps,
    greatest,
    k,
    m,
    one_more,
    q,
    right,
    s,
    threshold,
    z,
)

RIGHT = "a bad hypothesis that is right somewhere"
NEVER = "a bad hypothesis that errs everywhere"
ACCURATE = "an ε-accurate hypothesis"


def uses(*indices: int, also: tuple[Any, ...] = (), name: str = RIGHT) -> Change:
    """These of the facts that a kind of members uses, by their numbers, and others."""
    return lambda claim: rounds(name, using=(*(claim.proof.rounds[name].using[i] for i in indices), *also))(claim)


def for_one_hypothesis(claim: Claim) -> Claim:
    """m > (1/ε) log(1/δ), as is enough for a class of one."""
    old: Any = claim.proof
    one = replace(
        old,
        assuming={**old.assuming, ENOUGH_SAMPLES: eps * m > log(1 / delta)},
        names={**old.names, threshold: log(1 / delta)},
        using=(old.using[0], where(delta > 0, GROWTH.at({lemmas.a: eps * m - log(1 / delta)}))),
    )
    return replace(claim, proof=one)


SHARED: list[tuple[str, Change]] = [
    ("any accuracy", without(ACCURACY)),
    ("a hypothesis is bad from ε/2 on", step(BAD, right < 1 - eps / 2)),
    ("the bad ones are the good ones", step(BAD, right > 1 - eps)),
    ("0^m = 1", step(NEVER_RIGHT, Eq(z, 1))),
    ("log x ≤ log y is dropped", uses(1, 2)),
    ("1 + a ≤ e^a is dropped", uses(0, 2)),
    ("1 + a ≤ e^a is dropped where there is no sample", uses(1, name=NEVER)),
    ("the union bound is dropped", uses(0, 1)),
    ("a hypothesis counts twice", uses(0, 1, also=(one_more(2 * s),))),
    ("accurate hypotheses survive too", rounds(ACCURATE, keeps=(), using=(one_more(z),))),
    ("bad hypotheses are not counted", rounds(RIGHT, sets={k: k})),
    ("P starts with 1", proof(start={k: 0, P: 1})),
    ("there is one hypothesis too many", proof(start={k: H + 1, P: 0})),
    ("more members than there are", step(ANOTHER, Next(k) <= H + 1)),
    ("k ≤ |H| is left out", proof(invariant={"P ≤ k(1 − ε)^m": P <= k * q})),
    ("P ≤ k(1 − ε)^m is left out", proof(invariant={"k ≤ |H|": k <= H})),
    ("P ≤ k(1 − ε)^m/2", proof(invariant={"P ≤ k(1 − ε)^m/2": 2 * P <= k * q, "k ≤ |H|": k <= H})),
]
"""What is wrong with the induction over the class."""

AGNOSTIC = AGNOSTIC_SIZE.proof
MISSED = missed(greatest, eps, (1 - eps) ** m)
assert isinstance(AGNOSTIC, Chain)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "finite-class-erm-agnostic": [
        ("δ/2", bound(P <= delta / 2)),
        (
            "a quarter of the examples",
            proof(assuming={**AGNOSTIC.assuming, ENOUGH_AGNOSTIC: 2 * m * eps**2 >= log(H / delta)}),
        ),
        ("too few examples", without(ENOUGH_AGNOSTIC)),
        ("ε of any sign", without(ACCURACY)),
        ("nothing leads to the choice", proof(using=AGNOSTIC.using[1:])),
        ("no Hoeffding", proof(using=(AGNOSTIC.using[0], AGNOSTIC.using[2]))),
        ("1 + a ≤ e^a is dropped", proof(using=AGNOSTIC.using[:2])),
    ],
    "pac-bad-consistent": [
        ("the bound is 1% smaller", bound(P <= H * (1 - eps) ** m * Rational(99, 100))),
        ("the bound is strict", bound(P < H * (1 - eps) ** m)),
        ("any accuracy", without(ACCURACY)),
        ("the union bound is dropped", proof(using=(MISSED,))),
        ("draws are dropped", proof(using=(union_bound(P, H, greatest),))),
        ("a hypothesis counts twice", proof(using=(union_bound(P, 2 * H, greatest), MISSED))),
        ("bad from ε/2 on", proof(using=(union_bound(P, H, greatest), missed(greatest, eps / 2, (1 - eps / 2) ** m)))),
        ("one draw fewer", proof(using=(union_bound(P, H, greatest), missed(greatest, eps, (1 - eps) ** (m - 1))))),
    ],
    "pac-sample-size": [
        ("the bound is 1% smaller", bound(P <= delta * Rational(99, 100))),
        ("δ/2", bound(2 * P <= delta)),
        ("fewer samples", without(ENOUGH_SAMPLES)),
        ("any confidence", without(CONFIDENCE)),
        ("samples for one hypothesis", for_one_hypothesis),
        ("half of the samples", part("assuming", ENOUGH_SAMPLES, 2 * eps * m > log(H / delta))),
        ("at most so many samples", part("assuming", ENOUGH_SAMPLES, eps * m < log(H / delta))),
        ("(1 − ε)^m ≤ e^(−εm) is dropped", using(1)),
        ("1 + a ≤ e^a is dropped at the end", using(0)),
        *SHARED,
    ],
}
