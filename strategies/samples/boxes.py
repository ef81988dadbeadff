"""Batch cases for axis-aligned rectangles, and for intervals on the line.

- `BoxSample`: labelled points of R^n for a batch learner, which is then also asked about other points

Source: UML 8.2.2, Exercises 8.1 and 8.2.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.ladders import EVERY, SAMPLE_SIZES, all_places, but_one, places
from learncheck.strategies.samples.fitting import Fit, PointSample

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


def in_box(x: Point, around: Sequence[Point]) -> bool:
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
    """The fewest errors of a conjunction on points in {0,1}^n, by trying all, and one that is never true."""
    sides = (
        {_mask(v in values for v in column) for values in ((0,), (1,), (0, 1))} for column in zip(*points, strict=True)
    )
    return _fewest_errors(sides, labels)


def _fewest_errors(sides: Iterable[set[int]], labels: Sequence[int]) -> int:
    """The fewest errors of an intersection of one set from each side, and of the empty set; sets are bit masks."""
    inside = {(1 << len(labels)) - 1}
    for side in sides:
        inside = {within & each for within in inside for each in side}
    positive = _mask(y == 1 for y in labels)
    return min((each ^ positive).bit_count() for each in (0, *inside))


def _mask(members: Iterable[bool]) -> int:
    return sum(1 << i for i, member in enumerate(members) if member)


def rectangle_samples(
    choices: Choices, *, dimension: int, examples: int, values: int, queries: int, realizable: bool = False
) -> BoxSample:
    """Samples with coordinates 0..values, labelled by a rectangle if `realizable`, else arbitrarily.

    Shrinks to few points on a line, all 0 and +1.
    """
    n = choices.integer(1, dimension)
    lows, highs = [choices.integer(-1, values) for _ in range(n)], []
    for low in lows:
        highs.append(values + 1 - choices.integer(0, values + 1 - low))
    points = choices.many(lambda: tuple(choices.integers(n, 0, values)), least=1, most=examples)
    if realizable:
        labels = tuple(1 if in_box(x, (tuple(lows), tuple(highs))) else -1 for x in points)
    else:
        labels = tuple(choices.label() for _ in points)
    beyond = choices.many(lambda: tuple(choices.integers(n, -2, values + 2)), most=queries)
    return BoxSample(points, labels, beyond, choices.flag())


def small_rectangle_samples(choices: Choices, *, examples: int, values: int, realizable: bool = False) -> BoxSample:
    """Every sample on the line or in the plane, labelled by a rectangle if `realizable`.

    Each comes with and without a previous fit, and without queries or with all points with coordinates from -1 to
    values + 1.
    """
    sample = agnostic_boxes(choices, dimension=2, examples=examples, values=values)
    if realizable and not some_rectangle(sample.points, sample.labels):
        choices.reject()
    return BoxSample(sample.points, sample.labels, _all_around(choices, sample, values), choices.flag())


def agnostic_boxes(choices: Choices, *, dimension: int, examples: int, values: int) -> BoxSample:
    """Every sample of at most `examples` points with coordinates 0..values and any labels."""
    n = choices.integer(1, dimension)
    points = choices.sequence(list(product(range(values + 1), repeat=n)), most=examples)
    return BoxSample(points, choices.labels(len(points)))


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


def small_interval_samples(choices: Choices, *, examples: int, values: int) -> BoxSample:
    """Every sample on the line, with all values from -1 to values + 1 as queries, or with none."""
    sample = agnostic_boxes(choices, dimension=1, examples=examples, values=values)
    return BoxSample(sample.points, sample.labels, _all_around(choices, sample, values), choices.flag())


def _all_around(choices: Choices, sample: BoxSample, values: int) -> tuple[Point, ...]:
    return tuple(product(range(-1, values + 2), repeat=len(sample.points[0]))) if choices.flag() else ()


def any_cubes(choices: Choices, *, variables: int, examples: int) -> BoxSample:
    """Samples of points in {0,1}^n, n up to `variables`, with any labels."""
    n = choices.integer(1, variables)
    points = choices.many(lambda: tuple(4 * choices.integer(0, 1) for _ in range(n)), least=1, most=examples)
    return BoxSample(points, choices.labels(len(points)))


def all_cubes(choices: Choices, *, variables: int, examples: int) -> BoxSample:
    """Every sample of at most `examples` points in {0,1}^n with any labels."""
    sample = agnostic_boxes(choices, dimension=variables, examples=examples, values=1)
    return BoxSample(tuple(tuple(4 * v for v in x) for x in sample.points), sample.labels)


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
    for size in SAMPLE_SIZES:
        for place in places(size):
            for end in (0, 8):
                yield BoxSample(but_one(size, place, (4,), (end,)), (1,) * size, ((2,), (6,), (-1,), (9,)))
        outside = (but_one(size, place, *sides) for place in all_places(size) for sides in ((0, 1), (1, 0)))
        yield BoxSample(((0,) * size,), (1,), ((1,) * size, *outside))
    yield cross(EVERY // 2)
    yield FineBoxSample(((2,), (4,), (5,)), (1, 1, -1), ((1,), (3,)))


def interval_ladder() -> Iterator[BoxSample]:
    """Samples for intervals.

    One needs double precision; of many examples one decides whether an interval is worth its errors, of many values
    one is inside; there are many errors; and points are close together.
    """
    yield far_out((1, -1))
    for size in SAMPLE_SIZES:
        for place in places(size):
            rest = (1, -1) * (size // 2)
            for label in (1, -1):
                yield BoxSample(((4,),) * size, (*rest[:place], label, *rest[place:]))
    for place in places(SAMPLE_SIZES[0]):
        yield BoxSample(tuple((4 * i,) for i in range(SAMPLE_SIZES[0])), but_one(SAMPLE_SIZES[0], place, -1, 1))
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
