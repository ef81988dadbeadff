"""The result of a shard, and its packing as JSON-ready values."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

from learncheck.oracle.engine import records
from learncheck.oracle.engine.verdicts import Attack
from learncheck.oracle.judging.outcomes import BrokenStep, Outcome
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import decode, encode


def ratio_of(game: Outcome | None) -> float:
    """The ratio of a game, or −∞ if it has none."""
    return -math.inf if game is None or game.ratio is None else game.ratio


def size_of(game: Outcome) -> int | None:
    """Classify the game by the size of its bound, in steps of 1/8 of log₂.

    None if the game has no ratio, or its bound is negative or at least 2³⁰, more than a page can show.
    """
    if game.bound is None or game.observed is None or game.ratio is None or not 0 <= game.bound < MOST_SIZE:
        return None
    return round(8 * math.log2(game.bound)) if game.bound > 1 / MOST_SIZE else LEAST_SIZE


MOST_SIZE = 2.0**30
LEAST_SIZE = -1000
"""The size of a bound of 0."""


def keep_worst(sizes: dict[int, Outcome], game: Outcome) -> None:
    """Put the game into `sizes`, without its trace, if it is the worst of its size."""
    size = size_of(game)
    if size is not None and (size not in sizes or ratio_of(game) > ratio_of(sizes[size])):
        sizes[size] = game if game.trace is None else without_trace(game)


@dataclass
class Result:
    """What a shard found.

    attacks:   what was played, by attack.
    starts:    the choices from which the search started.
    closest:   the game with the largest ratio.
    drawn:     that of the search, whose choices are known, so that another search can start from it.
    sizes:     the worst game of every size of the bound (`size_of`), without its trace.
    attained:  whether a game attained the bound.
    exhausted: the extent to which the claim's cases were played exhaustively.
    fall:      a failure, not yet shrunk.
    settled:   whether no smaller failure need be searched for.
    worst:     the worst violation.
    proof:     the report on the proof, if the shard checked it.
    unmet:     how many cases failed to meet which hypothesis.
    error:     why the shard could not be played.
    traceback: Python's traceback of the error.
    """

    attacks: list[Attack] = field(default_factory=list)
    starts: tuple[tuple[int, ...], ...] = ()
    closest: Outcome | None = None
    drawn: Outcome | None = None
    sizes: dict[int, Outcome] = field(default_factory=dict)
    attained: bool = False
    exhausted: str = ""
    fall: Outcome | None = None
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
    """Pack the result as JSON-ready values, without traces and without the proof, which is not saved."""
    light = replace(
        result,
        closest=result.closest and without_trace(result.closest),
        sizes={},
        drawn=result.drawn and without_trace(result.drawn),
        fall=result.fall and without_trace(result.fall),
        worst=result.worst and without_trace(result.worst),
        proof=None,
    )
    told: dict[str, Any] = encode(light)
    return told | {"sizes": [encode(each) for each in result.sizes.values()]}


def unpacked(told: Any) -> Result:
    """Unpack a result; its outcomes have no traces. Raises ValueError if the values are not a packed result."""
    try:
        outcomes = {name: outcome_of(told[name]) for name in ("closest", "drawn", "fall", "worst")}
        attacks = [Attack(**each) for each in told["attacks"]]
        starts = tuple(tuple(each) for each in told["starts"])
        sizes: dict[int, Outcome] = {}
        for each in map(outcome_of, told["sizes"]):
            if each is not None:
                keep_worst(sizes, each)
        return Result(**{**told, **outcomes, "attacks": attacks, "starts": starts, "sizes": sizes})
    except (KeyError, TypeError) as error:
        raise ValueError(f"it is not a result of a shard: {error!r}") from None


def without_trace(outcome: Outcome) -> Outcome:
    """A copy of the outcome without its trace and with plain floats, which can be written to a file."""
    light = replace(outcome, trace=None)
    for name in ("observed", "bound", "ratio"):
        figure = getattr(light, name)
        setattr(light, name, None if figure is None else float(figure))
    return light


def outcome_of(told: Any) -> Outcome | None:
    """Decode an outcome without a trace from what `encode` made of it."""
    if told is None:
        return None
    broken = None if told["broken_step"] is None else BrokenStep(**told["broken_step"])
    return Outcome(**{**told, "case": decode(told["case"], records.any_case(told["case"])), "broken_step": broken})
