"""The trace of a finished game: from its case and the predictions in its table, or of another learner on it."""

from collections.abc import Iterable, Sequence
from typing import Any

from learncheck.oracle.judging.transcript import STATE
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.games import Game, dictate


def by_reference(make: Any, trace: Trace, watch: tuple[str, ...] = STATE) -> Trace:
    """Return the trace of another learner on the same instances and labels."""
    again = dictate(trace.case, make(*trace.case.arguments()), trace.examples(), watch)
    return Trace(trace.case, again.rounds, trace.facts)


def replayed(case: Case, predictions: Sequence[Any]) -> Trace | None:
    """Return the trace of a game with these predictions, or None if the game cannot be replayed from predictions."""
    if not isinstance(case, Game) or not predictions:
        return None
    try:
        trace = case.play(lambda *arguments: _Scripted(predictions))
    except Exception:  # the game asks its learner for more than labels
        return None
    return trace if len(trace.rounds) == len(predictions) else None


class _Scripted:
    """A learner with given predictions."""

    def __init__(self, predictions: Iterable[Any]) -> None:
        self._left = list(predictions)

    def predict(self, x: Any) -> Any:
        return self._left.pop(0)

    def update(self, x: Any, y: int) -> None:
        """Learn nothing."""
