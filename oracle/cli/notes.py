"""What became of the statements in the notes: `learncheck errata`."""

from __future__ import annotations

from itertools import chain

import click

from learncheck.oracle.cli import arguments
from learncheck.oracle.cli.messages import Wrong
from learncheck.oracle.report.progress import watching

WHAT = {
    "as-printed": "no counterexample to it is known",
    "corrected": "it corrects a statement of the notes",
    "ours": "the notes do not state it",
}
"""Why a claim that is not refuted is not an erratum, by its reading."""


@click.command()
@click.argument("claims", nargs=-1, metavar="[CLAIM|FILE.py ...]")
def errata(claims: tuple[str, ...]) -> int:
    """Show the printed statements that are false: each with its counterexample, its repair and the evidence for it.

    After them come sentences of the notes that a single case refutes and that have no claim of their own. What is
    shown of the notes was recorded earlier, and `learncheck verify CLAIM` checks it again; a FILE.py is checked now.
    """
    from learncheck.oracle.report.ledger import print_ledger
    from learncheck.oracle.report.lines import console, in_parts, say
    from learncheck.theorems.ledger import rows
    from learncheck.theorems.recorded import recorded, recorded_with, unrecorded

    out = console()
    records = [recorded_with(name) for name in claims] if claims else [recorded()]
    if all(records):
        for name, record in zip(claims, records, strict=bool(claims)):
            if not any(about["erratum"] for about in record.values()):
                _no_erratum(name, record[name]["listed"]["reading"])
        entries = {
            claim_id: about["erratum"] for some in records for claim_id, about in some.items() if about["erratum"]
        }
        stand = True
        if not claims and unrecorded():
            theirs, stand = _played(())
            entries |= theirs
    else:
        entries, stand = _played(claims)
    for name, parts in entries.items():
        out.print("\n".join([name, *in_parts(parts, min(out.width, 100)), ""]), markup=False, soft_wrap=True)
    fallen = sum("not false" not in dict(parts) for parts in entries.values())
    if claims:
        count = "1 printed statement is" if fallen == 1 else f"{fallen} printed statements are"
    else:
        lines = rows(verdict="false")
        say(out, "Sentences of the notes that have no claim; a small case, checked here, refutes each:")
        print_ledger(out, lines)
        stand = stand and all(row.is_right for _, row in lines)
        count = f"{fallen} printed statements and {len(lines)} more sentences of the notes are"
    say(out, f"{count} false")
    return 0 if stand else 1


def _played(claims: tuple[str, ...]) -> tuple[dict[str, list[tuple[str, list[str]]]], bool]:
    """Return the entries of these claims, or of packages without an index, played now, by id; and whether all stand."""
    arguments.refuse_unknown(claims)
    with watching() as watch:
        from learncheck.oracle.report.errata import errata, paragraphs
        from learncheck.theorems.language.registry import of_package
        from learncheck.theorems.recorded import unrecorded

        for name in claims:
            named = [claim for claim, _ in arguments.claims((name,))]
            if not name.endswith(".py") and not any(claim.refuted_by for claim in named):
                _no_erratum(named[0].id, named[0].reading)
        theirs = (of_package(package) for package in unrecorded())
        chosen = [claim for claim, _ in (arguments.claims(claims) if claims else chain.from_iterable(theirs))]
        places = tuple(name.partition("::")[0] for name in claims)
        whole = arguments.claims(places)
        # a claim of the notes repairs no statement of a user's file
        others = () if all(place.endswith(".py") for place in places) else arguments.claims(())
        among = {claim.id: claim for claim, _ in (*others, *whole)}
        files = {claim.id: file for claim, file in whole if file is not None}
        watch.begin("claims", sum(claim.refuted_by is not None for claim in chosen))
        entries, stand = {}, True
        for erratum in errata(chosen, among.values(), tick=watch.tick):
            entries[erratum.claim.id] = paragraphs(erratum, files)
            stand = stand and erratum.stands
            watch.reached(len(entries), sum(repair.games for repair in erratum.repairs), [], 0)
    return entries, stand


def _no_erratum(name: str, reading: str) -> None:
    raise Wrong(f"{name} is not an erratum: {WHAT[reading]}; see `learncheck show {name}`")
