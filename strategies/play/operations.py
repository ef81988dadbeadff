"""What an algorithm costs: the operations that it makes on its data, counted by numbers that count.

A learner is handed `Number`s in the place of integers and floats, in arrays of objects where it wants arrays. Each sum,
difference, product, quotient, power, comparison, sign, root, exponential or logarithm of such numbers, and of what is
computed from them, is one operation; a product of matrices comes to its multiplications and additions. Sorting is
charged apart, m⌈log₂ m⌉ comparisons for m elements, whatever numpy makes of it. Selecting, copying and looking up are
free, and so are indices, masks, and what a learner does to constants of its own before they meet the data.

These are operations of the algorithm. Neither Python nor numpy adds any, so the counts are the same on every version.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Count:
    """What was counted since the last `reset`.

    operations: those on numbers, but for sorting. sorting: comparisons charged for sorting. bits: those that the
    operations on integers take, max(a, b) for the sum, the difference and the comparison of numbers of a and b bits,
    and a·b for their product.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Count from 0 again."""
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


def plain(value: Any) -> Any:
    """The number itself."""
    return value.value if isinstance(value, Number) else value


def bits_of(value: int) -> int:
    """The bits of an integer; 0 has one. The sign goes without."""
    return max(1, value.bit_length())


def _unary(operate: Callable[[Any], Any]) -> Callable[[Number], Number]:
    def method(self: Number) -> Number:
        self.count.operations += 1
        return Number(operate(self.value), self.count)

    return method


def _binary(operate: Callable[[Any, Any], Any], *, swapped: bool = False) -> Callable[[Number, Any], Any]:
    compares, multiplies = operate in COMPARISONS, operate is operator.mul

    def method(self: Number, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # numpy takes it element by element
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
for _name in ("exp", "log", "sqrt"):  # the methods that numpy's functions of these names call on an object
    setattr(Number, _name, _unary(getattr(np, _name)))


class Numbers(np.ndarray):
    """An array of `Number`s, whose sorting is charged."""

    def argsort(self, axis: Any = -1, *_: Any, **__: Any) -> Any:
        """The order of the values, equal ones as they stand."""
        if self.size:
            self.flat[0].count.sorting += self.size * logarithm(self.shape[axis])
        return np.frompyfunc(plain, 1, 1)(self.view(np.ndarray)).argsort(axis=axis, kind="stable")

    def sort(self, axis: Any = -1, *_: Any, **__: Any) -> None:
        """Sort in place."""
        self[...] = np.take_along_axis(self, self.argsort(axis), axis)


def counting(count: Count) -> Callable[[NDArray[Any]], Numbers]:
    """What makes of an array one of numbers that count."""

    def wrap(array: NDArray[Any]) -> Numbers:
        make: Any = np.frompyfunc(lambda value: Number(value, count), 1, 1)
        return np.asarray(make(array.astype(object)), dtype=object).view(Numbers)

    return wrap


def logarithm(m: int) -> int:
    """⌈log₂ m⌉ for m >= 1, and 0 for m = 0."""
    return max(0, m - 1).bit_length()


def state_bits(learner: Any) -> int:
    """The bits of all integers that a learner keeps, with their signs.

    Raises TypeError where it keeps anything else.
    """
    kept = [plain(value) for value in vars(learner).values()]
    if not all(isinstance(value, int) for value in kept):
        raise TypeError(f"{type(learner).__name__} keeps {dict(vars(learner))}: bits are counted of integers alone")
    return sum(bits_of(value) + 1 for value in kept)


def noise(seed: int, count: int, most: int) -> NDArray[np.int64]:
    """`count` integers from 0 to most that look random and are the same everywhere."""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= np.uint64((seed + 1) * 0xBF58476D1CE4E5B9 % 2**64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0x94D049BB133111EB)
    return ((mixed >> np.uint64(33)) % np.uint64(most + 1)).astype(np.int64)
