"""Values as they cross the boundary: None, bools, numbers, texts, arrays, and lists, tuples and sets of these.

msgspec writes and reads what msgpack has, and `Ext` holds the rest: an array, a fraction, a collection, a kernel, a
function that is called back. There is one set of them, for graded learners and for plays that authors write; `wired`
says how what the games of this package hand over becomes such values. A collection is an `Ext` of its own, so that
nothing is made of its items before they are counted. Nothing here runs code of a value but that of built-in and numpy
types.
"""

import math
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec.msgpack import Ext

from learncheck.exact.answers import NUMPY_SCALARS, real_of, shown
from learncheck.learners.arrays import Array
from learncheck.oracle.boundary.failures import TimedOut, refusal_text
from learncheck.oracle.boundary.plain import (
    MOST_ALIKE,
    MOST_BYTES,
    MOST_DEPTH,
    MOST_ITEMS,
    MOST_TEXT,
    Plain,
    Unpassable,
)
from learncheck.strategies.halfspaces.kernel_functions import Kernel

MAX_STATE_ELEMENTS = 1 << 17
MAX_DIMENSIONS = 8

Wire = None | bool | int | float | str | Ext
"""A value in a message."""

ARRAY, WHOLE, FRACTION, FUNCTION, LIST, TUPLE, SET, FROZENSET, KERNEL = range(1, 10)
COLLECTIONS: dict[type, int] = {list: LIST, tuple: TUPLE, set: SET, frozenset: FROZENSET}
MADE: dict[int, Callable[[list[object]], object]] = {code: kind for kind, code in COLLECTIONS.items()}

WIRE_TYPES = {b"q": np.dtype("<i8"), b"d": np.dtype("<f8"), b"?": np.dtype(np.bool_)}
WIRE_CODES = {dtype: code for code, dtype in WIRE_TYPES.items()}
HEADS = [struct.Struct(f"<cB{dimensions}I") for dimensions in range(MAX_DIMENSIONS + 1)]
CALLED = struct.Struct("<I?")

T = TypeVar("T")
Register = Callable[[Callable[..., object]], int]
MakeStub = Callable[[int, bool], Callable[..., object]]

_encode = msgspec.msgpack.Encoder().encode
_decode: Callable[[bytes], list[Wire]] = msgspec.msgpack.Decoder(list[Wire]).decode
_kernel = msgspec.msgpack.Decoder(Kernel).decode


class ProtocolError(ValueError):
    """Bytes that are not a message of this protocol."""


# ---- writing


def wired(value: Any, register: Register | None = None) -> Wire:
    """Encode a value for a message: a `Plain` one unchanged, any other as a number, an array, a text or None.

    A Fraction becomes an int if it is one, otherwise the nearest float; a list becomes an array. A kernel of the notes
    is passed by name, since a game may call it a million times; another callable becomes the number that `register`
    gives it. Raises TypeError for any other value and ValueError for an int beyond 64 bits.
    """
    kind: Any = type(value)
    if kind is np.ndarray:
        return array(value)
    if kind is int and not -(2**63) <= value < 2**63:
        raise ValueError(f"{shown(value)} does not fit in 64 bits; pass it as a float")
    if kind in (int, float, str) or value is None:
        same: Wire = value
        return same
    if kind is Plain:
        return _plain(value.value, register, 0)
    if kind is Fraction:
        return wired(value.numerator if value.denominator == 1 else float(value))
    if kind in NUMPY_SCALARS and value.dtype.kind in "iuf":
        return wired(value.item() if value.dtype.itemsize <= 8 else float(value))
    if issubclass(kind, np.ndarray) or kind is list or kind is tuple:
        return array(np.asarray(value))
    if kind is Kernel:
        return Ext(KERNEL, _encode(value))
    if register is not None and callable(value):
        return Ext(FUNCTION, CALLED.pack(register(value), False))
    raise TypeError(f"{shown(value)} cannot be passed on; expected a number, a str, an array, a callable or None")


def array(value: Array) -> Ext:
    """An array as int64, float64 or bool, with its shape. Raises TypeError and ValueError."""
    code = WIRE_CODES.get(value.dtype)
    if code is None:
        value = wire_array(value)
        code = WIRE_CODES[value.dtype]
    if value.ndim > MAX_DIMENSIONS:
        raise ValueError(f"{shown(value)} has more than {MAX_DIMENSIONS} dimensions")
    return Ext(ARRAY, HEADS[value.ndim].pack(code, value.ndim, *value.shape) + value.tobytes())


def column(values: Sequence[object]) -> Ext | list[Wire]:
    """Many values: arrays of one type and shape in one piece, others one by one. Raises what `wired` raises."""
    arrays: Any = values
    if len(values) > 1 and set(map(type, values)) == {np.ndarray}:
        alike = len({part.dtype for part in arrays}) == len({part.shape for part in arrays}) == 1
        if alike and 0 < arrays[0].ndim < MAX_DIMENSIONS:
            return array(np.array(arrays))
    return [*map(wired, values)]


