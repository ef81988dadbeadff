"""How a claim, or a learner, is made wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from edits import edited as edited

from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.step import Step

Change = Callable[[Any], Any]
"""Makes of a claim a wrong one, or the claim and a wrong learner."""


def applied(change: Change, claim: Claim) -> tuple[Claim, type | None]:
    """The wrong claim, and the learner that it is tried on if it is not the claim's own."""
    changed = change(claim)
    return changed if isinstance(changed, tuple) else (changed, None)


def learner(wrong: type) -> Change:
    return lambda claim: (claim, wrong)


def other(**parts: Any) -> Change:
    return lambda claim: replace(claim, **parts)


def bound(relation: Any) -> Change:
    return lambda claim: claim.with_bound(relation)


def without(*hypotheses: Premise) -> Change:
    def change(claim: Claim) -> Claim:
        for hypothesis in hypotheses:
            claim = claim.without(hypothesis)
        return claim

    return change


def step(old: Step, relation: Any, when: Any = None) -> Change:
    return lambda claim: claim.with_step(old, relation, when)


def new_step(relation: Any) -> Change:
    return lambda claim: replace(claim, steps=(*claim.steps, Step("changed", relation)))


def alone(change: Change) -> Change:
    """Drop those steps that the claim itself has, so that none of them falls in place of what is changed."""

    def changed(claim: Claim) -> Any:
        wrong, other = applied(change, claim)
        wrong = replace(wrong, steps=tuple(step for step in wrong.steps if step not in claim.steps))
        return wrong if other is None else (wrong, other)

    return changed


def proof(**parts: Any) -> Change:
    return lambda claim: replace(claim, proof=replace(claim.proof, **parts))


def joined(**parts: dict[Any, Any]) -> Change:
    """Join these to the parts of the proof, which are mappings."""
    return lambda claim: proof(**{name: {**getattr(claim.proof, name), **part} for name, part in parts.items()})(claim)


def part(name: str, words: Any, relation: Any = None) -> Change:
    """Give another relation to what stands under these words in a part of the proof, or drop it."""

    def change(claim: Claim) -> Claim:
        facts = getattr(claim.proof, name)
        assert words in facts, f"{words!r} is none of {list(facts)}"
        others = {sentence: fact for sentence, fact in facts.items() if sentence != words}
        return proof(**{name: others if relation is None else {**facts, words: relation}})(claim)

    return change


def start(values: dict[Any, Any]) -> Change:
    def change(claim: Claim) -> Claim:
        old: Any = claim.proof
        assert values.keys() <= old.start.keys()
        return joined(start=values)(claim)

    return change


def no_invariant(words: str) -> Change:
    return part("invariant", words)


def making(general: Any, number: int, **parts: Any) -> dict[str, Any]:
    """What shows a general relation, with one of the ways in which its things are made changed."""
    ways = [replace(part, **parts) if i == number else part for i, part in enumerate(general.constructions)]
    return {"shows": replace(general, constructions=tuple(ways)).shown}


def using(*indices: int) -> Change:
    """Keep these of the facts that the conclusion uses, by their numbers."""
    return lambda claim: proof(using=tuple(claim.proof.using[i] for i in indices))(claim)


def fact(number: int, **parts: Any) -> Change:
    """Change the fact of this number."""

    def change(claim: Claim) -> Claim:
        facts: Any = list(claim.proof.using)
        facts[number] = replace(facts[number], **parts)
        return proof(using=tuple(facts))(claim)

    return change


def no_fact(number: int) -> Change:
    return lambda claim: using(*(i for i in range(len(claim.proof.using)) if i != number))(claim)


def rounds(kind: str | None = None, **parts: Any) -> Change:
    """Change a kind of round; none need be named where there is but one."""

    def change(claim: Claim) -> Claim:
        old: Any = claim.proof
        name = kind or next(iter(old.rounds))
        assert kind or len(old.rounds) == 1
        return joined(rounds={name: replace(old.rounds[name], **parts)})(claim)

    return change


def no_step(old: Step, kind: str) -> Change:
    def change(claim: Any) -> Claim:
        steps = claim.proof.rounds[kind].steps
        assert old in steps
        return rounds(kind, steps=tuple(step for step in steps if step != old))(claim)

    return change


def no_kind(kind: str) -> Change:
    return part("rounds", kind)
