"""Results are the same on every run. The default run is short, and says what it leaves out: what is marked `thorough`.

`pytest --thorough` runs everything, and `pytest -m "thorough or courses"` what the default run leaves out. Of the tests
in FEW the default run takes some, and the rest are marked here, as `variant` too: `.ci/run` runs all but those. A test
that is asked for by its name is run, marked or not.
"""

from collections import Counter, defaultdict

import pytest
from hypothesis import settings

settings.register_profile("tests", derandomize=True, database=None, deadline=None)
settings.load_profile("tests")

FEW = {
    "test_mutant_falls": ("claim_id", 1),
    "test_wrong_proof_is_rejected": ("claim_id", 1),
    "test_wrong_implementation_is_caught": ("name", 1),
    "test_right_implementation_stands": ("name", 1),
}
"""Tests of which the default run takes so many a claim or a learner, spread evenly over them."""

MARKS = ("thorough", "courses")
"""The default run leaves out what bears one of these."""

LEFT_OUT = pytest.StashKey[Counter[str]]()


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
        kept = FEW[name][1]
        chosen = {i * (len(group) - 1) // max(kept - 1, 1) for i in range(kept)}
        for index, item in enumerate(group):
            if index not in chosen:
                item.add_marker("thorough")
                item.add_marker("variant")
    if config.getoption("--thorough") or any(mark in config.option.markexpr for mark in MARKS):
        return
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in MARKS)]
    if left_out and len(left_out) < len(items):
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = Counter(_what(item) for item in left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _what(item: pytest.Item) -> str:
    return f"{item.path.name}::{getattr(item, 'originalname', item.name)}"


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
    left_out = terminalreporter.config.stash.get(LEFT_OUT, {})
    if left_out:
        terminalreporter.section("left out: --thorough runs these as well", sep="-")
        for what, number in left_out.items():
            terminalreporter.line(f"{number:>5} {what}")
