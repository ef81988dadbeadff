"""The command line. Heavy modules load inside the commands, so that --help answers at once.

The exit status is 0 where all claims stand, 1 where one was falsified or a learner failed, 2 where the call itself is
wrong, and 3 where the run could not be completed; what was finished is then kept, and printed.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from learncheck.oracle.boundary.names import printable
from learncheck.oracle.grading.assignment import FEEDBACK, IMPORT_LIMIT, MEMORY_LIMIT, TIME_LIMIT, TOTAL_LIMIT
from learncheck.oracle.report.progress import Watch, claims_due, watching

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from learncheck.oracle.boundary.sandbox import Rung
    from learncheck.oracle.engine.verdicts import Evidence
    from learncheck.oracle.grading.assignment import Assignment
    from learncheck.oracle.grading.many import Grading
    from learncheck.oracle.grading.results import Report
    from learncheck.oracle.judging.outcomes import Outcome
    from learncheck.theorems.language.claim import Claim

COLLECTED_AT = 50_000
"""Hundreds of thousands of objects are made while modules load, which stay: looking through them took a tenth of it."""

PROFILE = click.option(
    "--profile", type=click.Choice(["quick", "full", "deep"]), default="quick", show_default=True,
    help="How hard to attack.",
)  # fmt: skip
READ = click.Path(dir_okay=False, path_type=Path)
WRITTEN = click.Path(dir_okay=False, path_type=Path)
TRUST = click.option(
    "--trust", is_flag=True, help="Run the submission even where this machine cannot confine it (see doctor)."
)
ADAPT = click.option(
    "--adapt", "adapts", multiple=True, metavar="[LEARNER:] CONVENTION ...",
    help='Where a class departs from the contract\'s conventions: "labels=0,1 intercept ties=-1", for example.',
)  # fmt: skip
PATH = click.option(
    "--path", "shown", multiple=True, type=click.Path(exists=True, file_okay=False),
    help="A folder, or a package's folder, that the submission may import from (read-only).",
)  # fmt: skip
QUIET = click.option(
    "--quiet", "-q", is_flag=True,
    help="Print only what fails, and no progress; the exit status tells the rest.",
)  # fmt: skip
SEED = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all attacks.")

EXECUTOR = click.option(
    "--executor", type=click.Choice(["processes", "dask"]), default="processes", show_default=True,
    help="Who does the work: this machine, or a cluster.",
)  # fmt: skip
SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler, tcp://host:8786 for example.")
JOBS = click.option("--jobs", type=click.IntRange(min=1), help="Number of processes; one per core by default.")


T = TypeVar("T")


class Wrong(click.ClickException):
    """The call itself is wrong: one clear line on standard error, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        tell(self.message)


def tell(message: str) -> None:
    """A line on standard error."""
    line = printable(f"learncheck: {message}")
    try:
        if sys.stderr.isatty():
            columns = shutil.get_terminal_size().columns
            line = textwrap.fill(line, columns, subsequent_indent="  ", break_on_hyphens=False)
        click.echo(line, err=True)
    except OSError:
        pass  # nobody is there to be told


UNFINISHED = 3
"""The exit status of a run that could not be completed. It never means that a claim was falsified."""


