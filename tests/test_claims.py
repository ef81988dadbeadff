"""Every claim of the notes, verified on every reference learner that it is about."""

import pytest

from oracle.attack import PROFILES
from oracle.verify import verify
from theorems.claim import Claim
from theorems.registry import all_claims


@pytest.mark.parametrize("claim", all_claims(), ids=lambda claim: claim.id)
def test_claim_stands_as_on_record(claim: Claim) -> None:
    evidence = list(verify([claim], PROFILES["quick"]))
    assert evidence
    for each in evidence:
        assert each.games > 0
        assert each.undecided == 0
        assert each.expected, f"{each.words}: {each.message}"
        if claim.label == "tight":
            assert each.attained, f"{claim.id} is labelled tight, but the best ratio on {each.learner} is {each.ratio}"
        elif claim.label in ("upper", "lower"):
            assert each.ratio is None or each.ratio <= 1.0 or claim.refuted_by


def test_there_are_claims() -> None:
    assert len(all_claims()) > 10
