"""Ctrl-C, or a SIGTERM, stops a run wherever it comes, and leaves nothing half done.

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
from typing import Any

SOON = 0.01
"""Seconds until an interrupt that Python ignored comes again."""

_USUAL: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
"""The signals that stop a run, with how Python handles them."""

_depth = 0
_pending = False
_last: int = signal.SIGINT


def status() -> int:
    """Return the exit status of a run that was stopped: 130 after Ctrl-C, 143 after a SIGTERM."""
    return 128 + _last


@contextmanager
def handled() -> Iterator[None]:
    """Respect `uninterrupted`, and raise again what is swallowed where Python ignores exceptions, as in a finalizer.

    Both signals raise KeyboardInterrupt. Leaves alone what is ignored or handled otherwise, and does nothing outside of
    the main thread.
    """
    in_main = threading.current_thread() is threading.main_thread()
    stops = [number for number, usual in _USUAL.items() if in_main and signal.getsignal(number) is usual]
    if not stops:
        yield
        return
    for number in stops:
        signal.signal(number, _interrupted)
    hook, sys.unraisablehook = sys.unraisablehook, _ignored
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)  # an interrupt that was to be raised again
        sys.unraisablehook = hook
        for number in stops:
            signal.signal(number, _USUAL[number])
        if signal.SIGINT in stops:
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
    global _pending, _last
    if number != signal.SIGALRM:
        _last = number
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
