"""The pages of the documentation agree with a fresh run."""

from pathlib import Path

import pytest

from oracle.pages import PAGES

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == PAGES[name](), "run `python -m oracle.pages docs`"
