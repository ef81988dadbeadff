"""Check what a learner's constructor makes: exactly the numbers that a formal round assumes, in types whose arithmetic
is that of numbers, in double precision or better.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from learncheck.theorems.formal.numbers import Real, value_of

NUMBERS = (int, float, Fraction)


def faults(
    made: Any, learner: type, state: Collection[str], constants: Mapping[str, Any], values: Mapping[Any, Any]
) -> list[str]:
    """The faults of the object that the constructor made, in words.

    constants: what the other attributes must be, exactly; expressions take the `values` of their symbols.
    """
    return list(_faults(made, learner, state, constants, values))


def _faults(
    made: Any, learner: type, state: Collection[str], constants: Mapping[str, Any], values: Mapping[Any, Any]
) -> Iterator[str]:
    if type(made) is not learner:
        yield f"it makes a {type(made).__name__}"
        return
    has, due = set(vars(made)), {*state, *constants}
    if has != due:
        yield f"it has {', '.join(sorted(has))}, and the proof speaks of {', '.join(sorted(due))}"
        return
    for name in sorted(due):
        value = getattr(made, name)
        if name in state or not callable(value):
            yield from (f"{name} is {words}" for words in inexact(value))
    for name, expected in constants.items():
        value = getattr(made, name)
        if not _equal(value, expected, values):
            yield f"{name} is {_short(value)}, where the proof takes {_short(_at(expected, values))}"


def inexact(value: Any, masks: bool = True) -> Iterator[str]:
    """The reasons why a value does not compute like numbers in double precision or better; `masks` compute as sets."""
    if type(value) is tuple:
        for each in value:
            yield from inexact(each, masks)
    elif type(value) is np.ndarray and value.dtype == object:
        if not all(type(each) in NUMBERS for each in value.ravel().tolist()):
            yield "an array of objects that are not plain numbers"
    elif type(value) is np.ndarray or (isinstance(value, np.generic) and type(value).__module__ == "numpy"):
        if not (value.dtype.kind in "if" and value.dtype.itemsize >= 8) and not (masks and value.dtype.kind == "b"):
            yield f"of the type {value.dtype}, which rounds or wraps around; use int or float"
    elif type(value) not in NUMBERS:
        yield f"a {type(value).__name__}, which may compute in a way of its own"


def _at(expected: Any, values: Mapping[Any, Any]) -> Any:
    if isinstance(expected, Real | sympy.Basic):
        return value_of(expected).subs({symbol: value_of(each) for symbol, each in values.items()})
    return expected


def _equal(value: Any, expected: Any, values: Mapping[Any, Any]) -> bool:
    if isinstance(expected, np.ndarray):
        return isinstance(value, np.ndarray) and np.array_equal(value, expected)
    if callable(expected):
        return value is expected
    return isinstance(value, (*NUMBERS, np.generic)) and bool(value_of(value) == value_of(_at(expected, values)))


def _short(value: Any) -> str:
    return "another table" if isinstance(value, np.ndarray) else str(value)
