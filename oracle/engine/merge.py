"""Merge the results of a plan's shards, in order, into the evidence for one claim on one learner."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from learncheck.oracle.engine.attacks import decoder
from learncheck.oracle.engine.chance import RANDOM, went_otherwise
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.play import chosen
from learncheck.oracle.engine.plays import playing
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.results import Result, keep_worst, ratio_of
from learncheck.oracle.engine.shrink import shorten, shrink
from learncheck.oracle.engine.store import Store
from learncheck.oracle.engine.verdicts import Attack, Counterexample, Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.patience import patience
from learncheck.strategies.play.case import Case, Make
from learncheck.theorems.language.claim import Claim

REPLAYS_HERE = 5
"""How often a game that a learner lost in this process is replayed to see whether the learner is random."""


class Merging:
    """Assembles the evidence for one claim on one learner.

    Without `steps` a learner is judged by the bound alone, as it was when its games were played.
    """

    def __init__(
        self,
        claim: Claim,
        make: Make | None,
        learner: str | None,
        profile: Profile,
        steps: bool,
        store: Store | None,
    ) -> None:
        self.claim, self.make, self.learner = claim, make, learner
        self.profile, self.steps, self.store = profile, steps, store

    def judge(self, case: Case) -> Outcome:
        """Play a case once more."""
        return judge(self.claim, self.make, case, steps=self.steps)

    def evidence(self, results: Sequence[Result]) -> Evidence:
        """Merge all results, the last of which may be a failure. The counterexample is shrunk once."""
        evidence = Evidence(self.claim, self.learner, attacks=merged(results))
        evidence.exhausted = next(filter(None, (each.exhausted for each in results)), "")
        evidence.closest = max((each.closest for each in results), key=ratio_of, default=None)
        evidence.sizes = worst_of_every_size(results)
        evidence.proof = next(filter(None, (each.proof for each in results)), None)
        failures = [*filter(None, (each.fall for each in results))]
        errors = [each for each in results if each.error]
        if failures:
            self._fell(evidence, reduce(chosen, failures), [*filter(None, (each.worst for each in results))])
        elif errors:
            evidence.verdict, evidence.message = "oracle-error", errors[0].error
            evidence.traceback = errors[0].traceback
        elif evidence.games == 0:
            unmet = sum((Counter(each.unmet) for each in results), Counter[str]())
            evidence.verdict = "vacuous" if unmet else "oracle-error"
            evidence.message = nothing_checked(unmet)
        elif evidence.undecided and not (self.claim.tolerance and evidence.undecided < evidence.games):
            evidence.verdict = "undecided"
        evidence.attained = evidence.verdict == "stands" and any(each.attained for each in results)
        return evidence

    def _fell(self, evidence: Evidence, fall: Outcome, worst: Sequence[Outcome]) -> None:
        """Record the failure. It counts even if it does not happen again; a learner that then differs is random."""
        smallest = self._smallest(fall)
        evidence.verdict, evidence.message = smallest.verdict, smallest.message
        if not smallest.failed:
            return
        if not playing(self.make).is_submission:
            evidence.message += RANDOM * self._goes_otherwise(smallest)
        violation = max([fall, *worst], key=lambda each: each.ratio or 0.0)
        evidence.counterexample = Counterexample(smallest, violation, fall.attack)

    def _goes_otherwise(self, outcome: Outcome) -> bool:
        """Whether a replay of the game differs. A missing trace is taken from a replay with the same verdict."""
        for _ in range(REPLAYS_HERE):
            again = self.judge(outcome.case)
            if outcome.trace is None and again.verdict == outcome.verdict:
                outcome.trace = again.trace
            if went_otherwise(outcome, again):
                return True
        return False

    def _smallest(self, fall: Outcome) -> Outcome:
        """Shrink the failure, unless it cannot be shrunk or the store has the shrunk one."""
        if fall.verdict not in ("falsified", "invalid", "crashed"):
            return fall
        written = None if self.store is None else self.store.read_smallest(fall)
        if written is not None:
            return written
        with patience() as alive:

            def judged(case: Case) -> Outcome:
                alive()
                return self.judge(case)

            if fall.taken is None:
                smallest = shorten(fall, judged, self.profile.shrink, self.claim.cases.keeps)
            else:
                build = decoder(self.claim, self.profile, fall)
                smallest = shrink(build, fall.taken, fall, judged, self.profile.shrink)
        if self.store is not None:
            self.store.write_smallest(fall, smallest)
        return smallest


def nothing_checked(unmet: Counter[str]) -> str:
    """The message for when no case was judged: how many cases failed to meet which hypothesis."""
    if not unmet:
        return "the family made no case, so nothing was checked; give it cases"
    (words, times), total = unmet.most_common(1)[0], unmet.total()
    return (
        f"vacuous, nothing was checked: of {total:,} cases none met the hypotheses, and {times:,} fell short of "
        f"{words!r}; draw cases that meet it, or mend its predicate"
    )


def worst_of_every_size(results: Sequence[Result]) -> list[Outcome]:
    """The worst game of every size of the bound over all shards, in ascending order of size."""
    worst: dict[int, Outcome] = {}
    for game in (game for result in results for game in result.sizes.values()):
        keep_worst(worst, game)
    return [worst[size] for size in sorted(worst)]


def merged(results: Sequence[Result]) -> list[Attack]:
    """Add up what each attack played over all shards."""
    attacks: dict[str, Attack] = {}
    for each in (attack for result in results for attack in result.attacks):
        whole = attacks.setdefault(each.name, Attack(each.name))
        for name in ("games", "rounds", "outside", "undecided", "seconds"):
            setattr(whole, name, getattr(whole, name) + getattr(each, name))
        whole.explores = each.explores
        whole.worst = max((worst for worst in (whole.worst, each.worst) if worst is not None), default=None)
    return list(attacks.values())
