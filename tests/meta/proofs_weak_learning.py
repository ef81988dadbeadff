"""Wrong proofs of the claims on weak learners."""

from dataclasses import replace
from functools import partial

from changes import Change, bound, proof, rounds, step, without
from sympy import Eq, Implies, Integer, Rational, exp

from learncheck.theorems.language.counting import some_share
from learncheck.theorems.language.probability import one_sided, union_bound
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.boosting.adaboost import POSITIVE_EDGE
from learncheck.theorems.notes.boosting.three_pieces import (
    FAR_OUT,
    ON_THE_LEFT,
    ON_THE_MIDDLE,
    ON_THE_RIGHT,
    SAMPLED,
    E,
    P,
    beyond,
    eps,
    m,
    one,
    p1,
    p2,
    p3,
    six_decide,
    some,
)
from learncheck.theorems.notes.boosting.weak_learning import (
    AT_MOST_DELTA,
    BELOW_BOUND,
    ENOUGH_ROUNDS,
    FAILS_NEWLY,
    ZERO_ERROR,
    L,
    T,
    delta,
    g,
    log,
    n,
    q,
)

ZERO = ZERO_ERROR.proof
assert isinstance(ZERO, Chain)
TWO = replace(ZERO.using[1], relation=Implies(n > 0, Eq(L, 0) | (L * n >= 2)))

assert isinstance(SAMPLED.proof, Chain)
SIX_OR_MORE = SAMPLED.proof.using
SIX = SIX_OR_MORE[0]

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "three-piece-weak-learner": [
        ("an error of 1/4", bound(E <= Rational(1, 4))),
        ("1% less", bound(E <= Rational(33, 100))),
        ("no stump errs on the left piece alone", proof(steps=(ON_THE_MIDDLE, FAR_OUT, ON_THE_RIGHT))),
        ("no stump errs on the middle piece alone", proof(steps=(ON_THE_LEFT, ON_THE_RIGHT))),
        ("no stump errs on the right piece alone", proof(steps=(ON_THE_LEFT, ON_THE_MIDDLE, FAR_OUT))),
        ("the pieces need not cover the line", proof(means={})),
        ("the pieces add up to 2", proof(means={"the pieces cover the line": Eq(p1 + p2 + p3, 2)})),
        ("a step turned round", step(ON_THE_LEFT, p1 <= E)),
        ("beyond θ there may be anything", proof(steps=(ON_THE_LEFT, ON_THE_MIDDLE, ON_THE_RIGHT))),
        ("beyond θ there may be 1/10 more", step(FAR_OUT, beyond <= Rational(13, 30) - p2)),
        ("what is beyond θ counts twice", step(ON_THE_MIDDLE, E <= p2 + 2 * beyond)),
    ],
    "three-piece-weak-learner-sample": [
        ("5·e^(−mε²/2)", bound(P <= 5 * exp(-m * eps**2 / 2))),
        ("errors rise by yb", proof(using=(replace(SIX, shows=partial(six_decide.shows, 1)), *SIX_OR_MORE[1:]))),
        (
            "a mean that is ε too low",
            proof(using=(replace(SIX, shows=partial(six_decide.shows, halves=1)), *SIX_OR_MORE[1:])),
        ),
        ("no six decide", proof(using=SIX_OR_MORE[1:])),
        ("no union bound", proof(using=(SIX, SIX_OR_MORE[2]))),
        ("a union of seven", proof(using=(SIX, union_bound(some, Integer(7), one), SIX_OR_MORE[2]))),
        ("no Hoeffding", proof(using=SIX_OR_MORE[:2])),
        ("Hoeffding at ε/3", proof(using=(*SIX_OR_MORE[:2], one_sided(one, m, eps / 3)))),
    ],
    "weak-learner-never-fails": [
        ("one round fewer", bound(1 - P >= 1 - delta * (T - 1))),
        ("1% less", bound(1 - P >= 1 - delta * T * Rational(99, 100))),
        ("the first step is dropped", rounds(steps=(AT_MOST_DELTA,))),
        ("the second step is dropped", rounds(steps=(FAILS_NEWLY,))),
        ("it fails twice in a round", step(FAILS_NEWLY, Eq(Next(P), P + 2 * q))),
        ("rounds are not counted", rounds(sets={T: T})),
        ("it starts with a failure", proof(start={P: 1, T: 0})),
    ],
    "adaboost-reaches-zero": [
        ("too few rounds", without(ENOUGH_ROUNDS)),
        ("half as many rounds", proof(assuming={POSITIVE_EDGE: g > 0, ENOUGH_ROUNDS: 4 * g**2 * T > log(n)})),
        ("errors of any size", proof(using=ZERO.using[:1])),
        ("an error is 1/(2m) at least", proof(using=(ZERO.using[0], some_share(L, 2 * n)))),
        ("an error is 2/m at least", proof(using=(ZERO.using[0], TWO))),
        ("the bound on the training error is dropped", proof(steps=())),
        ("1 + a ≤ e^a is dropped", proof(using=ZERO.using[1:])),
        ("the step says nothing", step(BELOW_BOUND, L <= 1)),
    ],
}
