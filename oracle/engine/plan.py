"""The plan of an attack: the shards that it is cut into, each with what it plays and a seed of its own.

A plan depends on the claim's and the learner's name, the profile and the seed, and on nothing else: who plays its
shards, and where, is a matter of executors.
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

    exhaustive names the family's limits ("quick" or "full"); scout and search count games, and batches those that the
    scout plays side by side besides, where a claim has batches; shrink counts the choices that may be spent on making a
    failure small. sizes are those of the large games that the scout plays as well.
    """

    name: str
    exhaustive: str
    scout: int
    search: int
    shrink: int
    batches: int = 0
    sizes: tuple[int, ...] = ()


PROFILES = {
    "quick": Profile("quick", "quick", scout=150, search=100, shrink=20_000, batches=2_000, sizes=FEW_SIZES),
    "full": Profile("full", "full", scout=3_000, search=1_000, shrink=100_000, batches=100_000, sizes=ALL_SIZES),
    "deep": Profile(
        "deep", "full", scout=100_000, search=10_000, shrink=1_000_000, batches=10_000_000, sizes=ALL_SIZES
    ),
}
"""How much an attack plays, by name: "quick", "full" and "deep"."""

SCOUT_SHARD, BATCH_SHARD, SEARCH_SHARD = 5_000, 500_000, 1_000
"""Games of a shard, at most. They do not depend on the workers, or what is found would."""

Kind = Literal["shared", "proof", "fixed", "scout", "search"]


@dataclass(frozen=True)
class Shard:
    """A part of the attack on one claim and learner, played without a look at the others.

    index:  its place in the plan.
    kind:   "shared" looks into the example store, and waits for all shards before it; "proof" checks the proof;
            "fixed" plays the witnesses and what is exhausted; "scout" and "search" play the profile's games of that
            name.
    starts: choices that the search sets out from; `from_best` where they are those of the best witness found so far.
    """

    index: int
    kind: Kind
    profile: Profile
    seed: int = 0
    from_best: bool = False
    starts: tuple[tuple[int, ...], ...] = ()


KINDS: tuple[Kind, ...] = ("shared", "fixed", "scout", "search")
"""What an attack consists of. The proof comes with it where the claim has one."""


def plan(subject: str, profile: Profile, seed: int, kinds: Container[Kind] = KINDS) -> list[Shard]:
    """The shards of the attack on one claim and learner, `subject` by name: those of these kinds.

    The first of a kind has the seed itself, those after it have seeds of their own. The first half of the searches
    starts from nothing; the other one comes last and sets out from the best witness, whoever found it.
    """
    nothing = replace(profile, scout=0, batches=0, search=0, sizes=())
    scouts, searches = _scouts(profile, nothing), _searches(profile, nothing)
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
    """The last shard that counts after the first one that fell: where its failure may be large, a small one is looked
    for in the first search.
    """
    proof = max((each.index for each in shards if each.kind == "proof"), default=0)
    search = next((each.index for each in shards if each.kind == "search"), 0)
    return max(fallen, proof) if settled else max(fallen, search, proof)


Part = tuple[Kind, Profile]
"""What a shard plays."""


def _searches(profile: Profile, nothing: Profile) -> list[Part]:
    shares = _shares(profile.search, math.ceil(profile.search / SEARCH_SHARD))
    return [("search", replace(nothing, search=games)) for games in shares]


def _scouts(profile: Profile, nothing: Profile) -> list[Part]:
    """Each with some of the scout's games, and some of its batches, which are whole; the first plays the large ones."""
    count = max(math.ceil(profile.scout / SCOUT_SHARD), math.ceil(profile.batches / BATCH_SHARD), bool(profile.sizes))
    alone, batches = _shares(profile.scout, count), _shares(profile.batches // GAMES, count)
    return [
        ("scout", replace(nothing, scout=games, batches=some * GAMES, sizes=() if number else profile.sizes))
        for number, (games, some) in enumerate(zip(alone, batches, strict=True))
    ]


def _shares(total: int, count: int) -> list[int]:
    """The total in so many parts, as equal as can be."""
    return [total * (part + 1) // count - total * part // count for part in range(count)]


def _seed_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
