"""What this machine can do: `learncheck doctor` checks how it confines submissions."""

from __future__ import annotations

import click

from learncheck.oracle.report.progress import watching


@click.command()
def doctor() -> int:
    """Show how this machine can confine submissions, and how to do better. Exit status 1 if it cannot."""
    with watching() as watch:
        watch.say("checking confinement")
        from learncheck.oracle.boundary.doctor import findings
        from learncheck.oracle.report import lines

        notes, confines = findings()
    out = lines.console()
    for line in notes:
        lines.say(out, line, hang=True)
    return 0 if confines else 1
