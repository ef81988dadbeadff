"""The four attacks on a claim: witnesses, exhaustive, scout, search. Each yields cases; one judge decides them all."""

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes

from learncheck.oracle.engine.batches import representatives
from learncheck.oracle.engine.chance import RANDOM, went_otherwise
from learncheck.oracle.engine.draws import no_local_constants
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.large import ALL_SIZES, FEW_SIZES, large
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.searches import Look, earlier_searches, remember
from learncheck.oracle.engine.shrink import KEY, shorten, shrink
from learncheck.oracle.engine.verdicts import Attack, Counterexample, Evidence, Outcome
from learncheck.strategies.play.case import Case, Make
from learncheck.strategies.play.choices import Choices, at_random, everything, strategy
from learncheck.theorems.language.claim import Claim


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

TARGETING = 3
"""The search plays at most so many times the profile's games, those by which Hypothesis aims at the bound included."""

GAMES_AFTER_A_FALL = 40
"""Once a claim has fallen, so many more games are played in search of a worse violation."""

REPLAYS_HERE = 5
"""How often a game that a learner of this process lost is played again to see whether the learner is random."""

ATTACKS = ("witnesses", "exhaustive", "scout", "search")

Tick = Callable[[Evidence], None]


def attack(
    claim: Claim,
    make: Make | None,
    learner: str | None,
    profile: Profile,
    *,
    seed: int = 0,
    steps: bool = True,
    tick: Tick = lambda evidence: None,
) -> Evidence:
    """Attack the claim on the learner that `make` makes, until it falls or the profile's games are played.

    Without `steps` (submissions) the learner is judged by the bound alone: a right but different learner is not
    failed by somebody else's proof.
    """
    start = time.perf_counter()
    evidence = Evidence(claim, learner)
    assault = Assault(claim, make, profile, seed, steps, evidence, tick)
    found = assault.run()
    if found is not None:
        outcome, taken, build, name = found
        smallest = outcome
        if outcome.verdict in ("falsified", "invalid", "crashed"):
            if taken is not None:
                smallest = shrink(build, taken, outcome, assault.judge, profile.shrink)
            else:
                smallest = shorten(outcome, assault.judge, profile.shrink)
        evidence.verdict = smallest.verdict
        evidence.message = smallest.message
        if outcome.failed:
            if make is not None and not isinstance(make, Plays):
                again = (assault.judge(smallest.case) for _ in range(REPLAYS_HERE))
                evidence.message += RANDOM * any(went_otherwise(smallest, each) for each in again)
            worst = max(outcome, assault.worst or outcome, key=lambda each: each.ratio or 0.0)
            evidence.counterexample = Counterexample(smallest, worst, name)
    elif evidence.games == 0 and evidence.verdict == "stands":
        evidence.verdict = "oracle-error"
        evidence.message = "no case met the hypotheses of this claim, so nothing was checked"
    elif evidence.undecided:
        evidence.verdict = "undecided"
    evidence.attained = evidence.verdict == "stands" and assault.attained
    evidence.seconds = time.perf_counter() - start
    return evidence


Found = tuple[Outcome, list[int] | None, Callable[[Choices], Case], str]


