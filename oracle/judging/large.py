"""Large and long games of any family: its decoder, with limits raised, fed by choices that go up to them.

A learner that goes wrong at a size, or after so many rounds, stands in all games below. So every claim about a game is
also played at sizes around which such learners turn.
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
"""Sizes around which learners turn."""

WIDE = frozenset(
    {
        *("atoms", "dimension", "dimensions", "examples", "experts", "grid", "instances"),
        *("points", "rows", "size", "variables"),
    }
)
LENGTH = frozenset({"rounds", "updates"})
LONG = LENGTH | {"pool"}
"""What the limits of a family are called that tell how large its cases are, and how long; and how many instances a long
one may present, which stay as few as they are beyond `TOGETHER`: of many some end a game soon.
"""

A_WHILE = 128
"""The rounds of wide games, at most; the widest have fewer, so that rounds times width is no more than `CELLS`."""

CELLS = 2**18

TOGETHER = 256
"""Up to this size all limits of a family's width are raised together; beyond it each by itself."""

GAMES = 3
"""Games of each size, wide ones and, beyond `TOGETHER`, long ones; up to there one is long."""

TRIES = 8
"""Choices that may be rejected before a size is given up."""

Taken = tuple[Case, list[int], Limits]


class Sized(Random):
    """Random choices that go up to the size wherever it is the limit. Lists go on and on."""

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
    """Cases of the claim, with the choices and the limits that made them: wide ones of each size and a long one. The
    wide ones go on for a while, too.

    What the family says of the `most` that it can play holds; a decoder that knows of no case so large makes none.
    """
    played: list[Limits] = []
    for size in sizes:
        for limits, games in sized(claim, size):
            if limits not in played:
                played.append(limits)
                yield from itertools.islice(_made(claim, limits, size, seed), games)


def sized(claim: Claim, size: int) -> Iterator[tuple[Limits, int]]:
    """The limits of the claim's games of this size, and how many games are played within each."""
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
    """How far each limit of the claim's games is raised for these sizes, where it is."""
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
