"""Wrong proofs of the claim on random stopping."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from learncheck.theorems.claim import Claim, Step, always
from learncheck.theorems.online_to_batch import AT_MOST, AVERAGES, PROOF, M, S, err, first, t
from sympy import Eq, Rational

Change = Callable[[Claim], Claim]


def bound(relation: Any) -> Change:
    """Another bound."""
    return lambda claim: claim.with_bound(relation)


def chain(**parts: Any) -> Change:
    """Another proof."""
    return lambda claim: replace(claim, proof=replace(PROOF, **parts))


def step(words: str, relation: Any) -> Change:
    """Another relation for a step."""
    return lambda claim: replace(claim, steps={**claim.steps, words: Step(relation, always)})


WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "random-stopping": [
        ("1% smaller", bound(err <= Rational(99, 100) * M / t)),
        ("strict", bound(err < M / t)),
        ("one example more", bound(err <= M / (t + 1))),
        ("mistakes are not bounded", chain(steps=(AVERAGES,))),
        ("mistakes do not average to the error", chain(steps=(AT_MOST,))),
        ("there may be no example", chain(means={})),
        ("the first round is subtracted twice", step(AVERAGES, Eq(S, t * err - first))),
        ("at most is turned", step(AT_MOST, S >= M)),
    ],
}
