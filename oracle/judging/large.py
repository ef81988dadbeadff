"""Build large and long games of any family, by raising the limits of its decoder and feeding it choices up to them.

A learner that fails only at a certain size, or after a certain number of rounds, passes all smaller games. So every
claim about a game is also played at sizes where such learners typically fail.
"""

import contextlib
import itertools
import random
from collections.abc import Iterable, Iterator

from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Random, Rejected
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.limits import Limits

FEW_SIZES = (64, 100, 128, 256)
ALL_SIZES = (8, 64, 100, 128, 256, 1000, 2**15)
"""Sizes at which learners typically start to fail."""

WIDE = frozenset(
    {
        *("atoms", "dimension", "dimensions", "examples", "experts", "grid", "instances"),
        *("points", "rows", "size", "variables"),
    }
)
LENGTH = frozenset({"rounds", "updates"})
LONG = LENGTH | {"pool"}
"""Names of a family's limits. `WIDE` limits the size of a case, `LENGTH` its duration.

`pool` limits how many instances a long game may present. It is not raised beyond `TOGETHER`: with many instances, some
of them end a game soon.
"""

A_WHILE = 128
"""The most rounds of a wide game. The widest games have fewer, so that rounds times width is at most `CELLS`."""

CELLS = 2**18

TOGETHER = 256
"""Up to this size, all limits on a family's width are raised together; beyond it, each one separately."""

GAMES = 3
"""The number of games of each size: wide ones and, beyond `TOGETHER`, long ones. Up to `TOGETHER` there is one long
game.
"""

TRIES = 8
"""The number of attempts that may be rejected before a size is given up."""

Taken = tuple[Case, list[int], Limits]


class Sized(Random):
    """Random choices that take the maximum whenever it equals the size. Lists never end on their own."""

    def __init__(self, generator: random.Random, size: int) -> None:
        super().__init__(generator)
        self.size = size

    def _next(self, low: int, high: int) -> int:
        return high if high == self.size else super()._next(low, high)

    def _many(self, count: int, low: int, high: int) -> list[int]:
        return [high] * count if high == self.size else super()._many(count, low, high)

    def more(self, usual: int) -> bool:
        self.taken.append(max(1, usual))
        return True


def large(claim: Claim, sizes: Iterable[int], seed: int = 0) -> Iterator[Taken]:
    """Yield cases of the claim, with their choices and limits: wide games of each size and a long one.

    The wide games also go on for a while. The family's `most` is respected. If the decoder has no case that large, none
    is yielded.
    """
    played: list[Limits] = []
    for size in sizes:
        for limits, games in sized(claim, size):
            if limits not in played:
                played.append(limits)
                yield from itertools.islice(_made(claim, limits, size, seed), games)


def sized(claim: Claim, size: int) -> Iterator[tuple[Limits, int]]:
    """Yield the limits for the claim's games of this size, each with the number of games to play within them."""
    most, scout = claim.cases.most, claim.cases.scout
    if claim.kind != "game" and "rounds" not in scout:
        return
    for_a_while = scout.raised(LONG, min(size, A_WHILE, CELLS // size), most)
    if size <= TOGETHER:
        games = [(for_a_while.raised(WIDE, size, most), GAMES), (scout.raised(LONG, size, most), 1)]
    else:
        widths = [for_a_while.raised(frozenset({name}), size, most) for name in scout if name in WIDE]
        games = [(limits, GAMES) for limits in (*widths, scout.raised(LENGTH, size, most))]
    yield from ((limits, count) for limits, count in games if limits != scout)


def reached(claim: Claim, sizes: Iterable[int] = ALL_SIZES) -> dict[str, int]:
    """Return how far each limit of the claim's games is raised for these sizes, for the limits that are."""
    scout = claim.cases.scout
    found: dict[str, int] = {}
    for limits in (limits for size in sizes for limits, _ in sized(claim, size)):
        for name, limit in limits.beyond(scout).items():
            found[name] = max(limit, found.get(name, 0))
    return found


def _made(claim: Claim, limits: Limits, size: int, seed: int) -> Iterator[Taken]:
    build = claim.build(limits)
    for number in range(TRIES):
        choices = Sized(random.Random(f"{seed} {size} {number}"), size)
        with contextlib.suppress(Rejected, ValueError):
            yield build(choices), choices.taken, limits
