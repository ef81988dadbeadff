"""Interrupts a family, a measure or a reference learner that loops, and reports the loop."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from learncheck.strategies.play.choices import BadFamily

SECONDS = 60.0
"""The processor time that generating, playing and measuring one case may take, however large the case is."""


LOOPS = "does a loop in its family, the learner or the measure end? If it is only slow, lower the limits of the family"


@contextmanager
def patience() -> Iterator[Callable[[], None]]:
    """Yield a function to call after every case. Raises BadFamily if it is not called for `SECONDS`.

    There is no limit outside of the main thread, or on systems without this signal.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGVTALRM"):
        yield lambda: None
        return

    def ended(number: int, frame: FrameType | None) -> None:
        raise BadFamily(f"one case took more than {SECONDS:g} s of processor time; {LOOPS}")

    def again() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)

    before = signal.signal(signal.SIGVTALRM, ended)
    again()
    try:
        yield again
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
