"""The process in which a submission runs, and the binary messages that it speaks with `boundary.process`.

`main` confines the process, loads one submission and serves requests: make a learner, predict, update, fit. It
imports numpy, `boundary.confine` and the standard library alone and knows nothing of the claims: it holds an instance
once the parent sends it, and a label only after the prediction has left. The parent imports the same file for the
message format, the limits and the rules of a valid answer (`label_of`, `labels_of`, `reals_of`).

A message is a header (length of the body, kind, sequence number, target) and a body of typed values. Both
sides parse every byte with `struct`; nothing is unpickled or evaluated. A reply repeats the sequence number
of its request.

Source of the rules: the public contract, section 1.
"""

import errno
import json
import linecache
import math
import os
import random
import select
import struct
import sys
import time
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from importlib.machinery import ModuleSpec
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.draws import drawn
from learncheck.oracle.boundary import confine
from learncheck.oracle.boundary.adapted import adapted
from learncheck.oracle.boundary.conventions import InvalidAnswer as InvalidAnswer
from learncheck.oracle.boundary.conventions import from_text
from learncheck.oracle.boundary.plain import RULE, Plain, Unpassable, pack, unpack

MODULE_NAME = "submission"

CELL = " cell "
"""Between a notebook's name and a cell's number, in the names of a notebook's parts."""

# Bounds on what the child may send. The parent holds it to them.
MAX_REPLY_BYTES = 16 << 20
MAX_STATE_ELEMENTS = 1 << 17
MAX_STATE_NAMES = 8
MAX_DIMENSIONS = 8
MAX_CALL_ARGUMENTS = 8
MAX_TEXT = 4000
MAX_LINE = 400
MAX_NAME = 100
MAX_FRAMES = 6

# What is accepted as a number: its square, and sums of many of them, are floats too.
MOST = 1e100

# A process that sleeps takes tens of microseconds to wake, often more than the whole round trip.
SPIN_SECONDS = 50e-6
READ_BYTES = 1 << 16


# Kinds of message: requests, then replies, then the two directions of a call back into the parent.
LOAD, MAKE, PREDICT, UPDATE, UPDATE_PREDICT = range(1, 6)
FIT, PREDICT_MANY, PREDICT_REALS, PROBABILITIES, STATE = range(6, 11)
MAKE_MANY, ROUND, DREW, FAILED_AT, PREDICT_POINT, SAMPLE, READ, INVOKE = range(11, 19)
HELLO, READY, UNLOADABLE, DONE, LABEL, LABELS, REALS, STATES, INVALID, RAISED, UNCONFINED = range(64, 75)
ANSWERS, FAILED_TURN, VALUE = range(75, 78)
CALL, RESULT, REFUSED = range(128, 131)

HEADER = struct.Struct("<IBII")  # length of the body, kind, sequence number, target
U8 = struct.Struct("<B")
U32 = struct.Struct("<I")
INT = struct.Struct("<q")
FLOAT = struct.Struct("<d")
SHAPES = [struct.Struct(f"<{dimensions}I") for dimensions in range(MAX_DIMENSIONS + 1)]
TAGGED_INT = struct.Struct("<cq")
TAGGED_FLOAT = struct.Struct("<cd")
TAGGED_U32 = struct.Struct("<cI")
TAG = struct.Struct("<c")
ARRAY = struct.Struct("<ccB")
ARRAY_TYPE = struct.Struct("<cB")  # what follows its tag
VECTOR = struct.Struct("<ccBI")
TURN = struct.Struct("<IB")  # a learner, and which of these follow: an instance with its label, the next instance
TOLD, ASKED = 1, 2

WIRE_TYPES = {b"q": np.dtype("<i8"), b"d": np.dtype("<f8"), b"?": np.dtype(np.bool_)}

Register = Callable[[Callable[..., object]], int]
MakeStub = Callable[..., Callable[..., object]]


class ProtocolError(ValueError):
    """Bytes that are no message of this protocol."""


# ------------------------------------------------------------------------------------------------------------
# Text that is safe to show


