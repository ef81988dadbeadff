"""Conformance of batch learners of conjunctions, decision lists, rectangles and intervals.

conjunction_fit      the most restrictive conjunction: determined everywhere
decision_list_fit    the greedy decision list: some run must give all the answers
rectangle_fit        the least rectangle: determined everywhere, unless the sample has no positive example
interval_fit         some interval with the fewest training errors must give all the answers

batch_conforms       the claim that a learner conforms, decided by one of these

Each `…_fit` returns a `BatchFit`. They formulate the algorithms a second time, independently of the learners.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from sympy import Eq

from learncheck.exact.decimals import decimal
from learncheck.strategies.boolean.games import Example
from learncheck.strategies.boolean.samples import some_decision_list
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Case, Trace
from learncheck.theorems.language.claim import Claim, Family, Source, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.rules.stumps import BatchFit, fitting

Row = Sequence[Any]

F = quantity("F", "1 where an answer fits no legal run, otherwise 0")


def _shown(x: Row) -> str:
    return f"({', '.join(map(decimal, x))})"


def _no_labels(answers: Iterable[tuple[Row, Any]]) -> BatchFit | None:
    for x, h in answers:
        if h not in (1, -1):
            return BatchFit(False, f"it answers {h:g} on {_shown(x)}, where +1 or -1 was expected")
    return None


def _told(answers: Iterable[tuple[Row, Any]], due: Mapping[Any, int], because: str) -> BatchFit | None:
    for x, h in answers:
        if due[tuple(x)] != h:
            return BatchFit(False, f"it answers {h:+g} on {_shown(x)}, {because.format(due=due[tuple(x)])}")
    return None


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
    return _told(answers, due, because) or BatchFit(True)


def decision_list_fit(
    examples: Sequence[Example], predictions: Sequence[int], everywhere: Mapping[Bits, int]
) -> BatchFit:
    """Whether some run of the greedy algorithm gives the answers.

    The algorithm may add rules that fire on none of the remaining examples, and may choose the label where no rule
    fires. So every list that labels the examples correctly is the result of a run: the examples left at the end all
    have one label, which a rule could have given.
    """
    answers = [*zip((x for x, _ in examples), predictions, strict=True), *everywhere.items()]
    fault = _no_labels(answers)
    if fault is None:
        fault = _told(
            answers[: len(examples)], dict(examples), "an example labelled {due:+d}, and a list is right on all"
        )
    if fault is not None:
        return fault
    if not some_decision_list(len(examples[0][0]), answers):
        return BatchFit(False, "no decision list gives these labels on and off the sample")
    return BatchFit(True)


def rectangle_fit(X: Sequence[Row], y: Sequence[int], queries: Sequence[Row], answers: Sequence[int]) -> BatchFit:
    """Whether the answers are those of the least rectangle around the positive examples.

    `answers` are on the sample, then on the queries. Without a positive example any rectangle that contains no
    negative one is accepted, including the empty one.
    """
    everywhere = [*X, *queries]
    pairs = list(zip(everywhere, answers, strict=True))
    positives = [x for x, label in zip(X, y, strict=True) if label == 1]
    fault = _no_labels(pairs)
    if fault is not None:
        return fault
    if positives:
        due = {tuple(x): 1 if _in_box(x, positives) else -1 for x in everywhere}
        because = "where the least rectangle around the positive examples gives {due:+d}"
        return _told(pairs, due, because) or BatchFit(True)
    fault = _told(pairs[: len(X)], {tuple(x): -1 for x in X}, "an example labelled {due:+d}")
    if fault is not None:
        return fault
    inside = [x for x, h in pairs if h == 1]
    if inside and any(h == -1 and _in_box(x, inside) for x, h in pairs):
        return BatchFit(False, "no rectangle gives these labels on and off the sample")
    return BatchFit(True)


def _in_box(x: Row, around: Sequence[Row]) -> bool:
    return all(min(column) <= v <= max(column) for v, column in zip(x, zip(*around, strict=True), strict=True))


def least_interval_error(x: Sequence[Any], y: Sequence[int]) -> int:
    """Return the fewest errors of an interval, by trying every pair of values and the empty interval."""
    least = sum(label == 1 for label in y)
    for a, b in combinations_with_replacement(sorted(set(x)), 2):
        least = min(least, sum((a <= v <= b) != (label == 1) for v, label in zip(x, y, strict=True)))
    return least


def interval_fit(x: Sequence[Any], y: Sequence[int], queries: Sequence[Any], answers: Sequence[int]) -> BatchFit:
    """Whether one interval with the fewest training errors gives all the answers, on the sample and on the queries."""
    pairs = list(zip([*x, *queries], answers, strict=True))
    fault = _no_labels(((v,), h) for v, h in pairs)
    if fault is not None:
        return fault
    errors, least = sum(h != label for h, label in zip(answers, y, strict=False)), least_interval_error(x, y)
    if errors > least:
        return BatchFit(False, f"it errs on {errors} of {len(y)} examples, the best interval on {least}")
    inside = [v for v, h in pairs if h == 1]
    if any(h == -1 and min(inside, default=v) <= v <= max(inside, default=v) for v, h in pairs if inside):
        return BatchFit(False, "no interval gives these labels on and off the sample")
    return BatchFit(True)


def batch_conforms(
    claim_id: str,
    learner: type,
    states: str,
    *sources: Source,
    fit: Callable[[Trace], BatchFit],
    cases: Family,
    given: tuple[Premise, ...] = (),
    attained_by: Callable[[], Iterable[Case]] = tuple,
) -> Claim:
    """Claim that the batch learner follows the notes' algorithm on the family's samples."""

    return Claim(
        claim_id,
        states,
        sources=sources,
        kind="batch",
        label="exact",
        learner=learner,
        cases=cases,
        given=given,
        **fitting(F, fit),
        bound=Eq(F, 0),
        reading="ours",
        attained_by=attained_by,
        conformance=True,
    )
