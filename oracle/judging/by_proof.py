"""A played game beside the proof: its rounds and the steps, and what the proof takes for granted."""

from copy import copy

from learncheck.oracle.judging.decide import by_bound
from learncheck.oracle.judging.grounds import Look, violated
from learncheck.oracle.judging.outcomes import BrokenStep, Outcome
from learncheck.oracle.judging.quantities import Quantities
from learncheck.oracle.judging.steps import first_broken_step
from learncheck.oracle.judging.tables import ODD_STATE
from learncheck.strategies.play.case import Trace, once
from learncheck.theorems.language.claim import Claim


def by_proof(outcome: Outcome, claim: Claim, trace: Trace, *, steps: bool, grounds: bool) -> Outcome:
    """The outcome by the bound with the first broken step, which falsifies the claim if `steps` are judged.

    grounds: whether what the proof takes for granted is judged too.
    """
    outcome = copy(outcome)
    if claim.steps:
        try:
            outcome.broken_step = _by_steps(trace, claim)
        except ODD_STATE:  # a submission may expose anything as its state
            if steps:
                raise
        if outcome.broken_step is not None and steps and outcome.verdict == "stands":
            outcome.verdict = "falsified"
            outcome.message = f"proof step violated: {outcome.broken_step}"
    asked = steps and grounds
    if asked and outcome.verdict == "stands" and (ground := _by_grounds(trace, claim)):
        outcome.verdict = "falsified"
        outcome.message = f"the proof assumes: {ground.words}; {ground.failure}"
    return outcome


@once
def _by_steps(trace: Trace, claim: Claim) -> BrokenStep | None:
    _, values = by_bound(trace, claim)
    return first_broken_step(claim, trace, values)


@once
def _by_grounds(trace: Trace, claim: Claim) -> Look | None:
    _, values = by_bound(trace, claim)
    return violated(claim, Quantities(claim, trace, values))
