"""What the algorithms cost: each runtime in the notes, with explicit constants, against counted operations.

`play.operations` counts arithmetic and comparisons on the data, however Python and numpy carry them out. The constants
are those of the implementations in this project. Submissions are not judged on costs.

- `ThresholdCost`  rounds of the efficient Halving for thresholds, in operations and in bits
- `RoundCost`      a round of an online learner
- `FitCost`        the training of a batch learner
- `ImageCost`      an integral image, and the features read off it

Samples are written down by a rule and a seed, for a case that held its numbers would be long.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, Self

import msgspec
import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import And, log

from learncheck import learners
from learncheck.learners.arguments import require
from learncheck.learners.batch import exhaustive
from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Case, Label, Make, Natural, Positive, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.theorems.language.claim import JAI, LEC, LIN, UML, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.notes.boosting.images import MASKS, feature, integral_image

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

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
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

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        if self.kind != "vectors":
            table = TABLES[self.kind](self.size)
            learner = make(wrap(table))
            instances: Any = operations.noise(self.seed, self.warm + 1, table.shape[1] - 1).tolist()
        else:
            learner = make(self.size)
            drawn = operations.noise(self.seed, (self.warm + 1) * self.size, 8).reshape(-1, self.size) - 4.0
            instances = [wrap(x) for x in _off_zero(drawn)]

        def contradict(x: Any) -> None:
            learner.update(x, 1 if learner.predict(x) != 1 else -1)

        for x in instances[:-1]:
            contradict(x)
        return lambda: contradict(instances[-1])


def _off_zero(X: NDArray[Any]) -> NDArray[Any]:
    """The rows, with 1 for a first coordinate that is 0."""
    X[:, 0] = np.where(X[:, 0] == 0, 1, X[:, 0])
    return X


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

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        arguments, X, y = SAMPLES[self.kind](self)
        learner = make(*(wrap(value) if isinstance(value, np.ndarray) else value for value in arguments))
        X, y = wrap(X), wrap(y)
        return lambda: learner.fit(X, y)


Sample = tuple[tuple[Any, ...], NDArray[Any], NDArray[Any]]
"""The learner's arguments, X and y."""

PATTERNS = 4


def _features(case: FitCost, most: int) -> NDArray[Any]:
    return operations.noise(case.seed, case.m * case.n, most).reshape(case.m, case.n)


def _any_labels(case: FitCost) -> NDArray[Any]:
    """At random, alternating, all +1 or all -1."""
    alternating = 1 - 2 * (np.arange(case.m) % 2)
    random = 1 - 2 * operations.noise(case.seed + 1, case.m, 1)
    return (random, alternating, abs(alternating), -abs(alternating))[case.pattern]


def _stump(case: FitCost) -> Sample:
    return (), _features(case, 4 * case.m).astype(float), _any_labels(case)


def _interval(case: FitCost) -> Sample:
    """Distinct values for the first two patterns; for the others some are equal."""
    x = operations.noise(case.seed, case.m, 4 * case.m) * case.m + np.arange(case.m)
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
    later = _features(case, 1) if case.pattern >= 2 else 0
    columns = np.arange(case.n)
    X = np.where(columns == places[:, None], 1, np.where(columns > places[:, None], later, 0))
    return (), X, 1 - 2 * (places % 2)


def _class(case: FitCost) -> Sample:
    """n hypotheses, on m examples."""
    table = first_labellings(case.n)
    return (table,), operations.noise(case.seed, case.m, table.shape[1] - 1), _any_labels(case)


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
    X = _off_zero(_features(case, 8) - 4.0)
    y = _any_labels(case)
    return (UPDATES, case.seed), np.vstack([X, X[:1]]), np.append(y, -y[0])


UPDATES = 4


