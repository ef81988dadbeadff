"""ERM over axis-aligned rectangles and intervals: by least and greatest values if realizable, otherwise by search.

Source: UML 8.2.2, Exercises 8.1 and 8.2.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, combinations_with_replacement, product
from typing import Any

import sympy
from sympy import And, Eq, Or

from learncheck import learners
from learncheck.learners.batch.exhaustive import SubsetERM
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import Fit, PointSample
from learncheck.theorems import formal
from learncheck.theorems.language.claim import UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next
from learncheck.theorems.rules import batch

Point = tuple[int, ...]


class BoxSample(PointSample, frozen=True, tag="box-sample"):
    """Labelled points for a batch learner of rectangles or intervals, and queries beyond them."""

    def asked(self, learner: Any, watch: tuple[str, ...]) -> Fit:
        return super().asked(learner, (*watch, "tried"))  # how many subsets a search has tried


class FineBoxSample(BoxSample, frozen=True, tag="fine-box-sample"):
    """A `BoxSample` with coordinates in units of 2⁻⁶⁴: less than any tolerance that a learner may add to a value."""

    unit = 2.0**-64


def next_to_a_corner() -> FineBoxSample:
    """Points just outside the rectangle, on every side: fatal for a learner that widens it by a fixed amount."""
    return FineBoxSample(((2, 2), (5, 5)), (1, 1), ((1, 3), (6, 3), (3, 1), (3, 6), (2, 5), (5, 2)))


def in_box(x: batch.Row, around: Sequence[batch.Row]) -> bool:
    """Whether x lies in the smallest rectangle around these points."""
    return all(min(column) <= v <= max(column) for v, column in zip(x, zip(*around, strict=True), strict=True))


def some_rectangle(points: Sequence[Point], labels: Sequence[int]) -> bool:
    """Whether a rectangle, possibly empty, contains the points labelled +1 and no others."""
    positives = [x for x, y in zip(points, labels, strict=True) if y == 1]
    return not positives or not any(y == -1 and in_box(x, positives) for x, y in zip(points, labels, strict=True))


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
    """The fewest errors of a conjunction, by trying all, and one that is never true; what is not 0 is true."""
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


def rectangle_samples(
    choices: Choices, *, dimension: int, examples: int, values: int, queries: int, realizable: bool = False
) -> BoxSample:
    """Samples with coordinates 0..values, labelled by a rectangle if `realizable`, else arbitrarily.

    Shrinks to few points on a line, all 0 and +1.
    """
    n = choices.integer(1, dimension)
    lows = [choices.integer(-1, values) for _ in range(n)]
    highs = [values + 1 - choices.integer(0, values + 1 - low) for low in lows]
    points = choices.many(lambda: tuple(choices.integers(n, 0, values)), least=1, most=examples)
    by_box = tuple(1 if in_box(x, (lows, highs)) else -1 for x in points)
    labels = by_box if realizable else choices.labels(len(points))
    beyond = choices.many(lambda: tuple(choices.integers(n, -2, values + 2)), most=queries)
    return BoxSample(points, labels, beyond, choices.flag())


def small_boxes(choices: Choices, *, dimension: int, examples: int, values: int, realizable: bool = False) -> BoxSample:
    """Every sample in at most `dimension` dimensions, labelled by a rectangle if `realizable`.

    Each comes with and without a previous fit, and without queries or with all points with coordinates from -1 to
    values + 1.
    """
    n = choices.integer(1, dimension)
    points = choices.sequence(list(product(range(values + 1), repeat=n)), most=examples)
    labels = choices.labels(len(points))
    if realizable and not some_rectangle(points, labels):
        choices.reject()
    beyond = tuple(product(range(-1, values + 2), repeat=n)) if choices.flag() else ()
    return BoxSample(points, labels, beyond, choices.flag())


def any_boxes(choices: Choices, *, dimension: int, examples: int, values: int) -> BoxSample:
    """Samples of any points with coordinates 0..values and any labels, in at most `dimension` dimensions."""
    n = choices.integer(1, dimension)
    points = choices.many(lambda: tuple(choices.integers(n, 0, values)), least=1, most=examples)
    return BoxSample(points, choices.labels(len(points)))


def interval_samples(choices: Choices, *, examples: int, values: int, queries: int) -> BoxSample:
    """Samples on the line with any labels. Shrinks to few points, all 0 and +1."""
    rows = choices.many(lambda: (choices.integer(0, values), choices.label()), least=1, most=examples)
    beyond = choices.many(lambda: (choices.integer(-2, values + 2),), most=queries)
    return BoxSample(tuple((v,) for v, _ in rows), tuple(y for _, y in rows), beyond, choices.flag())


def cubes(choices: Choices, *, variables: int, examples: int) -> BoxSample:
    """Samples of points in {0,1}^n, n up to `variables`, with any labels."""
    n = choices.integer(1, variables)
    points = choices.many(lambda: tuple(4 * choices.integer(0, 1) for _ in range(n)), least=1, most=examples)
    return BoxSample(points, choices.labels(len(points)))


# ---- witnesses ----


def far_out(labels: Sequence[int]) -> BoxSample:
    """The points 2²⁴, 2²⁴ + 1, ..., of which the first two are equal in single precision, with these labels."""
    return BoxSample(tuple((4 * (2**24 + i),) for i in range(len(labels))), tuple(labels))


def box_ladder() -> Iterator[BoxSample]:
    """Samples for rectangles, in this order.

    A negative example is nearer to the centre than a corner; double precision is needed; all points are far from 0, on
    either side; one example of many determines an end; a query is outside in every one of many dimensions, or in one
    alone; every one of many examples determines an end; and points are close together.
    """
    yield BoxSample(((0, 0), (8, 8), (9, 4)), (1, 1, -1), ((4, -1), (-1, 4), (4, 9), (4, 4)))
    yield far_out((1, -1))
    for far in (2**24, -(2**24), 2**50):
        yield BoxSample(((far,), (far + 8,)), (1, 1), ((far - 4,), (far + 4,), (far + 12,)))
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            for end in (0, 8):
                yield BoxSample(ladders.but_one(size, place, (4,), (end,)), (1,) * size, ((2,), (6,), (-1,), (9,)))
        outside = (
            ladders.but_one(size, place, *sides) for place in ladders.all_places(size) for sides in ((0, 1), (1, 0))
        )
        yield BoxSample(((0,) * size,), (1,), ((1,) * size, *outside))
    yield cross(ladders.EVERY // 2)
    yield FineBoxSample(((2,), (4,), (5,)), (1, 1, -1), ((1,), (3,)))


def interval_ladder() -> Iterator[BoxSample]:
    """Samples for intervals.

    One needs double precision; of many examples one decides whether an interval is worth its errors, of many values
    one is inside; there are many errors; and points are close together.
    """
    yield far_out((1, -1))
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            rest = (1, -1) * (size // 2)
            for label in (1, -1):
                yield BoxSample(((4,),) * size, (*rest[:place], label, *rest[place:]))
    size = ladders.SAMPLE_SIZES[0]
    for place in ladders.places(size):
        yield BoxSample(tuple((4 * i,) for i in range(size)), ladders.but_one(size, place, -1, 1))
    labels = tuple(1 if i % 8 == 0 or i > 180 else -1 for i in range(200))
    yield BoxSample(tuple((4 * i,) for i in range(200)), labels)
    yield FineBoxSample(((2,), (3,), (4,)), (-1, 1, -1))


def cross(n: int) -> BoxSample:
    """The 2n points ±e_i, labelled +1, and the points ±2e_i around them, labelled -1.

    Without any one of the positive points their smallest rectangle is smaller.
    """
    points = [tuple(sign * int(i == j) for j in range(n)) for i in range(n) for sign in (1, -1)]
    outside = [tuple(2 * v for v in x) for x in points]
    return BoxSample(tuple(points + outside), (1,) * (2 * n) + (-1,) * (2 * n))


a, b, low, high, x = sympy.symbols("a b a^* b^* x", real=True)
"""In one coordinate: the ends of the learner's rectangle, those of the one that gives the labels, and an example."""
some, seen = sympy.symbols("some seen", nonnegative=True)
"""1 if the learner's rectangle is not empty, and 1 once the example has been seen."""
E = quantity("E", "the training errors")
least = quantity("E_min", "the fewest training errors of any hypothesis of the class, by brute force")
N = quantity("N", "the subsets tried")
m = quantity("m", "the examples")
n = quantity("n", "the dimension")

