"""Runs a submission in a process of its own, asks it for predictions and only then tells it the labels.

    with Submission("alice.py") as submission:
        submission.defines                              # {"Halving": "MyHalving"}
        learner = submission.make("Halving", hypotheses)
        learner.predict(2)                              # -1, 0 or +1, or a SubmissionError
        learner.update(2, +1)

`Submission` starts the process when it is needed and again after it has ended; `RemoteLearner` is a learner
in it; `LocalLearner` gives a class of this process the same interface and the same checks. What comes back is
parsed (`oracle.child` describes the messages) and every way to misbehave is one of four exceptions:
`InvalidPrediction`, `Crashed`, `TimedOut` and `LoadError`. The process's output and exit status are never
looked at.

The boundary keeps labels from a learner until it has predicted. It does not keep a submission from the file
system or the network; `Submission(wrap_command=...)` is where a sandbox joins in. Linux and macOS; processor
time is measured on Linux alone, elsewhere only the clock counts.
"""

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from oracle import child
from oracle.child import InvalidAnswer, ProtocolError, Reader, cleaned, encode, encode_text

# How much longer than its processor time a submission may keep us waiting: a busy machine is not its fault.
WALL_FACTOR = 2
# Between two looks at a silent child, and the waiting after which processor time is read again.
SLICE_SECONDS = 0.05
SLICE_MILLISECONDS = 50
# Python and numpy themselves; if they are not up by then, something is wrong here and not in the submission.
START_SECONDS = 60.0
# RLIMIT_CPU is a last resort for a whole process; the budgets of its claims are much smaller.
BUDGETS_PER_PROCESS = 20
MAX_SOURCE_BYTES = 4 << 20
MAX_LIVE_CALLABLES = 10_000
MAX_DESCENDANTS = 256
MAX_LINES = 40
MIN_MEMORY_MB = 128

Answer = TypeVar("Answer")
Verdict = Literal["invalid", "crashed", "timed-out"]
WrapCommand = Callable[[Sequence[str], str], Sequence[str]]


class SubmissionError(Exception):
    """The submission failed. `verdict` is the word for it in reports, `message` what a student reads."""

    verdict: Verdict = "crashed"

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message


class InvalidPrediction(SubmissionError):
    """An answer that is no label, no row of labels or no row of numbers, whichever was due."""

    verdict: Verdict = "invalid"


class Crashed(SubmissionError):
    """An exception in the submission, or the end of its process, or bytes that are no reply.

    `exception_names` are the exception's class and the built-in classes above it, `raised_in_submission`
    tells whether the submission's own code raised it; () and False where there was no exception.
    """

    verdict: Verdict = "crashed"

    def __init__(self, message: str, exception_names: tuple[str, ...] = (), raised_in_submission: bool = False):
        super().__init__(message)
        self.exception_names = exception_names
        self.raised_in_submission = raised_in_submission


class TimedOut(SubmissionError):
    """The budget of processor time, or of waiting, is used up."""

    verdict: Verdict = "timed-out"


class LoadError(SubmissionError):
    """The file cannot be judged: it is missing, fails or hangs when imported, or defines no known learner."""

    def __init__(self, message: str, verdict: Verdict = "crashed"):
        super().__init__(message)
        self.verdict = verdict


class Budget:
    """Seconds that the submission may spend, and what it has spent so far."""

    def __init__(self, seconds: float):
        if not seconds > 0:
            raise ValueError(f"a budget of {seconds} s; it must be greater than 0")
        self.seconds = seconds
        self.waited = 0.0
        self.cpu_of_ended_processes = 0.0
        self.next_look = SLICE_SECONDS

    def exceeded(self) -> TimedOut:
        return TimedOut(f"took longer than the {self.seconds:g} s that it is given")


