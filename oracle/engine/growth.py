"""How close the worst case comes to the bound as cases grow: a claim's witnesses and a few of the scout's, played anew.

growth(evidence)    the sizes in order, each with its worst case
"""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from learncheck.exact.decide import Decision, compile_relation, conjuncts
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import at_random
from learncheck.theorems.language.claim import Claim

SECONDS = 3
"""How long the cases of one claim may be played, should they be slower than any that we know."""
SLOW = 0.3
"""Attacks whose games took longer than this on average are left out: one of them would take all of the time."""
SCOUTS = 40
SIZES = 12
"""So many sizes are shown at most."""
BEYOND = 1e100
"""Numbers of this size are in no picture."""

ROUNDS = "rounds"


@dataclass(frozen=True)
class Size:
    """The worst case of one size."""

    size: float
    observed: float
    bound: float
    ratio: float


@dataclass(frozen=True)
class Growth:
    """The sizes in ascending order, and what is counted: a quantity of the bound, or the rounds of a game."""

    measured: str
    sizes: tuple[Size, ...]

    @property
    def grows(self) -> bool:
        """Whether there is anything to see: several sizes, and sides that are not the same for all of them."""
        sides = {(each.observed, each.bound) for each in self.sizes}
        return len(self.sizes) > 1 and len(sides) > 1


@dataclass(frozen=True)
class _Played:
    values: dict[str, Any]
    rounds: int
    observed: float
    bound: float
    ratio: float


def growth(evidence: Evidence, seconds: float = SECONDS) -> Growth:
    """The worst observed against the bound by size. Nothing is played of a claim whose games are too slow."""
    claim = evidence.claim
    until = time.perf_counter() + seconds
    played: list[_Played] = []
    for case in _cases(evidence):
        if time.perf_counter() > until:
            break
        found = _play(claim, _make(evidence), case)
        if found is not None:
            played.append(found)
    measured = _measured(claim, played)
    worst: dict[float, Size] = {}
    for each in played:
        size = float(each.rounds if measured == ROUNDS else each.values[measured])
        if size not in worst or each.ratio > worst[size].ratio:
            worst[size] = Size(size, each.observed, each.bound, each.ratio)
    return Growth(measured, tuple(_spread([worst[size] for size in sorted(worst)])))


def _cases(evidence: Evidence) -> Iterator[Case]:
    claim = evidence.claim
    pace = {each.name: each.seconds / each.games for each in evidence.attacks if each.games}
    slow = {name for name, seconds in pace.items() if seconds > SLOW}
    if evidence.closest is not None and not slow:
        yield evidence.closest.case
    witnesses = iter(()) if "witnesses" in slow else iter(claim.attained_by())
    drawn = at_random(claim.build(claim.cases.scout), 0)
    scouted = iter(()) if "scout" in slow else itertools.islice((case for case, _ in drawn), SCOUTS)
    for pair in itertools.zip_longest(witnesses, scouted):  # witnesses grow: should the time be over, then at them
        yield from (case for case in pair if case is not None)


def _make(evidence: Evidence) -> Any:
    return next((each for each in evidence.claim.about if each.__name__ == evidence.learner), evidence.claim.learner)


def _play(claim: Claim, make: Any, case: Case) -> _Played | None:
    try:
        trace = case.play(make, claim.watch if claim.needs_state else ())
        if not all(each.holds(trace) for each in claim.given):
            return None
        values = claim.measure(trace)
        relation = compile_relation(claim.bound)
        ratio = relation.ratio(values)
        observed, bound = relation.sides(values)
    except Exception:  # a case that cannot be played shows nothing; the attacks have judged it already
        return None
    if ratio is None or relation.decide(values) is Decision.FALSE:
        return None
    if not all(abs(each) < BEYOND for each in (observed, bound, ratio)):
        return None
    named = {symbol.name: value for symbol, value in values.items()}
    return _Played(named, len(trace.rounds), observed, bound, ratio)


def _measured(claim: Claim, played: Sequence[_Played]) -> str:
    """The whole number in the bound that varies most, or the rounds where none takes three values."""
    counts: dict[str, int] = {}
    for name in _bounding(claim):
        values = [each.values.get(name) for each in played]
        if values and all(isinstance(each, int | Fraction) and each == int(each) and each >= 1 for each in values):
            counts[name] = len(set(values))
    best = max(counts, key=lambda name: counts[name], default=ROUNDS)
    rounds = len({each.rounds for each in played})
    return best if counts.get(best, 0) > min(2, rounds) else ROUNDS


def _bounding(claim: Claim) -> list[str]:
    """The symbols on the bounding sides."""
    sides = [each.rhs for each in conjuncts(claim.bound) if isinstance(each, sympy.core.relational.Relational)]
    found = {symbol.name for side in sides for symbol in side.free_symbols}
    return sorted(found)


def _spread(sizes: Sequence[Size]) -> list[Size]:
    """At most so many sizes: of neighbours the one whose case came closest to the bound."""
    parts = min(SIZES, len(sizes))
    cuts = [index * len(sizes) // parts for index in range(parts + 1)] if parts else []
    return [max(sizes[i:j], key=lambda each: (each.ratio, each.size)) for i, j in itertools.pairwise(cuts)]
