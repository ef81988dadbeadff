"""The pages of the documentation agree with a fresh run."""

import re
from pathlib import Path

import pytest

from oracle.pages import PAGES
from theorems.registry import all_claims

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", [name for name in PAGES if name != "proofs.md"])
def test_the_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == PAGES[name](), f"run `python -m oracle.pages docs {name}`"


def test_the_page_of_the_proofs_has_them_all() -> None:
    """What it says of each is compared in test_claims.py, where every claim is proved anyway."""
    headings = re.findall(r"^## `(.*)`$", (DOCS / "proofs.md").read_text(), re.MULTILINE)
    assert headings == [claim.id for claim in all_claims() if claim.proof is not None]