class Submission:
    """A submission file and the process that runs it. A context manager; `close` ends the process.

    `time_limit` is the budget in seconds that `new_budget` renews, `memory_limit_mb` bounds the address space
    of the process, `import_limit` the seconds that importing the file may take. `classes` maps contract
    names to class names where the file does not say so itself. `seed` feeds the generators of a submission
    that draws at random. `wrap_command(command, directory)` may return another command that runs `command` in
    `directory` and inherits the open file descriptors. To be used from one thread: on Linux the process ends
    with the thread that started it.

    The process starts at the first `defines` or `make`, which raise `LoadError` if the file cannot be judged.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        time_limit: float = 10.0,
        memory_limit_mb: int = 1024,
        import_limit: float = 20.0,
        classes: Mapping[str, str] | None = None,
        seed: int = 0,
        wrap_command: WrapCommand | None = None,
    ):
        if memory_limit_mb < MIN_MEMORY_MB:
            raise ValueError(f"a memory limit of {memory_limit_mb} MB; Python and numpy alone need {MIN_MEMORY_MB} MB")
        if not 0 <= seed < 1 << 32:
            raise ValueError(f"the seed {seed}; expected an integer from 0 to 2**32 - 1")
        self.path = Path(path)
        self.time_limit = time_limit
        self.memory_limit_mb = memory_limit_mb
        self.import_limit = import_limit
        self.seed = seed
        self._classes = dict(classes or {})
        self._wrap_command = wrap_command
        self._budget = Budget(time_limit)
        self._process: _Process | None = None
        self._source: bytes | None = None
        self._defines: dict[str, str] = {}
        self._unknown_names: tuple[str, ...] = ()
        self._closed = False

    def __enter__(self) -> "Submission":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def defines(self) -> dict[str, str]:
        """Contract name to the name of the class that the submission gives for it."""
        if not self._defines:
            self._running()
        return dict(self._defines)

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """Keys of the submission's LEARNERS that are no contract names: typing errors, most likely."""
        if not self._defines:
            self._running()
        return self._unknown_names

    def make(self, name: str, *arguments: object) -> "RemoteLearner":
        """A new learner: the class that the submission gives for `name`, constructed with `arguments`.

        Arguments are None, numbers, strings, arrays and callables. A callable stays here; the learner gets a
        function that calls it. Raises ValueError for a name that the submission does not define.
        """
        process = self._running()
        if name not in self._defines:
            raise ValueError(f"{self.path.name} defines no {name}; it defines {', '.join(sorted(self._defines))}")
        return RemoteLearner(process, name, arguments)

    def new_budget(self, seconds: float | None = None) -> None:
        """Start counting anew: `seconds` of processor time, `time_limit` by default, and twice that to wait.

        May end an old process, and with it the learners in it, so make learners after the call.
        """
        self._budget = Budget(self.time_limit if seconds is None else seconds)
        process = self._process
        if process is not None and process.ended is None:
            process.charge_to(self._budget)
            if process.cpu_left() < (WALL_FACTOR + 1) * self._budget.seconds:
                process.stop(None)

    def close(self) -> None:
        """End the process. The submission cannot be used afterwards."""
        self._closed = True
        if self._process is not None:
            self._process.stop(None)

    def _running(self) -> "_Process":
        """The process, started (again) if need be."""
        if self._closed:
            raise ValueError(f"the submission {self.path.name} is closed; open another")
        process = self._process
        if process is not None and process.ended is None:
            return process
        if process is not None and isinstance(process.ended_by, TimedOut):
            # The verdict has been given; what is played next must not fail for what was played before.
            self._budget = Budget(self._budget.seconds)
        if self._source is None:
            self._source = _read_source(self.path)
        allowance = self.import_limit + BUDGETS_PER_PROCESS * max(self.time_limit, self._budget.seconds)
        process = _Process(self.memory_limit_mb << 20, math.ceil(allowance), self._wrap_command)
        try:
            self._defines, self._unknown_names = self._load(process)
        except BaseException:
            process.stop(None)
            raise
        process.charge_to(self._budget)
        self._process = process
        return process

    def _load(self, process: "_Process") -> tuple[dict[str, str], tuple[str, ...]]:
        name = self.path.name
        assert self._source is not None
        chosen = b"".join(encode_text(part) for pair in self._classes.items() for part in pair)
        head = encode_text(name) + child.U32.pack(self.seed) + child.U32.pack(len(self._classes))
        process.charge_to(Budget(self.import_limit))
        try:
            kind, reply = process.ask(child.LOAD, 0, head + chosen + self._source, (child.READY, child.UNLOADABLE))
            reader = Reader(reply)
            if kind == child.UNLOADABLE:
                raise LoadError(f"{name} cannot be imported: {cleaned(reader.text())}")
            expected = {*child.LEARNER_NAMES, *self._classes}
            defines = {_identifier(reader): _identifier(reader) for _ in range(_count(reader, len(expected)))}
            unknown = tuple(_identifier(reader) for _ in range(_count(reader, child.MAX_LINE)))
            reader.end()
            if not defines.keys() <= expected:
                raise ProtocolError("a learner that is none of the contract's")
        except ProtocolError as error:
            raise LoadError(f"{name} cannot be imported: its process sent {error}") from None
        except TimedOut:
            limit = f"{self.import_limit:g} s"
            raise LoadError(f"{name} cannot be imported: it took longer than {limit}", "timed-out") from None
        except Crashed as error:
            raise LoadError(f"{name} cannot be imported: {cleaned(error.message)}") from None
        if not defines:
            raise LoadError(
                f"{name} defines no known learner; name a class as the contract does, Halving for example, "
                'or add LEARNERS = {"Halving": YourClass}'
            )
        return defines, unknown


