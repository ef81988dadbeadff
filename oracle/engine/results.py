"""What a shard of an attack found, and how that travels: packed as JSON-ready values."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from learncheck.oracle.engine import records
from learncheck.oracle.engine.verdicts import Attack
from learncheck.oracle.judging.outcomes import BrokenStep, Outcome
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import decode, encode

SHARED = "shared"
"""Who found a counterexample that was in the example store, and small, already."""


@dataclass(slots=True)
class Seen:
    """A game that was judged, the attack that played it, and the choices that made its case, where they are known.

    raised: the limits of the scout that were raised for it.
    """

    outcome: Outcome
    attack: str
    taken: list[int] | None = None
    raised: dict[str, int] = field(default_factory=dict)

    @property
    def ratio(self) -> float:
        return ratio_of(self.outcome)

    def light(self) -> "Seen":
        """The same, fit for a file."""
        return replace(self, outcome=without_trace(self.outcome))


def ratio_of(game: Outcome | Seen | None) -> float:
    """How close it came; where nothing is divided, less than anything."""
    return -math.inf if game is None or game.ratio is None else game.ratio


def size_of(game: Outcome) -> int | None:
    """The size of the bound in eighths of its logarithm, on which games are told apart by what they could reach; None
    where there is nothing to compare or it is beyond what a page can show.
    """
    if game.bound is None or game.observed is None or game.ratio is None or not 0 <= game.bound < MOST_SIZE:
        return None
    return round(8 * math.log2(game.bound)) if game.bound > 1 / MOST_SIZE else LEAST_SIZE


MOST_SIZE = 2.0**30
LEAST_SIZE = -1000
"""That of a bound of 0."""


def keep_worst(sizes: dict[int, Outcome], game: Outcome) -> None:
    """Take note of the game if it is the worst of its size."""
    size = size_of(game)
    if size is not None and (size not in sizes or ratio_of(game) > ratio_of(sizes[size])):
        sizes[size] = game if game.trace is None else without_trace(game)


@dataclass
class Result:
    """What a shard found.

    attacks:   the games that were played, by attack.
    starts:    the choices that it set out from.
    closest:   the game of the largest ratio.
    drawn:     that of the largest ratio whose choices are known, so that a search can set out from it.
    sizes:     the worst game of every size of the bound, without its trace (`size_of`).
    exhausted: what of the claim's cases was played to the last.
    fall:      a failure before it is made small, and `settled` whether a small one need not be looked for.
    worst:     the worst violation.
    unmet:     how many cases met which hypothesis not.
    error:     why it could not be played, and `traceback` all that Python tells of it.
    """

    attacks: list[Attack] = field(default_factory=list)
    starts: tuple[tuple[int, ...], ...] = ()
    closest: Outcome | None = None
    drawn: Seen | None = None
    sizes: dict[int, Outcome] = field(default_factory=dict)
    attained: bool = False
    exhausted: str = ""
    fall: Seen | None = None
    settled: bool = False
    worst: Outcome | None = None
    proof: ProofReport | None = None
    unmet: dict[str, int] = field(default_factory=dict)
    error: str = ""
    traceback: str = ""

    @property
    def games(self) -> int:
        return sum(each.games for each in self.attacks)

    @property
    def seconds(self) -> float:
        return math.fsum(each.seconds for each in self.attacks)


def packed(result: Result) -> dict[str, Any]:
    """The result as JSON-ready values, without traces and without the proof, which is checked anew."""
    light = replace(
        result,
        closest=result.closest and without_trace(result.closest),
        sizes={},
        drawn=result.drawn and result.drawn.light(),
        fall=result.fall and result.fall.light(),
        worst=result.worst and without_trace(result.worst),
        proof=None,
    )
    told: dict[str, Any] = encode(light)
    return told | {"sizes": [encode(each) for each in result.sizes.values()]}


def unpacked(told: Any) -> Result:
    """The result, its outcomes without traces. Raises ValueError where it was written by something else."""
    try:
        outcomes = {name: outcome_of(told[name]) for name in ("closest", "worst")}
        seen = {name: _seen_of(told[name]) for name in ("drawn", "fall")}
        attacks = [Attack(**each) for each in told["attacks"]]
        starts = tuple(tuple(each) for each in told["starts"])
        sizes: dict[int, Outcome] = {}
        for each in map(outcome_of, told["sizes"]):
            if each is not None:
                keep_worst(sizes, each)
        return Result(**{**told, **outcomes, **seen, "attacks": attacks, "starts": starts, "sizes": sizes})
    except (KeyError, TypeError) as error:
        raise ValueError(f"it is no result of a shard: {error!r}") from None


def without_trace(outcome: Outcome) -> Outcome:
    """The outcome, fit for a file, with plain floats."""
    light = replace(outcome, trace=None)
    for name in ("observed", "bound", "ratio"):
        figure = getattr(light, name)
        setattr(light, name, None if figure is None else float(figure))
    return light


def outcome_of(told: Any) -> Outcome | None:
    """What `encode` made of an outcome without a trace."""
    if told is None:
        return None
    broken = None if told["broken_step"] is None else BrokenStep(**told["broken_step"])
    return Outcome(**{**told, "case": decode(told["case"], records.any_case(told["case"])), "broken_step": broken})


def _seen_of(told: Any) -> Seen | None:
    outcome = outcome_of(told and told["outcome"])
    return None if outcome is None else Seen(**{**told, "outcome": outcome})
