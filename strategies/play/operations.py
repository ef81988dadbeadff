"""Count the operations that an algorithm performs on its data, by giving it numbers that count.

A learner receives `Number`s instead of integers and floats, in object arrays where it expects arrays. Each sum,
difference, product, quotient, power, comparison, sign, root, exponential or logarithm of such numbers, and of results
computed from them, counts as one operation; a matrix product counts its multiplications and additions. Sorting m
elements is charged separately, as m⌈log₂ m⌉ comparisons, no matter how numpy does it. Selecting, copying and looking up
are free, and so are indices, masks, and computations with the learner's own constants before they meet the data.

Only the algorithm's own operations count. Python and numpy add none, so the counts are the same in every version.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arrays import Array


class Count:
    """The counts since the last `reset`.

    operations: the operations on numbers, except sorting.
    sorting:    the comparisons charged for sorting.
    bits:       the bit operations on integers: a·b for a product of numbers of a and b bits, and max(a, b) for any
                other operation on two of them, such as a sum, a difference or a comparison.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Set all counts to 0."""
        self.operations = self.sorting = self.bits = 0


class Number:
    """A number that counts the operations on it."""

    __slots__ = ("count", "value")

    def __init__(self, value: Any, count: Count) -> None:
        self.value, self.count = value, count

    def __repr__(self) -> str:
        return f"Number({self.value!r})"

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        self.count.operations += 1
        return bool(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __index__(self) -> int:
        return operator.index(self.value)


def plain(value: object) -> Any:
    """The value of a Number; any other value unchanged."""
    return value.value if isinstance(value, Number) else value


def bits_of(value: int) -> int:
    """The number of bits of an integer, without its sign; 0 has one bit."""
    return max(1, value.bit_length())


def _unary(operate: Callable[[Any], object]) -> Callable[[Number], Number]:
    def method(self: Number) -> Number:
        self.count.operations += 1
        return Number(operate(self.value), self.count)

    return method


def _binary(operate: Callable[[Any, Any], object], *, swapped: bool = False) -> Callable[[Number, object], object]:
    compares, multiplies = operate in COMPARISONS, operate is operator.mul

    def method(self: Number, other: object) -> object:
        if isinstance(other, np.ndarray):
            return NotImplemented  # numpy then works element by element
        count, a, b = self.count, self.value, plain(other)
        count.operations += 1
        if type(a) is int and type(b) is int:
            count.bits += bits_of(a) * bits_of(b) if multiplies else max(bits_of(a), bits_of(b))
        result = operate(b, a) if swapped else operate(a, b)
        return result if compares else Number(result, count)

    return method


COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)

for _operate in (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.pow):
    setattr(Number, f"__{_operate.__name__}__", _binary(_operate))
    setattr(Number, f"__r{_operate.__name__}__", _binary(_operate, swapped=True))
for _operate in COMPARISONS:
    setattr(Number, f"__{_operate.__name__}__", _binary(_operate))
for _name in ("neg", "abs"):
    setattr(Number, f"__{_name}__", _unary(getattr(operator, _name)))
for _name in ("exp", "log", "sqrt"):  # numpy's functions call the methods of these names on objects
    setattr(Number, _name, _unary(getattr(np, _name)))


class Numbers(np.ndarray):
    """An array of `Number`s that charges for sorting."""

    def argsort(self, axis: Any = -1, *_: Any, **__: Any) -> Any:
        """The stable order of the values."""
        if self.size:
            self.flat[0].count.sorting += self.size * logarithm(self.shape[axis])
        return np.frompyfunc(plain, 1, 1)(self.view(np.ndarray)).argsort(axis=axis, kind="stable")

    def sort(self, axis: Any = -1, *_: Any, **__: Any) -> None:
        """Sort in place."""
        self[...] = np.take_along_axis(self, self.argsort(axis), axis)


def counting(count: Count) -> Callable[[Array], Numbers]:
    """Return a function that converts an array to `Numbers` that add to `count`."""

    def wrap(array: Array) -> Numbers:
        make = np.frompyfunc(lambda value: Number(value, count), 1, 1)
        return np.asarray(make(array.astype(object)), dtype=object).view(Numbers)

    return wrap


def logarithm(m: int) -> int:
    """⌈log₂ m⌉ for m >= 1, and 0 for m = 0."""
    return max(0, m - 1).bit_length()


def state_bits(learner: object) -> int:
    """The number of bits, with signs, of all integers that a learner stores.

    Raises TypeError if it stores anything else.
    """
    numbers = [plain(value) for value in vars(learner).values()]
    if not all(isinstance(value, int) for value in numbers):
        raise TypeError(f"{type(learner).__name__} keeps {dict(vars(learner))}: bits are counted of integers alone")
    return sum(bits_of(value) + 1 for value in numbers)


def noise(seed: int, count: int, most: int) -> NDArray[np.int64]:
    """`count` pseudo-random integers from 0 to `most`, the same on every machine and version."""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64((seed + 1) * 0xBF58476D1CE4E5B9 % 2**64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0x94D049BB133111EB)
    return ((mixed >> np.uint64(33)) % np.uint64(most + 1)).astype(np.int64)
