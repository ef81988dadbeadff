"""The pytest plugin: `pytest --submission alice.py` judges a submission, an item a claim."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from oracle.plays import Plays
    from oracle.process import Submission
    from oracle.results import ClaimResult


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("learncheck")
    group.addoption(
        "--submission", action="append", default=[], metavar="FILE.py",
        help="judge this submission by every claim about the learners that it defines",
    )  # fmt: skip
    group.addoption(
        "--trust-submission", action="store_true",
        help="run the submission even where this machine cannot confine it (see learncheck doctor)",
    )  # fmt: skip
    group.addoption(
        "--learncheck-profile", choices=("quick", "full", "deep"), default="quick",
        help="how hard submissions are attacked",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    submissions = config.getoption("--submission")
    if not submissions or hasattr(config, "workerinput"):
        return
    for name in submissions:
        if not Path(name).is_file():
            raise pytest.UsageError(f"--submission {name}: no such file")
    from oracle.sandbox import Untrusted, choose

    try:
        choose(config.getoption("--trust-submission"))
    except Untrusted as error:
        raise pytest.UsageError(str(error).replace("--trust ", "--trust-submission ")) from None
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []
    config.args += [str(Path(name).resolve()) for name in submissions]


def pytest_report_header(config: pytest.Config) -> str | None:
    if not config.getoption("--submission"):
        return None
    from oracle.sandbox import strongest

    return f"submissions confined by: {strongest().name}"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    wanted = {Path(name).resolve() for name in parent.config.getoption("--submission")}
    if file_path.resolve() in wanted:
        return SubmissionFile.from_parent(parent, path=file_path)
    return None


SUMMARY = "learncheck"
"""The property of a test report that holds its claim's line of the summary."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A line a claim, after all else."""
    reports = [each for found in terminalreporter.stats.values() for each in found if hasattr(each, "user_properties")]
    lines = [told for each in reports for name, told in each.user_properties if name == SUMMARY and each.when == "call"]
    if lines:
        terminalreporter.section("claims")
        for line in lines:
            terminalreporter.write_line(line)


class SubmissionFile(pytest.File):
    """A submission, which runs in a process of its own."""

    submission: Submission
    plays: dict[str, Plays]

    def collect(self) -> Iterator[pytest.Item]:
        from oracle.assignment import MEMORY_LIMIT, TIME_LIMIT
        from oracle.failures import LoadError
        from oracle.grade import Unjudgeable, claims_about
        from oracle.process import Submission
        from oracle.sandbox import choose

        rung = choose(self.config.getoption("--trust-submission"))
        self.plays = {}
        self.submission = Submission(self.path, time_limit=TIME_LIMIT, memory_limit_mb=MEMORY_LIMIT, confinement=rung)
        try:
            defined = dict(self.submission.defines)
        except LoadError as error:
            raise self.CollectError(str(error)) from None
        found = [(name, claim) for name in defined for claim in claims_about(name)]
        if not found:
            raise self.CollectError(str(Unjudgeable(f"{self.path.name}: no claim speaks of {', '.join(defined)}")))
        for name, claim in found:
            yield ClaimItem.from_parent(self, name=claim.id, learner=name, claim=claim)

    def teardown(self) -> None:
        self.submission.close()


class ClaimItem(pytest.Item):
    """One claim about one learner of a submission."""

    def __init__(self, *, learner: str, claim: Any, **options: Any) -> None:
        super().__init__(**options)
        self.learner = learner
        self.claim = claim

    def runtest(self) -> None:
        from oracle.attack import PROFILES
        from oracle.grade import check_claim
        from oracle.plays import Plays

        parent: Any = self.parent
        submission: Submission = parent.submission
        submission.new_budget()
        profile = PROFILES[self.config.getoption("--learncheck-profile")]
        make = parent.plays.setdefault(self.learner, Plays(partial(submission.make, self.learner)))
        result = check_claim(self.claim, make, self.learner, profile, 0)
        told = f"{self.learner:<24} {result.id:<36} {result.finding:<17} {result.games:>7,} games"
        self.user_properties.append((SUMMARY, told))
        _demand(self.learner, result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """The game's table in place of a stack of library frames."""
        from oracle.results import Falsified

        if isinstance(excinfo.value, Falsified):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.learner}: {self.claim.id}"


def parametrize_with_claims(learner: str, cls: type, *, profile: str = "quick") -> pytest.MarkDecorator:
    """A test a claim: the test takes `check`, and `check()` raises if the claim falls on the class.

    learner: the learner of the contract that `cls` implements. Raises ValueError where no claim speaks of it.
    """
    from oracle.grade import Unjudgeable, claims_about, unknown

    claims = claims_about(learner)
    if not claims:
        raise Unjudgeable(unknown(learner))
    return pytest.mark.parametrize(
        "check", [pytest.param(Check(learner, claim, cls, profile), id=claim.id) for claim in claims]
    )


class Check:
    """One claim on one class, to be called in a test."""

    def __init__(self, learner: str, claim: Any, cls: type, profile: str) -> None:
        self.learner, self.claim, self.cls, self.profile = learner, claim, cls, profile

    def __call__(self) -> None:
        """Raise Falsified with the smallest game where the claim falls; skip where it needs a state not exposed."""
        __tracebackhide__ = True
        from oracle.attack import PROFILES
        from oracle.grade import check_claim
        from oracle.local import LocalLearner
        from oracle.plays import Plays

        make = Plays(partial(LocalLearner, self.cls))
        _demand(self.learner, check_claim(self.claim, make, self.learner, PROFILES[self.profile], 0))


def _demand(learner: str, result: ClaimResult) -> None:
    __tracebackhide__ = True
    if result.verdict == "skipped":
        pytest.skip(result.message)
    if not result.passed:
        from oracle.report import failures
        from oracle.results import Falsified, LearnerResult, Report

        raise Falsified(failures(Report(learner, 0, {learner: LearnerResult(learner, [result])})))