def _read_source(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            source = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        raise LoadError(f"{path} cannot be read: {error.strerror}") from None
    if len(source) > MAX_SOURCE_BYTES:
        raise LoadError(f"{path} is longer than {MAX_SOURCE_BYTES >> 20} MiB; is it a Python file?")
    return source


def _count(reader: Reader, limit: int) -> int:
    count = reader.u32()
    if count > limit:
        raise ProtocolError(f"a list of {count} names")
    return count


def _identifier(reader: Reader) -> str:
    return cleaned(reader.text(child.MAX_NAME), child.MAX_NAME)


class RemoteLearner:
    """A learner that lives in a submission's process. Made by `Submission.make`.

    Each method sends fresh copies, waits, and checks the answer. All raise `Crashed` and `TimedOut`; those
    that return something also `InvalidPrediction`. A learner whose process has ended raises what ended it.
    """

    def __init__(self, process: "_Process", name: str, arguments: Sequence[object]):
        self.name = name
        self._process = process
        self._callables: list[int] = []
        self._handle = process.new_handle()
        released = process.take_released()
        head = [child.U32.pack(n) for n in (len(released), *released)]
        packed = [encode(argument, self._register) for argument in arguments]
        body = b"".join([*head, encode_text(name), child.U8.pack(len(packed)), *packed])
        self._ask(child.MAKE, body, child.DONE)

    def predict(self, x: object) -> int:
        """The label predicted for the instance x: -1, 0 or +1."""
        return self._label(child.PREDICT, encode(x))

    def update(self, x: object, y: int) -> None:
        """Reveal the label y of the instance x."""
        self._ask(child.UPDATE, encode(x) + encode(y), child.DONE)

    def update_then_predict(self, x: object, y: int, next_x: object) -> int:
        """`update(x, y)`, then `predict(next_x)`, in one message: twice as fast where next_x is known
        already.
        """
        return self._label(child.UPDATE_PREDICT, encode(x) + encode(y) + encode(next_x))

    def fit(self, X: object, y: object, sample_weight: object = None) -> None:
        """Fit a batch learner; the weights are passed by keyword, and only where there are any."""
        self._ask(child.FIT, encode(X) + encode(y) + encode(sample_weight), child.DONE)

    def predict_many(self, X: NDArray[Any]) -> NDArray[np.int64]:
        """The labels predicted for the m rows of X: shape (m,), each -1, 0 or +1."""
        reply = self._ask(child.PREDICT_MANY, encode(X), child.LABELS)
        labels = np.frombuffer(reply, np.int8).astype(np.int64)
        if labels.shape != (len(X),) or not (np.abs(labels) <= 1).all():
            raise self._process.violation(f"{labels.size} labels, or what are no labels, where {len(X)} labels are due")
        return labels

    def predict_reals(self, X: NDArray[Any]) -> NDArray[np.float64]:
        """The finite reals predicted for the m rows of X, shape (m,)."""
        return self._reals(child.PREDICT_REALS, encode(X), len(X), -math.inf)

    def probabilities(self) -> NDArray[np.float64]:
        """The learner's probabilities: finite, at least 0, of any number and sum; shape (n,)."""
        return self._reals(child.PROBABILITIES, b"", None, 0.0)

    def state(self, names: tuple[str, ...]) -> dict[str, NDArray[Any]]:
        """Copies of the named attributes that are plain arrays or numbers of bounded size; others are left
        out.

        A number has shape (). The types are bool, int64 and float64.
        """
        if len(names) > child.MAX_STATE_NAMES:
            raise ValueError(f"{len(names)} attributes at once; at most {child.MAX_STATE_NAMES} can be asked for")
        packed = [encode_text(name) for name in names]
        reply = self._ask(child.STATE, child.U8.pack(len(packed)) + b"".join(packed), child.STATES)
        exposed: dict[str, NDArray[Any]] = {}
        try:
            reader = Reader(reply)
            for _ in range(reader.u8()):
                index, array = reader.u8(), reader.value()
                if index >= len(names) or names[index] in exposed or not isinstance(array, np.ndarray):
                    raise ProtocolError("a state that was not asked for")
                exposed[names[index]] = array
            reader.end()
        except ProtocolError as error:
            raise self._process.violation(str(error)) from None
        return exposed

    def release(self) -> None:
        """Let go of the learner; its memory is freed when the next one is made."""
        if self._handle:
            self._process.release(self._handle, self._callables)
            self._handle = 0

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self.release()

    def _register(self, function: Callable[..., object]) -> int:
        handle = self._process.register(function)
        self._callables.append(handle)
        return handle

    def _ask(self, kind: int, body: bytes, expected: int) -> bytes:
        if not self._handle:
            raise ValueError(f"this {self.name} has been released; make another")
        reply_kind, reply = self._process.ask(
            kind, self._handle, body, (expected, child.RAISED, child.INVALID), self._register
        )
        if reply_kind == expected:
            return reply
        raise self._process.reported(reply_kind, reply)

    def _label(self, kind: int, body: bytes) -> int:
        reply = self._ask(kind, body, child.LABEL)
        label = _LABELS.get(reply)
        if label is None:
            raise self._process.violation(f"{child.shown(reply[:8])} where a label is due")
        return label

    def _reals(self, kind: int, body: bytes, m: int | None, least: float) -> NDArray[np.float64]:
        reply = self._ask(kind, body, child.REALS)
        if len(reply) % 8 or (m is not None and len(reply) != 8 * m):
            raise self._process.violation(f"{len(reply)} bytes where {'' if m is None else m} numbers are due")
        reals = np.frombuffer(reply, "<f8").astype(np.float64)
        if not np.isfinite(reals).all() or not (reals >= least).all():
            raise self._process.violation("a number that is not finite or is less than 0")
        return reals


_LABELS = {b"\x01": 1, b"\xff": -1, b"\x00": 0}


class LocalLearner:
    """A class of this process behind the interface of `RemoteLearner`: the same copies, checks, exceptions.

    For notebooks and for learners that the user vouches for: nothing bounds their time or memory.
    """

    def __init__(self, cls: Callable[..., Any], *arguments: object):
        self.name = child.type_name(cls) if isinstance(cls, type) else repr(cls)
        self._files = _files_of(cls)
        fresh = [_fresh(argument) for argument in arguments]
        self._learner = self._run(lambda: cls(*fresh))

    def predict(self, x: object) -> int:
        """See `RemoteLearner.predict`."""
        fresh = _fresh(x)
        return self._checked("predict", child.label_of, self._run(lambda: self._learner.predict(fresh)))

    def update(self, x: object, y: int) -> None:
        """See `RemoteLearner.update`."""
        fresh = _fresh(x), _fresh(y)
        self._run(lambda: self._learner.update(*fresh))

    def update_then_predict(self, x: object, y: int, next_x: object) -> int:
        """See `RemoteLearner.update_then_predict`."""
        self.update(x, y)
        return self.predict(next_x)

    def fit(self, X: object, y: object, sample_weight: object = None) -> None:
        """See `RemoteLearner.fit`."""
        fresh = _fresh(X), _fresh(y)
        named = {} if sample_weight is None else {"sample_weight": _fresh(sample_weight)}
        self._run(lambda: self._learner.fit(*fresh, **named))

    def predict_many(self, X: NDArray[Any]) -> NDArray[np.int64]:
        """See `RemoteLearner.predict_many`."""
        fresh = _fresh(X)
        answer = self._run(lambda: self._learner.predict(fresh))
        return self._checked("predict", lambda value: child.labels_of(value, len(X)), answer).astype(np.int64)

    def predict_reals(self, X: NDArray[Any]) -> NDArray[np.float64]:
        """See `RemoteLearner.predict_reals`."""
        fresh = _fresh(X)
        answer = self._run(lambda: self._learner.predict(fresh))
        return self._checked("predict", lambda value: child.reals_of(value, len(X)), answer)

    def probabilities(self) -> NDArray[np.float64]:
        """See `RemoteLearner.probabilities`."""
        answer = self._run(lambda: self._learner.probabilities())
        return self._checked("probabilities", lambda value: child.reals_of(value, None, non_negative=True), answer)

    def state(self, names: tuple[str, ...]) -> dict[str, NDArray[Any]]:
        """See `RemoteLearner.state`."""
        exposed = {}
        for name in names:
            try:
                array = child.plain_state(getattr(self._learner, name))
            except Exception:  # a property that raises exposes nothing
                continue
            if array is not None:
                exposed[name] = array
        return exposed

    def release(self) -> None:
        """Let go of the learner."""
        self._learner = None

    def _run(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except (Exception, SystemExit) as error:
            failure = child.Failure(error, self._files.__contains__)
            raise Crashed(failure.text, failure.names, failure.raised_there) from error

    def _checked(self, method: str, check: Callable[[object], Answer], answer: object) -> Answer:
        try:
            return check(answer)
        except InvalidAnswer as error:
            raise InvalidPrediction(f"{method} returned {error}") from None


def _fresh(value: object) -> Any:
    """`value` as a learner in a process of its own would receive it; a callable is wrapped likewise."""
    if callable(value):
        return _wrapped(value)
    return Reader(encode(value)).value()


def _wrapped(function: Callable[..., object]) -> Callable[..., object]:
    def from_the_judge(*arguments: object) -> object:
        fresh = [_fresh(argument) for argument in arguments]
        try:
            result = function(*fresh)
        except Exception as error:
            raise ValueError(_refusal_text(error)) from error
        return _fresh(result)

    return from_the_judge


def _refusal_text(error: Exception) -> str:
    return cleaned(f"{error}" or child.type_name(type(error)))


def _files_of(cls: Callable[..., Any]) -> set[str]:
    """The files (or notebook cells) in which the functions of a class are written."""
    classes = cls.__mro__ if isinstance(cls, type) else (type(cls),)
    members = [member for each in classes for member in vars(each).values()]
    return {member.__code__.co_filename for member in [*members, cls] if hasattr(member, "__code__")}


class _CalledBack(RuntimeError):
    """Our own mistake, not the submission's: a callable used the process that was waiting for it."""


class _Process:
    """One life of the child: its pipes, what it has used up, and the callables that it may call."""

    def __init__(self, memory_bytes: int, cpu_seconds: int, wrap_command: WrapCommand | None):
        if os.name != "posix":
            raise OSError("a submission's process needs the pipes of Linux or macOS; use WSL, or oracle.check")
        self.ended: str | None = None
        self.ended_by: SubmissionError | None = None
        self._memory_bytes = memory_bytes
        self._cpu_allowance = cpu_seconds
        self._budget = Budget(START_SECONDS)
        self._cpu_at_charge = 0.0
        self._looking_in_vain = 0.0
        self._last_answer = time.monotonic()
        self._sequence = 0
        self._handles = 0
        self._busy = False
        self._released: list[int] = []
        self._callables: dict[int, Callable[..., object]] = {}
        self._refusal: Exception | None = None
        self._directory = tempfile.TemporaryDirectory(prefix="learncheck-", ignore_cleanup_errors=True)
        request_read, self._request_fd = os.pipe()
        self._reply_fd, reply_write = os.pipe()
        os.set_blocking(self._request_fd, False)
        # -s and -P isolate as -I does, but heed PYTHONHASHSEED, without which no set is walked twice alike.
        command: Sequence[str] = [
            *(sys.executable, "-s", "-P", child.__file__),
            *map(str, (request_read, reply_write, memory_bytes, cpu_seconds)),
        ]
        if wrap_command is not None:
            command = wrap_command(command, self._directory.name)
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(request_read, reply_write),
                cwd=self._directory.name,
                env=_environment(self._directory.name),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._request_fd)
            os.close(self._reply_fd)
            self._directory.cleanup()
            raise
        finally:
            os.close(request_read)
            os.close(reply_write)
        self._waiter = child.Waiter(self._reply_fd)
        try:
            kind, _, _ = self._receive(time.monotonic())
            if kind != child.HELLO:
                raise ProtocolError("something else than its first message")
        except (SubmissionError, ProtocolError) as error:
            self.stop(None)
            raise RuntimeError(
                f"the process for submissions does not start; try `{sys.executable} -s -P -c 'import numpy'`"
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
        """Runs in finalizers as well, so it only takes notes."""
        self._released.append(handle)
        while callables:
            self._callables.pop(callables.pop(), None)

    def take_released(self) -> list[int]:
        released, self._released = self._released, []
        return released

    def ask(
        self,
        kind: int,
        target: int,
        body: bytes,
        expected: tuple[int, ...],
        register: child.Register | None = None,
    ) -> tuple[int, bytes]:
        """Send one request, serve the child's calls until its reply comes; the reply's kind and body."""
        if self.ended is not None:
            raise self._over()
        if self._busy:
            raise _CalledBack("a callable handed to a learner must not call a learner of the same submission")
        self._busy = True
        self._refusal = None
        budget = self._budget
        started = time.monotonic()
        self._looking_in_vain += min(started - self._last_answer, child.SPIN_SECONDS)
        self._sequence = (self._sequence + 1) & 0xFFFFFFFF
        try:
            self._send(kind, target, body, started)
            while True:
                reply_kind, reply_target, reply = self._receive(started)
                if reply_kind != child.CALL:
                    break
                self._answer_call(reply_target, reply, register, started)
                self._look_now_and_then(started)
            if reply_kind not in expected or reply_target != 0:
                raise ProtocolError(f"a reply of unexpected kind {reply_kind}")
            self._last_answer = time.monotonic()
            budget.waited += self._last_answer - started
            if budget.waited > budget.next_look:
                self._look(0.0)
        except ProtocolError as error:
            raise self.violation(str(error)) from None
        except SubmissionError as error:
            self.stop(error)
            raise
        except BaseException:
            self.stop(None)
            raise
        finally:
            self._busy = False
        return reply_kind, reply

    def reported(self, kind: int, reply: bytes) -> SubmissionError:
        """What the child reports: an invalid answer, or an exception in the submission."""
        try:
            reader = Reader(reply)
            if kind == child.INVALID:
                message = cleaned(reader.text())
                reader.end()
                return InvalidPrediction(message)
            raised_there = reader.u8() == 1
            names = tuple(_identifier(reader) for _ in range(reader.u8()))
            text = "\n".join(cleaned(reader.text(), child.MAX_TEXT, lines=True).splitlines()[:MAX_LINES])
            reader.end()
        except ProtocolError as error:
            return self.violation(str(error))
        if names[:1] == ("MemoryError",):
            text += f" (the limit is {self._memory_bytes >> 20} MB)"
        crashed = Crashed(text, names, raised_there)
        crashed.__cause__ = self._refusal
        return crashed

    def violation(self, what: str) -> Crashed:
        """End the process for bytes that are no reply; the exception that says so."""
        error = Crashed(
            f"the submission's process sent {cleaned(what)}, which is no reply; does it write to open files?"
        )
        self.stop(error)
        return error

    # -- time

    def charge_to(self, budget: Budget) -> None:
        """Count from now on against `budget`."""
        self._budget = budget
        self._cpu_at_charge = self._cpu()
        self._looking_in_vain = 0.0

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
        budget = self._budget
        budget.next_look = budget.waited + waiting + SLICE_SECONDS
        if (
            budget.waited + waiting > WALL_FACTOR * budget.seconds
            or budget.cpu_of_ended_processes + self._cpu_spent() > budget.seconds
        ):
            raise budget.exceeded()

    def _look_now_and_then(self, started: float) -> None:
        """For a child that is never silent and never done: one that calls back, or sends byte after byte."""
        waiting = time.monotonic() - started
        if self._budget.waited + waiting > self._budget.next_look:
            self._look(waiting)

    # -- bytes

    def _send(self, kind: int, target: int, body: bytes, started: float) -> None:
        data = child.HEADER.pack(len(body), kind, self._sequence, target) + body
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
            if not poll.poll(SLICE_MILLISECONDS):
                self._check_silence(started)
                continue
            try:
                data = data[os.write(self._request_fd, data) :]
            except OSError:
                raise self._gone() from None

    def _receive(self, started: float) -> tuple[int, int, bytes]:
        """The child's next message: kind, target, body."""
        data = self._read(started)
        while len(data) < child.HEADER.size:
            data += self._read_more(started)
        length, kind, sequence, target = child.HEADER.unpack_from(data)
        if length > child.MAX_REPLY_BYTES:
            raise ProtocolError(f"a message of {length} bytes, at most {child.MAX_REPLY_BYTES} are allowed")
        if sequence != self._sequence:
            raise ProtocolError(f"message number {sequence} instead of {self._sequence}")
        parts = [data[child.HEADER.size :]]
        missing = length - len(parts[0])
        while missing > 0:
            parts.append(self._read_more(started))
            missing -= len(parts[-1])
        if missing < 0:
            raise ProtocolError(f"a message with {-missing} bytes too many")
        return kind, target, parts[0] if len(parts) == 1 else b"".join(parts)

    def _read(self, started: float) -> bytes:
        while not self._waiter.wait(SLICE_MILLISECONDS):
            self._check_silence(started)
        data = os.read(self._reply_fd, child.READ_BYTES)
        if not data:
            raise self._gone()
        return data

    def _read_more(self, started: float) -> bytes:
        self._look_now_and_then(started)
        return self._read(started)

    def _check_silence(self, started: float) -> None:
        """After a slice without a reply: is there time left, and is the child alive?"""
        self._look(time.monotonic() - started)
        if _has_ended(self._popen.pid):
            raise self._gone()

    def _gone(self) -> SubmissionError:
        if self._budget.cpu_of_ended_processes + self._cpu_spent() > self._budget.seconds:
            return self._budget.exceeded()
        return Crashed(
            "the submission's process ended without an answer (os._exit, a fault in native code, no memory?)"
        )

    def _answer_call(self, target: int, body: bytes, register: child.Register | None, started: float) -> None:
        """Serve a call of the child: run the callable here, send its result or its refusal."""
        reader = Reader(body)
        count = reader.u8()
        arguments = [reader.value() for _ in range(count)]
        reader.end()
        function = self._callables.get(target)
        if function is None or count > child.MAX_CALL_ARGUMENTS:
            raise ProtocolError("a call of something that it was not given")
        called = time.monotonic()
        try:
            result = function(*arguments)
        except _CalledBack:
            raise
        except Exception as error:
            self._refusal = error
            answer_kind, answer = child.REFUSED, encode_text(_refusal_text(error))
        else:
            answer_kind, answer = child.RESULT, encode(result, register)
        if self.ended is not None:
            raise self._over()
        if len(self._callables) > MAX_LIVE_CALLABLES:
            raise Crashed(f"called its weak learner more than {MAX_LIVE_CALLABLES} times")
        self._looking_in_vain += min(time.monotonic() - called, child.SPIN_SECONDS)
        self._send(answer_kind, 0, answer, started)

    # -- the end

    def stop(self, error: SubmissionError | None) -> None:
        """End the process, and everything in its process group. Harmless when it has ended."""
        if self.ended is not None:
            return
        self.ended = "the process of this learner has been closed" if error is None else error.message
        self.ended_by = error
        self._budget.cpu_of_ended_processes += self._cpu_spent()
        # Not yet waited for, so that its number cannot belong to another process.
        try:
            os.killpg(self._popen.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._popen.kill()
        self._popen.wait()
        os.close(self._request_fd)
        os.close(self._reply_fd)
        self._callables.clear()
        self._directory.cleanup()

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


def _environment(directory: str) -> dict[str, str]:
    """The child's whole environment. Linear algebra gets one thread: the same sums on every machine."""
    threads = ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "VECLIB_MAXIMUM")
    return {
        "PATH": os.defpath,
        "HOME": directory,
        "TMPDIR": directory,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "MALLOC_ARENA_MAX": "2",
        **{f"{name}_NUM_THREADS": "1" for name in threads},
    }


def cpu_seconds(pid: int) -> float | None:
    """The processor time of a process and its descendants so far; None where there is no /proc."""
    ticks = 0
    family = [pid]
    for member in family:
        try:
            stat = Path(f"/proc/{member}/stat").read_bytes()
        except OSError:
            if member == pid:
                return None
            continue
        # Its name, in parentheses, may hold anything. Then come 11 fields, and utime, stime, cutime, cstime.
        ticks += sum(map(int, stat[stat.rindex(b")") + 2 :].split()[11:15]))
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{member}/task/{member}/children").read_bytes().split()
            family += map(int, children[: MAX_DESCENDANTS - len(family)])
    return ticks / os.sysconf("SC_CLK_TCK")


def _has_ended(pid: int) -> bool:
    """Whether our child has ended, without collecting it. Where that cannot be told, the pipe's end will."""
    return hasattr(os, "waitid") and bool(os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT))
