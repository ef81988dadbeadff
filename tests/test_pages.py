"""The pages of the documentation agree with a fresh run."""

import re
from pathlib import Path

import pytest

from oracle.errata import Erratum, markdown
from oracle.pages import PAGES
from oracle.verify import refute
from theorems.registry import all_claims

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ("proofs.md", "errata.md")])
def test_the_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == PAGES[name](), f"run `python -m oracle.pages docs {name}`"


def test_the_page_of_the_proofs_has_them_all() -> None:
    """What it says of each is compared in test_claims.py, where every claim is proved anyway."""
    headings = re.findall(r"^## `(.*)`$", (DOCS / "proofs.md").read_text(), re.MULTILINE)
    assert headings == [claim.id for claim in all_claims() if claim.proof is not None]


def test_the_page_of_the_errata_has_them_all() -> None:
    """The evidence for each repair is compared in test_claims.py, where every claim is attacked anyway."""
    printed = [claim for claim in all_claims() if claim.refuted_by is not None]
    repaired = {claim.repairs for claim in all_claims() if claim.repairs is not None}
    assert {claim.id for claim in printed} == repaired
    page = (DOCS / "errata.md").read_text()
    assert re.findall(r"^## `(.*)`$", page, re.MULTILINE) == [claim.id for claim in printed]
    for claim in printed:
        assert "\n".join(markdown([Erratum(claim, refute(claim), ())])).rstrip() in page
