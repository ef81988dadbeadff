"""The scout: many random games, among them batches played side by side, and a few large ones and ones in patterns."""

import itertools
import math
from collections.abc import Iterator
from functools import partial

from learncheck.oracle.engine.attacks.kinds import CaseSource, Kind, shares
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.player import Player
from learncheck.oracle.engine.profiles import BATCH, Profile
from learncheck.oracle.engine.shared_draws import drawn_once
from learncheck.oracle.judging.large import large
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import at_random
from learncheck.theorems.language.limits import Limits

SHARD, BATCH_SHARD = 5_000, 500_000
"""The most games in a shard, alone and in batches. If these depended on the number of workers, so would the results."""


def _parts(profile: Profile) -> list[Profile]:
    """Share the games and the batches, each batch whole, among shards; the first also plays the large games."""
    count = max(math.ceil(profile.scout / SHARD), math.ceil(profile.batches / BATCH_SHARD), bool(profile.sizes))
    alone, batches = shares(profile.scout, count), shares(profile.batches // BATCH, count)
    return [
        profile.only(scout=games, batches=some * BATCH, sizes=() if number else profile.sizes)
        for number, (games, some) in enumerate(zip(alone, batches, strict=True))
    ]


def _scout(player: Player) -> Outcome | None:
    of_a_batch = _batches(player)
    claim, seed, games = player.claim, player.shard.seed, player.profile.scout
    family = claim.cases
    build, how = claim.build(family.scout), ("at random", family.scout, seed, games)
    cases = drawn_once(claim, family.build, how, lambda: itertools.islice(at_random(build, seed), games))
    return player.first(cases, "scout") or _large(player) or of_a_batch


def _large(player: Player) -> Outcome | None:
    """Large, long and patterned games. They have as many rounds as the rest, so they are played in lockstep."""
    raised: list[tuple[list[int], Limits]] = []

    claim, sizes = player.claim, tuple(player.profile.sizes)
    if not sizes:
        return None
    family = claim.cases
    how = "large", family.scout, tuple(family.grows.items()), sizes
    cases = drawn_once(claim, family.build, how, lambda: large(claim, sizes))

    def drawn() -> Iterator[tuple[Case, list[int]]]:
        for case, taken, limits in cases:
            raised.append((taken, limits))
            yield case, taken

    failure = player.first(drawn(), "scout", games_after_a_fall=0)
    if failure is not None:
        limits = next(limits for taken, limits in raised if taken is failure.taken)
        failure.raised = limits.beyond(family.scout)
    return failure


def _batches(player: Player) -> Outcome | None:
    """Judge the games of batches. A game that goes differently when it is played alone counts as it was played in
    the batch if the learner is random. If not, the learner's code differs on stacked arrays, and the batches end.
    """
    if player.make.is_submission:
        return None
    from learncheck.oracle.engine.batches import Recital, representatives  # a submission runs on no stacked arrays

    for representative in representatives(player.claim, player.make, player.shard.seed, player.profile.batches):
        game = representative.batch.game(representative.number)
        outcome = player.judge(game)
        differs = outcome.trace is None or not representative.goes_as(outcome.trace)
        if differs and not outcome.failed:
            if not representative.goes_otherwise_again():
                return None
            outcome = judge(player.claim, partial(Recital, representative.answers), game, steps=False)
        player.count(outcome, games=1 if differs else representative.games)
        if outcome.failed:
            return outcome
    return None


KIND = Kind(_parts, (CaseSource("scout", _scout),))
