"""How hard a claim is attacked: profiles, and the shards into which a plan cuts them."""

from dataclasses import dataclass, replace
from typing import Literal

from learncheck.oracle.judging.large import ALL_SIZES, FEW_SIZES

BATCH = 1_000
"""The number of games in a batch."""


@dataclass(frozen=True)
class Profile:
    """How hard a claim is attacked.

    exhaustive: which of the family's limits bound the exhaustive attack.
    scout:      the number of random games.
    search:     the number of games of the search.
    shrink:     the number of choices that may be spent on shrinking a failure.
    batches:    the number of games that the scout plays side by side in addition, if the claim has batches.
    sizes:      the sizes of the large games that the scout also plays, with ones in patterns.
    seconds:    the processor time after which a shard is given up: a slow learner of ours is not waited for in silence.
    """

    exhaustive: Literal["quick", "full"]
    scout: int
    search: int
    shrink: int
    batches: int = 0
    sizes: tuple[int, ...] = ()
    seconds: float | None = None

    def only(self, *, scout: int = 0, search: int = 0, batches: int = 0, sizes: tuple[int, ...] = ()) -> "Profile":
        """The profile with these amounts of games, and none of the others."""
        return replace(self, scout=scout, search=search, batches=batches, sizes=sizes)


PROFILES = {
    "quick": Profile("quick", scout=150, search=100, shrink=20_000, batches=2_000, sizes=FEW_SIZES, seconds=100),
    "full": Profile("full", scout=3_000, search=1_000, shrink=100_000, batches=100_000, sizes=ALL_SIZES),
    "deep": Profile("full", scout=100_000, search=10_000, shrink=1_000_000, batches=10_000_000, sizes=ALL_SIZES),
}
"""How much an attack plays, by name: "quick", "full" and "deep"."""


@dataclass(frozen=True)
class Shard:
    """A part of the attack on one claim and learner, played independently of the others.

    index: its place in the plan.
    kind:  "proof" checks the proof; the others play games, and are those of `attacks.KINDS`.
    """

    index: int
    kind: str
    profile: Profile
    seed: int = 0
