"""`learncheck grade`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from learncheck.oracle.boundary.names import printable
from learncheck.oracle.cli import arguments
from learncheck.oracle.cli.group import UNFINISHED
from learncheck.oracle.cli.messages import tell, tell_written, writing
from learncheck.oracle.cli.options import FOLDER, JOBS, MEMORY, QUIET, TRUST, Seconds, assignment_option, outputs
from learncheck.oracle.grading.assignment import MEMORY_LIMIT, TIME_LIMIT
from learncheck.oracle.report.progress import Watch, watching

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from learncheck.oracle.grading.assignment import Assignment, Feedback
    from learncheck.oracle.grading.grade import Grading
    from learncheck.oracle.grading.results import Report


@click.command()
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION.py ...")
@click.option("--learner", "learners", multiple=True, metavar="NAME=CLASS", help="Judge CLASS as the learner NAME.")
@click.option("--claims", "ids", metavar="ID|FILE.py|FILE.py::ID,...",
              help="Only these claims; FILE.py stands for all claims in a file of your own.")  # fmt: skip
@assignment_option("The assignment: learners, claims, points, limits and seed (TOML).")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Seed of all attacks.  [default: 0]")
@click.option("--time-limit", type=Seconds(0.1), help=f"Seconds per claim.  [default: {TIME_LIMIT:g}]")
@click.option("--memory-limit", type=MEMORY, help=f"MB of memory.  [default: {MEMORY_LIMIT}]")
@TRUST
@outputs(
    json="Write the report as JSON.",
    gradescope="Write results.json, claim by claim.",
    junit="Write JUnit XML.",
    html="Write an HTML page.",
)
@click.option("--export", "exports", multiple=True, metavar="FORMAT=FILE",
              help="Write the result for GitHub Classroom (github) or PrairieLearn (prairielearn).")  # fmt: skip
@click.option("--results", type=FOLDER, metavar="FOLDER",
              help="Write reports and summaries. Submissions that have a report are not graded again.")  # fmt: skip
@JOBS
@QUIET
def grade(
    submissions: tuple[str, ...], learners: tuple[str, ...], ids: str | None, assignment_path: Path | None,
    seed: int | None, time_limit: float | None, memory_limit: int | None, trust: bool, results: Path | None,
    jobs: int | None, quiet: bool, exports: tuple[str, ...], **outputs: Path | None,
) -> int:  # fmt: skip
    """Grade submissions. Each file runs in its own process and is checked against every claim about the learners it
    defines.
    """
    paths = [arguments.submission(name) for name in submissions]
    files = outputs | arguments.exports(exports, outputs)
    arguments.outputs(files, [*paths, assignment_path])
    with writing() as unwritten:
        with watching(quiet) as watch:
            from learncheck.oracle.boundary.folders import sweep
            from learncheck.oracle.boundary.sandbox import choose
            from learncheck.oracle.grading import many

            watch.say(arguments.loading((ids or "").split(",")))
            wanted = arguments.wanted(ids)
            assignment = arguments.assignment(assignment_path, seed=seed, time=time_limit, memory=memory_limit)
            arguments.real_folder(results)
            choose(trust)
            gradings = many.gradings(paths, assignment, arguments.classes(learners, wanted), wanted, results, trust)
            earlier = ""
            if results is not None:
                from learncheck.oracle.report.course import set_aside

                earlier = set_aside(results, gradings)
            start, workers = _workers(len(paths), jobs)
            by_name, stopped = _graded(gradings, start, workers, files, watch)
            sweep()
        done = [grading for grading in gradings if grading.name in by_name]
        reports = [by_name[grading.name] for grading in done]
        try:
            if results is None:
                _print_reports(reports, assignment.feedback, quiet=quiet)
            else:
                for line in filter(None, [earlier, *_written_course(results, done, reports, assignment)]):
                    tell(line)
            if len(done) > 1 or results is not None:
                _print_summary(done, reports, quiet=quiet, failed=results is not None)
        finally:  # also where the reader of the output has closed the pipe
            with watching(quiet) as watch:
                watch.say("writing the reports")
                _write_exports(reports, assignment, files)
        tell_written(quiet, *files.values())
        if stopped:
            raise click.Abort
    return _status(reports, unwritten)


def _print_reports(reports: Sequence[Report], feedback: Feedback, *, quiet: bool) -> None:
    """Print each report or, with `quiet`, those with failures or notes.

    `_status` prints the error of a single submission that cannot be judged.
    """
    from learncheck.oracle.report import lines, text

    out = lines.console()
    judged = [report for report in reports if not (report.error and len(reports) == 1)]
    shown = [report for report in judged if not quiet or report.notes or not report.passed]
    for number, report in enumerate(shown):
        if number:
            out.print()
        text.print_grade(out, report, feedback, verbose=False, quiet=quiet)


def _written_course(
    results: Path, done: Sequence[Grading], reports: Sequence[Report], assignment: Assignment
) -> list[str]:
    """Write the files that a course hands back and imports. Returns lines for the user."""
    from learncheck.oracle.report import course

    roster = course.Roster()
    graded = [
        course.Graded(grading.name, printable(str(grading.path)), report)
        for grading, report in zip(done, reports, strict=True)
    ]
    return [
        *(f"{name} is graded without its claim …-conforms; see `learncheck assignment`"
          for name in assignment.by_bounds_alone),
        course.penalties_for_nobody(assignment, roster),
        *course.write_course(results, graded, assignment, roster),
    ]  # fmt: skip


def _print_summary(done: Sequence[Grading], reports: Sequence[Report], *, quiet: bool, failed: bool) -> None:
    """Print one row per submission. With `quiet`, print only those that failed, or none unless `failed` is set."""
    from learncheck.oracle.report import lines, text

    paths = [printable(str(grading.path)) for grading in done]
    shown = [pair for pair in zip(paths, reports, strict=True) if not quiet or (failed and not pair[1].passed)]
    if shown:
        text.print_summary(lines.console(), shown)


def _status(reports: Sequence[Report], unwritten: Mapping[str, str]) -> int:
    """Return the exit status for the reports, and report every submission that could not be judged."""
    for report in reports:
        if report.error:
            tell(report.error)
    if unwritten or any(report.pending for report in reports):
        return UNFINISHED
    if any(report.error and not report.failed for report in reports):
        return 2
    return 0 if all(report.passed for report in reports) else 1


FILES_A_WORKER = 2
"""The number of files per worker, unless the call sets the number of workers.

