"""Playing one shard of a plan. Four attacks make cases: witnesses, exhaustive, scout and search; one judge decides."""

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from learncheck.oracle.engine.batches import representatives
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plan import Shard
from learncheck.oracle.engine.plays import playing
from learncheck.oracle.engine.results import Result, Seen, keep_worst, ratio_of
from learncheck.oracle.engine.searches import Look, earlier_searches, remember
from learncheck.oracle.engine.shared_draws import drawn_once
from learncheck.oracle.engine.verdicts import Attack
from learncheck.oracle.judging.large import large
from learncheck.oracle.judging.outcomes import OUTSIDE, Outcome
from learncheck.oracle.judging.patience import patience
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import Case, Make
from learncheck.strategies.play.choices import ALL_REJECTED, BadFamily, Choices, at_random, everything
from learncheck.theorems.formal.numbers import HiddenState
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.limits import Limits

TARGETING = 3
"""The search plays at most this multiple of the profile's games, including those that Hypothesis plays to target the
bound."""

GAMES_AFTER_A_FALL = 40
"""After a claim falls, this many more games are played in search of a worse violation."""

TRIES = 3
"""How often a proof is attempted when it fails because state seems to be kept outside of the learner."""

ATTACKS = {"fixed": ("witnesses", "exhaustive", "ladder"), "scout": ("scout",), "search": ("search",)}
"""The attacks of a shard, by its kind, in order."""

Watch = Callable[[Result], None]


def play(
    shard: Shard, claim: Claim, make: Make | None, *, steps: bool = True, watch: Watch = lambda result: None
) -> Result:
    """What the shard finds on the learner that `make` makes, before any shrinking.

    Without `steps` (submissions) the learner is judged by the bound alone: a right but different learner is not
    failed by somebody else's proof. watch: sees the result grow, after every game.
    """
    if shard.kind == "proof":
        return Result(proof=_proof(claim))
    player = _Player(shard, claim, make, steps, watch)
    most = None if player.make.is_submission else shard.profile.seconds
    with patience(most=most or math.inf) as player.alive:
        player.play(ATTACKS.get(shard.kind, ()))
    return player.result


def _proof(claim: Claim) -> ProofReport | None:
    """Check the proof; return None if no game meets the claim's hypotheses, which the attack reports.

    Every attempt catches a learner that keeps state outside itself. But Python's random numbers are shared by all
    threads, and those that talk to a cluster may draw some while the code is inspected.
    """
    from learncheck.oracle.prover.observed import Vacuous
    from learncheck.oracle.prover.prove import prove  # imports the provers, which judging a submission does not need

    for _ in range(TRIES - 1):
        with suppress(HiddenState):
            try:
                return prove(claim)
            except Vacuous:
                return None
    return prove(claim)


