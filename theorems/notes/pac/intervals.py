"""ERM over intervals on the line, whatever the labels. Source: UML Exercise 8.1."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, combinations_with_replacement

from learncheck import learners
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import UML, Claim, Family, Values
from learncheck.theorems.notes.pac.rectangles import (
    FAR_OUT,
    GIVES,
    BoxSample,
    E,
    FineBoxSample,
    in_box,
    rectangle_samples,
    small_boxes,
)
from learncheck.theorems.notes.pac.subset_search import least
from learncheck.theorems.rules import batch

INTERVALS = Family(
    partial(rectangle_samples, dimension=1),
    exhaust=partial(small_boxes, dimension=1),
    extent="all samples of up to {examples:≤ _ examples} points on the line, values 0 to {values}, with all labels, in "
    "every order",
    search=dict(examples=6, values=5, queries=3),
    scout=dict(examples=14, values=9, queries=5),
    quick=dict(examples=3, values=2),
    full=dict(examples=5, values=2),
    ladder=lambda: interval_ladder(),
)
ON_THE_LINE = (UML("Exercise 8.1"),)


def interval_fit(trace: Trace[BoxSample, Fit]) -> batch.BatchFit:
    """Whether one interval with the fewest training errors gives all the answers, on the sample and on the queries."""
    X, y, queries = (rows.tolist() for rows in trace.case.handed()[:3])
    answers = (*trace.facts.answers, *trace.facts.beyond)
    pairs = list(zip([*X, *queries], answers, strict=True))
    errors = sum(h != label for h, label in zip(answers, y, strict=False))
    fewest = least_interval_error([v for (v,) in X], y)
    inside = [x for x, h in pairs if h == 1]
    return (
        batch.no_labels(pairs)
        or batch.fault(errors > fewest, f"it errs on {errors} of {len(y)} examples, the best interval on {fewest}")
        or batch.fault(any(h == -1 and in_box(x, inside) for x, h in pairs if inside), f"no interval {GIVES}")
        or batch.FITS
    )


def interval_errors(trace: Trace[BoxSample, Fit]) -> Values:
    """Measure E and the fewest errors of an interval."""
    case = trace.case
    return {E: trace.facts.errors, least: least_interval_error([v for (v,) in case.points], case.labels)}


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
    attained_by=lambda: two_runs(),
    remark="Compared with all pairs of values as ends, and with the empty interval.",
)


def least_interval_error(x: Sequence[float], y: Sequence[int]) -> int:
    """The fewest errors of an interval, by trying every pair of values and the empty interval.

    An interval errs on the positive examples, less the sum of the labels of those inside.
    """
    sums = [0, *accumulate(sum(label for v, label in zip(x, y, strict=True) if v == a) for a in sorted(set(x)))]
    most = max(after - before for before, after in combinations_with_replacement(sums, 2))
    return list(y).count(1) - most


def two_runs() -> Iterable[BoxSample]:
    """Yield two runs of positive examples, separated by more negative ones than one of the runs has."""
    yield BoxSample(tuple((v,) for v in range(7)), (1, 1, 1, -1, -1, -1, 1))
    yield BoxSample(((0,), (0,), (1,)), (1, -1, -1))


def interval_ladder() -> Iterator[BoxSample]:
    """Samples for intervals.

    One needs double precision; one of many examples decides whether an interval is worth its errors; one of many values
    is inside; there are many errors; and points are close together.
    """
    yield FAR_OUT
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
