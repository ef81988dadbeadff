"""A course's submissions as a table: who handed in what and what it earned, in formats that course systems import.

    roster = read_roster(Path("gradebook.csv"))     a Canvas gradebook, a Moodle grading worksheet, or any CSV
    troubles = assign(graded, roster)               gives each submission its student; a line for each without one
    write_class(folder, graded, assignment, roster)

A student chooses the file's name, so it identifies the student only if nothing better does: a folder that holds nothing
else, Canvas, which puts the student's number in front of the name, and Moodle, which puts it into the folder's name. A
submission that fits two students is assigned to neither, and is reported.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from learncheck.oracle.boundary.names import RESERVED, cell, printable
from learncheck.oracle.files import Unusable, move, write_json, write_text
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.grade import Grading
from learncheck.oracle.grading.many import apply, finished
from learncheck.oracle.grading.results import Report
from learncheck.oracle.report.text import failures, grade_text

KEYS = ("submission", "folder", "login", "SIS Login ID", "SIS User ID", "ID", "ID number", "Email address", "email")
"""Columns of a roster that may match a submission's folder or file name."""

NAMES = ("Student", "Full name", "name", "student")
LATE = "days late"
POSSIBLE = "Points Possible"
NOBODY = (POSSIBLE, "Student, Test", "Test Student")
"""Rows of a Canvas gradebook that are not students."""

FEEDBACK = "feedback"
"""The folder, inside that of the results, with the texts and pages to hand back."""

CANVAS = re.compile(r"[^_]+_(?:LATE_)?(\d+)_(?:question_\d+_)?\d+_")
MOODLE = re.compile(r".*_(\d+)_assignsubmission_")
MOODLE_ID = "Identifier"
"""The column of a Moodle worksheet with "Participant 501", and no name beside it where grading is anonymous."""

CANVAS_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


@dataclass(frozen=True)
class Student:
    """A row of the roster."""

    row: Mapping[str, str]

    @property
    def name(self) -> str:
        return next((self.row[column] for column in (*NAMES, *KEYS, MOODLE_ID) if self.row.get(column, "").strip()), "")

    @property
    def keys(self) -> set[str]:
        """The names that the student's folder or file may have."""
        values = [self.row.get(column, "").strip() for column in (*KEYS, *NAMES)]
        return {name.casefold() for value in values for name in (value, value.partition("@")[0]) if name}

    @property
    def days_late(self) -> float:
        """The number of days late. Raises Unusable if it is not a number of days."""
        stated = self.row.get(LATE, "").strip() or "0"
        try:
            days = float(stated)
        except ValueError:
            days = -1
        if not 0 <= days < 1e6:
            raise Unusable(
                f"the roster's {LATE!r} for {printable(self.name)} is {printable(stated)!r}; write a number of days"
            )
        return days


@dataclass(frozen=True)
class Roster:
    """The students, in order.

    columns: the columns of the file. first: rows above the students that do not name a student.
    """

    columns: Sequence[str] = ()
    students: Sequence[Student] = ()
    first: Sequence[Mapping[str, str]] = field(default_factory=list)


