"""The page of third-party findings is made from its table; test_authors.py and the guides run the other examples."""

import runpy
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
THIRD_PARTY = runpy.run_path(str(ROOT / "examples" / "third_party" / "findings.py"))


def test_the_page_of_third_party_findings_has_every_entry_of_the_table() -> None:
    page = (ROOT / "docs" / "third-party.md").read_text("utf-8")
    for entry in THIRD_PARTY["table"]():
        assert entry.adapter in page
        assert entry.because in page
    assert "not looked into" not in page


@pytest.mark.slow
def test_the_page_of_third_party_findings_can_be_written_again() -> None:
    pytest.importorskip("sklearn")
    right = THIRD_PARTY["Entry"](
        "scikit-learn",
        "sklearn.linear_model",
        "from_sklearn(sklearn.linear_model.LinearRegression(fit_intercept=False, tol=1e-15))",
        claims=("least-squares-conforms",),
    )
    wrong = replace(right, adapter="from_sklearn(sklearn.linear_model.LinearRegression())", line="print(1 / 0)")
    page = THIRD_PARTY["page"]([right, wrong])
    for words in (
        "| scikit-learn: `LinearRegression` | LeastSquares | 1 | 0 | – |",
        "| scikit-learn: `LinearRegression` | LeastSquares | 0 | 1 | not looked into |",
        "**Stand**: `least-squares-conforms`.",
        "- `least-squares-conforms`: falsified, ",
        "ZeroDivisionError: division by zero",
    ):
        assert words in page
