"""Cases about costs: the operations of `play.operations` are counted, at sizes that the case states.

- `ThresholdCost`  rounds of the efficient Halving for thresholds, in operations and in bits
- `RoundCost`      a round of an online learner
- `FitCost`        the training of a batch learner
- `ImageCost`      an integral image, and the features read off it

Samples are written down by a rule and a seed, for a case that held its numbers would be long.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.learners.batch.rectangles import RectangleERM
from learncheck.strategies.play.case import Case, Label, Make, Natural, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.operations import Count, Number, counting, noise, state_bits
from learncheck.strategies.samples.images import MASKS, feature, integral_image

Wrap = Callable[[NDArray[Any]], NDArray[Any]]
"""What makes of an array the one that is handed over: `counting(count)`."""


class Cost(NamedTuple):
    """Operations, and those of sorting, which are counted apart."""

    operations: int
    sorting: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.operations + self.sorting


class CostCase(Case, frozen=True):
    """A case whose work is prepared first, and then counted."""

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        """Make the learner and what it is handed; return what does the work to be measured, once."""
        raise NotImplementedError

    def sizes(self) -> dict[str, int]:
        """The sizes that the cost grows with."""
        raise NotImplementedError

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Cost]:
        count = Count()
        work = self.prepared(make, counting(count))
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

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        count = Count()
        learner = make(Number(self.n, count))
        bits, state, operations = 0, state_bits(learner), 0
        for k, y in self.moves:
            count.reset()
            learner.predict(Number(k, count))
            learner.update(Number(k, count), y)
            bits = max(bits, count.bits)
            state = max(state, state_bits(learner))
            operations = max(operations, count.operations)
        return Trace(self, facts=CostInBits(bits, state, operations))


def threshold_costs(choices: Choices, *, grid: int, rounds: int) -> ThresholdCost:
    """Rounds on grids of up to `grid` steps, of every order of magnitude. Shrinks to n = 1 and one round."""
    n = min(grid, choices.integer(1, 9) * 2 ** choices.integer(0, grid.bit_length() - 1))
    moves = choices.many(lambda: (choices.integer(0, n), choices.label()), least=1, most=rounds)
    return ThresholdCost(n, moves)


def all_threshold_costs(choices: Choices, *, grid: int) -> ThresholdCost:
    """Every first round on every grid of at most so many steps."""
    n = choices.integer(1, grid)
    return ThresholdCost(n, ((choices.integer(0, n), choices.label()),))


def bisected_grid(n: int) -> ThresholdCost:
    """The rounds of a bisection for the threshold a third of the way up."""
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
    """One round of an online learner, the mistake after `warm` rounds of the same kind.

    kind: "class", Halving and its like on the first `size` labellings of as few instances as have so many;
    "thresholds", the same on the size + 2 thresholds on a grid of `size` steps; "vectors", learners of halfspaces on
    instances of `size` coordinates.
    """

    kind: RoundKind
    size: Positive
    seed: int = 0
    warm: int = 0

    def sizes(self) -> dict[str, int]:
        return {"n": self.size}

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        if self.kind != "vectors":
            table = TABLES[self.kind](self.size)
            learner = make(wrap(table))
            instances: Any = noise(self.seed, self.warm + 1, table.shape[1] - 1).tolist()
        else:
            learner = make(self.size)
            drawn = noise(self.seed, (self.warm + 1) * self.size, 8).reshape(-1, self.size) - 4.0
            drawn[:, 0] = np.where(drawn[:, 0] == 0, 1, drawn[:, 0])
            instances = [wrap(x) for x in drawn]
        for x in instances[:-1]:
            learner.update(x, 1 if learner.predict(x) != 1 else -1)
        x = instances[-1]

        def work() -> None:
            prediction = learner.predict(x)
            learner.update(x, 1 if prediction != 1 else -1)

        return work


def first_labellings(size: int) -> NDArray[Any]:
    """The first `size` rows of the cube of as few instances as have so many labellings, at least one."""
    points = max(1, (size - 1).bit_length())
    return 1 - 2 * (np.arange(size)[:, None] >> np.arange(points) & 1)


def threshold_labellings(n: int) -> NDArray[Any]:
    """The n + 2 labellings of 0, ..., n by thresholds."""
    return np.where(np.arange(n + 1) >= np.arange(n + 2)[:, None], 1, -1)


TABLES: dict[str, Callable[[int], NDArray[Any]]] = {"class": first_labellings, "thresholds": threshold_labellings}


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

    kind says what the sample is like, `pattern` which one of its kind: 0 is the one that costs most as far as known.
    """

    kind: Kind
    m: Positive
    n: Positive
    pattern: int = 0
    seed: int = 0

    def sizes(self) -> dict[str, int]:
        return {"m": self.m, "n": self.n}

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        arguments, X, y = SAMPLES[self.kind](self)
        learner = make(*(wrap(each) if isinstance(each, np.ndarray) else each for each in arguments))
        X, y = wrap(X), wrap(y)
        return lambda: learner.fit(X, y)


Sample = tuple[tuple[Any, ...], NDArray[Any], NDArray[Any]]
"""The learner's arguments, X and y."""

PATTERNS = 4


def _features(case: FitCost, most: int) -> NDArray[Any]:
    return noise(case.seed, case.m * case.n, most).reshape(case.m, case.n)


def _any_labels(case: FitCost) -> NDArray[Any]:
    """At random, alternating, all +1 or all -1."""
    alternating = 1 - 2 * (np.arange(case.m) % 2)
    return (1 - 2 * noise(case.seed + 1, case.m, 1), alternating, abs(alternating), -abs(alternating))[case.pattern]


