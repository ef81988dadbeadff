"""Results are the same on every run. The default run is short, and says what it leaves out:

- `slow`: tests that take most of a second because they start processes, wait for a timeout, or grade a whole course;
- `thorough`: tests that take longer, such as whole guides and runs of the README; and all but a few cases of the tests
  in FEW and of those marked `few`.

`pytest --thorough` runs everything, and `pytest -m "slow or thorough or courses"` what the default run leaves out.
`.ci/run` runs these in a second stage. Of the tests in FEW it runs more cases than the default run, and marks the rest
`variant`; of those marked `few` it runs all. A test that is requested by name always runs.

Every claim is verified by default, with some of the games that are drawn against it; `--all-games` and `--thorough`
play all that are on record, as one stage of `.ci/run` does.
"""

import gc
import os
import re
import shutil
import signal
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from learncheck.oracle.judging.played import Memory
    from learncheck.strategies.play.case import Trace

# Tests that run in the background ignore interrupts, and so would the processes that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Without bytecode every worker would rewrite all assertions again, and every command of a test would compile all files.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# sympy reads this when it is imported, which is why nothing above imports it. Its own size, 1,000, is too small for the
# formulas of the catalogue.
os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")

sys.path.append(str(Path(__file__).parents[1]))  # for `benchmarks`; at the end, so that it shadows nothing

# Formulas and games are many small long-lived objects; frequent garbage collection takes a tenth of the time.
gc.set_threshold(100_000, 100, 100)

# Not the current profile's other settings: where CI is set, it is one of Hypothesis's own.
settings.register_profile("tests", settings.get_profile("default"), derandomize=True, database=None, deadline=None)
settings.load_profile("tests")

CHOSEN = re.compile(
    "CI|BUILD_NUMBER|GITHUB_.*|COLUMNS|LINES|TERM|NO_COLOR|.*_COLORS?|LANG|LANGUAGE|LC_.*|TZ|PYTEST_ADDOPTS"
)
"""The environment variables by which users and CI choose how programs print."""

FEW = {
    "test_mutant_falls": ("claim_id", 1, 2),
    "test_wrong_proof_is_rejected": ("claim_id", 1, 2),
    "test_wrong_implementation_is_caught": ("name", 1, 2),
    "test_right_implementation_stands": ("name", 1, 1),
    "test_it_gets_its_verdict_and_harms_nobody": ("place", 8, 999),
}
"""Tests of which the default run, and CI, take this many per claim, learner or rung, spread evenly over them."""

MARKS = ("slow", "thorough", "courses")
"""Tests with one of these marks are left out of the default run."""

NO_PARAMETERS = SimpleNamespace(params={})

EXTRAS = {"browser", "matplotlib"}
"""Fixtures that need an extra missing from the default run: tests that use one of them are marked `courses`."""

LEFT_OUT = pytest.StashKey[Counter[str]]()
"""The number of tests of each file that are left out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="leave nothing out (see tests/conftest.py)")
    parser.addoption("--all-games", action="store_true", help="attack claims by every game that is on record")


@pytest.fixture(scope="session", autouse=True)
def printed_alike() -> Iterator[None]:
    """Programs print the same in every environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in filter(CHOSEN.fullmatch, [*os.environ]):
            patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def all_games(pytestconfig: pytest.Config) -> bool:
    """Whether claims are attacked with all games on record."""
    return bool(pytestconfig.getoption("--thorough") or pytestconfig.getoption("--all-games"))


@pytest.fixture(scope="session")
def memory_of_games() -> "Memory[Trace]":
    """Games that tests have played, kept for tests that use `shared_games`."""
    from learncheck.oracle.judging.played import Memory

    return Memory()


@pytest.fixture
def shared_games(memory_of_games: "Memory[Trace]") -> Iterator[None]:
    """Remember games across tests and files. Not for a test that changes a learner or a case."""
    from learncheck.oracle.judging.played import remembering

    with remembering(memory_of_games):
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The test's own folder, in which it runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def matplotlib() -> ModuleType:
    """matplotlib, from the extra `pictures`; skips the test if it is missing."""
    return pytest.importorskip("matplotlib")


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    places: dict[str, int] = {}
    items.sort(key=lambda item: places.setdefault(_claim_of(item), len(places)))
    groups: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    cases: dict[tuple[str, str, str, int], list[pytest.Item]] = defaultdict(list)
    file_names: dict[Path, str] = {}
    for item in items:
        name = getattr(item, "originalname", "")
        file = file_names.get(item.path) or file_names.setdefault(item.path, item.path.stem)  # `stem` parses the path
        if EXTRAS & {*getattr(item, "fixturenames", ())}:
            item.add_marker("courses")
        if name in FEW:
            groups[name, item.callspec.params[FEW[name][0]]].append(item)
        if (few := item.get_closest_marker("few")) is not None:
            count, per = few.args[0], few.kwargs.get("per", lambda **_: "")
            cases[file, name, repr(per(**item.callspec.params)), count].append(item)
    for (name, _), group in groups.items():
        _, by_default, by_ci = FEW[name]
        for mark, kept in (("thorough", by_default), ("variant", by_ci)):
            chosen = _spread(kept, group)
            for item in group:
                if item not in chosen:
                    item.add_marker(mark)
    for (*_, count), group in cases.items():
        chosen = _spread(count, group)
        for item in group:
            if item not in chosen:
                item.add_marker("thorough")
    if config.getoption("--thorough"):
        return
    left_out = [item for item in items if _is_left_out(item, config.option.markexpr)]
    if left_out and len(left_out) < len(items):
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = Counter(item.path.name for item in left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _claim_of(item: pytest.Item) -> str:
    """The id of the claim that the test is about, if any.

    Tests of one claim are adjacent, so that a worker that runs several of them asks the solvers once.
    """
    params = getattr(item, "callspec", NO_PARAMETERS).params
    claim = params.get("claim_id", params.get("claim"))
    name = getattr(claim, "id", claim)
    return name if isinstance(name, str) else ""


def _is_left_out(item: pytest.Item, asked_for: str) -> bool:
    """Whether the test has one of the marks, and `-m` names none of those that it has."""
    borne = [mark for mark in MARKS if item.get_closest_marker(mark)]
    return bool(borne) and not any(mark in asked_for for mark in borne)


def _spread(kept: int, group: list[pytest.Item]) -> list[pytest.Item]:
    if kept >= len(group):
        return group
    return [group[i * (len(group) - 1) // max(kept - 1, 1)] for i in range(kept)]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker of `-n` adjacent tests, for example those of one claim."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over from a pytest-xdist worker what it left out; all workers leave out the same."""
    told = getattr(node, "workeroutput", {}).get("left_out")
    if told:
        node.config.stash[LEFT_OUT] = Counter(told)


def pytest_collection_finish() -> None:
    gc.freeze()  # what is collected and imported stays until the end


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(session.config.stash.get(LEFT_OUT, {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out = terminalreporter.config.stash.get(LEFT_OUT, Counter())
    if left_out:
        files = ", ".join(f"{number} of {name}" for name, number in left_out.most_common())
        told = f"{left_out.total()} tests are left out, and run by --thorough: {files}"
        terminalreporter.line(textwrap.fill(told, shutil.get_terminal_size().columns, break_on_hyphens=False))
