"""What a course needs besides grading: `learncheck regrade` and `assignment`."""

from __future__ import annotations

from pathlib import Path

import click

from learncheck.oracle.cli import arguments
from learncheck.oracle.cli.group import UNFINISHED
from learncheck.oracle.cli.messages import Wrong, tell, writing
from learncheck.oracle.cli.options import FILE, FOLDER, QUIET, Named, assignment_option
from learncheck.oracle.report.progress import watching


@click.command()
@click.argument("results", type=Named(file_okay=False, exists=True, path_type=Path), metavar="RESULTS")
@assignment_option("The assignment (TOML) with the new points, weights, feedback and late penalties.")
@click.option(
    "--roster",
    "roster_path",
    type=FILE,
    help="Who handed in what, and how late: a CSV of your own, Canvas's gradebook or Moodle's worksheet.",
)
@QUIET
def regrade(results: Path, assignment_path: Path | None, roster_path: Path | None, quiet: bool) -> int:
    """Apply other points, weights, feedback or penalties to the results in RESULTS, without playing any game again."""
    with writing() as unwritten:
        from learncheck.oracle.report import course, lines, text

        arguments.real_folder(results)
        assignment = arguments.assignment(assignment_path)
        roster = course.Roster() if roster_path is None else course.read_roster(roster_path)
        graded, troubles = course.regrade(results, assignment, roster)
        if not (graded or troubles):
            raise Wrong(f"{results} contains no reports; write some with grade --results {results}")
        for line in filter(None, [*troubles, course.penalties_for_nobody(assignment, roster)]):
            tell(line)
        if graded and not quiet:
            text.print_summary(lines.console(), ((entry.path, entry.report) for entry in graded))
    return UNFINISHED if unwritten else 2 if troubles else 0


@click.command()
@click.argument("assignment_path", type=FILE, metavar="ASSIGNMENT.toml")
@click.option("--otter", "folder", type=FOLDER, metavar="FOLDER",
              help="Write otter-grader's test files into FOLDER instead, one per learner.")  # fmt: skip
def assignment(assignment_path: Path, folder: Path | None) -> int:
    """Show what learners that learn nothing would earn. Exit status 1 if one earns more than a third of the points."""
    if folder is not None:
        return _otter(assignment_path, folder)
    with watching() as watch:
        watch.say("playing learners that learn nothing")
        from learncheck.oracle.grading.trivial import MOST, earned
        from learncheck.oracle.report import lines

        earnings = list(earned(arguments.learners(assignment_path)))
    rows = [(name, does, f"{share:.2f}", ", ".join(stand) or "–") for name, does, share, stand in earnings]
    out = lines.console()
    lines.print_table(out, ("learner", "one that", "earns", "for these claims"), rows, ("earns",))
    generous = sorted({name for name, _, share, _ in earnings if share > MOST})
    if generous:
        lines.say(
            out,
            f"\n{', '.join(generous)}: a class that learns nothing earns too much; give the claim "
            "…-conforms more weight",
        )
    return 1 if generous else 0


def _otter(assignment_path: Path, folder: Path) -> int:
    from learncheck.oracle.files import write_text
    from learncheck.oracle.grading.otter import test_file

    assignment = arguments.learners(assignment_path)
    for learner in assignment.learners:
        write_text(folder / f"{learner}.py", test_file(learner, assignment), folder)
        click.echo(folder / f"{learner}.py")
    return 0
