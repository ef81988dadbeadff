"""Attack one claim in this process, from the first shard to the last, without saving anything."""

import math
from collections.abc import Container

from learncheck.oracle.engine.plan import KINDS
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import Run, Tick, unwatched
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim


def attack(
    claim: Claim,
    make: Make | None,
    learner: str | None,
    profile: Profile,
    *,
    seed: int = 0,
    steps: bool = True,
    tick: Tick = unwatched,
    kinds: Container[str] = KINDS,
) -> Evidence:
    """Attack the claim on a learner until it is falsified or all of the profile's games are played.

    make:    the learner's class; None if the claim is about no learner. `learner` is its name for reports.
    profile: how much is played; one of `PROFILES`.
    seed:    the seed of random play.
    steps:   whether the steps of the proof are checked, too. Turn them off for other people's learners, which may be
             right and take other steps.
    tick:    called while playing.
    kinds:   the parts of the attack that are played.

    Returns the evidence: its `verdict` ("stands", "falsified", …), `message`, `games`, `ratio` and `counterexample`.
    """
    run = Run(claim, make, learner, profile, seed=seed, steps=steps, kinds=kinds)
    while (shard := run.draw(math.inf)) is not None:
        run.record(shard, run.play(shard, tick))
    return run.evidence()
