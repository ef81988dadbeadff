"""The process in which a submission runs.

`main` confines the process, loads one submission and serves the requests of `boundary.process`: make a learner,
predict, update, fit. It imports numpy, modules of this folder and the standard library alone and knows nothing of the
claims: it holds an instance once the parent sends it, and a label only after the prediction has left.
"""

import errno
import json
import linecache
import os
import random
import select
import struct
import sys
import time
import types
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from typing import Any, NoReturn

import numpy as np

from learncheck.exact.draws import drawn
from learncheck.oracle.boundary import confine, messages
from learncheck.oracle.boundary.adapted import adapted
from learncheck.oracle.boundary.answers import (
    MAX_LINE,
    MAX_NAME,
    cleaned,
    label_of,
    labels_of,
    plain_state,
    point_of,
    reals_of,
    shown,
    type_name,
)
from learncheck.oracle.boundary.conventions import InvalidAnswer, from_text
from learncheck.oracle.boundary.messages import ProtocolError, Reader, encode, encode_text
from learncheck.oracle.boundary.plain import RULE, Plain, Unpassable

MODULE_NAME = "submission"

CELL = " cell "
"""Between a notebook's name and a cell's number, in the names of a notebook's parts."""

# A process that sleeps takes tens of microseconds to wake, often more than the whole round trip.
SPIN_SECONDS = 50e-6
READ_BYTES = 1 << 16


class Failure:
    """What is known of an exception that a submission raised.

    `text` is its traceback, cut to the frames that `is_theirs` (a predicate on file names) accepts; `line`
    the one line that names the exception; `names` the names of its class and of the built-in classes above
    it; `raised_there` whether the innermost frame is the submission's own; `place` its file and line, or "".
    """

    def __init__(self, error: BaseException, is_theirs: Callable[[str], bool]):
        kind = type(error)
        try:
            message = cleaned(str(error), MAX_LINE)
        except Exception:
            message = "(its message cannot be shown)"
        self.line = f"{type_name(kind)}: {message}" if message else type_name(kind)
        built_in = [k.__name__ for k in kind.__mro__[1:-1] if k.__module__ == "builtins"]
        self.names = (type_name(kind), *built_in)[:8]
        self.raised_there = False
        frames = []
        step = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            self.raised_there = is_theirs(code.co_filename)
            if self.raised_there:
                frames.append((code.co_filename, step.tb_lineno, code.co_name))
            step = step.tb_next
        self.place = ""
        lines = []
        for file, number, function in frames[-messages.MAX_FRAMES :]:
            name = cleaned(os.path.basename(file), MAX_NAME)
            self.place = f"{name}, line {number}"
            lines.append(f'  File "{name}", line {number}, in {cleaned(function, MAX_NAME)}')
            source = cleaned(linecache.getline(file, number).strip(), MAX_NAME)
            if source:
                lines.append(f"    {source}")
        if len(frames) > messages.MAX_FRAMES:
            lines.insert(0, f"  ({len(frames) - messages.MAX_FRAMES} frames above)")
        limit = limit_hit(error)
        if "TypeError" in self.names and "unexpected keyword argument 'sample_weight'" in self.line:
            limit = "write fit(self, X, y, sample_weight=None): weights are passed by keyword"
        dropped = ("module 'numpy' has no attribute", "was removed in the NumPy")
        if "AttributeError" in self.names and any(words in self.line for words in dropped):
            limit = f"it was written for an older numpy than {np.__version__}, which has Python's own float, int, bool"
        if "TypeError" in self.names and self.line.endswith("object is not callable") and not self.raised_there:
            limit = "predict, update, fit and probabilities are methods: no @property, and no value of that name"
        last = f"{self.line} ({limit})" if limit else self.line
        self.text = "\n".join([*(["Traceback:"] if lines else []), *lines, last])


