"""What the README shows is what the commands print."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```console\n\$ learncheck (.*)\n((?:.*\n)*?)```", README)


def masked(text: str) -> list[str]:
    """The lines without seconds, numbers of games (they follow Hypothesis's version) and trailing blanks."""
    lines = [re.sub(r"\d+\.\d(?= s\b)", "?", line.rstrip()) for line in text.strip().splitlines()]
    lines = [re.sub(r"[\d,]+ games", "? games", line) for line in lines]
    return [
        re.sub(r" +[\d,]+( +(?:\d+\.\d\d|∞|–))$", r" ?\1", re.sub(r"(falsified) +\d+$", r"\1 ?", each))
        for each in lines
    ]


@pytest.mark.parametrize(("call", "printed"), BLOCKS, ids=[call for call, _ in BLOCKS])
def test_the_shown_runs_are_real(call: str, printed: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    example = (ROOT / "examples" / "interval_hull.py").read_text()
    guess = example.replace("bound=M <= n,", "bound=M <= 2,").replace("at most n mistakes", "at most 2 mistakes")
    (tmp_path / "guess.py").write_text(guess)
    ran = subprocess.run(
        [sys.executable, "-m", "oracle.cli", *call.split()], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert masked(ran.stdout) == masked(printed), ran.stderr


def test_there_are_runs_to_check() -> None:
    assert len(BLOCKS) >= 3
