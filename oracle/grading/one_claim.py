"""Judging a learner by one claim, and explaining how it falls.

The verdict comes first, in the time of the claim. Everything else is looked for in a time of its own (`Plays.settled`),
and finds nothing where that is over.
"""

from collections.abc import Callable
from contextlib import suppress

from learncheck.oracle.boundary.failures import ours
from learncheck.oracle.boundary.freely import asks_freely
from learncheck.oracle.engine.attack import attack
from learncheck.oracle.engine.chance import RANDOM, REPLAYS, predictions, went_otherwise
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Behind, Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.recorder import Recorder, asked
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Credit
from learncheck.oracle.grading.credit import held
from learncheck.oracle.grading.hypothesis import hypothesis
from learncheck.oracle.grading.misconceptions import hint
from learncheck.oracle.grading.results import ClaimResult, result_of, result_of_game
from learncheck.oracle.grading.shared import (
    IN_COMPANY,
    SHARES,
    calls_of,
    goes_otherwise_from_the_start,
    goes_otherwise_in_company,
    shares,
    shares_from_the_start,
    shares_though_it_stands,
)
from learncheck.oracle.grading.twists import TWISTS, lost_with_a_twist
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.transcript import STATE
from learncheck.strategies.play.case import Case, encode
from learncheck.strategies.play.games import Given, plays_by_rounds
from learncheck.theorems.language.claim import Claim

SHORTENED = "it is slow: fewer games were played than planned, so that it does not come near its time limit"


def check_claim(
    claim: Claim,
    plays: Plays,
    learner: str,
    profile: Profile,
    seed: int,
    tick: Callable[[Evidence], None] = lambda evidence: None,
    credit: Credit = "whole",
) -> ClaimResult:
    """Attack one claim; where it falls, lay the smallest game beside the proof. An error of ours costs nobody."""
    try:
        evidence = attack(claim, plays, learner, profile, seed=seed, steps=False, tick=tick)
    except Exception as error:
        return result_of(Evidence(claim, learner, "oracle-error", message=ours(error)))
    if evidence.verdict == "vacuous":  # a submission is told no more than that nothing was checked
        evidence.verdict = "oracle-error"
    result = result_of(evidence)
    if plays.shortened and result.passed:
        result.message = SHORTENED
    found = evidence.counterexample
    if found is None:
        plays.settled()
        with suppress(Exception):  # it stands unless something is shown
            _look_besides(result, evidence, plays)
        return result
    with suppress(Exception):  # the claim has fallen; what is told besides must not end the grading
        result.worst = found.worst_violation(claim)
    if evidence.verdict != "timed-out" and credit != "whole":
        with suppress(Exception):
            result.credit = held(claim, plays, seed, credit)
    explain(result, claim, plays, learner, found.smallest, seed)
    return result


def _look_besides(result: ClaimResult, evidence: Evidence, plays: Plays) -> None:
    """Look for what no game of the attack shows: shared state, a twist that the learner does not stand, chance."""
    claim = evidence.claim
    if claim.conformance and result.passed:
        shown = shares_though_it_stands(claim, plays) or lost_with_a_twist(claim, plays)
        if shown is not None:
            outcome, result.message, result.calls = shown
            result.verdict, result.shared = "falsified", result.message not in TWISTS
            result.outcome, result.counterexample = outcome, encode(outcome.case)
            return
    result.random = evidence.closest is not None and varies(evidence.closest, claim, plays)


def explain(
    result: ClaimResult, claim: Claim, plays: Plays, learner: str, outcome: Outcome, seed: int = 0
) -> None:  # fmt: skip
    """Lay out the game in which the claim fell, and tell what may be behind it. Raises nothing."""
    plays.settled()
    with suppress(Exception):
        result.lay_out(claim, outcome)
    if outcome.failed and outcome.verdict != "timed-out":
        with suppress(Exception):
            result.hint = hint(claim, plays, learner, outcome.trace, seed)
        with suppress(Exception):
            _beside_the_proof(result, claim, plays, outcome)


def _beside_the_proof(result: ClaimResult, claim: Claim, plays: Plays, outcome: Outcome) -> None:
    """Play the smallest game once more, beside the proof, and keep what the learner is asked in it. Where that goes
    otherwise, the game that was seen stays.
    """
    if asks_freely(outcome.case):
        result.random = varies(outcome, claim, plays)
        result.message += RANDOM * result.random
        return
    recorder = Recorder(plays.make)
    plays.draw_for(outcome.case)
    try:
        again = judge(claim, recorder, outcome.case, steps=False, explain=True, also=STATE)
    except Exception:  # a state of another shape explains nothing
        return
    calls = result.calls = recorder.calls
    if not went_otherwise(outcome, again):
        result.lay_out(claim, again)
    elif outcome.trace is not None and plays_by_rounds(outcome.case):
        calls = result.calls = asked(outcome.trace)
    shown, random = shares(plays.make, outcome.case, calls), False
    if not shown:
        random = varies(outcome, claim, plays) or goes_otherwise_from_the_start(claim, plays, outcome)
        shown = shares_from_the_start(claim, plays, outcome.case, calls) if random else []
    if shown:
        result.shared, result.calls = True, shown
        result.message += f"; {SHARES}"
    elif random:
        result.random = True
        result.message += RANDOM
    with suppress(Exception):  # the verdict is known; what a learner does here changes nothing
        result.around = hypothesis(plays.make, recorder.calls)


def replayed(claim: Claim, plays: Plays, learner: str, case: Case) -> ClaimResult:
    """What a grader finds in this game alone. It stands only if nothing besides is wrong with the learner either."""
    outcome = judge(claim, plays, case, steps=False)
    result = result_of_game(claim, outcome)
    if outcome.failed:
        explain(result, claim, plays, learner, outcome)
        return result
    plays.settled()
    with suppress(Exception):
        if besides := fault_besides(claim, plays, outcome):
            result.verdict, result.message = "falsified", besides
    with suppress(Exception):
        again = outcome if outcome.trace is None else judge(claim, plays, case, steps=False, explain=True)
        result.lay_out(claim, again if again.verdict == outcome.verdict else outcome)
    return result


def fault_besides(claim: Claim, plays: Plays, outcome: Outcome) -> str:
    """What is wrong with the learner that the game itself does not show: shared state, a twist that it does not stand.

    "" where nothing is found.
    """
    case = outcome.case
    if asks_freely(case):
        return ""
    calls = calls_of(claim, plays, outcome)
    if goes_otherwise_in_company(plays, case):
        return IN_COMPANY
    if shares_from_the_start(claim, plays, case, calls):
        return SHARES
    lost = lost_with_a_twist(claim, plays, [case]) if claim.conformance else None
    return "" if lost is None else lost[1]


def varies(outcome: Outcome, claim: Claim, plays: Plays) -> bool:
    """Whether the learner answers otherwise in one of several replays of the same game; chance may repeat itself."""
    many = None
    if outcome.trace is not None and plays_by_rounds(outcome.case) and not claim.needs_state:
        many = plays.at_once([Given.again(outcome.trace)] * REPLAYS)
    if many is not None and all(predictions(each) == predictions(outcome.trace) for each in many):
        return False
    for number in range(1, REPLAYS + 1):
        plays.draw_for(outcome.case, number)
        try:
            again = judge(claim, Behind(plays.make), outcome.case, steps=False)
        except Exception:
            return False
        if again.verdict == "timed-out":
            return False
        if went_otherwise(outcome, again):
            return True
    return False
