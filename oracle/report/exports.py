"""Reports in the formats that course systems use, all generated from the same result model.

The feedback level (`grading.assignment`) decides what students can read in them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from learncheck.oracle.boundary.names import in_a_log
from learncheck.oracle.files import as_text
from learncheck.oracle.grading.assignment import Feedback
from learncheck.oracle.grading.results import ClaimResult, Report
from learncheck.oracle.report.text import failure, score_line


@dataclass(frozen=True)
class Scored:
    """One claim with its points. `result` is None if there is none, for example if a learner is missing altogether."""

    name: str
    points: float
    most: float
    output: str
    result: ClaimResult | None
    open: bool = False

    @property
    def passed(self) -> bool:
        return self.result.passed if self.result is not None else self.points == self.most > 0

    @property
    def pending(self) -> bool:
        """Whether some points are neither earned nor lost, through a fault of ours."""
        return self.open or (self.result is not None and self.result.pending)


def scored(report: Report, feedback: Feedback) -> Iterator[Scored]:
    """Yield the claims that count, each with its share of the learner's points and what the student may read.

    If the verdicts are hidden, yield only the score.
    """
    if feedback == "hidden":
        missing = [learner.missing for learner in report.learners.values()]
        pending = [
            f"{result.id}: {text_of(name, result, feedback)}" for name, result in report.results if result.pending
        ]
        output = "\n".join(filter(None, [report.error, *missing, *pending]))
        yield Scored("score", report.points, report.worth, output, None, report.pending)
        return
    for learner in report.learners.values():
        for result in learner.counted:
            most = learner.share(result.points)
            output = text_of(learner.name, result, feedback, report.repeats.get((learner.name, result.id), ""))
            yield Scored(f"{learner.name}: {result.id}", most * result.earned, most, output, result)
        for claim_id, points in learner.unjudged.items():
            yield Scored(f"{learner.name}: {claim_id}", 0.0, learner.share(points), "Not judged yet.", None)
        if learner.missing:
            yield Scored(learner.name, 0.0, learner.worth, learner.missing, None)
        elif learner.skipped_only:
            yield Scored(learner.name, 0.0, 0.0, learner.skipped_only, None)


def text_of(learner: str, result: ClaimResult, feedback: Feedback, first: str = "") -> str:
    """Return what the student may read about a claim.

    `first` names an earlier claim that fell through the same fault.
    """
    if result.pending:
        return f"These points are pending: the claim could not be judged, through no fault of yours. {result.message}"
    if result.passed:
        note = f" Note: {result.message}." if result.message else ""
        return f"{result.statement} It holds in all {result.games:,} games ({result.rounds:,} rounds).{note}"
    return f"{result.finding}: the same fault as in {first}" if first else failure(learner, result, feedback)


def gradescope(reports: Sequence[Report], feedback: Feedback) -> str:
    """Return results.json of a Gradescope autograder.

    Points are those of the assignment, or one per learner without an assignment.
    """
    tests: list[dict[str, object]] = [
        {
            "name": entry.name,
            "score": round(entry.points, 6),
            "max_score": round(entry.most, 6),
            "output": entry.output,
            "output_format": "text",
            "visibility": "visible" if entry.result is None or entry.pending else entry.result.visibility,
        }
        | ({} if entry.pending else {"status": "passed" if entry.passed else "failed"})
        for report in reports
        for entry in scored(report, feedback)
    ]
    endings = [(report.submission, report.ending(feedback)) for report in reports]
    result = {
        "score": round(sum(report.points for report in reports), 6),
        "execution_time": round(sum(report.seconds for report in reports), 1),
        "output": "\n".join(words if words.startswith(name) else f"{name}: {words}" for name, words in endings),
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return as_text(result)


def prairielearn(reports: Sequence[Report], feedback: Feedback) -> str:
    """Return the results object of PrairieLearn's external grading: `score` from 0 to 1, and one test per claim."""
    worth = sum(report.worth for report in reports)
    error = "; ".join(report.error for report in reports if report.error)
    tests = [
        {"name": entry.name, "points": entry.points, "max_points": entry.most, "output": entry.output}
        for report in reports
        for entry in scored(report, feedback)
    ]
    result = {
        "gradable": not error,
        "score": sum(report.points for report in reports) / worth if worth else 0.0,
        "message": "; ".join(report.ending(feedback) for report in reports),
        "output": "",
        "tests": tests,
    }
    return as_text(result)


