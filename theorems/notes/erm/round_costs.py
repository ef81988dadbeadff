"""What a round of an online learner costs: each runtime in the notes, with explicit constants, in counted operations.

`play.operations` counts arithmetic and comparisons on the data, however Python and numpy carry them out. The constants
are those of the implementations in this project. Submissions are not judged on costs. A case names a rule for
its numbers, since a list of them would be long. The sources are given with each claim.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple, Self

import numpy as np
import sympy
from sympy import And, log

from learncheck import learners
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Ints, Numbers
from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Case, Label, Make, Natural, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables.finite_class import first_labellings, thresholds
from learncheck.theorems.language.claim import JAI, LEC, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide

spent = quantity("O", "the operations")
n = quantity("n", "the features, or the steps of the grid", positive=True)
d = quantity("d", "the dimension", positive=True)
H = quantity("H", "the size $|H|$ of the class", positive=True)

GROWTH = "Arithmetic and comparisons on the data are counted, over at least three doublings of each size."

# ---- what is counted ----

Wrap = Callable[[Numbers], Numbers]
"""Converts an array to one whose operations are counted: `operations.counting(count)`."""


class Cost(NamedTuple):
    """The numbers of operations, and of comparisons for sorting, which are counted separately."""

    operations: int
    sorting: int

    @property
    def total(self) -> int:
        """The sum of both."""
        return self.operations + self.sorting


class CostCase(Case, frozen=True):
    """A case that prepares some work, and counts its operations."""

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], object]:
        """Make the learner and its arguments. The function returned does the work to be measured, once."""
        raise NotImplementedError

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Cost]:
        count = operations.Count()
        work = self.prepared(make, operations.counting(count))
        count.reset()  # making the learner is not counted
        work()
        return Trace(self, facts=Cost(count.operations, count.sorting))


# ---- thresholds on a grid ----

b = quantity("b", "the bit operations of an iteration")
s = quantity("s", "the bits of the state")
k = quantity("k", "the operations of an iteration, on numbers of any length")


class CostInBits(NamedTuple):
    """The most bit operations of a round, bits of the state, and operations of a round on numbers of any length."""

    bits: int
    state: int
    operations: int


class ThresholdCost(Case, frozen=True, tag="threshold-cost"):
    """Rounds on the grid {0, 1/n, ..., 1}. A move is the instance k, for k/n, and its label."""

    n: Positive
    moves: tuple[tuple[Natural, Label], ...]

    def __post_init__(self) -> None:
        require(
            all(k <= self.n for k, _ in self.moves), f"the moves are {self.moves}: give instances up to n = {self.n}"
        )

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, CostInBits]:
        count = operations.Count()
        learner = make(operations.Number(self.n, count))
        costs = [(0, operations.state_bits(learner), 0)]
        for k, y in self.moves:
            count.reset()
            learner.predict(operations.Number(k, count))
            learner.update(operations.Number(k, count), y)
            costs.append((count.bits, operations.state_bits(learner), count.operations))
        return Trace(self, facts=CostInBits(*map(max, zip(*costs, strict=True))))


def size_up_to(choices: Choices, least: int, most: int, every_order: bool) -> int:
    """An integer from `least` to `most`; with `every_order` each order of magnitude is drawn as often as the others."""
    if every_order:
        most >>= choices.integer(0, most.bit_length() - 1)
    return choices.integer(least, max(least, most))


def threshold_costs(choices: Choices, *, grid: int, rounds: int, every_order: bool = False) -> ThresholdCost:
    """Rounds on grids of up to `grid` steps. Shrinks to n = 1 and one round."""
    steps = size_up_to(choices, 1, grid, every_order)
    moves = choices.many(lambda: (choices.integer(0, steps), choices.label()), least=1, most=rounds)
    return ThresholdCost(steps, moves)


THRESHOLD_HALVING_COST = Claim(
    "threshold-halving-cost",
    r"An iteration of the efficient Halving for thresholds costs $O(\log n)$: at most $12\cdot \log_2 n + 28$ bit "
    r"operations, in ten operations and so without a loop, on a state of at most $2\cdot \log_2 n + 6$ bits.",
    sources=(LEC("Efficient Halving for discrete thresholds, exercise"),),
    kind="identity",
    learner=learners.ThresholdHalving,
    cases=Family(
        threshold_costs,
        extent="all sequences of up to {rounds:≤ _ rounds} rounds on all grids of up to {grid:n ≤ _} steps",
        search=dict(grid=1_000, rounds=3, every_order=True),
        scout=dict(grid=2**200, rounds=6, every_order=True),
        quick=dict(grid=8, rounds=1),
        full=dict(grid=40, rounds=1),
        grows=dict(grid=Wide(), rounds=Long()),
    ),
    measure=lambda trace: {n: trace.case.n, b: trace.facts.bits, s: trace.facts.state, k: trace.facts.operations},
    bound=And(b <= 12 * log(n, 2) + 28, s <= 2 * log(n, 2) + 6, k <= 10),
    attained_by=lambda: [bisected_grid(2**power) for power in (0, 1, 2, 3, 6, 12, 25, 50, 100)],
    remark=r"The ten operations are on numbers of $\log_2 n + O(1)$ bits, and two of them, the products $2k$, "
    "take twice as many bit operations. naive-halving-cost is the other half of the exercise.",
    judged=False,
)


def bisected_grid(n: int) -> ThresholdCost:
    """The rounds of a bisection for a threshold at a third of the grid."""
    low, high, moves = 0, n + 1, []
    while low < high:
        k = (low + high) // 2
        y = 1 if 3 * k >= n else -1
        low, high = (low, k) if y == 1 else (k + 1, high)
        moves.append((min(k, n), y))
    return ThresholdCost(n, tuple(moves))


# ---- rounds of other learners ----

RoundKind = Literal["class", "thresholds", "vectors"]


class RoundCost(CostCase, frozen=True, tag="round-cost"):
    """One round of an online learner, with a mistake, after `warm` rounds with mistakes.

    kind: "class", a learner of a finite class, on the first `size` labellings of as few instances as possible;
    "thresholds", the same on the size + 2 thresholds on a grid of `size` steps; "vectors", a learner of halfspaces on
    instances of `size` coordinates.
    """

    kind: RoundKind
    size: Positive
    warm: int = 0

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], object]:
        if self.kind != "vectors":
            table = TABLES[self.kind](self.size)
            learner = make(wrap(table))
            instances: list[object] = operations.noise(0, self.warm + 1, table.shape[1] - 1).tolist()
        else:
            learner = make(self.size)
            drawn = operations.noise(0, (self.warm + 1) * self.size, 8).reshape(-1, self.size) - 4.0
            instances = [wrap(x) for x in off_zero(drawn)]

        def contradict(x: object) -> None:
            learner.update(x, 1 if learner.predict(x) != 1 else -1)

        for x in instances[:-1]:
            contradict(x)
        return lambda: contradict(instances[-1])


def off_zero(X: Numbers) -> Numbers:
    """The rows, with a first coordinate of 1 where it is 0."""
    X[:, 0] = np.where(X[:, 0] == 0, 1, X[:, 0])
    return X


TABLES: dict[str, Callable[[int], Ints]] = {
    "class": first_labellings,
    "thresholds": lambda n: np.array(thresholds(n + 2)),
}


def round_cost(size: sympy.Symbol) -> Callable[[Trace[RoundCost, Cost]], Values]:
    """A measure of O and of the size, for this symbol of the size."""
    return lambda trace: {spent: trace.facts.total, size: trace.case.size}


def round_costs(choices: Choices, *, kind: RoundKind, least: int, most: int, every_order: bool = False) -> RoundCost:
    """One of the first four rounds, with a size from `least` to `most`. Shrinks to the least size and first round."""
    return RoundCost(kind, size_up_to(choices, least, most, every_order), choices.integer(0, 3))


def rounds_of(kind: RoundKind, *, least: int, most: int) -> Family[RoundCost]:
    """Rounds with sizes from `least` to `most`."""
    return Family(
        partial(round_costs, kind=kind, least=least),
        extent=f"every size from {least} to {{most:size ≤ _}}, in the first four rounds",
        search=dict(most=16),
        scout=dict(most=most, every_order=True),
        quick=dict(most=16),
        full=dict(most=64),
    )


NAIVE_HALVING_COST = Claim(
    "naive-halving-cost",
    r"On the thresholds on a grid of $n$ steps, a naive implementation of Halving takes $\Omega(n)$ time in every "
    "iteration.",
    sources=(LEC("Example of thresholds over a grid"),),
    kind="identity",
    label="lower",
    learner=learners.Halving,
    cases=rounds_of("thresholds", least=1, most=256),
    measure=round_cost(n),
    bound=spent >= n,
    attained_by=lambda: [RoundCost("thresholds", 2**power, warm=warm) for power in range(9) for warm in (0, 3)],
    remark="It compares the label with that of each hypothesis, however few of them are alive.",
    judged=False,
)

HALVING_COST = Claim(
    "halving-cost",
    "The runtime of Halving grows with $|H|$: an iteration costs at least $|H|$ and at most $2|H| + 1$ operations.",
    sources=(LEC("The Halving learner, remark on its runtime"), VEM("8.2")),
    kind="identity",
    label="lower",
    learner=learners.Halving,
    cases=rounds_of("class", least=1, most=1024),
    measure=round_cost(H),
    bound=And(spent >= H, spent <= 2 * H + 1),
    attained_by=lambda: [RoundCost("class", 2**power) for power in range(11)],
    judged=False,
)

ELLIPSOID_COST = Claim(
    "ellipsoid-cost",
    "Ellipsoid can be implemented efficiently: an iteration costs $O(d^2)$ operations, at most $8d^2 + 8d + 4$, "
    "whatever the grid is, where Halving goes through $(2n + 1)^d$ halfspaces.",
    sources=(LEC("Using halving to learn halfspaces on a grid"),),
    kind="identity",
    learner=learners.Ellipsoid,
    cases=rounds_of("vectors", least=2, most=128),
    measure=round_cost(d),
    bound=spent <= 8 * d**2 + 8 * d + 4,
    attained_by=lambda: [RoundCost("vectors", 2**power) for power in range(1, 8)],
    remark=r"$A x$ takes two operations an entry of $A$, $A x x^\top A$ one, and the new $A$ five more. " + GROWTH,
    judged=False,
)

PERCEPTRON_COST = Claim(
    "perceptron-cost",
    "The Perceptron is an efficient algorithm: an iteration costs $O(d)$ operations, at most $6d + 2$.",
    sources=(JAI("Perceptron"),),
    kind="identity",
    learner=learners.Perceptron,
    cases=rounds_of("vectors", least=1, most=512),
    measure=round_cost(d),
    bound=spent <= 6 * d + 2,
    attained_by=lambda: [RoundCost("vectors", 2**power) for power in range(10)],
    remark=GROWTH,
    judged=False,
)
