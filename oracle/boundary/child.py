"""The process in which a submission runs.

`main` confines the process, loads one submission and serves the requests of `boundary.process`: make a learner,
predict, update, fit. It imports numpy, modules of this folder, the standard library and what these need of `exact`, and
knows nothing of the claims: it holds an instance once the parent sends it, and a label only after the prediction has
left.
"""

import json
import os
import random
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import MAX_LINE, MAX_NAME, InvalidAnswer, label_of, shown, type_name
from learncheck.oracle.boundary import asking, confine, messages
from learncheck.oracle.boundary.adapted import adapted
from learncheck.oracle.boundary.conventions import from_text
from learncheck.oracle.boundary.loading import (
    MODULE_NAME,
    HandedModules,
    PlottingModules,
    find_learners,
    import_sources,
)
from learncheck.oracle.boundary.messages import ProtocolError, Reader, encode, encode_text
from learncheck.oracle.boundary.plain import RULE, Plain, Unpassable
from learncheck.oracle.boundary.raised import Failure, failure_of, loop_of
from learncheck.oracle.boundary.wire import plain_state

# A process that sleeps takes tens of microseconds to wake, often more than the whole round trip.
SPIN_SECONDS = 50e-6
READ_BYTES = 1 << 16


STOP = signal.SIGURG
"""The signal at which the child says where it is before it is killed. Processes that do not know it ignore it."""


class Stopped(BaseException):
    """Raised in the submission's code once its time is up."""


class Waiter:
    """Waits until a file descriptor can be read: looks again and again for a moment, then sleeps.

    Where looking proves vain (a busy machine, long pauses) it is tried more and more rarely.
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


# ------------------------------------------------------------------------------------------------------------
# The child itself


class Channel:
    """The child's end of the two pipes."""

    def __init__(self, read_fd: int, write_fd: int):
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._waiter = Waiter(read_fd)
        self._sequence = 0

    def receive(self) -> tuple[int, int, bytes]:
        """The next request: kind, target, body. Ends the process when the parent is gone."""
        self._waiter.wait(None)
        data = os.read(self._read_fd, READ_BYTES)
        while len(data) < messages.HEADER.size:
            data += self._more(messages.HEADER.size - len(data))
        length, kind, self._sequence, target = messages.HEADER.unpack_from(data)
        body = data[messages.HEADER.size :]
        if len(body) < length:
            parts = [body]
            missing = length - len(body)
            while missing > 0:
                parts.append(self._more(missing))
                missing -= len(parts[-1])
            body = b"".join(parts)
        return kind, target, body

    def _more(self, count: int) -> bytes:
        data = os.read(self._read_fd, min(count, 1 << 20))
        if not data:
            os._exit(0)
        return data

    def send(self, kind: int, body: bytes, target: int = 0) -> None:
        data = messages.HEADER.pack(len(body), kind, self._sequence, target) + body
        sent = os.write(self._write_fd, data)
        while sent < len(data):
            sent += os.write(self._write_fd, data[sent : sent + READ_BYTES])

    def stub(self, handle: int, plainly: bool = False) -> Callable[..., object]:
        """A function that stands for the parent's callable number `handle`; `plainly` with arguments as they are."""

        def given(*arguments: object) -> object:
            if len(arguments) > messages.MAX_CALL_ARGUMENTS:
                raise TypeError(
                    f"called with {len(arguments)} arguments; at most {messages.MAX_CALL_ARGUMENTS} are passed on"
                )
            body = messages.U8.pack(len(arguments)) + b"".join(
                [encode(Plain(each) if plainly else each) for each in arguments]
            )
            if len(body) > messages.MAX_REPLY_BYTES:
                raise ValueError(f"arguments of {len(body)} bytes; at most {messages.MAX_REPLY_BYTES} are passed on")
            self.send(messages.CALL, body, handle)
            kind, _, answer = self.receive()
            reader = Reader(answer, 0, self.stub)
            if kind == messages.RESULT:
                return reader.value()
            raise ValueError(reader.text())

        given.__qualname__ = "given"  # what messages of Python's call it
        return given


