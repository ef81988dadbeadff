"""Installed beside learncheck, the package is found as those of strangers are."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from installed import copied
from offered import CLAIMS, PROJECT


@pytest.fixture
def run(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs a line of Python, or a command of learncheck, where a copy of the package is installed."""
    environment = {**os.environ, "PYTHONPATH": str(copied(PROJECT, tmp_path / "installed"))}

    def running(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    return running


LISTED = """import sys
from learncheck.oracle.report.listing import listing
print([each["id"] for each in listing() if each["from"] == "learncheck-beyond"])
print("sympy" in sys.modules, "learncheck_beyond" in sys.modules)
"""


def test_its_claims_are_listed_without_being_loaded(run) -> None:  # type: ignore[no-untyped-def]
    claims, loaded = run("-c", LISTED).splitlines()
    assert claims == str([*CLAIMS])
    assert loaded == "False False"


@pytest.mark.slow
def test_its_claims_are_shown_and_verified(run) -> None:  # type: ignore[no-untyped-def]
    listed = json.loads(run("-m", "learncheck", "list", "--json"))
    assert {row["id"] for row in listed if row["from"] == "learncheck-beyond"} == CLAIMS.keys()
    assert "stands, ours" in run("-m", "learncheck", "show", "winnow-mistakes-sharper")
    assert "all stand" in run("-m", "learncheck", "verify", "weighted-majority-mistakes-sharper")
    assert "printed statements and " in run("-m", "learncheck", "errata")
