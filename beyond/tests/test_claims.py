"""Every claim of the package stands, and its proof needs no solver."""

import json
import sys
from dataclasses import replace

import pytest
from offered import CLAIMS, slow_but_headlines

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.prover.certificates import Certificates
from learncheck.oracle.report.listing import entry
from learncheck.theorems.recorded import folders, recorded

FEW_GAMES = replace(PROFILES["quick"], scout=20, search=0, batches=1_000, sizes=())


@pytest.mark.parametrize("claim_id", slow_but_headlines(CLAIMS))
def test_claim_stands_and_is_proved(claim_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)  # proofs are checked by their stored certificates alone
    claim = CLAIMS[claim_id]
    for evidence in verify([claim], FEW_GAMES):
        assert evidence.games > 0
        assert evidence.expected, f"{evidence.verdict}: {evidence.message}"
        if claim.label == "tight":
            assert evidence.attained, f"the best ratio on {evidence.learner} is {evidence.ratio}"
        if claim.proof is not None:
            assert evidence.proof is not None
            assert evidence.proof.complete, f"{claim_id} is not proved: {evidence.proof.words}"
            assert not evidence.proof.troubles


def test_certificates_are_stored_for_the_proofs_alone() -> None:
    proved = {name for name, claim in CLAIMS.items() if claim.proof is not None}
    files = {path.stem for path in (folders()["learncheck-beyond"] / "certificates").glob("*.json")}
    assert files == proved
    assert all(Certificates(name).stored for name in proved)


def test_what_the_commands_tell_is_on_record() -> None:
    """Where this is meant, run `python tests/record.py` with the package installed."""
    listed = {name: about["listed"] for name, about in recorded().items() if about["listed"]["from"] != "learncheck"}
    assert listed == {name: json.loads(json.dumps(entry(claim, "learncheck-beyond"))) for name, claim in CLAIMS.items()}
