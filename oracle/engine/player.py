"""The player of a shard: plays cases on the learner, judges them, and counts what came of them."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import playing
from learncheck.oracle.engine.profiles import Shard
from learncheck.oracle.engine.verdicts import Attack, Evidence
from learncheck.oracle.judging.outcomes import OUTSIDE, LimitsName, Outcome, ratio_of
from learncheck.strategies.play.case import Case, Make
from learncheck.theorems.language.claim import Claim

GAMES_AFTER_A_FALL = 40
"""After a claim falls, this many more games are played in search of a worse violation."""

Tick = Callable[[Evidence], None]
"""Called with the growing evidence after every game played in this process."""


def unwatched(evidence: object) -> None:
    """Ignore what is found: the default `Tick`."""


class Player:
    """Plays the games of one shard, and puts each of them into its evidence.

    current: the count of the attack that is being played.
    alive:   raises when the shard has taken its processor time.
    """

    def __init__(self, shard: Shard, claim: Claim, make: Make | None, steps: bool, tick: Tick) -> None:
        self.shard, self.profile, self.claim, self.make = shard, shard.profile, claim, playing(make)
        self.steps, self.tick = steps, tick
        self.current = Attack("witnesses")
        self.evidence = Evidence(claim, None)
        self.alive: Callable[[], None] = lambda: None

    def first(
        self,
        cases: Iterable[tuple[Case, list[int] | None]],
        limits: LimitsName | None = None,
        games_after_a_fall: int = GAMES_AFTER_A_FALL,
    ) -> Outcome | None:
        """The first failure, or the case that skips the claim. After a failure a few more cases are played.

        limits: those of the family with which the cases were decoded from their choices, if they were.
        """
        failure: Outcome | None = None
        after = 0
        for case, taken in self.ahead(cases):
            outcome = self.count(self.judge_played(case))
            if failure is None and (outcome.failed or outcome.verdict == "skipped"):
                failure = replace(outcome, limits=limits, taken=taken)
                if outcome.verdict != "falsified":
                    break
            after += failure is not None
            if after > games_after_a_fall:
                break
        return failure

    @property
    def _watched(self) -> tuple[str, ...]:
        """The attributes that the judge looks at."""
        return self.claim.watch if self.steps or self.claim.needs_state else ()

    def ahead(self, cases: Iterable[tuple[Case, object]]) -> Iterator[tuple[Case, object]]:
        """Yield the cases; if a submission plays them, the next ones are played ahead in lockstep, and a slow one is
        asked for fewer.
        """
        for number, pair in enumerate(self.make.ahead(cases, self._watched)):
            if self.make.has_enough(number):
                return
            yield pair

    def judge(self, case: Case) -> Outcome:
        return judge(self.claim, self.make, case, steps=self.steps)

    def judge_played(self, case: Case) -> Outcome:
        """The outcome of a case that may have been played in lockstep.

        If it failed because learners share state, the case is played alone. Any other failure counts, whether or not it
        happens again.
        """
        outcome = self.judge(case)
        if outcome.failed and not self.make.is_its_own(case, self._watched):
            return self.judge(case)
        return outcome

    def count(self, outcome: Outcome, games: int = 1) -> Outcome:
        """Count the outcome in the evidence, for `games` games of equal length."""
        current, evidence = self.current, self.evidence
        self.alive()
        if outcome.failed:
            self.make.settled()
        if outcome.outside:
            current.outside += games
            if not current.explores:
                unmet = outcome.message.removeprefix(OUTSIDE)
                evidence.unmet[unmet] = evidence.unmet.get(unmet, 0) + games
            return outcome
        current.games += games
        current.rounds += games * (len(outcome.trace.rounds) if outcome.trace is not None else 0)
        current.undecided += games * (outcome.verdict == "undecided")
        if outcome.ratio is not None and (current.worst is None or outcome.ratio > current.worst):
            current.worst = outcome.ratio
        if not current.explores:
            evidence.attained = evidence.attained or outcome.attained
            evidence.keep_worst(outcome)
            if ratio_of(outcome) > ratio_of(evidence.closest):
                evidence.closest = outcome
        if outcome.verdict == "falsified":
            evidence.violated(outcome)
        self.tick(evidence)
        return outcome
