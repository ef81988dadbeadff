"""Ladders: margins of 2⁻³, ..., 2⁻¹², and lengths and sizes that grow by powers of two.

A learner that gives up after a number of passes, or treats small numbers as 0, passes all games below its limit, which
random games seldom reach. These cases do reach it. They are the same for every profile and seed.
"""

from collections.abc import Iterator

from learncheck.strategies.halfspaces.games import FreeGame
from learncheck.strategies.play.games import AGREE, CONTRADICT, PLUS
from learncheck.strategies.play.ladders import all_places, but_one, places

RUNGS = range(3, 13)
"""k, for margins of 2⁻ᵏ."""

SCALES = (-10, -5, 5, 20)
"""k, for instances 2ᵏ times as long."""

SMALL_SIZES = (8, 32, 128)
"""Numbers of examples or dimensions."""

FEW = range(1, 7)
"""d, for samples in d dimensions on which the Perceptron makes at least (4ᵈ − 1)/3 updates."""

SINGLE = 26
"""k, for the numbers 1 and 1 − 2⁻ᵏ, or 2ᵏ and 2ᵏ + 1, which are equal in single precision."""

SHORT = SINGLE + 10
"""k, for numbers in units of 2⁻ᵏ, at which many a tolerance takes what is left of a sum for 0."""

Pair = tuple[tuple[int, int], tuple[int, int]]


def narrow(k: int) -> Pair:
    """(1, 1) and (1, 1 − 2⁻ᵏ), in units of 2⁻ᵏ. Labelled + and −, they take the Perceptron about 2ᵏ⁺² updates."""
    return (2**k, 2**k), (2**k, 2**k - 1)


CROSSED: Pair = ((2**SINGLE, -(2**SINGLE)), (2**SINGLE, 2**SINGLE - 1))
"""Instances that are nearly at right angles, so that one nearly ties the other: (1, −1) and (1, 1 − 2⁻ᵏ)."""


def one_apart(size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the example (1, 0) many times and (−3, 2) once, which is misclassified when the others are learned."""
    return (but_one(size, place, (1, 0), (-3, 2)) for place in places(size))


def few_axes(size: int) -> tuple[tuple[int, ...], ...]:
    """The unit vectors of `size` axes, a few of many: if (1, ..., 1) is all that was learned, all have its label."""
    return tuple(but_one(size, place, 0, 1) for place in all_places(size))


def scaled() -> Iterator[tuple[Pair, int]]:
    """Yield (1, 1) and (1, 1/2), scaled up and down, with their denominators; first so short that inner products are
    less than a billionth.
    """
    for k in (-20, *SCALES):
        (a, b), (c, e) = narrow(1)
        factor = 2 ** max(k, 0)
        yield ((a * factor, b * factor), (c * factor, e * factor)), 2 ** (1 + max(-k, 0))


def fan(size: int) -> tuple[tuple[int, int], ...]:
    """`size` examples above the first axis, at most twenty of them distinct."""
    return tuple((i % 5 - 2, i // 5 % 4 + 1) for i in range(size))


SCALES_OF_MARGINS = (-60, -38, -20, 40)
"""k, for instances 2ᵏ times as long: their margins are less than any fixed tolerance, or more."""


def right_again(k: int) -> FreeGame:
    """An instance of length 2ᵏ is classified right three times, which must not change what follows.

    Then its negative comes with the same label: w is 0, which is a tie, and last the negative itself.
    """
    length = 2 ** max(k, 0)
    return FreeGame(((length,), (-length,)), 2 ** max(-k, 0), ((0, PLUS),) * 4 + ((1, PLUS),) * 3)


def hardly_right() -> FreeGame:
    """A mistake on (1, 0); then (1, 2ᵏ) is right by 2⁻ᵏ of the lengths, and (1, −1) shows that w stays as it is."""
    return FreeGame(((1, 0), (1, 2 ** (SINGLE + 1)), (1, -1)), 1, ((0, CONTRADICT), (1, AGREE), (2, AGREE)))


def wrong_again(times: int) -> FreeGame:
    """A mistake on a long instance, and `times` on a short one until they outweigh it; then the short one is due."""
    return FreeGame(((times,), (1,)), 1, ((0, CONTRADICT), *((1, CONTRADICT),) * (times + 1), (1, AGREE)))


def contradicted_first(mistakes: int, others: int) -> tuple[tuple[int, int], ...]:
    """Instances that are presented in turn: so many contradicted, and then others that are not."""
    return (*((i, CONTRADICT) for i in range(mistakes)), *((mistakes + i, AGREE) for i in range(others)))


def presented_twice(size: int) -> tuple[tuple[int, int], ...]:
    """Moves: every instance is contradicted, and then presented again."""
    return tuple((i, stance) for stance in (CONTRADICT, AGREE) for i in range(size))


def contradicted_late(rounds: int) -> tuple[tuple[int, int], ...]:
    """Moves: an instance is contradicted, and classified right in so many rounds; then so is another, and is due."""
    return ((0, CONTRADICT), *((0, AGREE),) * rounds, (1, CONTRADICT), (1, AGREE))
