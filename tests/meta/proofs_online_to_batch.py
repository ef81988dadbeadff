"""Wrong proofs of the claim on random stopping."""

from changes import Change, bound, proof, rounds, step
from sympy import Eq, Rational

from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.finite import online_to_batch
from learncheck.theorems.notes.finite.online_to_batch import M, S, chance, err, t

FIRST, LATER = "the first round", "a later round"


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "random-stopping": [
        ("1% smaller", bound(err <= Rational(99, 100) * M / t)),
        ("strict", bound(err < M / t)),
        ("mistakes are not bounded", rounds(LATER, steps=(online_to_batch.EXPECTED, online_to_batch.INDEPENDENT))),
        ("mistakes are not bounded at first", rounds(FIRST, steps=(online_to_batch.EXPECTED, online_to_batch.NOT_YET))),
        ("the example is not independent", rounds(LATER, steps=(online_to_batch.EXPECTED, online_to_batch.AT_MOST))),
        ("mistakes may shrink", rounds(LATER, steps=(online_to_batch.INDEPENDENT, online_to_batch.AT_MOST))),
        ("h_0 may be returned", rounds(FIRST, steps=(online_to_batch.EXPECTED, online_to_batch.AT_MOST))),
        ("there may be no example", proof(means={})),
        ("a stop with probability 2/t", step(online_to_batch.INDEPENDENT, Eq(Next(err), err + 2 * chance / t))),
        ("half of the chance of a mistake", step(online_to_batch.EXPECTED, Eq(Next(S), S + chance / 2))),
        ("at most is turned", step(online_to_batch.AT_MOST, Next(S) >= M)),
        ("an error before the first round", proof(start={S: 0, err: 1})),
    ]
}
