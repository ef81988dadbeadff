"""What counts as an answer: the labels, the reals and the points that a learner's answers stand for.

A value that a learner returns has any type. Games, rules and messages see a label, which is an int, and floats. Nothing
here runs code of the value but that of built-in and numpy types. Source of the rules: the public contract, section 1.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_LINE = 400
MAX_NAME = 100

# What is accepted as a number: its square, and sums of many of them, are floats too.
MOST = 1e100


class LearnerRaised(Exception):
    """An exception raised by a learner in another process.

    `exception_names` are the names of the exception's class and its built-in base classes. `raised_in_submission` tells
    whether the learner's own code raised it, rather than a library that it called.
    """

    exception_names: tuple[str, ...] = ()
    raised_in_submission: bool = False

    def is_own(self, kind: type[Exception]) -> bool:
        """Whether the learner's own code raised an exception of this built-in class."""
        return self.raised_in_submission and kind.__name__ in self.exception_names


class InvalidAnswer(ValueError):
    """A learner's answer is not a legal prediction, whatever the algorithm.

    Raised here the message reads on from "predict returned"; `answered_by` completes it.
    """


@contextmanager
def answered_by(method: str) -> Iterator[None]:
    """Say in the message of an InvalidAnswer which method returned it."""
    try:
        yield
    except InvalidAnswer as error:
        raise InvalidAnswer(f"{method} returned {error}") from None


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


NUMPY_SCALARS = frozenset(np.sctypeDict.values())


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
        elif kind in NUMPY_SCALARS:
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


def _shown_array(array: NDArray[np.generic]) -> str:
    text = f"an array of shape {array.shape} and dtype {array.dtype.name}"
    if array.size <= 4 and array.dtype.kind in "biufc":
        text += f", {array.tolist()}"
    return text


# ------------------------------------------------------------------------------------------------------------
# Valid answers

_LABEL_RULE = "a label is an int, float, Fraction or numpy number equal to +1 or -1 (or 0 at a tie)"


def label_of(value: object) -> int:
    """The label that `value` stands for: -1, 0 or +1.

    Accepted: ints (those of an enumeration, too, but no bool), float, Fraction and Decimal themselves, numpy's numbers,
    and an array with one element that is such a number. Raises `InvalidAnswer` for everything else. Source: contract,
    section 1.
    """
    if type(value) is int and -1 <= value <= 1:
        return value
    label = _scalar_label(_only_element(value))
    if label is None:
        raise InvalidAnswer(f"{shown(value)}; {_LABEL_RULE}")
    return label


def _only_element(value: object) -> object:
    if issubclass(type(value), np.ndarray):
        array = np.asarray(value)
        if array.size == 1:
            return array.reshape(-1)[0]
    return value


def _number(value: object, kinds: str) -> Any:
    """The number that it is, without running code of its own: an int, a float, a Fraction, a finite Decimal, or a
    scalar of numpy of one of these kinds. None for everything else.
    """
    kind = type(value)
    if kind in NUMPY_SCALARS:
        return value if value.dtype.kind in kinds else None  # type: ignore[attr-defined]
    if issubclass(kind, int) and kind is not bool:
        return int.__add__(value, 0)  # type: ignore[operator]
    if kind is Decimal:
        return value if value.is_finite() else None  # type: ignore[attr-defined]
    return value if kind in (float, Fraction) else None


def _scalar_label(value: object) -> int | None:
    number = _number(value, "iufc")
    return None if number is None else next((label for label in (1, -1, 0) if number == label), None)


def labels_of(value: object, m: int) -> NDArray[np.int8]:
    """The labels, shape (m,), that `value` stands for: an array of shape (m,), or a list or tuple of m
    labels.

    Raises `InvalidAnswer`, which names the first element that is not a label.
    """
    if issubclass(type(value), np.ndarray):
        array = np.asarray(value)
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
        real = real_of(_only_element(element))
        if real is None or not abs(real) <= MOST or (non_negative and real < 0):
            raise InvalidAnswer(f"an answer whose element {index} is {shown(element)}; each is {rule}")
        reals.append(real)
    return np.array(reals, dtype=np.float64)


def point_of(value: object, size: int | None) -> NDArray[np.float64]:
    """The vector of `size` finite reals that `value` stands for; of one where it is None and a number is due."""
    if size is not None:
        return reals_of(value, size)
    element = _only_element(value)
    real = real_of(element)
    if real is None or not abs(real) <= MOST:
        raise InvalidAnswer(f"{shown(value)}; expected a finite number of at most {MOST:g}")
    return np.array([real])


def real_of(value: object) -> float | None:
    """The number that it is, as a float; None for everything else, and for a number beyond the floats."""
    number = _number(value, "iuf")
    try:
        return None if number is None else float(number)
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
            f"{shown(value)}; expected {due}, as an array of shape ({'n' if m is None else m},) or a list"
        )
    if m is not None and len(row) != m:
        raise InvalidAnswer(f"{shown(value)}; expected {due}, as an array of shape ({m},) or a list")
    return row