class Commands(click.Group):
    """The group of commands, which answers a wrong call in one line, and one that cannot be completed too."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        options["standalone_mode"] = False
        gc.set_threshold(COLLECTED_AT)
        try:
            _no_files_among_options(arguments[0] if arguments else options.get("args") or sys.argv[1:])
            code = super().main(*arguments, **options)
            sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            Wrong(" ".join(error.format_message().split())).show()
            sys.exit(2)
        except click.Abort:
            click.echo("learncheck: stopped", err=True)
            sys.exit(130)
        except OSError as error:  # of --help, for example
            code = _stopped(error)
        sys.exit(code if isinstance(code, int) else 0)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with the whole first sentence of each."""
        rows = [(name, self.commands[name].get_short_help_str(10_000)) for name in self.list_commands(context)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def invoke(self, context: click.Context) -> Any:
        """Run the command. What stops it is told in one line: 2 for claims that cannot be used, and otherwise 3."""
        try:
            code = super().invoke(context)
            sys.stdout.flush()
            return code
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except BrokenPipeError:  # who read the output has enough
            _leave_stdout()
            return UNFINISHED
        except OSError as error:
            return _stopped(error)
        except Exception as error:
            from learncheck.oracle.boundary.failures import ours
            from learncheck.theorems.language.registry import BadClaims

            if isinstance(error, BadClaims):
                raise Wrong(str(error)) from None
            if os.environ.get("LEARNCHECK_TRACEBACK"):
                raise
            tell(f"an error of ours: {ours(error)}; LEARNCHECK_TRACEBACK=1 shows where it comes from")
            return UNFINISHED


def _no_files_among_options(words: Sequence[str]) -> None:
    """Refuse an option that is a file's name too: a pattern such as *.py may have put it there, not who calls."""
    for word in words:
        if word == "--":
            return
        if word.startswith("-") and os.path.lexists(word):
            raise Wrong(f"{word} is an option and also the name of a file here; name files as ./*.py, or after --")


def _stopped(error: OSError) -> int:
    where = f"{error.filename}: " if error.filename else ""
    tell(f"{where}{error.strerror or error}; the run could not be completed")
    _leave_stdout()
    return UNFINISHED


def _leave_stdout() -> None:
    """Let what is not written yet go nowhere, or Python would fail at it once more when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)


@contextmanager
def writing() -> Iterator[dict[str, str]]:
    """While this lasts, files that cannot be written stop nothing; in the end they are told of, a line a reason."""
    from learncheck.oracle.files import going_on

    with going_on() as unwritten:
        yield unwritten
    for reason in dict.fromkeys(unwritten.values()):
        paths = [path for path, why in unwritten.items() if why == reason]
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        tell(f"{paths[0]}{more} could not be written: {reason}")


@click.group(cls=Commands)
@click.version_option(package_name="learncheck")
def main() -> None:
    """QuickCheck for learning theory: attack the theorems of the notes, and judge implementations by them."""


@main.command()
@click.argument("targets", nargs=-1, metavar="[CLAIM|FILE.py|FILE.py::ID ...]")
@PROFILE
@SEED
@click.option("--json", "json_path", type=WRITTEN, help="Write the evidence as JSON.")
@click.option("--html", "html_path", type=WRITTEN, help="Write an HTML page.")
@click.option("--mutants", "mutants_path", type=READ,
              help="What pytest tests/meta --junitxml FILE wrote: the page says which mutants died.")  # fmt: skip
@JOBS
@EXECUTOR
@SCHEDULER
@click.option("--resume", is_flag=True, help="Continue a campaign that was stopped.")
@click.option(
    "--share", metavar="WHERE", help="Share counterexamples and best witnesses through a folder or redis://host:port."
)
@click.option("--verbose", "-v", is_flag=True, help="Show the full traceback of an exception in a claim's own code.")
@QUIET
def verify(
    targets: tuple[str, ...], profile: str, seed: int, json_path: Path | None, html_path: Path | None,
    mutants_path: Path | None, jobs: int | None, executor: str, scheduler: str | None, resume: bool, share: str | None,
    verbose: bool, quiet: bool,
) -> int:  # fmt: skip
    """Attack claims on the reference learners: all claims, those named, or those that a file of your own defines.

    With the profile deep, and with --executor dask, --resume or --share, this runs as a campaign: the attack on each
    claim is cut into shards, and each shard is saved as soon as it is finished.
    """
    _outputs({"--json": json_path, "--html": html_path}, [*map(Path, targets), mutants_path])
    with writing() as unwritten:
        found = _verified(
            targets, profile, seed, json_path, html_path, mutants_path, jobs, executor, scheduler, resume, share, quiet
        )
    for each in found if verbose else ():
        click.echo(each.traceback, nl=False, err=True)
    return _status(found, unwritten)


def _verified(
    targets: tuple[str, ...], profile: str, seed: int, json_path: Path | None, html_path: Path | None,
    mutants_path: Path | None, jobs: int | None, executor: str, scheduler: str | None, resume: bool, share: str | None,
    quiet: bool,
) -> list[Evidence]:  # fmt: skip
    """The evidence, printed and written."""
    with watching(quiet) as watch:
        from learncheck.oracle.engine.verify import as_json, keep, run_all
        from learncheck.oracle.files import write_json, write_text

        chosen = _claims(targets)
        mutants = _mutants(mutants_path, html_path)
        campaign = profile == "deep" or executor != "processes" or scheduler or resume or share
        if campaign:
            watch.say("waiting for the first shards of the campaign")
            run = _campaign(chosen, profile, seed, _workers(executor, scheduler, jobs, MANY), resume, share, watch)
        else:
            watch.begin("claims", len(chosen), _games_of(profile))
            run = run_all(chosen, profile, seed=seed, jobs=jobs, tick=watch.tick)
        found: list[Evidence] = []
        stopped = False
        try:
            for number, ((_, file), evidence) in enumerate(zip(chosen, _told(run), strict=True), start=1):
                for each in evidence:
                    keep(each, file)
                _print_fallen(_fallen(evidence), watch, below=bool(_fallen(found)), file=file)
                found += evidence
                if not campaign:  # which tells of itself
                    ratios = (each.ratio for each in found if each.claim.refuted_by is None)
                    watch.reached(number, sum(each.games for each in found), ratios, len(_fallen(found)))
        except KeyboardInterrupt:  # what is finished is printed and written
            stopped = True
    _print_verified(found, quiet, len(chosen) if stopped else 0)
    if json_path is not None:
        claims_json = [as_json(each) for each in found]
        write_json(json_path, {"schema": 1, "profile": profile, "seed": seed, "claims": claims_json})
    if html_path is not None:
        with watching(quiet) as watch:
            watch.say(f"writing {html_path}")
            from learncheck.oracle.report.html import verify_page

            write_text(html_path, verify_page(found, mutants))
    _wrote(quiet, json_path, html_path)
    if stopped:
        raise click.Abort
    return found


def _wrote(quiet: bool, *paths: Path | None) -> None:
    """Tell a terminal which files there are now."""
    if sys.stderr.isatty() and not quiet:
        for path in paths:
            if path is not None and not _is_stream(path) and path.is_file():
                click.echo(f"wrote {printable(str(path))}", err=True)


def _print_fallen(fallen: Sequence[Evidence], watch: Watch, *, below: bool, file: Path | None) -> None:
    """Show at once what failed, `below` what failed before; file: the user's that defines the claim."""
    if not fallen:
        return
    from learncheck.oracle.report import text as report

    out = report.console()
    with watch.aside():
        for number, each in enumerate(fallen):
            if below or number:
                out.print()
            report.fallen(out, each, file)


def _status(found: Sequence[Evidence], unwritten: Mapping[str, str]) -> int:
    """The exit status that the evidence amounts to."""
    if unwritten or any(each.verdict in ("oracle-error", "undecided", "vacuous") for each in found):
        return UNFINISHED
    return 1 if _fallen(found) else 0


def _fallen(found: Sequence[Evidence]) -> list[Evidence]:
    return [each for each in found if not each.expected]


def _print_verified(found: Sequence[Evidence], quiet: bool, stopped_of: int = 0) -> None:
    """The table and what was run, and where it was stopped of how many claims; nothing where it is to be quiet."""
    from learncheck.oracle.notation import counted
    from learncheck.oracle.report import text as report

    if quiet or not found:
        return
    out, fallen = report.console(), _fallen(found)
    if fallen:
        out.print()
    report.print_claims(out, report.claim_rows(found))
    if stopped_of:
        report.say(out, f"\nstopped after {len({each.claim.id for each in found})} of {counted(stopped_of, 'claim')}")
    claims, games = len({each.claim.id for each in found}), sum(each.games for each in found)
    conclusion = f"{len(fallen)} failed" if fallen else "all stand"
    seconds = sum(each.seconds for each in found)
    report.say(out, f"\n{counted(claims, 'claim')}, {counted(games, 'game')}, {seconds:.1f} s: {conclusion}")
    if claims > 1:
        grades = ", ".join(f"{count} {grade}" for grade, count in report.by_grade(found).items())
        report.say(out, f"by grade of evidence: {grades}")


@main.command()
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION.py ...")
@click.option("--learner", "learners", multiple=True, metavar="NAME=CLASS", help="Judge CLASS as the learner NAME.")
@click.option("--claims", "ids", metavar="ID|FILE.py|FILE.py::ID,...",
              help="Only these claims; FILE.py stands for all claims in a file of your own.")  # fmt: skip
@click.option(
    "--assignment", "assignment_path", type=READ, help="What is asked for, its points, limits and seed (TOML)."
)
@click.option("--profile", type=click.Choice(["quick", "full", "deep"]), help="How hard to attack.  [default: quick]")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Seed of all attacks.  [default: 0]")
@click.option("--feedback", type=click.Choice(FEEDBACK),
              help="How much the reports tell a student; --json always tells all.  [default: full]")  # fmt: skip
@click.option("--time-limit", type=click.FloatRange(min=0.1), help=f"Seconds per claim.  [default: {TIME_LIMIT:g}]")
@click.option(
    "--total-limit", type=click.FloatRange(min=1), help=f"Seconds per submission.  [default: {TOTAL_LIMIT:g}]"
)
@click.option("--import-limit", type=click.FloatRange(min=0.1),
              help=f"Seconds for importing a submission.  [default: {IMPORT_LIMIT:g}]")  # fmt: skip
@click.option("--memory-limit", type=click.IntRange(min=128), help=f"MB of memory.  [default: {MEMORY_LIMIT}]")
@TRUST
@ADAPT
@PATH
@click.option("--json", "json_path", type=WRITTEN, help="Write the report as JSON.")
@click.option("--gradescope", "gradescope_path", type=WRITTEN, help="Write results.json, claim by claim.")
@click.option("--prairielearn", "prairielearn_path", type=WRITTEN, help="Write PrairieLearn's results object.")
@click.option("--github", "github_path", type=WRITTEN, help="Write GitHub Classroom's result.")
@click.option("--junit", "junit_path", type=WRITTEN, help="Write JUnit XML.")
@click.option("--html", "html_path", type=WRITTEN, help="Write an HTML page.")
@click.option("--results", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write one report per submission, summary.csv and summary.json.")  # fmt: skip
@click.option(
    "--roster", "roster_path", type=READ,
    help="Who handed in what: a CSV of your own, Canvas's gradebook or Moodle's worksheet.",
)  # fmt: skip
@click.option("--resume", is_flag=True, help="Skip what --results already has.")
@JOBS
@EXECUTOR
@SCHEDULER
@click.option("--verbose", "-v", is_flag=True, help="Show every failure in full, not just the first of each learner.")
@QUIET
def grade(
    submissions: tuple[str, ...], learners: tuple[str, ...], ids: str | None, assignment_path: Path | None,
    profile: str | None, seed: int | None, feedback: str | None, time_limit: float | None,
    total_limit: float | None, import_limit: float | None, memory_limit: int | None, trust: bool, results: Path | None,
    roster_path: Path | None, resume: bool, jobs: int | None, executor: str, scheduler: str | None, verbose: bool,
    quiet: bool, adapts: tuple[str, ...], shown: tuple[str, ...], **outputs: Path | None,
) -> int:  # fmt: skip
    """Judge submissions: each file runs in its own process, and is judged by every claim about its learners."""
    paths = [_submission(name) for name in submissions]
    _outputs({f"--{name.removesuffix('_path')}": path for name, path in outputs.items()}, [*paths, assignment_path])
    with writing() as unwritten:
        reports = _judged(
            paths, learners, ids, assignment_path, profile, seed, feedback, time_limit, total_limit, import_limit,
            memory_limit, trust, results, roster_path, resume, jobs, executor, scheduler, verbose, quiet, outputs,
            adapts, shown,
        )  # fmt: skip
    for each in reports:
        if each.error:
            tell(each.error)
    if unwritten or any(each.pending for each in reports):
        return UNFINISHED
    if any(each.error for each in reports):
        return 2
    return 0 if all(each.passed for each in reports) else 1


def _judged(
    paths: Sequence[Path], learners: tuple[str, ...], ids: str | None, assignment_path: Path | None,
    profile: str | None, seed: int | None, feedback: str | None, time_limit: float | None,
    total_limit: float | None, import_limit: float | None, memory_limit: int | None, trust: bool, results: Path | None,
    roster_path: Path | None, resume: bool, jobs: int | None, executor: str, scheduler: str | None, verbose: bool,
    quiet: bool, outputs: Mapping[str, Path | None], adapts: tuple[str, ...], folders: tuple[str, ...],
) -> list[Report]:  # fmt: skip
    """The reports, printed and written."""
    with watching(quiet) as watch:
        from learncheck.oracle.boundary.folders import sweep
        from learncheck.oracle.grading import many
        from learncheck.oracle.report import course
        from learncheck.oracle.report import text as report

        wanted = _wanted(ids)
        if resume and results is None:
            raise Wrong("--resume takes over what --results FOLDER holds; name the folder")
        assignment = _assignment(
            assignment_path, profile=profile, seed=seed, feedback=feedback, time=time_limit, total=total_limit,
            import_=import_limit, memory=memory_limit, adapts=adapts, shown=folders,
        )  # fmt: skip
        roster = _roster(roster_path, results)
        _confinement(trust)
        sweep()
        gradings = many.gradings(paths, assignment, _pairs(learners, wanted), wanted, results, trust)
        start, workers = _workers(executor, scheduler, jobs, len(paths) if jobs else len(paths) // FILES_A_WORKER)
        found, stopped = _graded(gradings, start, workers, resume, outputs, watch)
    paths = [path for path, each in zip(paths, gradings, strict=True) if each.name in found]
    gradings = [each for each in gradings if each.name in found]
    reports = [found[grading.name] for grading in gradings]
    out = report.console()
    if results is None:
        shown = [each for each in reports if not (each.error and len(paths) == 1)]
        if quiet:
            report.print_failed(out, shown, assignment.feedback)
        else:
            for each in shown:
                report.print_grade(out, each, assignment.feedback, verbose=verbose)
    else:
        graded = course.Graded([each.name for each in gradings], [printable(str(each)) for each in paths], reports)
        for line in course.write_course(results, graded, assignment, roster):
            tell(line)
    if len(paths) > 1 or results is not None:
        rows = many.summary([printable(str(each)) for each in paths], reports)
        failed = [row for row, each in zip(rows, reports, strict=True) if not each.passed]
        if not quiet:
            report.print_summary(out, rows)
        elif failed and results is not None:
            report.print_summary(out, failed)
    with watching(quiet) as watch:
        watch.say("writing the reports")
        _write_exports(reports, assignment, outputs)
    _wrote(quiet, *outputs.values())
    if stopped:
        raise click.Abort
    return reports


FILES_A_WORKER = 2
"""There is another worker for every so many files, unless the call says how many there are to be: a worker is a fork of
a process that has imported everything, and what it learns of the searches in one file it need not learn again.
"""


def _graded(
    gradings: Sequence[Grading], start: Callable[[], Executor] | None, workers: int, resume: bool,
    outputs: Mapping[str, Path | None], watch: Watch,
) -> tuple[dict[str, Report], bool]:  # fmt: skip
    """The reports by the names of their gradings, and whether Ctrl-C stopped it.

    What is done is written on the way, for an autograder that may be ended: after every claim of a single file, and
    after every file of several. A page is written in the end alone, since its pictures take long.
    """
    from learncheck.oracle.grading import many

    assignment = gradings[0].assignment
    alone = len(gradings) == 1
    early = {name: path for name, path in outputs.items() if name != "html_path" and not _is_stream(path)}
    watch.begin(
        *("claims", claims_due(gradings[0])) if alone else ("files", len(gradings)), _games_of(assignment.profile)
    )

    def tell(seen: Sequence[Report], done: int) -> None:
        results = [result for each in seen for _, result in each.results]
        fell = sum(each.failed for each in results)
        watch.reached(done, sum(each.games for each in results), (each.ratio for each in results), fell)

    def after(seen: Sequence[Report]) -> None:
        if alone:
            found[gradings[0].name] = seen[0]
            _write_exports(seen, assignment, early)
        tell(seen, len(seen[0].results) if alone else len(found))

    found: dict[str, Report] = {}
    if start is None:
        here = many.grade_here(gradings, resume, watch.tick, after)
        pairs: Iterable[tuple[Grading, Report]] = zip(gradings, here, strict=True)
    else:
        watch.say(f"grading {len(gradings)} files, {workers} at a time")
        pairs = many.grade_all(gradings, start, workers, resume=resume)
    try:
        for grading, each in _told(pairs):
            found[grading.name] = each
            if not alone:
                watch.say(printable(str(grading.path)))
                _write_exports(list(found.values()), assignment, early)
                tell(list(found.values()), len(found))
    except KeyboardInterrupt:
        return found, True
    return found, False


@main.command()
@click.argument("results", type=click.Path(file_okay=False, exists=True, path_type=Path), metavar="RESULTS")
@click.option(
    "--assignment", "assignment_path", type=READ, help="What counts now: points, weights, feedback, penalties."
)
@click.option("--roster", "roster_path", type=READ, help="Who handed in what, and how late (CSV).")
@click.option("--feedback", type=click.Choice(FEEDBACK), help="How much the reports tell a student.")
@QUIET
def regrade(
    results: Path, assignment_path: Path | None, roster_path: Path | None, feedback: str | None, quiet: bool
) -> int:
    """Apply other points, weights, feedback or penalties to what `grade --results RESULTS` found, without playing."""
    with writing() as unwritten:
        from learncheck.oracle.grading import many
        from learncheck.oracle.report import course
        from learncheck.oracle.report import text as report

        assignment = _assignment(assignment_path, feedback=feedback)
        graded, told = course.regrade(results, assignment, _roster(roster_path, results))
        if not graded.reports:
            raise Wrong(f"{results} holds no report; write some with grade --results {results}")
        for line in told:
            tell(line)
        if not quiet:
            report.print_summary(report.console(), many.summary(graded.paths, graded.reports))
    return UNFINISHED if unwritten else 2 if told else 0


def _roster(path: Path | None, results: Path | None) -> Any:
    """The roster, or an empty one."""
    from learncheck.oracle.report.course import BadRoster, Roster, read_roster

    if path is None:
        return Roster()
    if results is None:
        raise Wrong("--roster is for the tables of a class; name their folder with --results FOLDER")
    try:
        roster = read_roster(path)
        for each in roster.students:
            _ = each.days_late
    except BadRoster as error:
        raise Wrong(str(error)) from None
    return roster


@main.command()
@click.argument("assignment_path", type=READ, metavar="ASSIGNMENT.toml")
def trivial(assignment_path: Path) -> int:
    """Show what learners that learn nothing earn. Status 1 if one earns more than a third of a learner's points."""
    with watching() as watch:
        watch.say("playing learners that learn nothing")
        from learncheck.oracle.grading.trivial import MOST, earned
        from learncheck.oracle.report import text as report

        assignment = _assignment(assignment_path)
        if not assignment.learners:
            raise Wrong(f"{assignment_path} names no learner; add a table [learners.Halving], for example")
        found = list(earned(assignment))
    rows = [(name, does, f"{share:.2f}", ", ".join(stand) or "–") for name, does, share, stand in found]
    out = report.console()
    report.print_rows(out, ("learner", "one that", "earns", "since these stand"), rows, ("earns",))
    generous = sorted({name for name, _, share, _ in found if share > MOST})
    if generous:
        report.say(out, f"\n{', '.join(generous)}: much for nothing; let the claim …-conforms weigh more")
    return 1 if generous else 0


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--assignment", "assignment_path", type=READ, required=True, help="The assignment (TOML).")
def otter(folder: Path, assignment_path: Path) -> int:
    """Write otter-grader's test files into FOLDER, one per learner of an assignment."""
    from learncheck.oracle.files import write_text
    from learncheck.oracle.grading.otter import test_file

    assignment = _assignment(assignment_path)
    if not assignment.learners:
        raise Wrong(f"{assignment_path} names no learner; add a table [learners.Halving], for example")
    for learner in assignment.learners:
        write_text(folder / f"{learner}.py", test_file(learner, assignment))
        click.echo(folder / f"{learner}.py")
    return 0


@main.command("list")
@click.argument("words", nargs=-1, metavar="[WORD|FILE.py ...]")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def list_claims(words: tuple[str, ...], as_json: bool) -> None:
    """List every claim, or those that match every WORD: id, kind, source, learners, standing, and the package or
    file that it comes from.
    """
    from learncheck.oracle.report.listing import listing

    files = [word for word in words if word.partition("::")[0].endswith(".py")]
    wanted = [word.lower() for word in words if word not in files]
    with watching():
        entries = [
            entry
            for entry in listing(files)
            if all(word in json.dumps(entry, ensure_ascii=False).lower() for word in wanted)
        ]
    if wanted and not entries:
        raise Wrong(f"no claim speaks of {' and '.join(wanted)}; learncheck list shows all")
    if as_json:
        click.echo(json.dumps(entries, indent=1, ensure_ascii=False))
        return
    from learncheck.oracle.report.listing import print_listing

    print_listing(entries)


@main.command()
@click.argument("claim_id", metavar="CLAIM|FILE.py|FILE.py::ID")
@PROFILE
@click.option("--smt2", is_flag=True, help="Write the proof's obligations as SMT-LIB 2, for other solvers.")
@click.option("--format", "form", type=click.Choice(["text", "latex", "markdown", "json"]), default="text",
              show_default=True, help="Text is to read; the others are to cite, with a BibTeX entry.")  # fmt: skip
def show(claim_id: str, profile: str, smt2: bool, form: str) -> int:
    """Show one claim: statement, source, bound, the proof line by line, and the evidence of a fresh attack."""
    with writing() as unwritten, watching() as watch:
        from learncheck.oracle.engine.attack import PROFILES
        from learncheck.oracle.engine.verify import keep
        from learncheck.oracle.engine.verify import verify as run
        from learncheck.oracle.prover import proof_text
        from learncheck.oracle.report import text as report

        if smt2:
            with watch.aside():
                return _print_obligations(claim_id)
        if form != "text":
            return _cite(_claims((claim_id,)), form, profile, watch)
        out = report.console()
        chosen = _claims((claim_id,))
        found: list[Evidence] = []
        watch.begin("claims", len(chosen), _games_of(profile))
        for index, (claim, file) in enumerate(chosen):
            with watch.aside():
                if index:
                    out.print("\n" + "─" * 40 + "\n")
                for line in report.show_claim(claim):
                    report.say(out, line, hang=True)
            for evidence in run([claim], PROFILES[profile], tick=watch.tick):
                keep(evidence, file)
                found.append(evidence)
                with watch.aside():
                    out.print()
                    if evidence.verdict == "oracle-error":
                        report.say(out, f"evidence: {evidence.words}: {evidence.message}")
                        continue
                    for line in report.show_evidence(evidence):
                        report.say(out, line, hang=True)
                    if evidence.proof is not None:
                        for line in ["", *proof_text.text(evidence.proof)]:
                            report.say(out, line)
                    if evidence.counterexample is not None:
                        report.print_counterexample(out, claim, evidence.counterexample, evidence.counterexample.replay)
            watch.reached(index + 1, watch.games + evidence.games, [watch.worst], 0)
    return _status(found, unwritten)


def _cite(chosen: Sequence[tuple[Claim, Path | None]], form: str, profile: str, watch: Watch) -> int:
    """Print the claims with their evidence in a form to be cited."""
    from learncheck.oracle.engine.attack import PROFILES
    from learncheck.oracle.engine.verify import verify as run
    from learncheck.oracle.report.citation import FORMATS

    watch.begin("claims", len(chosen), _games_of(profile))
    found = {claim.id: (claim, list(run([claim], PROFILES[profile], tick=watch.tick))) for claim, _ in chosen}
    told = [FORMATS[form](claim, evidence) for claim, evidence in found.values()]
    with watch.aside():
        if form == "json":
            click.echo(json.dumps(told[0] if len(told) == 1 else told, indent=1, ensure_ascii=False))
        else:
            click.echo("\n\n".join(told))
    return _status([each for _, evidence in found.values() for each in evidence], {})


@main.command()
@click.argument("name", metavar="NAME")
def new(name: str) -> int:
    """Write NAME.py, a template to start from: a claim that passes, with its learner, its cases and its bound."""
    from learncheck.oracle.files import write_text
    from learncheck.oracle.report.template import claim_file, module_name

    try:
        path = Path(f"{module_name(name)}.py")
    except ValueError as error:
        raise Wrong(str(error)) from None
    if path.exists():
        raise Wrong(f"{path} is there already; choose another name, or move it away")
    write_text(path, claim_file(path.stem))
    click.echo(f"{path}\nlearncheck verify {path}")
    return 0


@main.command()
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
        chosen = [claim for claim, _ in _claims(claims)]
        whole = _claims(tuple(name.partition("::")[0] for name in claims))
        among = [claim for claim, _ in (*_claims(()), *whole)]
        files = {claim.id: file for claim, file in whole if file is not None}
        repairs = {claim.id: claim for claim in among if claim.repairs in {each.id for each in chosen}}
        watch.begin("claims", len(repairs), _games_of("quick"))
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
            report.say(out, f"{len(lines)} more lines fall at once, each to a case that a line of code decides:")
            print_ledger(out, lines)
    return code


@main.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--evidence", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="Where evidence is kept from run to run.  [default: .learncheck/evidence]")  # fmt: skip
@QUIET
def docs(out: Path, evidence: Path | None, quiet: bool) -> int:
    """Write the generated pages: one per claim, an index per chapter, the learners, and how sharp the bounds are.

    Claims that this version has not attacked yet are attacked first.
    """
    with writing() as unwritten, watching(quiet) as watch:
        watch.say("gathering evidence")
        from learncheck.oracle.files import write_text
        from learncheck.oracle.report import site

        for path, content in site.pages(evidence or site.EVIDENCE):
            watch.say(f"writing {out / path}")
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            write_text(out / path, content)
    return UNFINISHED if unwritten else 0


@main.command()
@click.argument("note", required=False, metavar="[NOTE]",
                type=click.Choice(["UML", "LEC", "VEM", "LIN", "JAI"], case_sensitive=False))  # fmt: skip
@click.option("--verdict", metavar="V", help="Only the sentences with this verdict: false, open, convention, ….")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def ledger(note: str | None, verdict: str | None, as_json: bool) -> int:
    """Show what became of every sentence of the notes that can be checked, or of one note's: UML, LEC, VEM, LIN, JAI.

    The counterexamples of those that are false are checked again.
    """
    from learncheck.oracle.report import ledger as report
    from learncheck.oracle.report.text import console
    from learncheck.theorems.ledger import NOTES, VERDICTS, rows

    chosen = next((each for each in VERDICTS if each == verdict), None)
    if verdict is not None and chosen is None:
        raise Wrong(f"there is no verdict {verdict!r}; the verdicts are {', '.join(VERDICTS)}")
    found = rows([each for each in NOTES if note in (None, each)], chosen)
    if as_json:
        click.echo(json.dumps(report.as_json(found), indent=1, ensure_ascii=False))
    else:
        report.print_ledger(console(), found)
    return 0 if all(row.as_told for _, row in found) else 1


@main.command()
@click.argument("case", type=click.Path(path_type=Path), metavar="CASE.json")
@click.argument("submission", type=click.Path(path_type=Path), required=False, metavar="[SUBMISSION.py]")
@click.option("--learner", default=None, metavar="NAME=CLASS", help="Play CLASS of the submission as the learner NAME.")
@click.option("--claims", metavar="FILE.py", help="Your file that defines the case's claim; no other file is run.")
@click.option("--time-limit", type=click.FloatRange(min=0.1), default=TIME_LIMIT, show_default=True, help="Seconds.")
@click.option("--memory-limit", type=click.IntRange(min=128), default=MEMORY_LIMIT, show_default=True,
              help="MB of memory.")  # fmt: skip
@TRUST
@ADAPT
@PATH
@QUIET
def replay(
    case: Path, submission: Path | None, learner: str | None, claims: str | None, time_limit: float,
    memory_limit: int, trust: bool, quiet: bool, adapts: tuple[str, ...], shown: tuple[str, ...],
) -> int:  # fmt: skip
    """Play a stored case again, round by round, on the reference learner or on a submission."""
    with watching(quiet):
        from learncheck.oracle.boundary.failures import LoadError
        from learncheck.oracle.boundary.process import Submission
        from learncheck.oracle.engine import records
        from learncheck.oracle.engine.judge import judge
        from learncheck.oracle.engine.plays import Plays
        from learncheck.oracle.grading.conventional import conventional
        from learncheck.oracle.grading.shared import SHARES, shares
        from learncheck.oracle.judging.outcomes import against
        from learncheck.oracle.report import text as report

        wanted = _wanted(claims)
        sharing = False
        try:
            record = records.load(case, wanted)
            held = _assignment(None, adapts=adapts, shown=shown).held(record.learner or "")
            claim = conventional(record.claim, held) or record.claim
            with _memory(memory_limit):
                if submission is None:
                    about = {each.__name__: each for each in record.claim.about}
                    make: Any = about.get(record.learner or "", record.claim.learner)
                    outcome = _played(case, lambda: judge(record.claim, make, record.case))
                else:
                    classes = _pairs((learner,), wanted) if learner else None
                    with Submission(
                        submission, time_limit=time_limit, memory_limit_mb=memory_limit, classes=classes,
                        names=[record.learner] if record.learner else [], confinement=_confinement(trust),
                        held={record.learner or "": held}, paths=shown,
                    ) as judged:  # fmt: skip
                        name = next(iter(classes)) if classes else record.learner
                        if name is None or name not in judged.defines:
                            raise Wrong(f"{submission} defines no {name}, which this case is played on")
                        judged.new_budget(time_limit)
                        plays = Plays.of(judged, name)
                        outcome = _played(case, lambda: judge(claim, plays, record.case, steps=False, explain=True))
                        sharing = bool(shares(plays.make, record.case, outcome.trace))
        except (records.BadRecord, LoadError) as error:
            raise Wrong(str(error)) from None
    expected = outcome.failed if record.claim.refuted_by else outcome.verdict in ("stands", "skipped")
    expected = expected and not sharing
    if not (quiet and expected):
        out = report.console()
        verdict = "outside of the theorem's hypotheses" if outcome.outside else outcome.verdict
        verdict = "falsified" if sharing and verdict == "stands" else verdict
        report.say(out, f"{record.claim.id}: {verdict}", style="bold")
        report.print_outcome(out, record.claim, outcome)
        if outcome.observed is not None:
            report.say(out, f"  observed {against(outcome)}")
        if sharing:
            report.say(out, f"  {SHARES}")
    return 0 if expected else 1


def _played(case: Path, play: Callable[[], Outcome]) -> Outcome:
    """The outcome. A case that cannot be played was not written by this program, or by another version of it."""
    try:
        return play()
    except MemoryError:
        raise Wrong(f"{case} cannot be played within --memory-limit") from None
    except Exception as error:
        from learncheck.oracle.boundary.failures import ours

        raise Wrong(f"{case} cannot be played: {ours(error)}") from None


@contextmanager
def _memory(limit: int) -> Iterator[None]:
    """Bound what this process takes besides what it has, since a case may ask for any number of things."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:  # no Linux
        yield
        return
    most = pages * resource.getpagesize() + (limit << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@main.command()
@click.argument(
    "folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="[DIR]"
)
@click.option("--out", type=WRITTEN, help="Write the page to a file.  [default: standard output]")
@TRUST
@QUIET
def survey(folder: Path | None, out: Path | None, trust: bool, quiet: bool) -> int:
    """Judge implementations that are installed here, or the classes below DIR that look like known learners.

    Of a checkout nothing is imported in this process: each class is judged as `grade` judges it, by the conventions
    that its source suggests, which the page names.
    """
    with watching(quiet) as watch:
        from learncheck.oracle.files import write_text

        watch.say("judging what is installed" if folder is None else f"judging what {folder} holds")
        if folder is None:
            from learncheck.oracle.grading.survey import page, surveyed
            from learncheck.oracle.grading.surveyed import ENTRIES

            found = list(surveyed(ENTRIES))
            text = page(found) if found else ""
        else:
            from learncheck.oracle.grading.checkout import checkout_page, judged, looked_at

            _confinement(trust)
            looked = looked_at(folder)
            text = checkout_page(folder, looked, judged(folder, looked.candidates, trust))
    if not text:
        raise Wrong("none of the packages that are surveyed is installed: pip install scikit-learn, for example")
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
    return 0


@main.command()
@QUIET
def doctor(quiet: bool) -> int:
    """Show how this machine can confine submissions, and what to install for more. Status 1 if nothing can."""
    with watching(quiet) as watch:
        watch.say("trying what confines")
        from learncheck.oracle.boundary.doctor import findings
        from learncheck.oracle.report import text as report

        lines, confines = findings()
    if not (quiet and confines):
        out = report.console()
        for line in lines:
            report.say(out, line, hang=True)
    return 0 if confines else 1


def _games_of(profile: str) -> int:
    """The games that random play and search take of a claim."""
    from learncheck.oracle.engine.attack import PROFILES

    return PROFILES[profile].scout + PROFILES[profile].search


def _claims(targets: tuple[str, ...]) -> list[tuple[Claim, Path | None]]:
    """The claims that are named, each with the file of the user's that defines it; all where none are."""
    from learncheck.theorems.language.registry import all_claims, find

    return find(targets) if targets else [(claim, None) for claim in all_claims()]


def _wanted(references: str | None) -> list[str]:
    """What --claims names, checked: every id and every file is there."""
    from learncheck.theorems.language.registry import find

    if references is None:
        return []
    wanted = [name.strip() for name in references.split(",") if name.strip()]
    if not wanted:
        raise Wrong("--claims names no claim; write --claims halving-mistakes,mine.py, for example")
    find(wanted)
    return wanted


def _outputs(outputs: Mapping[str, Path | None], inputs: Iterable[Path | None]) -> None:
    """Refuse files that would be written over what is read, or over each other."""
    taken = {each.resolve(): f"the file {each}, which is read" for each in inputs if each and os.path.exists(each)}
    for option, path in outputs.items():
        if path is not None:
            if path.resolve() in taken:
                raise Wrong(f"{option} {path} would write over {taken[path.resolve()]}; name another file")
            taken[path.resolve()] = f"what {option} writes"


def _mutants(path: Path | None, html_path: Path | None) -> Any:
    """The killed mutants for a page, or None where nothing tells of them."""
    if path is None:
        return None
    from learncheck.oracle.report.killed import BadMutants, read

    if html_path is None:
        raise Wrong("--mutants is for a page; write one with --html FILE")
    try:
        return read(path)
    except BadMutants as error:
        raise Wrong(str(error)) from None


def _print_obligations(claim_id: str) -> int:
    from learncheck.oracle.prover.obligations import NoProof
    from learncheck.oracle.prover.prove import obligations
    from learncheck.oracle.prover.smt import smt2

    chosen = [claim for claim, file in _claims((claim_id,)) if file is not None or claim.id == claim_id]
    proved = [claim for claim in chosen if claim.proof is not None] or chosen  # of several those that have a proof
    for claim in proved:
        try:
            for each in obligations(claim):
                click.echo(smt2(each, refute=each.part != "vacuity"))
        except NoProof as error:
            raise Wrong(str(error)) from None
    return 0


def _confinement(trust: bool) -> Rung:
    """The strongest rung of this machine, or one clear line."""
    from learncheck.oracle.boundary.sandbox import Untrusted, choose

    try:
        return choose(trust)
    except Untrusted as error:
        raise Wrong(str(error)) from None


def _assignment(path: Path | None, **given: Any) -> Assignment:
    """The assignment of the file, with what the command line says otherwise."""
    import msgspec

    from learncheck.oracle.boundary.process import BUDGETS_IN_ALL
    from learncheck.oracle.grading.assignment import Assignment, BadAssignment, read

    try:
        asked = Assignment() if path is None else read(path)
    except BadAssignment as error:
        raise Wrong(str(error)) from None
    said = {name: value for name, value in given.items() if value is not None}
    said |= _conventions(asked, said.pop("adapts", ()), said.pop("shown", ()))
    limits = {name: said.pop(name) for name in ("time", "total", "import_", "memory") if name in said}
    if "time" in limits and "total" not in limits:  # a limit on claims is one on the submission too
        limits["total"] = min(asked.limits.total, BUDGETS_IN_ALL * limits["time"])
    return msgspec.structs.replace(asked, limits=msgspec.structs.replace(asked.limits, **limits), **said)


def _conventions(asked: Assignment, adapts: Sequence[str], shown: Sequence[str]) -> dict[str, Any]:
    """The fields of the assignment that --adapt and --path change."""
    from learncheck.oracle.boundary.conventions import BadConventions
    from learncheck.oracle.boundary.sandbox import BadPath
    from learncheck.oracle.boundary.sandbox import shown as shown_folder
    from learncheck.oracle.grading.conventional import by_learner

    try:
        for path in (*asked.path, *shown):
            shown_folder(path)
        return {"adapt": by_learner(asked.adapt, adapts), "path": [*asked.path, *shown]}
    except (BadConventions, BadPath) as error:
        raise Wrong(str(error)) from None


def _is_stream(path: Path | None) -> bool:
    """Whether what is written there cannot be written anew, as to /dev/stdout."""
    return path is not None and path.exists() and not path.is_file()


def _write_exports(reports: Sequence[Report], assignment: Assignment, outputs: Mapping[str, Path | None]) -> None:
    """Write the reports in all the formats that were asked for, each file whole or not at all."""
    from learncheck.oracle.files import write_json, write_text
    from learncheck.oracle.report import exports

    writers: dict[str, exports.Export] = {
        "gradescope_path": exports.gradescope,
        "prairielearn_path": exports.prairielearn,
        "github_path": exports.github_classroom,
        "junit_path": exports.junit,
    }
    if outputs.get("html_path") is not None:
        from learncheck.oracle.report import html  # which takes longer to import than the others together

        writers["html_path"] = html.grade_page
    for name, render in writers.items():
        path = outputs.get(name)
        if path is not None:
            write_text(path, render(reports, assignment.feedback))
    json_path = outputs.get("json_path")
    if json_path is not None:
        whole = [each.as_json() for each in reports]
        write_json(json_path, whole[0] if len(whole) == 1 else {"schema": 1, "submissions": whole})


MANY = 1 << 20
"""Tasks enough for any number of workers: the shards of a campaign."""


def _campaign(
    chosen: Sequence[tuple[Claim, Path | None]],
    profile: str,
    seed: int,
    shared_out: tuple[Callable[[], Executor] | None, int],
    resume: bool,
    share: str | None,
    watch: Watch,
) -> Iterator[list[Evidence]]:
    """The evidence of a campaign, claim by claim."""
    from learncheck.oracle.engine import campaign

    start, workers = shared_out
    try:
        examples = campaign.database(share)
    except campaign.NoDatabase as error:
        raise Wrong(str(error)) from None
    return campaign.campaign(
        chosen, profile, seed=seed, start=start, workers=workers, resume=resume, examples=examples, tell=watch.campaign
    )


def _workers(
    executor: str, scheduler: str | None, jobs: int | None, tasks: int
) -> tuple[Callable[[], Executor] | None, int]:
    """How the work is shared out: None for this process alone, or what makes the executor, and its workers."""
    from learncheck.oracle.engine import executors

    try:
        return executors.workers(executor, scheduler, jobs, tasks)
    except executors.NoExecutor as error:
        raise Wrong(str(error)) from None


def _told(results: Iterable[T]) -> Iterator[T]:
    """The results as they come; a cluster that is lost on the way is told of in one line."""
    from learncheck.oracle.engine.executors import NoExecutor

    try:
        yield from results
    except NoExecutor as error:
        raise Wrong(str(error)) from None


def _submission(name: str) -> Path:
    """What lies at that path, or the file of the importable module of that name."""
    if not name or "\0" in name:
        raise Wrong(f"no such file: {name!r}")
    return Path(name) if os.path.lexists(name) else _module_file(name) or Path(name)


def _module_file(name: str) -> Path | None:
    """The source of a module, which is not imported, nor are the packages that it is in."""
    from importlib.machinery import PathFinder

    folders: Any = [str(Path.cwd()), *sys.path]
    origin = None
    for part in name.split("."):
        spec = PathFinder.find_spec(part, folders) if part.isidentifier() and folders else None
        if spec is None:
            return None
        origin, folders = spec.origin, spec.submodule_search_locations
    return Path(origin) if origin is not None and origin.endswith(".py") else None


def _pairs(texts: Sequence[str], wanted: Sequence[str]) -> dict[str, str]:
    """What --learner says: the names of learners, each with the class that is judged as it."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, cls = text.partition("=")
        if not (name and equals and cls):
            raise Wrong(f"--learner {text!r} is no NAME=CLASS; write --learner Halving=MyHalving, for example")
        if name in pairs:
            raise Wrong(f"--learner names {name} twice, as {pairs[name]} and as {cls}")
        pairs[name] = cls
    from learncheck.learners import LEARNERS

    if not pairs.keys() <= LEARNERS.keys():
        from learncheck.oracle.grading.grade import judged_learners, unknown

        known = judged_learners(wanted)
        for name in pairs:
            if name not in known:
                raise Wrong(f"--learner {name}={pairs[name]}: {unknown(name, wanted)}")
    return pairs


if __name__ == "__main__":
    main()
