"""A check that cannot fail is a defect: every claim that stands has a wrong variant, and it falls."""

from dataclasses import replace

import chosen
import pytest
from catalogue import CLAIMS
from changes import applied
from variants import variants_of

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.theorems.recorded import recorded

PROFILE = replace(PROFILES["quick"], shrink=0)
"""A mutant has to fall, no matter how small: wrong implementations are made small in tests/quality."""


@chosen.few(12)
@pytest.mark.parametrize("claim_id", [claim_id for claim_id in CLAIMS if not recorded()[claim_id]["erratum"]])
def test_mutant_falls(claim_id: str) -> None:
    mutants = variants_of(claim_id, "MUTANTS")
    assert mutants, f"nothing shows that {claim_id} can fail"
    for what, mutate in mutants if chosen.thorough else mutants[:1]:
        claim, learner = applied(mutate, CLAIMS[claim_id])
        evidence = attack(claim, learner or claim.learner, "mutant", PROFILE)
        assert evidence.verdict == "falsified", f"it survived {what}: {evidence.words}"
        assert evidence.counterexample is not None
