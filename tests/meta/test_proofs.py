"""A check that cannot fail is a defect: wrong variants of every proof are rejected. test_claims checks the proofs."""

import chosen
import pytest
from catalogue import CLAIMS, proved_claims
from variants import assert_wrong_proofs_are_rejected

from learncheck.oracle.prover.prove import prove


@chosen.few(12)
@pytest.mark.parametrize("claim_id", proved_claims())
def test_wrong_proof_is_rejected(claim_id: str) -> None:
    assert_wrong_proofs_are_rejected(CLAIMS[claim_id])


def test_a_derived_proof_without_its_hypothesis_is_none_of_the_code() -> None:
    """Its games are realizable all the same, so that the steps hold in them."""
    (hypothesis,) = CLAIMS["halving-mistakes"].assuming
    assert prove(CLAIMS["halving-mistakes"].without(hypothesis)).grade == "proved-from-steps"
