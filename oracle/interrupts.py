"""Ctrl-C stops a run wherever it comes, and leaves nothing half done.

with handled():              # the command line
    with uninterrupted():    # nothing inside is interrupted; Ctrl-C is raised at its end
        ...
"""

import atexit
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOON = 0.01
"""Seconds until an interrupt that Python ignored comes again."""

_depth = 0
_pending = False


@contextmanager
def handled() -> Iterator[None]:
    """Respect `uninterrupted`, and raise again what is swallowed where Python ignores exceptions, as in a finalizer.

    Does nothing outside of the main thread, or if Ctrl-C is ignored or handled otherwise.
    """
    if threading.current_thread() is not threading.main_thread() or (
        signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return
    signal.signal(signal.SIGINT, _interrupted)
    hook, sys.unraisablehook = sys.unraisablehook, _ignored
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)  # an interrupt that was to be raised again
        sys.unraisablehook = hook
        signal.signal(signal.SIGINT, signal.default_int_handler)
        atexit.unregister(_end)
        atexit.register(_end)  # called before the cleanups at exit that were registered earlier


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let what runs inside finish, and raise Ctrl-C after it."""
    global _depth, _pending
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if _pending and not _depth:
            _pending = False
            raise KeyboardInterrupt


def _interrupted(number: int, frame: FrameType | None) -> None:
    global _pending
    if frame is not None and frame.f_code is _ignored.__code__:
        signal.setitimer(signal.ITIMER_REAL, SOON)
    elif not _depth:
        raise KeyboardInterrupt
    else:
        _pending = True


def _ignored(unraisable: "sys.UnraisableHookArgs") -> None:
    if unraisable.exc_type is KeyboardInterrupt:
        signal.signal(signal.SIGALRM, _interrupted)
        signal.setitimer(signal.ITIMER_REAL, SOON)  # raised here, it would be ignored once more
    else:
        sys.__unraisablehook__(unraisable)


def _end() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
