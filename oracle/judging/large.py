"""Build games of any family that random choices seldom make: large and long ones, and ones whose rounds recur.

A learner that fails only at a certain size, or after a certain number of rounds, passes all smaller games. So every
family of games is also played at sizes where such learners typically fail, by raising those limits of its decoder that
it says grow, and feeding it choices up to them. And one that fails where the same happens again and again, or in order,
passes games whose rounds are drawn one by one; so some have patterns. All these games are the same for every seed.
"""

import random
from collections.abc import Iterable, Iterator

from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import PATTERNS, Pattern, Patterned, Rejected
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.limits import Growth, Limits, Long, Varied, Wide

FEW_SIZES = (64, 100, 128, 256)
ALL_SIZES = (8, 64, 100, 128, 256, 1000, 2**15)
"""Sizes at which learners typically start to fail."""

A_WHILE = 128
"""The most rounds of a wide game. The widest games have fewer, so that rounds times width is at most `CELLS`."""

CELLS = 2**18

TOGETHER = 256
"""Up to this size, all limits on a family's width are raised together; beyond it, each one separately."""

WIDE_GAMES: tuple[Pattern, ...] = ("drawn", "bursts", "sorted")
LONG_GAMES: tuple[Pattern, ...] = ("drawn", "alternating", "constant")
"""The patterns of the games of each size. Up to `TOGETHER` there is one long game, in turn of each pattern."""

USUAL_GAMES = tuple(pattern for pattern in PATTERNS if pattern != "drawn") * 2
"""The patterns of games of the size that random ones have."""

TRIES = 8
"""The number of attempts that may be rejected before a size is given up."""

LargeGame = tuple[Case, list[int], Limits]


class Sized(Patterned):
    """Patterned choices that take the maximum whenever it equals the size."""

    def __init__(self, generator: random.Random, size: int, pattern: Pattern = "drawn") -> None:
        super().__init__(generator, pattern)
        self.size = size

    def _next(self, low: int, high: int) -> int:
        return high if high == self.size else super()._next(low, high)

    def _many(self, count: int, low: int, high: int) -> list[int]:
        return [high] * count if high == self.size else super()._many(count, low, high)


def large(claim: Claim, sizes: Iterable[int]) -> Iterator[LargeGame]:
    """Yield cases of the claim, with their choices and limits: ones in patterns, and wide and long ones of each size.

    The wide games also go on for a while. If the decoder has no case that large, none is yielded.
    """
    if claim.learner is None:
        return
    played: list[Limits] = []
    for size, limits, patterns in [(0, claim.cases.scout, USUAL_GAMES), *sized(claim, sizes)]:
        if limits not in played:
            played.append(limits)
            yield from _games(claim, limits, size, patterns)


def sized(claim: Claim, sizes: Iterable[int]) -> Iterator[tuple[int, Limits, tuple[Pattern, ...]]]:
    """Yield each size with limits for the claim's games of this size, and the patterns of the games within them."""
    scout = claim.cases.scout
    wide, long, lasting = _growth(claim, Wide), _growth(claim, Long, Varied), _growth(claim, Long)
    for number, size in enumerate(sizes):
        for_a_while = scout.raised(min(size, A_WHILE, CELLS // size), long)
        if size <= TOGETHER:
            turn = number % len(LONG_GAMES)
            games = [
                (for_a_while.raised(size, wide), WIDE_GAMES),
                (scout.raised(size, long), LONG_GAMES[turn : turn + 1]),
            ]
        else:
            widths = [for_a_while.raised(size, {name: wide[name]}) for name in wide] or [for_a_while]
            games = [*((limits, WIDE_GAMES) for limits in widths), (scout.raised(size, lasting), LONG_GAMES)]
        yield from ((size, limits, patterns) for limits, patterns in games if limits != scout)


def _growth(claim: Claim, *kinds: type[Growth]) -> dict[str, Growth]:
    """Those limits of the claim's family that grow so."""
    return {name: growth for name, growth in claim.cases.grows.items() if isinstance(growth, kinds)}


def reached(claim: Claim, sizes: Iterable[int] = ALL_SIZES) -> dict[str, int]:
    """Return how far each limit of the claim's games is raised for these sizes, for the limits that are."""
    scout = claim.cases.scout
    furthest: dict[str, int] = {}
    for _, limits, _ in sized(claim, sizes):
        for name, limit in limits.beyond(scout).items():
            furthest[name] = max(limit, furthest.get(name, 0))
    return furthest


def _games(claim: Claim, limits: Limits, size: int, patterns: tuple[Pattern, ...]) -> Iterator[LargeGame]:
    """Yield a game of each pattern, the first that is not rejected."""
    build = claim.build(limits)
    for place, pattern in enumerate(patterns):
        for number in range(TRIES):
            choices = Sized(random.Random(f"{size} {place} {number}"), size, pattern)
            try:
                case = build(choices)
            except (Rejected, ValueError):
                continue
            yield case, choices.taken, limits
            break