# ---- realizable rectangles ----

REALIZABLE = Family(
    rectangle_samples,
    exhaust=partial(small_boxes, dimension=2),
    extent="all realizable samples of up to {examples:≤ _ examples} points on the line and in the plane, coordinates 0 "
    "to {values}, in every order",
    search=dict(dimension=3, examples=5, values=4, queries=3),
    scout=dict(dimension=4, examples=10, values=6, queries=8),
    quick=dict(examples=2, values=1),
    full=dict(examples=3, values=2),
    ladder=box_ladder,
)
MIN_MAX = (UML("8.2.2, Efficiently Learnable in the Realizable Case"),)


@premise("some rectangle gives the labels", option="realizable")
def A_RECTANGLE(trace: Trace[BoxSample | FineBoxSample, Fit]) -> bool:
    """Whether some rectangle, or the empty one, contains the positive examples and no negative one."""
    return some_rectangle(trace.case.points, trace.case.labels)


GIVES = "gives these labels on and off the sample"


def rectangle_fit(trace: Trace[BoxSample, Fit]) -> batch.BatchFit:
    """Whether the answers, on the sample and on the queries, are those of the least rectangle around the positives.

    Without a positive example any rectangle that contains no negative one is accepted, including the empty one.
    """
    X, y, queries = (rows.tolist() for rows in trace.case.handed()[:3])
    pairs = list(zip([*X, *queries], (*trace.facts.answers, *trace.facts.beyond), strict=True))
    positives = [x for x, label in zip(X, y, strict=True) if label == 1]
    if positives:
        due = {tuple(x): 1 if in_box(x, positives) else -1 for x, _ in pairs}
        because = "where the least rectangle around the positive examples gives {due:+d}"
        return batch.no_labels(pairs) or batch.other_than(pairs, due, because) or batch.FITS
    inside = [x for x, h in pairs if h == 1]
    return (
        batch.no_labels(pairs)
        or batch.other_than(pairs[: len(X)], {tuple(x): -1 for x in X}, "an example labelled {due:+d}")
        or batch.fault(any(h == -1 and in_box(x, inside) for x, h in pairs if inside), f"no rectangle {GIVES}")
        or batch.FITS
    )


