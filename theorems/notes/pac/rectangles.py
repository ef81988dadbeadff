"""ERM over axis-aligned rectangles and intervals.

On realizable samples the least and greatest values of the positive examples give a rectangle without errors; otherwise
a search over subsets of at most 2n examples finds the best one. Source: UML 8.2.2, Exercises 8.1 and 8.2.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import sympy
from sympy import And, Eq, Or

from learncheck import learners
from learncheck.learners.batch.exhaustive import SubsetERM
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples import boxes
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems import formal
from learncheck.theorems.language.claim import UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next
from learncheck.theorems.rules import batch

# ---- witnesses ----


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
    boxes.rectangle_samples,
    exhaust=partial(boxes.small_boxes, dimension=2),
    extent="all realizable samples of up to {examples:≤ _ examples} points on the line and in the plane, coordinates 0 "
    "to {values}, in every order",
    search=dict(dimension=3, examples=5, values=4, queries=3),
    scout=dict(dimension=4, examples=10, values=6, queries=8),
    quick=dict(examples=2, values=1),
    full=dict(examples=3, values=2),
    ladder=boxes.box_ladder,
)
MIN_MAX = (UML("8.2.2, Efficiently Learnable in the Realizable Case"),)


@premise("some rectangle gives the labels", option="realizable")
def A_RECTANGLE(trace: Trace[boxes.BoxSample | boxes.FineBoxSample, Fit]) -> bool:
    """Whether some rectangle, or the empty one, contains the positive examples and no negative one."""
    return boxes.some_rectangle(trace.case.points, trace.case.labels)


GIVES = "gives these labels on and off the sample"


def rectangle_fit(trace: Trace[boxes.BoxSample, Fit]) -> batch.BatchFit:
    """Whether the answers, on the sample and on the queries, are those of the least rectangle around the positives.

    Without a positive example any rectangle that contains no negative one is accepted, including the empty one.
    """
    X, y, queries = (rows.tolist() for rows in trace.case.handed()[:3])
    pairs = list(zip([*X, *queries], (*trace.facts.answers, *trace.facts.beyond), strict=True))
    positives = [x for x, label in zip(X, y, strict=True) if label == 1]
    if positives:
        due = {tuple(x): 1 if boxes.in_box(x, positives) else -1 for x, _ in pairs}
        because = "where the least rectangle around the positive examples gives {due:+d}"
        return batch.no_labels(pairs) or batch.other_than(pairs, due, because) or batch.FITS
    inside = [x for x, h in pairs if h == 1]
    return (
        batch.no_labels(pairs)
        or batch.other_than(pairs[: len(X)], {tuple(x): -1 for x in X}, "an example labelled {due:+d}")
        or batch.fault(any(h == -1 and boxes.in_box(x, inside) for x, h in pairs if inside), f"no rectangle {GIVES}")
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
    attained_by=lambda: [boxes.next_to_a_corner()],
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
    attained_by=lambda: map(boxes.cross, (1, 2, 3)),
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


def search_errors(
    fewest: Callable[[Sequence[boxes.Point], Sequence[int]], int], trace: Trace[boxes.BoxSample, Fit]
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


AGNOSTIC = Claim(
    "rectangle-erm-agnostic",
    "The search over all subsets of at most $2n$ examples finds a rectangle with the fewest training errors; it "
    "tries at most $(m + 1)^{2n}$ of them.",
    sources=(UML("8.2.2, Not Efficiently Learnable in the Agnostic Case"), UML("Exercise 8.2")),
    learner=BoxesBySubsets,
    cases=Family(
        boxes.any_boxes,
        extent="all samples of up to {examples:≤ _ examples} points with coordinates 0 to {values}, in up to "
        "{dimension:d ≤ _} dimensions, with all labels, in every order",
        search=dict(dimension=2, examples=5, values=4),
        scout=dict(dimension=2, examples=6, values=3),
        quick=dict(dimension=2, examples=2, values=1),
        full=dict(dimension=2, examples=3, values=2),
    ),
    measure=partial(search_errors, boxes.least_box_errors),
    bound=And(E <= least, N <= (m + 1) ** (2 * n)),
    attained_by=lambda: map(boxes.cross, (1, 2)),
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
        boxes.cubes,
        extent="all samples of up to {examples:≤ _ examples} points of {{0,1}}^n, n up to {variables:n ≤ _}, with all "
        "labels, in every order",
        search=dict(variables=3, examples=5),
        scout=dict(variables=3, examples=6),
        quick=dict(variables=2, examples=3),
        full=dict(variables=3, examples=3),
    ),
    measure=partial(search_errors, boxes.least_conjunction_errors),
    bound=And(E <= least, N <= (m + 1) ** (n + 1)),
    attained_by=lambda: [boxes.spanning(size) for size in (1, 2, 3)],
    judged=False,
    remark="The realizable run on the labels of the best hypothesis finds one with as few errors, and depends on a "
    "subset that the search tries. rectangle-erm-agnostic is another instance.",
)


# ---- intervals ----

INTERVALS = Family(
    boxes.interval_samples,
    exhaust=partial(boxes.small_boxes, dimension=1),
    extent="all samples of up to {examples:≤ _ examples} points on the line, values 0 to {values}, with all labels, in "
    "every order",
    search=dict(examples=6, values=5, queries=3),
    scout=dict(examples=14, values=9, queries=5),
    quick=dict(examples=3, values=2),
    full=dict(examples=5, values=2),
    ladder=boxes.interval_ladder,
)
ON_THE_LINE = (UML("Exercise 8.1"),)


def interval_fit(trace: Trace[boxes.BoxSample, Fit]) -> batch.BatchFit:
    """Whether one interval with the fewest training errors gives all the answers, on the sample and on the queries."""
    X, y, queries = (rows.tolist() for rows in trace.case.handed()[:3])
    answers = (*trace.facts.answers, *trace.facts.beyond)
    pairs = list(zip([*X, *queries], answers, strict=True))
    errors = sum(h != label for h, label in zip(answers, y, strict=False))
    fewest = boxes.least_interval_error([v for (v,) in X], y)
    inside = [x for x, h in pairs if h == 1]
    return (
        batch.no_labels(pairs)
        or batch.fault(errors > fewest, f"it errs on {errors} of {len(y)} examples, the best interval on {fewest}")
        or batch.fault(any(h == -1 and boxes.in_box(x, inside) for x, h in pairs if inside), f"no interval {GIVES}")
        or batch.FITS
    )


def interval_errors(trace: Trace[boxes.BoxSample, Fit]) -> Values:
    """Measure E and the fewest errors of an interval."""
    case = trace.case
    return {E: trace.facts.errors, least: boxes.least_interval_error([v for (v,) in case.points], case.labels)}


def two_runs() -> Iterable[boxes.BoxSample]:
    """Yield two runs of positive examples, separated by more negative ones than one of the runs has."""
    yield boxes.BoxSample(tuple((v,) for v in range(7)), (1, 1, 1, -1, -1, -1, 1))
    yield boxes.BoxSample(((0,), (0,), (1,)), (1, -1, -1))


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
