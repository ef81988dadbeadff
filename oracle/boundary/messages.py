"""The binary messages between `boundary.process` and the process in which a submission runs.

A message is a header (length of the body, kind, sequence number, target) and a body of typed values. Both sides parse
every byte with `struct`; nothing is unpickled or evaluated. A reply repeats the sequence number of its request.
"""

import math
import struct
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import NUMPY_SCALARS, shown
from learncheck.oracle.boundary.plain import Plain, pack, unpack
from learncheck.oracle.boundary.wire import MAX_DIMENSIONS, WIRE_TYPES, wire_array

# Bounds on what the child may send. The parent holds it to them.
MAX_REPLY_BYTES = 16 << 20
MAX_TEXT = 4000
MAX_STATE_NAMES = 8
MAX_CALL_ARGUMENTS = 8
MAX_FRAMES = 6


# Kinds of message: requests, then replies, then the two directions of a call back into the parent.
LOAD, MAKE, PREDICT, UPDATE, UPDATE_PREDICT = range(1, 6)
FIT, PREDICT_MANY, PREDICT_REALS, PROBABILITIES, STATE = range(6, 11)
MAKE_MANY, ROUND, DREW, FAILED_AT, PREDICT_POINT, SAMPLE, READ, INVOKE = range(11, 19)
HELLO, READY, UNLOADABLE, DONE, LABEL, LABELS, REALS, STATES, INVALID, RAISED, UNCONFINED = range(64, 75)
ANSWERS, FAILED_TURN, VALUE, STOPPED = range(75, 79)
CALL, RESULT, REFUSED = range(128, 131)

HEADER = struct.Struct("<IBII")  # length of the body, kind, sequence number, target
U8 = struct.Struct("<B")
U32 = struct.Struct("<I")
INT = struct.Struct("<q")
FLOAT = struct.Struct("<d")
SHAPES = [struct.Struct(f"<{dimensions}I") for dimensions in range(MAX_DIMENSIONS + 1)]
WIRE_CODES = {dtype: code for code, dtype in WIRE_TYPES.items()}
TAGGED_INT = struct.Struct("<cq")
TAGGED_U32 = struct.Struct("<cI")
TAGGED_FLOAT = struct.Struct("<cd")
ARRAY = struct.Struct("<ccB")
ARRAY_TYPE = struct.Struct("<cB")  # what follows its tag
VECTOR = struct.Struct("<ccBI")
ROUND_OF = struct.Struct("<IB")  # how many learners, and how many of their attributes are looked at

Register = Callable[[Callable[..., object]], int]
MakeStub = Callable[..., Callable[..., object]]


FEW = 3
"""Values of a column that are sent one by one, which is then faster."""


class ProtocolError(ValueError):
    """Bytes that are no message of this protocol."""


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
    if kind in NUMPY_SCALARS and value.dtype.kind in "iuf":  # type: ignore[attr-defined]
        return encode(value.item() if value.dtype.itemsize <= 8 else float(value))  # type: ignore
    if issubclass(kind, np.ndarray) or kind is list or kind is tuple:
        return _encode_array(np.asarray(value))
    if register is not None and callable(value):
        return TAGGED_U32.pack(b"c", register(value))
    raise TypeError(f"{shown(value)} cannot be passed on; expected a number, a str, an array, a callable or None")


def _encode_array(array: NDArray[Any]) -> bytes:
    code = WIRE_CODES.get(array.dtype)
    if code is None:
        array = wire_array(array)
        code = WIRE_CODES[array.dtype]
    if array.ndim == 1:
        return VECTOR.pack(b"a", code, 1, array.shape[0]) + array.tobytes()
    if array.ndim > MAX_DIMENSIONS:
        raise ValueError(f"{shown(array)} has more than {MAX_DIMENSIONS} dimensions")
    return ARRAY.pack(b"a", code, array.ndim) + SHAPES[array.ndim].pack(*array.shape) + array.tobytes()


def encode_column(values: Sequence[object]) -> bytes:
    """The bytes of many arguments: ints, or arrays of one type and shape, in one piece; None may stand among them.

    Raises what `encode` raises.
    """
    if len(values) <= FEW:
        return b"".join(map(encode, values))
    kinds = set(map(type, values))
    if kinds == {int}:
        with suppress(struct.error):
            return b"i" + struct.pack(f"<{len(values)}q", *values)
    elif kinds == {np.ndarray}:
        arrays: Any = values
        alike = len({each.dtype for each in arrays}) == len({each.shape for each in arrays}) == 1
        if alike and 0 < arrays[0].ndim < MAX_DIMENSIONS:
            return _encode_array(np.array(arrays))
    elif type(None) in kinds:
        present = [each for each in values if each is not None]
        return b"m" + bytes([each is not None for each in values]) + encode_column(present)
    return b"v" + b"".join(map(encode, values))


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
        tag = self.body[self.offset : self.offset + 1]
        self.offset += 1
        if tag == b"a":
            return self._view().copy()
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

    def column(self, count: int) -> Sequence[Any]:
        """What `encode_column` wrote of so many values; arrays that came in one piece cannot be written to."""
        if count <= FEW:
            return [self.value() for _ in range(count)]
        tag = self.take(1)
        if tag == b"i":
            return struct.unpack(f"<{count}q", self.take(INT.size * count))
        if tag == b"a":
            return [*self._view()]
        if tag == b"m":
            there = self.take(count)
            present = iter(self.column(sum(there)))
            return [next(present) if each else None for each in there]
        return [self.value() for _ in range(count)]

    def attributes(self, names: Sequence[str]) -> dict[str, NDArray[Any]]:
        """What `state_of` has written: some of the named attributes."""
        found: dict[str, NDArray[Any]] = {}
        for _ in range(self.u8()):
            index, array = self.u8(), self.value()
            if index >= len(names) or names[index] in found or not isinstance(array, np.ndarray):
                raise ProtocolError("a state that was not asked for")
            found[names[index]] = array
        return found

    def _view(self) -> NDArray[Any]:
        """The next array, which lies in the message and cannot be written to."""
        code, dimensions = self.unpack(ARRAY_TYPE)
        dtype = WIRE_TYPES.get(code)
        if dtype is None or dimensions > MAX_DIMENSIONS:
            raise ProtocolError("an array of unexpected type or with too many dimensions")
        shape = self.unpack(SHAPES[dimensions])
        size = shape[0] if dimensions == 1 else math.prod(shape)
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
            return flags.view(np.bool_).reshape(shape)
        array = np.frombuffer(self.body, dtype, size, offset)
        return array if dimensions == 1 else array.reshape(shape)
