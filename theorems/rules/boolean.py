"""Conformance of batch learners of conjunctions, decision lists, rectangles and intervals.

conjunction_fit      the most restrictive conjunction: determined everywhere
decision_list_fit    the greedy decision list: some run must give all the answers
rectangle_fit        the least rectangle: determined everywhere, unless the sample has no positive example
interval_fit         some interval with the fewest training errors must give all the answers

Each `…_fit` returns a `BatchFit`. They formulate the algorithms a second time, independently of the learners.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations_with_replacement
from typing import Any

from learncheck.exact.decimals import decimal, distinct
from learncheck.strategies.boolean.games import Example
from learncheck.strategies.boolean.samples import some_decision_list
from learncheck.strategies.boolean.shadows import Bits
from learncheck.theorems.rules.batch import FITS, BatchFit

Row = Sequence[Any]

GIVES = "gives these labels on and off the sample"


Answers = Sequence[tuple[Row, Any]]


def _shown(x: Row, answers: Answers) -> str:
    """The point, in as many digits as tell it from the others that were asked."""
    texts = distinct((v for point, _ in answers for v in point), lambda v: decimal(float(v)))
    return f"({', '.join(texts[v] for v in x)})"


def _no_labels(answers: Answers) -> BatchFit | None:
    for x, h in answers:
        if h not in (1, -1):
            return BatchFit(False, f"it answers {h:g} on {_shown(x, answers)}, where +1 or -1 was expected")
    return None


def _told(answers: Answers, due: Mapping[Any, int], because: str) -> BatchFit | None:
    for x, h in answers:
        if due[tuple(x)] != h:
            return BatchFit(False, f"it answers {h:+g} on {_shown(x, answers)}, {because.format(due=due[tuple(x)])}")
    return None


def _fault(found: bool, why: str) -> BatchFit | None:
    return BatchFit(False, why) if found else None


def conjunction_fit(
    examples: Sequence[Example], predictions: Sequence[int], everywhere: Mapping[Bits, int]
) -> BatchFit:
    """Whether the answers are those of the conjunction of all literals that hold on every positive example.

    The conjunction is true on x if, in every coordinate, some positive example has the same value as x. Without a
    positive example all 2n literals are left, and it is true nowhere.
    """
    seen = [set(column) for column in zip(*(x for x, y in examples if y == 1), strict=True)]
    answers = [*zip((x for x, _ in examples), predictions, strict=True), *everywhere.items()]
    due = {x: 1 if seen and all(v in values for v, values in zip(x, seen, strict=True)) else -1 for x, _ in answers}
    because = "where the conjunction of all literals that hold on the positive examples gives {due:+d}"
    return _told(answers, due, because) or FITS


def decision_list_fit(
    examples: Sequence[Example], predictions: Sequence[int], everywhere: Mapping[Bits, int]
) -> BatchFit:
    """Whether some run of the greedy algorithm gives the answers.

    The algorithm may add rules that fire on none of the remaining examples, and may choose the label where no rule
    fires. So every list that labels the examples correctly is the result of a run: the examples left at the end all
    have one label, which a rule could have given.
    """
    on_the_sample = [*zip((x for x, _ in examples), predictions, strict=True)]
    answers = [*on_the_sample, *everywhere.items()]
    return (
        _no_labels(answers)
        or _told(on_the_sample, dict(examples), "an example labelled {due:+d}, and a list is right on all")
        or _fault(not some_decision_list(len(examples[0][0]), answers), f"no decision list {GIVES}")
        or FITS
    )


def rectangle_fit(X: Sequence[Row], y: Sequence[int], queries: Sequence[Row], answers: Sequence[int]) -> BatchFit:
    """Whether the answers are those of the least rectangle around the positive examples.

    `answers` are on the sample, then on the queries. Without a positive example any rectangle that contains no
    negative one is accepted, including the empty one.
    """
    pairs = list(zip([*X, *queries], answers, strict=True))
    positives = [x for x, label in zip(X, y, strict=True) if label == 1]
    if positives:
        due = {tuple(x): 1 if _in_box(x, positives) else -1 for x, _ in pairs}
        because = "where the least rectangle around the positive examples gives {due:+d}"
        return _no_labels(pairs) or _told(pairs, due, because) or FITS
    inside = [x for x, h in pairs if h == 1]
    return (
        _no_labels(pairs)
        or _told(pairs[: len(X)], {tuple(x): -1 for x in X}, "an example labelled {due:+d}")
        or _fault(any(h == -1 and _in_box(x, inside) for x, h in pairs if inside), f"no rectangle {GIVES}")
        or FITS
    )


def _in_box(x: Row, around: Sequence[Row]) -> bool:
    return all(min(column) <= v <= max(column) for v, column in zip(x, zip(*around, strict=True), strict=True))


def least_interval_error(x: Sequence[Any], y: Sequence[int]) -> int:
    """Return the fewest errors of an interval, by trying every pair of values and the empty interval.

    An interval errs on the positive examples, less the sum of the labels of those inside.
    """
    sums = [0, *accumulate(sum(label for v, label in zip(x, y, strict=True) if v == a) for a in sorted(set(x)))]
    most = max(after - before for before, after in combinations_with_replacement(sums, 2))
    return sum(label == 1 for label in y) - most


def interval_fit(x: Sequence[Any], y: Sequence[int], queries: Sequence[Any], answers: Sequence[int]) -> BatchFit:
    """Whether one interval with the fewest training errors gives all the answers, on the sample and on the queries."""
    pairs = list(zip([*x, *queries], answers, strict=True))
    errors, least = sum(h != label for h, label in zip(answers, y, strict=False)), least_interval_error(x, y)
    inside = [(v,) for v, h in pairs if h == 1]
    return (
        _no_labels([((v,), h) for v, h in pairs])
        or _fault(errors > least, f"it errs on {errors} of {len(y)} examples, the best interval on {least}")
        or _fault(any(h == -1 and _in_box((v,), inside) for v, h in pairs if inside), f"no interval {GIVES}")
        or FITS
    )
