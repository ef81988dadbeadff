"""What this machine can do: `learncheck doctor` checks how it confines submissions."""

from __future__ import annotations

import click

from learncheck.oracle.cli.options import QUIET
from learncheck.oracle.report.progress import watching


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