def _plain(value: Any, register: Register | None, depth: int) -> Wire:
    """Encode a plain value for a message. Raises Unpassable."""
    kind: Any = type(value)
    if kind is bool or kind is np.bool_:
        return bool(value)
    if kind is Fraction:
        return Ext(FRACTION, _encode([_plain(value.numerator, None, 0), _plain(value.denominator, None, 0)]))
    if kind is int and not -(2**63) <= value < 2**63:
        size = value.bit_length() // 8 + 1
        if size > MOST_BYTES:
            raise Unpassable(value)
        return Ext(WHOLE, value.to_bytes(size, "little", signed=True))
    if kind in COLLECTIONS:
        if depth == MOST_DEPTH or len(value) > MOST_ITEMS:
            raise Unpassable(value)
        return Ext(COLLECTIONS[kind], _encode([_plain(item, register, depth + 1) for item in value]))
    if value is None or kind in (int, float) or isinstance(value, np.ndarray | np.generic):
        with suppress(TypeError, ValueError):
            return wired(value)
        raise Unpassable(value)
    if kind is str and len(value) <= MOST_TEXT:
        return text(value)
    if register is not None and callable(value):
        return Ext(FUNCTION, CALLED.pack(register(Plain(value)), True))
    raise Unpassable(value)


def text(value: str, limit: int = MOST_TEXT) -> str:
    """A text of bounded length that UTF-8 can hold."""
    return value[:limit].encode("utf-8", "replace").decode()


# ---- reading


class Reader:
    """Decodes the values in one message, and counts the items of its collections. Raises `ProtocolError`."""

    def __init__(self, make_stub: MakeStub | None = None) -> None:
        self.make_stub = make_stub
        self.items = 0

    def value(self, encoded: Wire, depth: int = 0) -> Any:
        """The value. An array is a fresh writable copy."""
        if type(encoded) is Ext and encoded.code == ARRAY:
            return view(encoded).copy()
        if type(encoded) is not Ext:
            if type(encoded) is str and len(encoded) > MOST_TEXT:
                raise ProtocolError(f"a text of {len(encoded)} characters where at most {MOST_TEXT} are allowed")
            return encoded
        code, data = encoded.code, bytes(encoded.data)
        if code == WHOLE:
            if len(data) > MOST_BYTES:
                raise ProtocolError(f"a whole number of {len(data)} bytes")
            return int.from_bytes(data, "little", signed=True)
        if code == FRACTION:
            return self._fraction(data)
        if code in MADE:
            return self._collection(code, data, depth)
        if code == FUNCTION and self.make_stub is not None and len(data) == CALLED.size:
            return self.make_stub(*CALLED.unpack(data))
        if code == KERNEL and self.make_stub is not None:
            return fresh(decoded(_kernel, data))
        raise ProtocolError(f"a value of unexpected type {code}")

    def values(self, encoded: Sequence[Wire]) -> list[Any]:
        return [self.value(item) for item in encoded]

    def column(self, encoded: Ext | list[Wire]) -> Sequence[Any]:
        """What `column` wrote; arrays that came in one piece are read-only."""
        return [*view(encoded)] if isinstance(encoded, Ext) else self.values(encoded)

    def _fraction(self, data: bytes) -> Fraction:
        parts = self._listed(data)
        if [type(part) is Ext and part.code != WHOLE for part in parts] != [False, False]:
            raise ProtocolError("a fraction whose parts are not whole numbers")
        numerator, denominator = self.values(parts)
        if type(numerator) is not int or type(denominator) is not int or denominator <= 0:
            raise ProtocolError("a fraction whose parts are not whole numbers")
        return Fraction(numerator, denominator)

    def _collection(self, code: int, data: bytes, depth: int) -> object:
        if depth >= MOST_DEPTH:
            raise ProtocolError("lists that are too deep")
        items = [self.value(item, depth + 1) for item in self._listed(data)]
        try:
            if code in (SET, FROZENSET) and len(items) - len(set(map(hash, items))) > MOST_ALIKE:
                raise ProtocolError("a set of values that share their hashes")
            return MADE[code](items)
        except TypeError:
            raise ProtocolError("a set of lists") from None

    def _listed(self, data: bytes) -> list[Wire]:
        """The items of a collection, which are counted before they are made."""
        self.items += _length(data)
        if self.items > MOST_ITEMS:
            raise ProtocolError("lists that are too long")
        return decoded(_decode, data)


def _length(data: bytes) -> int:
    """The number of items that msgpack's head of an array gives."""
    head = data[:1]
    if head == b"\xdc":
        return int.from_bytes(data[1:3], "big")
    return int.from_bytes(data[1:5], "big") if head == b"\xdd" else 0 if not head else head[0] & 15


def decoded(decode: Callable[[bytes], T], data: bytes) -> T:
    """Decode the bytes. Raises ProtocolError."""
    try:
        return decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(f"what cannot be read ({error})") from None


