"""Cases whose operations are counted: rounds of online learners, and the training of batch learners.

- `ThresholdCost`  rounds of the efficient Halving for thresholds, in operations and in bits
- `RoundCost`      a round of an online learner
- `FitCost`        the training of a batch learner

A case names a rule and a seed for its numbers, since a list of them would be long.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, Self

import numpy as np

from learncheck import learners
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats, Ints, Numbers
from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Case, Label, Make, Natural, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables.finite_class import first_labellings

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


def threshold_costs(choices: Choices, *, grid: int, rounds: int) -> ThresholdCost:
    """Rounds on grids of up to `grid` steps, of every order of magnitude. Shrinks to n = 1 and one round."""
    steps = min(grid, choices.integer(1, 9) * 2 ** choices.integer(0, grid.bit_length() - 1))
    moves = choices.many(lambda: (choices.integer(0, steps), choices.label()), least=1, most=rounds)
    return ThresholdCost(steps, moves)


def all_threshold_costs(choices: Choices, *, grid: int) -> ThresholdCost:
    """Every first round on every grid of at most `grid` steps."""
    n = choices.integer(1, grid)
    return ThresholdCost(n, ((choices.integer(0, n), choices.label()),))


def bisected_grid(n: int) -> ThresholdCost:
    """The rounds of a bisection for a threshold at a third of the grid."""
    low, high, moves = 0, n + 1, []
    while low < high:
        k = (low + high) // 2
        y = 1 if 3 * k >= n else -1
        low, high = (low, k) if y == 1 else (k + 1, high)
        moves.append((min(k, n), y))
    return ThresholdCost(n, tuple(moves))


# ---- rounds of online learners ----

RoundKind = Literal["class", "thresholds", "vectors"]


class RoundCost(CostCase, frozen=True, tag="round-cost"):
    """One round of an online learner, with a mistake, after `warm` rounds with mistakes.

    kind: "class", a learner of a finite class, on the first `size` labellings of as few instances as possible;
    "thresholds", the same on the size + 2 thresholds on a grid of `size` steps; "vectors", a learner of halfspaces on
    instances of `size` coordinates.
    """

    kind: RoundKind
    size: Positive
    seed: int = 0
    warm: int = 0

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], object]:
        if self.kind != "vectors":
            table = TABLES[self.kind](self.size)
            learner = make(wrap(table))
            instances: list[object] = operations.noise(self.seed, self.warm + 1, table.shape[1] - 1).tolist()
        else:
            learner = make(self.size)
            drawn = operations.noise(self.seed, (self.warm + 1) * self.size, 8).reshape(-1, self.size) - 4.0
            instances = [wrap(x) for x in _off_zero(drawn)]

        def contradict(x: object) -> None:
            learner.update(x, 1 if learner.predict(x) != 1 else -1)

        for x in instances[:-1]:
            contradict(x)
        return lambda: contradict(instances[-1])


def _off_zero(X: Numbers) -> Numbers:
    """The rows, with a first coordinate of 1 where it is 0."""
    X[:, 0] = np.where(X[:, 0] == 0, 1, X[:, 0])
    return X


def threshold_labellings(n: int) -> Ints:
    """The n + 2 labellings of 0, ..., n by thresholds."""
    return np.where(np.arange(n + 1) >= np.arange(n + 2)[:, None], 1, -1)


TABLES: dict[str, Callable[[int], Ints]] = {"class": first_labellings, "thresholds": threshold_labellings}


def round_costs(choices: Choices, *, kind: RoundKind, least: int, most: int) -> RoundCost:
    """Sizes from `least` to `most`, of every order of magnitude. Shrinks to the least size and the first round."""
    size = max(least, choices.integer(1, most) >> choices.integer(0, most.bit_length() - 1))
    return RoundCost(kind, size, choices.integer(0, 99), choices.integer(0, 3))


def all_round_costs(choices: Choices, *, kind: RoundKind, least: int, most: int) -> RoundCost:
    """Every size, in the first and in the third round."""
    return RoundCost(kind, choices.integer(least, most), 0, 2 * choices.integer(0, 1))


# ---- training batch learners ----

Kind = Literal["stump", "conjunction", "list", "rectangle", "interval", "class", "boosting", "pocket", "subsets"]


class FitCost(CostCase, frozen=True, tag="fit-cost"):
    """The training of a batch learner on m examples with n features, or on |H| = n hypotheses for "class".

    `kind` names the learner, and `pattern` one of four samples for it; 0 is the most expensive one that we know.
    """

    kind: Kind
    m: Positive
    n: Positive
    pattern: int = 0
    seed: int = 0

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], object]:
        arguments, X, y = SAMPLES[self.kind](self)
        learner = make(*(wrap(value) if isinstance(value, np.ndarray) else value for value in arguments))
        instances, labels = wrap(X), wrap(y)
        return lambda: learner.fit(instances, labels)


Sample = tuple[tuple[object, ...], Numbers, Ints]
"""The learner's arguments, X and y."""

PATTERNS = 4


