"""ERM over axis-aligned rectangles: the least and greatest values of the positive examples, on realizable samples.

Source: UML 8.2.2.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

import sympy
from sympy import And, Eq, Or

from learncheck import learners
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import fitting
from learncheck.theorems import formal
from learncheck.theorems.language.claim import UML, Claim, Family, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next
from learncheck.theorems.rules import batch

a, b, low, high, x = sympy.symbols("a b a^* b^* x", real=True)
"""In one coordinate: the ends of the learner's rectangle, those of the one that gives the labels, and an example."""
some, seen = sympy.symbols("some seen", nonnegative=True)
"""1 if the learner's rectangle is not empty, and 1 once the example has been seen."""
E = quantity("E", "the training errors")

# ---- samples that a rectangle labels ----

Point = tuple[int, ...]


class BoxSample(fitting.PointSample, frozen=True, tag="box-sample"):
    """Labelled points for a batch learner of rectangles or intervals, and queries beyond them."""


class FineBoxSample(BoxSample, frozen=True, tag="fine-box-sample"):
    """A `BoxSample` with coordinates in units of 2⁻⁶⁴: less than any tolerance that a learner may add to a value."""

    unit = fitting.FINE


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


def in_box(x: Sequence[float], around: Sequence[Sequence[float]]) -> bool:
    """Whether x lies in the smallest rectangle around these points."""
    return all(min(column) <= v <= max(column) for v, column in zip(x, zip(*around, strict=True), strict=True))


def some_rectangle(points: Sequence[Point], labels: Sequence[int]) -> bool:
    """Whether a rectangle, possibly empty, contains the points labelled +1 and no others."""
    positives = [x for x, y in zip(points, labels, strict=True) if y == 1]
    return not positives or not any(y == -1 and in_box(x, positives) for x, y in zip(points, labels, strict=True))


REALIZABLE = Family(
    rectangle_samples,
    exhaust=partial(small_boxes, dimension=2),
    extent="all realizable samples of up to {examples:≤ _ examples} points on the line and in the plane, coordinates 0 "
    "to {values}, in every order",
    search=dict(dimension=3, examples=5, values=4, queries=3),
    scout=dict(dimension=4, examples=10, values=6, queries=8),
    quick=dict(examples=2, values=1),
    full=dict(examples=3, values=2),
    ladder=lambda: box_ladder(),
)
MIN_MAX = (UML("8.2.2, Efficiently Learnable in the Realizable Case"),)


@premise("some rectangle gives the labels", option="realizable")
def A_RECTANGLE(trace: Trace[BoxSample | FineBoxSample, fitting.Fit]) -> bool:
    """Whether some rectangle, or the empty one, contains the positive examples and no negative one."""
    return some_rectangle(trace.case.points, trace.case.labels)


GIVES = "gives these labels on and off the sample"


def rectangle_fit(trace: Trace[BoxSample, fitting.Fit]) -> batch.BatchFit:
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


# ---- what is always played ----


def next_to_a_corner() -> FineBoxSample:
    """Points just outside the rectangle, on every side: fatal for a learner that widens it by a fixed amount."""
    return FineBoxSample(((2, 2), (5, 5)), (1, 1), ((1, 3), (6, 3), (3, 1), (3, 6), (2, 5), (5, 2)))


FAR_OUT = BoxSample(((4 * 2**24,), (4 * (2**24 + 1),)), (1, -1))
"""The points 2²⁴ and 2²⁴ + 1, which are equal in single precision, with different labels."""


def box_ladder() -> Iterator[BoxSample]:
    """Samples for rectangles, in this order.

    A negative example is nearer to the centre than a corner; double precision is needed; all points are far from 0, on
    either side; one example of many determines an end; a query is outside in all of many dimensions, or in one; each of
    many examples determines an end; and points are close together.
    """
    yield BoxSample(((0, 0), (8, 8), (9, 4)), (1, 1, -1), ((4, -1), (-1, 4), (4, 9), (4, 4)))
    yield FAR_OUT
    for far in (2**24, -(2**24), 2**50):
        yield BoxSample(((far,), (far + 8,)), (1, 1), ((far - 4,), (far + 4,), (far + 12,)))
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            for end in (0, 8):
                yield BoxSample(ladders.but_one(size, place, (4,), (end,)), (1,) * size, ((2,), (6,), (-1,), (9,)))
        outside = (
            ladders.but_one(size, place, *sides) for place in ladders.all_places(size) for sides in ((2, 3), (3, 2))
        )
        yield BoxSample(((2,) * size,), (1,), ((3,) * size, *outside))
    yield cross(ladders.EVERY // 2)
    yield FineBoxSample(((2,), (4,), (5,)), (1, 1, -1), ((1,), (3,)))


def cross(n: int) -> BoxSample:
    """The 2n points ±e_i, labelled +1, and the points ±2e_i around them, labelled -1.

    Without any one of the positive points their smallest rectangle is smaller.
    """
    points = [tuple(sign * int(i == j) for j in range(n)) for i in range(n) for sign in (1, -1)]
    outside = [tuple(2 * v for v in x) for x in points]
    return BoxSample(tuple(points + outside), (1,) * (2 * n) + (-1,) * (2 * n))
