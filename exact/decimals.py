"""Floats in few decimal digits, for readers, but never so few that different numbers look alike."""

import math
from collections.abc import Callable, Iterable
from decimal import Decimal, localcontext
from fractions import Fraction

Number = int | float | Fraction

DIGITS = 6
"""The digits that are shown where nothing speaks against it."""

ALL_DIGITS = 17
"""With so many no two floats look alike."""

SURE_DIGITS = 13
"""So many rounding leaves alone, mostly."""

NOISE, NEAR = 2**-44, 1e-9
"""Relative distances from a number of few digits: up to the first it is that number but for rounding, and up to the
second another one on purpose."""


def decimal(value: float) -> str:
    """Return the number in six digits; integers up to 2^53, and what is nearly a shorter number, in full.

    16777217.0 is 16777217, 1/3 is 0.333333, and 1 + 2⁻⁴⁰ is 1.0000000000009095; but 0.1 + 0.2, which is 0.3 but for
    rounding, is 0.3.
    """
    if not math.isfinite(value):
        return str(value)
    if value == int(value) and abs(value) <= 2**53:
        return str(int(value))
    text = f"{value:.{DIGITS}g}"
    off = abs(float(text) - value) / abs(value)
    return repr(float(value)) if NOISE < off <= NEAR else text


def apart(*values: Number) -> tuple[str, ...]:
    """Return the numbers in six digits, or in as many as it takes to tell different numbers apart."""
    texts = distinct(values, lambda value: in_digits(DIGITS, value))
    return tuple(texts[value] for value in values)


def distinct(values: Iterable[Number], short: Callable[[Number], str], *, rounded: bool = False) -> dict[Number, str]:
    """Return each number as `short` shows it; numbers that would look alike but differ, in as many digits as it takes.

    rounded: whether they may look alike if rounding may have made the difference.
    """
    texts = {value: short(value) for value in values}
    alike: dict[str, list[Number]] = {}
    for value, text in texts.items():
        alike.setdefault(text, []).append(value)
    for group in alike.values():
        if len(group) > 1:
            texts |= _in_more_digits(group, rounded)
    return texts


def _in_more_digits(group: list[Number], rounded: bool) -> dict[Number, str]:
    """Return numbers that look alike in the fewest digits in which they do not, or exactly if there are none."""
    most = SURE_DIGITS if rounded else ALL_DIGITS
    kinds = len({in_digits(most, value) for value in group}) if rounded else len(group)
    if kinds == 1:
        return {}
    for digits in range(DIGITS, most + 1):
        texts = {value: in_digits(digits, value) for value in group}
        if len({*texts.values()}) == kinds:
            return texts
    return {
        value: str(value) if isinstance(value, float) and not math.isfinite(value) else str(Fraction(value))
        for value in group
    }


def in_digits(digits: int, value: Number) -> str:
    """Return the number in so many significant digits, also outside the range of floats."""
    try:
        nearest = float(value)
    except OverflowError:
        exact = Fraction(value)
        with localcontext(prec=digits):
            return f"{(Decimal(exact.numerator) / exact.denominator).normalize():g}"
    return repr(nearest).removesuffix(".0") if digits == ALL_DIGITS else f"{nearest:.{digits}g}"
