"""Floats in few decimal digits, for readers, but never so few that different numbers look alike."""

import math

DIGITS = 6
"""The digits that are shown where nothing speaks against it."""

ALL_DIGITS = 17
"""With so many no two floats look alike."""


def decimal(value: float) -> str:
    """Return the number in six digits; integers up to 2^53, and what is nearly a shorter number, in full.

    16777217.0 is 16777217, 1/3 is 0.333333, and 1 + 2⁻⁴⁰ is 1.0000000000009095.
    """
    if not math.isfinite(value):
        return str(value)
    if value == int(value) and abs(value) <= 2**53:
        return str(int(value))
    text = f"{value:.{DIGITS}g}"
    return repr(float(value)) if 0 < abs(float(text) - value) <= 1e-9 * abs(value) else text


def apart(*values: float) -> tuple[str, ...]:
    """Return the numbers in six digits, or in as many as it takes to tell different numbers apart."""
    for digits in range(DIGITS, ALL_DIGITS + 1):
        texts = tuple(f"{value:.{digits}g}" for value in values)
        if len(set(texts)) == len(set(values)):
            break
    return texts
