"""Make Hypothesis draw the same values in every process, whatever profile of it is loaded.

No setting of its public interface leaves out the constants of loaded modules, so its internal names are used for that.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import InMemoryExampleDatabase

KEY = b"learncheck"
"""Under which examples are given to Hypothesis."""


def fixed(max_examples: int, database: InMemoryExampleDatabase | None, *phases: Phase) -> settings:
    """The settings that depend on nothing but these arguments."""
    return settings(
        max_examples=max_examples, database=database, phases=phases, deadline=None, derandomize=False,
        suppress_health_check=list(HealthCheck), report_multiple_bugs=False, print_blob=False,
    )  # fmt: skip


@contextmanager
def no_local_constants() -> Iterator[None]:
    """Stop Hypothesis from drawing constants that it has collected from the loaded modules.

    Which modules are loaded differs between processes; without their constants a seed finds the same everywhere. Does
    nothing for versions of Hypothesis that keep these constants elsewhere, or have none.
    """
    try:
        from hypothesis.internal.conjecture import providers
        from hypothesis.internal.constants_ast import Constants

        read, cache = providers._get_local_constants, providers.CONSTANTS_CACHE.cache
    except (ImportError, AttributeError):
        yield
        return
    cache.clear()
    providers._get_local_constants = Constants
    try:
        yield
    finally:
        providers._get_local_constants = read
        cache.clear()
