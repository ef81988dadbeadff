"""Agnostic ERM by a search over subsets, where few examples determine the hypothesis of ERM in the realizable case.

Source: UML 8.2.2, 8.2.3, Exercise 8.2.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations_with_replacement

from sympy import And

from learncheck import learners
from learncheck.learners.batch.exhaustive import SubsetERM
from learncheck.strategies.boolean import samples
from learncheck.strategies.halfspaces.vectors import axes
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.notes.pac.rectangles import BoxSample, E, Point, cross

least = quantity("E_min", "the fewest training errors of any hypothesis of the class, by brute force")
N = quantity("N", "the subsets tried")
m = quantity("m", "the examples")
n = quantity("n", "the dimension")


class BoxesBySubsets(SubsetERM):
    """The search over subsets of at most 2n examples, for rectangles."""

    def __init__(self) -> None:
        super().__init__(learners.RectangleERM, lambda dimension: 2 * dimension)


class ConjunctionsBySubsets(SubsetERM):
    """The search over subsets of at most n + 1 examples, for conjunctions."""

    def __init__(self) -> None:
        super().__init__(learners.ConjunctionElimination, lambda variables: variables + 1)


def search_errors(
    fewest: Callable[[Sequence[Point], Sequence[int]], int], trace: Trace[BoxSample | samples.BooleanSample, Fit]
) -> Values:
    """Measure E, the fewest errors of any hypothesis of the class, the number of subsets tried, m and n."""
    case = trace.case
    if "tried" not in trace.facts.state:
        raise NotExposed("the learner does not show how many subsets it tried")
    return {
        E: trace.facts.errors,
        least: fewest(case.points, case.labels),
        N: int(trace.facts.state["tried"]),
        m: len(case.points),
        n: len(case.points[0]),
    }


def any_boxes(choices: Choices, *, dimension: int, examples: int, values: int) -> BoxSample:
    """Samples of any points with coordinates 0..values and any labels, in at most `dimension` dimensions."""
    n = choices.integer(1, dimension)
    points = choices.many(lambda: tuple(choices.integers(n, 0, values)), least=1, most=examples)
    return BoxSample(points, choices.labels(len(points)))


AGNOSTIC = Claim(
    "rectangle-erm-agnostic",
    "The search over all subsets of at most $2n$ examples finds a rectangle with the fewest training errors; it "
    "tries at most $(m + 1)^{2n}$ of them.",
    sources=(UML("8.2.2, Not Efficiently Learnable in the Agnostic Case"), UML("Exercise 8.2")),
    learner=BoxesBySubsets,
    cases=Family(
        any_boxes,
        extent="all samples of up to {examples:≤ _ examples} points with coordinates 0 to {values}, in up to "
        "{dimension:d ≤ _} dimensions, with all labels, in every order",
        search=dict(dimension=2, examples=5, values=4),
        scout=dict(dimension=2, examples=6, values=3),
        quick=dict(dimension=2, examples=2, values=1),
        full=dict(dimension=2, examples=3, values=2),
    ),
    measure=lambda trace: search_errors(least_box_errors, trace),
    bound=And(E <= least, N <= (m + 1) ** (2 * n)),
    attained_by=lambda: map(cross, (1, 2)),
    watch=("tried",),
    judged=False,
    remark=r"$2n$ examples are needed: the $2n$ points $\pm e_i$ span a rectangle that no $2n - 1$ of them do. "
    "The empty subset stands for a rectangle that holds no example.",
)


FROM_FEW_EXAMPLES = Claim(
    "erm-from-few-examples",
    "If ERM in the realizable case depends on only $O(n)$ examples, the search over subsets of that size finds an "
    "ERM hypothesis in the unrealizable case: shown here for conjunctions, which $n + 1$ positive examples determine.",
    sources=(UML("Exercise 8.2"),),
    learner=ConjunctionsBySubsets,
    cases=Family(
        partial(samples.formula_samples, concept="conjunction"),
        exhaust=partial(samples.small_samples, concept="conjunction"),
        extent="all samples of up to {examples:≤ _ examples} points of {{0,1}}^n, n up to {variables:n ≤ _}, with all "
        "labels, in every order",
        search=dict(variables=3, examples=5),
        scout=dict(variables=3, examples=6),
        quick=dict(variables=2, examples=3),
        full=dict(variables=3, examples=3),
    ),
    measure=lambda trace: search_errors(least_conjunction_errors, trace),
    bound=And(E <= least, N <= (m + 1) ** (n + 1)),
    attained_by=lambda: map(spanning, (1, 2, 3)),
    watch=("tried",),
    judged=False,
    remark="The realizable run on the labels of the best hypothesis finds one with as few errors, and depends on a "
    "subset that the search tries. rectangle-erm-agnostic is another instance.",
)


def spanning(n: int) -> samples.BooleanSample:
    """0 and the unit vectors of {0,1}^n, labelled +1."""
    return samples.BooleanSample(((0,) * n, *axes(n)), (1,) * (n + 1))


# ---- the fewest errors, by brute force ----


def least_box_errors(points: Sequence[Point], labels: Sequence[int]) -> int:
    """The fewest errors of a rectangle on the points: tries all ends at coordinates of points, and the empty one.

    This is enough, since moving an end inwards to the next coordinate of a point in the rectangle changes no label.
    """
    sides = (
        {_mask(a <= v <= b for v in column) for a, b in combinations_with_replacement(sorted(set(column)), 2)}
        for column in zip(*points, strict=True)
    )
    return _fewest_errors(sides, labels)


def least_conjunction_errors(points: Sequence[Point], labels: Sequence[int]) -> int:
    """The fewest errors of a conjunction, by trying all of them and the constant −1; a value is true if it is not 0."""
    sides = (
        {_mask(v == 0 for v in column), _mask(v != 0 for v in column), _mask(True for _ in column)}
        for column in zip(*points, strict=True)
    )
    return _fewest_errors(sides, labels)


def _fewest_errors(sides: Iterable[set[int]], labels: Sequence[int]) -> int:
    """The fewest errors of an intersection of one set from each side, and of the empty set; sets are bit masks."""
    inside = {(1 << len(labels)) - 1}
    for side in sides:
        inside = {within & part for within in inside for part in side}
    positive = _mask(y == 1 for y in labels)
    return min((within ^ positive).bit_count() for within in (0, *inside))


def _mask(members: Iterable[bool]) -> int:
    return sum(1 << i for i, member in enumerate(members) if member)
