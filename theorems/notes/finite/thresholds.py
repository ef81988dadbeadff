"""Thresholds on the grid {0, 1/n, ..., 1}: an efficient Halving makes at most log₂(n + 2) mistakes.

The notes print log₂(n + 1). Source: LEC, Efficient Halving for discrete thresholds.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from sympy import And, Eq, Symbol, log, symbols

from learncheck.learners import Halving, ThresholdHalving
from learncheck.strategies.play import games, ladders
from learncheck.strategies.play.case import Label, Snapshot, Trace, once
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables.finite_class import thresholds
from learncheck.theorems import formal
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules.conformance import conforms

M = quantity("M", "the mistakes")
n = quantity("n", "the steps of the grid")
D = quantity("D", "the rounds in which the prediction is not that of Halving")
V, A = symbols("V A", nonnegative=True)
"""The thresholds left between l and r; the hypotheses that Halving keeps alive."""


MOST_IN_A_TABLE = 2**12
"""Up to this many steps a learner may keep the table of all labellings of the grid."""

MIDDLE = -1
"""Stands for the grid point that divides the remaining thresholds most evenly."""


class ConsistentThresholds(NamedTuple):
    """The numbers of the first and the last threshold that give all labels."""

    consistent: int
    last: int


class ThresholdGame(games.Game, frozen=True, tag="threshold-game"):
    """A game on the points 0, ..., n, for k/n. A move is (k or `MIDDLE`, stance).

    Threshold j, for j = 0, ..., n + 1, labels k with +1 iff k >= j: the n + 2 labellings of the grid by a real number.
    Unless `realizable` is false, some threshold gives all labels.
    """

    n: int
    moves: tuple[tuple[int, int], ...]
    realizable: bool = True

    @property
    def vast(self) -> bool:  # type: ignore[override]
        return self.n > MOST_IN_A_TABLE

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def environment(self) -> games.Environment:
        return ThresholdInterval(self.n, self.realizable)


def threshold_games(
    choices: Choices, *, grid: int, rounds: int, first: int = MIDDLE, stances: int = 2, realizable: bool = True
) -> ThresholdGame:
    """Games on grids of up to `grid` steps, with labels of any kind unless `realizable`.

    With `first` 0 no middle is asked for, with one stance each label is contradicted. Shrinks to a coarse grid, few
    rounds and an environment that contradicts.
    """
    n = choices.integer(1, grid)
    return ThresholdGame(n, choices.moves(n + 1, first=first, most=rounds, stances=stances), realizable)


GRIDS = Family(
    partial(threshold_games, realizable=False),
    extent="all sequences of up to {rounds:≤ _ rounds} points of grids of up to {grid:n ≤ _} steps, each label "
    "contradicting the learner if the class allows it",
    search=dict(grid=8, rounds=8),
    scout=dict(grid=100, rounds=12),
    quick=dict(grid=6, rounds=3, first=0, stances=1),
    full=dict(grid=9, rounds=4, first=0, stances=1),
    grows=dict(grid=Wide(), rounds=Long()),
)


@premise("some threshold gives the labels", option="realizable")
def A_THRESHOLD(trace: Trace[ThresholdGame, ConsistentThresholds]) -> bool:
    """Whether every point labelled -1 lies below every point labelled +1."""
    below = [round.instance for round in trace.rounds if round.label == -1]
    above = [round.instance for round in trace.rounds if round.label == 1]
    return max(below, default=-1) < min(above, default=trace.case.n + 1)


def interval(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure V from the ends l and r, which are odd numbers of half steps."""
    return {V: Fraction(int(state["r"]) - int(state["l"]), 2) + 1}


REMOVES_HALF = Step("a mistake removes at least half of the thresholds that are left", Next(V) <= V / 2)

low, high, k, target = symbols("l r k θ", real=True)
"""The least and the greatest threshold left, the instance, and the threshold that gives the labels; all but the
instance are in half steps of the grid."""

P = Symbol("P", nonnegative=True)
"""2^M."""


TARGET_STAYS = {
    "the threshold that gives the labels is not below $l$": Next(low) <= target,
    "nor above $r$": target <= Next(high),
    "those from $l$ to $r$ are left": Eq(Next(V), (Next(high) - Next(low)) / 2 + 1),
}


