"""The trace of a finished game: from its case and the predictions in its table, or of another learner on it."""

from collections.abc import Sequence
from functools import partial

from learncheck.oracle.engine.batches import Recital
from learncheck.oracle.judging.transcript import STATE
from learncheck.strategies.play.case import Case, Make, Trace
from learncheck.strategies.play.games import Game, dictate


def by_reference(make: Make, trace: Trace, watch: tuple[str, ...] = STATE) -> Trace:
    """Return the trace of another learner on the same instances and labels."""
    again = dictate(trace.case, make(*trace.case.arguments()), trace.examples(), watch)
    return Trace(trace.case, again.rounds, trace.facts)


def replayed(case: Case, predictions: Sequence[object]) -> Trace | None:
    """Return the trace of a game with these predictions, or None if the game cannot be replayed from predictions."""
    if not isinstance(case, Game) or not predictions:
        return None
    try:
        trace = case.play(partial(Recital, predictions))
    except Exception:  # the game asks its learner for more than labels
        return None
    return trace if len(trace.rounds) == len(predictions) else None
