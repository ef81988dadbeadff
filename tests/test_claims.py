"""Every claim of the notes, verified on every reference learner that it is about."""

from pathlib import Path

import pytest

from learncheck.oracle.engine.attack import PROFILES
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.pytest_plugin import properties
from learncheck.oracle.report import catalogue, pages
from learncheck.oracle.report.errata import repair
from learncheck.oracle.report.text import claim_rows
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims

DOCS = Path(__file__).parent.parent / "docs"
PROOFS, ERRATA, CATALOGUE = ((DOCS / name).read_text() for name in ("proofs.md", "errata.md", "catalogue.md"))


@pytest.mark.parametrize("claim", all_claims(), ids=lambda claim: claim.id)
def test_claim_stands_as_on_record(claim: Claim, request: pytest.FixtureRequest) -> None:
    evidence = list(verify([claim], PROFILES["quick"]))
    assert evidence
    row, games = claim_rows(evidence)[-1], sum(each.games for each in evidence)
    request.node.user_properties += properties("", claim.id, row.told, games, row.ratio, row.fine)
    for each in evidence:
        assert each.games > 0
        assert each.undecided == 0
        assert each.expected, f"{each.words}: {each.message}"
        if each.proof is not None:
            assert pages.proof(each.proof) in PROOFS, "run `python -m learncheck.oracle.report.pages docs proofs.md`"
        if claim.repairs is not None:
            assert "\n".join(repair(each)) in ERRATA, "run `python -m learncheck.oracle.report.pages docs errata.md`"
        if claim.label == "tight":
            assert each.attained, f"{claim.id} is labelled tight, but the best ratio on {each.learner} is {each.ratio}"
        elif claim.label in ("upper", "lower"):
            assert each.ratio is None or each.ratio <= 1.0 or claim.refuted_by
    entry = catalogue.entry(claim, evidence)
    for part in (catalogue.row(entry), "\n".join(catalogue.section(entry))):
        assert f"\n{part}\n" in CATALOGUE, "run `python -m learncheck.oracle.report.pages docs catalogue.md`"


def test_there_are_claims() -> None:
    assert len(all_claims()) > 10