def cleaned(text: str, limit: int = MAX_LINE, *, lines: bool = False) -> str:
    """`text` cut to `limit` characters, spaces for what is not printable (line ends too, unless `lines`)."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() or (lines and c == "\n") else " " for c in cut)


def type_name(kind: type) -> str:
    """The name of a class, which a hostile metaclass cannot turn into anything but a short line."""
    try:
        name = kind.__name__
    except Exception:
        return "object"
    return cleaned(name, MAX_NAME) if type(name) is str else "object"


_NUMPY_SCALARS = frozenset(np.sctypeDict.values())


def shown(value: object, nested: bool = False) -> str:
    """A short line that describes `value`. Calls no `__repr__` but those of built-in and numpy types."""
    kind = type(value)
    try:
        if value is None or kind in (bool, float, Fraction):
            text = repr(value)
        elif type(value) is int:
            bits = value.bit_length()
            text = repr(value) if bits <= 256 else f"an int of {bits} bits"
        elif type(value) is str or type(value) is bytes:
            text = repr(value[:MAX_NAME])
        elif kind in _NUMPY_SCALARS:
            text = repr(value)
        elif kind is np.ndarray:
            text = _shown_array(value)  # type: ignore[arg-type]
        elif (type(value) is list or type(value) is tuple) and not nested:
            items = [shown(item, nested=True) for item in value[:6]] + ["…"] * (len(value) > 6)
            text = f"{type_name(kind)} of {len(value)}: [{', '.join(items)}]"
        else:
            text = f"an object of type {type_name(kind)}"
    except Exception:
        text = f"an object of type {type_name(kind)}"
    return cleaned(text, 2 * MAX_NAME)


def _shown_array(array: NDArray[Any]) -> str:
    text = f"an array of shape {array.shape} and dtype {array.dtype.name}"
    if array.size <= 4 and array.dtype.kind in "biufc":
        text += f", {array.tolist()}"
    return text


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
        for file, number, function in frames[-MAX_FRAMES:]:
            name = cleaned(os.path.basename(file), MAX_NAME)
            self.place = f"{name}, line {number}"
            lines.append(f'  File "{name}", line {number}, in {cleaned(function, MAX_NAME)}')
            source = cleaned(linecache.getline(file, number).strip(), MAX_NAME)
            if source:
                lines.append(f"    {source}")
        if len(frames) > MAX_FRAMES:
            lines.insert(0, f"  ({len(frames) - MAX_FRAMES} frames above)")
        limit = limit_hit(error)
        if "TypeError" in self.names and "unexpected keyword argument 'sample_weight'" in self.line:
            limit = "write fit(self, X, y, sample_weight=None): weights are handed over by keyword"
        dropped = ("module 'numpy' has no attribute", "was removed in the NumPy")
        if "AttributeError" in self.names and any(words in self.line for words in dropped):
            limit = f"it was written for an older numpy than {np.__version__}, which has Python's own float, int, bool"
        if "TypeError" in self.names and self.line.endswith("object is not callable") and not self.raised_there:
            limit = "predict, update, fit and probabilities are methods: no @property, and no value of that name"
        last = f"{self.line} ({limit})" if limit else self.line
        self.text = "\n".join([*(["Traceback:"] if lines else []), *lines, last])


_LIMITS = {
    errno.EMFILE: f"the limit is {confine.MAX_OPEN_FILES} open files",
    errno.EFBIG: f"the limit is {confine.MAX_FILE_BYTES >> 20} MB a file",
    errno.ENOSPC: f"the limit is {confine.FOLDER_BYTES >> 20} MB and {confine.FOLDER_FILES} files in all",
    errno.EROFS: "a submission may write to its private folder alone",
    errno.EPERM: "a submission may not start processes, open sockets, send signals or write to this place",
    errno.EACCES: "a submission may read the interpreter, numpy and scipy alone",
}


def limit_hit(error: BaseException) -> str:
    """The limit on submissions that the exception speaks of, in words; "" where it speaks of none."""
    if issubclass(type(error), OSError):
        code = OSError.__dict__["errno"].__get__(error)
        return _LIMITS.get(code, "") if type(code) is int else ""
    if type(error) is RuntimeError and error.args == ("can't start new thread",):
        return f"the limit is {confine.MAX_THREADS} threads, whose stacks count as memory"
    return ""


# ------------------------------------------------------------------------------------------------------------
# Valid answers

_LABEL_RULE = "a label is an int, float, Fraction or numpy number equal to +1 or -1 (or 0 at a tie)"


def label_of(value: object) -> int:
    """The label that `value` stands for: -1, 0 or +1.

    Accepted: int, float and Fraction themselves (no subclass, no bool), numpy's numbers, and an array with
    one element that is such a number. Raises `InvalidAnswer` for everything else. Source: contract, section
    1.
    """
    if type(value) is int and -1 <= value <= 1:
        return value
    label = _scalar_label(_only_element(value))
    if label is None:
        raise InvalidAnswer(f"{shown(value)}; {_LABEL_RULE}")
    return label


def _only_element(value: object) -> object:
    if issubclass(type(value), np.ndarray):
        array: NDArray[Any] = np.asarray(value)
        if array.size == 1:
            return array.reshape(-1)[0]
    return value


def _scalar_label(value: object) -> int | None:
    kind = type(value)
    if kind in _NUMPY_SCALARS:
        if value.dtype.kind not in "iufc":  # type: ignore[attr-defined]
            return None
    elif kind is not int and kind is not float and kind is not Fraction:
        return None
    for label in (1, -1, 0):
        if value == label:
            return label
    return None


def labels_of(value: object, m: int) -> NDArray[np.int8]:
    """The labels, shape (m,), that `value` stands for: an array of shape (m,), or a list or tuple of m
    labels.

    Raises `InvalidAnswer`, which names the first element that is no label.
    """
    if issubclass(type(value), np.ndarray):
        array: NDArray[Any] = np.asarray(value)
        if array.shape == (m,) and array.dtype.kind in "iufc":
            good = (array == 1) | (array == -1) | (array == 0)
            if good.all():
                return array.real.astype(np.int8)
    labels = []
    for index, element in enumerate(_row(value, m, f"{m} labels")):
        label = _scalar_label(_only_element(element))
        if label is None:
            raise InvalidAnswer(f"an answer whose element {index} is {shown(element)}; {_LABEL_RULE}")
        labels.append(label)
    return np.array(labels, dtype=np.int8)


def reals_of(value: object, m: int | None, *, non_negative: bool = False) -> NDArray[np.float64]:
    """The finite reals, shape (m,), that `value` stands for: an array of that shape, or a list or tuple.

    None is greater than `MOST`. With `m` None any length will do. Raises `InvalidAnswer`.
    """
    rule = f"a finite number of at most {MOST:g}" + (" that is at least 0" if non_negative else "")
    reals = []
    for index, element in enumerate(_row(value, m, "numbers" if m is None else f"{m} numbers")):
        real = _real(_only_element(element))
        if real is None or not abs(real) <= MOST or (non_negative and real < 0):
            raise InvalidAnswer(f"an answer whose element {index} is {shown(element)}; each is {rule}")
        reals.append(real)
    return np.array(reals, dtype=np.float64)


def point_of(value: object, size: int | None) -> NDArray[np.float64]:
    """The vector of `size` finite reals that `value` stands for; of one where it is None and a number is due."""
    if size is not None:
        return reals_of(value, size)
    element = _only_element(value)
    real = _real(element)
    if real is None or not abs(real) <= MOST:
        raise InvalidAnswer(f"{shown(value)}; due is a finite number of at most {MOST:g}")
    return np.array([real])


def _real(value: object) -> float | None:
    kind = type(value)
    if kind in _NUMPY_SCALARS:
        if value.dtype.kind not in "iuf":  # type: ignore[attr-defined]
            return None
    elif kind is not int and kind is not float and kind is not Fraction:
        return None
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        return None


def _row(value: object, m: int | None, due: str) -> Sequence[object]:
    """`value` as a row of m elements: an array of shape (m,), a list or a tuple."""
    if type(value) is list or type(value) is tuple:
        row: Sequence[object] = value
    elif issubclass(type(value), np.ndarray) and np.ndim(value) == 1:  # type: ignore[arg-type]
        row = list(np.asarray(value))
    else:
        raise InvalidAnswer(
            f"{shown(value)}; due are {due}, as an array of shape ({'n' if m is None else m},) or a list"
        )
    if m is not None and len(row) != m:
        raise InvalidAnswer(f"{shown(value)}; due are {due}, as an array of shape ({m},) or a list")
    return row


def plain_state(value: object) -> NDArray[Any] | None:
    """A copy of a state attribute as a bool, int64 or float64 array; None unless it is plain."""
    kind = type(value)
    if kind in (bool, int, float, Fraction) or kind in _NUMPY_SCALARS or issubclass(kind, np.ndarray):
        plain = float(value) if isinstance(value, Fraction) else value
        array: NDArray[Any] = np.asarray(plain)
        if array.dtype.kind in "biuf" and array.size <= MAX_STATE_ELEMENTS and array.ndim <= MAX_DIMENSIONS:
            return _wire_array(array)
    return None


# ------------------------------------------------------------------------------------------------------------
# Typed values as bytes


def _wire_array(array: NDArray[Any]) -> NDArray[Any]:
    """`array` as int64, float64 or bool; an object array of ints and Fractions becomes float64."""
    kind = array.dtype.kind
    if kind == "i" or kind == "b":
        return array.astype(np.int64 if kind == "i" else np.bool_)
    if kind == "u":
        if array.size and int(array.max()) >= 1 << 63:
            raise ValueError(f"{shown(array)} holds a number beyond int64; use float64")
        return array.astype(np.int64)
    if kind == "f":
        return array.astype(np.float64)
    if kind == "O":
        reals = [_real(element) for element in array.reshape(-1)]
        if None not in reals:
            return np.array(reals, dtype=np.float64).reshape(array.shape)
    raise TypeError(f"{shown(array)} cannot be passed on; an array must hold ints, floats, bools or Fractions")


def encode(value: object, register: Register | None = None) -> bytes:
    """The bytes of one argument: None, a number, a str, an array (or a list that makes one), or a callable.

    A Fraction is sent as an int if it is one, otherwise as the nearest float. A callable is sent as the
    number that `register` gives it. A `Plain` value is sent as it is, see `boundary.plain`. Raises TypeError for any
    other value and ValueError for an int beyond 64 bits.
    """
    kind = type(value)
    if kind is Plain:
        return b"p" + pack(value.value, encode, register)  # type: ignore[attr-defined]
    if kind is np.ndarray:
        return _encode_array(value)  # type: ignore[arg-type]
    if type(value) is int:
        try:
            return TAGGED_INT.pack(b"i", value)
        except struct.error:
            raise ValueError(f"{shown(value)} does not fit in 64 bits; pass it as a float") from None
    if kind is float:
        return TAGGED_FLOAT.pack(b"f", value)
    if value is None:
        return b"n"
    if type(value) is str:
        return b"s" + encode_text(value)
    if type(value) is Fraction:
        return encode(value.numerator if value.denominator == 1 else float(value))
    if kind in _NUMPY_SCALARS and value.dtype.kind in "iuf":  # type: ignore[attr-defined]
        return encode(value.item() if value.dtype.itemsize <= 8 else float(value))  # type: ignore
    if issubclass(kind, np.ndarray) or kind is list or kind is tuple:
        return _encode_array(np.asarray(value))
    if register is not None and callable(value):
        return TAGGED_U32.pack(b"c", register(value))
    raise TypeError(f"{shown(value)} cannot be passed on; expected a number, a str, an array, a callable or None")


def _encode_array(array: NDArray[Any]) -> bytes:
    code = array.dtype.char.encode()
    if code not in WIRE_TYPES or array.dtype != WIRE_TYPES[code]:
        array = _wire_array(array)
        code = {"i": b"q", "f": b"d", "b": b"?"}[array.dtype.kind]
    if array.ndim == 1:
        return VECTOR.pack(b"a", code, 1, array.shape[0]) + array.tobytes()
    if array.ndim > MAX_DIMENSIONS:
        raise ValueError(f"{shown(array)} has more than {MAX_DIMENSIONS} dimensions")
    return ARRAY.pack(b"a", code, array.ndim) + SHAPES[array.ndim].pack(*array.shape) + array.tobytes()


def encode_text(text: str, limit: int | None = None) -> bytes:
    """A str with its length in front, cut to `limit` characters."""
    data = text[:limit].encode("utf-8", "replace")
    return U32.pack(len(data)) + data


def encode_sources(sources: Iterable[tuple[str, bytes]]) -> bytes:
    """Named texts, and how many there are."""
    packed = [encode_text(name) + U32.pack(len(text)) + text for name, text in sources]
    return U32.pack(len(packed)) + b"".join(packed)


class Reader:
    """Takes typed values from a message, each checked against what is left of it. Raises `ProtocolError`."""

    def __init__(self, body: bytes, offset: int = 0, make_stub: MakeStub | None = None):
        self.body = body
        self.offset = offset
        self.make_stub = make_stub
        self.items = 0  # of the lists that were read so far

    def take(self, count: int) -> bytes:
        end = self.offset + count
        taken = self.body[self.offset : end]
        if len(taken) != count:
            raise ProtocolError(f"a message of {len(self.body)} bytes ends where {count} more are due")
        self.offset = end
        return taken

    def unpack(self, form: struct.Struct) -> tuple[Any, ...]:
        try:
            values = form.unpack_from(self.body, self.offset)
        except struct.error:
            raise ProtocolError(f"a message of {len(self.body)} bytes ends where {form.size} more are due") from None
        self.offset += form.size
        return values

    def u8(self) -> int:
        return int(self.unpack(U8)[0])

    def u32(self) -> int:
        return int(self.unpack(U32)[0])

    def text(self, limit: int = MAX_TEXT) -> str:
        length = self.u32()
        if length > 4 * limit:
            raise ProtocolError(f"a text of {length} bytes where at most {4 * limit} are allowed")
        return self.take(length).decode("utf-8", "replace")[:limit]

    def sources(self) -> list[tuple[str, bytes]]:
        """What `encode_sources` wrote."""
        return [(self.text(), self.take(self.u32())) for _ in range(self.u32())]

    def end(self) -> None:
        if self.offset != len(self.body):
            raise ProtocolError(f"a message with {len(self.body) - self.offset} bytes too many")

    def value(self) -> Any:
        """The next value. An array is a fresh writable copy."""
        (tag,) = self.unpack(TAG)
        if tag == b"a":
            return self._array()
        if tag == b"i":
            return self.unpack(INT)[0]
        if tag == b"f":
            return self.unpack(FLOAT)[0]
        if tag == b"n":
            return None
        if tag == b"s":
            return self.text()
        if tag == b"c" and self.make_stub is not None:
            return self.make_stub(self.u32())
        if tag == b"p":
            return unpack(self, ProtocolError)
        raise ProtocolError(f"a value of unexpected type {tag!r}")

    def attributes(self, names: Sequence[str]) -> dict[str, NDArray[Any]]:
        """What `state_of` has written: some of the named attributes."""
        found: dict[str, NDArray[Any]] = {}
        for _ in range(self.u8()):
            index, array = self.u8(), self.value()
            if index >= len(names) or names[index] in found or not isinstance(array, np.ndarray):
                raise ProtocolError("a state that was not asked for")
            found[names[index]] = array
        return found

    def _array(self) -> NDArray[Any]:
        code, dimensions = self.unpack(ARRAY_TYPE)
        dtype = WIRE_TYPES.get(code)
        if dtype is None or dimensions > MAX_DIMENSIONS:
            raise ProtocolError("an array of unexpected type or with too many dimensions")
        shape = self.unpack(SHAPES[dimensions])
        size = math.prod(shape)
        offset = self.offset
        self.offset += size * dtype.itemsize
        if self.offset > len(self.body):
            raise ProtocolError(f"an array of {size} elements in a message of {len(self.body)} bytes")
        if size == 0:
            try:
                return np.empty(shape, dtype)
            except ValueError as error:
                raise ProtocolError("an empty array of an impossible shape") from error
        if dtype.kind == "b":
            flags = np.frombuffer(self.body, np.uint8, size, offset)
            if flags.max() > 1:
                raise ProtocolError("a bool array with a byte that is neither 0 nor 1")
            return flags.astype(np.bool_).reshape(shape)
        array = np.frombuffer(self.body, dtype, size, offset).copy()
        return array if dimensions == 1 else array.reshape(shape)


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
        while len(data) < HEADER.size:
            data += self._more(HEADER.size - len(data))
        length, kind, self._sequence, target = HEADER.unpack_from(data)
        body = data[HEADER.size :]
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
        data = HEADER.pack(len(body), kind, self._sequence, target) + body
        sent = os.write(self._write_fd, data)
        while sent < len(data):
            sent += os.write(self._write_fd, data[sent : sent + READ_BYTES])

    def stub(self, handle: int, plainly: bool = False) -> Callable[..., object]:
        """A function that stands for the parent's callable number `handle`; `plainly` with arguments as they are."""

        def from_the_judge(*arguments: object) -> object:
            if len(arguments) > MAX_CALL_ARGUMENTS:
                raise TypeError(f"called with {len(arguments)} arguments; at most {MAX_CALL_ARGUMENTS} are passed on")
            body = U8.pack(len(arguments)) + b"".join([encode(Plain(each) if plainly else each) for each in arguments])
            if len(body) > MAX_REPLY_BYTES:
                raise ValueError(f"arguments of {len(body)} bytes; at most {MAX_REPLY_BYTES} are passed on")
            self.send(CALL, body, handle)
            kind, _, answer = self.receive()
            reader = Reader(answer, 0, self.stub)
            if kind == RESULT:
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
                method = {PROBABILITIES: "probabilities", SAMPLE: "sampling"}.get(kind, "predict")
                reply_kind, reply = INVALID, encode_text(f"{method} returned {error}", MAX_TEXT)
            except BaseException as error:
                failure = Failure(error, self.is_theirs)
                reply_kind, reply = self.refusal(kind, failure)
                del failure
            channel.send(reply_kind, reply)

    def is_theirs(self, file: str) -> bool:
        return file in self.files

    def refusal(self, kind: int, failure: Failure) -> tuple[int, bytes]:
        if kind == LOAD:
            place = f"{failure.place}: " if failure.place else ""
            there = [*dict.fromkeys(("numpy", "scipy", *self.modules))]
            told = (
                f"; what may be imported are Python's own modules, {', '.join(there[:-1])} and {there[-1]}, and what "
                "lies in a folder that --path names"
            )
            missing = told if "ModuleNotFoundError" in failure.names else ""
            if "NameError" in failure.names and "'get_ipython'" in failure.line:
                missing = ", which notebooks alone have; hand in the notebook, or remove its magics from this file"
            return UNLOADABLE, encode_text(place + failure.line + missing, MAX_TEXT)
        names = b"".join(encode_text(name, MAX_NAME) for name in failure.names)
        head = bytes([failure.raised_there, len(failure.names)])
        return RAISED, head + names + encode_text(failure.text, MAX_TEXT)

    def answer(self, kind: int, target: int, body: bytes) -> tuple[int, bytes]:
        reader = Reader(body, 0, self.channel.stub)
        if kind == PREDICT:
            x = reader.value()
            return LABEL, struct.pack("<b", label_of(self.learners[target].predict(x)))
        if kind == UPDATE:
            x, y = reader.value(), reader.value()
            self.learners[target].update(x, y)
            return DONE, b""
        if kind == UPDATE_PREDICT:
            x, y, following = reader.value(), reader.value(), reader.value()
            learner = self.learners[target]
            learner.update(x, y)
            return LABEL, struct.pack("<b", label_of(learner.predict(following)))
        if kind == FIT:
            X, y, sample_weight = reader.value(), reader.value(), reader.value()
            if sample_weight is None:
                self.learners[target].fit(X, y)
            else:
                self.learners[target].fit(X, y, sample_weight=sample_weight)
            return DONE, b""
        if kind == PREDICT_MANY:
            X = reader.value()
            m = len(X)
            return LABELS, labels_of(self.learners[target].predict(X), m).tobytes()
        if kind == PREDICT_REALS:
            X = reader.value()
            m = len(X)
            return REALS, reals_of(self.learners[target].predict(X), m).tobytes()
        if kind == PREDICT_POINT:
            x, size = reader.value(), reader.value()
            return REALS, point_of(self.learners[target].predict(x), size).tobytes()
        if kind == PROBABILITIES:
            return REALS, reals_of(self.learners[target].probabilities(), None, non_negative=True).tobytes()
        if kind == SAMPLE:
            draws, advice = reader.value(), reader.value()
            return REALS, reals_of(drawn(self.learners[target], draws.tolist(), advice), None).tobytes()
        if kind == STATE:
            names = [reader.text() for _ in range(reader.u8())]
            return STATES, state_of(self.learners[target], names)
        if kind == READ:
            name = reader.text()
            value = getattr(self.learners[target], name)
            return (VALUE, b"m") if callable(value) else answered(name, value)
        if kind == INVOKE:
            name = reader.text()
            arguments = [reader.value() for _ in range(reader.u8())]
            named = {reader.text(): reader.value() for _ in range(reader.u8())}
            learner = self.learners[target]
            answer = getattr(learner, name)(*arguments, **named)
            return (VALUE, b"s") if answer is learner else answered(f"{name} returned", answer)
        if kind == ROUND:
            return ANSWERS, self.round(reader)
        if kind == MAKE:
            self.forget(reader)
            self.make(target, reader.text(), reader)
            return DONE, b""
        if kind == MAKE_MANY:
            self.forget(reader)
            name = reader.text()
            for self.turn in range(reader.u32()):
                self.make(reader.u32(), name, reader)
            self.generators = state_of_generators()
            return DONE, b""
        if kind == DREW:
            return LABEL, U8.pack(state_of_generators() != self.generators)
        if kind == FAILED_AT:
            return FAILED_TURN, U32.pack(self.turn)
        if kind == LOAD:
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
            target, parts = reader.unpack(TURN)
            learner = self.learners[target]
            if parts & TOLD:
                x, y = reader.value(), reader.value()
                learner.update(x, y)
            if names:
                states.append(state_of(learner, names))
            if parts & ASKED:
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
        self.modules = sorted({each.partition(".")[0] for each in modules})[:MAX_FRAMES]
        sys.meta_path.append(finder)  # after all others: a submission takes the place of no module that is there
        seed_new_generators()
        seed_generators(0)
        module = import_sources(parts)
        self.constructors, unknown, others = find_learners(vars(module), chosen, names)
        body = [U32.pack(len(self.constructors))]
        for name, constructor in list(self.constructors.items()):
            if name in held:
                self.constructors[name] = adapted(constructor, name, held[name])
            called = constructor if isinstance(constructor, type) else type(constructor)
            body += [encode_text(name, MAX_NAME), encode_text(type_name(called), MAX_NAME)]
        for told in unknown[:MAX_LINE], others[:MAX_LINE]:
            body += [U32.pack(len(told))] + [encode_text(name, MAX_NAME) for name in told]
        return READY, b"".join(body)


def answered(what: str, value: object) -> tuple[int, bytes]:
    """The reply that holds the value as it is, or says what it is where it cannot be passed on."""
    try:
        return VALUE, encode(Plain(value))
    except Unpassable:
        return INVALID, encode_text(f"{what} {shown(value)}; due are {RULE}", MAX_TEXT)


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
            parts.append(U8.pack(index) + encode(array))
    return U8.pack(len(parts)) + b"".join(parts)


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


def near(name: str, known: Sequence[str]) -> str:
    """The names that come near, whatever their case, as the end of a message; "" where there are none."""
    import difflib

    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), by_lower, n=3)
    *others, last = [by_lower[each] for each in close] or [""]
    return f"; did you mean {', '.join(others)}{' or ' * bool(others)}{last}?" if close else ""


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
        channel.send(UNCONFINED, encode_text(f"{error.strerror or error}", MAX_TEXT))
        os._exit(1)
    # Not before: a student may have put a json.py or a numpy.py into a folder that --path names.
    sys.path += json.loads(arguments[4])
    sys.argv = [MODULE_NAME]
    channel.send(HELLO, b"")
    Server(channel).serve()
