"""Commands about this machine: `learncheck survey` judges installed implementations, `doctor` checks confinement."""

from __future__ import annotations

from pathlib import Path

import click

from learncheck.oracle.cli.options import FILE, QUIET, TRUST
from learncheck.oracle.cli.told import Wrong
from learncheck.oracle.report.progress import watching


@click.command()
@click.argument(
    "folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="[DIR]"
)
@click.option("--out", type=FILE, help="Write the page to a file.  [default: standard output]")
@TRUST
@QUIET
def survey(folder: Path | None, out: Path | None, trust: bool, quiet: bool) -> int:
    """Judge implementations that are installed here, or the classes below DIR that look like known learners.

    With DIR, nothing is imported into this process. Each class is judged as `grade` does, under the conventions under
    which it answers a few small samples best; the page lists them.
    """
    with watching(quiet) as watch:
        from learncheck.oracle.files import write_text

        watch.say("judging what is installed" if folder is None else f"judging what {folder} holds")
        if folder is None:
            from learncheck.oracle.grading.survey import entries, page, surveyed

            found = list(surveyed(entries()))
            text = page(found) if found else ""
        else:
            from learncheck.oracle.boundary.sandbox import choose
            from learncheck.oracle.grading.checkout import checkout_page, judged, looked_at

            choose(trust)
            candidates, unread = looked_at(folder, trust)
            text = checkout_page(folder, judged(candidates), unread)
    if not text:
        raise Wrong("none of the packages that are surveyed is installed: pip install scikit-learn, for example")
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
    return 0


@click.command()
@QUIET
def doctor(quiet: bool) -> int:
    """Show how this machine can confine submissions, and how to do better. Status 1 if it cannot confine them."""
    with watching(quiet) as watch:
        watch.say("checking confinement")
        from learncheck.oracle.boundary.doctor import findings
        from learncheck.oracle.report import text as report

        lines, confines = findings()
    if not (quiet and confines):
        out = report.console()
        for line in lines:
            report.say(out, line, hang=True)
    return 0 if confines else 1
