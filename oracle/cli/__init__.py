"""The command line. Heavy modules load inside the commands, so that --help answers at once.

The exit status is 0 where all claims stand, 1 where one was falsified or a learner failed, 2 where the call itself is
wrong, and 3 where the run could not be completed; what was finished is then kept, and printed.
"""

import click

from learncheck.oracle.cli.group import Commands
from learncheck.places import Places

COMMANDS: Places[click.Command] = Places(
    {
        "verify": "learncheck.oracle.cli.verifying:verify",
        "grade": "learncheck.oracle.cli.grading:grade",
        "regrade": "learncheck.oracle.cli.courses:regrade",
        "assignment": "learncheck.oracle.cli.courses:assignment",
        "list": "learncheck.oracle.cli.claims:list_claims",
        "show": "learncheck.oracle.cli.claims:show",
        "new": "learncheck.oracle.cli.claims:new",
        "errata": "learncheck.oracle.cli.notes:errata",
        "replay": "learncheck.oracle.cli.replaying:replay",
        "doctor": "learncheck.oracle.cli.machines:doctor",
    }
)
"""Where each command is. A call imports its own command only."""


@click.group(cls=Commands, commands=COMMANDS)
@click.version_option(package_name="learncheck")
def main() -> None:
    """QuickCheck for learning theory: attack the theorems of the notes, and judge implementations by them."""
