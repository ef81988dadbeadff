"""Results are the same on every run. The default run is short, and says what it leaves out: what is marked `thorough`.

`pytest --thorough` runs everything, and `pytest -m "thorough or courses"` what the default run leaves out. Of the tests
in FEW the default run takes some, and the rest are marked here; `.ci/run` takes more of them, in a second stage, and
what it leaves out is marked `variant` too. A test that is asked for by its name is run, marked or not.
"""

import shutil
import textwrap
from collections import Counter, defaultdict

import pytest
from hypothesis import settings

settings.register_profile("tests", derandomize=True, database=None, deadline=None)
settings.load_profile("tests")

FEW = {
    "test_mutant_falls": ("claim_id", 1, 2),
    "test_wrong_proof_is_rejected": ("claim_id", 1, 2),
    "test_wrong_implementation_is_caught": ("name", 2, 3),
    "test_right_implementation_stands": ("name", 2, 2),
}
"""Tests of which the default run, and CI, take so many a claim or a learner, spread evenly over them."""

MARKS = ("thorough", "courses")
"""The default run leaves out what bears one of these."""

LEFT_OUT = pytest.StashKey[Counter[str]]()
"""How many tests of each file are left out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="leave nothing out (see tests/conftest.py)")


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    groups: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        name = getattr(item, "originalname", "")
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("courses")
        if name in FEW:
            groups[name, item.callspec.params[FEW[name][0]]].append(item)
    for (name, _), group in groups.items():
        _, by_default, by_ci = FEW[name]
        for mark, kept in (("thorough", by_default), ("variant", by_ci)):
            chosen = _spread(kept, group)
            for item in group:
                if item not in chosen:
                    item.add_marker(mark)
    if config.getoption("--thorough"):
        return
    left_out = [item for item in items if _is_left_out(item, config.option.markexpr)]
    if left_out and len(left_out) < len(items):
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = Counter(item.path.name for item in left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _is_left_out(item: pytest.Item, asked_for: str) -> bool:
    """Whether it bears one of the marks, and `-m` speaks of none that it bears."""
    borne = [mark for mark in MARKS if item.get_closest_marker(mark)]
    return bool(borne) and not any(mark in asked_for for mark in borne)


def _spread(kept: int, group: list[pytest.Item]) -> list[pytest.Item]:
    if kept >= len(group):
        return group
    return [group[i * (len(group) - 1) // max(kept - 1, 1)] for i in range(kept)]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """A worker of pytest-xdist tells what it has left out; all of them leave out the same."""
    told = getattr(node, "workeroutput", {}).get("left_out")
    if told:
        node.config.stash[LEFT_OUT] = Counter(told)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(session.config.stash.get(LEFT_OUT, {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left_out = terminalreporter.config.stash.get(LEFT_OUT, Counter())
    if left_out:
        files = ", ".join(f"{number} of {name}" for name, number in left_out.most_common())
        told = f"{left_out.total()} tests are left out, and run by --thorough: {files}"
        terminalreporter.line(textwrap.fill(told, shutil.get_terminal_size().columns, break_on_hyphens=False))
