"""The command line. Heavy modules load inside the commands, so that --help answers at once.

The exit status is 0 where all claims stand, 1 where one was falsified or a learner failed, 2 where the call itself is
wrong, and 3 where the run could not be completed; what was finished is then kept, and printed.
"""

import click

from learncheck.oracle.cli.claims import list_claims, new, show
from learncheck.oracle.cli.courses import assignment, regrade
from learncheck.oracle.cli.grading import grade
from learncheck.oracle.cli.group import Commands
from learncheck.oracle.cli.machines import doctor
from learncheck.oracle.cli.notes import errata
from learncheck.oracle.cli.replaying import replay
from learncheck.oracle.cli.verifying import verify


@click.group(cls=Commands)
@click.version_option(package_name="learncheck")
def main() -> None:
    """QuickCheck for learning theory: attack the theorems of the notes, and judge implementations by them."""


COMMANDS = (verify, grade, regrade, assignment, list_claims, show, new, errata, replay, doctor)
for each in COMMANDS:
    main.add_command(each)
