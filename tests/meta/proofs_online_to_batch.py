"""Wrong proofs of the claim on random stopping."""

from changes import Change, bound, proof, rounds, step
from sympy import Eq, Rational

from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite.online_to_batch import (
    AT_MOST,
    EXPECTED,
    INDEPENDENT,
    NOT_YET,
    M,
    S,
    chance,
    err,
    t,
)

FIRST, LATER = "the first round", "a later round"


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "random-stopping": [
        ("1% smaller", bound(err <= Rational(99, 100) * M / t)),
        ("strict", bound(err < M / t)),
        ("one example more", bound(err <= M / (t + 1))),
        ("mistakes are not bounded", rounds(LATER, steps=(EXPECTED, INDEPENDENT))),
        ("mistakes are not bounded at first", rounds(FIRST, steps=(EXPECTED, NOT_YET))),
        ("the example is not independent", rounds(LATER, steps=(EXPECTED, AT_MOST))),
        ("mistakes may shrink", rounds(LATER, steps=(INDEPENDENT, AT_MOST))),
        ("h_0 may be returned", rounds(FIRST, steps=(EXPECTED, AT_MOST))),
        ("there may be no example", proof(means={})),
        ("a stop with probability 2/t", step(INDEPENDENT, Eq(Next(err), err + 2 * chance / t))),
        ("half of the chance of a mistake", step(EXPECTED, Eq(Next(S), S + chance / 2))),
        ("at most is turned", step(AT_MOST, Next(S) >= M)),
        ("an error before the first round", proof(start={S: 0, err: 1})),
    ]
}
