"""Quantities in words: exact where that is short."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from learncheck.exact.balls import fraction
from learncheck.exact.decide import Relation


def against(relation: Relation, values: Mapping[str, Any]) -> str:
    """The two sides in figures, as in "1 against 3"."""
    left, right = relation.exact_sides(values)
    rough_left, rough_right = relation.sides(values)
    return f"{number(rough_left if left is None else left)} against {number(rough_right if right is None else right)}"


NINE_DIGITS = 1e-9


def rounding(left: float, right: float, how: str) -> str:
    """What to add where two sides that differ are the same in nine digits; nothing where they are not."""
    if left == right or not abs(left - right) <= NINE_DIGITS * max(abs(left), abs(right)):
        return ""
    return f" ({left!r} against {right!r}: rounding? give Fractions or state{how})"


def numbers(values: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> str:
    """Quantities and their values, as in "M = 3, R = 5/2"."""
    return ", ".join(f"{name} = {number(value)}" for name, value in dict(values).items())


def number(value: Any) -> str:
    """A number for reading: exact where that is short."""
    value = fraction(value) if isinstance(value, fmpq) else value
    if isinstance(value, arb):
        return f"{value.str(6, radius=False)} ± {value.rad().str(1, radius=False)}"
    if isinstance(value, int | float | Fraction):
        exact = Fraction(value)
        if abs(exact.numerator) > 10**12 or exact.denominator > 10**12:
            return f"{float(exact):.6g}"
        value = exact
    text = str(value)
    return text if len(text) <= 12 else f"{float(value):.6g}"
