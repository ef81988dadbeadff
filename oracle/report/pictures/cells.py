"""Version spaces: a table of hypotheses, experts or variables whose rows are ruled out one after another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.layers import Axis, Bars, Box, Layer, Line, Panel, Sheet, Text
from learncheck.oracle.report.pictures.rounds import YOURS, GameScene, answers, states
from learncheck.strategies.play.case import Trace

MOST_CELLS = 32
"""Tables with more rows or columns are not drawn."""
PANELS = 12
"""The most panels in one picture."""


@dataclass(frozen=True)
class CellLegend:
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

HYPOTHESES = CellLegend(
    "h", "instance", 0,
    "Each row is a hypothesis and each column an instance: blue for +1, yellow for −1, dark once a label has "
    "ruled the hypothesis out. The frame marks the instance of the round.", VOTES,
)  # fmt: skip

THRESHOLDS = replace(
    HYPOTHESES, row="θ", key=HYPOTHESES.key.replace("hypothesis", "threshold").replace("e:", "e of the grid:")
)

EXPERTS = CellLegend(
    "e", "round", 1,
    "Each row is an expert and each column a round: blue for +1, yellow for −1, dark once the expert has made a "
    "mistake. The frame marks the round.", VOTES,
)  # fmt: skip

RESTARTED = replace(EXPERTS, key=EXPERTS.key.replace("mistake.", "mistake; when all are dark, all start again."))

VARIABLES = CellLegend(
    "x", "round", 1,
    "Each row is a variable and each column a round: blue if the variable is 1, yellow if it is 0, dark once a "
    "negative example has ruled it out. The disjunction of the others says +1 if one of them is 1. The frame marks "
    "the round.", "of the variables left {plus} are 1 and {minus} are 0", ("1", "0"),
)  # fmt: skip


@dataclass(frozen=True)
class Cells(GameScene):
    """A table, and which of its rows are left before the first round and after each.

    asked: the column of each round. trusted: the rows that a submission itself considers possible.
    """

    table: Array
    asked: tuple[int, ...]
    alive: tuple[Array, ...]
    trusted: tuple[Array, ...] = ()
    reading: CellLegend = HYPOTHESES

    @property
    def states(self) -> Sequence[Array]:
        return self.alive

    @property
    def key(self) -> str:
        return self.reading.key + (
            " “Trusted” marks the rows that your learner still considers possible." if self.trusted else ""
        )

    def vote(self, index: int) -> str:
        """Say how the rows that are left before the round vote."""
        votes = self.table[self.alive[index], self.asked[index]]
        return self.reading.vote.format(plus=int((votes == 1).sum()), minus=int((votes == -1).sum()))

    def moment(self, number: int, over: bool) -> Sheet:
        """Lay out the column asked and the vote, or the rows that are left."""
        (rows, columns), upto, reading = self.table.shape, number if over else number - 1, self.reading
        layers = self._cells(upto, self.asked[number - 1])
        for i, j in np.ndindex(rows, columns):
            sign = reading.signs[0] if self.table[i, j] == 1 else reading.signs[1]
            layers.append(Text(j + 0.47, i + 0.5, sign, "black" if self.alive[upto][i] else "light"))
        if self.trusted:
            trusted = np.flatnonzero(self.trusted[upto])
            layers += [Text(columns + 0.15, i + 0.5, "trusted", align=("left", "center")) for i in trusted]
        every = 1 + columns // 17  # adjacent numbers of two digits would touch
        across = {j + 0.47: str(j + reading.first) for j in range(0, columns, every)}
        down = {i + 0.5: f"{reading.row}{i + reading.first}" for i in range(rows)}
        wide = max(6, columns + 2 * bool(self.trusted))
        x, y = Axis(-0.1, wide, reading.column, across), Axis(rows + 0.1, -0.1, ticks=down)
        left, vote = f"{int(self.alive[upto].sum())} of {rows} left", self.vote(number - 1)
        title = f"{left}\n " if over else f"{vote}\n{self.answers[number - 1].words}"
        when = "after" if over else "before"
        words = f"Round {number}, {when} the update: {vote}, {self.answers[number - 1].words}; {left}"
        size = max(2.8, min(5.4, 0.4 * wide)), min(5.9, 0.32 * rows)
        return Sheet([Panel(x, y, layers, title, framed=False)], words, *size, left=0.5)

    def whole(self) -> Sheet:
        """Lay out one panel per state: at first, and after each round. Rounds that rule nothing out share a panel."""
        spans = self._spans()
        shown = spans if len(spans) <= PANELS else [*spans[: PANELS - 1], spans[-1]]
        rows, columns = self.table.shape
        cell = min(0.16, 1.8 / columns, 3.2 / rows)
        wide = max(1.15 / cell, columns + 0.3)
        panels = [self._panel(*span, wide) for span in shown]
        if len(spans) > len(shown):
            words = f"{len(spans) - len(shown)} more in between are not drawn"
            panels[-1] = replace(panels[-1], layers=[*panels[-1].layers, Text(0, rows, words, align=("left", "top"))])
        counts = ", ".join(str(int(self.alive[last].sum())) for _, last in shown)
        words = f"A table whose rows are ruled out round by round: {counts} of {rows} are left"
        return Sheet(panels, words, cell * wide, cell * (rows + 0.3), left=0.1, across=min(3, len(shown)))

    def _panel(self, first: int, last: int, wide: float) -> Panel:
        title = "at first" if last == 0 else f"round {last}" if first == last else f"rounds {first}–{last}"
        wrong = any(self.answers[t - 1].mistake for t in range(max(first, 1), last + 1))
        x, y = Axis(-0.15, wide - 0.15, ticks={}), Axis(len(self.table) + 0.15, -0.15, ticks={})
        layers = self._cells(last, self.asked[last - 1] if last else None)
        return Panel(x, y, layers, f"{title}{' ✗' if wrong else ''}", framed=False)

    def _spans(self) -> list[tuple[int, int]]:
        """Return the states as spans of rounds: (0, 0) at first, then each round that changes something.

        Consecutive rounds that change nothing share a span.
        """
        rounds = range(1, len(self.asked) + 1)
        left = [int(alive.sum()) for alive in self.alive]
        spans = [(0, 0)]
        for _, run in groupby(rounds, key=lambda t: left[t]):
            together = list(run)
            changing = left[together[0]] != left[together[0] - 1]
            if changing:
                spans.append((together[0], together[0]))
                together = together[1:]
            if together:
                spans.append((together[0], together[-1]))
        return spans

    def _cells(self, upto: int, asked: int | None) -> list[Layer]:
        """Return the cells, ruled-out rows in dark, and a frame around the round's column."""
        rows, columns = self.table.shape
        boxes: dict[str, list[Box]] = {"sky": [], "yellow": [], "dark": []}
        for i, alive in enumerate(self.alive[upto]):
            if not alive:
                boxes["dark"].append((0, i, columns - 0.06, 0.94))
                continue
            for j in range(columns):
                boxes["sky" if self.table[i, j] == 1 else "yellow"].append((j, i, 0.94, 0.94))
        layers: list[Layer] = [Bars(corners, colour) for colour, corners in boxes.items() if corners]
        if asked is not None:
            left, right, low, high = asked - 0.03, asked + 0.97, -0.03, rows - 0.03
            layers.append(Line(((left, right, right, left, left), (low, low, high, high, low)), width=1.8))
        return layers


