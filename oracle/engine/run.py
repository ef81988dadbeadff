"""The attack on one claim and learner in progress: the shards due, their results, and the evidence."""

import math
import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from learncheck.oracle.engine.merge import merged
from learncheck.oracle.engine.plan import last_due, plan
from learncheck.oracle.engine.player import Tick, unwatched
from learncheck.oracle.engine.profiles import Profile, Shard
from learncheck.oracle.engine.shards import play
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import ratio_of
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim

if TYPE_CHECKING:
    from learncheck.oracle.engine.store import Store


def attack(
    claim: Claim, make: Make | None, learner: str | None, profile: Profile, *, seed: int = 0, steps: bool = True,
    tick: Tick = unwatched,
) -> Evidence:  # fmt: skip
    """Attack the claim on a learner, in this process, until it is falsified or all of the profile's games are played.

    make:    the learner's class; None if the claim is about no learner. `learner` is its name for reports.
    profile: how much is played; one of `PROFILES`.
    seed:    the seed of random play.
    steps:   whether the steps of the proof are checked, too. Turn them off for other people's learners, which may be
             right and take other steps.
    tick:    called while playing.

    Returns the evidence: its `verdict` ("stands", "falsified", …), `message`, `games`, `ratio` and `counterexample`.
    """
    run = Run(claim, make, learner, profile, seed=seed, steps=steps)
    while (shard := run.draw(math.inf)) is not None:
        run.record(shard, run.play(shard, tick))
    return run.evidence()


class Run:
    """The attack on one claim and learner in progress.

    proof:   whether the claim's proof is checked as well.
    shards:  the whole plan. Shards after the first failure are not played (but see `last`).
    results: what the shards have found so far, by their indices.
    fallen:  the index of the first shard that found a failure.
    stopped: the index of the first shard that could not be played.
    """

    def __init__(
        self, claim: Claim, make: Make | None, learner: str | None, profile: Profile, *, seed: int = 0,
        steps: bool = True, proof: bool = False, store: "Store | None" = None,
    ) -> None:  # fmt: skip
        self.claim, self.make, self.learner, self.profile, self.steps = claim, make, learner, profile, steps
        self.store = store
        self.shards = plan(f"{claim.id} {learner}", profile, seed, proof)
        self.results: dict[int, Evidence] = {}
        self.games = 0
        self.fallen: int | None = None
        self.stopped: int | None = None
        self._waiting = deque(self.shards)
        self._written = {shard.index for shard in self.shards if store is not None and store.has(shard)}
        self._growing = Evidence(claim, learner)

    @property
    def last(self) -> int:
        """The last shard that counts. If a failure may be large, this includes the first search for a smaller one."""
        if self.fallen is not None:
            return last_due(self.shards, self.fallen, self.results[self.fallen].settled)
        return len(self.shards) - 1 if self.stopped is None else self.stopped

    @property
    def early(self) -> int:
        """The index of the first search. The shards up to it are played first: they find the smallest failures."""
        return next((shard.index for shard in self.shards if shard.kind == "search"), len(self.shards))

    @property
    def decided(self) -> bool:
        """Whether every shard that counts has ended."""
        return all(index in self.results for index in range(self.last + 1))

    @property
    def fell(self) -> bool:
        """Whether a failure has been found."""
        first = None if self.fallen is None else self.results[self.fallen].fall
        return first is not None and first.failed

    def unfinished(self) -> Iterator[Shard]:
        """Yield the shards that count and have not ended."""
        for shard in self.shards[: self.last + 1]:
            if shard.index not in self.results and shard.index not in self._written:
                yield shard

    def draw(self, most: float) -> Shard | None:
        """Return the next shard for a worker, if its index is at most `most`.

        Before that, take over the results saved by an earlier run.
        """
        while self._waiting and self._waiting[0].index <= min(most, self.last):
            shard = self._waiting.popleft()
            result = None if self.store is None else self.store.read(shard, self.claim)
            self._written.discard(shard.index)
            if result is None:
                return shard
            self._add(shard, result)
        return None

    def play(self, shard: Shard, tick: Tick = unwatched) -> Evidence:
        """Play the shard in this process; what it finds is an error, in one line, if code of the claim raises."""
        before = [attack for index in sorted(self.results) for attack in self.results[index].attacks]

        def grow(result: Evidence) -> None:
            self._growing.attacks = [*before, *result.attacks]
            self._growing.closest = max(self._growing.closest, result.closest, key=ratio_of)
            self._growing.violated(result.worst)
            tick(self._growing)

        try:
            return play(shard, self.claim, self.make, steps=self.steps, tick=grow)
        except (Exception, SystemExit) as error:  # must not affect other claims
            from learncheck.oracle.engine.faults import oracle_error

            return oracle_error(self.claim, None, error)

    def record(self, shard: Shard, result: Evidence) -> None:
        """Save and add a worker's result. Errors are not saved, so a resumed run plays those shards again."""
        if self.store is not None and not result.broken:
            self.store.write(shard, result)
        self._add(shard, result)

    def evidence(self) -> Evidence:
        """Merge the results that count into the evidence."""
        start = time.perf_counter()
        evidence = merged(self, (self.results[index] for index in range(self.last + 1)))
        evidence.seconds += time.perf_counter() - start
        return evidence

    def _add(self, shard: Shard, result: Evidence) -> None:
        self.results[shard.index] = result
        self.games += sum(attack.games for attack in result.attacks)
        if result.broken:
            self.stopped = shard.index if self.stopped is None else min(self.stopped, shard.index)
        elif result.fall is not None:
            self.fallen = shard.index if self.fallen is None else min(self.fallen, shard.index)
