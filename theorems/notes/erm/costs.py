"""What the algorithms cost: each runtime in the notes, with explicit constants, against counted operations.

`play.operations` counts arithmetic and comparisons on the data, however Python and numpy carry them out. The constants
are those of the implementations in this project. Submissions are not judged on costs. The sources are given with each
claim.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Self

import msgspec
import sympy
from sympy import And, log

from learncheck import learners
from learncheck.learners.batch import exhaustive
from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Make, Trace
from learncheck.strategies.play.choices import up_to
from learncheck.strategies.samples import costs
from learncheck.theorems.language.claim import JAI, LEC, LIN, UML, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.notes.boosting import images

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
        costs.threshold_costs,
        exhaust=costs.all_threshold_costs,
        extent="every first round on the grids of up to {grid:n ≤ _} steps",
        search=dict(grid=1_000, rounds=3),
        scout=dict(grid=2**200, rounds=6),
        quick=dict(grid=8),
        full=dict(grid=40),
        grows=dict(grid=Wide(), rounds=Long()),
    ),
    measure=lambda trace: {n: trace.case.n, b: trace.facts.bits, s: trace.facts.state, k: trace.facts.operations},
    bound=And(b <= 12 * log(n, 2) + 28, s <= 2 * log(n, 2) + 6, k <= 10),
    attained_by=lambda: [costs.bisected_grid(2**power) for power in (0, 1, 2, 3, 6, 12, 25, 50, 100)],
    remark=r"The ten operations are on numbers of $\log_2 n + O(1)$ bits, and two of them, the products $2k$, "
    "take twice as many bit operations. naive-halving-cost is the other half of the exercise.",
    judged=False,
)


def round_cost(size: sympy.Symbol) -> Callable[[Trace[costs.RoundCost, costs.Cost]], Values]:
    """A measure of O and of the size, for this symbol of the size."""
    return lambda trace: {spent: trace.facts.total, size: trace.case.size}


def rounds_of(kind: costs.RoundKind, *, least: int, most: int, small: int, full: int) -> Family[costs.RoundCost]:
    """Rounds with sizes from `least` to `most`."""
    return Family(
        partial(costs.round_costs, kind=kind, least=least),
        exhaust=partial(costs.all_round_costs, kind=kind, least=least),
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
    cases=rounds_of("thresholds", least=1, most=256, small=16, full=64),
    measure=round_cost(n),
    bound=spent >= n,
    attained_by=lambda: [costs.RoundCost("thresholds", 2**power, warm=warm) for power in range(9) for warm in (0, 3)],
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
    cases=rounds_of("class", least=1, most=1024, small=16, full=64),
    measure=round_cost(H),
    bound=And(spent >= H, spent <= 2 * H + 1),
    attained_by=lambda: [costs.RoundCost("class", 2**power) for power in range(11)],
    judged=False,
)

ELLIPSOID_COST = Claim(
    "ellipsoid-cost",
    "Ellipsoid can be implemented efficiently: an iteration costs $O(d^2)$ operations, at most $8d^2 + 8d + 4$, "
    "whatever the grid is, where Halving goes through $(2n + 1)^d$ halfspaces.",
    sources=(LEC("Using halving to learn halfspaces on a grid"),),
    kind="identity",
    learner=learners.Ellipsoid,
    cases=rounds_of("vectors", least=2, most=128, small=16, full=64),
    measure=round_cost(d),
    bound=spent <= 8 * d**2 + 8 * d + 4,
    attained_by=lambda: [costs.RoundCost("vectors", 2**power) for power in range(1, 8)],
    remark=r"$A x$ takes two operations an entry of $A$, $A x x^\top A$ one, and the new $A$ five more. " + GROWTH,
    judged=False,
)

PERCEPTRON_COST = Claim(
    "perceptron-cost",
    "The Perceptron is an efficient algorithm: an iteration costs $O(d)$ operations, at most $6d + 2$.",
    sources=(JAI("Perceptron"),),
    kind="identity",
    learner=learners.Perceptron,
    cases=rounds_of("vectors", least=1, most=512, small=16, full=64),
    measure=round_cost(d),
    bound=spent <= 6 * d + 2,
    attained_by=lambda: [costs.RoundCost("vectors", 2**power) for power in range(10)],
    remark=GROWTH,
    judged=False,
)

# ---- training ----


def fits(
    kind: costs.Kind, *, most: int, features: int, small: int = 8, least: int = 1, many: int = 4, full: int = 12
) -> Family[costs.FitCost]:
    """Samples with at most `most` examples and `features` features.

    All samples with at most `small` examples and `many` features are enumerated; `full` replaces `small` in the full
    profile.
    """
    return Family(
        partial(costs.fit_costs, kind=kind, least=least),
        exhaust=up_to(
            partial(costs.FitCost, kind), m=(least, "most"), n=(1, "features"), pattern=(0, costs.PATTERNS - 1)
        ),
        extent="every number of examples up to {most:≤ _ examples} and of features up to {features:≤ _ features}, four "
        "kinds of samples each",
        search=dict(most=small, features=min(features, many)),
        scout=dict(most=most, features=features),
        quick=dict(most=small, features=min(features, many)),
        full=dict(most=full, features=min(features, 12)),
    )


def fit_cost(size: sympy.Symbol) -> Callable[[Trace[costs.FitCost, costs.Cost]], Values]:
    """A measure of O, with sorting, m and n, for this symbol of n."""
    return lambda trace: {spent: trace.facts.total, m: trace.case.m, size: trace.case.n}


training = partial(Claim[costs.FitCost], measure=fit_cost(n), remark=GROWTH, judged=False)
"""A claim about the cost of training a learner."""


def sorting_apart(trace: Trace[costs.FitCost, costs.Cost]) -> Values:
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
    attained_by=lambda: [
        *costs.doublings("stump"),
        *costs.doublings("stump", features=16),
        costs.FitCost("stump", 128, 1),
    ],
    remark="The naive search over the thresholds between examples takes $O(dm^2)$, which the bound excludes. " + GROWTH,
)

CONJUNCTION_COST = training(
    "conjunction-elimination-cost",
    "Elimination takes $O(mn)$ operations: at most $2mn + m$.",
    sources=(VEM("8.1, Example 8.3"), UML("8.2.3")),
    learner=learners.ConjunctionElimination,
    cases=fits("conjunction", most=64, features=32),
    bound=spent <= 2 * m * n + m,
    attained_by=lambda: [*costs.doublings("conjunction"), *costs.doublings("conjunction", features=64)],
)

RECTANGLE_COST = training(
    "rectangle-erm-cost",
    "The min/max rule for realizable rectangles takes $O(nm)$ operations: at most $2mn + m$.",
    sources=(UML("8.2.2"),),
    learner=learners.RectangleERM,
    cases=fits("rectangle", most=128, features=32),
    bound=spent <= 2 * m * n + m,
    attained_by=lambda: [*costs.doublings("rectangle"), *costs.doublings("rectangle", features=64)],
)

AGNOSTIC_RECTANGLE_COST = training(
    "rectangle-erm-agnostic-cost",
    "The search over all subsets of at most $2n$ examples takes $m^{O(n)}$ operations: at most $(m + 1)^{2n}$ "
    "subsets, with $4mn + m$ operations each.",
    sources=(UML("8.2.2"), UML("Exercise 8.2")),
    learner=exhaustive.SubsetERM,
    cases=fits("subsets", most=6, features=2, small=4, many=2, full=8),
    bound=spent <= (m + 1) ** (2 * n) * (4 * m * n + m),
    attained_by=lambda: costs.doublings("subsets", start=1, features=1),
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
    attained_by=lambda: costs.doublings("interval", steps=3, features=1),
    remark="Sorting is included. Running sums that take $O(m)$ after sorting would do as well. " + GROWTH,
)

LIST_COST = training(
    "decision-lists-cost",
    "The greedy algorithm for decision lists, of at most $m$ steps, takes $O(m^2n)$ operations: at most "
    "$2m^2n + 2mn + m^2$.",
    sources=(VEM("8.1, Example 8.4"),),
    learner=learners.DecisionListLearner,
    cases=fits("list", most=16, features=16),
    bound=spent <= 2 * m**2 * n + 2 * m * n + m**2,
    attained_by=lambda: [
        costs.FitCost("list", size, size, pattern) for size in (2, 4, 8, 16, 32) for pattern in (0, 1)
    ],
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
    attained_by=lambda: [*costs.doublings("class"), *costs.doublings("class", start=4, steps=3, features=32)],
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
    attained_by=lambda: [*costs.doublings("boosting"), *costs.doublings("boosting", start=16, features=16)],
)

P = quantity("P", "the operations of Pocket for one correction")
L = quantity("L", "the operations of PLA for one correction")


def a_correction(trace: Trace[costs.FitCost, costs.Cost]) -> Values:
    """Measure P, L, m and n."""
    case = trace.case
    by_pla = costs.RoundCost("vectors", case.n, case.seed).play(learners.Perceptron).facts
    return {P: sympy.Rational(trace.facts.total, costs.UPDATES), L: by_pla.operations, m: case.m, n: case.n}


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
    attained_by=lambda: [*costs.doublings("pocket"), *costs.doublings("pocket", features=16)],
    remark="To find its next mistake PLA may have to go through the sample as well.",
)

# ---- images ----

F = quantity("F", "the operations for the most expensive feature of the types A to D")


class ImageCost(costs.CostCase, frozen=True, tag="image-cost"):
    """The integral image of height × width pixels, and the feature of each type on the largest part that it fits.

    The types A to D need 2 rows and 3 columns.
    """

    height: Annotated[int, msgspec.Meta(ge=2)]
    width: Annotated[int, msgspec.Meta(ge=3)]
    seed: int = 0

    def pixels(self, wrap: costs.Wrap) -> images.Image:
        """The image, of pixels from 0 to 255."""
        values = operations.noise(self.seed, self.height * self.width, 255)
        image: images.Image = wrap(values.reshape(self.height, self.width)).tolist()
        return image

    def prepared(self, make: Make, wrap: costs.Wrap) -> Callable[[], object]:
        image = self.pixels(wrap)
        return lambda: make(image)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, costs.Cost]:
        return super().play(images.integral_image if make is None else make)

    def dearest_feature(self) -> int:
        """The most operations that a feature of one of the types takes, from the integral image."""
        count, dearest = operations.Count(), 0
        integral = images.integral_image(self.pixels(operations.counting(count)))
        for kind, (rows, columns) in images.MASKS.items():
            count.reset()
            images.feature(integral, kind, (0, 0, self.height // rows * rows, self.width // columns * columns))
            dearest = max(dearest, count.operations)
        return dearest


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
