"""Sums, products and differences along arrays, exactly.

Arrays hold exact numbers: integers, floats (each taken as the dyadic rational that it is), or Fractions. The first axis
counts states, and the result has one number for each state: an integer, a float that is the exact result, or a
rational, as `exact.balls.exact` takes them.

    totals(w)                        Σ_i w_i
    inner_products(v, integers(w))   Σ_i v_i·w_i, for one vector v
    squared_norms(integers(w))       Σ_i w_i²
    differences(u, w)                u − w, entry by entry

Few numbers are computed one by one; many in int64 if a bound on the magnitudes rules out overflow, in floats if
nothing is rounded, and otherwise in arbitrary precision. All raise ValueError if an entry is not finite.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from learncheck.exact.balls import exact

ExactNumber: TypeAlias = int | float | fmpq

INT_LIMIT = 2**63
"""int64 holds every integer smaller than this."""
SMALL = 32
"""Up to this many numbers are added one by one."""
FEW = 64
"""Up to this many numbers, Python's integers are multiplied faster than those of an array."""
FLOAT_BITS = 53
"""Floats hold all integers of up to this many bits."""

NOT_FINITE = "there is no sum of numbers that are not finite"


def _rational(value: object) -> fmpq:
    return fmpq(int(value)) if isinstance(value, bool) else exact(value, "an entry")


_rationals: Callable[[NDArray[Any]], NDArray[Any]] = np.frompyfunc(_rational, 1, 1)
_whole: Callable[[NDArray[Any]], NDArray[Any]] = np.frompyfunc(int, 1, 1)


class Few(NamedTuple):
    """Integers times a unit: a row for each state."""

    rows: list[list[int]]
    unit: fmpq


class Many(NamedTuple):
    """The same as an array, whose entries are at most `size` in absolute value.

    The dtype may be float, but all entries are integers.
    """

    numbers: NDArray[Any]
    size: int
    unit: fmpq


Integers: TypeAlias = Few | Many


def integers(w: NDArray[Any]) -> Integers:
    """All entries of each state as multiples of one unit."""
    rows = w.reshape(len(w), -1)
    if rows.size <= FEW and rows.dtype.kind in "biuf":
        return _few(rows.tolist())
    return _many(rows)