Rule = Callable[[Array, Array, int], Array]
"""Maps the rows left so far, their entries in the round and its label to the rows that are left."""


def _agree(alive: Array, entries: Array, label: int) -> Array:
    left: Array = alive & (entries == label)
    return left


def _restart(alive: Array, entries: Array, label: int) -> Array:
    left = _agree(alive, entries, label)
    return left if left.any() else np.ones(len(left), dtype=bool)


def _eliminate(alive: Array, entries: Array, label: int) -> Array:
    return _agree(alive, entries, -1) if label == -1 else alive


def _class(trace: Trace) -> tuple[Array, Sequence[int]]:
    return np.asarray(trace.case.arguments()[0]), [int(row.instance) for row in trace.rounds]


def _grid(trace: Trace) -> tuple[Array, Sequence[int]]:
    """Return the n + 2 thresholds between and beside the instances 0, …, n, and the instances of the rounds."""
    (n,) = trace.case.arguments()
    above = np.arange(n + 1) >= np.arange(n + 2)[:, None]
    return np.where(above, 1, -1), [int(row.instance) for row in trace.rounds]


def _advice(trace: Trace) -> tuple[Array, Sequence[int]]:
    return np.array([row.instance for row in trace.rounds]).T, range(len(trace.rounds))


def _variables(trace: Trace) -> tuple[Array, Sequence[int]]:
    bits, asked = _advice(trace)
    return np.where(bits == 1, 1, -1), asked


Table = Callable[[Trace], tuple[Array, Sequence[int]]]

KINDS: dict[str, tuple[Table, Rule, CellLegend]] = {
    "Consistent": (_class, _agree, HYPOTHESES),
    "Halving": (_class, _agree, HYPOTHESES),
    "ThresholdHalving": (_grid, _agree, THRESHOLDS),
    "ExpertsMajority": (_advice, _agree, EXPERTS),
    "ExpertsRestart": (_advice, _restart, RESTARTED),
    "DisjunctionElimination": (_variables, _eliminate, VARIABLES),
}
"""For each learner: the table with the column of each round, what a label leaves of it, and how to read it."""


def cells(learner: type, trace: Trace, whose: str) -> Cells | None:
    """Return the scene of a trace."""
    table_of, rule, reading = KINDS[learner.__name__]
    table, asked = table_of(trace)
    if table.ndim != 2 or max(table.shape) > MOST_CELLS:
        return None
    alive = [np.ones(len(table), dtype=bool)]
    for column, row in zip(asked, trace.rounds, strict=True):
        alive.append(rule(alive[-1], table[:, column], int(row.label)))
    trusted = states(trace, "alive") if whose == YOURS else ()
    own = (
        tuple(alive.astype(bool) for alive in trusted) if all(alive.shape == (len(table),) for alive in trusted) else ()
    )
    return Cells(table, tuple(asked), tuple(alive), own, reading, answers=answers(trace))