A worker takes about a second to import everything, and it reuses the cases that it drew for one file for the next.
"""


def _workers(files: int, jobs: int | None) -> tuple[Callable[[], Executor] | None, int]:
    """Return how to start the executor for so many files, and its number of workers; (None, 1) for this process."""
    tasks = files if jobs else files // FILES_A_WORKER
    if tasks <= 1:
        return None, 1
    from learncheck.oracle.engine.executors import workers

    return workers("processes", None, jobs, tasks)


def _graded(
    gradings: Sequence[Grading], start: Callable[[], Executor] | None, workers: int,
    files: Mapping[str, Path | None], watch: Watch,
) -> tuple[dict[str, Report], bool]:  # fmt: skip
    """Return the reports by the names of their gradings, and whether Ctrl-C stopped the run.

    Results are written on the way, since an autograder may be killed: after every claim of a single file, and after
    every file if there are several. An HTML page is written only at the end, since its pictures take long.
    """
    from learncheck.oracle.files import is_stream
    from learncheck.oracle.grading import many

    assignment = gradings[0].assignment
    alone = len(gradings) == 1
    early = {name: path for name, path in files.items() if path and name != "html" and not is_stream(path)}
    watch.begin(*("claims",) if alone else ("files", len(gradings)))

    def tell(seen: Sequence[Report], done: int) -> None:
        results = [result for report in seen for _, result in report.results]
        fell = sum(result.failed for result in results)
        watch.reached(done, sum(result.games for result in results), (result.ratio for result in results), fell)

    def after(seen: Sequence[Report]) -> None:
        if alone:
            by_name[gradings[0].name] = seen[0]
            _write_exports(seen, assignment, early)
            watch.total = len(seen[0].results) + sum(len(learner.unjudged) for learner in seen[0].learners.values())
        tell(seen, len(seen[0].results) if alone else len(by_name))

    by_name: dict[str, Report] = {}
    if start is None:
        here = many.grade_here(gradings, watch.tick, after)
        pairs: Iterable[tuple[Grading, Report]] = zip(gradings, here, strict=True)
    else:
        watch.say(f"grading {len(gradings)} files, {workers} at a time")
        pairs = many.grade_all(gradings, start, workers)
    try:
        for grading, report in pairs:
            by_name[grading.name] = report
            if not alone:
                watch.say(printable(str(grading.path)))
                _write_exports(list(by_name.values()), assignment, early)
                tell(list(by_name.values()), len(by_name))
    except KeyboardInterrupt:
        return by_name, True
    return by_name, False


def _write_exports(reports: Sequence[Report], assignment: Assignment, files: Mapping[str, Path | None]) -> None:
    """Write the reports in all requested formats, each file atomically."""
    from learncheck.oracle.files import write_json, write_text

    for name, path in files.items():
        if path is None:
            continue
        if name == "json":
            whole = [report.as_json() for report in reports]
            write_json(path, whole[0] if len(whole) == 1 else {"schema": 1, "submissions": whole})
        elif name == "html":
            from learncheck.oracle.report import html

            write_text(path, html.grade_page(reports, assignment.feedback))
        else:
            from learncheck.oracle.report import exports

            write_text(path, exports.FORMATS[name](reports, assignment.feedback))
