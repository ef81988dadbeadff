"""The progress of a verification: what is shown while it runs, and how long it will still take."""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from learncheck.oracle.engine.profiles import Shard


@dataclass
class Progress:
    """How far a verification has come.

    ratios:       the worst observed / bound of every claim that has played.
    current:      the claim whose shard finished last.
    seconds_left: an estimate, available once a few shards have finished.
    """

    claims: int
    claims_done: int = 0
    shards: int = 0
    shards_done: int = 0
    games: int = 0
    ratios: dict[str, float] = field(default_factory=dict)
    fallen: list[str] = field(default_factory=list)
    current: str = ""
    seconds_left: float | None = None

    def words(self, width: int) -> str:
        """Claims, games, the current claim with its best ratio, the closest of the others, and what has fallen."""
        parts = [f"{self.claims_done}/{self.claims} claims, {self.games:,} games"]
        if self.fallen:
            parts.insert(0, f"{len(self.fallen)} FAILED ({', '.join(self.fallen)})")
        if self.current:
            near = self.ratios.get(self.current)
            parts.append(self.current + ("" if near is None else f" {_figure(near)} of the bound"))
        others = [(value, name) for name, value in self.ratios.items() if value < 1 and name != self.current]
        parts += [f"{name} {_figure(value)}" for value, name in sorted(others, reverse=True)[:3]]
        return "; ".join(parts)[: width - 1]


def _figure(ratio: float) -> str:
    """Rounded down: what is below the bound is never shown as 1."""
    return f"{int(ratio * 10_000) / 10_000:.4f}" if abs(ratio) < float("inf") else str(ratio)


Tell = Callable[[Progress], None]
Say = Callable[[str], None]


def on_stderr(sentence: str) -> None:
    """Print a message once, also when standard error is a pipe."""
    print(f"learncheck: {sentence}", file=sys.stderr)


class Pace:
    """Estimates how long shards will take from those that have been played."""

    FEWEST = 4
    """No estimate is given before this many shards have finished."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._played: Counter[Hashable] = Counter()
        self._seconds: Counter[Hashable] = Counter()

    def played(self, subject: Hashable, shard: Shard, seconds: float) -> None:
        """Record that a shard finished after `seconds`."""
        for like in _likes(subject, shard):
            self._played[like] += 1
            self._seconds[like] += seconds  # type: ignore[assignment]

    def left(self, shards: Iterable[tuple[Hashable, Shard]]) -> float | None:
        """Estimated seconds for these shards, each as long as those most similar to it; None before `FEWEST`."""
        if self._played[ANY] < self.FEWEST:
            return None
        alike = [next(like for like in _likes(*each) if like == ANY or self._played[like]) for each in shards]
        return sum(self._seconds[like] / self._played[like] for like in alike) / self._workers


ANY = "any"


def _likes(subject: Hashable, shard: Shard) -> tuple[Hashable, ...]:
    """The groups that the shard belongs to, the most similar first."""
    return (subject, shard.kind), shard.kind, ANY