def _features(case: FitCost, most: int) -> Ints:
    return operations.noise(case.seed, case.m * case.n, most).reshape(case.m, case.n)


def _any_labels(case: FitCost) -> Ints:
    """Labels at random, alternating, all +1 or all −1."""
    alternating = 1 - 2 * (np.arange(case.m) % 2)
    random = 1 - 2 * operations.noise(case.seed + 1, case.m, 1)
    return (random, alternating, abs(alternating), -abs(alternating))[case.pattern]


def _stump(case: FitCost) -> Sample:
    return (), _features(case, 4 * case.m).astype(float), _any_labels(case)


def _interval(case: FitCost) -> Sample:
    """Distinct values in the first two patterns; in the others some are equal."""
    x = operations.noise(case.seed, case.m, 4 * case.m) * case.m + np.arange(case.m)
    return (), (x if case.pattern < 2 else x // case.m // 4)[:, None].astype(float), _any_labels(case)


def _conjunction(case: FitCost) -> Sample:
    """The labels are +1 everywhere; where x_1; where x_1 and not x_n; nowhere."""
    X = _features(case, 1)
    holds = (X[:, 0] >= 0, X[:, 0] == 1, (X[:, 0] == 1) & (X[:, -1] == 0), X[:, 0] < 0)[case.pattern]
    return (), X, np.where(holds, 1, -1)


def _rectangle(case: FitCost) -> Sample:
    """The labels are +1 everywhere; in a strip of the first coordinate; in a box; nowhere."""
    X = _features(case, 9).astype(float)
    box = (X >= 2) & (X <= 7)
    holds = (X[:, 0] >= 0, box[:, 0], box.all(axis=1), X[:, 0] < 0)[case.pattern]
    return (), X, np.where(holds, 1, -1)


def _list(case: FitCost) -> Sample:
    """Example i has its first 1 at place i modulo n, and the labels of the places alternate.

    In patterns 0 and 1 only zeros follow that 1, so that a rule fires only on the examples of one place; in the others
    what follows is random. Patterns 1 and 3 number the places from the last one.
    """
    places = np.arange(case.m) % case.n
    if case.pattern % 2:
        places = case.n - 1 - places
    later = _features(case, 1) if case.pattern >= 2 else 0
    columns = np.arange(case.n)
    X = np.where(columns == places[:, None], 1, np.where(columns > places[:, None], later, 0))
    return (), X, 1 - 2 * (places % 2)


def _class(case: FitCost) -> Sample:
    """n hypotheses, on m examples."""
    table = first_labellings(case.n)
    return (table,), operations.noise(case.seed, case.m, table.shape[1] - 1), _any_labels(case)


def _boosting(case: FitCost) -> Sample:
    """n rounds; the weak learner errs on another third of the examples in every round, and itself costs nothing.

    The third on which it erred in the round before weighs one half, so that its error is below one half.
    """
    require(case.m >= 3, f"m is {case.m}: give at least 3 examples, for a weak learner that errs on a third of them")
    third = case.m // 3
    turns = iter(range(case.n))
    y = _any_labels(case)

    def weak_learner(X: Numbers, labels: Ints, D: Floats) -> Callable[[Numbers], Ints]:
        errs = (np.arange(case.m) - next(turns) * third) % case.m < third
        predictions = np.where(errs, -y, y)
        return lambda instances: predictions

    return (weak_learner, case.n), np.arange(case.m), y


def _pocket(case: FitCost) -> Sample:
    """`UPDATES` corrections on a sample with one point of both labels, which nothing separates."""
    X = _off_zero(_features(case, 8) - 4.0)
    y = _any_labels(case)
    return (UPDATES, case.seed), np.vstack([X, X[:1]]), np.append(y, -y[0])


UPDATES = 4


def _subsets(case: FitCost) -> Sample:
    """The search for a rectangle, which 2n examples determine, with any labels."""
    return (learners.RectangleERM, lambda n: 2 * n), _features(case, 9).astype(float), _any_labels(case)


SAMPLES: dict[str, Callable[[FitCost], Sample]] = {
    sample.__name__.removeprefix("_"): sample
    for sample in (_stump, _conjunction, _list, _rectangle, _interval, _class, _boosting, _pocket, _subsets)
}


def fit_costs(choices: Choices, *, kind: Kind, most: int, features: int, least: int = 1) -> FitCost:
    """Samples of up to `most` examples with up to `features` features, of every order of magnitude."""
    m = max(least, choices.integer(1, most) >> choices.integer(0, most.bit_length() - 1))
    n = max(1, choices.integer(1, features) >> choices.integer(0, features.bit_length() - 1))
    return FitCost(kind, m, n, choices.integer(0, PATTERNS - 1), choices.integer(0, 99))


def doublings(kind: Kind, *, start: int = 8, steps: int = 4, features: int = 4) -> list[FitCost]:
    """The most expensive pattern with `start` examples, doubled `steps` times."""
    return [FitCost(kind, start << step, features) for step in range(steps + 1)]
