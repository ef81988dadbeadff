"""Merge what a run's shards have found, in order, into the evidence for one claim on one learner."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from learncheck.oracle.engine.chance import RANDOM, differs
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import playing
from learncheck.oracle.engine.verdicts import Counterexample, Evidence
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.patience import patience
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import Claim

if TYPE_CHECKING:
    from learncheck.oracle.engine.run import Run

REPLAYS_HERE = 5
"""How often a game that a learner lost in this process is replayed to see whether the learner is random."""


def merged(run: "Run", parts: Iterable[Evidence]) -> Evidence:
    """Merge all parts, the last of which may be a failure. The counterexample is shrunk once."""
    evidence = Evidence(run.claim, run.learner)
    for part in parts:
        evidence.add(part)
    if evidence.fall is not None:
        _fell(run, evidence, evidence.fall)
    elif evidence.broken:
        pass
    elif evidence.games == 0:
        evidence.verdict = "vacuous" if evidence.unmet else "oracle-error"
        evidence.message = nothing_checked(evidence.unmet)
    elif evidence.undecided and not (run.claim.tolerance and evidence.undecided < evidence.games):
        evidence.verdict = "undecided"
    evidence.attained = evidence.attained and evidence.verdict == "stands"
    return evidence


def _fell(run: "Run", evidence: Evidence, fall: Outcome) -> None:
    """Record the failure. It counts even if it does not happen again; a learner that then differs is random."""
    smallest = _smallest(run, fall)
    evidence.verdict, evidence.message, evidence.traceback = smallest.verdict, smallest.message, ""
    if not smallest.failed:
        return
    if not playing(run.make).is_submission:
        evidence.message += RANDOM * _differs_again(run, smallest)
    worst = evidence.worst
    violation = fall if worst is None or (worst.ratio or 0.0) <= (fall.ratio or 0.0) else worst
    evidence.counterexample = Counterexample(smallest, violation)


def _differs_again(run: "Run", outcome: Outcome) -> bool:
    """Whether a replay of the game differs. A missing trace is taken from a replay with the same verdict."""
    for _ in range(REPLAYS_HERE):
        again = judge(run.claim, run.make, outcome.case, steps=run.steps)
        if outcome.trace is None and again.verdict == outcome.verdict:
            outcome.trace = again.trace
        if differs(outcome, again):
            return True
    return False


def _smallest(run: "Run", fall: Outcome) -> Outcome:
    """Shrink the failure, unless it cannot be shrunk or the store has the shrunk one."""
    if fall.verdict not in ("falsified", "invalid", "crashed"):
        return fall
    written = None if run.store is None else run.store.read_smallest(fall)
    if written is not None:
        return written
    from learncheck.oracle.engine.narrow import narrow  # what stands needs neither
    from learncheck.oracle.engine.shrink import shorten, shrink

    budget, keeps = run.profile.shrink, run.claim.cases.keeps
    with patience() as alive:

        def judged(case: Case) -> Outcome:
            alive()
            return judge(run.claim, run.make, case, steps=run.steps)

        if fall.taken is None:
            smallest = shorten(fall, judged, budget, keeps)
        else:
            smallest = shrink(_decoder(run.claim, fall), fall.taken, fall, judged, budget)
        if budget:
            smallest = narrow(smallest, judged, keeps)
    if run.store is not None:
        run.store.write_smallest(fall, smallest)
    return smallest


def _decoder(claim: Claim, fall: Outcome) -> Callable[[Choices], Case]:
    """The decoder that made the case from its choices."""
    family = claim.cases
    if fall.limits in ("quick", "full"):
        return claim.build(family.quick if fall.limits == "quick" else family.full, family.enumerated)
    return claim.build(family.search if fall.limits == "search" else family.scout | fall.raised)


def nothing_checked(unmet: Mapping[str, int]) -> str:
    """The message for when no case was judged: how many cases failed to meet which hypothesis."""
    if not unmet:
        return "the family made no case, so nothing was checked; give it cases"
    total = sum(unmet.values())
    words, times = max(unmet.items(), key=lambda entry: entry[1])
    return (
        f"vacuous, nothing was checked: of {total:,} cases none met the hypotheses, and {times:,} fell short of "
        f"{words!r}; draw cases that meet it, or mend its predicate"
    )
