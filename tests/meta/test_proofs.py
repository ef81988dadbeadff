"""A check that cannot fail is a defect: wrong variants of every proof are rejected. test_claims checks the proofs."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from learncheck.oracle.prover.prove import first_open
from learncheck.theorems.formal.quantities import HiddenState, NotFormal
from learncheck.theorems.language.registry import all_claims

HERE = Path(__file__).parent

FEWEST_WRONG = 3
"""Wrong proofs that each proof needs."""

REFUSED = (ValueError, HiddenState, NotFormal)
"""Raised for what is no proof or cannot be run; the last two are TypeErrors, and any other TypeError is a crash."""


def _wrong_proofs() -> dict[str, list[tuple[str, Any]]]:
    found: dict[str, list[tuple[str, Any]]] = {}
    for path in sorted(HERE.glob("proofs_*.py")):
        module = importlib.import_module(path.stem)
        for claim_id, wrong in module.WRONG_PROOFS.items():
            found.setdefault(claim_id, []).extend(wrong)
    return found


WRONG_PROOFS = _wrong_proofs()
CLAIMS = {claim.id: claim for claim in all_claims()}
PROVED = [claim_id for claim_id, claim in CLAIMS.items() if claim.proof is not None]


@pytest.mark.parametrize("claim_id", PROVED)
def test_every_proof_has_wrong_variants(claim_id: str) -> None:
    wrong = {what for what, _ in WRONG_PROOFS.get(claim_id, [])}
    assert len(wrong) >= FEWEST_WRONG, f"{claim_id} has {len(wrong)} wrong proofs; give at least {FEWEST_WRONG}"


@pytest.mark.parametrize("claim_id", WRONG_PROOFS)
def test_wrong_proofs_are_those_of_a_proof(claim_id: str) -> None:
    assert claim_id in PROVED, f"{claim_id} has wrong proofs, but no proof"


@pytest.mark.usefixtures("shared_games")
@pytest.mark.parametrize(
    ("claim_id", "change"),
    [
        pytest.param(claim_id, change, id=f"{claim_id}: {what}")
        for claim_id, wrong in WRONG_PROOFS.items()
        for what, change in wrong
    ],
)
def test_wrong_proof_is_rejected(claim_id: str, change: Any) -> None:
    changed = change(CLAIMS[claim_id])  # outside of the try: a variant that cannot be made shows nothing
    claim, learner = changed if isinstance(changed, tuple) else (changed, None)
    try:
        fault = first_open(claim, learner=learner)
    except REFUSED:
        return
    assert fault is not None, f"{claim_id} is proved all the same"


@pytest.mark.parametrize("claim_id", ["halving-mistakes", "confidence-boosting-chunks"])
def test_a_right_proof_has_no_open_line(claim_id: str) -> None:
    """Whichever lines are looked at first, or the test above would show nothing."""
    assert first_open(CLAIMS[claim_id]) is None
