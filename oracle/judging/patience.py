"""Interrupt a function of a claim, or a reference learner, that loops, and say what looped."""

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal

from learncheck.strategies.play.choices import BadFamily

SECONDS = {"one case": 60.0, "the proof": 300.0}
"""The processor time that generating, playing and measuring one case may take, however large the case is, and that
checking one proof may take. What z3 takes in its own process is not counted.
"""

LOOPS = (
    "is there an endless loop in its family, its functions or the learner? If it is only slow, lower the limits of the "
    "family"
)


class TooLong(BadFamily):
    """Something took more than its processor time. The traceback leads to what ran."""


class _Interrupt(BaseException):
    """Passes through code that expects any exception from a learner."""


@contextmanager
def patience(
    what: Literal["one case", "the proof"] = "one case", most: float = math.inf
) -> Iterator[Callable[[], None]]:
    """Yield a function to call after every case. Raises TooLong if it is not called for `SECONDS`, or after `most`
    seconds of processor time in all.

    There is no limit outside of the main thread, or on systems without this signal.
    """
    begun = time.process_time()
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGVTALRM"):
        yield lambda: None
        return

    in_all = False

    def ended(number: int = 0, frame: FrameType | None = None) -> None:
        if not in_all and frame is not None and frame.f_globals.get("__name__", "").startswith("hypothesis."):
            again()  # what Hypothesis does between two cases is no part of either
            return
        cause, limit = ("cases that are played in a row", most) if in_all else (what, SECONDS[what])
        raise _Interrupt(f"{cause} took more than {limit:g} s of processor time; {LOOPS}")

    def again() -> None:
        nonlocal in_all
        left = most - (time.process_time() - begun)
        in_all = left < SECONDS[what]
        if left <= 0:
            ended()
        # Where Python ignores the exception, as in a destructor, the next second brings another one.
        signal.setitimer(signal.ITIMER_VIRTUAL, min(SECONDS[what], left), 1)

    outer = signal.getitimer(signal.ITIMER_VIRTUAL)
    before = signal.signal(signal.SIGVTALRM, ended)
    again()
    try:
        try:
            yield again
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, *outer)
            signal.signal(signal.SIGVTALRM, before)
    except _Interrupt as interrupt:
        raise TooLong(str(interrupt)).with_traceback(interrupt.__traceback__) from None
