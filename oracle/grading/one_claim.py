"""Judging a learner by one claim.

The verdict comes first, within the claim's time limit. Everything else has a time limit of its own (`Plays.settled`),
and finds nothing once that is over.
"""

from collections.abc import Callable
from contextlib import suppress

from learncheck.oracle.boundary.failures import ours
from learncheck.oracle.engine.chance import REPLAYS, differs, predictions
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Behind, Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.run import attack
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Credit
from learncheck.oracle.grading.results import ClaimResult, result_of
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.games import Given, plays_by_rounds
from learncheck.theorems.language.claim import Claim

SHORTENED = "it is slow, so fewer games were played than planned, to stay well below its time limit"


def check_claim(
    claim: Claim,
    plays: Plays,
    learner: str,
    profile: Profile,
    seed: int,
    tick: Callable[[Evidence], None] = lambda evidence: None,
    credit: Credit = "whole",
) -> ClaimResult:
    """Attack one claim; if it falls, lay the smallest game beside the proof. Our errors cost the learner nothing."""
    try:
        evidence = attack(claim, plays, learner, profile, seed=seed, steps=False, tick=tick)
    except Exception as error:
        return result_of(Evidence(claim, learner, "oracle-error", message=ours(error)))
    if evidence.verdict == "vacuous":  # a submission is told no more than that nothing was checked
        evidence.verdict = "oracle-error"
    result = result_of(evidence)
    if plays.shortened and result.passed:
        result.message = SHORTENED
    counterexample = evidence.counterexample
    if counterexample is None:
        plays.settled()
        with suppress(Exception):  # it stands unless something is shown
            if claim.conformance and result.passed:
                from learncheck.oracle.grading.explained import look_besides  # a bound that stands needs none of it

                look_besides(result, claim, plays)
            if not result.failed and evidence.closest is not None:
                result.random = varies(evidence.closest, claim, plays)
        return result
    with suppress(Exception):  # the claim has fallen; what is told besides must not end the grading
        result.worst = counterexample.worst_violation(claim)
    if evidence.verdict != "timed-out" and credit != "whole":
        from learncheck.oracle.grading.credit import held  # few assignments give any

        with suppress(Exception):
            result.credit = held(claim, plays, seed, credit)
    from learncheck.oracle.grading.explained import explain

    explain(result, claim, plays, learner, counterexample.smallest, seed)
    return result


def varies(outcome: Outcome, claim: Claim, plays: Plays) -> bool:
    """Whether the learner answers differently in one of several replays of the same game; chance may repeat itself."""
    many = None
    if outcome.trace is not None and plays_by_rounds(outcome.case) and not claim.needs_state:
        many = plays.at_once([Given.again(outcome.trace)] * REPLAYS)
    if many is not None and all(predictions(trace) == predictions(outcome.trace) for trace in many):
        return False
    for number in range(1, REPLAYS + 1):
        plays.draw_for(outcome.case, number)
        try:
            again = judge(claim, Behind(plays.make), outcome.case, steps=False)
        except Exception:
            return False
        if again.verdict == "timed-out":
            return False
        if differs(outcome, again):
            return True
    return False
