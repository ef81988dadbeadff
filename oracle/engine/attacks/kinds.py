"""What an attack declares, so that the engine can plan it, play it and shrink what it finds."""

from collections.abc import Callable
from dataclasses import dataclass

from learncheck.oracle.engine.player import Player
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.judging.outcomes import Outcome


@dataclass(frozen=True)
class CaseSource:
    """A source of cases.

    name:  what its games are counted under.
    play:  makes its cases and plays them; returns a failure, not yet shrunk, or the case that skips the claim.
    small: whether its failures are small, so that the search need not look for a smaller one.
    """

    name: str
    play: Callable[[Player], Outcome | None]
    small: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of shard: the sources that it plays in turn, and the parts into which a profile's games are cut."""

    parts: Callable[[Profile], list[Profile]]
    sources: tuple[CaseSource, ...]


def shares(total: int, count: int) -> list[int]:
    """Split the total into `count` parts that differ by at most one."""
    return [total * (part + 1) // count - total * part // count for part in range(count)]