def _label(label: int) -> bytes:
    return struct.pack("<b", label)


def _row(row: NDArray[Any]) -> bytes:
    return row.tobytes()


def _nothing(answer: None) -> bytes:
    return b""


ASKED: dict[int, tuple[Callable[..., Any], int, int, Callable[[Any], bytes]]] = {
    messages.PREDICT: (asking.predict, 1, messages.LABEL, _label),
    messages.UPDATE: (asking.update, 2, messages.DONE, _nothing),
    messages.UPDATE_PREDICT: (asking.update_then_predict, 3, messages.LABEL, _label),
    messages.FIT: (asking.fit, 3, messages.DONE, _nothing),
    messages.PREDICT_MANY: (asking.predict_many, 1, messages.LABELS, _row),
    messages.PREDICT_REALS: (asking.predict_reals, 1, messages.REALS, _row),
    messages.PREDICT_POINT: (asking.predict_point, 2, messages.REALS, _row),
    messages.PROBABILITIES: (asking.probabilities, 0, messages.REALS, _row),
    messages.SAMPLE: (asking.sample, 2, messages.REALS, _row),
}
"""What a learner is asked in a request: with how many values, and the kind and the body of the reply."""


class Server:
    """Holds the submission's module and its learners, and answers the parent's requests."""

    def __init__(self, channel: Channel, paths: Sequence[str] = ()):
        self.channel = channel
        self.folders = tuple(os.path.join(each, "") for each in paths)
        self.learners: dict[int, Any] = {}
        self.presented: dict[int, Any] = {}  # instances whose labels are due, by the learner, which has copies of them
        self.constructors: dict[str, Callable[..., Any]] = {}
        self.files: set[str] = set()
        self.modules: list[str] = []
        self.generators: object = None
        self.turn = 0  # of many games, that of which a learner was asked last

    def serve(self) -> NoReturn:
        channel = self.channel
        while True:
            kind, target, body = channel.receive()
            try:
                reply_kind, reply = self.answer(kind, target, body)
            except InvalidAnswer as error:
                asked = ASKED.get(kind, (asking.predict,))[0]
                told = f"{asking.method(asked)} returned {error}"
                reply_kind, reply = messages.INVALID, encode_text(told, messages.MAX_TEXT)
            except Stopped as error:
                reply_kind, reply = messages.STOPPED, encode_text(loop_of(error, self.is_theirs), messages.MAX_TEXT)
            except BaseException as error:
                failure = failure_of(error, self.is_theirs)
                reply_kind, reply = self.refusal(kind, failure)
                del failure
            channel.send(reply_kind, reply)

    def is_theirs(self, file: str) -> bool:
        return file in self.files or file.startswith(self.folders)

    def at_import(self, error: BaseException) -> str:
        """What was raised, and where, in a line."""
        failure = failure_of(error, self.is_theirs)
        return f"{failure.place}: {failure.line}" if failure.place else failure.line

    def refusal(self, kind: int, failure: Failure) -> tuple[int, bytes]:
        if kind == messages.LOAD:
            place = f"{failure.place}: " if failure.place else ""
            there = [*dict.fromkeys(("numpy", "scipy", *self.modules))]
            told = (
                f"; it can import Python's own modules, {', '.join(there[:-1])} and {there[-1]}, and modules in "
                "folders that --path names"
            )
            closed = [each for each in sys.path if os.path.isdir(each) and not os.access(each, os.R_OK | os.X_OK)]
            if closed:
                told += f"; submissions run as a user who may not read {closed[-1]}: chmod -R o+rX"
            missing = told if "ModuleNotFoundError" in failure.names else ""
            if missing and "'learncheck" in failure.line:
                missing = ", which no submission can import; leave that line, or its cell, out of what is handed in"
            if "NameError" in failure.names and "'get_ipython'" in failure.line:
                missing = ", which only notebooks have; hand in the notebook, or remove its magics from this file"
            return messages.UNLOADABLE, encode_text(place + failure.line + missing, messages.MAX_TEXT)
        names = b"".join(encode_text(name, MAX_NAME) for name in failure.names)
        head = bytes([failure.raised_there, len(failure.names)])
        return messages.RAISED, head + names + encode_text(failure.text, messages.MAX_TEXT)

    def answer(self, kind: int, target: int, body: bytes) -> tuple[int, bytes]:
        reader = Reader(body, 0, self.channel.stub)
        if kind in ASKED:
            ask, count, reply, packed = ASKED[kind]
            values = [reader.value() for _ in range(count)]
            return reply, packed(ask(self.learners[target], *values))
        if kind == messages.STATE:
            names = [reader.text() for _ in range(reader.u8())]
            return messages.STATES, state_of(self.learners[target], names)
        if kind == messages.READ:
            name = reader.text()
            value = getattr(self.learners[target], name)
            return (messages.VALUE, b"m") if callable(value) else answered(name, value)
        if kind == messages.INVOKE:
            name = reader.text()
            arguments = [reader.value() for _ in range(reader.u8())]
            named = {reader.text(): reader.value() for _ in range(reader.u8())}
            learner = self.learners[target]
            answer = getattr(learner, name)(*arguments, **named)
            return (messages.VALUE, b"s") if answer is learner else answered(f"{name} returned", answer)
        if kind == messages.ROUND:
            return messages.ANSWERS, self.round(reader)
        if kind == messages.MAKE:
            self.forget(reader)
            self.make(target, reader.text(), reader)
            return messages.DONE, b""
        if kind == messages.MAKE_MANY:
            self.forget(reader)
            name = reader.text()
            for self.turn in range(reader.u32()):
                self.make(reader.u32(), name, reader)
            self.generators = state_of_generators()
            return messages.DONE, b""
        if kind == messages.DREW:
            return messages.LABEL, messages.U8.pack(state_of_generators() != self.generators)
        if kind == messages.FAILED_AT:
            return messages.FAILED_TURN, messages.U32.pack(self.turn)
        if kind == messages.LOAD:
            return self.load(reader)
        raise ProtocolError(f"a request of unexpected kind {kind}")

    def forget(self, reader: Reader) -> None:
        """Let go of the learners that the parent has released."""
        for _ in range(reader.u32()):
            handle = reader.u32()
            self.learners.pop(handle, None)
            self.presented.pop(handle, None)

    def make(self, target: int, name: str, reader: Reader) -> None:
        seed_generators(reader.u32())
        arguments = [reader.value() for _ in range(reader.u8())]
        self.learners[target] = self.constructors[name](*arguments)

    def round(self, reader: Reader) -> bytes:
        """A round of many games: each learner is told the label that is due, looked at, and asked for its next one."""
        count, watched = reader.unpack(messages.ROUND_OF)
        names = [reader.text() for _ in range(watched)]
        targets, labels, instances = [reader.column(count) for _ in range(3)]
        answers, states = bytearray(count), []
        for self.turn in range(count):
            target, label, x = targets[self.turn], labels[self.turn], instances[self.turn]
            learner = self.learners[target]
            if label is not None:
                learner.update(own(self.presented.pop(target)), label)
            if names:
                states.append(state_of(learner, names))
            if x is not None:
                self.presented[target] = x
                answers[self.turn] = label_of(learner.predict(own(x))) & 0xFF
        return bytes(answers) + b"".join(states)

    def load(self, reader: Reader) -> tuple[int, bytes]:
        chosen = {reader.text(): reader.text() for _ in range(reader.u32())}
        held = {reader.text(): from_text(reader.text()) for _ in range(reader.u32())}
        names = [reader.text() for _ in range(reader.u32())]
        parts, modules = reader.sources(), dict(reader.sources())
        reader.end()
        finder = HandedModules(modules)
        self.files = {file for file, _ in parts} | {finder.file(each) for each in modules}
        self.modules = sorted({each.partition(".")[0] for each in modules})[: messages.MAX_FRAMES]
        # After all others: a submission takes the place of no module that is there.
        sys.meta_path += [finder, PlottingModules()]
        seed_new_generators()
        seed_generators(0)
        module, raised = import_sources(parts)
        self.constructors, unknown, others = find_learners(vars(module), chosen, names)
        if raised and not self.constructors:
            raise raised[0]
        body = [messages.U32.pack(len(self.constructors))]
        for name, constructor in list(self.constructors.items()):
            if name in held:
                self.constructors[name] = adapted(constructor, name, held[name])
            called = constructor if isinstance(constructor, type) else type(constructor)
            body += [encode_text(name, MAX_NAME), encode_text(type_name(called), MAX_NAME)]
        failed = [self.at_import(each) for each in raised]
        for told, longest in (unknown, MAX_NAME), (others, MAX_NAME), (failed, MAX_LINE):
            most = told[:MAX_LINE]
            body += [messages.U32.pack(len(most))] + [encode_text(each, longest) for each in most]
        return messages.READY, b"".join(body)


