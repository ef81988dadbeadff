"""A check that cannot fail is a defect: every claim that stands has a wrong variant, and it falls."""

import chosen
import pytest
from catalogue import CLAIMS
from variants import assert_mutants_fall

from learncheck.theorems.recorded import recorded


@chosen.few(12)
@pytest.mark.parametrize("claim_id", [claim_id for claim_id in CLAIMS if not recorded()[claim_id]["erratum"]])
def test_mutant_falls(claim_id: str) -> None:
    assert_mutants_fall(CLAIMS[claim_id])
