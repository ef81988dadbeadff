"""One claim on one learner under attack: which shards of its plan are due, what they found, and the evidence."""

import time
from collections import deque
from collections.abc import Callable, Container, Iterator
from dataclasses import replace

from learncheck.oracle.engine.merge import Merging
from learncheck.oracle.engine.plan import KINDS, Kind, Profile, Shard, last_due, plan
from learncheck.oracle.engine.play import play
from learncheck.oracle.engine.results import Result, Seen, ratio_of
from learncheck.oracle.engine.store import Store
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.judging.outcomes import FAILURES
from learncheck.strategies.play.case import Make
from learncheck.theorems.language.claim import Claim

Tick = Callable[[Evidence], None]
"""Sees the evidence grow, after every game that is played in this process."""


def unwatched(evidence: Evidence) -> None:
    """Nobody watches."""


class Run:
    """One claim on one learner under attack.

    shards:  the whole plan; those after the first that fell are not played.
    results: what has been found, by the index of the shard.
    closest: the closest game of all results, and `drawn` the closest of those whose choices are known.
    fallen:  the first shard that found a failure, and `stopped` the first that could not be played.
    """

    def __init__(
        self, claim: Claim, make: Make | None, learner: str | None, profile: Profile, *, seed: int = 0,
        steps: bool = True, kinds: Container[Kind] = KINDS, store: Store | None = None,
    ) -> None:  # fmt: skip
        self.claim, self.make, self.learner, self.steps = claim, make, learner, steps
        self.store = Store() if store is None else store
        self.shards = plan(f"{claim.id} {learner}", profile, seed, kinds)
        self.results: dict[int, Result] = {}
        self.closest: Seen | None = None
        self.drawn: Seen | None = None
        self.games = 0
        self.fallen: int | None = None
        self.stopped: int | None = None
        self._merging = Merging(claim, make, learner, profile, steps, self.store)
        self._waiting = deque(self.shards)
        self._written = {shard.index for shard in self.shards if self.store.has(shard)}
        self._growing = Evidence(claim, learner)

    @property
    def last(self) -> int:
        """The last shard that counts: where one fell whose failure may be large, a small one is looked for."""
        if self.fallen is not None:
            return last_due(self.shards, self.fallen, self.results[self.fallen].settled)
        return len(self.shards) - 1 if self.stopped is None else self.stopped

    @property
    def early(self) -> int:
        """The shards up to the first search come first: they have the smallest failures."""
        return next((shard.index for shard in self.shards if shard.kind == "search"), len(self.shards))

    @property
    def decided(self) -> bool:
        """Whether every shard that counts has ended."""
        return all(index in self.results for index in range(self.last + 1))

    @property
    def finished(self) -> int:
        """The shards that have ended, those of a campaign that is resumed included."""
        return len(self._written | self.results.keys())

    @property
    def fell(self) -> bool:
        """Whether a failure has been found."""
        first = None if self.fallen is None else self.results[self.fallen].fall
        return first is not None and first.outcome.verdict in FAILURES

    def unfinished(self) -> Iterator[Shard]:
        """The shards that count and have not ended."""
        for shard in self.shards[: self.last + 1]:
            if shard.index not in self.results and shard.index not in self._written:
                yield shard

    def draw(self, most: float) -> Shard | None:
        """The next shard for a worker, if its index is at most `most` and it can be played now.

        On the way there what an earlier campaign has written down is taken over, and the example store is looked at.
        """
        while self._waiting and self._is_due(self._waiting[0], most):
            shard = self._waiting.popleft()
            if shard.from_best:
                shard = replace(shard, starts=self._starts())
            result = self._at_hand(shard)
            if result is None:
                return shard
            self._add(shard, result)
        return None

    def play(self, shard: Shard, tick: Tick = unwatched) -> Result:
        """What the shard finds, played in this process."""
        before = [attack for index in sorted(self.results) for attack in self.results[index].attacks]

        def watch(result: Result) -> None:
            self._growing.attacks = [*before, *result.attacks]
            self._growing.closest = max(self._growing.closest, result.closest, key=ratio_of)
            tick(self._growing)

        return play(shard, self.claim, self.make, steps=self.steps, watch=watch)

    def record(self, shard: Shard, result: Result) -> None:
        """Write down what a worker has found. What it failed at is played again by a campaign that resumes this one."""
        if not result.error:
            self.store.write(shard, result)
        self._add(shard, result)

    def evidence(self) -> Evidence:
        """What all of it comes to."""
        start = time.perf_counter()
        results = [self.results[index] for index in range(self.last + 1)]
        evidence = self._merging.evidence(results)
        evidence.seconds = sum(each.seconds for each in results) + time.perf_counter() - start
        return evidence

    def _is_due(self, shard: Shard, most: float) -> bool:
        waits = shard.kind == "shared" and any(index not in self.results for index in range(shard.index))
        return shard.index <= min(most, self.last) and not waits

    def _at_hand(self, shard: Shard) -> Result | None:
        """What needs no worker."""
        written = self.store.read(shard)
        self._written.discard(shard.index)
        if written is not None and written.starts == shard.starts:
            return written
        if shard.kind != "shared":
            return None
        result = self.store.look(self.closest, self.drawn)
        self.store.write(shard, result)
        return result

    def _add(self, shard: Shard, result: Result) -> None:
        self.results[shard.index] = result
        self.games += result.games
        if result.error:
            self.stopped = shard.index if self.stopped is None else min(self.stopped, shard.index)
            return
        if result.fall is not None:
            self.fallen = shard.index if self.fallen is None else min(self.fallen, shard.index)
            return
        closest, drawn = result.closest, result.drawn
        if closest is not None and (drawn is None or drawn.outcome.case != closest.case):
            self._add_witness(Seen(closest, ""))
        if drawn is not None:
            self._add_witness(drawn)

    def _add_witness(self, seen: Seen) -> None:
        closest = ratio_of(seen) >= ratio_of(self.closest)
        drawn = seen.taken is not None and ratio_of(seen) >= ratio_of(self.drawn)
        if closest:
            self.closest = seen
        if drawn:
            self.drawn = seen
        if closest or drawn:
            self.store.put_witness(seen)

    def _starts(self) -> tuple[tuple[int, ...], ...]:
        """The choices of the best witness that was known when the example store was looked at for the last time."""
        looked = max(shard.index for shard in self.shards if shard.kind == "shared")
        before = [each.drawn for index, each in sorted(self.results.items()) if index <= looked and each.drawn]
        best = max(before, key=ratio_of, default=None)
        return () if best is None or best.taken is None else (tuple(best.taken),)