THRESHOLD_HALVING = Claim(
    "threshold-halving-mistakes",
    r"The efficient Halving for thresholds on the grid $\{0, 1/n, \dots, 1\}$ makes at most $\log_2(n + 2)$ mistakes.",
    sources=(LEC("Efficient Halving for discrete thresholds"),),
    label="tight",
    learner=ThresholdHalving,
    cases=GRIDS,
    assuming=(A_THRESHOLD,),
    measure=lambda trace: {M: trace.mistakes, n: trace.case.n},
    bound=M <= log(n + 2, 2),
    watch=("l", "r"),
    state=interval,
    proof=Induction(
        assuming={A_THRESHOLD: And(target >= -1, target <= 2 * n + 1)},  # −1/2 and n + 1/2, in half steps
        means={"the grid has steps": n >= 1},
        start={M: 0, V: n + 2, low: -1, high: 2 * n + 1},
        names={P: 2**M},
        rounds={
            "a mistake": Transition(steps=(REMOVES_HALF,), holds=TARGET_STAYS, sets={M: M + 1}),
            "no mistake": Transition(holds={"nothing comes back": Next(V) <= V, **TARGET_STAYS}, keeps=(M,)),
        },
        invariant={
            "every mistake has halved the thresholds": P * V <= n + 2,
            "the threshold that gives the labels is not below $l$": low <= target,
            "nor above $r$": target <= high,
            "those from $l$ to $r$ are left": Eq(V, (high - low) / 2 + 1),
        },
        concludes=P <= n + 2,
        logarithms=True,
        code=lambda: formal.number_runs.number_rounds(
            lambda state: {V: (state["r"] - state["l"]) / 2 + 1, low: state["l"], high: state["r"]},
            {"l": low, "r": high},
            k,
            assuming=labelled_by_target,
            counts=M,
            size=n,
        ),
        reading="thresholds are counted in half steps of the grid, where they are odd and instances are even",
    ),
    attained_by=lambda: [middle_game(2**k - 2) for k in (2, 3, 6, 10)],
    repairs="threshold-halving-mistakes-as-printed",
    remark="Attained where $n + 2$ is a power of two, by bisection.",
)