class _Player:
    """Plays the attacks of one shard in turn, and puts every game into its result."""

    def __init__(self, shard: Shard, claim: Claim, make: Make | None, steps: bool, watch: Watch) -> None:
        self.shard, self.profile, self.claim, self.make = shard, shard.profile, claim, playing(make)
        self.steps, self.watch = steps, watch
        self.current = Attack("witnesses")
        self.result = Result(starts=shard.starts)
        self.alive: Callable[[], None] = lambda: None

    def play(self, attacks: Sequence[Any]) -> None:
        """Play the attacks until one of them settles the matter.

        The failure to shrink is the first one, unless a later attack finds one that replaces it (`chosen`). A falsified
        game that may be large does not settle the matter, unless the profile does not shrink at all.
        """
        for name in attacks:
            if name == "ladder":  # fixed games, counted with the witnesses
                self.current = self.result.attacks[0]
            else:
                self.current = Attack(name)
                self.result.attacks.append(self.current)
            start = time.perf_counter()
            found: Seen | None = getattr(self, f"_{name}")()
            self.current.seconds += time.perf_counter() - start
            if found is not None:
                self.result.fall = chosen(self.result.fall, found)
                small = name in ("exhaustive", "search") or not self.profile.shrink
                self.result.settled = small or found.outcome.verdict != "falsified"
                if self.result.settled:
                    break

    def _witnesses(self) -> Seen | None:
        return self._first((case, None) for case in self.claim.attained_by())

    def _ladder(self) -> Seen | None:
        """The family's fixed cases, in growing sizes; they are skipped for learners that have already fallen."""
        if self.result.fall is not None:
            return None
        return self._first(((case, None) for case in self.claim.cases.ladder()), games_after_a_fall=0)

    def _exhaustive(self) -> Seen | None:
        family = self.claim.cases
        if family.exhaust is None:
            return None
        limits = family.quick if self.profile.exhaustive == "quick" else family.full
        build = self.claim.build(limits, family.exhaust)
        found = self._first(drawn_once(self.claim, family.exhaust, ("everything", limits), lambda: everything(build)))
        if found is None and self.current.games and not self.current.undecided:
            self.result.exhausted = family.covers(limits)
        return found

    def _scout(self) -> Seen | None:
        of_a_batch = self._batches()
        family, seed, games = self.claim.cases, self.shard.seed, self.profile.scout
        build, how = self.claim.build(family.scout), ("at random", family.scout, seed, games)
        cases = drawn_once(self.claim, family.build, how, lambda: itertools.islice(at_random(build, seed), games))
        return self._first(cases) or self._large() or of_a_batch

    def _large(self) -> Seen | None:
        """A few large and long games. They have as many rounds as the rest together, so they are played in lockstep."""
        raised: list[tuple[list[int], Limits]] = []

        family, sizes, seed = self.claim.cases, tuple(self.profile.sizes), self.shard.seed
        how = "large", self.claim.kind, family.scout, family.most, sizes, seed
        cases = drawn_once(self.claim, family.build, how, lambda: large(self.claim, sizes, seed))

        def drawn() -> Iterator[tuple[Case, list[int]]]:
            for case, taken, limits in cases:
                raised.append((taken, limits))
                yield case, taken

        found = self._first(drawn(), games_after_a_fall=0)
        if found is not None:
            limits = next(limits for taken, limits in raised if taken is found.taken)
            found.raised = limits.beyond(self.claim.cases.scout)
        return found

    def _batches(self) -> Seen | None:
        """Judge the games of batches. A game that goes differently when it is played alone counts as it was played in
        the batch if the learner is random. If not, the learner's code differs on stacked arrays, and the batches end.
        """
        for representative in representatives(self.claim, self.make, self.shard.seed, self.profile.batches):
            game = representative.batch.game(representative.number)
            outcome = self._judge(game)
            differs = outcome.trace is None or not representative.goes_as(outcome.trace)
            if differs and not outcome.failed:
                if not representative.goes_otherwise_again():
                    return None
                outcome = judge(self.claim, representative.recited, game, steps=False)
            self._count(outcome, games=1 if differs else representative.games)
            if outcome.failed:
                return Seen(outcome, "scout")
        return None

    def _search(self) -> Seen | None:
        build = self.claim.build(self.claim.cases.search)
        if not self.make.is_submission or self.shard.starts:
            return self._draw(build)
        judged: list[Outcome] = []
        told: list[float | None] = []
        for search in earlier_searches(self.claim, self.profile.search, self.shard.seed):
            if [look.told for look in search[: len(told)]] != told:
                continue
            coming = search[len(told) :]
            for case, look in self._ahead((look.case, look) for look in coming):
                outcome = self._count(self._judge_played(case), look.taken)
                if outcome.failed or outcome.verdict == "skipped":
                    return Seen(outcome, "search", look.taken)
                judged.append(outcome)
                told.append(aim(outcome))
                if told[-1] != look.told:
                    break
            else:
                return None
        return self._draw(build, judged)

    def _draw(self, build: Callable[[Choices], Case], judged: Sequence[Outcome] = ()) -> Seen | None:
        """Let Hypothesis draw the cases. The first of them are `judged` already, in this order.

        Hypothesis is imported here, since most correct submissions follow a recorded search and do not need it.
        """
        import hypothesis
        from hypothesis import Phase
        from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
        from hypothesis.errors import Unsatisfiable

        from learncheck.oracle.engine.draws import fixed, no_local_constants
        from learncheck.oracle.engine.shrink import KEY
        from learncheck.strategies.play.drawn import strategy

        failure: list[Seen] = []
        looks: list[Look] = []
        starts = self.shard.starts
        database = InMemoryExampleDatabase()
        for taken in starts:
            database.save(KEY, choices_to_bytes(taken))

        reuse = [Phase.reuse] * bool(starts)

        @fixed(self.profile.search, database if starts else None, *reuse, Phase.generate, Phase.target)
        @hypothesis.seed(self.shard.seed)
        @hypothesis.given(strategy(build))
        def look(drawn: tuple[Case, tuple[Any, ...]]) -> None:
            case, taken = drawn
            if len(looks) >= TARGETING * self.profile.search:
                raise _Fell  # aiming at the bound can take Hypothesis far beyond the examples that it was given
            known = judged[len(looks)] if len(looks) < len(judged) else None
            if known is not None and known.case == case:
                outcome = known
            else:
                outcome = self._count(self._judge_played(case), list(taken))
            looks.append(Look(case, list(taken), aim(outcome)))
            if outcome.failed or outcome.verdict == "skipped":
                failure.append(Seen(outcome, "search", list(taken)))
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
        except Unsatisfiable:
            raise BadFamily(ALL_REJECTED) from None
        if self.make.is_submission and not starts:
            remember(self.claim, self.profile.search, self.shard.seed, looks)
        return None

    def _first(
        self, cases: Iterable[tuple[Case, list[int] | None]], games_after_a_fall: int = GAMES_AFTER_A_FALL
    ) -> Seen | None:
        """The first failure, or the case that skips the claim. After a failure a few more cases are played."""
        found: Seen | None = None
        after = 0
        for case, taken in self._ahead(cases):
            outcome = self._count(self._judge_played(case))
            if found is None and (outcome.failed or outcome.verdict == "skipped"):
                found = Seen(outcome, self.current.name, taken)
                if outcome.verdict != "falsified":
                    break
            after += found is not None
            if after > games_after_a_fall:
                break
        return found

    @property
    def _watched(self) -> tuple[str, ...]:
        """The attributes that the judge looks at."""
        return self.claim.watch if self.steps or self.claim.needs_state else ()

    def _ahead(self, cases: Iterable[tuple[Case, Any]]) -> Iterable[tuple[Case, Any]]:
        """Yield the cases; if a submission plays them, the next ones are played ahead in lockstep."""
        return self.make.ahead(cases, self._watched)

    def _judge(self, case: Case) -> Outcome:
        return judge(self.claim, self.make, case, steps=self.steps)

    def _judge_played(self, case: Case) -> Outcome:
        """The outcome of a case that may have been played in lockstep.

        If it failed because learners share state, the case is played alone. Any other failure counts, whether or not it
        happens again.
        """
        outcome = self._judge(case)
        if outcome.failed and not self.make.is_its_own(case, self._watched):
            return self._judge(case)
        return outcome

    def _count(self, outcome: Outcome, taken: list[int] | None = None, games: int = 1) -> Outcome:
        """Count the outcome in the result, for `games` games of equal length; `taken` are its choices in a search."""
        current, result = self.current, self.result
        self.alive()
        if outcome.outside:
            unmet = outcome.message.removeprefix(OUTSIDE)
            result.unmet[unmet] = result.unmet.get(unmet, 0) + games
            current.outside += games
            return outcome
        current.games += games
        current.rounds += games * (len(outcome.trace.rounds) if outcome.trace is not None else 0)
        current.undecided += games * (outcome.verdict == "undecided")
        result.attained = result.attained or outcome.attained
        ratio = ratio_of(outcome)
        keep_worst(result.sizes, outcome)
        if outcome.ratio is not None:
            if current.worst is None or ratio > current.worst:
                current.worst = ratio
            if ratio > ratio_of(result.closest):
                result.closest = outcome
                if taken is not None:
                    result.drawn = Seen(outcome, current.name, taken)
        if outcome.verdict == "falsified" and (
            result.worst is None or (outcome.ratio or 0) > (result.worst.ratio or 0)
        ):
            result.worst = outcome
        self.watch(result)
        return outcome


def chosen(fallen: Seen | None, found: Seen) -> Seen:
    """The failure to shrink, of two in order: the first, or the second if its choices are known and verdicts agree."""
    if fallen is None or (found.outcome.verdict == fallen.outcome.verdict and found.taken is not None):
        return found
    return fallen


def aim(outcome: Outcome) -> float | None:
    """The target for Hypothesis to maximize, if any."""
    return outcome.ratio if outcome.ratio is not None and outcome.ratio < float("inf") else None


class _Fell(BaseException):
    """Leaves the search at the first failure, or when enough has been played."""
