"""The kernel alone checks every proof of the catalogue, with the certificates that are stored. CI runs all of them
where no solver is installed.
"""

import sys
from pathlib import Path

import pytest
from catalogue import CLAIMS, proved_claims
from chosen import some

from learncheck.oracle.prover.certificates import Certificates
from learncheck.oracle.prover.proof_text import summary
from learncheck.oracle.prover.prove import prove

PROVED = proved_claims()


@pytest.mark.slow
@pytest.mark.parametrize("claim_id", some(PROVED, 4))
def test_a_proof_needs_its_stored_certificates_and_no_solver(
    claim_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for solver in ("z3", "cvc5"):
        monkeypatch.setitem(sys.modules, solver, None)
    stored = Certificates(claim_id, folder=tmp_path)
    report = prove(CLAIMS[claim_id], certificates=stored)
    assert report.complete, summary(report)
    assert not report.troubles
    assert stored.used.keys() == stored.stored.keys()  # nothing is left of an earlier proof