def view(encoded: Ext) -> Array:
    """A read-only view of an array in the message. Raises ProtocolError."""
    data: Any = encoded.data
    if encoded.code != ARRAY or len(data) < 2:
        raise ProtocolError("something else where an array is due")
    dtype, dimensions = WIRE_TYPES.get(data[:1]), data[1]
    if dtype is None or dimensions > MAX_DIMENSIONS or len(data) < HEADS[dimensions].size:
        raise ProtocolError("an array of unexpected type or with too many dimensions")
    _, _, *shape = HEADS[dimensions].unpack_from(data)
    offset, size = HEADS[dimensions].size, math.prod(shape)
    if len(data) - offset != size * dtype.itemsize:
        raise ProtocolError(f"an array of {size} elements in {len(data)} bytes")
    if size == 0:
        try:
            return np.empty(shape, dtype)
        except ValueError as error:
            raise ProtocolError("an empty array of an impossible shape") from error
    values: Array = np.frombuffer(data, np.uint8 if dtype.kind == "b" else dtype, size, offset)
    if dtype.kind == "b":
        if values.max() > 1:
            raise ProtocolError("a bool array with a byte that is neither 0 nor 1")
        values = values.view(np.bool_)
    return values if dimensions == 1 else values.reshape(shape)


# ---- state


def plain_states(learner: object, names: Sequence[str]) -> list[tuple[int, Array]]:
    """Copies of the named attributes that are plain, as bool, int64 or float64 arrays, each with its index."""
    states = []
    for index, name in enumerate(names):
        try:
            state = plain_state(getattr(learner, name))
        except Exception:  # a property that raises exposes nothing
            continue
        if state is not None:
            states.append((index, state))
    return states


def plain_state(value: object) -> Array | None:
    """A copy of a state attribute as a bool, int64 or float64 array; None unless it is plain."""
    kind = type(value)
    if kind in (bool, int, float, Fraction) or kind in NUMPY_SCALARS or issubclass(kind, np.ndarray):
        plain = float(value) if isinstance(value, Fraction) else value
        array: Array = np.asarray(plain)
        if array.dtype.kind in "biuf" and array.size <= MAX_STATE_ELEMENTS and array.ndim <= MAX_DIMENSIONS:
            return wire_array(array)
    return None


def wire_array(array: Array) -> Array:
    """`array` as int64, float64 or bool; an object array of ints and Fractions becomes float64."""
    kind = array.dtype.kind
    if kind == "i" or kind == "b":
        return array.astype(np.int64 if kind == "i" else np.bool_)
    if kind == "u":
        if array.size and int(array.max()) >= 1 << 63:
            raise ValueError(f"{shown(array)} holds a number beyond int64; use float64")
        return array.astype(np.int64)
    if kind == "f":
        with np.errstate(over="ignore"):  # a long double may exceed them
            return array.astype(np.float64)
    if kind == "O":
        reals = [real_of(element) for element in array.reshape(-1)]
        if None not in reals:
            return np.array(reals, dtype=np.float64).reshape(array.shape)
    raise TypeError(f"{shown(array)} cannot be passed on; an array must hold ints, floats, bools or Fractions")


# ---- what a learner holds


def fresh(value: object) -> object:
    """`value` as a learner in a process of its own would receive it; callables are wrapped accordingly."""
    if type(value) is np.ndarray and value.dtype in WIRE_CODES and value.ndim <= MAX_DIMENSIONS:
        return value.copy()
    if type(value) is float or (type(value) is int and -(2**63) <= value < 2**63):
        return value
    if type(value) is Plain and callable(value.value):
        return called(value, Plain)
    if type(value) is Kernel:
        return quickly(value)
    if type(value) is not Plain and callable(value):
        return called(value)
    return Reader().value(wired(value))


def called(
    function: Callable[..., object], as_sent: Callable[[object], object] = lambda value: value
) -> Callable[..., object]:
    """A function of this process, called as one in another process is: with copies, and a ValueError if it fails."""

    def given(*arguments: object) -> object:
        handed = [fresh(as_sent(argument)) for argument in arguments]
        try:
            result = function(*handed)
        except TimedOut:  # the time of the learner that called it is up
            raise
        except Exception as error:
            raise ValueError(refusal_text(error)) from error
        return fresh(result)

    given.__qualname__ = "given"  # what messages of Python's call it
    return given


def quickly(kernel: Kernel) -> Callable[..., object]:
    """A kernel, called without copies: a game may call it a million times, and it keeps and changes no array."""
    usual = called(kernel)

    def given(x: object, z: object) -> object:
        if type(x) is type(z) is np.ndarray and x.dtype == z.dtype == np.float64:
            with np.errstate(all="ignore"):  # whatever the submission has set
                return kernel(x, z)
        return usual(x, z)

    given.__qualname__ = "given"
    return given
