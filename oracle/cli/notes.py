"""What became of the statements in the notes: `learncheck errata`, `ledger` and `docs`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from learncheck.oracle.cli import asked
from learncheck.oracle.cli.group import UNFINISHED
from learncheck.oracle.cli.options import QUIET
from learncheck.oracle.cli.told import Wrong, writing
from learncheck.oracle.report.progress import watching

if TYPE_CHECKING:
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
            named = [claim for claim, _ in asked.claims((name,))]
            if not name.endswith(".py") and not any(claim.refuted_by for claim in named):
                raise Wrong(f"{named[0].id} is no erratum but {WHAT[named[0].reading]}; see `learncheck show {name}`")
        chosen = [claim for claim, _ in asked.claims(claims)]
        whole = asked.claims(tuple(name.partition("::")[0] for name in claims))
        among = [claim for claim, _ in (*asked.claims(()), *whole)]
        files = {claim.id: file for claim, file in whole if file is not None}
        repairs = {claim.id: claim for claim in among if claim.repairs in {each.id for each in chosen}}
        watch.begin("claims", len(repairs))
        done: list[Evidence] = []
        found = code = 0
        for erratum in entries(chosen, repairs.values(), tick=watch.tick):
            done += erratum.repairs
            ratios = [each.ratio for each in done]
            watch.reached(len({each.claim.id for each in done}), sum(each.games for each in done), ratios, 0)
            found += 1
            code = code or (0 if erratum.stands else 1)
            if quiet and erratum.stands:
                continue
            with watch.aside():
                for line in text(erratum, min(out.width, 100), files):
                    out.print(line, markup=False, soft_wrap=True)
                out.print()
    if not quiet:
        out.print(f"{found} printed statement{'' if found == 1 else 's'} fall{'s' if found == 1 else ''}")
    if not claims:
        from learncheck.oracle.report.ledger import print_ledger
        from learncheck.theorems.ledger import rows

        lines = rows(verdict="false")
        code = code or (0 if all(row.as_told for _, row in lines) else 1)
        if not quiet:
            report.say(out, f"{len(lines)} more sentences are false, each refuted by a small case, which is checked:")
            print_ledger(out, lines)
    return code


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--evidence", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Where evidence is kept between runs.  [default: .learncheck/evidence]")  # fmt: skip
@QUIET
def docs(out: Path, evidence: Path | None, quiet: bool) -> int:
    """Write the generated pages: one per claim, an index per chapter, the learners, and how sharp the bounds are.

    Claims that this version has not attacked yet are attacked first.
    """
    with writing() as unwritten, watching(quiet) as watch:
        out.mkdir(parents=True, exist_ok=True)  # before the attacks, which take minutes
        watch.say("gathering evidence")
        from learncheck.oracle.files import write_text
        from learncheck.oracle.report import site

        for path, content in site.pages(evidence or site.EVIDENCE):
            watch.say(f"writing {out / path}")
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            write_text(out / path, content)
    return UNFINISHED if unwritten else 0


@click.command()
@click.argument("note", required=False, metavar="[NOTE]", type=str.upper)
@click.option("--verdict", metavar="V", help="Only sentences with this verdict: false, open, convention, ….")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def ledger(note: str | None, verdict: str | None, as_json: bool) -> int:
    """Show the verdict on every checkable sentence of the notes, or of one set of notes: UML, LEC, VEM, LIN, JAI.

    The counterexamples to false sentences are checked again.
    """
    from learncheck.oracle.report import ledger as report
    from learncheck.oracle.report.text import console
    from learncheck.theorems.ledger import NOTES, VERDICTS, rows

    chosen = next((each for each in VERDICTS if each == verdict), None)
    if verdict is not None and chosen is None:
        raise Wrong(f"there is no verdict {verdict!r}; the verdicts are {', '.join(VERDICTS)}")
    if note not in (None, *NOTES):
        raise Wrong(f"there are no notes {note!r}; there are {', '.join(NOTES)}")
    found = rows([each for each in NOTES if note in (None, each)], chosen)
    if as_json:
        click.echo(json.dumps(report.as_json(found), indent=1, ensure_ascii=False))
    else:
        report.print_ledger(console(), found)
    return 0 if all(row.as_told for _, row in found) else 1
