"""Samples for learners of rectangles and intervals, and the fewest errors of such sets on them, by brute force."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations_with_replacement, product
from typing import Any

from learncheck.strategies.play import ladders
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import FINE, Fit, PointSample

Point = tuple[int, ...]


class BoxSample(PointSample, frozen=True, tag="box-sample"):
    """Labelled points for a batch learner of rectangles or intervals, and queries beyond them."""

    def asked(self, learner: Any, watch: tuple[str, ...]) -> Fit:
        return super().asked(learner, (*watch, "tried"))  # how many subsets a search has tried


class FineBoxSample(BoxSample, frozen=True, tag="fine-box-sample"):
    """A `BoxSample` with coordinates in units of 2⁻⁶⁴: less than any tolerance that a learner may add to a value."""

    unit = FINE


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


# ---- which labels a rectangle, an interval or a conjunction gives ----


def in_box(x: Sequence[float], around: Sequence[Sequence[float]]) -> bool:
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


def least_interval_error(x: Sequence[float], y: Sequence[int]) -> int:
    """The fewest errors of an interval, by trying every pair of values and the empty interval.

    An interval errs on the positive examples, less the sum of the labels of those inside.
    """
    sums = [0, *accumulate(sum(label for v, label in zip(x, y, strict=True) if v == a) for a in sorted(set(x)))]
    most = max(after - before for before, after in combinations_with_replacement(sums, 2))
    return list(y).count(1) - most


# ---- witnesses ----


def next_to_a_corner() -> FineBoxSample:
    """Points just outside the rectangle, on every side: fatal for a learner that widens it by a fixed amount."""
    return FineBoxSample(((2, 2), (5, 5)), (1, 1), ((1, 3), (6, 3), (3, 1), (3, 6), (2, 5), (5, 2)))


def far_out(labels: Sequence[int]) -> BoxSample:
    """The points 2²⁴, 2²⁴ + 1, ..., with these labels; the first two are equal in single precision."""
    return BoxSample(tuple((4 * (2**24 + i),) for i in range(len(labels))), tuple(labels))


def box_ladder() -> Iterator[BoxSample]:
    """Samples for rectangles, in this order.

    A negative example is nearer to the centre than a corner; double precision is needed; all points are far from 0, on
    either side; one example of many determines an end; a query is outside in all of many dimensions, or in one; each of
    many examples determines an end; and points are close together.
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

    One needs double precision; one of many examples decides whether an interval is worth its errors; one of many values
    is inside; there are many errors; and points are close together.
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


def spanning(size: int) -> BoxSample:
    """0 and the unit vectors of {0,1}^size, labelled +1."""
    points = [(0,) * size, *(tuple(4 * int(i == k) for i in range(size)) for k in range(size))]
    return BoxSample(tuple(points), (1,) * len(points))
