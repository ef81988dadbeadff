"""Judge implementations that somebody else wrote, by every claim about their learner."""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.failures import LoadError
from learncheck.oracle.boundary.handed import HandedIn, hand_in
from learncheck.oracle.boundary.names import printable, shell_line
from learncheck.oracle.boundary.process import Submission
from learncheck.oracle.boundary.sandbox import choose, strongest
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.judging import judge
from learncheck.oracle.grading.results import ClaimResult, LearnerResult, Report
from learncheck.oracle.grading.wanted import (
    Unjudgeable,
    beyond_the_contract,
    claims_about,
    learners_named_in,
    nothing,
)
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import find, parted

if TYPE_CHECKING:
    from learncheck.oracle.boundary.conventions import Conventions

_PLAYED = ("profile", "seed", "limits", "credit", "adapt", "path")
"""The parts of an assignment on which the games depend, besides its learners."""


@dataclass(frozen=True)
class Grading:
    """One submission to be graded: everything that a worker needs to know, wherever it runs.

    assignment: what is asked for, what it is worth, the limits and the seed.
    classes:    contract names to classes of the file, in place of what it defines itself.
    ids:        only these claims, each by its id, FILE.py or FILE.py::ID.
    trust:      whether the file may be run if this machine cannot confine it.
    handed:     the submission, if it has been read already; if it cannot be read, `refusal` says why in one line.
    name:       identifies it among the others; its results and counterexamples are stored under this name.
    results:    the folder for its report, if one is to be written.
    """

    path: Path
    assignment: Assignment = field(default_factory=Assignment)
    classes: Mapping[str, str] = field(default_factory=dict)
    ids: Sequence[str] = ()
    trust: bool = False
    handed: HandedIn | None = None
    refusal: str = ""
    name: str = ""
    results: Path | None = None

    @property
    def chosen(self) -> dict[str, str]:
        """The classes to be judged under another name than their own, by that name."""
        return {**self.assignment.classes, **self.classes}

    def options(self, learner: str) -> list[str]:
        """The options with which a game of the learner is replayed as it was played."""
        asked, usual = self.assignment, Assignment()
        options = ["--learner", f"{learner}={self.chosen[learner]}"] if learner in self.chosen else []
        options += [word for path in asked.path for word in ("--path", path)]
        if held := asked.held(learner):
            options += ["--adapt", held.as_text()]
        for name, value, default in (
            ("--time-limit", asked.limits.time, usual.limits.time),
            ("--memory-limit", asked.limits.memory, usual.limits.memory),
        ):
            options += [name, f"{value:g}"] if value != default else []
        return [*options, "--trust"] if self.trust and not strongest().confines else options

    @property
    def wanted(self) -> list[str]:
        """The claims that are asked for: those chosen, or the assignment's."""
        return [*self.ids] or [claim_id for part in self.assignment.learners.values() for claim_id in part.claims]

    @property
    def report_path(self) -> Path | None:
        return None if self.results is None else self.results / f"{self.name}.json"

    def fingerprint(self) -> str:
        """A digest of everything on which the games depend, which does not include what they are worth."""
        from importlib.metadata import version

        learners = {
            name: (part.class_, list(part.claims), part.adapt) for name, part in self.assignment.learners.items()
        }
        played = *(getattr(self.assignment, name) for name in _PLAYED), learners
        asked = msgspec.json.encode((played, dict(self.classes), self.ids, version("learncheck")))
        files = sorted({file for file in (parted(reference)[0] for reference in self.wanted) if file is not None})
        theirs = b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files if file.is_file())
        digest = hashlib.sha256(asked + b"\0" + theirs)
        if self.handed is not None:
            for name, text in (*self.handed.parts, *self.handed.modules.items()):
                digest.update(hashlib.sha256(name.encode("utf-8", "replace") + b"\0" + text).digest())
        return digest.hexdigest()


