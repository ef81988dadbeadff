"""Ctrl-C stops a run wherever it comes, and leaves nothing half done.

with handled():          # the command line
    with whole():        # nothing inside is interrupted; Ctrl-C is raised at its end
        ...
"""

import atexit
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_within = 0
_waits = False


@contextmanager
def handled() -> Iterator[None]:
    """Respect `whole`.

    Does nothing outside of the main thread, or if Ctrl-C is ignored or handled otherwise.
    """
    if threading.current_thread() is not threading.main_thread() or (
        signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return
    signal.signal(signal.SIGINT, _interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        atexit.unregister(_end)
        atexit.register(_end)  # what tidies up at exit was registered before, and is called after it


@contextmanager
def whole() -> Iterator[None]:
    """What is done meanwhile is done to its end."""
    global _within, _waits
    _within += 1
    try:
        yield
    finally:
        _within -= 1
        if _waits and not _within:
            _waits = False
            raise KeyboardInterrupt


def _interrupted(number: int, frame: FrameType | None) -> None:
    global _waits
    if not _within:
        raise KeyboardInterrupt
    _waits = True


def _end() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
