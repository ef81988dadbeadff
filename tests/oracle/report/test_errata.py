"""Every printed statement on record falls to its stored counterexample, worked through in figures that are measured."""

import re

from catalogue import CLAIMS

from learncheck.oracle.engine.verify import refute
from learncheck.oracle.report.errata import Erratum, paragraphs
from learncheck.oracle.report.lines import in_parts
from learncheck.theorems.language.claim import Claim


def printed() -> list[Claim]:
    return [claim for claim in CLAIMS.values() if claim.refuted_by is not None]


def test_an_erratum_is_whole() -> None:
    for claim in printed():
        erratum = Erratum(claim, refute(claim), ())
        assert erratum.falls, f"the stored counterexample no longer refutes {claim.id}"
        assert len(erratum.worked) == 3, f"work the counterexample of {claim.id} through in three lines"
        assert any(re.search(r"\{\w", line) for line in claim.worked), f"let the figures of {claim.id} be measured"
        assert claim.flaw, claim.id
        assert any(other.repairs == claim.id for other in CLAIMS.values()), f"state the repair of {claim.id}"


def test_an_erratum_fits_a_terminal() -> None:
    first = printed()[0]
    erratum = Erratum(first, refute(first), ())
    lines = in_parts(paragraphs(erratum), 80)
    assert max(map(len, lines)) <= 80
    assert "  as printed" in "\n".join(lines)
