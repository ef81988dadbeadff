"""A check that cannot fail is a defect: every claim, and every proof, has wrong variants, and each of them falls."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from changes import applied
from chosen import some
from offered import CLAIMS, first_of_headlines
from variants import variants

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.formal.numbers import NotFormal

PROFILE = replace(PROFILES["quick"], shrink=0)
MUTANTS, WRONG_PROOFS = ([*variants(table, Path(__file__).parent)] for table in ("MUTANTS", "WRONG_PROOFS"))


def test_every_claim_has_wrong_variants() -> None:
    assert dict(MUTANTS).keys() == CLAIMS.keys()
    wrong = Counter(claim_id for claim_id, _ in WRONG_PROOFS)
    assert wrong.keys() == {name for name, claim in CLAIMS.items() if claim.proof is not None}
    assert min(wrong.values()) >= 3


@pytest.mark.parametrize(("claim_id", "change"), first_of_headlines(some(MUTANTS, 1, lambda mutant: mutant[0])))
def test_mutant_falls(claim_id: str, change: Any) -> None:
    claim, learner = applied(change, CLAIMS[claim_id])
    evidence = attack(claim, learner or claim.learner, "mutant", PROFILE)
    assert evidence.verdict == "falsified", f"{claim_id} survived its mutant: {evidence.words}"


@pytest.mark.parametrize(("claim_id", "change"), first_of_headlines(some(WRONG_PROOFS, 1, lambda mutant: mutant[0])))
def test_wrong_proof_is_rejected(claim_id: str, change: Any) -> None:
    claim, learner = applied(change, CLAIMS[claim_id])
    try:
        report = prove(claim, learner=learner)
    except (ValueError, NotFormal):
        return
    assert report.open, f"{claim_id} is proved all the same"
