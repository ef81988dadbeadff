"""Floats in few decimal digits, for readers, but never so few that different numbers look alike."""

import math

DIGITS = 6
"""The digits that are shown where nothing speaks against it."""

ALL_DIGITS = 17
"""With so many no two floats look alike."""

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


def apart(*values: float) -> tuple[str, ...]:
    """Return the numbers in six digits, or in as many as it takes to tell different numbers apart."""
    for digits in range(DIGITS, ALL_DIGITS + 1):
        texts = tuple(f"{value:.{digits}g}" for value in values)
        if len(set(texts)) == len(set(values)):
            break
    return texts
