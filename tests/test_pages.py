"""The pages of the documentation agree with a fresh run."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from learncheck.oracle.engine.verify import refute
from learncheck.oracle.notation import rounded_down
from learncheck.oracle.report import catalogue
from learncheck.oracle.report.errata import Erratum, markdown
from learncheck.oracle.report.pages import NOTE, PAGES
from learncheck.oracle.report.sharpness import share_of_bound
from learncheck.oracle.report.text import ratio
from learncheck.theorems.language.registry import all_claims

DOCS = Path(__file__).parent.parent / "docs"

COMPARED_ELSEWHERE = ("proofs.md", "errata.md", "catalogue.md")
"""What these say of a claim is compared in test_claims.py, where every claim is attacked and proved anyway."""


@pytest.mark.parametrize("name", [name for name in PAGES if name not in COMPARED_ELSEWHERE])
def test_the_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == PAGES[name](), f"run `python -m learncheck.oracle.report.pages docs {name}`"


@pytest.mark.parametrize(("value", "shown"), [(0.29, "0.29"), (0.9999, "0.99"), (1.0, "1.00"), (5.8e-13, "0.00")])
def test_ratios_are_rounded_down(value: float, shown: str) -> None:
    assert rounded_down(value, 2) == ratio(value) == shown


def test_digits_that_are_not_settled_are_not_shown() -> None:
    below, above = Fraction(999, 2000) - Fraction(1, 10**12), Fraction(999, 2000) + Fraction(1, 10**12)
    assert share_of_bound((below, below), Fraction(0)) == "0.499"
    with pytest.raises(ValueError, match="are not settled"):
        share_of_bound((Fraction(1, 2) - Fraction(1, 10**12), Fraction(1, 2)), Fraction(0))
    assert share_of_bound((below, above), Fraction(0)) == "0.499"


def test_the_page_of_the_catalogue_has_them_all() -> None:
    """All of it but the evidence, for which there are no figures here."""
    entries = [catalogue.entry(claim, ()) for claim in all_claims()]
    assert without_evidence((DOCS / "catalogue.md").read_text()) == without_evidence(
        "\n".join([NOTE, "", *catalogue.markdown(entries)]).rstrip() + "\n"
    )


def without_evidence(page: str) -> str:
    """The catalogue without its lines of proof and evidence, and with the names alone in its tables."""
    page = re.sub(r"^- \*\*(Evidence|Proof).*\n", "", page, flags=re.MULTILINE)
    return re.sub(r"^(\| \[`.*?\)) \|.*$", r"\1", page, flags=re.MULTILINE)


def test_the_page_of_the_proofs_has_them_all() -> None:
    headings = re.findall(r"^## `(.*)`$", (DOCS / "proofs.md").read_text(), re.MULTILINE)
    assert headings == [claim.id for claim in all_claims() if claim.proof is not None]


def test_the_page_of_the_errata_has_them_all() -> None:
    printed = [claim for claim in all_claims() if claim.refuted_by is not None]
    repaired = {claim.repairs for claim in all_claims() if claim.repairs is not None}
    assert {claim.id for claim in printed} == repaired
    page = (DOCS / "errata.md").read_text()
    assert re.findall(r"^## `(.*)`$", page, re.MULTILINE) == [claim.id for claim in printed]
    for claim in printed:
        assert "\n".join(markdown([Erratum(claim, refute(claim), ())])).rstrip() in page
