"""What the ladders of families share: sizes, the places where a case is decided, and awkward constants.

A ladder is played in every attack and the same for every seed. A learner that looks at the first so many instances,
hypotheses, features, examples, experts or rounds alone, or at the last, passes on every case that is smaller, and on
every larger one in which those tell enough. It falls where what decides comes later, or earlier.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")

SIZES = (60, 520, 2_051)
"""Of each dimension of a game: beyond many a hundred, 2⁸ and 2¹¹."""

SAMPLE_SIZES = (2**7 + 1, 2**10 + 1)
"""Of each dimension of a sample, which takes longer to fit: beyond a byte and a thousand, and multiples of no block."""

HUGE = 2**16 + 1
"""A size beyond what 16 bits count."""

AWKWARD = (Fraction(1, 3), Fraction(7, 100), Fraction(1, 1000))
"""Constants that are no doubles, not all of a few decimals, and of different sizes."""


EVERY = SAMPLE_SIZES[0]
"""Up to this size, what a case tells in one place is told in every place by cases that have room for all of them."""


def places(size: int) -> tuple[int, ...]:
    """The first of `size` places, the second, the one in the middle, one that no even division hits, and the last."""
    return tuple(sorted({0, min(1, size - 1), size // 2, round(0.382 * size), size - 1}))


def all_places(size: int) -> Sequence[int]:
    """All of them up to `EVERY`, and those of `places` if there are more."""
    return range(size) if size <= EVERY else places(size)


def narrow_votes(size: int) -> Iterator[tuple[int, ...]]:
    """An odd number of votes, of which one label has one more: each vote decides in two of them, one for each label."""
    most = size // 2 + 1
    for label in (1, -1):
        yield (label,) * most + (-label,) * (size - most)
        yield (-label,) * (size - most) + (label,) * most


def but_one(size: int, place: int, others: T, one: T) -> tuple[T, ...]:
    """`others` everywhere but in this place, where there is `one`."""
    return (*(others,) * place, one, *(others,) * (size - place - 1))
