"""Results are the same on every run. `pytest` leaves out what is marked `slow`: what takes most of a second, or needs a
tool of an extra. `pytest --thorough` leaves nothing out, also none of the cases that chosen.py does not make.
"""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import chosen
import pytest
from hypothesis import settings

# Tests that run in the background ignore interrupts, and so would the processes that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Without bytecode every worker would rewrite all assertions again, and every command of a test would compile all files.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# sympy reads this when it is imported, which is why nothing above imports it. Its own size, 1,000, is too small for the
# formulas of the catalogue.
os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")

from learncheck.oracle.engine.hypothesis_settings import no_local_constants  # noqa: E402
from learncheck.threads import use_one_thread  # noqa: E402

use_one_thread()

sys.path.append(str(Path(__file__).parents[1]))  # for `benchmarks`; at the end, so that it shadows nothing

# Formulas and games are many small long-lived objects; frequent garbage collection takes a tenth of the time.
gc.set_threshold(100_000, 100, 100)

# Not the current profile's other settings: where CI is set, it is one of Hypothesis's own.
settings.register_profile("tests", settings.get_profile("default"), derandomize=True, database=None, deadline=None)
settings.load_profile("tests")

PRINTED_BY = re.compile(
    "CI|BUILD_NUMBER|GITHUB_.*|COLUMNS|LINES|TERM|NO_COLOR|.*_COLORS?|LANG|LANGUAGE|LC_.*|TZ|PYTEST_ADDOPTS"
)
"""The environment variables by which users and CI choose how programs print."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="leave no test out, and draw more games against claims")


def pytest_configure(config: pytest.Config) -> None:
    chosen.thorough = config.getoption("--thorough") or any("[" in argument for argument in config.args)
    if not (config.option.markexpr or chosen.thorough or any("::" in argument for argument in config.args)):
        config.option.markexpr = "not slow"
    if getattr(config.option, "dist", "no") == "load":  # with pytest-xdist
        config.option.dist = "worksteal"  # tests take from a millisecond to ten seconds, the longest late
    everywhere = ExitStack()  # Hypothesis draws the same whatever a process has loaded, and need not read all of that
    everywhere.enter_context(no_local_constants())
    config.add_cleanup(everywhere.close)


def pytest_collection_finish() -> None:
    gc.freeze()  # tests and claims stay to the end: no garbage is looked for among them


@pytest.fixture(scope="session", autouse=True)
def printed_alike() -> Iterator[None]:
    """Programs print the same in every environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in filter(PRINTED_BY.fullmatch, [*os.environ]):
            patch.delenv(name)
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
