"""A judged game as a result shows it: the case, its table and the broken step."""

from learncheck.oracle.grading.results import ClaimResult
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.oracle.judging.transcript import facts_of, transcript
from learncheck.oracle.notation import plain_text
from learncheck.strategies.play.case import encode
from learncheck.theorems.language.claim import Claim


def lay_out(result: ClaimResult, claim: Claim, outcome: Outcome) -> None:
    """Put the game into the result."""
    result.claim, result.outcome = claim, outcome
    result.counterexample = encode(outcome.case)
    result.broken_step = str(outcome.broken_step or "")
    if result.verdict == "falsified":
        result.observed, result.bound = outcome.observed, outcome.bound
    if outcome.trace is not None:
        result.facts = facts_of(claim, outcome.trace)
        if outcome.trace.rounds:
            result.head, result.rows = transcript(claim, outcome.trace)


def result_of_game(claim: Claim, outcome: Outcome) -> ClaimResult:
    """The result that one judged game amounts to."""
    result = ClaimResult(claim.id, outcome.verdict, claim.statement, plain_text(claim.bound), outcome.message)
    lay_out(result, claim, outcome)
    return result
