"""Wrong proofs of the claims on leave-one-out and on boosting the confidence."""

from dataclasses import replace
from typing import Any

from changes import Change, bound, fact, no_fact, part, proof, step, without
from sympy import Abs, Eq, Rational, exp, log, pi

from learncheck.theorems.language.proof import Chain, Fact
from learncheck.theorems.language.step import Step
from learncheck.theorems.notes.pac import confidence
from learncheck.theorems.notes.pac.confidence import A, C, P, U, delta, delta0, eps, h, k, v
from learncheck.theorems.notes.validation import leave_one_out
from learncheck.theorems.notes.validation.cross_validation import ALL_ALIKE, ERRS, SUM, e, estimate, r, s, y
from learncheck.theorems.notes.validation.holdout import P as Q
from learncheck.theorems.notes.validation.holdout import delta as beta
from learncheck.theorems.notes.validation.holdout import farthest, m, off, size
from learncheck.theorems.notes.validation.leave_one_out import D, a, b
from learncheck.theorems.notes.validation.leave_one_out import beta as changes
from learncheck.theorems.notes.validation.srm import SRM, class_, greatest

USED = confidence.BOOSTING_PROOF.using


def weaker(times: int) -> Fact:
    """Hoeffding's inequality with a larger constant in front."""
    return replace(USED[1], relation=h <= times * exp(-v * eps**2 / 2))


SRM_PROOF = SRM.proof
assert isinstance(SRM_PROOF, Chain)
FULL = "$G$ is the greatest of all $d^2|H_d|c$"

half_of_the_last_chunk = proof(
    assuming={**confidence.BOOSTING_PROOF.assuming, confidence.LAST_CHUNK: v * eps**2 >= log(4 * k / delta)}
)


def deviation(relation: Any) -> Change:
    """What t is, said otherwise."""
    return lambda claim: part("means", next(iter(claim.proof.means)), relation)(claim)


def without_step(dropped: Step) -> tuple[Step, ...]:
    """The steps of the proof about neighbours but one."""
    steps = leave_one_out.NEIGHBOURS.steps
    return tuple(step for step in steps if step is not dropped)


def half_of_the_first(claim: Any) -> Any:
    """With half of the right side of the first fact, and without the lines."""
    relation = claim.proof.using[0].relation
    return fact(0, relation=relation.lhs <= relation.rhs / 2)(proof(lines={})(claim))


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "leave-one-out-parity": [
        ("a distance of 1/4", bound(Eq(Abs(estimate - Rational(1, 2)), Rational(1, 4)))),
        ("a distance of 0.49", bound(Eq(Abs(estimate - Rational(1, 2)), Rational(49, 100)))),
        ("the folds differ", proof(steps=(SUM, ERRS))),
        ("folds err at will", proof(steps=(SUM, ALL_ALIKE))),
        ("the parity is at will", proof(steps=(ERRS, ALL_ALIKE))),
        ("labels are any numbers", proof(means={"and so are parities": Eq(r * r, r)})),
        ("parities add up", step(SUM, Eq(s, y + r))),
        ("a fold errs where its label is the parity of the others", step(ERRS, Eq(e, 1 - (y - r) ** 2))),
    ],
    "leave-one-out-of-neighbours": [
        ("8k alone", bound(leave_one_out.m * D <= 8 * leave_one_out.k)),
        ("7k + 1", bound(leave_one_out.m * D <= 7 * leave_one_out.k + 1)),
        ("5β for 4β", step(leave_one_out.OF_THE_ESTIMATE, a <= 1 / leave_one_out.m + leave_one_out.A + 5 * changes)),
        ("2β for β", step(leave_one_out.OF_BOTH, b >= leave_one_out.A - 2 * changes)),
        ("the error is at will", proof(steps=without_step(leave_one_out.OF_THE_ERROR))),
        ("changes are at will", proof(steps=without_step(leave_one_out.FEW_CHANGES))),
        ("no samples are large", proof(means={})),
    ],
    "holdout-error": [
        ("1% less", bound(beta * Rational(99, 100) >= Q)),
        ("half of Hoeffding's bound", half_of_the_first),
        ("no Hoeffding", no_fact(0)),
        ("1 + a ≤ e^a is dropped", no_fact(1)),
        ("a deviation of half the square", deviation(Eq(4 * m * off**2, log(2 / beta)))),
        ("log(1/δ)", deviation(Eq(2 * m * off**2, log(1 / beta)))),
    ],
    "holdout-selection": [
        ("1% less", bound(beta * Rational(99, 100) >= Q)),
        ("no union bound", no_fact(0)),
        ("half of the union bound", half_of_the_first),
        ("no Hoeffding", no_fact(1)),
        ("the deviation of one predictor", deviation(Eq(2 * m * off**2, log(2 / beta)))),
    ],
    "holdout-choice": [
        ("1% less", bound(beta * Rational(99, 100) >= Q)),
        ("nothing leads to the choice", no_fact(0)),
        ("half of the predictors", half_of_the_first),
        ("no Hoeffding", no_fact(1)),
    ],
    "srm-bound": [
        ("δ/2", bound(beta / 2 >= Q)),
        ("the classes are not summed", no_fact(0)),
        ("their squares add up to 1", half_of_the_first),
        ("no Hoeffding", no_fact(1)),
        ("the same δ for every class", deviation(Eq(2 * m * off**2, log(2 * size / beta) + log(pi**2 / 6)))),
        ("G of the first power of d", proof(means={**SRM_PROOF.means, FULL: Eq(greatest, class_ * size * farthest)})),
    ],
    "confidence-boosting": [
        ("δ/2", bound(P <= delta / 2)),
        ("1% less", bound(P <= delta * Rational(99, 100))),
        ("all chunks fail at will", proof(steps=(confidence.MISLED, confidence.ONE_OF_TWO))),
        ("choices fail at will", proof(steps=(confidence.ALL_FAIL, confidence.ONE_OF_TWO))),
        ("something else may happen", proof(steps=(confidence.ALL_FAIL, confidence.MISLED))),
        ("all chunks fail with probability δ₀", step(confidence.ALL_FAIL, A <= delta0)),
        ("two means are off at once", step(confidence.MISLED, C <= 2 * U)),
        ("both count twice", step(confidence.ONE_OF_TWO, Eq(P, 2 * A + 2 * C))),
        ("too few chunks", without(confidence.ENOUGH_CHUNKS)),
        ("too few examples on the last chunk", without(confidence.LAST_CHUNK)),
        ("half of the examples on the last chunk", half_of_the_last_chunk),
        ("no union bound", proof(using=USED[1:])),
        ("no Hoeffding", proof(using=(USED[0], USED[2]))),
        ("4 in the place of Hoeffding's 2", proof(using=(USED[0], weaker(4), USED[2]))),
        ("1 + a ≤ e^a is dropped", proof(using=USED[:2])),
    ],
    "confidence-boosting-chunks": [
        ("δ/3", bound(delta0**k <= delta / 3)),
        ("1% less", bound(delta0**k <= delta * Rational(99, 200))),
        ("any number of chunks", without(confidence.AS_MANY_CHUNKS)),
        ("a factor e more", proof(assuming={confidence.AS_MANY_CHUNKS: k * log(delta0) <= log(delta / 2) + 1})),
        ("as few at most", proof(assuming={confidence.AS_MANY_CHUNKS: k * log(delta0) >= log(delta / 2)})),
        ("1 + a ≤ e^a is dropped", proof(using=())),
    ],
}
