"""The sign of a number, as the notes use it: sign(0) = 0."""

from typing import Protocol


class Comparable(Protocol):
    """What can be compared with 0."""

    def __lt__(self, zero: int, /) -> object: ...
    def __gt__(self, zero: int, /) -> object: ...


def sign(v: Comparable) -> int:
    """+1 if v > 0, -1 if v < 0, 0 at a tie.

    v: any scalar that compares with 0 (int, float, Fraction, a numpy scalar, ...).
    """
    if v > 0:
        return 1
    if v < 0:
        return -1
    return 0