def stopped(*given: object) -> NoReturn:
    raise Stopped


def own(x: Any) -> Any:
    """An instance that the learner may write to."""
    return x.copy() if type(x) is np.ndarray else x


def answered(what: str, value: object) -> tuple[int, bytes]:
    """The reply that holds the value as it is, or says what it is where it cannot be passed on."""
    try:
        return messages.VALUE, encode(Plain(value))
    except Unpassable:
        return messages.INVALID, encode_text(f"{what} {shown(value)}; expected {RULE}", messages.MAX_TEXT)


def state_of(learner: Any, names: Sequence[str]) -> bytes:
    """The named attributes that the learner exposes, as the body of a reply."""
    parts = []
    for index, name in enumerate(names):
        try:
            array = plain_state(getattr(learner, name))
        except Exception:  # a property that raises exposes nothing
            continue
        if array is not None:
            parts.append(messages.U8.pack(index) + encode(array))
    return messages.U8.pack(len(parts)) + b"".join(parts)


def seed_generators(seed: int) -> None:
    """Start `random` and `numpy.random` from `seed`, so that a learner that draws at random replays."""
    random.seed(seed)
    np.random.seed(seed)


def state_of_generators() -> object:
    """Differs from before once `random` or `numpy.random` has been drawn from."""
    name, key, *rest = np.random.get_state()
    return random.getstate(), name, np.asarray(key).tobytes(), rest