def read_roster(path: Path) -> Roster:
    """Read a CSV file whose first line names the columns. Raises Unusable, also for bad numbers of days late."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        table = csv.DictReader(io.StringIO(text, newline=""), restval="", restkey="more")
        rows = list(table)
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise Unusable(f"{path} is not a UTF-8 table: {error}") from None
    columns = list(rows[0]) if rows else list(table.fieldnames or ())
    if not set(columns) & {*KEYS, *NAMES, MOODLE_ID}:
        raise Unusable(
            f"{path} has none of the columns {', '.join((*NAMES[:3], *KEYS[:4]))}; name one in its first line"
        )
    above = [row for row in rows if row.get("Student", "").strip() in NOBODY]
    students = [student for student in map(Student, rows) if student.name and student.row not in above]
    if not students:
        raise Unusable(f"{path} names no student; give each a line below the first")
    for student in students:
        _ = student.days_late
    return Roster(columns, students, above)


@dataclass
class Graded:
    """A submission that was graded: the name of its results, its path and its report; the student, once known."""

    name: str
    path: str
    report: Report
    student: Student | None = None


def assign(graded: Sequence[Graded], roster: Roster) -> list[str]:
    """Give each submission its student. Returns a line for each submission without one."""
    troubles = []
    folders = Counter(Path(submission.path).parent for submission in graded)
    for submission in graded:
        path = Path(submission.path)
        alone = folders[path.parent] == 1
        own = [student for student in roster.students if alone and path.parent.name.casefold() in student.keys]
        fitting = own or [student for student in roster.students if _is_theirs(path, student)]
        submission.student = fitting[0] if len(fitting) == 1 else None
        if submission.student is None:
            why = "matches several students on the roster" if fitting else "matches no student on the roster"
            troubles.append(f"{printable(submission.path)} {why}")
    counts = Counter(id(submission.student) for submission in graded)
    for submission in graded:
        if submission.student is not None and counts[id(submission.student)] > 1:
            name, submission.student = printable(submission.student.name), None
            troubles.append(f"{printable(submission.path)} is one of several submissions by {name}; keep one")
    return troubles


def _is_theirs(path: Path, student: Student) -> bool:
    folders = path.parent.parts
    if canvas := CANVAS.match(path.name):
        return student.row.get("ID", "") == canvas[1]
    if moodle := next((match for part in (*folders, path.name) if (match := MOODLE.match(part))), None):
        return student.row.get(MOODLE_ID, "").rpartition(" ")[2] == moodle[1]
    # The folder was named by whoever collected the files, so it is more reliable than the file's name.
    if any(part.casefold() in student.keys for part in folders[-1:]):
        return True
    return path.stem.casefold() in student.keys


def _called(paths: Sequence[str]) -> dict[str, str]:
    """Whom submissions are from, where no roster says so: the folder's name if each has a folder of its own, or its
    own name.
    """
    folders = [Path(path).parent for path in paths]
    apart = len(set(folders)) == len(folders) > 1
    return {path: folder.name if apart else Path(path).stem for path, folder in zip(paths, folders, strict=True)}


def penalties_for_nobody(assignment: Assignment, roster: Roster) -> str:
    """Say so if the assignment has late penalties and the roster does not tell who is late; "" if it does."""
    if not assignment.late.a_day or LATE in roster.columns:
        return ""
    return f"nobody is late: the assignment has penalties, but no roster with a column {LATE!r} was given"


def table(graded: Sequence[Graded], roster: Roster) -> tuple[list[str], list[dict[str, object]]]:
    """Return the columns and the rows of a class: one column per claim, one row per student.

    Students who handed in nothing have a row too. Without a roster they are called by their folders or files.
    """
    claims = list(
        dict.fromkeys(f"{name}: {result.id}" for submission in graded for name, result in submission.report.results)
    )
    columns = ["student", "submission", "score", "points", "worth", *claims, "note"]
    rows = []
    called = {} if roster.students else _called([submission.path for submission in graded])
    for submission in graded:
        report = submission.report
        row: dict[str, object] = {
            "student": submission.student.name if submission.student else called.get(submission.path, ""),
            "submission": submission.path,
            "score": round(report.score, 6), "points": round(report.points, 6), "worth": round(report.worth, 6),
            "note": "; ".join(filter(None, [report.error, *(learner.missing for learner in report.learners.values())])),
        }  # fmt: skip
        for name, learner in report.learners.items():
            for result in learner.counted:
                row[f"{name}: {result.id}"] = (
                    round(learner.share(result.points) * result.earned, 6) if result.earned else 0
                )
        rows.append(row)
    there = {id(submission.student) for submission in graded}
    rows += [
        {"student": student.name, "submission": "", "score": 0, "points": 0, "worth": "", "note": "no submission"}
        for student in roster.students
        if id(student) not in there
    ]
    return columns, rows


def write_class(folder: Path, graded: Sequence[Graded], assignment: Assignment, roster: Roster) -> None:
    """Write class.csv, and canvas.csv or moodle.csv if the roster came from that system."""
    write_table(folder / "class.csv", *table(graded, roster))
    reports = {id(submission.student): submission.report for submission in graded}
    of_students = [(student.row, reports.get(id(student))) for student in roster.students]
    if {"Student", "ID", "Section"} <= set(roster.columns):  # of Canvas
        title = _canvas_column(assignment.title or "learncheck", roster.columns)
        columns = [*(column for column in CANVAS_COLUMNS if column in roster.columns), title]
        worth = max((submission.report.worth for submission in graded), default=0)
        rows = [{**row, title: round(worth, 6)} for row in roster.first if row.get("Student", "").strip() == POSSIBLE]
        rows += [{**row, title: _points(report)} for row, report in of_students]
        write_table(folder / "canvas.csv", columns, rows)
    if {MOODLE_ID, "Grade"} <= set(roster.columns):  # of Moodle
        comments = "Feedback comments"
        columns = [*roster.columns, *([] if comments in roster.columns else [comments])]
        rows = [
            {**row, "Grade": _points(report), comments: _comment(report, assignment)} for row, report in of_students
        ]
        write_table(folder / "moodle.csv", columns, rows)


def _canvas_column(title: str, columns: Sequence[str]) -> str:
    """The gradebook's own column of this assignment, whose number Canvas goes by ("Homework 1 (99)"); or its title."""
    own = [column for column in columns if re.fullmatch(re.escape(title) + r" \(\d+\)", column)]
    return own[0] if len(own) == 1 else title


def _points(report: Report | None) -> object:
    return "" if report is None else round(report.points, 6)


def _comment(report: Report | None, assignment: Assignment) -> str:
    if report is None or assignment.feedback == "hidden":
        return ""
    return report.error or failures(report, assignment.feedback)


