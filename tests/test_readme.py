"""The README shows what the commands print."""

from collections import Counter
from pathlib import Path

import pytest
import record
from blocks import ROOT, Block, Desk, blocks, commands, masked

from learncheck.oracle.notation import ratio
from learncheck.theorems.language.registry import select

CONSOLE = [block for block in blocks(ROOT / "README.md") if block.language == "console"]
(HEADLINES,) = [block for block in CONSOLE if "by grade of evidence" in block.text]
OTHERS = [block for block in CONSOLE if block is not HEADLINES]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("block", OTHERS, ids=[other.text.split("\n")[0] for other in OTHERS])
def test_the_shown_runs_are_real(block: Block, desk: Desk) -> None:
    example = (ROOT / "examples" / "interval_hull.py").read_text()
    guess = example.replace("bound=M <= n,", "bound=M <= 2,").replace("at most n mistakes", "at most 2 mistakes")
    (desk.folder / "guess.py").write_text(guess)
    desk.do(block)


def test_the_headline_theorems_are_shown_as_they_are_on_record() -> None:
    """test_claims.py compares the record with newly computed evidence."""
    (shown,) = commands(HEADLINES)
    table, _, summary = shown.printed.partition("\n\n")
    rows = masked(table)[1:]
    claims = select(shown.call.split()[2:])
    assert len(rows) == len(claims)
    grades = Counter[str]()
    for row, claim in zip(rows, claims, strict=True):
        line = record.stored()[claim.id]
        worst = max(float(entry["closest"]) for entry in line["evidence"])
        expected = masked(f"{claim.id}  {line['words']}  0  {ratio(worst)}")[0]
        (words, shown_ratio), (words_on_record, fixed) = (row.rsplit(" ", 1) for row in (row, expected))
        assert words == words_on_record
        assert float(shown_ratio.replace("∞", "inf")) >= float(fixed.replace("∞", "inf"))  # of the fixed games alone
        grades.update({grade for entry in line["evidence"] for grade in entry["grades"]})
    summed = (
        summary.partition("by grade of evidence: ")[2]
        .partition("\n")[0]
        .replace(" as printed", "")
        .replace(" from ", "-from-")
    )
    assert {grade: int(number) for number, grade in (word.split() for word in summed.strip().split(", "))} == {
        grade: number for grade, number in grades.items() if grade != "survived"
    }
    assert f"{len(claims)} claims" in summary


@pytest.mark.slow
def test_the_headline_theorems_are_shown_as_verify_prints_them(desk: Desk) -> None:
    ran = desk.run("learncheck verify halving-mistakes vc-homogeneous-halfspaces")
    rows = masked(ran.stdout.partition("\n\n")[0])
    assert len(rows) == 3
    assert {*rows} <= {*masked(HEADLINES.text)}
