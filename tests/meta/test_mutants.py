"""A check that cannot fail is a defect: every claim has wrong variants, and each of them falls."""

from dataclasses import replace
from typing import Any

import pytest
from changes import made
from chosen import few, some
from variants import variants

from learncheck.oracle.engine.attack import attack
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.theorems.language.registry import catalogue

PROFILE = replace(PROFILES["quick"], shrink=0)
"""A mutant has to fall, no matter how small: wrong implementations are made small in tests/quality."""


MUTANTS = [*variants("MUTANTS")]
CLAIMS = {claim.id: claim for claim in catalogue()}


def test_every_standing_claim_has_a_mutant() -> None:
    """So that something shows that it can fail."""
    assert {each for each in CLAIMS if CLAIMS[each].refuted_by is None} <= dict(MUTANTS).keys()


@few(12)
@pytest.mark.parametrize(("claim_id", "mutate"), [param for _, param in some(MUTANTS, 1, lambda each: each[0])])
def test_mutant_falls(claim_id: str, mutate: Any) -> None:
    claim, learner = made(mutate, CLAIMS[claim_id])
    evidence = attack(claim, learner or claim.learner, "mutant", PROFILE)
    assert evidence.verdict == "falsified", f"{claim_id} survived its mutant: {evidence.words}"
    assert evidence.counterexample is not None
