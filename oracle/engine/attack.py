"""The attack on one claim, played here from its first shard to the last, with nothing kept."""

import math
from collections.abc import Container

from learncheck.oracle.engine.plan import KINDS, PROFILES, Kind, Profile
from learncheck.oracle.engine.run import Run, Tick, unwatched
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim

__all__ = ["PROFILES", "Profile", "Tick", "attack"]


def attack(
    claim: Claim,
    make: Make | None,
    learner: str | None,
    profile: Profile,
    *,
    seed: int = 0,
    steps: bool = True,
    tick: Tick = unwatched,
    kinds: Container[Kind] = KINDS,
) -> Evidence:
    """Attack the claim on the learner that `make` makes, until it falls or the profile's games are played.

    Without `steps` (submissions) the learner is judged by the bound alone: a right but different learner is not
    failed by somebody else's proof. kinds: the shards that are played, of the whole plan.
    """
    run = Run(claim, make, learner, profile, seed=seed, steps=steps, kinds=kinds)
    while (shard := run.draw(math.inf)) is not None:
        run.record(shard, run.play(shard, tick))
    return run.evidence()
