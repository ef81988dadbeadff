"""Hypothesis draws the same in every process."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_local_constants() -> Iterator[None]:
    """Hypothesis draws numbers now and then that it has read in the modules that happen to be loaded, other ones in
    each process. Within this context it does not, so that a seed finds the same everywhere.

    Versions of Hypothesis that keep these numbers elsewhere, or have none, are left as they are.
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