def grade(
    grading: Grading,
    tick: Callable[[Evidence], None] = lambda evidence: None,
    after: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Judge the submission, in a process of its own, by every claim about the learners that it defines.

    after: called with the report so far after every claim.

    Raises what `opened` raises.
    """
    with opened(grading) as (report, judges):
        for judged in judges.values():
            judged(tick, after)
    after(report)
    return report


Judge = Callable[[Callable[[Evidence], None], Callable[[Report], None]], None]


@contextmanager
def opened(grading: Grading) -> Iterator[tuple[Report, dict[str, Judge]]]:
    """Load the submission in a process of its own. Yields its report, in which every claim that is due is unjudged, and
    by learner the function that judges it and adds the results.

    Raises `boundary.failures.LoadError` if the file cannot be loaded, Unjudgeable if no claim is about anything in it,
    and `boundary.sandbox.Untrusted` if it cannot be confined and is not trusted.
    """
    start = time.perf_counter()
    path, asked, classes = grading.path, grading.assignment, grading.classes
    limits, wanted = asked.limits, grading.wanted
    rung = choose(grading.trust)
    handed = grading.handed or hand_in(path)
    report = Report(printable(path.name), asked.seed, confinement=rung.name)
    with Submission(
        path, handed=handed, time_limit=limits.time, memory_limit_mb=limits.memory, classes=grading.chosen or None,
        names=beyond_the_contract(wanted), total_limit=limits.total, import_limit=limits.import_, confinement=rung,
        held={name: held for name in LEARNERS if (held := asked.held(name))}, paths=asked.path,
    ) as submission:  # fmt: skip
        submission.start()
        for name in classes or asked.learners or learners_named_in(handed.source):
            claims_about(name, wanted)  # imports them, while the process starts
        due, left_out = _due(grading, submission, report)
        if not due and not report.learners:
            names = list(classes or asked.learners or submission.defines)
            raise Unjudgeable(f"{path}: {'; '.join(left_out)}" if left_out else nothing(path, names, grading.ids))

        def judged(name: str, tick: Callable[[Evidence], None], after: Callable[[Report], None]) -> None:
            def seen(result: ClaimResult) -> None:
                report.seconds = time.perf_counter() - start
                after(report)

            if any(result.failed for _, result in report.results):
                submission.restart()  # whatever it did to its process, it did to itself
            judge(
                report.learners[name], due[name], Plays.of(submission, name), asked, held=asked.held(name),
                file=handed.file(path), class_name=submission.defines[name], tick=tick, after=seen,
            )  # fmt: skip

        yield report, {name: partial(judged, name) for name in due}


def _due(grading: Grading, submission: Submission, report: Report) -> tuple[dict[str, list[Claim]], list[str]]:
    """The claims by which each learner is to be judged, and why other learners are not judged. The report has both."""
    asked, classes, defined = grading.assignment, grading.classes, submission.defines
    names = list(classes or asked.learners or defined)
    report.notes = [*submission.notes, *(f"{printable(folder)} could be read" for folder in asked.path)]
    report.notes += asked.without_effect(names)
    due: dict[str, list[Claim]] = {}
    left_out: list[str] = []
    for name in names:
        part = asked.part(name)
        claims, notes = judged_under_conventions(name, asked.held(name), claims_about(name, grading.ids or part.claims))
        report.notes += notes
        if not claims:
            left_out += notes
        elif name in defined:
            due[name] = claims
            unjudged = {claim.id: part.weight(claim.id) for claim in claims}
            report.learners[name] = LearnerResult(name, worth=part.points, unjudged=unjudged)
        elif classes and name in submission.absent:
            raise LoadError(f"{report.submission}: {submission.absent[name]}")
        else:
            there = f"{report.submission} defines no {name}; it defines {', '.join(sorted(defined))}"
            report.add_missing(name, part.points, submission.absent.get(name, there))
    return due, left_out


def judged_under_conventions(
    learner: str, held: "Conventions | None", about: list[Claim]
) -> tuple[list[Claim], list[str]]:
    """The claims as they are judged under these conventions, and notes for the report. Raises BadConventions."""
    if not held:
        return about, []
    from learncheck.oracle.grading.conventional import judged_under

    return judged_under(learner, held, about)


def store(result: ClaimResult, learner: str, grading: Grading) -> None:
    """Store the smallest game under the submission's name, and note the command that replays it."""
    if result.counterexample is None:
        return
    from learncheck.oracle.engine import records  # what stands needs none

    theirs = find(reference for reference in grading.wanted if parted(reference)[0] is not None)
    file = next((file for claim, file in theirs if claim.id == result.id), None)
    stored = records.save(result.id, learner, result.counterexample, grading.name, file, result.keeps_bounds)
    if stored is not None:
        there = str(grading.path) if not str(grading.path).startswith("-") else f"./{grading.path}"
        claims = [] if file is None else ["--claims", f"{file}::{result.id}"]
        words = ["learncheck", "replay", str(stored), there, *claims, *grading.options(learner)]
        result.replay = shell_line(words)
