"""The list of all claims."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from learncheck.oracle.report.lines import console, print_table, say
from learncheck.theorems.recorded import ListedClaim, recorded, unrecorded

if TYPE_CHECKING:
    from learncheck.theorems.language.claim import Claim


def listing(files: Sequence[str] = ()) -> list[ListedClaim]:
    """Return the claims in the files, or those of the notes and of packages. Raises BadClaims if one cannot be used."""
    if files:
        from learncheck.theorems.language.registry import find

        return [entry(claim, str(file)) for claim, file in find(files) if file]
    if not unrecorded():
        return [record["listed"] for record in recorded().values()]
    from learncheck.theorems.language.registry import with_packages

    return [entry(claim, origin) for claim, origin in with_packages()]


def entry(claim: "Claim", origin: str) -> ListedClaim:
    """Return the entry of a claim that is defined in a file or a package."""
    from learncheck.oracle.report.evidence import standing
    from learncheck.theorems.language.chapters import topic
    from learncheck.theorems.language.symbols import meanings

    return {
        "id": claim.id,
        "topic": topic(claim),
        "kind": claim.kind,
        "source": "; ".join(map(str, claim.sources)),
        "learners": [learner.__name__ for learner in claim.about],
        "standing": standing(claim),
        "reading": claim.reading,
        "statement": claim.statement,
        "judged": claim.judged and claim.learner is not None,
        "symbols": {str(symbol): words for symbol, words in meanings(claim).items()},
        "from": origin,
    }


def print_listing(entries: Sequence[ListedClaim]) -> None:
    """Print one line per claim in a pipe.

    On a terminal, group by topic and put columns that do not fit below the claim.
    """
    out = console()
    head: tuple[str, ...] = ("id", "kind", "standing", "learners", "source")
    rows: list[tuple[str, ...]] = [
        (e["id"], e["kind"], e["standing"], ", ".join(e["learners"]), e["source"]) for e in entries
    ]
    if {e["from"] for e in entries} != {"learncheck"}:
        head = (*head, "from")
        rows = [(*row, e["from"]) for row, e in zip(rows, entries, strict=True)]
    if not out.is_terminal:
        print_table(out, head, rows)
        return
    widths = [max(map(len, column)) + 2 for column in zip(head, *rows, strict=True)]
    fitting = max((n for n in range(1, len(head) + 1) if sum(widths[:n]) - 2 <= out.width), default=1)
    topic = ""
    for number, row in enumerate((head, *rows)):
        if number and (here := entries[number - 1]["topic"]) != topic:
            topic = here
            say(out, f"\n{topic}" if topic else "", style="bold")
        first = "".join(cell.ljust(width) for cell, width in zip(row[:fitting], widths, strict=False))
        say(out, first.rstrip(), style="" if number else "bold")
        if below := "; ".join(filter(None, row[fitting:])):
            say(out, f"    {below}", style="dim" if number else "bold dim")
