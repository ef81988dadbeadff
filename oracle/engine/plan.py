"""The plan of an attack: its shards, each with what it plays and its own seed.

A plan depends only on the names of the claim and the learner, the profile and the seed. Executors decide who plays the
shards, and where.
"""

import hashlib

from learncheck.oracle.engine import attacks
from learncheck.oracle.engine.profiles import Profile, Shard


def plan(subject: str, profile: Profile, seed: int, proof: bool = False) -> list[Shard]:
    """Return the shards of the attack on one claim and learner, which `subject` names, the `proof` ahead of them.

    The first shard of a kind uses the seed itself; later ones get seeds derived from it.
    """
    due = [("proof", profile.only())] * proof + _ordered(profile)
    shards: list[Shard] = []
    for index, (kind, part) in enumerate(due):
        new = not any(shard.kind == kind for shard in shards)
        own = seed if new else _seed_of(f"{seed} {subject} {kind} {index}")
        shards.append(Shard(index, kind, part, own))
    return shards


def _ordered(profile: Profile) -> list[tuple[str, Profile]]:
    """What is played, in order: the first part of each kind before all others."""
    parts = [(kind, part) for kind, source in attacks.KINDS.items() for part in source.parts(profile)]
    first = dict(reversed(parts))
    rest = [(kind, part) for kind, part in parts if part is not first[kind]]
    return [*first.items()][::-1] + rest


def last_due(shards: list[Shard], fallen: int, settled: bool) -> int:
    """Return the index of the last shard that counts once shard `fallen` has found a failure.

    Unless the failure is `settled` it may be large, so the first search still looks for a smaller one.
    """
    proof = max((shard.index for shard in shards if shard.kind == "proof"), default=0)
    search = next((shard.index for shard in shards if shard.kind == "search"), 0)
    return max(fallen, proof) if settled else max(fallen, search, proof)


def _seed_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
