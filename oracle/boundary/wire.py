"""Values of a submission as they are passed on: arrays of int64, float64 and bool, and plain state.

Nothing here runs code of the value but that of built-in and numpy types.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import NUMPY_SCALARS, real_of, shown

MAX_STATE_ELEMENTS = 1 << 17
MAX_DIMENSIONS = 8

WIRE_TYPES = {b"q": np.dtype("<i8"), b"d": np.dtype("<f8"), b"?": np.dtype(np.bool_)}


def plain_state(value: object) -> NDArray[Any] | None:
    """A copy of a state attribute as a bool, int64 or float64 array; None unless it is plain."""
    kind = type(value)
    if kind in (bool, int, float, Fraction) or kind in NUMPY_SCALARS or issubclass(kind, np.ndarray):
        plain = float(value) if isinstance(value, Fraction) else value
        array: NDArray[Any] = np.asarray(plain)
        if array.dtype.kind in "biuf" and array.size <= MAX_STATE_ELEMENTS and array.ndim <= MAX_DIMENSIONS:
            return wire_array(array)
    return None


def wire_array(array: NDArray[Any]) -> NDArray[Any]:
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
