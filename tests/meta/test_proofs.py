"""A check that cannot fail is a defect: wrong variants of every proof are rejected. test_claims checks the proofs."""

from typing import Any

import pytest
from changes import made
from chosen import few, some
from variants import variants

from learncheck.oracle.prover.prove import first_open
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.language.registry import all_claims

FEWEST_WRONG = 3
"""Wrong proofs that each proof needs."""

REFUSED = (ValueError, NotFormal)
"""Raised for what is not a proof or cannot be run; the last two are TypeErrors, and any other TypeError is a crash."""


WRONG_PROOFS = [*variants("WRONG_PROOFS")]
CLAIMS = {claim.id: claim for claim in all_claims()}
PROVED = [claim_id for claim_id, claim in CLAIMS.items() if claim.proof is not None]


@pytest.mark.parametrize("claim_id", PROVED)
def test_every_proof_has_wrong_variants(claim_id: str) -> None:
    wrong = {param.id for each, param in WRONG_PROOFS if each == claim_id}
    assert len(wrong) >= FEWEST_WRONG, (
        f"{claim_id} has {len(wrong)} wrong proofs; give {FEWEST_WRONG} in WRONG_PROOFS of its mutants"
    )


@pytest.mark.parametrize("claim_id", dict(WRONG_PROOFS))
def test_wrong_proofs_are_those_of_a_proof(claim_id: str) -> None:
    assert claim_id in PROVED, f"{claim_id} has wrong proofs, but no proof"


@few(12)
@pytest.mark.parametrize(("claim_id", "change"), [param for _, param in some(WRONG_PROOFS, 1, lambda each: each[0])])
def test_wrong_proof_is_rejected(claim_id: str, change: Any) -> None:
    claim, learner = made(change, CLAIMS[claim_id])  # outside of the try: a variant that cannot be made shows nothing
    try:
        fault = first_open(claim, learner=learner)
    except REFUSED:
        return
    assert fault is not None, f"{claim_id} is proved all the same"


@pytest.mark.parametrize("claim_id", ["halving-mistakes", "confidence-boosting-chunks"])
def test_a_right_proof_has_no_open_line(claim_id: str) -> None:
    """Whichever lines are looked at first, or the test above would show nothing."""
    assert first_open(CLAIMS[claim_id]) is None