def read_results(folder: Path) -> tuple[list[Graded], list[str]]:
    """Read what an earlier run left in a folder. Also return a line for each file that is not a report."""
    graded, troubles = [], []
    for path in sorted(folder.glob("*.json")):
        if path.stem in RESERVED:
            continue
        try:
            stored = json.loads(path.read_text("utf-8"))
            report = Report.from_json(stored)
        except OSError as error:
            troubles.append(f"{path} cannot be read: {error.strerror}")
            continue
        except (ValueError, RecursionError) as error:
            troubles.append(f"{path} is not a report ({error}); grade the submission again")
            continue
        graded.append(Graded(path.stem, str(stored.get("path", report.submission)), report))
    return graded, troubles


TABLES = ("summary.csv", "class.csv", "canvas.csv", "moodle.csv")
EARLIER = "earlier"
"""The folder, inside that of the results, for what earlier runs left there."""


def set_aside(folder: Path, gradings: Sequence[Grading]) -> str:
    """Move the reports of earlier runs that this one does not take over, with what was made of them, out of the way of
    its own. Returns a line that says so, or "" if there are none.
    """
    taken_over = {grading.name for grading in gradings if finished(grading) is not None}
    old = [path for path in sorted(folder.glob("*.json")) if path.stem not in taken_over and _is_report(path)]
    for path in old:
        move(path, folder / EARLIER, folder)
        for kind in ("txt", "html"):
            move(folder / FEEDBACK / f"{path.stem}.{kind}", folder / EARLIER / FEEDBACK, folder)
    for name in TABLES if old else ():
        move(folder / name, folder / EARLIER, folder)
    reports = "the report of an earlier run is" if len(old) == 1 else f"{len(old)} reports of earlier runs are"
    return f"{reports} now in {printable(str(folder / EARLIER))}" if old else ""


def _is_report(path: Path) -> bool:
    try:
        stored = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return path.stem not in RESERVED and isinstance(stored, dict) and {"submission", "learners"} <= stored.keys()


def write_course(folder: Path, graded: Sequence[Graded], assignment: Assignment, roster: Roster) -> list[str]:
    """Write what to hand back, a text and a page per submission in the folder feedback, and the tables of the class.

    Returns a line for each submission that cannot be assigned to one student on the roster.
    """
    from learncheck.oracle.report.html import grade_page  # loads the pictures, which a single grade does not need

    lines = assign(graded, roster) if roster.students else []
    for submission in graded:
        days = submission.student.days_late if submission.student else 0
        submission.report.late = min(assignment.late.most, assignment.late.a_day * days)
        text, page = (folder / FEEDBACK / f"{submission.name}.{kind}" for kind in ("txt", "html"))
        feedback = grade_text(submission.report, assignment.feedback)
        # What is stored of an earlier run has no game to draw, but its page was drawn then.
        if not (page.is_file() and text.is_file() and text.read_text("utf-8") == feedback):
            write_text(text, feedback, folder)
            write_text(page, grade_page([submission.report], assignment.feedback), folder)
    write_table(folder / "summary.csv", SUMMARY, summary(graded))
    write_class(folder, graded, assignment, roster)
    return lines


def regrade(folder: Path, assignment: Assignment, roster: Roster) -> tuple[list[Graded], list[str]]:
    """Apply other points, weights, feedback and penalties to stored reports, without playing anything.

    Returns the reports, and a line for each thing that could not be done.
    """
    graded, troubles = read_results(folder)
    for submission in graded:
        troubles += apply(assignment, submission.report)
    troubles += write_course(folder, graded, assignment, roster)
    for submission in graded:
        path = folder / f"{submission.name}.json"
        stored = json.loads(path.read_text("utf-8"))
        origin = {key: stored[key] for key in ("fingerprint", "path") if key in stored}
        write_json(path, submission.report.as_json() | origin, folder)
    return graded, troubles


SUMMARY = ("submission", "score", "points", "worth", "claims", "stand", "failed", "games", "rounds", "seconds", "error")


def summary(graded: Iterable[Graded]) -> list[dict[str, object]]:
    """One row per submission, from its report."""
    return [
        {
            "submission": submission.path,
            "score": round(submission.report.score, 6),
            "points": round(submission.report.points, 6),
            "worth": round(submission.report.worth, 6),
            "claims": len(submission.report.results),
            "stand": sum(result.passed for _, result in submission.report.results),
            "failed": sum(result.failed for _, result in submission.report.results),
            "games": submission.report.games,
            "rounds": submission.report.rounds,
            "seconds": round(submission.report.seconds, 1),
            "error": submission.report.error,
        }
        for submission in graded
    ]


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write the columns of the rows as CSV, with texts that no spreadsheet takes for a formula."""
    table = io.StringIO()
    writer = csv.DictWriter(table, columns, restval="", extrasaction="ignore", lineterminator="\n")
    for row in ({column: column for column in columns}, *rows):
        writer.writerow({key: cell(value) if isinstance(value, str) else value for key, value in row.items()})
    write_text(path, table.getvalue(), path.parent)
