"""What is behind a failure: the smallest game beside the proof, the likely mistake, state that objects share.

The verdict is known by then. All of this has a time limit of its own (`Plays.settled`), and finds nothing once that is
over.
"""

from collections.abc import Sequence
from contextlib import suppress

from learncheck.oracle.boundary.freely import asks_freely
from learncheck.oracle.engine.chance import RANDOM, differs
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.engine.plays import Plays
from learncheck.oracle.engine.recorder import Call, Recorder, asked
from learncheck.oracle.grading.hypothesis import hypothesis
from learncheck.oracle.grading.laid_out import lay_out, result_of_game
from learncheck.oracle.grading.misconceptions import hint, misfit
from learncheck.oracle.grading.one_claim import varies
from learncheck.oracle.grading.results import TWISTS, ClaimResult
from learncheck.oracle.grading.shared import (
    SHARES,
    calls_of,
    goes_otherwise_from_the_start,
    shares,
    shares_from_the_start,
    shares_though_it_stands,
)
from learncheck.oracle.grading.twists import lost_with_a_twist
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.transcript import STATE
from learncheck.strategies.play.case import Case, encode
from learncheck.strategies.play.games import plays_by_rounds
from learncheck.theorems.language.claim import Claim

MOST_CALLS = 60
"""A game with more calls before the learner hangs does not help anyone see why."""


def look_besides(result: ClaimResult, claim: Claim, plays: Plays, cases: Sequence[Case] = ()) -> None:
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
    """Lay out the game in which the claim fell, and say what may be behind it. Raises nothing."""
    plays.settled()
    with suppress(Exception):
        lay_out(result, claim, outcome)
    if outcome.verdict == "timed-out":
        with suppress(Exception):
            result.calls = _until_it_hangs(claim, plays, outcome)
    elif outcome.failed:
        with suppress(Exception):
            result.hint = misfit(plays, learner, outcome) or hint(claim, plays, learner, outcome.trace, seed)
        with suppress(Exception):
            _beside_the_proof(result, claim, plays, outcome)


def _until_it_hangs(claim: Claim, plays: Plays, outcome: Outcome) -> list[Call]:
    """The calls of the learner in the game, up to the one that does not end; none if there are many."""
    recorder = Recorder(plays.make)
    plays.draw_for(outcome.case)
    again = judge(claim, recorder, outcome.case, steps=False)
    return recorder.calls if again.verdict == "timed-out" and len(recorder.calls) <= MOST_CALLS else []


def _beside_the_proof(result: ClaimResult, claim: Claim, plays: Plays, outcome: Outcome) -> None:
    """Play the smallest game once more, beside the proof, and keep the learner's calls. If it goes differently now, the
    report shows the game seen first.
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
    if not differs(outcome, again):
        lay_out(result, claim, again)
    elif outcome.trace is not None and plays_by_rounds(outcome.case):
        calls = result.calls = asked(outcome.trace)
    shown, random = shares(plays, outcome.case, calls), False
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
    """What a grader finds in this game alone. It stands only if nothing else is wrong with the learner."""
    outcome = judge(claim, plays, case, steps=False)
    result = result_of_game(claim, outcome)
    if outcome.failed:
        explain(result, claim, plays, learner, outcome)
        return result
    plays.settled()
    if not asks_freely(case):
        with suppress(Exception):
            look_besides(result, claim, plays, [case])
    with suppress(Exception):
        again = outcome if outcome.trace is None else judge(claim, plays, case, steps=False, explain=True)
        lay_out(result, claim, again if again.verdict == outcome.verdict else outcome)
    return result
