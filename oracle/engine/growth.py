"""How close the worst case comes to the bound as cases grow, from the worst games of the attacks as judged.

growth(evidence)    the sizes in order, each with its worst game
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

import sympy

from learncheck.exact.decide import conjuncts
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import Outcome, ratio_of
from learncheck.oracle.judging.played import played
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim

SIZES = 16
"""The most sizes shown."""
AGAIN = 4 * SIZES
"""The most games replayed to find out their sizes."""

T = TypeVar("T")

ROUNDS = "rounds"
BOUND = "the bound"


@dataclass(frozen=True)
class Size:
    """The worst game of one size."""

    size: float
    observed: float
    bound: float
    ratio: float
    falls: bool = False


@dataclass(frozen=True)
class SizeGrowth:
    """The sizes in ascending order.

    measured: what the size counts: a quantity in the bound, the rounds of a game, or the bound itself.
    lower:    whether the bound is a lower bound, so that the observed value must be at least the bound.
    """

    measured: str
    sizes: tuple[Size, ...]
    lower: bool = False

    @property
    def grows(self) -> bool:
        """Whether there is anything to show: several sizes, whose observed values or bounds differ."""
        sides = {(size.observed, size.bound) for size in self.sizes}
        return len(self.sizes) > 1 and len(sides) > 1


def growth(evidence: Evidence) -> SizeGrowth:
    """The worst observed value against the bound, by size, in the figures with which the games were judged.

    Games are passed on without their rounds, so they are replayed, but only to find out their sizes.
    """
    claim = evidence.claim
    games = [*evidence.sizes.values()]
    if evidence.counterexample is not None:
        games += [evidence.counterexample.smallest, evidence.counterexample.worst]
    games = [game for game in games if game.observed is not None and game.bound is not None and game.ratio is not None]
    games = _worst_of_neighbours(sorted(games, key=lambda game: game.bound or 0.0), AGAIN, _closeness)
    sizes_of_games = [_sizes(claim, claim.learner_named(evidence.learner), game) for game in games]
    measured = _measured(claim, sizes_of_games)
    worst: dict[float, Size] = {}
    for game, by_name in zip(games, sizes_of_games, strict=True):
        size = float(by_name[measured])
        assert game.observed is not None
        assert game.bound is not None
        assert game.ratio is not None
        if size not in worst or game.ratio > worst[size].ratio:
            worst[size] = Size(size, game.observed, game.bound, game.ratio, game.verdict == "falsified")
    sizes = _worst_of_neighbours([worst[size] for size in sorted(worst)], SIZES, lambda size: (size.ratio, size.size))
    return SizeGrowth(measured, tuple(sizes), all(part.rel_op in (">=", ">") for part in conjuncts(claim.bound)))


def _closeness(game: Outcome) -> tuple[bool, float]:
    """A key that ranks falsified games above those that came close."""
    return game.verdict == "falsified", ratio_of(game)


def _sizes(claim: Claim, make: Make | None, game: Outcome) -> dict[str, float]:
    """What could be the game's size, by name: its bound, its rounds, and quantities that are positive integers."""
    sizes: dict[str, float] = {BOUND: float(game.bound or 0.0)}
    trace = game.trace
    with suppress(Exception):  # the replay of a random learner may fail
        if trace is None:
            trace = played(game.case, make, claim.watch if claim.needs_state else ())
        quantities = {
            symbol.name: int(value)
            for symbol, value in claim.measure(trace).items()
            if isinstance(value, int | Fraction) and value == int(value) and value >= 1
        }
        sizes |= quantities | {ROUNDS: len(trace.rounds)}
    return sizes


def _measured(claim: Claim, sizes_of_games: Sequence[dict[str, float]]) -> str:
    """Choose what to measure sizes by.

    This is the integer quantity in the bound that takes the most values; the rounds if they vary and no quantity takes
    more than two values; otherwise the bound itself.
    """
    counts: dict[str, int] = {}
    sides = [part.rhs for part in conjuncts(claim.bound) if isinstance(part, sympy.core.relational.Relational)]
    names = sorted({symbol.name for side in sides for symbol in side.free_symbols})
    for name in (*names, ROUNDS):
        if all(name in sizes for sizes in sizes_of_games):
            count = len({sizes[name] for sizes in sizes_of_games})
            counts[name] = min(2, count) if name == ROUNDS else count
    best = max(counts, key=lambda name: counts[name], default=BOUND)
    return best if counts.get(best, 0) > 1 else BOUND


def _worst_of_neighbours(ordered: Sequence[T], most: int, badness: Callable[[T], tuple[float, float]]) -> list[T]:
    """Thin the items to at most `most`: split them into runs of neighbours, and keep the worst of each run."""
    parts = min(most, len(ordered))
    cuts = [index * len(ordered) // parts for index in range(parts + 1)] if parts else []
    return [max(ordered[i:j], key=badness) for i, j in pairwise(cuts)]