def _subsets(case: FitCost) -> Sample:
    """Rectangles for labels of any kind, of which 2n examples determine one."""
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

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], Any]:
        pixels = operations.noise(self.seed, self.height * self.width, 255).reshape(self.height, self.width)
        image = wrap(pixels).tolist()
        return lambda: make(image)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Cost]:
        return super().play(integral_image if make is None else make)

    def dearest_feature(self) -> int:
        """The most operations that a feature of one of the types takes, from the integral image."""
        count, dearest = operations.Count(), 0
        integral = self.prepared(integral_image, operations.counting(count))()
        for kind, (rows, columns) in MASKS.items():
            count.reset()
            feature(integral, kind, (0, 0, self.height // rows * rows, self.width // columns * columns))
            dearest = max(dearest, count.operations)
        return dearest


spent = quantity("O", "the operations")
sorting = quantity("S", r"the comparisons charged for sorting, $m\lceil\log_2 m\rceil$ for $m$ elements")
m = quantity("m", "the examples, or the pixels", positive=True)
n = quantity("n", "the features, or the steps of the grid", positive=True)
d = quantity("d", "the dimension", positive=True)
H = quantity("H", "the size $|H|$ of the class", positive=True)
T = quantity("T", "the rounds", positive=True)

GROWTH = "Arithmetic and comparisons on the data are counted, over at least three doublings of each size."

# ---- Halving ----

b = quantity("b", "the bit operations of an iteration")
s = quantity("s", "the bits of the state")
k = quantity("k", "the operations of an iteration, on numbers of any length")

THRESHOLD_HALVING_COST = Claim(
    "threshold-halving-cost",
    r"An iteration of the efficient Halving for thresholds costs $O(\log n)$: at most $12\cdot \log_2 n + 28$ bit "
    r"operations, in ten operations and so without a loop, on a state of at most $2\cdot \log_2 n + 6$ bits.",
    sources=(LEC("Efficient Halving for discrete thresholds, exercise"),),
    kind="identity",
    learner=learners.ThresholdHalving,
    cases=Family(
        threshold_costs,
        exhaust=all_threshold_costs,
        extent="every first round on the grids of up to {grid:n ≤ _} steps",
        search=dict(grid=1_000, rounds=3),
        scout=dict(grid=2**200, rounds=6),
        quick=dict(grid=8),
        full=dict(grid=40),
        grows=dict(grid=Wide(), rounds=Long()),
    ),
    measure=lambda trace: {n: trace.case.n, b: trace.facts.bits, s: trace.facts.state, k: trace.facts.operations},
    bound=And(b <= 12 * log(n, 2) + 28, s <= 2 * log(n, 2) + 6, k <= 10),
    attained_by=lambda: [bisected_grid(2**power) for power in (0, 1, 2, 3, 6, 12, 25, 50, 100)],
    remark=r"The ten operations are on numbers of $\log_2 n + O(1)$ bits, and two of them, the products $2k$, "
    "take twice as many bit operations. naive-halving-cost is the other half of the exercise.",
    judged=False,
)


def round_cost(size: sympy.Symbol) -> Callable[[Trace], Values]:
    """Return a measure of O and of the size, for this symbol of the size."""
    return lambda trace: {spent: trace.facts.total, size: trace.case.size}


def rounds(kind: RoundKind, *, least: int, most: int, small: int, full: int) -> Family:
    """Build the family of rounds with sizes from `least` to `most`."""
    return Family(
        partial(round_costs, kind=kind, least=least),
        exhaust=partial(all_round_costs, kind=kind, least=least),
        extent=f"every size from {least} to {{most:size ≤ _}}, in the first and in the third round",
        search=dict(most=small),
        scout=dict(most=most),
        quick=dict(most=small),
        full=dict(most=full),
    )


NAIVE_HALVING_COST = Claim(
    "naive-halving-cost",
    r"On the thresholds on a grid of $n$ steps, a naive implementation of Halving takes $\Omega(n)$ time in every "
    "iteration.",
    sources=(LEC("Example of thresholds over a grid"),),
    kind="identity",
    label="lower",
    learner=learners.Halving,
    cases=rounds("thresholds", least=1, most=256, small=16, full=64),
    measure=round_cost(n),
    bound=spent >= n,
    attained_by=lambda: [RoundCost("thresholds", 2**power, warm=warm) for power in range(9) for warm in (0, 3)],
    remark="It compares the label with each hypothesis's, however few of them are alive.",
    judged=False,
)

HALVING_COST = Claim(
    "halving-cost",
    "The runtime of Halving grows with $|H|$: an iteration costs at least $|H|$ and at most $2|H| + 1$ operations.",
    sources=(LEC("The Halving learner, remark on its runtime"), VEM("8.2")),
    kind="identity",
    label="lower",
    learner=learners.Halving,
    cases=rounds("class", least=1, most=1024, small=16, full=64),
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
    cases=rounds("vectors", least=2, most=128, small=16, full=64),
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
    cases=rounds("vectors", least=1, most=512, small=16, full=64),
    measure=round_cost(d),
    bound=spent <= 6 * d + 2,
    attained_by=lambda: [RoundCost("vectors", 2**power) for power in range(10)],
    remark=GROWTH,
    judged=False,
)

# ---- training ----


def fits(
    kind: Kind, *, most: int, features: int, small: int = 8, least: int = 1, many: int = 4, full: int = 12
) -> Family:
    """Build the family of samples with at most `most` examples and `features` features.

    All samples with at most `small` examples and `many` features are enumerated; `full` replaces `small` in the full
    profile.
    """
    return Family(
        partial(fit_costs, kind=kind, least=least),
        exhaust=up_to(partial(FitCost, kind), m=(least, "most"), n=(1, "features"), pattern=(0, PATTERNS - 1)),
        extent="every number of examples up to {most:≤ _ examples} and of features up to {features:≤ _ features}, four "
        "kinds of samples each",
        search=dict(most=small, features=min(features, many)),
        scout=dict(most=most, features=features),
        quick=dict(most=small, features=min(features, many)),
        full=dict(most=full, features=min(features, 12)),
    )


def fit_cost(size: sympy.Symbol) -> Callable[[Trace[FitCost, Cost]], Values]:
    """Return a measure of O, sorting included, m and n, for this symbol of n."""
    return lambda trace: {spent: trace.facts.total, m: trace.case.m, size: trace.case.n}


training = partial(Claim[FitCost], measure=fit_cost(n), remark=GROWTH, judged=False)
"""A claim about the cost of training."""


def sorting_apart(trace: Trace[FitCost, Cost]) -> Values:
    """Measure O without sorting, S, d and m."""
    facts = trace.facts
    return {spent: facts.operations, sorting: facts.sorting, m: trace.case.m, d: trace.case.n}


STUMP_COST = training(
    "stump-erm-cost",
    "ERM over decision stumps takes $O(dm)$ operations after sorting: at most $8dm + 2m$, and one sort of $m$ values "
    "for each of the $d$ coordinates.",
    sources=(UML("10.1.1"),),
    learner=learners.DecisionStump,
    cases=fits("stump", most=128, features=16),
    measure=sorting_apart,
    bound=And(spent <= 8 * d * m + 2 * m, sorting <= d * m * (log(m, 2) + 1)),
    attained_by=lambda: [*doublings("stump"), *doublings("stump", features=16), FitCost("stump", 128, 1)],
    remark="The naive search over the thresholds between examples takes $O(dm^2)$, which the bound excludes. " + GROWTH,
)

CONJUNCTION_COST = training(
    "conjunction-elimination-cost",
    "Elimination takes $O(mn)$ operations: at most $2mn + m$.",
    sources=(VEM("8.1, Example 8.3"), UML("8.2.3")),
    learner=learners.ConjunctionElimination,
    cases=fits("conjunction", most=64, features=32),
    bound=spent <= 2 * m * n + m,
    attained_by=lambda: [*doublings("conjunction"), *doublings("conjunction", features=64)],
)

RECTANGLE_COST = training(
    "rectangle-erm-cost",
    "The min/max rule for realizable rectangles takes $O(nm)$ operations: at most $2mn + m$.",
    sources=(UML("8.2.2"),),
    learner=learners.RectangleERM,
    cases=fits("rectangle", most=128, features=32),
    bound=spent <= 2 * m * n + m,
    attained_by=lambda: [*doublings("rectangle"), *doublings("rectangle", features=64)],
)

AGNOSTIC_RECTANGLE_COST = training(
    "rectangle-erm-agnostic-cost",
    "The search over all subsets of at most $2n$ examples takes $m^{O(n)}$ operations: at most $(m + 1)^{2n}$ "
    "subsets, with $4mn + m$ operations each.",
    sources=(UML("8.2.2"), UML("Exercise 8.2")),
    learner=exhaustive.SubsetERM,
    cases=fits("subsets", most=6, features=2, small=4, many=2, full=8),
    bound=spent <= (m + 1) ** (2 * n) * (4 * m * n + m),
    attained_by=lambda: doublings("subsets", start=1, features=1),
    remark=r"Of $m$ examples there are only $\sum_{i\le2n} C(m, i)$ subsets, fewer by a factor that tends to "
    "$(2n)!$. " + GROWTH,
)

INTERVAL_COST = training(
    "interval-erm-cost",
    "Agnostic ERM over intervals takes $O(m^2)$ operations: at most $2m^2 + 6m$.",
    sources=(UML("Exercise 8.1"),),
    learner=learners.IntervalERM,
    cases=fits("interval", most=32, features=1),
    bound=spent <= 2 * m**2 + 6 * m,
    attained_by=lambda: doublings("interval", steps=3, features=1),
    remark="Sorting is counted in. Running sums that take $O(m)$ after sorting would do as well. " + GROWTH,
)

LIST_COST = training(
    "decision-lists-cost",
    "The greedy algorithm for decision lists, of at most $m$ steps, takes $O(m^2n)$ operations: at most "
    "$2m^2n + 2mn + m^2$.",
    sources=(VEM("8.1, Example 8.4"),),
    learner=learners.DecisionListLearner,
    cases=fits("list", most=16, features=16),
    bound=spent <= 2 * m**2 * n + 2 * m * n + m**2,
    attained_by=lambda: [FitCost("list", size, size, pattern) for size in (2, 4, 8, 16, 32) for pattern in (0, 1)],
    remark="Each step tries at most $2n$ rules, with two comparisons for each of the examples that are left. " + GROWTH,
)

FINITE_CLASS_COST = training(
    "finite-class-erm-cost",
    "ERM over a finite class by exhaustive search takes $k|H|m$ operations, linear in $|H|$: $|H|m$ comparisons, "
    "each of a prediction with a label.",
    sources=(UML("8.2.1"),),
    learner=exhaustive.FiniteERM,
    cases=fits("class", most=64, features=64),
    measure=fit_cost(H),
    bound=And(spent <= H * m, spent >= H * m),
    attained_by=lambda: [*doublings("class"), *doublings("class", start=4, steps=3, features=32)],
)

ADABOOST_COST = training(
    "adaboost-cost",
    "Each iteration of AdaBoost involves $O(m)$ operations as well as a single call to the weak learner: $T$ of them "
    "take at most $T(8m + 6)$ operations.",
    sources=(UML("10.2"),),
    learner=learners.AdaBoost,
    cases=fits("boosting", most=128, features=16, least=3),
    measure=fit_cost(T),
    bound=spent <= T * (8 * m + 6),
    attained_by=lambda: [*doublings("boosting"), *doublings("boosting", start=16, features=16)],
)

P = quantity("P", "the operations of Pocket for one correction")
L = quantity("L", "the operations of PLA for one correction")


def a_correction(trace: Trace[FitCost, Cost]) -> Values:
    case = trace.case
    by_pla = RoundCost("vectors", case.n, case.seed).play(learners.Perceptron).facts
    return {P: sympy.Rational(trace.facts.total, UPDATES), L: by_pla.operations, m: case.m, n: case.n}


POCKET_COST = training(
    "pocket-cost",
    "Pocket is slower than PLA, because in each iteration it must check whether $w′$ is better than the one in the "
    "pocket: a correction costs it at least $2mn$ operations and PLA at most $6n + 2$, however many examples there "
    "are.",
    sources=(LIN("Pocket Algorithm, fun time"),),
    learner=learners.Pocket,
    cases=fits("pocket", most=128, features=16),
    measure=a_correction,
    bound=And(P >= 2 * m * n, L <= 6 * n + 2),
    attained_by=lambda: [*doublings("pocket"), *doublings("pocket", features=16)],
    remark="To find its next mistake PLA may have to go through the sample as well.",
)

# ---- images ----

F = quantity("F", "the operations for the most expensive feature of the types A to D")

INTEGRAL_IMAGE_COST = Claim(
    "integral-image-cost",
    "The integral image takes time linear in the size $m$ of the image, at most $2m$ operations; from it every "
    "feature of the types A to D takes constant time, at most 20 operations.",
    sources=(UML("Exercise 10.5"),),
    kind="batch",
    cases=Family(
        up_to(ImageCost, height=(2, "side"), width=(3, "side"), seed=(0, 99)),
        exhaust=up_to(ImageCost, height=(2, "side"), width=(3, "side")),
        extent="every size with sides up to {side:sides ≤ _}",
        search=dict(side=8),
        scout=dict(side=12),
        quick=dict(side=8),
        full=dict(side=16),
    ),
    measure=lambda trace: {
        spent: trace.facts.operations,
        m: trace.case.height * trace.case.width,
        F: trace.case.dearest_feature(),
    },
    bound=And(spent <= 2 * m, F <= 20),
    attained_by=lambda: [ImageCost(3 * 2**power, 3 * 2**power) for power in range(5)],
    remark="The look-ups are counted in integral-image. " + GROWTH,
    judged=False,
)
