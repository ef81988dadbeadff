"""What the README shows is what the commands print."""

from pathlib import Path

import pytest
from blocks import ROOT, Block, Desk, blocks

CONSOLE = [each for each in blocks(ROOT / "README.md") if each.language == "console"]


@pytest.mark.thorough
@pytest.mark.parametrize("block", CONSOLE, ids=[each.text.split("\n")[0] for each in CONSOLE])
def test_the_shown_runs_are_real(block: Block, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    example = (ROOT / "examples" / "interval_hull.py").read_text()
    guess = example.replace("bound=M <= n,", "bound=M <= 2,").replace("at most n mistakes", "at most 2 mistakes")
    (desk.folder / "guess.py").write_text(guess)
    desk.do(block)


def test_there_are_runs_to_check() -> None:
    assert len(CONSOLE) >= 3
