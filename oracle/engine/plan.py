"""The plan of an attack: its shards, each with what it plays and its own seed.

A plan depends only on the names of the claim and the learner, the profile and the seed. Executors decide who plays the
shards, and where.
"""

import hashlib
import math
from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Literal

from learncheck.oracle.engine.batches import GAMES
from learncheck.oracle.judging.large import ALL_SIZES, FEW_SIZES


@dataclass(frozen=True)
class Profile:
    """How hard a claim is attacked.

    exhaustive: the name of the family's limits, "quick" or "full".
    scout:      the number of random games.
    search:     the number of games of the search.
    shrink:     the number of choices that may be spent on shrinking a failure.
    batches:    the number of games that the scout plays side by side in addition, if the claim has batches.
    sizes:      the sizes of the large games that the scout also plays.
    seconds:    the processor time after which a shard is given up: a slow learner of ours is not waited for in silence.
    """

    name: str
    exhaustive: str
    scout: int
    search: int
    shrink: int
    batches: int = 0
    sizes: tuple[int, ...] = ()
    seconds: float | None = None


PROFILES = {
    "quick": Profile(
        "quick", "quick", scout=150, search=100, shrink=20_000, batches=2_000, sizes=FEW_SIZES, seconds=100
    ),
    "full": Profile("full", "full", scout=3_000, search=1_000, shrink=100_000, batches=100_000, sizes=ALL_SIZES),
    "deep": Profile(
        "deep", "full", scout=100_000, search=10_000, shrink=1_000_000, batches=10_000_000, sizes=ALL_SIZES
    ),
}
"""How much an attack plays, by name: "quick", "full" and "deep"."""

SCOUT_SHARD, BATCH_SHARD, SEARCH_SHARD = 5_000, 500_000, 1_000
"""The most games in a shard. If these depended on the number of workers, so would the results."""

Kind = Literal["shared", "proof", "fixed", "scout", "search"]


@dataclass(frozen=True)
class Shard:
    """A part of the attack on one claim and learner, played independently of the others.

    index:     its place in the plan.
    kind:      "shared" looks into the example store, and waits for all shards before it; "proof" checks the proof;
               "fixed" plays the witnesses and the exhaustive cases; "scout" and "search" play the profile's games of
               that name.
    from_best: whether the search starts from the best witness found so far.
    starts:    the choices from which the search starts.
    """

    index: int
    kind: Kind
    profile: Profile
    seed: int = 0
    from_best: bool = False
    starts: tuple[tuple[int, ...], ...] = ()


KINDS: tuple[Kind, ...] = ("shared", "fixed", "scout", "search")
"""The parts of an attack. A proof is added if the claim has one."""


def plan(subject: str, profile: Profile, seed: int, kinds: Container[Kind] = KINDS) -> list[Shard]:
    """Return the shards of these kinds for the attack on one claim and learner, which `subject` names.

    The first shard of a kind uses the seed itself; later ones get seeds derived from it. The first half of the searches
    starts from nothing. The second half comes last and starts from the best witness, no matter who found it.
    """
    nothing = replace(profile, scout=0, batches=0, search=0, sizes=())
    shares = _shares(profile.search, math.ceil(profile.search / SEARCH_SHARD))
    searches: list[Part] = [("search", replace(nothing, search=games)) for games in shares]
    scouts = _scouts(profile, nothing)
    half = math.ceil(len(searches) / 2)
    first: list[Part] = [("shared", nothing), ("proof", nothing), ("fixed", nothing), *scouts[:1], *searches[:1]]
    free = [*first, *scouts[1:], *searches[1:half]]
    bound: list[Part] = [("shared", nothing), *searches[half:]] if searches[half:] else []
    shards: list[Shard] = []
    for number, (kind, part) in enumerate([*free, *bound]):
        if kind in kinds:
            index = len(shards)
            new = not any(each.kind == kind for each in shards)
            own = seed if new else _seed_of(f"{seed} {subject} {kind} {index}")
            shards.append(Shard(index, kind, part, own, from_best=number > len(free)))
    return shards


def last_due(shards: list[Shard], fallen: int, settled: bool) -> int:
    """Return the index of the last shard that counts once shard `fallen` has found a failure.

    Unless the failure is `settled` it may be large, so the first search still looks for a smaller one.
    """
    proof = max((each.index for each in shards if each.kind == "proof"), default=0)
    search = next((each.index for each in shards if each.kind == "search"), 0)
    return max(fallen, proof) if settled else max(fallen, search, proof)


Part = tuple[Kind, Profile]
"""The kind of a shard, and a profile with the number of games it plays."""


def _scouts(profile: Profile, nothing: Profile) -> list[Part]:
    """Share the scout's games and its batches, each batch whole, among shards; the first also plays the large games."""
    count = max(math.ceil(profile.scout / SCOUT_SHARD), math.ceil(profile.batches / BATCH_SHARD), bool(profile.sizes))
    alone, batches = _shares(profile.scout, count), _shares(profile.batches // GAMES, count)
    return [
        ("scout", replace(nothing, scout=games, batches=some * GAMES, sizes=() if number else profile.sizes))
        for number, (games, some) in enumerate(zip(alone, batches, strict=True))
    ]


def _shares(total: int, count: int) -> list[int]:
    """Split the total into `count` parts that differ by at most one."""
    return [total * (part + 1) // count - total * part // count for part in range(count)]


def _seed_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
