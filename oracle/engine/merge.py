"""Merge what a plan's shards have found, in order, into the evidence for one claim on one learner."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from learncheck.oracle.engine.attacks import decoder
from learncheck.oracle.engine.chance import RANDOM, went_otherwise
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import playing
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.verdicts import Counterexample, Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.patience import patience
from learncheck.strategies.play.case import Case, Make
from learncheck.theorems.language.claim import Claim

if TYPE_CHECKING:
    from learncheck.oracle.engine.store import Store

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
        store: "Store | None",
    ) -> None:
        self.claim, self.make, self.learner = claim, make, learner
        self.profile, self.steps, self.store = profile, steps, store

    def judge(self, case: Case) -> Outcome:
        """Play a case once more."""
        return judge(self.claim, self.make, case, steps=self.steps)

    def evidence(self, parts: Iterable[Evidence]) -> Evidence:
        """Merge all parts, the last of which may be a failure. The counterexample is shrunk once."""
        evidence = Evidence(self.claim, self.learner)
        for each in parts:
            evidence.add(each)
        if evidence.fall is not None:
            self._fell(evidence, evidence.fall)
        elif evidence.broken:
            pass
        elif evidence.games == 0:
            evidence.verdict = "vacuous" if evidence.unmet else "oracle-error"
            evidence.message = nothing_checked(evidence.unmet)
        elif evidence.undecided and not (self.claim.tolerance and evidence.undecided < evidence.games):
            evidence.verdict = "undecided"
        evidence.attained = evidence.attained and evidence.verdict == "stands"
        return evidence

    def _fell(self, evidence: Evidence, fall: Outcome) -> None:
        """Record the failure. It counts even if it does not happen again; a learner that then differs is random."""
        smallest = self._smallest(fall)
        evidence.verdict, evidence.message, evidence.traceback = smallest.verdict, smallest.message, ""
        if not smallest.failed:
            return
        if not playing(self.make).is_submission:
            evidence.message += RANDOM * self._goes_otherwise(smallest)
        worst = evidence.worst
        violation = fall if worst is None or (worst.ratio or 0.0) <= (fall.ratio or 0.0) else worst
        evidence.counterexample = Counterexample(smallest, violation)

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
        from learncheck.oracle.engine.narrow import narrow  # what stands needs neither
        from learncheck.oracle.engine.shrink import shorten, shrink

        with patience() as alive:

            def judged(case: Case) -> Outcome:
                alive()
                return self.judge(case)

            if fall.taken is None:
                smallest = shorten(fall, judged, self.profile.shrink, self.claim.cases.keeps)
            else:
                build = decoder(self.claim, self.profile, fall)
                smallest = shrink(build, fall.taken, fall, judged, self.profile.shrink)
            if self.profile.shrink:
                smallest = narrow(smallest, judged, self.claim.cases.keeps)
        if self.store is not None:
            self.store.write_smallest(fall, smallest)
        return smallest


def nothing_checked(unmet: Mapping[str, int]) -> str:
    """The message for when no case was judged: how many cases failed to meet which hypothesis."""
    if not unmet:
        return "the family made no case, so nothing was checked; give it cases"
    total = sum(unmet.values())
    words, times = max(unmet.items(), key=lambda each: each[1])
    return (
        f"vacuous, nothing was checked: of {total:,} cases none met the hypotheses, and {times:,} fell short of "
        f"{words!r}; draw cases that meet it, or mend its predicate"
    )
