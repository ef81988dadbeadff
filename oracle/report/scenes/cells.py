"""Version spaces: a table of hypotheses, experts or variables whose rows are ruled out one after another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from learncheck.oracle.report.scenes.rounds import YOURS, Answer, Array, answers, states
from learncheck.strategies.play.case import Trace

MOST_CELLS = 32
"""Tables with more rows or columns are not drawn."""


@dataclass(frozen=True)
class Reading:
    """What the rows and columns of a table stand for."""

    row: str
    column: str
    first: int
    """The number of the first row and the first column."""
    key: str
    vote: str
    """How the remaining rows vote, with {plus} and {minus} for the two counts."""
    signs: tuple[str, str] = ("+", "−")
    """How the entries +1 and −1 are written."""


VOTES = "votes: {plus} for +1, {minus} for −1"

HYPOTHESES = Reading(
    "h", "instance", 0,
    "A row is a hypothesis and a column an instance: blue where it says +1, yellow where −1, dark once a label has "
    "ruled the hypothesis out. The frame marks the instance of the round.", VOTES,
)  # fmt: skip

THRESHOLDS = replace(
    HYPOTHESES, row="θ", key=HYPOTHESES.key.replace("hypothesis", "threshold").replace("e:", "e of the grid:")
)

EXPERTS = Reading(
    "e", "round", 1,
    "A row is an expert and a column a round: blue where the expert says +1, yellow where −1, dark once it has made a "
    "mistake. The frame marks the round.", VOTES,
)  # fmt: skip

RESTARTED = replace(EXPERTS, key=EXPERTS.key.replace("mistake.", "mistake; when all are dark, all start again."))

VARIABLES = Reading(
    "x", "round", 1,
    "A row is a variable and a column a round: blue where the variable is 1, yellow where it is 0, dark once a "
    "negative example has ruled it out. The disjunction of the others says +1 where one of them is 1. The frame marks "
    "the round.", "of the variables left {plus} are 1 and {minus} are 0", ("1", "0"),
)  # fmt: skip


@dataclass(frozen=True)
class Cells:
    """A table, and which of its rows are left before the first round and after each.

    asked: the column of each round. trusted: the rows that a submission itself considers possible.
    """

    table: Array
    asked: tuple[int, ...]
    answers: tuple[Answer, ...]
    alive: tuple[Array, ...]
    trusted: tuple[Array, ...] = ()
    reading: Reading = HYPOTHESES

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return self.reading.key + (" “Trusted” marks what your learner holds to be possible." if self.trusted else "")

    def vote(self, index: int) -> str:
        """Say how the rows that are left before the round vote."""
        said = self.table[self.alive[index], self.asked[index]]
        return self.reading.vote.format(plus=int((said == 1).sum()), minus=int((said == -1).sum()))


Rule = Callable[[Array, Array, int], Array]
"""Maps the rows left so far, their entries in the round and its label to the rows that are left."""


def _agree(alive: Array, said: Array, label: int) -> Array:
    left: Array = alive & (said == label)
    return left


def _restart(alive: Array, said: Array, label: int) -> Array:
    left = _agree(alive, said, label)
    return left if left.any() else np.ones(len(left), dtype=bool)


def _eliminate(alive: Array, said: Array, label: int) -> Array:
    return _agree(alive, said, -1) if label == -1 else alive


def _class(trace: Trace) -> tuple[Array, Sequence[int]]:
    return np.asarray(trace.case.arguments()[0]), [int(each.instance) for each in trace.rounds]


def _grid(trace: Trace) -> tuple[Array, Sequence[int]]:
    """Return the n + 2 thresholds between and beside the instances 0, …, n, and the instances of the rounds."""
    (n,) = trace.case.arguments()
    above = np.arange(n + 1) >= np.arange(n + 2)[:, None]
    return np.where(above, 1, -1), [int(each.instance) for each in trace.rounds]


def _advice(trace: Trace) -> tuple[Array, Sequence[int]]:
    return np.array([each.instance for each in trace.rounds]).T, range(len(trace.rounds))


def _variables(trace: Trace) -> tuple[Array, Sequence[int]]:
    bits, asked = _advice(trace)
    return np.where(bits == 1, 1, -1), asked


Table = Callable[[Trace], tuple[Array, Sequence[int]]]

KINDS: dict[str, tuple[Table, Rule, Reading]] = {
    "Consistent": (_class, _agree, HYPOTHESES),
    "Halving": (_class, _agree, HYPOTHESES),
    "StandardOptimal": (_class, _agree, HYPOTHESES),
    "ThresholdHalving": (_grid, _agree, THRESHOLDS),
    "ExpertsMajority": (_advice, _agree, EXPERTS),
    "ExpertsRestart": (_advice, _restart, RESTARTED),
    "DisjunctionElimination": (_variables, _eliminate, VARIABLES),
}
"""For each learner: the table with the column of each round, what a label leaves of it, and how to read it."""


def cells(learner: Any, trace: Trace, whose: str) -> Cells | None:
    """Return the scene of a trace."""
    table_of, rule, reading = KINDS[learner.__name__]
    table, asked = table_of(trace)
    if table.ndim != 2 or max(table.shape) > MOST_CELLS:
        return None
    alive = [np.ones(len(table), dtype=bool)]
    for column, each in zip(asked, trace.rounds, strict=True):
        alive.append(rule(alive[-1], table[:, column], int(each.label)))
    trusted = states(trace, "alive") if whose == YOURS else ()
    own = tuple(each.astype(bool) for each in trusted) if all(each.shape == (len(table),) for each in trusted) else ()
    return Cells(table, tuple(asked), answers(trace), tuple(alive), own, reading)
