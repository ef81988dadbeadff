"""Sizes of samples, and the place in one of them that decides: what ladders share.

A learner that looks at the first so many examples, features or rounds, or at some of them only, passes on every sample
that is smaller, and on every larger one in which those tell enough.
"""

from typing import TypeVar

T = TypeVar("T")

SIZES = (2**7 + 1, 2**10 + 1)
"""Numbers of examples, features or rounds: beyond a byte, beyond a thousand, and multiples of no block."""


def places(size: int) -> tuple[int, int, int]:
    """The first place, one inside that no even division hits, and the last."""
    return 0, round(0.382 * size), size - 1


def but_one(size: int, place: int, others: T, one: T) -> tuple[T, ...]:
    """`others` everywhere but in this place, where there is `one`."""
    return (*(others,) * place, one, *(others,) * (size - place - 1))
