"""One case against one learner: play it, and decide what was played."""

from contextlib import AbstractContextManager, nullcontext

import msgspec

from learncheck.exact.answers import InvalidAnswer
from learncheck.oracle.boundary.failures import Crashed, SubmissionError, in_one_line
from learncheck.oracle.boundary.plain import Unpassable
from learncheck.oracle.engine.plays import Here, playing
from learncheck.oracle.judging.decide import decide
from learncheck.oracle.judging.outcomes import OUTSIDE, Outcome
from learncheck.strategies.play.case import Case, Make, Trace
from learncheck.strategies.play.games import Game
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.rules.conformance import RULES
from learncheck.theorems.rules.following import follow


def judge(
    claim: Claim,
    make: Make | None,
    case: Case,
    *,
    steps: bool = True,
    explain: bool = False,
    also: tuple[str, ...] = (),
) -> Outcome:
    """Play the case, evaluate the bound exactly and, with `steps`, every line of the proof on every round.

    With `explain`, a broken step is noted in the outcome but does not fail the learner: a right but different
    learner is not failed by somebody else's proof. also: the state to watch if the claim asks for none.
    """
    player = playing(make)
    watch = claim.watch if steps or explain or claim.needs_state else ()
    watch = watch or also
    trace: Trace | None = None
    try:
        with _limited(case):
            trace = player.play(case, watch)
        return decide(claim, trace, steps=steps, explain=explain)
    except InvalidAnswer as error:
        return Outcome("invalid", case, message=str(error))
    except SubmissionError as error:
        if _out_of_memory(case, error):
            return Outcome("stands", case, message=OUTSIDE + "a game that the learner has the memory for", outside=True)
        defined = _while_defined(claim, player, case, error)
        if defined is not None:
            return judge(claim, make, defined, steps=steps, explain=explain, also=also)
        return Outcome(error.verdict, case, message=error.message)
    except Exception as error:
        if not player.is_submission:
            raise
        return _provoked(claim, case, trace, error)


def _limited(case: Case) -> AbstractContextManager[None]:
    if not _vast(case):
        return nullcontext()
    from learncheck.oracle.boundary.clock import within_memory

    return within_memory(ENOUGH)


ENOUGH = 1 << 30
"""Bytes that no right learner needs for a game, unless it keeps a table of all instances."""

NUMERICAL = {"ArithmeticError", "ValueError"}
"""What Python and numpy raise for a result that is not a number: a division by 0, the root of a negative number."""


def _out_of_memory(case: Case, error: SubmissionError) -> bool:
    """Whether the learner keeps a table that is too large for memory: what a learner costs is not judged."""
    return _vast(case) and isinstance(error, Crashed) and "MemoryError" in error.exception_names


def _vast(case: Case) -> bool:
    return isinstance(case, Game) and case.vast


def _while_defined(claim: Claim, player: Here, case: Case, error: SubmissionError) -> Case | None:
    """The game up to where the learner's algorithm ends, if the learner follows it to there and fails only later.

    Only endless games end so: a theorem whose hypotheses bound the mistakes holds of every round.
    """
    by_numbers = error.verdict == "invalid" or (isinstance(error, Crashed) and NUMERICAL & {*error.exception_names})
    rule = RULES.get(getattr(claim.learner, "__name__", ""))
    if not (isinstance(case, Game) and case.endless and rule is not None and by_numbers):
        return None
    fit = follow(rule(), case.arguments(), player.until_it_fails(case))
    return msgspec.structs.replace(case, moves=case.script()[: fit.rounds - 1]) if fit.ended else None


def _provoked(claim: Claim, case: Case, trace: Trace | None, error: Exception) -> Outcome:
    """The outcome for a submission whose game raised an error in the judge.

    If the reference learner's game can be judged, the submission's answers or state cannot, which is its failure.
    Raises `error` if the trouble is ours.
    """
    if isinstance(error, Unpassable):
        raise error from None
    try:
        judge(claim, claim.learner, case, steps=False)
    except Exception:
        raise error from None
    message = f"its answer, or the state that it exposes, cannot be judged: {in_one_line(error)}"
    return Outcome("invalid", case, trace, message)
