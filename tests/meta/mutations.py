"""How a claim is made wrong: each of these takes what is to be changed, and makes mutants of claims of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from learncheck.strategies.play.case import Round
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.step import Step, on_mistake

Mutant = tuple[Claim, Any]
"""A claim and the learner that it is attacked on; None where it speaks of no learner."""

Mutate = Callable[[Claim], Mutant]


def bound(relation: Any) -> Mutate:
    """The claim with another bound."""
    return lambda claim: (claim.with_bound(relation), claim.learner)


def without(*hypotheses: Premise) -> Mutate:
    """The claim without some of its hypotheses."""

    def mutate(claim: Claim) -> Mutant:
        for each in hypotheses:
            claim = claim.without(each)
        return claim, claim.learner

    return mutate


def learner(wrong: type) -> Mutate:
    """The claim on another learner."""
    return lambda claim: (claim, wrong)


def step(old: Step, relation: Any, when: Callable[[Round], bool] = on_mistake) -> Mutate:
    """The claim with another relation for one of its steps."""

    def mutate(claim: Claim) -> Mutant:
        assert old in claim.steps
        return claim.with_step(old, relation, when), claim.learner

    return mutate


def alone(mutate: Mutate) -> Mutate:
    """The mutant without those steps that the claim itself has, so that none of them falls in place of the change."""

    def mutate_alone(claim: Claim) -> Mutant:
        mutant, make = mutate(claim)
        return replace(mutant, steps=tuple(each for each in mutant.steps if each not in claim.steps)), make

    return mutate_alone
