"""Plain values, which plays that authors write exchange with learners behind the boundary.

Games of this package hand over arrays and are answered with labels or numbers. A play that an author writes may call
any method and read any attribute. Between the two go None, bools, numbers, fractions, texts, arrays, and lists, tuples
and sets of these, and a list arrives as a list; functions may be handed to the learner, and are called back.

`boundary.messages` speaks this in both processes, so nothing but the standard library and numpy is imported here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

MOST_DEPTH = 8
MOST_ITEMS = 1 << 17
"""The most items of all lists in one value; the reader enforces it."""

MOST_ALIKE = 64
"""Items of a set that may share their hash with another one: it takes the square of their number to put them in."""

MOST_BYTES = 512
"""Of a whole number."""

MOST_TEXT = 4000

COLLECTIONS: dict[Any, bytes] = {list: b"l", tuple: b"t", set: b"e", frozenset: b"o"}
MADE: dict[bytes, Callable[[Any], Any]] = {tag: kind for kind, tag in COLLECTIONS.items()}

METHOD, ITSELF = object(), object()
"""In place of a value: that the attribute is a method, and that a method returned the learner itself."""


@dataclass(frozen=True)
class Plain:
    """An argument or a function that is passed on unchanged."""

    value: Any

    def __call__(self, *arguments: Any) -> "Plain":
        """What the function returns, as it is."""
        return Plain(self.value(*arguments))


class Unpassable(TypeError):
    """The value can be neither passed on nor returned."""

    def __init__(self, value: object) -> None:
        super().__init__(
            f"an object of type {type(value).__name__} cannot be passed between a claim and a learner that it judges; "
            f"{RULE}, can, and functions to the learner"
        )


RULE = "numbers of bounded size, texts, arrays, None, and lists, tuples and sets of these"


def pack(value: Any, encode: Callable[[Any], bytes], register: Callable[[Any], int] | None, depth: int = 0) -> bytes:
    """The bytes of a plain value. Raises Unpassable; `encode` writes what is no collection, see `messages.encode`."""
    kind: Any = type(value)
    if kind is bool or kind is np.bool_:
        return b"b" + bytes([bool(value)])
    if kind is Fraction:
        return b"r" + pack(value.numerator, encode, None) + pack(value.denominator, encode, None)
    if kind is int and not -(2**63) <= value < 2**63:
        size: int = value.bit_length() // 8 + 1
        if size > MOST_BYTES:
            raise Unpassable(value)
        whole: bytes = value.to_bytes(size, "little", signed=True)
        return b"z" + size.to_bytes(4, "little") + whole
    if kind in COLLECTIONS:
        if depth == MOST_DEPTH or len(value) > MOST_ITEMS:
            raise Unpassable(value)
        items = [pack(each, encode, register, depth + 1) for each in value]
        return COLLECTIONS[kind] + len(items).to_bytes(4, "little") + b"".join(items)
    if value is None or kind in (int, float) or isinstance(value, np.ndarray | np.generic):
        try:
            return encode(value)
        except (TypeError, ValueError):
            raise Unpassable(value) from None
    if kind is str and len(value) <= MOST_TEXT:
        return encode(value)
    if register is not None and callable(value):
        return b"k" + register(Plain(value)).to_bytes(4, "little")
    raise Unpassable(value)


def unpack(reader: Any, refuse: Callable[[str], Exception], depth: int = 0) -> Any:
    """The plain value that comes next. Raises what `refuse` makes of its reason where the bytes are none."""
    tag = reader.take(1)
    if tag == b"b":
        return bool(reader.u8())
    if tag == b"r" and depth <= MOST_DEPTH:  # at the top, or an item of a list, but not a part of a fraction
        numerator, denominator = (unpack(reader, refuse, MOST_DEPTH + 1) for _ in range(2))
        if type(numerator) is not int or type(denominator) is not int or denominator <= 0:
            raise refuse("a fraction whose parts are not whole numbers")
        return Fraction(numerator, denominator)
    if tag == b"z":
        size = reader.u32()
        if size > MOST_BYTES:
            raise refuse(f"a whole number of {size} bytes")
        return int.from_bytes(reader.take(size), "little", signed=True)
    if tag in MADE:
        count = reader.u32()
        reader.items += count
        if depth >= MOST_DEPTH or reader.items > MOST_ITEMS:
            raise refuse("lists that are too long, or too deep")
        items = [unpack(reader, refuse, depth + 1) for _ in range(count)]
        try:
            if MADE[tag] in (set, frozenset) and count - len(set(map(hash, items))) > MOST_ALIKE:
                raise refuse("a set of values that share their hashes")
            return MADE[tag](items)
        except TypeError:
            raise refuse("a set of lists") from None
    if tag == b"k" and reader.make_stub is not None:
        return reader.make_stub(reader.u32(), plainly=True)
    if tag in (b"a", b"i", b"f", b"n", b"s"):
        reader.offset -= 1
        return reader.value()
    raise refuse(f"a value of unexpected type {tag!r}")