def seed_new_generators() -> None:
    """Let `numpy.random.default_rng()` take its seed from `random` instead of the operating system."""
    numpy_random: Any = np.random
    with_seed = numpy_random.default_rng

    def default_rng(seed: Any = None) -> Any:
        return with_seed(random.getrandbits(64) if seed is None else seed)

    numpy_random.default_rng = default_rng


def _taken(fd: int) -> int:
    """`fd` under another number, which no program started from here inherits."""
    own = os.dup(fd)
    os.close(fd)
    return own


def main(arguments: Sequence[str]) -> NoReturn:
    request_fd, reply_fd, memory_bytes, cpu_seconds = map(int, arguments[:4])
    channel = Channel(_taken(request_fd), _taken(reply_fd))
    try:
        confine.confine(json.loads(arguments[5]), memory_bytes, cpu_seconds)
    except OSError as error:
        channel.send(messages.UNCONFINED, encode_text(f"{error.strerror or error}", messages.MAX_TEXT))
        os._exit(1)
    # Not before: a student may have put a json.py or a numpy.py into a folder that --path names.
    paths = json.loads(arguments[4])
    sys.path += paths
    sys.argv = [MODULE_NAME]
    signal.signal(STOP, stopped)
    channel.send(messages.HELLO, b"")
    Server(channel, paths).serve()
