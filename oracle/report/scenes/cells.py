"""A finite class as a table, of which rows go dark."""

from dataclasses import dataclass

import numpy as np

from learncheck.oracle.report.scenes.rounds import Answer, Array, answers, states
from learncheck.strategies.play.case import Trace

MOST_CELLS = 32
"""Tables of more rows or columns are not drawn."""


@dataclass(frozen=True)
class Cells:
    """A finite class as a table, and which of its rows agree with all labels before the first round and after each.

    asked: the column of each round. trusted: the rows that the learner itself holds to be possible.
    """

    table: Array
    asked: tuple[int, ...]
    answers: tuple[Answer, ...]
    alive: tuple[Array, ...]
    trusted: tuple[Array, ...] = ()

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        shown = "A row is a hypothesis and a column an instance: blue where it says +1, yellow where −1, dark once a "
        return shown + "label has ruled the hypothesis out. The frame is around the instance of the round."

    def vote(self, index: int) -> tuple[int, int]:
        """How many of the hypotheses that are possible before the round say +1, and how many −1."""
        said = self.table[self.alive[index], self.asked[index]]
        return int((said == 1).sum()), int((said == -1).sum())


def cells(trace: Trace) -> Cells | None:
    """The scene of a trace."""
    table = np.asarray(trace.case.arguments()[0])
    asked = [each.instance for each in trace.rounds]
    if table.ndim != 2 or max(table.shape) > MOST_CELLS or any(np.ndim(each) for each in asked):
        return None
    alive = [np.ones(len(table), dtype=bool)]
    for each in trace.rounds:
        alive.append(alive[-1] & (table[:, int(each.instance)] == each.label))
    trusted = states(trace, "alive")
    fitting = trusted and all(each.shape == (len(table),) for each in trusted)
    own = tuple(each.astype(bool) for each in trusted) if fitting else ()
    return Cells(table, tuple(int(each) for each in asked), answers(trace), tuple(alive), own)