class Assault:
    """One claim under attack: runs the attacks in turn and keeps the books.

    starts: choices that the search sets out from. `closest_taken`: those by which the search came closest of all.
    """

    def __init__(
        self,
        claim: Claim,
        make: Make | None,
        profile: Profile,
        seed: int,
        steps: bool,
        evidence: Evidence,
        tick: Tick = lambda evidence: None,
        starts: Sequence[Sequence[int]] = (),
    ) -> None:
        self.claim, self.make, self.profile, self.seed = claim, make, profile, seed
        self.steps, self.evidence, self.tick = steps, evidence, tick
        self.current = Attack("witnesses")
        self.worst: Outcome | None = None
        self.attained = False
        self.starts = starts
        self.closest_taken: list[int] | None = None

    def judge(self, case: Case) -> Outcome:
        return judge(self.claim, self.make, case, steps=self.steps)

    def run(self, names: Sequence[Any] = ATTACKS) -> Found | None:
        """The failure to shrink: the first one, but a small one of the search in place of one made by hand or large."""
        fallen: Found | None = None
        for name in names:
            self.current = Attack(name)
            self.evidence.attacks.append(self.current)
            start = time.perf_counter()
            found: Found | None = getattr(self, f"_{name}")()
            self.current.seconds = time.perf_counter() - start
            if found is None:
                continue
            if fallen is None or (found[0].verdict == fallen[0].verdict and found[1] is not None):
                fallen = found
            if name in ("exhaustive", "search") or found[0].verdict != "falsified":
                return fallen
        return fallen

    def _witnesses(self) -> Found | None:
        build = self.claim.build(self.claim.cases.search)
        return self._first(((case, None) for case in self.claim.attained_by()), build)

    def _exhaustive(self) -> Found | None:
        family = self.claim.cases
        if family.exhaust is None:
            return None
        limits = family.quick if self.profile.exhaustive == "quick" else family.full
        build = self.claim.build(limits, family.exhaust)
        found = self._first(everything(build), build)
        if found is None and self.current.games:
            self.evidence.exhausted = family.covers(limits)
        return found

    def _scout(self) -> Found | None:
        build = self.claim.build(self.claim.cases.scout)
        of_a_batch = self._batches(build)
        cases = itertools.islice(at_random(build, self.seed), self.profile.scout)
        return self._first(cases, build) or self._large() or of_a_batch

    def _large(self) -> Found | None:
        """A few games more, large and long ones."""
        for case, taken, build in large(self.claim, self.profile.sizes, self.seed):
            found = self._first([(case, taken)], build)
            if found is not None:
                return found
        return None

    def _batches(self, build: Callable[[Choices], Case]) -> Found | None:
        """Games played side by side. One that goes otherwise when it is played alone counts as it was seen where the
        learner is random; they end where it does otherwise on stacks than on arrays.
        """
        for representative in representatives(self.claim, self.make, self.seed, self.profile.batches):
            game = representative.batch.game(representative.number)
            outcome = self.judge(game)
            differs = outcome.trace is None or not representative.goes_as(outcome.trace)
            if differs and not outcome.failed:
                if not representative.goes_otherwise_again():
                    return None
                outcome = judge(self.claim, representative.recited, game, steps=False)
            self._count(outcome, 1 if differs else representative.games)
            if outcome.failed:
                return outcome, None, build, "scout"
        return None

    def _search(self) -> Found | None:
        build = self.claim.build(self.claim.cases.search)
        if not isinstance(self.make, Plays) or self.starts:
            return self._draw(build)
        judged: list[Outcome] = []
        told: list[float | None] = []
        for search in earlier_searches(self.claim, self.profile.search, self.seed):
            if [look.told for look in search[: len(told)]] != told:
                continue
            coming = search[len(told) :]
            for case, look in self._ahead((look.case, look) for look in coming):
                outcome = self._look_at(case, look.taken)
                if outcome.failed or outcome.verdict == "skipped":
                    return outcome, look.taken, build, "search"
                judged.append(outcome)
                told.append(aim(outcome))
                if told[-1] != look.told:
                    break
            else:
                return None
        return self._draw(build, judged)

    def _draw(self, build: Callable[[Choices], Case], judged: Sequence[Outcome] = ()) -> Found | None:
        """Let Hypothesis draw the cases. The first of them are `judged` already, in this order."""
        failure: list[Found] = []
        looks: list[Look] = []
        database = InMemoryExampleDatabase()
        for taken in self.starts:
            database.save(KEY, choices_to_bytes(taken))

        @settings(
            max_examples=self.profile.search,
            database=database if self.starts else None,
            deadline=None,
            derandomize=False,  # whatever profile of Hypothesis is loaded, on CI for example
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            phases=(Phase.reuse, Phase.generate, Phase.target) if self.starts else (Phase.generate, Phase.target),
            print_blob=False,
        )
        @hypothesis.seed(self.seed)
        @hypothesis.given(strategy(build))
        def look(drawn: tuple[Case, tuple[int, ...]]) -> None:
            case, taken = drawn
            if len(looks) >= TARGETING * self.profile.search:
                raise _Fell  # aiming at the bound can take Hypothesis far beyond the examples that it was given
            known = judged[len(looks)] if len(looks) < len(judged) else None
            outcome = known if known is not None and known.case == case else self._look_at(case, list(taken))
            looks.append(Look(case, list(taken), aim(outcome)))
            if outcome.failed or outcome.verdict == "skipped":
                failure.append((outcome, list(taken), build, "search"))
                raise _Fell
            if looks[-1].told is not None:
                hypothesis.target(looks[-1].told)

        look._hypothesis_internal_database_key = KEY  # type: ignore[attr-defined]
        try:
            with no_local_constants():
                look()
        except _Fell:
            if failure:
                return failure[0]
        if isinstance(self.make, Plays) and not self.starts:
            remember(self.claim, self.profile.search, self.seed, looks)
        return None

    def _look_at(self, case: Case, taken: list[int]) -> Outcome:
        """Judge a case of the search."""
        outcome = self._count(self._judge_played(case))
        if outcome is self.evidence.closest:
            self.closest_taken = taken
        return outcome

    def _first(self, cases: Iterable[tuple[Case, list[int] | None]], build: Callable[[Choices], Case]) -> Found | None:
        found: Found | None = None
        after = 0
        for case, taken in self._ahead(cases):
            outcome = self._count(self._judge_played(case))
            if found is None and (outcome.failed or outcome.verdict == "skipped"):
                found = outcome, taken, build, self.current.name
                if outcome.verdict != "falsified":
                    break
            after += found is not None
            if after > GAMES_AFTER_A_FALL:
                break
        return found

    @property
    def _watched(self) -> tuple[str, ...]:
        """The attributes that the judge looks at."""
        return self.claim.watch if self.steps or self.claim.needs_state else ()

    def _ahead(self, cases: Iterable[tuple[Case, Any]]) -> Iterable[tuple[Case, Any]]:
        """The cases, those that come next played in lockstep where a submission plays them."""
        return self.make.ahead(cases, self._watched) if isinstance(self.make, Plays) else cases

    def _judge_played(self, case: Case) -> Outcome:
        """The outcome of a case that may have been played in lockstep; of the case played alone where it failed because
        learners share what they know. Any other failure counts, whether or not it happens again.
        """
        outcome = self.judge(case)
        if outcome.failed and isinstance(self.make, Plays) and not self.make.is_its_own(case, self._watched):
            return self.judge(case)
        return outcome

    def _count(self, outcome: Outcome, games: int = 1) -> Outcome:
        """Put the outcome into the books, as that of so many games of equal length."""
        current = self.current
        if outcome.outside:
            current.outside += games
            return outcome
        current.games += games
        current.rounds += games * (len(outcome.trace.rounds) if outcome.trace is not None else 0)
        current.undecided += games * (outcome.verdict == "undecided")
        self.attained = self.attained or outcome.attained
        if outcome.ratio is not None:
            if current.worst is None or outcome.ratio > current.worst:
                current.worst = outcome.ratio
            closest = self.evidence.closest
            if closest is None or closest.ratio is None or outcome.ratio > closest.ratio:
                self.evidence.closest = outcome
        if outcome.verdict == "falsified" and (self.worst is None or (outcome.ratio or 0) > (self.worst.ratio or 0)):
            self.worst = outcome
        self.tick(self.evidence)
        return outcome


def aim(outcome: Outcome) -> float | None:
    """What Hypothesis is to make greater, if anything."""
    return outcome.ratio if outcome.ratio is not None and outcome.ratio < float("inf") else None


class _Fell(BaseException):
    """Leaves the search, at the first failure or when enough has been played."""