def _stump(case: FitCost) -> Sample:
    return (), _features(case, 4 * case.m).astype(float), _any_labels(case)


def _interval(case: FitCost) -> Sample:
    """Distinct values for the first two patterns; for the others some are equal."""
    x = noise(case.seed, case.m, 4 * case.m) * case.m + np.arange(case.m)
    return (), (x if case.pattern < 2 else x // case.m // 4)[:, None].astype(float), _any_labels(case)


def _conjunction(case: FitCost) -> Sample:
    """All positive; x_1; x_1 and not x_2; all negative."""
    X = _features(case, 1)
    holds = (X[:, 0] >= 0, X[:, 0] == 1, (X[:, 0] == 1) & (X[:, -1] == 0), X[:, 0] < 0)[case.pattern]
    return (), X, np.where(holds, 1, -1)


def _rectangle(case: FitCost) -> Sample:
    """All positive; a side of the first coordinate; a box; all negative."""
    X = _features(case, 9).astype(float)
    box = (X >= 2) & (X <= 7)
    holds = (X[:, 0] >= 0, box[:, 0], box.all(axis=1), X[:, 0] < 0)[case.pattern]
    return (), X, np.where(holds, 1, -1)


def _list(case: FitCost) -> Sample:
    """Example i has its first 1 at the place i modulo n, or none; the places' labels alternate.

    In patterns 0 and 1 nothing follows that 1, so that no rule fires on more than the examples of one place; in the
    others what follows is random. Patterns 1 and 3 order the places from the last.
    """
    places = np.arange(case.m) % case.n
    if case.pattern % 2:
        places = case.n - 1 - places
    later = noise(case.seed, case.m * case.n, 1).reshape(case.m, case.n) if case.pattern >= 2 else 0
    columns = np.arange(case.n)
    X = np.where(columns == places[:, None], 1, np.where(columns > places[:, None], later, 0))
    return (), X, 1 - 2 * (places % 2)


def _class(case: FitCost) -> Sample:
    """n hypotheses, on m examples."""
    table = first_labellings(case.n)
    return (table,), noise(case.seed, case.m, table.shape[1] - 1), _any_labels(case)


def _boosting(case: FitCost) -> Sample:
    """n rounds; the weak learner errs on a third of the examples, on others every time, and itself costs nothing.

    The third on which it erred last weighs one half, so that its error is less. There are at least three examples.
    """
    require(
        case.m >= 3, f"m is {case.m}: a weak learner needs 3 examples, to err on one of them and not on the same again"
    )
    third = case.m // 3
    turns = iter(range(case.n))
    y = _any_labels(case)

    def weak_learner(X: Any, labels: Any, D: Any) -> Any:
        errs = (np.arange(case.m) - next(turns) * third) % case.m < third
        predictions = np.where(errs, -y, y)
        return lambda instances: predictions

    return (weak_learner, case.n), np.arange(case.m), y


def _pocket(case: FitCost) -> Sample:
    """`UPDATES` corrections on a sample with one example of both labels, which nothing separates."""
    X = _features(case, 8) - 4.0
    X[:, 0] = np.where(X[:, 0] == 0, 1, X[:, 0])
    y = _any_labels(case)
    return (UPDATES, case.seed), np.vstack([X, X[:1]]), np.append(y, -y[0])


UPDATES = 4


def _subsets(case: FitCost) -> Sample:
    """Rectangles for labels of any kind, of which 2n examples determine one."""
    return (RectangleERM, lambda n: 2 * n), _features(case, 9).astype(float), _any_labels(case)


SAMPLES: dict[str, Callable[[FitCost], Sample]] = {
    each.__name__.removeprefix("_"): each
    for each in (_stump, _conjunction, _list, _rectangle, _interval, _class, _boosting, _pocket, _subsets)
}


def fit_costs(choices: Choices, *, kind: Kind, most: int, features: int, least: int = 1) -> FitCost:
    """Samples of up to `most` examples with up to `features` features, of every order of magnitude."""
    m = max(least, choices.integer(1, most) >> choices.integer(0, most.bit_length() - 1))
    n = max(1, choices.integer(1, features) >> choices.integer(0, features.bit_length() - 1))
    return FitCost(kind, m, n, choices.integer(0, PATTERNS - 1), choices.integer(0, 99))


def doublings(kind: Kind, *, start: int = 8, steps: int = 4, features: int = 4) -> list[FitCost]:
    """The costliest pattern with `start` examples, doubled `steps` times."""
    return [FitCost(kind, start << step, features) for step in range(steps + 1)]


# ---- images ----


class ImageCost(CostCase, frozen=True, tag="image-cost"):
    """The integral image of height × width pixels, and the feature of each type on the largest part that it fits.

    The types A to D need 2 rows and 3 columns.
    """

    height: Annotated[int, msgspec.Meta(ge=2)]
    width: Annotated[int, msgspec.Meta(ge=3)]
    seed: int = 0

    def sizes(self) -> dict[str, int]:
        return {"m": self.height * self.width}

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        pixels = noise(self.seed, self.height * self.width, 255).reshape(self.height, self.width)
        image = wrap(pixels).tolist()
        return lambda: make(image)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Cost]:
        return super().play(integral_image if make is None else make)

    def dearest_feature(self) -> int:
        """The most operations that a feature of one of the types takes, from the integral image."""
        count, dearest = Count(), 0
        integral = self.prepared(integral_image, counting(count))()
        for kind, (rows, columns) in MASKS.items():
            count.reset()
            feature(integral, kind, (0, 0, self.height // rows * rows, self.width // columns * columns))
            dearest = max(dearest, count.operations)
        return dearest
