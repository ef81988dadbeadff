"""Limits on the time and the memory of a learner in this process."""

import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from learncheck.oracle.boundary.failures import TimedOut

TICK = 0.1
"""Seconds between two looks at the time that a learner has taken."""

IDLE = 0.001
"""A learner that gave up the processor and used less processor time than this, in seconds, has slept in that tick."""


class Clock:
    """Limits the seconds that classes in this process may take, in total and between calls of `new_budget`.

    These are the processor time of the thread, and the ticks in which it slept. A signal interrupts it, again and again
    if it catches the exception. That works only in the main thread on Linux and macOS; elsewhere time is unlimited.

    used: the seconds of the budget that are used up.
    """

    def __init__(self, total: float = math.inf) -> None:
        self._total = self._total_left = self._budget = total
        self.used, self._booked = 0.0, True

    def new_budget(self, seconds: float, *, booked: bool = True) -> None:
        """Start counting anew. Unless the budget is `booked`, its time does not count towards the total."""
        self._budget, self.used, self._booked = seconds, 0.0, booked

    @property
    def _left(self) -> float:
        return self._budget - self.used

    def running(self) -> AbstractContextManager[None]:
        """Raise TimedOut in this context once the time is up."""
        most = min(self._left, self._total_left)
        if (
            most == math.inf
            or not hasattr(signal, "setitimer")
            or threading.current_thread() != threading.main_thread()
        ):
            return self._measured()
        return self._timed(most)

    @contextmanager
    def _measured(self) -> Iterator[None]:
        start = time.thread_time()
        try:
            yield
        finally:
            self.used += time.thread_time() - start

    @contextmanager
    def _timed(self, most: float) -> Iterator[None]:
        if most <= 0:
            raise self._over()
        start = seen = time.thread_time()
        given_up, slept = _given_up(), 0.0

        def ring(*given: object) -> None:
            nonlocal seen, given_up, slept
            now, times = time.thread_time(), _given_up()
            slept += TICK * (now - seen < IDLE and times > given_up)
            seen, given_up = now, times
            if now - start + slept > most:
                raise self._over()

        before = signal.signal(signal.SIGALRM, ring)
        try:
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, before)
            taken = time.thread_time() - start + slept
            self.used += taken
            self._total_left -= taken * self._booked

    def _over(self) -> TimedOut:
        if self._total_left <= self._left:
            return TimedOut(f"has used up the {self._total:g} s for all of its claims")
        return TimedOut(f"took longer than its limit of {self._budget:g} s")


def _given_up() -> int:
    """How often this process has given up a processor of its own accord."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


@contextmanager
def within_memory(most: int) -> Iterator[None]:
    """Raise MemoryError in this context if it takes more than `most` bytes. Linux only."""
    if sys.platform != "linux":
        yield
        return
    import resource

    own = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    limits = [limit for limit in (taken + most, *own) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), own[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, own)