def failure_of(error: BaseException, is_theirs: Callable[[str], bool]) -> Failure:
    """What is known of the exception. Its class may be written so that looking at it raises another one."""
    try:
        return Failure(error, is_theirs)
    except BaseException:
        return Failure(RuntimeError("an exception that cannot be shown"), is_theirs)


_LIMITS = {
    errno.EMFILE: f"the limit is {confine.MAX_OPEN_FILES} open files",
    errno.EFBIG: f"the limit is {confine.MAX_FILE_BYTES >> 20} MB a file",
    errno.ENOSPC: f"the limit is {confine.FOLDER_BYTES >> 20} MB and {confine.FOLDER_FILES} files in all",
    errno.EROFS: "a submission may write only to its private folder",
    errno.EPERM: "a submission may not start processes, open sockets, send signals or write to this place",
    errno.EACCES: "a submission may read only the interpreter, numpy and scipy",
}


def limit_hit(error: BaseException) -> str:
    """The limit on submissions that the exception speaks of, in words; "" where it speaks of none."""
    if issubclass(type(error), OSError):
        code = OSError.__dict__["errno"].__get__(error)
        return _LIMITS.get(code, "") if type(code) is int else ""
    if type(error) is RuntimeError and error.args == ("can't start new thread",):
        return f"the limit is {confine.MAX_THREADS} threads, whose stacks count as memory"
    return ""


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
        """Whether there is something to read (or an end of file) before `milliseconds` have passed."""
        poll = self._poll
        if self._skip:
            self._skip -= 1
            return bool(poll(milliseconds))
        end = time.perf_counter() + SPIN_SECONDS
        while not poll(0):
            if time.perf_counter() > end:
                self._skip = self._penalty = min(2 * self._penalty + 1, 63)
                return bool(poll(milliseconds))
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

        def from_the_judge(*arguments: object) -> object:
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

        return from_the_judge


