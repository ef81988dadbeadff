"""The process of a submission: its start, its pipes, the time that it takes, the calls that it makes, its end.

`Process` sends a request and waits for its reply; `boundary.process` knows what they mean. Whatever goes wrong
meanwhile is raised as one of the exceptions of `boundary.failures`. The process's output and exit status are ignored.
Linux and macOS; processor time is measured only on Linux, elsewhere only the clock counts.
"""

import contextlib
import json
import math
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from learncheck.exact.answers import MAX_NAME, cleaned
from learncheck.learners.arrays import Array
from learncheck.oracle.boundary import messages, sandbox
from learncheck.oracle.boundary.failures import Crashed, InvalidPrediction, SubmissionError, TimedOut, refusal_text
from learncheck.oracle.boundary.folders import Folder
from learncheck.oracle.boundary.messages import Message, Replied, Reply
from learncheck.oracle.boundary.sandbox import Rung
from learncheck.oracle.boundary.waiting import READ_BYTES, SPIN_SECONDS, STOP, Waiter
from learncheck.oracle.boundary.wire import ProtocolError, Reader, Register, Wire, text, wired
from learncheck.oracle.interrupts import uninterrupted

# How much longer than its processor time a submission may keep us waiting. A busy machine is not its fault: the time
# in which it or we were ready and had no processor is taken off, as far as the system tells us, and if we are late
# after a slice of waiting, because nobody tells or the machine stood still, the slice counts as two at most.
WALL_FACTOR = 2
# Between two looks at a silent child, and the waiting after which processor time is read again.
SLICE_SECONDS = 0.05
SLICE_MILLISECONDS = 50
# Python and numpy themselves; if they are not up by then, something is wrong here and not in the submission.
START_SECONDS = 60.0
MAX_LIVE_CALLABLES = 10_000
MAX_DESCENDANTS = 256
MAX_LINES = 40
PLACE_MILLISECONDS = 2000


class Budget:
    """The seconds that the submission may spend, and those spent so far."""

    def __init__(self, seconds: float):
        if not seconds > 0:
            raise ValueError(f"a budget of {seconds} s; it must be greater than 0")
        self.seconds = seconds
        self.waited = 0.0
        self.cpu_before = 0.0
        self.queued_before = 0.0
        self.next_look = SLICE_SECONDS

    @property
    def used(self) -> float:
        """The seconds used up, once every process has been settled."""
        return max(self.cpu_before, (self.waited - self.queued_before) / WALL_FACTOR)

    def exceeded(self) -> TimedOut:
        return TimedOut(f"took longer than its limit of {self.seconds:g} s")


class Impatient(SubmissionError):
    """The caller will not wait any longer. This is not a verdict: the budget is not used up."""

    verdict = "timed-out"


class _CalledBack(RuntimeError):
    """A mistake of ours, not the submission's: a callable used the process that was waiting for it."""


