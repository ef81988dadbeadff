"""The pytest plugin.

`pytest --submission alice.py` judges a submission, and `pytest my_theorem.py` verifies the claims that a file of your
own defines, as `pytest` alone does those of files called `claims_*.py`, `*_claims.py` or `claims.py`. Each claim is one
test item.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from learncheck.oracle.grading.results import ClaimResult, Report
    from learncheck.oracle.grading.wanted import Wanted
    from learncheck.theorems.language.claim import Claim


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("learncheck")
    group.addoption(
        "--submission", action="append", default=[], metavar="FILE.py",
        help="judge this submission by every claim about the learners that it defines",
    )  # fmt: skip
    group.addoption(
        "--trust-submission", action="store_true",
        help="run the submission even if this machine cannot confine it (see learncheck doctor)",
    )  # fmt: skip
    group.addoption(
        "--submission-claims", metavar="ID|FILE.py|FILE.py::ID,...",
        help="judge submissions only by these claims: ids, FILE.py or FILE.py::ID",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """When judging submissions, run nothing that lies next to them: a conftest.py, what pytest.ini names, a numpy.py.

    It would run in this process, with the rights of whoever judges. Raises UsageError if pytest.ini, or whatever
    configures pytest, is in a submission's folder.
    """
    options = early_config.known_args_namespace
    if not options.submission or options.trust_submission:
        return
    options.noconftest = True
    folders = {Path(name).resolve().parent for name in options.submission}
    if early_config.inipath is not None and early_config.inipath.resolve().parent in folders:
        configured = f"{early_config.inipath.name} lies beside the submission and would take effect; run pytest in"
        raise pytest.UsageError(f"{configured} a folder of your own, or pass --trust-submission")
    sys.path[:] = [path for path in sys.path if Path(path).resolve() not in folders]


def pytest_configure(config: pytest.Config) -> None:
    submissions = config.getoption("--submission")
    if not submissions:
        return
    for name in submissions:
        if not Path(name).is_file():
            lacking = "not a file; learncheck grade takes folders too" if Path(name).exists() else "no such file"
            raise pytest.UsageError(f"--submission {name}: {lacking}")
    claims = config.getoption("--submission-claims")
    if claims is not None and not _listed(claims):
        raise pytest.UsageError("--submission-claims names no claim; leave it out for all claims")
    if not hasattr(config, "workerinput"):  # the workers of pytest-xdist need not check it again
        from learncheck.oracle.boundary.sandbox import Untrusted, choose

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
    from learncheck.oracle.boundary.sandbox import strongest

    return f"submissions confined by: {strongest().name}"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Add claims to what others collect. A submission is this plugin's alone: pytest itself would import it here."""
    collectors = yield
    wanted = {Path(name).resolve() for name in parent.config.getoption("--submission")}
    if file_path.resolve() in wanted:
        return [SubmissionFile.from_parent(parent, path=file_path)]
    return [*collectors, ClaimFile.from_parent(parent, path=file_path)] if _is_read(file_path, parent) else collectors


CLAIM_FILES = ("claims_*.py", "*_claims.py", "claims.py")
"""The names of files that are read for claims in a folder. A file that is given by its name may have any."""


def _is_read(path: Path, parent: pytest.Collector) -> bool:
    """Return whether the claims of the file are wanted: not those of a test file."""
    if path.suffix != ".py" or any(map(path.match, parent.config.getini("python_files"))):
        return False
    if any(map(path.match, CLAIM_FILES)):
        return True
    return parent.session.isinitpath(path) and b"learncheck" in path.read_bytes()


class SubmissionFile(pytest.File):
    """A submission, which runs in its own process. The first item of a learner judges it by all of its claims, since
    what is said of one may depend on the others.
    """

    def collect(self) -> Iterator[pytest.Item]:
        from learncheck.oracle.boundary.failures import LoadError
        from learncheck.oracle.grading.assignment import Assignment
        from learncheck.oracle.grading.grade import Grading, opened
        from learncheck.oracle.grading.wanted import Unjudgeable
        from learncheck.theorems.language.registry import BadClaims

        option = self.config.getoption
        asked = Assignment()
        self.grading = Grading(
            Path(os.path.relpath(self.path)), asked, ids=_listed(option("--submission-claims") or ""),
            trust=option("--trust-submission"), name=self.path.stem,
        )  # fmt: skip
        self.opened = ExitStack()
        try:
            self.report, self.judges = self.opened.enter_context(opened(self.grading))
        except (LoadError, BadClaims, Unjudgeable) as error:
            raise self.CollectError(str(error)) from None
        for learner, result in self.report.learners.items():
            for claim_id in result.unjudged:
                item = SubmittedClaim.from_parent(self, name=claim_id)
                item.learner = learner
                yield item

    def judged(self, learner: str, claim_id: str) -> ClaimResult:
        """The result of a claim about a learner."""
        from learncheck.oracle.grading.many import keep_counterexamples

        if learner in self.judges:
            self.judges.pop(learner)(lambda evidence: None, lambda report: None)
            with warning_of_unwritten():
                keep_counterexamples(self.grading, self.report)
        return next(result for result in self.report.learners[learner].claims if result.id == claim_id)

    def teardown(self) -> None:
        self.opened.close()