RECTANGLE_CONFORMS = batch.batch_conforms(
    "rectangle-erm-conforms",
    learners.RectangleERM,
    "On every sample that a rectangle labels the answers, on and off the sample, are those of the least rectangle "
    "around the positive examples; without one, those of any rectangle without a negative example.",
    *MIN_MAX,
    fit=rectangle_fit,
    cases=REALIZABLE,
    assuming=(A_RECTANGLE,),
    attained_by=lambda: [next_to_a_corner()],
)

RECTANGLE = Claim(
    "rectangle-erm",
    "Realizable rectangles: the least and greatest values of the positive examples give zero training error.",
    sources=MIN_MAX,
    learner=learners.RectangleERM,
    cases=REALIZABLE,
    assuming=(A_RECTANGLE,),
    measure=lambda trace: {E: trace.facts.errors},
    bound=Eq(E, 0),
    proof=Induction(
        start={a: 0, b: 0, some: 0, seen: 0, E: 0},
        rounds={
            "a positive example": Transition(
                holds={
                    "the rectangle stays in the one that gives the labels": And(Next(a) >= low, Next(b) <= high),
                    "and has what it had": Or(Eq(some, 0), And(Next(a) <= a, Next(b) >= b)),
                    "with the example": Or(Eq(Next(seen), seen), And(Next(a) <= x, x <= Next(b))),
                    "it is not empty": Eq(Next(some), 1),
                    "an example has been seen or not": Or(Eq(Next(seen), seen), Eq(Next(seen), 1)),
                },
                keeps=(E,),
            ),
            "an answer": Transition(
                holds={"an example is inside where it is inside the one that gives the labels": Eq(Next(E), E)},
                keeps=(a, b, some, seen),
            ),
        },
        invariant={
            r"$a^* \le a$ and $b \le b^*$, unless it is empty": Or(Eq(some, 0), And(low <= a, b <= high)),
            r"$a \le x \le b$ once $x$ has been seen": Or(Eq(seen, 0), And(Eq(some, 1), a <= x, x <= b)),
            "no error so far": Eq(E, 0),
        },
        code=lambda: formal.positives.rectangle_rounds(a, b, low, high, x, some, seen, E, realizable=A_RECTANGLE),
        reading=r"$a^* \le a \le x \le b \le b^*$ in each coordinate, for each positive example $x$; a negative one "
        r"has $x < a^*$ or $x > b^*$ in some coordinate.",
    ),
    attained_by=lambda: map(cross, (1, 2, 3)),
    remark="Without a positive example the rule has no least value to take; then any rectangle between the negative "
    "examples has zero error, and the empty set too, which labels a finite sample as some rectangle does.",
)

# ---- agnostic: search over subsets ----


class BoxesBySubsets(SubsetERM):
    """The search over subsets of at most 2n examples, for rectangles."""

    def __init__(self) -> None:
        super().__init__(learners.RectangleERM, lambda dimension: 2 * dimension)


class ConjunctionsBySubsets(SubsetERM):
    """The search over subsets of at most n + 1 examples, for conjunctions."""

    def __init__(self) -> None:
        super().__init__(learners.ConjunctionElimination, lambda variables: variables + 1)


