"""What became of the statements in the notes: `learncheck errata`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from learncheck.oracle.cli import asked
from learncheck.oracle.cli.options import QUIET
from learncheck.oracle.cli.told import Wrong
from learncheck.oracle.report.progress import watching

if TYPE_CHECKING:
    from rich.console import Console

    from learncheck.oracle.engine.verdicts import Evidence


WHAT = {
    "as-printed": "a statement of the notes that is not known to be false",
    "corrected": "a corrected statement of the notes",
    "ours": "a statement that the notes do not make",
}
"""What a claim that is not refuted is, by its reading."""


@click.command()
@click.argument("claims", nargs=-1, metavar="[CLAIM ...]")
@QUIET
def errata(claims: tuple[str, ...], quiet: bool) -> int:
    """Show the printed statements that are false: each with its counterexample, its repair and the evidence for it.

    They are followed by lines of the notes that a single case refutes and that have no claim of their own.
    """
    with watching(quiet) as watch:
        from learncheck.oracle.report import text as report
        from learncheck.oracle.report.errata import errata as entries
        from learncheck.oracle.report.errata import text

        out = report.console()
        for name in claims:
            _demand_erratum(name)
        chosen = [claim for claim, _ in asked.claims(claims)]
        whole = asked.claims(tuple(name.partition("::")[0] for name in claims))
        among = [claim for claim, _ in (*asked.claims(()), *whole)]
        files = {claim.id: file for claim, file in whole if file is not None}
        repairs = {claim.id: claim for claim in among if claim.repairs in {each.id for each in chosen}}
        watch.begin("claims", len(repairs))
        done: list[Evidence] = []
        found, stand = 0, True
        for erratum in entries(chosen, repairs.values(), tick=watch.tick):
            done += erratum.repairs
            ratios = [each.ratio for each in done]
            watch.reached(len({each.claim.id for each in done}), sum(each.games for each in done), ratios, 0)
            found += 1
            stand = stand and erratum.stands
            if quiet and erratum.stands:
                continue
            with watch.aside():
                for line in text(erratum, min(out.width, 100), files):
                    out.print(line, markup=False, soft_wrap=True)
                out.print()
    if not quiet:
        from learncheck.oracle.notation import counted

        out.print(f"{counted(found, 'printed statement')} {'is' if found == 1 else 'are'} false")
    if not claims:
        stand = _lines_without_a_claim(out, quiet) and stand
    return 0 if stand else 1


def _demand_erratum(name: str) -> None:
    """Refuse a claim that is no erratum."""
    named = [claim for claim, _ in asked.claims((name,))]
    if not name.endswith(".py") and not any(claim.refuted_by for claim in named):
        raise Wrong(f"{named[0].id} is not an erratum but {WHAT[named[0].reading]}; see `learncheck show {name}`")


def _lines_without_a_claim(out: Console, quiet: bool) -> bool:
    """Print the false lines that have no claim of their own. Return whether each falls to its case."""
    from learncheck.oracle.report import text as report
    from learncheck.oracle.report.ledger import print_ledger
    from learncheck.theorems.ledger import rows

    lines = rows(verdict="false")
    if not quiet:
        report.say(out, f"{len(lines)} more sentences are false, each refuted by a small case, which is checked:")
        print_ledger(out, lines)
    return all(row.as_told for _, row in lines)