class Server:
    """Holds the submission's module and its learners, and answers the parent's requests."""

    def __init__(self, channel: Channel):
        self.channel = channel
        self.learners: dict[int, Any] = {}
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
                method = {messages.PROBABILITIES: "probabilities", messages.SAMPLE: "sampling"}.get(kind, "predict")
                reply_kind, reply = messages.INVALID, encode_text(f"{method} returned {error}", messages.MAX_TEXT)
            except BaseException as error:
                failure = failure_of(error, self.is_theirs)
                reply_kind, reply = self.refusal(kind, failure)
                del failure
            channel.send(reply_kind, reply)

    def is_theirs(self, file: str) -> bool:
        return file in self.files

    def refusal(self, kind: int, failure: Failure) -> tuple[int, bytes]:
        if kind == messages.LOAD:
            place = f"{failure.place}: " if failure.place else ""
            there = [*dict.fromkeys(("numpy", "scipy", *self.modules))]
            told = (
                f"; it can import Python's own modules, {', '.join(there[:-1])} and {there[-1]}, and modules in "
                "folders that --path names"
            )
            missing = told if "ModuleNotFoundError" in failure.names else ""
            if "NameError" in failure.names and "'get_ipython'" in failure.line:
                missing = ", which only notebooks have; hand in the notebook, or remove its magics from this file"
            return messages.UNLOADABLE, encode_text(place + failure.line + missing, messages.MAX_TEXT)
        names = b"".join(encode_text(name, MAX_NAME) for name in failure.names)
        head = bytes([failure.raised_there, len(failure.names)])
        return messages.RAISED, head + names + encode_text(failure.text, messages.MAX_TEXT)

    def answer(self, kind: int, target: int, body: bytes) -> tuple[int, bytes]:
        reader = Reader(body, 0, self.channel.stub)
        if kind == messages.PREDICT:
            x = reader.value()
            return messages.LABEL, struct.pack("<b", label_of(self.learners[target].predict(x)))
        if kind == messages.UPDATE:
            x, y = reader.value(), reader.value()
            self.learners[target].update(x, y)
            return messages.DONE, b""
        if kind == messages.UPDATE_PREDICT:
            x, y, following = reader.value(), reader.value(), reader.value()
            learner = self.learners[target]
            learner.update(x, y)
            return messages.LABEL, struct.pack("<b", label_of(learner.predict(following)))
        if kind == messages.FIT:
            X, y, sample_weight = reader.value(), reader.value(), reader.value()
            if sample_weight is None:
                self.learners[target].fit(X, y)
            else:
                self.learners[target].fit(X, y, sample_weight=sample_weight)
            return messages.DONE, b""
        if kind == messages.PREDICT_MANY:
            X = reader.value()
            m = len(X)
            return messages.LABELS, labels_of(self.learners[target].predict(X), m).tobytes()
        if kind == messages.PREDICT_REALS:
            X = reader.value()
            m = len(X)
            return messages.REALS, reals_of(self.learners[target].predict(X), m).tobytes()
        if kind == messages.PREDICT_POINT:
            x, size = reader.value(), reader.value()
            return messages.REALS, point_of(self.learners[target].predict(x), size).tobytes()
        if kind == messages.PROBABILITIES:
            return messages.REALS, reals_of(self.learners[target].probabilities(), None, non_negative=True).tobytes()
        if kind == messages.SAMPLE:
            draws, advice = reader.value(), reader.value()
            return messages.REALS, reals_of(drawn(self.learners[target], draws.tolist(), advice), None).tobytes()
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
            self.learners.pop(reader.u32(), None)

    def make(self, target: int, name: str, reader: Reader) -> None:
        seed_generators(reader.u32())
        arguments = [reader.value() for _ in range(reader.u8())]
        self.learners[target] = self.constructors[name](*arguments)

    def round(self, reader: Reader) -> bytes:
        """A round of many games: each learner is told the label that is due, looked at, and asked for its next one."""
        names = [reader.text() for _ in range(reader.u8())]
        labels, states = bytearray(reader.u32()), []
        for self.turn in range(len(labels)):
            target, parts = reader.unpack(messages.TURN)
            learner = self.learners[target]
            if parts & messages.TOLD:
                x, y = reader.value(), reader.value()
                learner.update(x, y)
            if names:
                states.append(state_of(learner, names))
            if parts & messages.ASKED:
                labels[self.turn] = label_of(learner.predict(reader.value())) & 0xFF
        return bytes(labels) + b"".join(states)

    def load(self, reader: Reader) -> tuple[int, bytes]:
        chosen = {reader.text(): reader.text() for _ in range(reader.u32())}
        held = {reader.text(): from_text(reader.text()) for _ in range(reader.u32())}
        names = [reader.text() for _ in range(reader.u32())]
        parts, modules = reader.sources(), dict(reader.sources())
        reader.end()
        finder = HandedModules(modules)
        self.files = {file for file, _ in parts} | {finder.file(each) for each in modules}
        self.modules = sorted({each.partition(".")[0] for each in modules})[: messages.MAX_FRAMES]
        sys.meta_path.append(finder)  # after all others: a submission takes the place of no module that is there
        seed_new_generators()
        seed_generators(0)
        module = import_sources(parts)
        self.constructors, unknown, others = find_learners(vars(module), chosen, names)
        body = [messages.U32.pack(len(self.constructors))]
        for name, constructor in list(self.constructors.items()):
            if name in held:
                self.constructors[name] = adapted(constructor, name, held[name])
            called = constructor if isinstance(constructor, type) else type(constructor)
            body += [encode_text(name, MAX_NAME), encode_text(type_name(called), MAX_NAME)]
        for told in unknown[:MAX_LINE], others[:MAX_LINE]:
            body += [messages.U32.pack(len(told))] + [encode_text(name, MAX_NAME) for name in told]
        return messages.READY, b"".join(body)


def answered(what: str, value: object) -> tuple[int, bytes]:
    """The reply that holds the value as it is, or says what it is where it cannot be passed on."""
    try:
        return messages.VALUE, encode(Plain(value))
    except Unpassable:
        return messages.INVALID, encode_text(f"{what} {shown(value)}; expected {RULE}", messages.MAX_TEXT)


