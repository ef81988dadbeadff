"""The ledger of the notes' sentences as text and as data."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console

from learncheck.oracle.report.text import print_rows, say
from learncheck.theorems.ledger import VERDICTS, Note, Row, Verdict, counts

STYLES: dict[Verdict, str] = {"false": "red", "erratum": "red", "open": "yellow", "convention": "cyan"}


def told(row: Row) -> list[str]:
    """What a row says of its verdict, a line each."""
    lines = [("see " if row.verdict not in ("claim", "erratum") else "") + ", ".join(row.claims)] if row.claims else []
    lines += [row.because] if row.because else []
    if row.verdict == "false":
        lines += [f"falls: {row.counterexample}", f"repaired: {row.repaired}"]
    return lines


def print_ledger(out: Console, found: Sequence[tuple[Note, Row]]) -> None:
    """The rows below their places, and how many each note has of each verdict."""
    above = ""
    for note, row in found:
        if above != (place := f"{note}, {row.place}"):
            above = place
            out.print()
            say(out, place, style="bold")
        say(out, f"  {row.verdict:12}{row.says}", style=STYLES.get(row.verdict, ""), hang=True)
        for line in told(row):
            say(out, f"              {line}", style="dim")
        if not row.as_told:
            say(out, f"              the check {row.check} does not confirm this", style="bold red")
    out.print()
    print_counts(out, found)


def print_counts(out: Console, found: Iterable[tuple[Note, Row]]) -> None:
    """Verdicts by note, with their sums; verdicts that do not occur are left out."""
    by_note = counts(found)
    seen = [verdict for verdict in VERDICTS if any(each[verdict] for each in by_note.values())]
    table: list[tuple[str, list[int]]] = [(verdict, [each[verdict] for each in by_note.values()]) for verdict in seen]
    table.append(("all", [each.total() for each in by_note.values()]))
    rows = [(name, *map(str, figures), str(sum(figures))) for name, figures in table]
    head = ("verdict", *by_note, "all")
    print_rows(out, head, rows, right=head[1:])


def as_json(found: Sequence[tuple[Note, Row]]) -> dict[str, Any]:
    """The counts and the rows, those that are false with what their check finds."""
    import msgspec

    rows = [
        {"note": note, **msgspec.to_builtins(row), **({"falls_as_told": row.as_told} if row.check else {})}
        for note, row in found
    ]
    return {"schema": 1, "counts": {note: dict(each) for note, each in counts(found).items()}, "rows": rows}
