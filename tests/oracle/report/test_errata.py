"""Every printed statement on record falls to its stored counterexample, worked through in figures that are measured."""

import re

import pytest

from learncheck.oracle.engine.verify import refute
from learncheck.oracle.report.errata import Erratum, markdown, paragraphs
from learncheck.oracle.report.lines import in_parts
from learncheck.theorems.language.registry import catalogue

PRINTED = [claim for claim in catalogue() if claim.refuted_by is not None]


@pytest.mark.parametrize("claim", PRINTED, ids=lambda claim: claim.id)
def test_an_erratum_is_whole(claim: object) -> None:
    erratum = Erratum(claim, refute(claim), ())
    assert erratum.falls, "the stored counterexample no longer refutes the printed statement"
    assert len(erratum.worked) == 3, "work the counterexample through in three lines"
    assert any(re.search(r"\{\w", line) for line in claim.worked), "let the figures be the measured ones"
    assert claim.flaw
    assert [each for each in catalogue() if each.repairs == claim.id], "state the repair"


def test_an_erratum_fits_a_terminal_and_a_page() -> None:
    erratum = Erratum(PRINTED[0], refute(PRINTED[0]), ())
    lines = in_parts(paragraphs(erratum), 80)
    assert max(map(len, lines)) <= 80
    assert "  as printed" in "\n".join(lines)
    assert markdown([erratum])[0] == f"## `{PRINTED[0].id}`"
