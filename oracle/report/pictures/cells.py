"""Version spaces: a table of hypotheses, experts or variables whose rows are ruled out one after another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import INK, SKY, SMALL, YELLOW
from learncheck.oracle.report.pictures.rounds import YOURS, RoundAnswer, answers, states
from learncheck.oracle.report.pictures.sheet import sheet, sheet_of_panels
from learncheck.oracle.report.pictures.svg import Axes, svg
from learncheck.strategies.play.case import Trace

if TYPE_CHECKING:
    from matplotlib.patches import PathPatch

MOST_CELLS = 32
"""Tables with more rows or columns are not drawn."""


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
class Cells:
    """A table, and which of its rows are left before the first round and after each.

    asked: the column of each round. trusted: the rows that a submission itself considers possible.
    """

    table: Array
    asked: tuple[int, ...]
    answers: tuple[RoundAnswer, ...]
    alive: tuple[Array, ...]
    trusted: tuple[Array, ...] = ()
    reading: CellLegend = HYPOTHESES

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return self.reading.key + (
            " “Trusted” marks the rows that your learner still considers possible." if self.trusted else ""
        )

    def vote(self, index: int) -> str:
        """Say how the rows that are left before the round vote."""
        votes = self.table[self.alive[index], self.asked[index]]
        return self.reading.vote.format(plus=int((votes == 1).sum()), minus=int((votes == -1).sum()))


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
    return Cells(table, tuple(asked), answers(trace), tuple(alive), own, reading)


DARK, DARK_INK = "#454545", "#b8b8b8"
PANELS = 12
"""The most panels in one picture."""


def draw(scene: Cells, number: int, over: bool) -> str:
    """Draw a round: the column asked and the vote, or the rows that are left."""
    rows, columns = scene.table.shape
    room = min(5.4, max(1.4, 0.4 * columns)) * (1 + 2 * bool(scene.trusted) / columns)
    figure, axes = sheet(max(room + 0.6, 3.4), min(7.0, 1.05 + 0.32 * rows), (0.5, 0.55, 0.1, 0.5))
    upto = number if over else number - 1
    _draw_cells(axes, scene, upto, scene.asked[number - 1])
    plus, minus = scene.reading.signs
    for i in range(rows):
        for j in range(columns):
            axes.text(j + 0.47, i + 0.5, plus if scene.table[i, j] == 1 else minus, ha="center", va="center",
                      fontsize=SMALL, color="#111111" if scene.alive[upto][i] else DARK_INK)  # fmt: skip
        if scene.trusted and scene.trusted[upto][i]:
            axes.text(columns + 0.15, i + 0.5, "trusted", va="center", fontsize=SMALL, color=INK)
    axes.set(xlim=(-0.1, max(6, columns + 2 * bool(scene.trusted))), ylim=(rows + 0.1, -0.1))
    reading = scene.reading
    every = 1 + columns // 17  # adjacent numbers of two digits would touch
    ticks = np.arange(0, columns, every)
    axes.set_xticks(ticks + 0.47, [str(j + reading.first) for j in ticks])
    axes.set_yticks(np.arange(rows) + 0.5, [f"{reading.row}{i + reading.first}" for i in range(rows)])
    axes.set_xlabel(reading.column, loc="left")
    left = int(scene.alive[upto].sum())
    vote = scene.vote(number - 1)
    title = f"{left} of {rows} left" if over else f"{vote}\n{scene.answers[number - 1].words}"
    axes.set_title(title, fontsize=SMALL, color=INK, loc="left")
    when = "after" if over else "before"
    return svg(
        figure, f"Round {number}, {when} the update: {vote}, {scene.answers[number - 1].words}; {left} of {rows} left"
    )


def draw_all(scene: Cells) -> str:
    """Draw one panel per state: at first, and after each round. Rounds that rule nothing out share a panel."""
    spans = _spans(scene)
    shown = spans if len(spans) <= PANELS else [*spans[: PANELS - 1], spans[-1]]
    left_out = len(spans) - len(shown)
    across = min(3, len(shown))
    down = -(-len(shown) // across)
    rows, columns = scene.table.shape
    cell = min(0.16, 1.8 / columns, 3.2 / rows)
    size = max(1.25, cell * columns + 0.3) * across, (cell * rows + 0.42) * down + 0.25 * bool(left_out)
    figure, panels = sheet_of_panels(*size, (0.05, 0.05, 0.05, 0.32), across, down)
    for axes, (first, last) in zip(panels, shown, strict=False):
        _draw_cells(axes, scene, last, scene.asked[last - 1] if last else None)
        axes.set(xlim=(-0.1, columns + 0.1), ylim=(rows + 0.1, -0.1), aspect="equal", xticks=[], yticks=[])
        title = "at first" if last == 0 else f"round {last}" if first == last else f"rounds {first}–{last}"
        wrong = any(scene.answers[t - 1].mistake for t in range(max(first, 1), last + 1))
        axes.set_title(f"{title}{' ✗' if wrong else ''}", fontsize=SMALL, color=INK)
    for axes in panels[len(shown) :]:
        axes.remove()
    if left_out:
        figure.text(0.02, 0.02, f"{left_out} more in between are not drawn", fontsize=SMALL, color=INK)
    counts = ", ".join(str(int(scene.alive[last].sum())) for _, last in shown)
    return svg(figure, f"A table whose rows are ruled out round by round: {counts} of {rows} are left")


def _spans(scene: Cells) -> list[tuple[int, int]]:
    """Return the states as spans of rounds, first and last: (0, 0) at first, then each round that changes something.

    Consecutive rounds that change nothing share a span.
    """
    rounds = range(1, len(scene.asked) + 1)
    left = [int(alive.sum()) for alive in scene.alive]
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


def _draw_cells(axes: Axes, scene: Cells, upto: int, asked: int | None) -> None:
    """Draw the cells, one shape per colour, ruled-out rows in dark, and a frame around the round's column."""
    rows, columns = scene.table.shape
    cells: dict[str, list[tuple[float, float, float]]] = {SKY: [], YELLOW: [], DARK: []}
    for i in range(rows):
        if scene.alive[upto][i]:
            for j in range(columns):
                cells[SKY if scene.table[i, j] == 1 else YELLOW].append((j, i, 0.94))
        else:
            cells[DARK].append((0, i, columns - 0.06))
    for colour, corners in cells.items():
        if corners:
            axes.add_patch(_rectangles(corners, facecolor=colour, edgecolor="none"))
    if asked is not None:
        axes.plot([asked - 0.03, asked + 0.97, asked + 0.97, asked - 0.03, asked - 0.03],
                  [-0.03, -0.03, rows - 0.03, rows - 0.03, -0.03], color=INK, linewidth=1.8, clip_on=False)  # fmt: skip
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _rectangles(corners: Sequence[tuple[float, float, float]], **named: object) -> "PathPatch":
    """Return rectangles as one shape, each given by its upper left corner and its width."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    outline = [(x + dx * width, y + dy) for x, y, width in corners
               for dx, dy in ((0, 0), (1, 0), (1, 0.94), (0, 0.94), (0, 0))]  # fmt: skip
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return PathPatch(Path(outline, codes * len(corners)), **named)
