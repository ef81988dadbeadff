"""The ledger of the notes' sentences, as text and as a page."""

from collections.abc import Sequence

from rich.console import Console

from learncheck.oracle.report.lines import escaped, say
from learncheck.theorems.ledger import VERDICTS, LedgerRow, Note, Verdict, counts, ledger, rows

STYLES: dict[Verdict, str] = {"false": "red", "erratum": "red", "open": "yellow", "convention": "cyan"}


def remarks(row: LedgerRow) -> list[str]:
    """Return what a row says about its verdict, line by line."""
    named = [("see " if row.verdict not in ("claim", "erratum") else "") + ", ".join(row.claims)] if row.claims else []
    return named + _words(row)


def _words(row: LedgerRow) -> list[str]:
    if row.verdict == "false":
        return [f"counterexample: {row.counterexample}", f"repaired: {row.repaired}"]
    return [row.because] if row.because else []


def print_ledger(out: Console, entries: Sequence[tuple[Note, LedgerRow]]) -> None:
    """Print the rows below their places in the notes."""
    above = ""
    for note, row in entries:
        if above != (place := f"{note}, {row.place}"):
            above = place
            out.print()
            say(out, place, style="bold")
        say(out, f"  {row.verdict:12}{row.says}", style=STYLES.get(row.verdict, ""), hang=True)
        for line in remarks(row):
            say(out, f"              {line}", style="dim")
        if not row.is_right:
            say(out, f"              the check {row.check} does not confirm this", style="bold red")
    out.print()


def markdown(entries: Sequence[tuple[Note, LedgerRow]]) -> list[str]:
    """Return the counts, and the rows by note and place."""
    by_note = counts(entries)
    lines = [
        f"| verdict | {' | '.join(by_note)} |",
        f"| --- |{' ---: |' * len(by_note)}",
        *(f"| {v} | {' | '.join(str(count[v]) for count in by_note.values())} |" for v in VERDICTS),
    ]
    above: tuple[str, str] = "", ""
    for note, row in entries:
        if note != above[0]:
            lines += ["", f"## {note}", "", escaped(ledger(note).title)]
        if (note, row.place) != above:
            lines += ["", f"### {escaped(row.place)}", ""]
        above = note, row.place
        lines.append(f"- *{row.verdict}* {escaped(row.says)}")
        if row.claims:
            links = ", ".join(f"[`{claim}`](claims/{claim}.md)" for claim in row.claims)
            lines.append(f"    - {'' if row.verdict in ('claim', 'erratum') else 'see '}{links}")
        lines += [f"    - {escaped(line)}" for line in _words(row)]
    return lines


def fallen() -> list[str]:
    """Return the false lines that have no claim of their own, as a table for a page."""
    return [
        "| source | as printed | counterexample | repaired |",
        "|---|---|---|---|",
        *(
            f"| {' | '.join(map(escaped, (f'{note}, {row.place}', row.says, row.counterexample, row.repaired)))} |"
            for note, row in rows(verdict="false")
        ),
    ]
