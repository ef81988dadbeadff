"""A user's own theorem: the shipped example stands, and the wrong guess of the README falls as stated there."""

import runpy
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from calls import program

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "interval_hull.py"
THIRD_PARTY = runpy.run_path(str(ROOT / "examples" / "third_party" / "findings.py"))


def verify(path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return program("verify", path, cwd=cwd)


@pytest.mark.slow
def test_the_example_stands_and_is_attained(tmp_path: Path) -> None:
    ran = verify(EXAMPLE, tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "attained" in ran.stdout


@pytest.mark.slow
def test_the_wrong_guess_falls_with_three_rounds(tmp_path: Path) -> None:
    guess = tmp_path / "interval_hull.py"
    guess.write_text(EXAMPLE.read_text().replace("bound=M <= n,", "bound=M <= 2,"))
    ran = verify(guess, tmp_path)
    assert ran.returncode == 1
    assert "M = 3 > 2, with n = 3" in ran.stdout
    replay = next(line for line in ran.stdout.splitlines() if "replay:" in line).split("learncheck ")[1]
    again = program(*replay.split(), cwd=tmp_path, status=1)
    assert "M = 3 > 2" in again.stdout


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
