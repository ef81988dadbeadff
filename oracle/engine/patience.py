"""A family, a measure or a reference learner that loops is ended, and said to loop."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from learncheck.strategies.play.choices import BadFamily

SECONDS = 60.0
"""Processor time in which a case is made, played and measured, however large it is."""


LOOPS = "does a loop in its family, the learner or the measure end?"


@contextmanager
def patience() -> Iterator[Callable[[], None]]:
    """Gives what is to be called after every case. Raises BadFamily where it is not called for so long.

    Other threads than the main one, and systems without this signal, wait for ever.
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
