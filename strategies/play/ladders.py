"""What the ladders of families of games share: sizes, the places where a game is decided, and awkward constants.

A ladder is played in every attack and the same for every seed. A learner that looks at the first so many instances,
hypotheses, features, experts or rounds alone, or at the last, falls where what decides comes later, or earlier.
"""

from fractions import Fraction

SIZES = (60, 520, 2_051)
"""Of each dimension of a case: beyond many a hundred, 2⁸ and 2¹¹."""

HUGE = 2**16 + 1
"""A size beyond what 16 bits count."""

AWKWARD = (Fraction(1, 3), Fraction(7, 100), Fraction(1, 1000))
"""Constants that are no doubles, not all of a few decimals, and of different sizes."""


def ends(size: int) -> tuple[int, int, int]:
    """The first of `size` places, one in the middle, and the last."""
    return 0, size // 2, size - 1
