"""How a proof is made wrong: each of these takes what is to be changed, and makes wrong claims of claims of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.step import Step

Change = Callable[[Any], Any]
"""Makes of a claim a wrong one, or the claim and a wrong learner."""


def learner(wrong: type) -> Change:
    return lambda claim: (claim, wrong)


def bound(relation: Any) -> Change:
    return lambda claim: claim.with_bound(relation)


def without(hypothesis: Premise) -> Change:
    return lambda claim: claim.without(hypothesis)


def proof(**parts: Any) -> Change:
    return lambda claim: replace(claim, proof=replace(claim.proof, **parts))


def step(old: Step, relation: Any, when: Any = None) -> Change:
    return lambda claim: claim.with_step(old, relation, when)


def rounds(kind: str, **parts: Any) -> Change:
    def change(claim: Any) -> Any:
        changed = replace(claim.proof.rounds[kind], **parts)
        return replace(claim, proof=replace(claim.proof, rounds={**claim.proof.rounds, kind: changed}))

    return change


def no_invariant(words: str) -> Change:
    def change(claim: Any) -> Any:
        assert words in claim.proof.invariant
        kept = {said: each for said, each in claim.proof.invariant.items() if said != words}
        return replace(claim, proof=replace(claim.proof, invariant=kept))

    return change
