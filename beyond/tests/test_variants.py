"""A check that cannot fail is a defect: every claim, and every proof, has wrong variants, and each of them falls."""

from pathlib import Path

import pytest
from offered import CLAIMS, slow_but_headlines
from variants import assert_mutants_fall, assert_wrong_proofs_are_rejected

HERE = Path(__file__).parent
PROVED = [name for name, claim in CLAIMS.items() if claim.proof is not None]


@pytest.mark.parametrize("claim_id", slow_but_headlines(CLAIMS))
def test_mutant_falls(claim_id: str) -> None:
    assert_mutants_fall(CLAIMS[claim_id], HERE)


@pytest.mark.parametrize("claim_id", slow_but_headlines(PROVED))
def test_wrong_proof_is_rejected(claim_id: str) -> None:
    assert_wrong_proofs_are_rejected(CLAIMS[claim_id], HERE)
