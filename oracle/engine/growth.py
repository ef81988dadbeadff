"""How close the worst case comes to the bound as cases grow: the attacks' own worst games, as they were judged.

growth(evidence)    the sizes in order, each with its worst game
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

import sympy

from learncheck.exact.decide import conjuncts
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim

SIZES = 16
"""So many sizes are shown at most."""
AGAIN = 4 * SIZES
"""So many games are played again at most to see how large they were."""

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
class Growth:
    """The sizes in ascending order, and what is counted: a quantity of the bound, the rounds of a game, or the bound.

    lower: whether the bound is a lower one, so that what is observed must lie above it.
    """

    measured: str
    sizes: tuple[Size, ...]
    lower: bool = False

    @property
    def grows(self) -> bool:
        """Whether there is anything to see: several sizes, and sides that are not the same for all of them."""
        sides = {(each.observed, each.bound) for each in self.sizes}
        return len(self.sizes) > 1 and len(sides) > 1


@dataclass(frozen=True)
class _Sized:
    """A judged game with what could be its size."""

    outcome: Outcome
    values: dict[str, Any]
    rounds: int | None


def growth(evidence: Evidence) -> Growth:
    """The worst observed against the bound by size, in the figures of the games' judgement.

    A game travels without its rounds; it is played again to see how large it was, and for nothing else.
    """
    claim = evidence.claim
    games = list(evidence.sizes)
    if evidence.counterexample is not None:
        games += [evidence.counterexample.smallest, evidence.counterexample.worst]
    games = [each for each in games if each.observed is not None and each.bound is not None and each.ratio is not None]
    games = _worst_of_neighbours(sorted(games, key=_bound), AGAIN, _closeness)
    sized = [_sized(claim, make_of(evidence), each) for each in games]
    measured = _measured(claim, sized)
    worst: dict[float, Size] = {}
    for each in sized:
        found, size = each.outcome, _size(each, measured)
        assert found.observed is not None
        assert found.bound is not None
        assert found.ratio is not None
        if size not in worst or found.ratio > worst[size].ratio:
            worst[size] = Size(size, found.observed, found.bound, found.ratio, found.verdict == "falsified")
    sizes = _worst_of_neighbours([worst[size] for size in sorted(worst)], SIZES, lambda each: (each.ratio, each.size))
    return Growth(measured, tuple(sizes), is_lower(claim))


def _bound(game: Outcome) -> float:
    assert game.bound is not None
    return game.bound


def _closeness(game: Outcome) -> tuple[bool, float]:
    """What fell comes before what came close."""
    assert game.ratio is not None
    return game.verdict == "falsified", game.ratio


def make_of(evidence: Evidence) -> Any:
    """What makes the learner of the evidence."""
    return next((each for each in evidence.claim.about if each.__name__ == evidence.learner), evidence.claim.learner)


def is_lower(claim: Claim) -> bool:
    """Whether what is observed must be at least the bound."""
    return all(each.rel_op in (">=", ">") for each in conjuncts(claim.bound))


def _sized(claim: Claim, make: Make | None, game: Outcome) -> _Sized:
    trace = game.trace
    try:
        if trace is None:
            trace = game.case.play(make, claim.watch if claim.needs_state else ())  # type: ignore[arg-type]
        values = {symbol.name: value for symbol, value in claim.measure(trace).items()}
    except Exception:  # as a game of a random learner may go
        return _Sized(game, {}, None)
    return _Sized(game, values, len(trace.rounds))


def _measured(claim: Claim, sized: Sequence[_Sized]) -> str:
    """The whole number in the bound that varies most, or the rounds where none takes three values; else the bound."""
    counts: dict[str, int] = {}
    for name in _bounding(claim):
        values = [each.values.get(name) for each in sized]
        if values and all(isinstance(each, int | Fraction) and each == int(each) and each >= 1 for each in values):
            counts[name] = len(set(values))
    if all(each.rounds is not None for each in sized):
        counts[ROUNDS] = min(2, len({each.rounds for each in sized}))
    best = max(counts, key=lambda name: counts[name], default=BOUND)
    return best if counts.get(best, 0) > 1 else BOUND


def _size(each: _Sized, measured: str) -> float:
    if measured == BOUND:
        assert each.outcome.bound is not None
        return float(each.outcome.bound)
    size = each.rounds if measured == ROUNDS else each.values[measured]
    assert size is not None
    return float(size)


def _bounding(claim: Claim) -> list[str]:
    """The symbols on the bounding sides."""
    sides = [each.rhs for each in conjuncts(claim.bound) if isinstance(each, sympy.core.relational.Relational)]
    found = {symbol.name for side in sides for symbol in side.free_symbols}
    return sorted(found)


def _worst_of_neighbours(ordered: Sequence[T], most: int, badness: Callable[[T], Any]) -> list[T]:
    """At most so many of them: of neighbours the worst."""
    parts = min(most, len(ordered))
    cuts = [index * len(ordered) // parts for index in range(parts + 1)] if parts else []
    return [max(ordered[i:j], key=badness) for i, j in pairwise(cuts)]
