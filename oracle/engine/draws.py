"""Make Hypothesis draw the same values in every process."""

from collections.abc import Iterator
from contextlib import contextmanager


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
