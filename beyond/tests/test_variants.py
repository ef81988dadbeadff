"""A check that cannot fail is a defect: every claim, and every proof, has wrong variants, and each of them falls."""

from dataclasses import replace
from pathlib import Path

import chosen
import pytest
from changes import applied
from offered import CLAIMS, slow_but_headlines
from variants import variants_of

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.formal.numbers import NotFormal

HERE = Path(__file__).parent
PROFILE = replace(PROFILES["quick"], shrink=0)
PROVED = [name for name, claim in CLAIMS.items() if claim.proof is not None]


@pytest.mark.parametrize("claim_id", slow_but_headlines(CLAIMS))
def test_mutant_falls(claim_id: str) -> None:
    mutants = variants_of(claim_id, "MUTANTS", HERE)
    assert mutants, f"nothing shows that {claim_id} can fail"
    for what, change in mutants if chosen.thorough else mutants[:1]:
        claim, learner = applied(change, CLAIMS[claim_id])
        evidence = attack(claim, learner or claim.learner, "mutant", PROFILE)
        assert evidence.verdict == "falsified", f"it survived {what}: {evidence.words}"


@pytest.mark.parametrize("claim_id", slow_but_headlines(PROVED))
def test_wrong_proof_is_rejected(claim_id: str) -> None:
    wrong = variants_of(claim_id, "WRONG_PROOFS", HERE)
    assert len(wrong) >= 3, claim_id
    for what, change in wrong if chosen.thorough else wrong[:1]:
        claim, learner = applied(change, CLAIMS[claim_id])
        try:
            report = prove(claim, learner=learner)
        except (ValueError, NotFormal):
            continue
        assert report.open, f"it is proved all the same: {what}"
