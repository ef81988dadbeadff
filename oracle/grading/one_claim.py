"""Judging a learner by one claim, and explaining how it falls.

The verdict comes first, in the time of the claim. Everything else is looked for in a time of its own (`Plays.settled`),
and finds nothing where that is over.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from learncheck.oracle.boundary.failures import ours
from learncheck.oracle.boundary.freely import asks_freely
from learncheck.oracle.engine.attack import attack
from learncheck.oracle.engine.chance import RANDOM, REPLAYS, predictions, went_otherwise
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Behind, Plays
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.engine.recorder import Call, Recorder, asked
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.grading.assignment import Credit
from learncheck.oracle.grading.credit import held
from learncheck.oracle.grading.hypothesis import hypothesis
from learncheck.oracle.grading.misconceptions import hint, misfit
from learncheck.oracle.grading.results import ClaimResult, result_of, result_of_game
from learncheck.oracle.grading.shared import (
    SHARES,
    calls_of,
    goes_otherwise_from_the_start,
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

MOST_CALLS = 60
"""A game in which the learner is asked more often before it hangs shows nobody why."""

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
            if claim.conformance and result.passed:
                _look_besides(result, claim, plays)
            if not result.failed and evidence.closest is not None:
                result.random = varies(evidence.closest, claim, plays)
        return result
    with suppress(Exception):  # the claim has fallen; what is told besides must not end the grading
        result.worst = found.worst_violation(claim)
    if evidence.verdict != "timed-out" and credit != "whole":
        with suppress(Exception):
            result.credit = held(claim, plays, seed, credit)
    explain(result, claim, plays, learner, found.smallest, seed)
    return result


def _look_besides(result: ClaimResult, claim: Claim, plays: Plays, cases: Sequence[Case] = ()) -> None:
    """Let the claim fall if the learner shares state, or loses one of these games, or of some of the claim, with a
    twist: no game of the attacks shows this.
    """
    shown = shares_though_it_stands(claim, plays, cases)
    if shown is None and cases:  # what showed it in the grading may have been made small
        outcome = judge(claim, plays, cases[0], steps=False)
        if calls := shares_from_the_start(claim, plays, cases[0], calls_of(claim, plays, outcome)):
            shown = outcome, SHARES, calls
    if shown is None and claim.conformance:
        shown = lost_with_a_twist(claim, plays, cases)
    if shown is not None:
        outcome, result.message, result.calls = shown
        result.verdict, result.shared = "falsified", result.message not in TWISTS
        result.outcome, result.counterexample = outcome, encode(outcome.case)


def explain(
    result: ClaimResult, claim: Claim, plays: Plays, learner: str, outcome: Outcome, seed: int = 0
) -> None:  # fmt: skip
    """Lay out the game in which the claim fell, and tell what may be behind it. Raises nothing."""
    plays.settled()
    with suppress(Exception):
        result.lay_out(claim, outcome)
    if outcome.verdict == "timed-out":
        with suppress(Exception):
            result.calls = _until_it_hangs(claim, plays, outcome)
    elif outcome.failed:
        with suppress(Exception):
            result.hint = misfit(plays, learner, outcome) or hint(claim, plays, learner, outcome.trace, seed)
        with suppress(Exception):
            _beside_the_proof(result, claim, plays, outcome)


def _until_it_hangs(claim: Claim, plays: Plays, outcome: Outcome) -> list[Call]:
    """What the learner is asked in the game, up to the call that does not end; nothing if that takes many calls."""
    recorder = Recorder(plays.make)
    plays.draw_for(outcome.case)
    again = judge(claim, recorder, outcome.case, steps=False)
    return recorder.calls if again.verdict == "timed-out" and len(recorder.calls) <= MOST_CALLS else []


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
    by_rounds = outcome.trace is not None and plays_by_rounds(outcome.case)
    if again.verdict == "timed-out" != outcome.verdict and not by_rounds:
        return  # the time for looks like this is over, and a program that breaks off shows nothing
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
    if not asks_freely(case):
        with suppress(Exception):
            _look_besides(result, claim, plays, [case])
    with suppress(Exception):
        again = outcome if outcome.trace is None else judge(claim, plays, case, steps=False, explain=True)
        result.lay_out(claim, again if again.verdict == outcome.verdict else outcome)
    return result


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
