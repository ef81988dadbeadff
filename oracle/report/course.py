"""A course's submissions as a table: who handed in what and what it earned, in formats that course systems import.

    roster = read_roster(Path("gradebook.csv"))     a Canvas gradebook, a Moodle grading worksheet, or any CSV
    owners, told = whose(paths, roster)             the student of each submission, and the submissions without one
    write_class(folder, names, reports, assignment, owners, roster)

A student chooses the file's name, so it identifies the student only if nothing better does: Canvas puts the student's
number in front of the name, and Moodle puts it into the folder's name. A submission that fits two students is assigned
to neither, and is reported.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from learncheck.oracle.boundary.names import RESERVED, printable
from learncheck.oracle.files import Unusable, write_json, write_text
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.many import apply, summary, write_summary, write_table
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
"""The folder, inside that of the results, with the texts to hand back."""

CANVAS = re.compile(r"[^_]+_(?:LATE_)?(\d+)_(?:question_\d+_)?\d+_")
MOODLE = re.compile(r".*_(\d+)_assignsubmission_")
CANVAS_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


class BadRoster(Unusable):
    """A roster that cannot be used. The message says why in one line."""


@dataclass(frozen=True)
class Student:
    """A row of the roster."""

    row: Mapping[str, str]

    @property
    def name(self) -> str:
        return next((self.row[each] for each in NAMES if self.row.get(each)), self.key)

    @property
    def key(self) -> str:
        return next((self.row[each] for each in KEYS if self.row.get(each)), "")

    @property
    def keys(self) -> set[str]:
        """The names that the student's folder or file may have."""
        values = [self.row.get(each, "").strip() for each in (*KEYS, *NAMES)]
        return {each.casefold() for value in values for each in (value, value.partition("@")[0]) if each}

    @property
    def days_late(self) -> float:
        """The number of days late. Raises BadRoster if it is not a number of days."""
        told = self.row.get(LATE, "").strip() or "0"
        try:
            days = float(told)
        except ValueError:
            days = -1
        if not 0 <= days < 1e6:
            raise BadRoster(
                f"the roster's {LATE!r} for {printable(self.name)} is {printable(told)!r}; write a number of days"
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

    @property
    def is_canvas(self) -> bool:
        return {"Student", "ID", "Section"} <= set(self.columns)

    @property
    def is_moodle(self) -> bool:
        return {"Identifier", "Grade"} <= set(self.columns)


def read_roster(path: Path) -> Roster:
    """Read a CSV file whose first line names the columns. Raises BadRoster, also for bad numbers of days late."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), restval="", restkey="more"))
    except OSError as error:
        raise BadRoster(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadRoster(f"{path} is not a UTF-8 table: {error}") from None
    columns = list(rows[0]) if rows else []
    if not set(columns) & {*KEYS, *NAMES, "Identifier"}:
        raise BadRoster(
            f"{path} has none of the columns {', '.join((*NAMES[:3], *KEYS[:4]))}; name one in its first line"
        )
    above = [row for row in rows if row.get("Student", "").strip() in NOBODY]
    students = [Student(row) for row in rows if row not in above]
    for each in students:
        _ = each.days_late
    return Roster(columns, students, above)


def whose(paths: Sequence[Path], roster: Roster) -> tuple[dict[int, Student], list[str]]:
    """Return the student of each submission, by its index in `paths`, and a line for each submission without one."""
    found: dict[int, Student] = {}
    told = []
    for place, path in enumerate(paths):
        fitting = [each for each in roster.students if _is_theirs(path, each)]
        if len(fitting) == 1:
            found[place] = fitting[0]
        else:
            why = "matches no student on the roster" if not fitting else "matches several students on the roster"
            told.append(f"{printable(str(path))} {why}")
    twice = {key for key, count in Counter(id(each) for each in found.values()).items() if count > 1}
    for place, student in list(found.items()):
        if id(student) in twice:
            told.append(
                f"{printable(str(paths[place]))} is one of several submissions by {printable(student.name)}; keep one"
            )
            del found[place]
    return found, told


def _is_theirs(path: Path, student: Student) -> bool:
    folders = path.parent.parts
    if canvas := CANVAS.match(path.name):
        return student.row.get("ID", "") == canvas[1]
    if moodle := next((match for each in (*folders, path.name) if (match := MOODLE.match(each))), None):
        return student.row.get("Identifier", "").rpartition(" ")[2] == moodle[1]
    # The folder was named by whoever collected the files, so it is more reliable than the file's name.
    if any(each.casefold() in student.keys for each in folders[-1:]):
        return True
    return path.stem.casefold() in student.keys


def table(
    names: Sequence[str], reports: Sequence[Report], owners: Mapping[int, Student], roster: Roster
) -> tuple[list[str], list[dict[str, object]]]:
    """Return the columns and the rows of a class: one column per claim, one row per student.

    Students who handed in nothing have a row too.
    """
    claims = list(dict.fromkeys(f"{name}: {each.id}" for report in reports for name, each in report.results))
    columns = ["student", "submission", "score", "points", "worth", *claims, "note"]
    rows = []
    for place, (submission, report) in enumerate(zip(names, reports, strict=True)):
        owner = owners.get(place)
        row: dict[str, object] = {
            "student": owner.name if owner else "", "submission": submission, "score": round(report.score, 6),
            "points": round(report.points, 6), "worth": round(report.worth, 6),
            "note": "; ".join(filter(None, [report.error, *(each.missing for each in report.learners.values())])),
        }  # fmt: skip
        for name, learner in report.learners.items():
            for each in learner.counted:
                row[f"{name}: {each.id}"] = round(learner.share(each.points) * each.earned, 6) if each.earned else 0
        rows.append(row)
    there = {id(each) for each in owners.values()}
    rows += [
        {"student": each.name, "submission": "", "score": 0, "points": 0, "worth": "", "note": "nothing was handed in"}
        for each in roster.students
        if id(each) not in there
    ]
    return columns, rows


def write_class(
    folder: Path, names: Sequence[str], reports: Sequence[Report], assignment: Assignment,
    owners: Mapping[int, Student], roster: Roster,
) -> None:  # fmt: skip
    """Write class.csv, and canvas.csv or moodle.csv if the roster came from that system."""
    columns, rows = table(names, reports, owners, roster)
    write_table(folder / "class.csv", columns, rows)
    reports_of = {id(student): reports[place] for place, student in owners.items()}
    if roster.is_canvas:
        title = assignment.title or "learncheck"
        columns = [*(each for each in CANVAS_COLUMNS if each in roster.columns), title]
        worth = max((report.worth for report in reports), default=0)
        rows = [{**row, title: round(worth, 6)} for row in roster.first if row.get("Student", "").strip() == POSSIBLE]
        rows += [{**each.row, title: _points(reports_of.get(id(each)))} for each in roster.students]
        write_table(folder / "canvas.csv", columns, rows)
    if roster.is_moodle:
        comments = "Feedback comments"
        columns = [*roster.columns, *([] if comments in roster.columns else [comments])]
        rows = [
            {**each.row, "Grade": _points(reports_of.get(id(each))),
             comments: _said(reports_of.get(id(each)), assignment)}
            for each in roster.students
        ]  # fmt: skip
        write_table(folder / "moodle.csv", columns, rows)


def _points(report: Report | None) -> object:
    return "" if report is None else round(report.points, 6)


def _said(report: Report | None, assignment: Assignment) -> str:
    if report is None or assignment.feedback == "hidden":
        return ""
    return report.error or failures(report, assignment.feedback)


@dataclass
class Graded:
    """A folder of results: names, paths and reports, in the same order."""

    names: list[str]
    paths: list[str]
    reports: list[Report]


def read_results(folder: Path) -> tuple[Graded, list[str]]:
    """Read what an earlier run left in a folder. Also return a line for each file that is not a report."""
    found, told = Graded([], [], []), []
    for path in sorted(folder.glob("*.json")):
        if path.stem in RESERVED:
            continue
        try:
            stored = json.loads(path.read_text("utf-8"))
            report = Report.from_json(stored)
        except (OSError, ValueError, RecursionError) as error:
            told.append(f"{path} is not a report: {error}")
            continue
        found.names.append(path.stem)
        found.paths.append(str(stored.get("path", report.submission)))
        found.reports.append(report)
    return found, told


def write_course(folder: Path, graded: Graded, assignment: Assignment, roster: Roster) -> list[str]:
    """Write what to hand back, one text per submission in the folder feedback, and the tables of the class.

    Returns a line for each submission that cannot be assigned to one student on the roster.
    """
    owners, told = whose([Path(each) for each in graded.paths], roster) if roster.students else ({}, [])
    for place, report in enumerate(graded.reports):
        if place in owners:
            report.late = min(assignment.late.most, assignment.late.a_day * owners[place].days_late)
    for name, report in zip(graded.names, graded.reports, strict=True):
        write_text(folder / FEEDBACK / f"{name}.txt", grade_text(report, assignment.feedback), folder)
    write_summary(folder, summary(graded.paths, graded.reports))
    write_class(folder, graded.paths, graded.reports, assignment, owners, roster)
    return told


def regrade(folder: Path, assignment: Assignment, roster: Roster) -> tuple[Graded, list[str]]:
    """Apply other points, weights, feedback and penalties to stored reports, without playing anything.

    Returns the reports, and a line for each thing that could not be done.
    """
    graded, told = read_results(folder)
    for report in graded.reports:
        told += apply(assignment, report)
    told += write_course(folder, graded, assignment, roster)
    for name, report in zip(graded.names, graded.reports, strict=True):
        path = folder / f"{name}.json"
        stored = json.loads(path.read_text("utf-8"))
        kept = {key: stored[key] for key in ("fingerprint", "path") if key in stored}
        write_json(path, report.as_json() | kept, folder)
    return graded, told
