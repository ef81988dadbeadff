"""The progress of a verification, which is shown while it runs."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Progress:
    """How far a verification has come.

    ratios:  the worst observed / bound of every claim that has played.
    current: the claim whose shard finished last.
    """

    claims: int
    claims_done: int = 0
    shards: int = 0
    shards_done: int = 0
    games: int = 0
    ratios: dict[str, float] = field(default_factory=dict)
    fallen: list[str] = field(default_factory=list)
    current: str = ""

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