class Process:
    """One run of the child: its pipes, the time it has used, and the callables that it may call.

    budget: what its time is charged to.

    It is only started; `wait_until_up` must be called before anything else.
    """

    @uninterrupted()
    def __init__(self, memory_bytes: int, cpu_seconds: int, rung: Rung, *, paths: Sequence[str] = ()):
        if os.name != "posix":
            raise OSError("a submission's process needs the pipes of Linux or macOS; use WSL, or learncheck.check")
        self.ended: str | None = None
        self.ended_by: SubmissionError | None = None
        self._memory_bytes = memory_bytes
        self._cpu_allowance = cpu_seconds
        self.budget = Budget(START_SECONDS)
        self._cpu_at_charge = 0.0
        self._queued_at_charge = queued_here()
        self._looking_in_vain = self._cpu_seen = self._queued_seen = 0.0
        self._last_answer = time.monotonic()
        self._until = math.inf
        self._slices = 0
        self._sequence = 0
        self._handles = 0
        self._busy = False
        self._released: list[int] = []
        self._callables: dict[int, Callable[..., object]] = {}
        self._refusal: Exception | None = None
        self._directory = Folder()
        request_read, self._request_fd = os.pipe()
        self._reply_fd, reply_write = os.pipe()
        os.set_blocking(self._request_fd, False)
        numbers = map(str, (request_read, reply_write, memory_bytes, cpu_seconds))
        shown = [sandbox.shown(path) for path in paths]
        argv = [*sandbox.python("child"), *numbers, json.dumps([root for _, root in shown])]
        try:
            self._popen = subprocess.Popen(
                rung.command(argv, [folder for folder, _ in shown]),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(request_read, reply_write),
                cwd=self._directory.name,
                env=sandbox.environment(self._directory.name),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._request_fd)
            os.close(self._reply_fd)
            self._directory.close()
            raise
        finally:
            os.close(request_read)
            os.close(reply_write)
        self._waiter = Waiter(self._reply_fd)
        self._rung = rung

    def wait_until_up(self) -> None:
        """Read the child's first message. Raises RuntimeError if it does not start."""
        try:
            first = self._receive(time.monotonic())
            if isinstance(first, messages.NotConfined):
                raise ProtocolError(f"that it cannot be confined: {cleaned(first.text)}")
            if not isinstance(first, messages.Hello):
                raise ProtocolError("something else than its first message")
        except (SubmissionError, ProtocolError) as error:
            self.stop(None)
            raise RuntimeError(
                f"the process for submissions does not start under {self._rung.name}: {error}; see `learncheck doctor`"
            ) from error
        except BaseException:
            self.stop(None)
            raise

    # -- what learners use

    def new_handle(self) -> int:
        self._handles += 1
        return self._handles

    def register(self, function: Callable[..., object]) -> int:
        handle = self.new_handle()
        self._callables[handle] = function
        return handle

    def release(self, handle: int, callables: list[int]) -> None:
        """Note what to release. Runs in finalizers as well, so it sends nothing."""
        self._released.append(handle)
        while callables:
            self._callables.pop(callables.pop(), None)

    def take_released(self) -> list[int]:
        released, self._released = self._released, []
        return released

    def ask(
        self,
        request: Message,
        expected: type[Replied],
        register: Register | None = None,
        until: float = math.inf,
    ) -> Replied:
        """Send one request and serve the child's calls until it replies. Returns the reply.

        Raises what the child reports instead, an exception in the submission or an answer that is none.
        Raises `Impatient` once the time `waited` exceeds `until`, in seconds.
        """
        if self.ended is not None:
            raise self._over()
        if self._busy:
            raise _CalledBack("a callable handed to a learner must not call a learner of the same submission")
        self._busy = True
        self._refusal = None
        self._until = until
        self._slices = 0
        budget = self.budget
        started = time.monotonic()
        self._looking_in_vain += min(started - self._last_answer, SPIN_SECONDS)
        self._sequence = (self._sequence + 1) & 0xFFFFFFFF
        try:
            self._send(request, started)
            while isinstance(reply := self._receive(started), messages.CalledBack):
                self._answer_call(reply, register, started)
                self._look_now_and_then(started)
            if not isinstance(reply, (expected, messages.Raised, messages.Invalid)):
                raise ProtocolError(f"a reply of unexpected kind {type(reply).__name__}")
            self._last_answer = time.monotonic()
            budget.waited += self._waiting(started)
            if budget.waited > budget.next_look:
                self._look(0.0)
        except ProtocolError as error:
            raise self.violation(str(error)) from None
        except TimedOut as error:
            late = TimedOut(f"{error.message}{self._place()}")
            self.stop(late)
            raise late from None
        except SubmissionError as error:
            self.stop(error)
            raise
        except BaseException:
            self.stop(None)
            raise
        finally:
            self._busy = False
        if isinstance(reply, expected):
            return reply
        assert isinstance(reply, messages.Raised | messages.Invalid)
        raise self._reported(reply)

    def _place(self) -> str:
        """Where the child is in the submission, in a line of its own; "" if it does not say so soon."""
        with contextlib.suppress(OSError, ProtocolError):
            os.killpg(self._popen.pid, STOP)
            poll = select.poll()
            poll.register(self._reply_fd, select.POLLIN)
            data = os.read(self._reply_fd, READ_BYTES) if poll.poll(PLACE_MILLISECONDS) else b""
            if len(data) > messages.HEAD.size:
                _, sequence = messages.HEAD.unpack_from(data)
                reply = messages.reply(data[messages.HEAD.size :])
                if isinstance(reply, messages.StoppedAt) and reply.text and sequence == self._sequence:
                    return "\n" + cleaned(reply.text, messages.MAX_TEXT)
        return ""

    def _reported(self, reply: messages.Raised | messages.Invalid) -> SubmissionError:
        """The exception for what the child reports: an invalid answer, or an exception in the submission."""
        if isinstance(reply, messages.Invalid):
            return InvalidPrediction(cleaned(reply.text))
        names = tuple(cleaned(word, MAX_NAME) for word in reply.names)
        lines = "\n".join(cleaned(reply.text, messages.MAX_TEXT, lines=True).splitlines()[:MAX_LINES])
        if "MemoryError" in names:
            lines += f" (the limit is {self._memory_bytes >> 20} MB)"
        crashed = Crashed(lines, names, reply.there)
        crashed.__cause__ = self._refusal
        return crashed

    def read(self, value: Wire) -> Any:
        """The value in a reply. Raises Crashed if it cannot be read."""
        try:
            return Reader().value(value)
        except ProtocolError as error:
            raise self.violation(str(error)) from None

    def attributes(self, exposed: messages.Exposed, names: Sequence[str]) -> dict[str, Array]:
        """The named attributes that a learner exposes. Raises Crashed if the reply holds anything else."""
        arrays = {names[index]: self.read(value) for index, value in exposed if 0 <= index < len(names)}
        if len(arrays) < len(exposed) or not all(isinstance(array, np.ndarray) for array in arrays.values()):
            raise self.violation("a state that was not asked for")
        return arrays

    def violation(self, what: str) -> Crashed:
        """End the process because of bytes that are not a reply. Returns the exception that says so."""
        error = Crashed(
            f"the submission's process sent {cleaned(what)}, which is not a reply; does it write to open files?"
        )
        self.stop(error)
        return error

    # -- time

    def charge_to(self, budget: Budget) -> None:
        """Charge time to `budget` from now on."""
        self._settle()
        self.budget = budget

    def spent(self) -> tuple[float, float]:
        """The seconds used, as of the last look: those that we have waited, and processor time."""
        return self.budget.waited, self.budget.cpu_before + self._cpu_seen

    def waited(self, waiting: float = 0.0) -> float:
        """The seconds that we have waited without those in which others had the processor, as of the last look; at
        least its processor time. `waiting`: seconds in the present call.
        """
        budget = self.budget
        return max(budget.waited + waiting - budget.queued_before - self._queued_seen, self.spent()[1])

    def used(self) -> float:
        """The seconds of the budget that are used up, as of the last look: see `Budget.used`."""
        budget = self.budget
        return max(self.spent()[1], (budget.waited - budget.queued_before - self._queued_seen) / WALL_FACTOR)

    def _settle(self) -> None:
        """Add to the budget what was spent since the last charge."""
        self.budget.cpu_before += self._cpu_spent()
        self.budget.queued_before += self._queued()
        self._cpu_at_charge = self._cpu()
        self._queued_at_charge = queued_seconds(self._popen.pid) + queued_here()
        self._looking_in_vain = self._cpu_seen = self._queued_seen = 0.0

    def cpu_left(self) -> float:
        """Seconds of processor time until the kernel ends the process."""
        return self._cpu_allowance - self._cpu_at_charge

    def _cpu(self) -> float:
        return cpu_seconds(self._popen.pid) or 0.0

    def _cpu_spent(self) -> float:
        # While we think, the child looks for our next request; that time is not the submission's.
        return max(0.0, self._cpu() - self._cpu_at_charge - self._looking_in_vain)

    def _look(self, waiting: float) -> None:
        """Raise `TimedOut` if, with `waiting` seconds in the present call, the budget is exceeded."""
        budget = self.budget
        budget.next_look = budget.waited + waiting + SLICE_SECONDS
        self._cpu_seen, self._queued_seen = self._cpu_spent(), self._queued()
        waited, most = self.waited(waiting), budget.seconds
        if waited > self._until:
            raise Impatient("takes too long over many games at once")
        if waited > WALL_FACTOR * most or self.spent()[1] > most:
            raise budget.exceeded()

    def _queued(self) -> float:
        """Seconds since the charge in which the submission, or we, were ready to go on and others had the processor."""
        return max(0.0, queued_seconds(self._popen.pid) + queued_here() - self._queued_at_charge)

    def _waiting(self, started: float) -> float:
        """Seconds in the present call, as many as its slices may count."""
        return min(time.monotonic() - started, 2 * SLICE_SECONDS * self._slices)

    def _look_now_and_then(self, started: float) -> None:
        """Check the budget while the child keeps calling back, or sends byte after byte."""
        waiting = self._waiting(started)
        if self.budget.waited + waiting > self.budget.next_look:
            self._look(waiting)

    # -- bytes

    def _send(self, message: Message, started: float) -> None:
        body = messages.encode(message)
        data = messages.HEAD.pack(len(body), self._sequence) + body
        try:
            sent = os.write(self._request_fd, data)
        except BlockingIOError:
            sent = 0
        except OSError:
            raise self._gone() from None
        if sent < len(data):
            self._send_rest(memoryview(data)[sent:], started)

    def _send_rest(self, data: memoryview, started: float) -> None:
        poll = select.poll()
        poll.register(self._request_fd, select.POLLOUT)
        while data:
            self._slices += 1
            if not poll.poll(SLICE_MILLISECONDS):
                self._check_silence(started)
                continue
            try:
                data = data[os.write(self._request_fd, data) :]
            except OSError:
                raise self._gone() from None

    def _receive(self, started: float) -> Reply:
        """The child's next message."""
        data = self._read(started)
        while len(data) < messages.HEAD.size:
            data += self._read_more(started)
        length, sequence = messages.HEAD.unpack_from(data)
        if length > messages.MAX_REPLY_BYTES:
            raise ProtocolError(f"a message of {length} bytes, at most {messages.MAX_REPLY_BYTES} are allowed")
        if sequence != self._sequence:
            raise ProtocolError(f"message number {sequence} instead of {self._sequence}")
        parts = [data[messages.HEAD.size :]]
        missing = length - len(parts[0])
        while missing > 0:
            parts.append(self._read_more(started))
            missing -= len(parts[-1])
        if missing < 0:
            raise ProtocolError(f"a message with {-missing} bytes too many")
        return messages.reply(parts[0] if len(parts) == 1 else b"".join(parts))

    def _read(self, started: float) -> bytes:
        self._slices += 1
        while not self._waiter.wait(SLICE_MILLISECONDS):
            self._check_silence(started)
            self._slices += 1
        data = os.read(self._reply_fd, READ_BYTES)
        if not data:
            raise self._gone()
        return data

    def _read_more(self, started: float) -> bytes:
        self._look_now_and_then(started)
        return self._read(started)

    def _check_silence(self, started: float) -> None:
        """After a slice without a reply: is there time left, and is the child alive?"""
        self._look(self._waiting(started))
        if _has_ended(self._popen.pid):
            raise self._gone()

    def _gone(self) -> SubmissionError:
        if self.budget.cpu_before + self._cpu_spent() > self.budget.seconds:
            return self.budget.exceeded()
        return Crashed(
            "the submission's process ended without an answer (os._exit, a crash in native code, out of memory?)"
        )

    def _answer_call(self, call: messages.CalledBack, register: Register | None, started: float) -> None:
        """Serve a call of the child: run the callable here, send its result or its refusal."""
        arguments = Reader().values(call.arguments)
        function = self._callables.get(call.function)
        if function is None:
            raise ProtocolError("a call of something that it was not given")
        called = time.monotonic()
        try:
            with np.errstate(all="ignore"):  # numpy's warnings about a submission's numbers are nobody's concern
                result = function(*arguments)
        except _CalledBack:
            raise
        except Exception as error:
            self._refusal = error
            answer: Message = messages.Refusal(text(refusal_text(error)))
        else:
            answer = messages.Result(wired(result, register))
        if self.ended is not None:
            raise self._over()
        if len(self._callables) > MAX_LIVE_CALLABLES:
            raise Crashed(
                f"called its weak learner more than {MAX_LIVE_CALLABLES:,} times; is the loop around the call endless?"
            )
        self._looking_in_vain += min(time.monotonic() - called, SPIN_SECONDS)
        self._send(answer, started)

    # -- the end

    @uninterrupted()
    def stop(self, error: SubmissionError | None) -> None:
        """End the process, and everything in its process group. Harmless when it has ended."""
        if self.ended is not None:
            return
        self.ended = "the process of this learner has been closed" if error is None else error.message
        self.ended_by = error
        self._settle()
        # Not yet waited for, so that its number cannot belong to another process.
        try:
            os.killpg(self._popen.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._popen.kill()
        self._popen.wait()
        os.close(self._request_fd)
        os.close(self._reply_fd)
        self._callables.clear()
        self._directory.close()

    def _over(self) -> Exception:
        """What to raise for a learner whose process has ended."""
        message = f"its process had ended already: {self.ended}"
        if isinstance(self.ended_by, TimedOut):
            return TimedOut(message)
        if self.ended_by is not None:
            return Crashed(message)
        return RuntimeError(f"{self.ended}; make another learner")

    def __del__(self) -> None:
        if hasattr(self, "_popen"):
            self.stop(None)


def cpu_seconds(pid: int) -> float | None:
    """The processor time of a process and its descendants so far; None where there is no /proc."""
    return sum(sum(times(member)) for member in family_of(pid)) if times(pid) else None


def times(pid: int) -> list[float]:
    """The processor time of a process, its own and the system's for it, and that of children it has waited for, the
    same; nothing if it is gone.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return []
    # Its name, in parentheses, may hold anything. Then come 11 fields, and utime, stime, cutime, cstime.
    return [int(ticks) / os.sysconf("SC_CLK_TCK") for ticks in stat[stat.rindex(b")") + 2 :].split()[11:15]]


def queued_seconds(pid: int) -> float:
    """How long a process or a descendant has been ready and waited for a processor; 0 if the system does not say.

    Of several processes, the one that waited longest counts: they wait at the same time, so a sum would be too long.
    """
    nanoseconds = 0
    for member in family_of(pid):
        with contextlib.suppress(OSError, IndexError):
            nanoseconds = max(nanoseconds, int(Path(f"/proc/{member}/schedstat").read_bytes().split()[1]))
    return nanoseconds / 1e9


def queued_here() -> float:
    """How long this thread has been ready and waited for a processor; 0 if the system does not say."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def family_of(pid: int) -> list[int]:
    """A process and its descendants."""
    family = [pid]
    for member in family:
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{member}/task/{member}/children").read_bytes().split()
            family += map(int, children[: MAX_DESCENDANTS - len(family)])
    return family


def _has_ended(pid: int) -> bool:
    """Whether our child has ended, without reaping it. If the system cannot say, the end of the pipe will."""
    return hasattr(os, "waitid") and bool(os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT))
