"""A check that cannot fail is a defect: wrong variants of every proof are rejected. test_claims checks the proofs."""

from collections import Counter
from typing import Any

import pytest
from changes import made
from chosen import few, some
from variants import variants

from learncheck.oracle.prover.prove import first_open, prove
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.language.registry import catalogue

FEWEST_WRONG = 3
"""Wrong proofs that each proof needs."""

REFUSED = (ValueError, NotFormal)
"""Raised for what is not a proof or cannot be run; the last two are TypeErrors, and any other TypeError is a crash."""


WRONG_PROOFS = [*variants("WRONG_PROOFS")]
CLAIMS = {claim.id: claim for claim in catalogue()}
PROVED = [claim_id for claim_id, claim in CLAIMS.items() if claim.proof is not None]


def test_every_proof_has_wrong_variants() -> None:
    made = Counter(claim_id for claim_id, _ in WRONG_PROOFS)
    assert made.keys() == set(PROVED)
    assert min(made.values()) >= FEWEST_WRONG


@few(12)
@pytest.mark.parametrize(("claim_id", "change"), [param for _, param in some(WRONG_PROOFS, 1, lambda each: each[0])])
def test_wrong_proof_is_rejected(claim_id: str, change: Any) -> None:
    claim, learner = made(change, CLAIMS[claim_id])  # outside of the try: a variant that cannot be made shows nothing
    try:
        fault = first_open(claim, learner=learner)
    except REFUSED:
        return
    assert fault is not None, f"{claim_id} is proved all the same"


def test_a_derived_proof_without_its_hypothesis_is_none_of_the_code() -> None:
    """Its games are realizable all the same, so that the steps hold in them."""
    (hypothesis,) = CLAIMS["halving-mistakes"].assuming
    assert prove(CLAIMS["halving-mistakes"].without(hypothesis)).grade == "proved-from-steps"


@pytest.mark.parametrize("claim_id", ["halving-mistakes", "confidence-boosting-chunks"])
def test_a_right_proof_has_no_open_line(claim_id: str) -> None:
    """Whichever lines are looked at first, or the test above would show nothing."""
    assert first_open(CLAIMS[claim_id]) is None
