"""What both ends of the pipes to a submission's process use to wait for each other."""

import select
import signal
import time

# A process that sleeps takes tens of microseconds to wake, often more than the whole round trip.
SPIN_SECONDS = 50e-6
READ_BYTES = 1 << 16

STOP = signal.SIGURG
"""The signal at which the child says where it is before it is killed. Processes that do not know it ignore it."""


class Stopped(BaseException):
    """Raised in the submission's code once its time is up."""


class Waiter:
    """Waits until a file descriptor can be read: looks again and again for a moment, then sleeps.

    If looking proves vain (a busy machine, long pauses), it is tried more and more rarely.
    """

    def __init__(self, fd: int):
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        self._poll = poll.poll
        self._skip = self._penalty = 0

    def wait(self, milliseconds: int | None) -> bool:
        """Whether there is something to read (or an end of file) before `milliseconds` have passed.

        With None it does not sleep: whoever reads next does, as long as need be.
        """
        poll = self._poll
        if self._skip:
            self._skip -= 1
            return milliseconds is None or bool(poll(milliseconds))
        end = time.perf_counter() + SPIN_SECONDS
        while not poll(0):
            if time.perf_counter() > end:
                self._skip = self._penalty = min(2 * self._penalty + 1, 63)
                return milliseconds is None or bool(poll(milliseconds))
        self._penalty = 0
        return True