def import_sources(parts: Sequence[tuple[str, bytes]]) -> types.ModuleType:
    """The module that the parts define, one after the other. Raises whatever compiling or running them raises."""
    module = types.ModuleType(MODULE_NAME)
    module.__file__ = parts[0][0] if parts else MODULE_NAME
    sys.modules[MODULE_NAME] = module
    for file, source in parts:
        run_source(source, file, module)
    return module


def run_source(source: bytes, file: str, module: types.ModuleType) -> None:
    """Run the source in the module."""
    text = source.decode("utf-8", "replace")
    # Tracebacks then show the source's lines, though the child need not be able to read the file.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(_compiled(source, file), vars(module))


def _compiled(source: bytes, file: str) -> types.CodeType:
    """The code of the source. In a notebook's cell a line at which Python stops and that IPython alone understands
    (`%matplotlib inline`, `!pip install x`, `name?`) becomes `pass`; every other line stays as it is.
    """
    while True:
        try:
            return compile(source, file, "exec", dont_inherit=True)
        except SyntaxError as error:
            lines = source.split(b"\n")
            place = (error.lineno or 0) - 1
            if CELL not in file or not 0 <= place < len(lines):
                raise
            bare = lines[place].strip()
            if not (bare.startswith((b"%", b"!", b"?")) or bare.endswith(b"?")):
                raise
            lines[place] = lines[place][: len(lines[place]) - len(lines[place].lstrip())] + b"pass"
            source = b"\n".join(lines)


class HandedModules:
    """Imports the modules that were handed in beside the submission, from memory."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self.sources = sources

    def file(self, name: str) -> str:
        """What tracebacks call the source of that name in `sources`."""
        return f"{name.replace('.', '/')}.py"

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        is_package = any(each.startswith(f"{name}.") for each in self.sources)
        if name not in self.sources and not is_package:
            return None
        return ModuleSpec(name, self, is_package=is_package)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        inner = f"{module.__name__}.__init__"
        name = inner if inner in self.sources else module.__name__
        if name in self.sources:
            run_source(self.sources[name], self.file(name), module)


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


def find_learners(
    module: dict[str, Any], chosen: Mapping[str, str], names: Sequence[str]
) -> tuple[dict[str, Callable[..., Any]], list[str], list[str]]:
    """The constructors by learner's name, the keys of LEARNERS that are no learners, and the other classes there are.

    `chosen` (learner's name to class name, from the command line) goes before the module's `LEARNERS`, and that before
    a class of the learner's name. A class that the module merely imports counts only where LEARNERS names it.
    """
    declared = module.get("LEARNERS", {})
    if not isinstance(declared, Mapping):
        raise TypeError(f'LEARNERS is {shown(declared)}; expected a dict such as {{"Halving": MyHalving}}')
    classes = {
        name: value
        for name, value in module.items()
        if type(name) is str and isinstance(value, type) and value.__module__ == MODULE_NAME
    }
    found: dict[str, Callable[..., Any]] = {name: classes[name] for name in names if name in classes}
    unknown = []
    for name, constructor in declared.items():
        if type(name) is not str or not callable(constructor):
            raise TypeError(
                f"LEARNERS maps {shown(name)} to {shown(constructor)}; expected the name of a learner and a class"
            )
        if name in names:
            found[name] = constructor
        else:
            unknown.append(name)
    for name, class_name in chosen.items():
        found.pop(name, None)
        if callable(module.get(class_name)):
            found[name] = module[class_name]
    others = [name for name in classes if name not in found]
    return found, unknown, others + [name for name in names if name in module and name not in found]


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
    sys.path += json.loads(arguments[4])
    sys.argv = [MODULE_NAME]
    channel.send(messages.HELLO, b"")
    Server(channel).serve()
