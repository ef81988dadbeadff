"""The sign of a number, as the notes use it: sign(0) = 0."""

from typing import Any


def sign(v: Any) -> int:
    """+1 if v > 0, -1 if v < 0, 0 at a tie.

    v: any scalar that compares with 0 (int, float, Fraction, a numpy scalar, ...).
    """
    if v > 0:
        return 1
    if v < 0:
        return -1
    return 0
