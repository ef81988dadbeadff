"""A user's own theorem: the shipped example stands, and the wrong guess of the README falls as stated there."""

import subprocess
from pathlib import Path

import pytest
from calls import program

EXAMPLE = Path(__file__).parent.parent / "examples" / "interval_hull.py"


def verify(path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return program("verify", path, cwd=cwd)


@pytest.mark.slow
def test_the_example_stands_and_is_attained(tmp_path: Path) -> None:
    ran = verify(EXAMPLE, tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "attained" in ran.stdout


@pytest.mark.thorough
def test_the_wrong_guess_falls_with_three_rounds(tmp_path: Path) -> None:
    guess = tmp_path / "interval_hull.py"
    guess.write_text(EXAMPLE.read_text().replace("bound=M <= n,", "bound=M <= 2,"))
    ran = verify(guess, tmp_path)
    assert ran.returncode == 1
    assert "M = 3 > 2, with n = 3" in ran.stdout
    replay = next(line for line in ran.stdout.splitlines() if "replay:" in line).split("learncheck ")[1]
    again = program(*replay.split(), cwd=tmp_path, status=1)
    assert "M = 3 > 2" in again.stdout
