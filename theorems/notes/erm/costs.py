"""What it costs to train a batch learner: the notes' runtimes, as in `round_costs`.

The sources are given with each claim.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np
import sympy
from sympy import And, log

from learncheck import learners
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats, Ints, Numbers
from learncheck.learners.batch.exhaustive import FiniteERM, SubsetERM
from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Make, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables.finite_class import first_labellings
from learncheck.theorems.language.claim import LIN, UML, VEM, Claim, Family, Values, quantity
from learncheck.theorems.notes.erm.round_costs import (
    GROWTH,
    Cost,
    CostCase,
    H,
    RoundCost,
    Wrap,
    d,
    n,
    off_zero,
    size_up_to,
    spent,
)

sorting = quantity("S", r"the comparisons charged for sorting, $m\lceil\log_2 m\rceil$ for $m$ elements")
m = quantity("m", "the examples", positive=True)
T = quantity("T", "the rounds", positive=True)

Kind = Literal["stump", "conjunction", "list", "rectangle", "interval", "class", "boosting", "pocket", "subsets"]


class FitCost(CostCase, frozen=True, tag="fit-cost"):
    """The training of a batch learner on m examples with n features, or on |H| = n hypotheses for "class".

    `kind` names the learner, and `pattern` one of four samples for it; 0 is the most expensive one that we know.
    """

    kind: Kind
    m: Positive
    n: Positive
    pattern: int = 0

    def prepared(self, make: Make, wrap: Wrap) -> Callable[[], object]:
        arguments, X, y = SAMPLES[self.kind](self)
        learner = make(*(wrap(value) if isinstance(value, np.ndarray) else value for value in arguments))
        instances, labels = wrap(X), wrap(y)
        return lambda: learner.fit(instances, labels)


PATTERNS = 4


def fit_costs(
    choices: Choices, *, kind: Kind, most: int, features: int, least: int = 1, every_order: bool = False
) -> FitCost:
    """Samples of up to `most` examples with up to `features` features."""
    m = size_up_to(choices, least, most, every_order)
    return FitCost(kind, m, size_up_to(choices, 1, features, every_order), choices.integer(0, PATTERNS - 1))


# ---- training ----


def fits(
    kind: Kind, *, most: int, features: int, small: int = 8, least: int = 1, many: int = 4, full: int = 12
) -> Family[FitCost]:
    """Samples with at most `most` examples and `features` features.

    All samples with at most `small` examples and `many` features are enumerated; `full` replaces `small` in the full
    profile.
    """
    return Family(
        partial(fit_costs, kind=kind, least=least),
        extent="every number of examples up to {most:≤ _ examples} and of features up to {features:≤ _ features}, four "
        "kinds of samples each",
        search=dict(most=small, features=min(features, many)),
        scout=dict(most=most, features=features, every_order=True),
        quick=dict(most=small, features=min(features, many)),
        full=dict(most=full, features=min(features, 12)),
    )


def fit_cost(size: sympy.Symbol) -> Callable[[Trace[FitCost, Cost]], Values]:
    """A measure of O, with sorting, m and n, for this symbol of n."""
    return lambda trace: {spent: trace.facts.total, m: trace.case.m, size: trace.case.n}


training = partial(Claim[FitCost], measure=fit_cost(n), remark=GROWTH, judged=False)
"""A claim about the cost of training a learner."""


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
    attained_by=lambda: [
        *doublings("stump"),
        *doublings("stump", features=16),
        FitCost("stump", 128, 1),
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
    learner=SubsetERM,
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
    attained_by=lambda: [FitCost("list", size, size, pattern) for size in (2, 4, 8, 16, 32) for pattern in (0, 1)],
    remark="Each step tries at most $2n$ rules, with two comparisons for each of the examples that are left. " + GROWTH,
)

FINITE_CLASS_COST = training(
    "finite-class-erm-cost",
    "ERM over a finite class by exhaustive search takes $k|H|m$ operations, linear in $|H|$: $|H|m$ comparisons, "
    "each of a prediction with a label.",
    sources=(UML("8.2.1"),),
    learner=FiniteERM,
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
    """Measure P, L, m and n."""
    case = trace.case
    by_pla = RoundCost("vectors", case.n).play(learners.Perceptron).facts
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

# ---- the samples ----


def doublings(kind: Kind, *, start: int = 8, steps: int = 4, features: int = 4) -> list[FitCost]:
    """The most expensive pattern with `start` examples, doubled `steps` times."""
    return [FitCost(kind, start << step, features) for step in range(steps + 1)]


Sample = tuple[tuple[object, ...], Numbers, Ints]
"""The learner's arguments, X and y."""


def _features(case: FitCost, most: int) -> Ints:
    return operations.noise(0, case.m * case.n, most).reshape(case.m, case.n)


def _any_labels(case: FitCost) -> Ints:
    """Labels at random, alternating, all +1 or all −1."""
    alternating = 1 - 2 * (np.arange(case.m) % 2)
    random = 1 - 2 * operations.noise(1, case.m, 1)
    return (random, alternating, abs(alternating), -abs(alternating))[case.pattern]


def _stump(case: FitCost) -> Sample:
    return (), _features(case, 4 * case.m).astype(float), _any_labels(case)


def _interval(case: FitCost) -> Sample:
    """Distinct values in the first two patterns; in the others some are equal."""
    x = operations.noise(0, case.m, 4 * case.m) * case.m + np.arange(case.m)
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
    return (table,), operations.noise(0, case.m, table.shape[1] - 1), _any_labels(case)


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


UPDATES = 4


def _pocket(case: FitCost) -> Sample:
    """`UPDATES` corrections on a sample with one point of both labels, which nothing separates."""
    X = off_zero(_features(case, 8) - 4.0)
    y = _any_labels(case)
    return (UPDATES, 0), np.vstack([X, X[:1]]), np.append(y, -y[0])


def _subsets(case: FitCost) -> Sample:
    """The search for a rectangle, which 2n examples determine, with any labels."""
    return (learners.RectangleERM, lambda n: 2 * n), _features(case, 9).astype(float), _any_labels(case)


SAMPLES: dict[str, Callable[[FitCost], Sample]] = {
    sample.__name__.removeprefix("_"): sample
    for sample in (_stump, _conjunction, _list, _rectangle, _interval, _class, _boosting, _pocket, _subsets)
}
