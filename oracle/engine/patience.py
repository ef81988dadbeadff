"""Interrupts a family, a measure or a reference learner that loops, and reports the loop."""

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from learncheck.strategies.play.choices import BadFamily

SECONDS = 60.0
"""The processor time that generating, playing and measuring one case may take, however large the case is."""


LOOPS = "does a loop in its family, the learner or the measure end? If it is only slow, lower the limits of the family"


@contextmanager
def patience(most: float = math.inf) -> Iterator[Callable[[], None]]:
    """Yield a function to call after every case. Raises BadFamily if it is not called for `SECONDS`, or after `most`
    seconds of processor time in all.

    There is no limit outside of the main thread, or on systems without this signal.
    """
    begun = time.process_time()
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGVTALRM"):
        yield lambda: None
        return

    in_all = False

    def ended(number: int = 0, frame: FrameType | None = None) -> None:
        what, limit = ("cases that are played in a row", most) if in_all else ("one case", SECONDS)
        raise BadFamily(f"{what} took more than {limit:g} s of processor time; {LOOPS}")

    def again() -> None:
        nonlocal in_all
        left = most - (time.process_time() - begun)
        in_all = left < SECONDS
        if left <= 0:
            ended()
        signal.setitimer(signal.ITIMER_VIRTUAL, min(SECONDS, left))

    before = signal.signal(signal.SIGVTALRM, ended)
    again()
    try:
        yield again
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
