"""A user's files with the names of our folders do no harm. CI also runs this on the wheel."""

import subprocess
import sys
from pathlib import Path

import pytest
from submissions import RIGHT

STRANGER = "raise ImportError('a stranger, whom nobody called')\n"
TEST = """
from learncheck import parametrize_with_claims
from submission import Halving

@parametrize_with_claims("Halving", Halving)
def test_my_halving(check):
    check()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose files and packages have our names, beside a submission and a test of it."""
    for name in ("learners.py", "strategies.py", "oracle.py", "exact.py", "adapters.py", "catalogue.py"):
        (tmp_path / name).write_text(STRANGER)
    (tmp_path / "theorems").mkdir()
    (tmp_path / "theorems" / "__init__.py").write_text(STRANGER)
    (tmp_path / "theorems" / "mine.py").write_text(STRANGER)
    (tmp_path / "submission.py").write_text(RIGHT)
    (tmp_path / "test_mine.py").write_text(TEST)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "arguments", "message"),
    [
        ("learncheck", ["list"], "halving-mistakes"),
        pytest.param("learncheck", ["verify", "halving-mistakes"], "all stand", marks=pytest.mark.slow),
        ("learncheck", ["grade", "submission.py", "--claims", "halving-mistakes", "--trust"], "score 1.00"),
        ("pytest", ["-q", "-k", "halving-mistakes", "test_mine.py"], "1 passed"),
        pytest.param("pytest", ["--help"], "--submission", marks=pytest.mark.slow),
    ],
)
def test_files_with_our_names_disturb_nothing(folder: Path, module: str, arguments: list[str], message: str) -> None:
    command = [sys.executable, "-m", module, *arguments]  # which puts the folder first on Python's path
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert message in ran.stdout
    assert "stranger" not in ran.stdout + ran.stderr