def search_errors(fewest: Callable[[Sequence[Point], Sequence[int]], int], trace: Trace[BoxSample, Fit]) -> Values:
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
    measure=partial(search_errors, least_box_errors),
    bound=And(E <= least, N <= (m + 1) ** (2 * n)),
    attained_by=lambda: map(cross, (1, 2)),
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
        cubes,
        extent="all samples of up to {examples:≤ _ examples} points of {{0,1}}^n, n up to {variables:n ≤ _}, with all "
        "labels, in every order",
        search=dict(variables=3, examples=5),
        scout=dict(variables=3, examples=6),
        quick=dict(variables=2, examples=3),
        full=dict(variables=3, examples=3),
    ),
    measure=partial(search_errors, least_conjunction_errors),
    bound=And(E <= least, N <= (m + 1) ** (n + 1)),
    attained_by=lambda: [spanning(size) for size in (1, 2, 3)],
    judged=False,
    remark="The realizable run on the labels of the best hypothesis finds one with as few errors, and depends on a "
    "subset that the search tries. rectangle-erm-agnostic is another instance.",
)


def spanning(size: int) -> BoxSample:
    """Return 0 and the unit vectors, labelled +1: if n is 1, each of these n + 1 points is needed to span {0,1}^n."""
    points = [(0,) * size, *(tuple(4 * int(i == k) for i in range(size)) for k in range(size))]
    return BoxSample(tuple(points), (1,) * len(points))


# ---- intervals ----

INTERVALS = Family(
    interval_samples,
    exhaust=partial(small_boxes, dimension=1),
    extent="all samples of up to {examples:≤ _ examples} points on the line, values 0 to {values}, with all labels, in "
    "every order",
    search=dict(examples=6, values=5, queries=3),
    scout=dict(examples=14, values=9, queries=5),
    quick=dict(examples=3, values=2),
    full=dict(examples=5, values=2),
    ladder=interval_ladder,
)
ON_THE_LINE = (UML("Exercise 8.1"),)


def least_interval_error(x: Sequence[Any], y: Sequence[int]) -> int:
    """Return the fewest errors of an interval, by trying every pair of values and the empty interval.

    An interval errs on the positive examples, less the sum of the labels of those inside.
    """
    sums = [0, *accumulate(sum(label for v, label in zip(x, y, strict=True) if v == a) for a in sorted(set(x)))]
    most = max(after - before for before, after in combinations_with_replacement(sums, 2))
    return list(y).count(1) - most


def interval_fit(trace: Trace[BoxSample, Fit]) -> batch.BatchFit:
    """Whether one interval with the fewest training errors gives all the answers, on the sample and on the queries."""
    X, y, queries = (rows.tolist() for rows in trace.case.handed()[:3])
    answers = (*trace.facts.answers, *trace.facts.beyond)
    pairs = list(zip([*X, *queries], answers, strict=True))
    errors = sum(h != label for h, label in zip(answers, y, strict=False))
    least = least_interval_error([v for (v,) in X], y)
    inside = [x for x, h in pairs if h == 1]
    return (
        batch.no_labels(pairs)
        or batch.fault(errors > least, f"it errs on {errors} of {len(y)} examples, the best interval on {least}")
        or batch.fault(any(h == -1 and in_box(x, inside) for x, h in pairs if inside), f"no interval {GIVES}")
        or batch.FITS
    )


def interval_errors(trace: Trace[BoxSample, Fit]) -> Values:
    """Measure E and the fewest errors of an interval."""
    case = trace.case
    return {E: trace.facts.errors, least: least_interval_error([v for (v,) in case.points], case.labels)}


def two_runs() -> Iterable[BoxSample]:
    """Yield two runs of positive examples, separated by more negative ones than one of the runs has."""
    yield BoxSample(tuple((v,) for v in range(7)), (1, 1, 1, -1, -1, -1, 1))
    yield BoxSample(((0,), (0,), (1,)), (1, -1, -1))


INTERVAL_CONFORMS = batch.batch_conforms(
    "interval-erm-conforms",
    learners.IntervalERM,
    "On every sample on the line the answers, on and off the sample, are those of an interval with the fewest training "
    "errors; the empty interval is one.",
    *ON_THE_LINE,
    fit=interval_fit,
    cases=INTERVALS,
)

INTERVAL = Claim(
    "interval-erm",
    "ERM over intervals on the line, whatever the labels: no interval has fewer training errors.",
    sources=ON_THE_LINE,
    label="exact",
    learner=learners.IntervalERM,
    cases=INTERVALS,
    measure=interval_errors,
    bound=E <= least,
    attained_by=two_runs,
    remark="Compared with all pairs of values as ends, and with the empty interval.",
)
