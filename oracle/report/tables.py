"""Tables of claims and of games, as text."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console

from learncheck.oracle.report.lines import fitted, print_table, say

CLAIM_HEAD, CLAIM_RIGHT = ("claim", "evidence", "games", "ratio"), ("games", "ratio", "points")


class ClaimRow(NamedTuple):
    """A claim, its evidence or verdict, its games, the worst observed / bound or its points, whether all is well, and
    its heading.
    """

    claim: str
    verdict: str
    games: str
    ratio: str
    fine: bool = True
    about: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return self.claim, self.verdict, self.games, self.ratio


def print_claims(out: Console, rows: Sequence[ClaimRow], head: Sequence[str] = CLAIM_HEAD) -> None:
    """Print one line per claim, on a terminal below a heading for each group.

    There, the few lines that are too long for its width are wrapped.
    """
    cells = [row.cells[: len(head)] for row in rows]
    if not out.is_terminal:
        print_table(out, head, cells, CLAIM_RIGHT)
        return
    topics = list(dict.fromkeys(row.about for row in rows))
    indent = 2 * any(topics)
    claim, verdict, *figures = (max(map(len, column)) for column in zip(head, *cells, strict=True))
    rest = out.width - sum(figures) - 2 * len(figures) - 2
    claim = min(claim + indent, max(rest - verdict, out.width * 2 // 5))
    widths = (claim, min(verdict, rest - claim), *figures)
    print_table(out, head, [], CLAIM_RIGHT, widths=widths)
    for topic in topics:
        if topic:
            say(out, topic, style="bold")
        group = [row for row in rows if row.about == topic]
        names = (textwrap.indent(fitted(row.claim, claim - indent), " " * indent) for row in group)
        named = [(name, *row.cells[1 : len(head)]) for name, row in zip(names, group, strict=True)]
        styles = ["dim" if row.fine else "bold red" for row in group]
        print_table(out, head, named, CLAIM_RIGHT, styles, widths, header=False)


LONGEST_PERIOD, FEWEST_REPEATS = 8, 4
"""The longest period of repeating rounds that is detected, and the fewest repetitions that are folded."""


def folded(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Fold repeating rounds of a table for reading: one line stands for the repetitions, and the last one follows."""
    if not head or head[0] != "round":
        return list(rows)
    same = [tuple(cell for name, cell in zip(head, row, strict=True) if name not in COUNTING) for row in rows]
    # rows with cut cells may differ in what was cut, so they are never folded
    same = [
        (*cells, row[0]) if any("…" in cell for cell in cells) else cells for cells, row in zip(same, rows, strict=True)
    ]
    shown: list[Sequence[str]] = []
    at = 0
    while at < len(rows):
        period, length = _repeat(same, at)
        shown += rows[at : at + period]
        if length > period:
            first, last, upto = rows[at][0], rows[at + period - 1][0], at + length - 1
            of = f"round {first}" if period == 1 else f"rounds {first}–{last}"
            repeats = f"repeat {of}" if upto > at + period else f"repeats {of}"
            span = rows[at + period][0] if upto == at + period else f"{rows[at + period][0]}–{rows[upto - 1][0]}"
            shown.append([f"{span}", repeats, *[""] * (len(head) - 2)])
            shown.append(rows[upto])
        at += length
    return shown


COUNTING = ("round", "mistakes", "loss")
"""Columns that keep counting while everything else repeats."""


def _repeat(same: Sequence[tuple[str, ...]], at: int) -> tuple[int, int]:
    """Return the period with which the rows from `at` repeat, and how many rows they cover; (1, 1) if they do not
    repeat.
    """
    for period in range(1, LONGEST_PERIOD + 1):
        end = at + period
        while end < len(same) and same[end] == same[end - period]:
            end += 1
        if end - at >= period * FEWEST_REPEATS:
            return period, end - at
    return 1, 1