@contextmanager
def warning_of_unwritten() -> Iterator[None]:
    """Warn of what cannot be stored, in a folder that is read-only for example, and go on."""
    from learncheck.oracle.files import recording_failures

    with recording_failures() as unwritten:
        yield
    for path, reason in unwritten.items():
        warnings.warn(f"{path} could not be written: {reason}", pytest.PytestWarning, stacklevel=1)


class ClaimItem(pytest.Item):
    """One claim: about one learner of a submission or, from a user's own file, about its reference learners."""

    learner = ""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Return the game's table instead of a stack of library frames."""
        from learncheck.oracle.grading.results import Falsified

        if isinstance(excinfo.value, Falsified):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.learner}: {self.name}".removeprefix(": ")


class SubmittedClaim(ClaimItem):
    """One claim about one learner of a submission."""

    def runtest(self) -> None:
        assert isinstance(self.parent, SubmissionFile)
        result = self.parent.judged(self.learner, self.name)
        _demand(self.learner, result, self.config.get_terminal_writer().fullwidth)


class ClaimFile(pytest.File):
    """A file that may define claims."""

    def collect(self) -> Iterator[pytest.Item]:
        from learncheck.theorems.language.files import load_file
        from learncheck.theorems.language.registry import BadClaims, NoClaims

        try:
            claims = load_file(self.path)
        except NoClaims:  # it was given by its name, perhaps for its tests
            return
        except BadClaims as error:
            raise self.CollectError(str(error)) from None
        for claim in claims:
            item = OwnClaim.from_parent(self, name=claim.id)
            item.claim = claim
            yield item


class OwnClaim(ClaimItem):
    """A claim from a user's own file, verified on its reference learners."""

    claim: Claim

    def runtest(self) -> None:
        from learncheck.oracle.engine.profiles import PROFILES
        from learncheck.oracle.engine.verify import keep, verify
        from learncheck.oracle.grading.results import Falsified
        from learncheck.oracle.report.fallen import print_fallen
        from learncheck.oracle.report.lines import sheet, written

        with warning_of_unwritten():
            evidence = list(verify([self.claim], PROFILES["quick"]))
            for finding in evidence:
                keep(finding, Path(os.path.relpath(self.path)))
        out = sheet(self.config.get_terminal_writer().fullwidth)
        fallen = [finding for finding in evidence if not finding.expected]
        print_fallen(out, fallen)
        if fallen:
            raise Falsified(written(out).rstrip())


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def parametrize_with_claims(
    learner: str, cls: type, *, claims: Wanted | None = None, profile: str = "quick"
) -> pytest.MarkDecorator:
    """Parametrize a test with the claims about a learner. The test takes `check`, and `check()` raises if a claim
    does not hold.

    learner: the name of the learner that `cls` implements.
    cls:     the class to judge.
    claims:  only these, as for `check`.
    profile: "quick", "full" or "deep".

    Raises Unusable (a ValueError) if no claim is about the learner, or none is chosen.
    """
    from learncheck.exact.answers import type_name
    from learncheck.oracle.grading import classes
    from learncheck.oracle.grading.wanted import claims_about, listed, unjudgeable

    classes.judgeable(cls)
    classes.learner_of(cls, learner)
    classes.profile_of(profile)
    wanted = listed(claims)
    about = claims_about(learner, wanted)
    if not about:
        raise unjudgeable(type_name(cls), learner, wanted)
    judged = cache(partial(classes.check, cls, learner, claims=wanted or None, profile=profile))
    return pytest.mark.parametrize(
        "check", [pytest.param(Check(learner, claim.id, judged), id=claim.id) for claim in about]
    )


class Check:
    """One claim on one class, to be called in a test. The first call judges the class by all claims."""

    def __init__(self, learner: str, claim_id: str, judged: Callable[[], Report]) -> None:
        self.learner, self.claim_id, self.judged = learner, claim_id, judged

    def __call__(self) -> None:
        """Raise Falsified with the smallest game if the claim falls; skip if it needs a state that is not exposed."""
        __tracebackhide__ = True
        from msgspec.structs import replace

        claims = self.judged().learners[self.learner].claims
        result = next(result for result in claims if result.id == self.claim_id)
        # No program can be copied out of an exception.
        _demand(self.learner, replace(result, script=""), NARROW)


NARROW = 68
"""The width of a failure text: a terminal has 80 columns, and pytest indents an exception in a method by up to 12."""


def _demand(learner: str, result: ClaimResult, width: int) -> None:
    __tracebackhide__ = True
    if result.verdict == "skipped":
        pytest.skip(result.message)
    if not result.passed:
        from learncheck.oracle.grading.results import Falsified, LearnerResult, Report
        from learncheck.oracle.report.text import failures

        raise Falsified(failures(Report(learner, 0, {learner: LearnerResult(learner, [result])}), width=width))
