"""The trace of a game that is over: from its case and the predictions in its table, or of another learner on the same
examples.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from learncheck.oracle.judging.transcript import STATE
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.games import Game, dictate


def by_reference(make: Any, trace: Trace, watch: tuple[str, ...] = STATE) -> Trace:
    """What another learner does on the same instances and labels."""
    again = dictate(trace.case, make(*trace.case.arguments()), trace.examples(), watch)
    return Trace(trace.case, again.rounds, trace.facts)


def replayed(case: Case, predictions: Sequence[Any]) -> Trace | None:
    """The trace of a game in which the learner predicted that; None where the game is none that can be replayed so."""
    if not isinstance(case, Game) or not predictions:
        return None
    try:
        trace = case.play(lambda *arguments: _Scripted(predictions))
    except Exception:  # a game whose learner is asked for more than labels
        return None
    return trace if len(trace.rounds) == len(predictions) else None


class _Scripted:
    """A learner that predicts what it is told to."""

    def __init__(self, predictions: Iterable[Any]) -> None:
        self._left = list(predictions)

    def predict(self, x: Any) -> Any:
        return self._left.pop(0)

    def update(self, x: Any, y: int) -> None:
        """Learns nothing."""