class ThresholdInterval(games.Environment):
    """The environment on the grid: keeps the thresholds low, ..., high that agree with all labels."""

    def __init__(self, n: int, realizable: bool) -> None:
        self.n, self.realizable = n, realizable
        self.low, self.high = 0, n + 1

    def present(self, move: tuple[int, int]) -> int:
        middle = min(max((self.low + self.high - 1) // 2, 0), self.n)
        return middle if move[0] == MIDDLE else move[0]

    def answer(self, move: tuple[int, int], prediction: Label) -> Label:
        k = self.present(move)
        plus, minus = (self.low <= k, k < self.high) if self.realizable else (True, True)
        label: Label = games.legal_label(move[1], prediction, plus, minus)
        if label == 1:
            self.high = min(self.high, k)
        else:
            self.low = max(self.low, k + 1)
        return label

    def facts(self) -> ConsistentThresholds | None:
        return ConsistentThresholds(self.low, self.high) if self.low <= self.high else None


def middle_game(n: int) -> ThresholdGame:
    """The bisection of the grid, for as many rounds as it can contradict any learner."""
    return ThresholdGame(n, ((MIDDLE, games.CONTRADICT),) * ((n + 2).bit_length() - 1))


def labelled_by_target(round: "formal.round.Happened") -> "formal.round.Granted":
    """Grant that the threshold gives the label.

    The threshold is an odd number of half steps and the instance an even one, so they are at least 1 apart.
    """
    x, threshold = 2 * round.x, formal.numbers.Real(target)
    return {A_THRESHOLD: x >= threshold + 1 if round.label == 1 else x <= threshold - 1}


THRESHOLD_HALVING_AS_PRINTED = as_printed(
    THRESHOLD_HALVING,
    r"The efficient Halving for thresholds on the grid $\{0, 1/n, \dots, 1\}$ makes at most $\log_2(n + 1)$ mistakes.",
    bound=M <= log(n + 1, 2),
    flaw="The grid has $n + 1$ points, but thresholds label them in $n + 2$ ways, one for each of the $n + 2$ gaps "
    "between $l_1 = -0.5/n$ and $r_1 = 1 + 0.5/n$ that the algorithm itself starts with.",
    worked=(
        "Take n = {n}: the grid is 0, ½, 1, and the threshold lies below 0, so that every label is +1.",
        "At ½ the two sides weigh the same and the prediction is 0, a mistake; then the same happens at 0: M = {M}.",
        "The notes claim at most log₂(n + 1) = log₂ 3 ≈ 1.585 mistakes.",
    ),
    watch=(),
)


@once
def halving_beside(trace: Trace[ThresholdGame, ConsistentThresholds]) -> tuple[int, list[int]]:
    """Run Halving on the table of all n + 2 labellings along with the game.

    Return the number of rounds in which its prediction differs, and the number of hypotheses alive after each round. At
    a tie of Halving no prediction differs.
    """
    halving = Halving(np.array(thresholds(trace.case.n + 2)))
    alive = []
    different = 0
    for round in trace.rounds:
        majority = halving.predict(round.instance)
        different += majority != 0 and bool(round.prediction != majority)
        halving.update(round.instance, round.label)
        alive.append(int(halving.alive.sum()))
    return different, alive


AS_MANY_LEFT = Step("as many thresholds are left between $l$ and $r$ as Halving keeps alive", Eq(Next(V), A), always)
THRESHOLD_HALVING_IS_HALVING = Claim(
    "threshold-halving-is-halving",
    "The efficient version predicts as Halving does on the class of the $n + 2$ labellings of the grid by thresholds.",
    sources=(LEC("Efficient Halving for discrete thresholds, exercise"),),
    learner=ThresholdHalving,
    cases=replace(GRIDS, grows=dict(grid=Wide(1_000), rounds=Long())),  # the table has n + 2 rows and n + 1 columns
    assuming=(A_THRESHOLD,),
    measure=lambda trace: {D: halving_beside(trace)[0]},
    bound=Eq(D, 0),
    watch=("l", "r"),
    state=interval,
    during=lambda round, values, trace: {A: halving_beside(trace)[1][round.index]},
    steps=(AS_MANY_LEFT,),
)


def grid_ladder() -> Iterator[ThresholdGame]:
    """A game on three points, two with an outvoted majority, one of many rounds, and the last steps of bisections on
    ever finer grids.

    In the two the first label, at either end, leaves one labelling of 2,002; the others outvote it if each keeps a
    thousandth of its vote. Then many rounds before and after a label that halves what is left carry no information. In
    two more, every point is presented in turn, up or down, so that each removes one threshold. In two, votes that
    differ by more than a tie are equal in single precision. The numbers of steps are primes, or next to powers of two,
    or need more than 32 bits.
    """
    yield ThresholdGame(2, ((0, games.AGREE), (1, games.CONTRADICT)))
    for end in (0, 2000):
        yield ThresholdGame(2000, ((end, games.CONTRADICT), (end, games.AGREE)))
    idle = ((0, games.AGREE),) * ladders.SIZES[-1]
    yield ThresholdGame(3, (*idle, (2, games.CONTRADICT), *idle, (2, games.AGREE)))
    for step in (1, -1):
        yield ThresholdGame(ladders.EVERY, tuple((k, games.AGREE) for k in range(ladders.EVERY + 1)[::step]))
    for beside in (1, -1):
        yield ThresholdGame(2**27, ((2**26 + beside, games.AGREE),))
    for n in (2**7 - 1, 2**7 + 1, 1_009):
        yield from last_steps(n)
    yield from list(last_steps(2_000_003))[1:2]
    yield from list(last_steps(2**45 + 1))[1:2]


def last_steps(n: int) -> Iterator[ThresholdGame]:
    """One or two labels leave the thresholds next to an end of the grid, or to its middle, which are then bisected.

    In the middle, instances that nearly all of these label alike come before. In the end the first ones come again, and
    the middle: all that is left labels them alike.
    """
    below, above = n // 2 - NEAR, n // 2 + NEAR
    for first in (
        ((NEAR, games.CONTRADICT),),
        ((below, games.AGREE), (above, games.CONTRADICT), (above - 2, games.AGREE), (below + 2, games.AGREE)),
        ((n - NEAR, games.CONTRADICT),),
    ):
        again = tuple((k, games.AGREE) for k in (*(k for k, _ in first), n // 2))
        yield ThresholdGame(n, (*first, *((MIDDLE, games.CONTRADICT),) * (2 * NEAR).bit_length(), *again))


NEAR = 21
"""Up to this many steps away is next to a place."""


THRESHOLD_HALVING_CONFORMS = conforms(
    "threshold-halving-conforms",
    ThresholdHalving,
    replace(GRIDS, build=threshold_games, ladder=grid_ladder),
    LEC("Efficient Halving for discrete thresholds"),
    sequences="sequences that some threshold labels",
)