def _few(rows: list[list[float]]) -> Few:
    try:
        ratios = [[number.as_integer_ratio() for number in row] for row in rows]
    except (OverflowError, ValueError):
        raise ValueError(NOT_FINITE) from None
    common = math.lcm(*(q for row in ratios for _, q in row))
    return Few([[p * (common // q) for p, q in row] for row in ratios], fmpq(1, common))


def _many(rows: NDArray[Any]) -> Many:
    if rows.dtype.kind in "biu":
        return Many(rows, _size(rows), fmpq(1))
    if rows.dtype.kind != "f":
        rationals = _rationals(rows)
        common = math.lcm(*(int(number.q) for number in rationals.flat))
        numbers = np.frompyfunc(lambda number: int(number.p) * (common // int(number.q)), 1, 1)(rationals)
        return Many(numbers, _size(numbers), fmpq(1, common))
    floats = rows.astype(np.float64, copy=False)
    if (floats == np.rint(floats)).all():
        return Many(floats, _size(floats), fmpq(1))
    if not np.isfinite(floats).all():
        raise ValueError(NOT_FINITE)
    mantissas, exponents = np.frexp(floats)
    whole = np.ldexp(mantissas, FLOAT_BITS).astype(np.int64)
    zeros = np.frexp((whole & -whole).astype(np.float64))[1] - 1  # trailing zeros
    last = np.where(whole == 0, 0, exponents - FLOAT_BITS + zeros)  # the power of 2 of that bit
    finest = int(last.min(initial=0))
    kind = np.int64 if int(exponents.max(initial=0)) - finest < 63 else object
    numbers = (whole >> np.maximum(zeros, 0)).astype(kind) << (last - finest).astype(kind)
    return Many(numbers, _size(numbers), fmpq(_shifted(1, finest)))


def totals(w: NDArray[Any]) -> Sequence[ExactNumber]:
    """Σ_i w_i, over all entries of a state."""
    rows = w.reshape(len(w), -1)
    if rows.size <= SMALL:
        return [sum(map(_rational, row), fmpq(0)) for row in rows.tolist()]
    if rows.dtype.kind == "f":
        return _totals_of_floats(rows.astype(np.float64, copy=False))
    whole = _many(rows)
    return _listed(_fitted(whole, whole.size * rows.shape[1]).sum(axis=1), whole.unit)


def inner_products(v: Sequence[int | Fraction], w: Integers) -> Sequence[ExactNumber]:
    """Σ_i v_i·w_i, for a vector of integers and Fractions."""
    common = math.lcm(*(number.denominator for number in v))
    factors = [number.numerator * (common // number.denominator) for number in v]
    if isinstance(w, Few):
        return _times([_inner(factors, row) for row in w.rows], w.unit / common)
    rows = _fitted(w, max(w.size, 1) * sum(map(abs, factors), start=1))
    return _listed(rows @ np.array(factors, dtype=rows.dtype), w.unit / common)


def squared_norms(w: Integers) -> Sequence[ExactNumber]:
    """Σ_i w_i²."""
    if isinstance(w, Few):
        return _times([_inner(row, row) for row in w.rows], w.unit * w.unit)
    rows = _fitted(w, w.size**2 * max(w.numbers.shape[1], 1))
    return _listed(np.einsum("ij,ij->i", rows, rows), w.unit * w.unit)


def _inner(u: list[int], v: list[int]) -> int:
    return sum([p * q for p, q in zip(u, v, strict=True)])


def differences(u: NDArray[Any], w: NDArray[Any]) -> NDArray[Any]:
    """u − w, in an array of integers, of floats or of rationals."""
    if u.dtype.kind in "iu" and w.dtype.kind in "iu":
        kind = np.int64 if _size(u) + _size(w) < INT_LIMIT else object
        return np.asarray(u.astype(kind) - w.astype(kind))
    if u.dtype == w.dtype == np.float64:
        difference = u - w
        taken = u - difference  # w, up to rounding
        if ((u - (difference + taken)) + (taken - w) == 0).all():  # the error of the difference (Knuth)
            return np.asarray(difference)
    return np.asarray(_rationals(u) - _rationals(w))


def _totals_of_floats(rows: NDArray[np.float64]) -> Sequence[ExactNumber]:
    """Sum from the leading bits to the last: each pass adds up what the floats hold above a power of two."""
    room = 62 - rows.shape[1].bit_length()  # a row of integers of this many bits sums to less than 2^62
    sums, finest = [0] * len(rows), 0  # in units of 2^-finest
    left = rows
    while greatest := float(np.abs(left).max(initial=0.0)):
        if not math.isfinite(greatest):
            raise ValueError(NOT_FINITE)
        finer = room - math.frexp(greatest)[1]
        leading = np.trunc(np.ldexp(left, finer))
        left = left - np.ldexp(leading, -finer)  # exact: the bits of `left` below 2^-finer
        parts = leading.astype(np.int64).sum(axis=1).tolist()
        sums = [(s << finer - finest) + part for s, part in zip(sums, parts, strict=True)] if any(sums) else parts
        finest = finer
    return [_shifted(total, -finest) for total in sums]


def _size(rows: NDArray[Any]) -> int:
    """The greatest absolute value, rounded up. Raises ValueError if it is not finite."""
    if not rows.size:
        return 0
    least, greatest = rows.min(), rows.max()
    if rows.dtype.kind == "f" and not (math.isfinite(least) and math.isfinite(greatest)):
        raise ValueError(NOT_FINITE)
    size: int = max(-math.floor(least), math.ceil(greatest))
    return size


def _fitted(w: Many, bound: int) -> NDArray[Any]:
    """The integers in a dtype that holds every integer up to the bound, and so every intermediate result."""
    numbers = w.numbers
    if numbers.dtype.kind == "f":
        if bound < 2**FLOAT_BITS:
            return numbers
        numbers = _whole(numbers) if bound >= INT_LIMIT else numbers
    return numbers.astype(np.int64 if bound < INT_LIMIT else object, copy=False)


def _shifted(number: int, bits: int) -> int | fmpq:
    """number·2^bits."""
    return number << bits if bits >= 0 else fmpq(number, 1 << -bits)


def _listed(numbers: NDArray[Any], unit: fmpq) -> Sequence[ExactNumber]:
    return _times((numbers.astype(np.int64) if numbers.dtype.kind == "f" else numbers).tolist(), unit)


def _times(numbers: list[int], unit: fmpq) -> Sequence[ExactNumber]:
    return numbers if unit == 1 else [number * unit for number in numbers]
