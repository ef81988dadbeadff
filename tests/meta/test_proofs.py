"""A check that cannot fail is a defect: wrong variants of every proof are rejected. test_claims checks the proofs."""

import chosen
import pytest
from catalogue import CLAIMS, proved_claims
from changes import applied
from variants import variants_of

from learncheck.oracle.prover.prove import prove
from learncheck.theorems.formal.numbers import NotFormal

FEWEST_WRONG = 3
"""Wrong proofs that each proof needs."""

REFUSED = (ValueError, NotFormal)
"""Raised for what is not a proof or cannot be run; the last two are TypeErrors, and any other TypeError is a crash."""


PROVED = proved_claims()


@chosen.few(12)
@pytest.mark.parametrize("claim_id", PROVED)
def test_wrong_proof_is_rejected(claim_id: str) -> None:
    wrong = variants_of(claim_id, "WRONG_PROOFS")
    assert len(wrong) >= FEWEST_WRONG, claim_id
    for what, change in wrong if chosen.thorough else wrong[:1]:
        claim, learner = applied(change, CLAIMS[claim_id])  # outside of the try: what cannot be made shows nothing
        try:
            report = prove(claim, learner=learner)
        except REFUSED:
            continue
        assert report.open, f"it is proved all the same: {what}"


def test_a_derived_proof_without_its_hypothesis_is_none_of_the_code() -> None:
    """Its games are realizable all the same, so that the steps hold in them."""
    (hypothesis,) = CLAIMS["halving-mistakes"].assuming
    assert prove(CLAIMS["halving-mistakes"].without(hypothesis)).grade == "proved-from-steps"