def github_classroom(reports: Sequence[Report], feedback: Feedback) -> str:
    """Return the result of one test runner, as GitHub Classroom's `autograding-grading-reporter` expects it.

    The reporter prints a submission's text into a log in which its own lines, such as the score, are commands. So all
    text is made safe for a log first.
    """
    unjudged = [
        _test(report, report.submission, "error", message=report.error)
        for report in reports
        if report.error and feedback != "hidden"  # at which the line with the score says so
    ]
    tests = [_scored_test(report, entry) for report in reports for entry in scored(report, feedback)]
    errors = any(report.error or report.pending for report in reports)
    result = {
        "version": 1,
        "status": "error" if errors else "pass" if all(report.passed for report in reports) else "fail",
        "max_score": round(sum(report.worth for report in reports), 6),
        "tests": [*unjudged, *tests],
    }
    return as_text(result)


def _scored_test(report: Report, entry: Scored) -> dict[str, object]:
    """A claim as a test. On "fail" the reporter prints its code but not its message; on "error" it prints both."""
    status = "pass" if entry.passed else "error" if entry.pending else "fail"
    claim_id, seconds = ("", 0.0) if entry.result is None else (entry.result.id, entry.result.seconds)
    code = {"pass": f"learncheck grade --claims {claim_id}" * bool(claim_id), "error": "", "fail": entry.output}[status]
    message = "" if entry.passed else entry.output
    score, duration = round(entry.points, 6), round(seconds * 1000)
    return _test(report, entry.name, status, score=score, message=message, code=code, duration=duration)


def _test(
    report: Report, name: str, status: str, *, score: float = 0, message: str = "", code: str = "", duration: int = 0
) -> dict[str, object]:
    """A test as GitHub's reporter reads it; `duration` in milliseconds."""
    return {
        "name": in_a_log(name),
        "status": status,
        "score": score,
        "message": in_a_log(message),
        "test_code": in_a_log(code),
        "filename": in_a_log(report.submission),
        "line_no": 0,
        "duration": duration,
    }


def junit(reports: Sequence[Report], feedback: Feedback) -> str:
    """Return JUnit XML: one suite per submission, one test case per claim."""
    root = ElementTree.Element("testsuites")
    for report in reports:
        results = [] if feedback == "hidden" else report.results
        suite = ElementTree.SubElement(root, "testsuite", name=_legal(report.submission))
        for name, result in results:
            case = ElementTree.SubElement(
                suite, "testcase", classname=f"{report.submission}.{name}", name=result.id, time=f"{result.seconds:.3f}"
            )
            if result.passed:
                continue
            tag = {"skipped": "skipped", "oracle-error": "error"}.get(result.verdict, "failure")
            first = report.repeats.get((name, result.id), "")
            why = f"the same fault as in {first}" if first else result.for_students(feedback).message
            detail = ElementTree.SubElement(case, tag, message=_legal(f"{result.finding}: {why}"))
            if tag == "failure":
                detail.text = _legal(text_of(name, result, feedback, first))
        if feedback == "hidden":
            case = ElementTree.SubElement(suite, "testcase", classname=report.submission, name="score")
            ElementTree.SubElement(case, "system-out").text = score_line(report)
        missing = {name: learner.missing for name, learner in report.learners.items() if learner.missing}
        unjudged = {"submission": report.error} if report.error else {}
        for name, message in (unjudged | missing).items():
            case = ElementTree.SubElement(suite, "testcase", classname=report.submission, name=name)
            ElementTree.SubElement(case, "error", message=_legal(message))
        for key, path in (("tests", "*"), ("failures", "*/failure"), ("errors", "*/error"), ("skipped", "*/skipped")):
            suite.set(key, str(len(suite.findall(path))))
        suite.set("time", f"{report.seconds:.3f}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


FORMATS: Mapping[str, Callable[[Sequence[Report], Feedback], str]] = {
    "gradescope": gradescope,
    "junit": junit,
    "github": github_classroom,
    "prairielearn": prairielearn,
}
"""The formats by name: `--export NAME=FILE` writes those that have no option of their own."""


def _legal(text: str) -> str:
    """Replace the characters that XML cannot contain, and those that a terminal would interpret."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "�" for sign in text)
