"""Grade many submissions, side by side and independently, with results that survive being killed.

    for grading, report in grade_all(gradings, start, jobs): ...

Every submission's report is written to its own file as soon as it is ready; a later run takes it over if the
submission, the assignment and the version of this package are the same.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from learncheck.oracle.boundary.failures import ImportFailed, LoadError, ours
from learncheck.oracle.boundary.handed import hand_in
from learncheck.oracle.boundary.names import ids, printable
from learncheck.oracle.boundary.sandbox import Untrusted, strongest
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.files import write_json
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.grade import Grading, grade, store
from learncheck.oracle.grading.results import Report
from learncheck.oracle.grading.wanted import Unjudgeable, learners_named_in
from learncheck.theorems.language.registry import BadClaims


def gradings(
    paths: Sequence[Path], assignment: Assignment, classes: Mapping[str, str], wanted: Sequence[str],
    results: Path | None, trust: bool = False,
) -> list[Grading]:  # fmt: skip
    """One grading per submission, under ids that tell them apart (`names.ids`)."""
    submissions = []
    for path, name in zip(paths, ids(paths), strict=True):
        handed, refusal = None, ""
        try:
            handed = hand_in(path)
        except LoadError as error:
            refusal = error.message
        submissions.append(Grading(path, assignment, classes, tuple(wanted), trust, handed, refusal, name, results))
    return submissions


def grade_one(
    grading: Grading,
    tick: Callable[[Evidence], None] = lambda evidence: None,
    after: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Grade one submission. If it cannot be judged, the report says why."""
    try:
        if grading.handed is None:
            raise LoadError(grading.refusal)
        return grade(grading, tick, after)
    except (LoadError, Unjudgeable, Untrusted) as error:
        report = Report(printable(grading.path.name), grading.assignment.seed, error=printable(str(error)))
        report.failed = isinstance(error, ImportFailed)
        report.confinement = strongest().name if grading.handed and not isinstance(error, Untrusted) else ""
    except Exception as error:  # no room for its process, a claim's file that is gone, a defect here: others go on
        message = str(error) if isinstance(error, BadClaims) else ours(error)
        report = Report(printable(grading.path.name), grading.assignment.seed, error=message, ours=True)
    asked, source = grading.assignment, grading.handed.source if grading.handed else b""
    for name in asked.learners or grading.classes or learners_named_in(source):
        report.add_missing(name, asked.part(name).points, f"{name} was not judged")
    after(report)
    return report


def grade_apart(grading: Grading) -> Report:
    """`grade_one` for a worker, which need not see the submission's folder; its report can be sent back."""
    return grade_one(grading).to_travel()


def keep_counterexamples(grading: Grading, report: Report) -> Report:
    """The report, whose counterexamples are stored where the submissions are."""
    for name, result in report.results:
        if not result.replay or result.keeps_bounds:  # which is known after the others only
            store(result, name, grading)
    return report


def _bring_home(grading: Grading, report: Report) -> Report:
    """Store a report with its counterexamples."""
    keep_counterexamples(grading, report)
    if grading.report_path is not None:
        write_json(grading.report_path, _stored(grading, report), grading.results)
    return report


def _stored(grading: Grading, report: Report) -> dict[str, object]:
    return report.as_json() | {"fingerprint": grading.fingerprint(), "path": printable(str(grading.path))}


def apply(
    assignment: Assignment, report: Report, *, learners: Iterable[str] = (), chosen: bool = False
) -> list[str]:  # fmt: skip
    """Give the report the assignment's points and weights; nothing is played.

    learners: those chosen in addition to the assignment. What is no longer asked for is worth nothing.
    chosen:   whether the claims were chosen in addition to the assignment, so that all that were judged count.

    Returns a line for each claim that the assignment asks for and that has not been judged.
    """
    notes = []
    due = set(learners or assignment.learners or report.learners)
    for name, learner in report.learners.items():
        part = assignment.part(name)
        learner.worth = part.points if name in due else 0.0
        for result in learner.claims:
            counts = name in due and (chosen or part.asks_for(result.id))
            result.points, result.visibility = part.weight(result.id) if counts else 0.0, part.shown(result.id)
            result.credit *= assignment.credit != "whole"
        judged = {result.id for result in learner.claims}
        asked = [reference.rpartition("::")[2] for reference in part.claims if not reference.endswith(".py")]
        missing = [] if learner.missing else [claim_id for claim_id in asked if claim_id not in judged]
        notes += [f"{report.submission}: {claim_id} was not judged; grade it again" for claim_id in missing]
    notes += [
        f"{report.submission}: {name} was not judged; grade it again"
        for name in assignment.learners
        if name not in report.learners
    ]
    return notes


def finished(grading: Grading) -> Report | None:
    """The report of an earlier run, if nothing but its worth has changed since.

    None also if another try may end differently: after a time-out or an error of ours.
    """
    path = grading.report_path
    if path is None or not path.is_file():
        return None
    try:
        stored = json.loads(path.read_text("utf-8"))
        if stored.get("fingerprint") != grading.fingerprint():
            return None
        report = Report.from_json(stored)
        if report.error or report.pending or any(result.verdict == "timed-out" for _, result in report.results):
            return None
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
    apply(grading.assignment, report, learners=grading.classes, chosen=bool(grading.ids))
    if (now := _stored(grading, report)) != stored:
        write_json(path, now, grading.results)
    return report


def grade_here(
    gradings: Sequence[Grading],
    tick: Callable[[Evidence], None] = lambda evidence: None,
    after: Callable[[Sequence[Report]], None] = lambda reports: None,
) -> Iterator[Report]:
    """The reports in the order of the submissions, graded in this process; `after` sees them after every claim."""
    done: list[Report] = []
    for grading in gradings:
        report = finished(grading)
        if report is None:

            def seen(partial: Report, grading: Grading = grading) -> None:
                after([*done, keep_counterexamples(grading, partial)])

            report = _bring_home(grading, grade_one(grading, tick, seen))
        done.append(report)
        yield report


def grade_all(
    gradings: Sequence[Grading], start: Callable[[], Executor], jobs: int
) -> Iterator[tuple[Grading, Report]]:
    """The reports in the order in which they are found, each by one of the `jobs` workers of the executor that
    `start` makes.

    Those that are finished are not graded again. A submission that kills every worker it is given to gets a report that
    says so, and does not affect the others.
    """
    from learncheck.oracle.engine.executors import as_completed  # a single file needs none

    earlier = {grading.name: done for grading in gradings if (done := finished(grading)) is not None}
    yield from ((grading, earlier[grading.name]) for grading in gradings if grading.name in earlier)
    due = [grading for grading in gradings if grading.name not in earlier]
    rest = iter(due)
    for grading, report in as_completed(start, grade_apart, lambda: next(rest, None), window=2 * jobs):
        if isinstance(report, BaseException):
            message = f"it could not be graded: {type(report).__name__}: {report}"
            report = Report(printable(grading.path.name), grading.assignment.seed, error=message, ours=True)
        yield grading, _bring_home(grading, report)
