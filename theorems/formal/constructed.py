"""How constructors are called, whether they make what a formal round assumes, and what computes like numbers."""

import random
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import numpy as np
import sympy
from numpy.typing import NDArray

from learncheck.learners.arrays import Array
from learncheck.theorems.formal.games import SCALES, Numbers, Plain, entries
from learncheck.theorems.formal.numbers import Real, value_of
from learncheck.theorems.formal.round import Situation

SMALL = 8
"""Up to this size arithmetic is exact, and games are long."""

Options = Mapping[sympy.Symbol, Sequence[Plain]]


def options_at(options: Options | None, size: int) -> dict[sympy.Symbol, Plain]:
    """One value for each symbol, depending on the size. Large sizes get floats, for speed."""
    chosen = {symbol: values[size % len(values)] for symbol, values in (options or {}).items()}
    return {symbol: float(value) if size > SMALL else value for symbol, value in chosen.items()}


def by_name(values: Mapping[sympy.Symbol, Plain]) -> dict[str, Plain]:
    """The values by the names of the symbols."""
    return {symbol.name: value for symbol, value in values.items()}


def exact_array(values: Numbers) -> Array:
    """An array of the exact numbers, as fractions."""
    flat = np.asarray(values)
    exact = np.empty(flat.shape, dtype=object)
    exact.ravel()[:] = entries(flat)
    return exact


class ExactArrays:
    """The exact arrays of a game, each made once: a state that stays is one object. The game keeps them alive."""

    def __init__(self) -> None:
        self.arrays: dict[int, Array] = {}

    def of(self, values: Numbers) -> Array:
        if id(values) not in self.arrays:
            self.arrays[id(values)] = exact_array(values)
        return self.arrays[id(values)]


def shown(values: Array) -> str:
    """The distinct values of an array, in words."""
    distinct = sorted(set(values.ravel().tolist()))
    return f"({', '.join(map(str, distinct))}, …)" if len(distinct) > 1 else f"all {distinct[0]}"


def instance_of(
    situation: Situation, size: int, alone: str | None, draw: random.Random
) -> tuple[list[str], NDArray[np.int64]]:
    """Blocks for all indices, and the instance: one index is in the block `alone`, all others are drawn."""
    others = [block for block in situation.values if block != alone]
    blocks = draw.choices(others, k=size)
    if alone is not None:
        blocks[draw.randrange(size)] = alone
    return blocks, np.array([situation.values[block] for block in blocks])


# ---- what a constructor made ----

NUMBERS = (int, float, Fraction)

LARGEST = 2 * int(SCALES[0])
"""The largest integer of an instance in the games that are compared."""


def faults(
    learner: object,
    state: Collection[str],
    constants: Mapping[str, object],
    values: Mapping[sympy.Symbol, Plain],
) -> list[str]:
    """The faults of the object that the constructor made, in words.

    constants: what the other attributes must be, exactly; expressions take the `values` of their symbols.
    """
    has, due = set(vars(learner)), {*state, *constants}
    if has != due:
        return [f"it has {', '.join(sorted(has))}, and the proof speaks of {', '.join(sorted(due))}"]
    return [
        f"{name} is {_short(getattr(learner, name))}, where the proof takes {_short(_at(expected, values))}"
        for name, expected in constants.items()
        if not _equal(getattr(learner, name), expected, values)
    ]


def inexact(value: object) -> str:
    """Why what a game hands over does not compute like numbers in double precision or better; empty if it does."""
    if type(value) is np.ndarray and value.dtype == object:
        if not all(type(entry) in NUMBERS for entry in value.ravel().tolist()):
            return "an array of objects that are not plain numbers"
    elif type(value) is np.ndarray or (isinstance(value, np.generic) and type(value).__module__ == "numpy"):
        if not (value.dtype.kind in "if" and value.dtype.itemsize >= 8):
            return f"of the type {value.dtype}, which rounds or wraps around; use int or float"
        if value.dtype.kind == "i" and value.size and max(value.max(), -value.min()) > LARGEST:
            return f"of integers beyond {LARGEST:,}, whose products may wrap around; use float or Python's own"
    elif type(value) not in NUMBERS:
        return f"a {type(value).__name__}, which may compute in a way of its own"
    return ""


def _at(expected: object, values: Mapping[sympy.Symbol, Plain]) -> object:
    if isinstance(expected, Real | sympy.Basic):
        return value_of(expected).xreplace({symbol: value_of(value) for symbol, value in values.items()})
    return expected


def _equal(value: object, expected: object, values: Mapping[sympy.Symbol, Plain]) -> bool:
    if isinstance(expected, np.ndarray):
        return isinstance(value, np.ndarray) and np.array_equal(value, expected)
    if callable(expected):
        return value is expected
    return isinstance(value, (*NUMBERS, np.generic)) and bool(value_of(value) == value_of(_at(expected, values)))


def _short(value: object) -> str:
    return "another table" if isinstance(value, np.ndarray) else str(value)
