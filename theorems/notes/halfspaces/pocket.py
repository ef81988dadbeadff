"""Pocket keeps the best of the weights that PLA goes through: LIN, Pocket Algorithm.

On small samples all legal runs are enumerated, as those of the batch Perceptron are in `rules.perceptron_runs`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import floor
from typing import Any, NamedTuple

from sympy import Eq

from learncheck.learners import Pocket
from learncheck.strategies.halfspaces import ladders, linear_samples, vectors
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.ladders import SAMPLE_SIZES, SIZES
from learncheck.strategies.samples.fitting import Fit, predictions
from learncheck.theorems.language.claim import LIN, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.notes.halfspaces.perceptron_batch import SEPARABLE, perceptron_fits
from learncheck.theorems.rules import batch, perceptron_runs

J = quantity("J", "the greatest rise of the training error of what is in the pocket")


class PocketSample(linear_samples.LinearSample, frozen=True, tag="pocket-sample"):
    """Any sample, for a learner that is constructed with (max_updates, seed)."""

    max_updates: int = 1
    seed: int = 0

    def arguments(self) -> tuple[int, int]:
        return self.max_updates, self.seed


def pocket_samples(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    examples: int,
    queries: int,
    updates: int,
    separable: bool = False,
    enough: bool = False,
) -> PocketSample:
    """Samples of at most `examples` examples with any labels, and at most `updates` corrections.

    separable: some halfspace labels the sample.
    enough:    a separable sample gets ⌊(RB)²⌋ corrections, and up to `updates` more.

    Shrinks to one point, e_1, labelled +1, few corrections and the seed 0.
    """
    d = choices.integer(1, dimensions)
    labelled = linear_samples.labelled if separable else linear_samples.labelled_any
    points, labels = labelled(choices, d, reach, examples)
    others = choices.many(lambda: vectors.nonzero_vector(choices, d, reach), most=queries)
    due = enough_updates(points, labels) if enough else None
    most = choices.integer(1, updates) if due is None else due + choices.integer(0, updates)
    beyond = (*linear_samples.turned(points), *others)
    return PocketSample(points, labels, beyond, choices.flag(), max_updates=most, seed=choices.integer(0, 3))


def every_pocket_sample(
    choices: Choices,
    *,
    reach: int,
    examples: int,
    ordered: int | None = None,
    updates: int,
    separable: bool = False,
    enough: bool = False,
) -> PocketSample:
    """The samples of `every_labelled`, with 1 to `updates` corrections or, if `enough`, ⌊(RB)²⌋ of separable ones."""
    points, labels = linear_samples.every_labelled(choices, reach, examples, ordered, separable=separable or None)
    queries = (*linear_samples.turned(points), *linear_samples.AROUND)
    due = enough_updates(points, labels) if enough else None
    return PocketSample(points, labels, queries, max_updates=choices.integer(1, updates) if due is None else due)


def enough_updates(points: Sequence[vectors.Vector], labels: Sequence[int]) -> int | None:
    """⌊(RB)²⌋, the corrections after which Pocket has halted; None if the sample is not separable."""
    bound = linear_samples.most_updates(vectors.signed(points, labels))
    return None if bound is None else floor(bound)


def pocket_fits(trace: Trace[PocketSample, Fit]) -> batch.BatchFit:
    """Whether the answers on the sample and beyond it are those of the final pocket of one legal run of Pocket.

    If there are too many runs, judge whether some w gives them all.
    """
    case, facts = trace.case, trace.facts
    rows, answers = (*case.points, *case.queries), (*facts.answers, *facts.beyond)
    ends = pocket_ends(case.signed, case.max_updates)
    if ends is None and linear_samples.some_halfspace(rows, answers):
        return batch.BatchFit(True, "it has too many legal runs; its answers are those of some w")
    if ends is not None and any(perceptron_runs.signs_agree(w, rows, answers) for w in ends):
        return batch.FITS
    answered = perceptron_runs.listed_answers(rows, answers, case.denominator)
    if ends is None:
        return batch.BatchFit(False, f"no w answers {answered}")
    held = " or ".join(map(str, ends[:4])) + " or …" * (len(ends) > 4)
    after = f"after {case.max_updates} correction{'s' * (case.max_updates != 1)}"
    return batch.BatchFit(False, f"{after} the pocket holds w ~ {held}; no such w answers {answered}")


def hard_samples() -> list[PocketSample]:
    """Return samples on which later weights are worse than earlier ones, and a correction too many or too few shows."""
    samples = (
        (((1, 0), (1, 0), (1, 0), (1, 0)), (1, 1, 1, -1)),
        (((2, 0), (1, 1), (1, -1), (-1, 2)), (1, 1, 1, 1)),
        (((1, 2), (2, 1), (1, 1), (2, -1)), (1, 1, -1, 1)),
    )
    drawn = product(samples, (1, 2, 3, 4), (0, 1, 2), (False, True))
    queries = ((1, 0), (0, 1), (1, -2), (3, 1))
    worse = [
        PocketSample(points, labels, queries, again, max_updates=most, seed=seed)
        for (points, labels), most, seed, again in drawn
    ]
    # The second of four w is the best, then the third: a learner that compares at some corrections only misses one.
    passing = ((-2, -1), (3, -2), (3, -2), (-2, 3)), ((4, -2), (4, 1), (-2, -1), (-2, -1), (-2, -1))
    best = [PocketSample(points, (1,) * len(points), linear_samples.AROUND, max_updates=4) for points in passing]
    return [*worse, *best]


POCKET_CONFORMS = batch.batch_conforms(
    "pocket-conforms",
    Pocket,
    "On every sample the predictions of Pocket, on and off it, are those of the weights that some legal run holds in "
    "its pocket after max_updates corrections, whichever mistakes it corrects.",
    LIN("Pocket Algorithm"),
    cases=Family(
        pocket_samples,
        exhaust=every_pocket_sample,
        extent="all samples of up to {examples} nonzero labelled points of the plane with integer coordinates up to "
        "±{reach} (in one order only if more than {ordered:≤ _ examples}), up to {updates} corrections",
        search=dict(dimensions=2, reach=2, examples=4, queries=2, updates=3),
        scout=dict(dimensions=3, reach=2, examples=5, queries=3, updates=4),
        quick=dict(reach=1, examples=3, ordered=2, updates=2),
        full=dict(reach=1, examples=4, ordered=3, updates=3),
    ),
    fit=pocket_fits,
    attained_by=hard_samples,
)


@dataclass(frozen=True)
class _Pocketed:
    """The state of Pocket after some corrections: w, the pocket, and the number of mistakes of the pocket.

    The pocket is None if it holds only rounding errors, which may predict anything.
    """

    w: vectors.Vector
    pocket: vectors.Vector | None
    fewest: int


@lru_cache(2048)
def pocket_ends(examples: tuple[vectors.Vector, ...], max_updates: int) -> tuple[vectors.Vector | None, ...] | None:
    """Return all final pockets of runs of Pocket on these y_i·x_i; None beyond `MOST_STATES` states.

    If two w make equally many mistakes, either may stay in the pocket. Source: LIN, Pocket Algorithm.
    """
    zero = (0,) * len(examples[0])
    level: dict[_Pocketed, None] = {_Pocketed(zero, zero, len(examples)): None}
    ends: dict[vectors.Vector | None, None] = {}
    met = 0
    for updates in range(max_updates + 1):
        met += len(level)
        states = [*level]
        margins = perceptron_runs.SignedMargins([state.w for state in states], examples, updates)
        for state, may_end in zip(states, margins.may_end, strict=True):
            if updates == max_updates or may_end:
                ends[state.pocket] = None
        moves = list(margins.corrections()) if updates < max_updates else []
        if not moves:
            break
        counts = perceptron_runs.SignedMargins([w for _, w in moves], examples, updates + 1).counts
        level = {}
        for (place, w), possible in zip(moves, counts, strict=True):
            level.update(dict.fromkeys(_corrected(states[place], w, possible, updates + 1)))
            if met + len(level) > perceptron_runs.MOST_STATES:
                return None
    return tuple(ends)


def _corrected(state: _Pocketed, w: vectors.Vector, counts: range, updates: int) -> Iterator[_Pocketed]:
    """Yield the states after a correction to w, for each way to count zero margins and to break a tie of the counts."""
    held = None if updates > 2 and not any(w) else w
    for count in counts:
        if count <= state.fewest:
            yield _Pocketed(w, held, count)
        if count >= state.fewest:
            yield _Pocketed(w, state.pocket, state.fewest)


@premise(r"at least $(RB)^2$ corrections are allowed", option="enough")
def ENOUGH_CORRECTIONS(trace: Trace[PocketSample, Fit]) -> bool:
    """Whether max_updates is at least ⌊(RB)²⌋, or there is no such bound."""
    due = enough_updates(trace.case.points, trace.case.labels)
    return due is None or trace.case.max_updates >= due


def pocket_ladder() -> Iterator[PocketSample]:
    """Samples for Pocket: one that needs double precision, and separable ones with ⌊(RB)²⌋ corrections.

    None of these allows many more corrections than it needs, and one needs all of them. In the last ones a single one
    of many examples is misclassified after one correction, or a single example involves every dimension.
    """
    yield PocketSample(((2**ladders.SINGLE + 1, 2**ladders.SINGLE),), (1,), ((1, -1),))
    for k in (1, 2, 3):
        yield _enough(ladders.narrow(k), (1, -1), denominator=2**k)
    for points, denominator in ladders.scaled():
        yield _enough(points, (1, -1), denominator=denominator)
    for d in ladders.FEW:
        yield _enough(linear_samples.steep_points(d), (1,) * d)
    yield _enough(vectors.axes(SIZES[0]), (1,) * SIZES[0])
    for size in SAMPLE_SIZES:
        for many in ladders.one_apart(size):
            yield _enough(many, (1,) * size)
        yield _enough(((1,) * size,), (1,), ladders.few_axes(size))


def _enough(
    points: tuple[vectors.Vector, ...],
    labels: tuple[int, ...],
    queries: tuple[vectors.Vector, ...] = (),
    denominator: int = 1,
) -> PocketSample:
    due = enough_updates(points, labels)
    assert due is not None
    return PocketSample(
        points, labels, queries or linear_samples.turned(points), denominator=denominator, max_updates=due
    )


POCKET_SEPARATES = batch.batch_conforms(
    "pocket-on-separable-data",
    Pocket,
    "On linearly separable data Pocket with at least $(RB)^2$ corrections agrees with PLA: both have zero training "
    "error, and its pocket holds the weights at which some legal run of PLA ends.",
    LIN("Pocket Algorithm, Fun Time"),
    cases=Family(
        pocket_samples,
        exhaust=every_pocket_sample,
        extent="all separable samples of up to {examples} nonzero labelled points of the plane with integer "
        "coordinates up to ±{reach} (in one order only if more than {ordered:≤ _ examples}), ⌊(RB)²⌋ corrections",
        search=dict(dimensions=3, reach=2, examples=4, queries=0, updates=2),
        scout=dict(dimensions=3, reach=3, examples=6, queries=0, updates=3),
        quick=dict(reach=1, examples=3, ordered=2, updates=1),
        full=dict(reach=1, examples=4, ordered=3, updates=1),
        ladder=pocket_ladder,
    ),
    assuming=(SEPARABLE, ENOUGH_CORRECTIONS),
    fit=perceptron_fits,
    remark="The first $w$ without a mistake is the last one, and goes into the pocket. PLA makes no mistakes "
    "where it halts (batch-perceptron-conforms).",
    reading="as-printed",
    conformance=False,
)


class Course(NamedTuple):
    """The number of training errors before any correction and after each number of corrections."""

    errors: tuple[int, ...]


class PocketCourse(linear_samples.LinearSample, frozen=True, tag="pocket-course"):
    """Any sample, fitted by learners with max_updates = 1, ..., `corrections` and the same seed."""

    corrections: int = 1
    seed: int = 0

    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace:
        X, y, *_ = self.handed()
        errors = [len(y)]  # at w = 0, where every margin is zero
        for most in range(1, self.corrections + 1):
            learner = make(most, self.seed)
            learner.fit(X.copy(), y.copy())
            errors.append(int((predictions(learner, X) != y).sum()))
        return Trace(self, facts=Course(tuple(errors)))


def pocket_courses(choices: Choices, *, dimensions: int, reach: int, examples: int, updates: int) -> PocketCourse:
    """Samples with any labels and at most `updates` corrections. Shrinks to one point, e_1, labelled +1."""
    d = choices.integer(1, dimensions)
    points, labels = linear_samples.labelled_any(choices, d, reach, examples)
    return PocketCourse(points, labels, corrections=choices.integer(1, updates), seed=choices.integer(0, 3))


def every_pocket_course(
    choices: Choices, *, reach: int, examples: int, ordered: int | None = None, updates: int
) -> PocketCourse:
    """Every sample of `every_pocket_sample`, with `updates` corrections."""
    points, labels = linear_samples.every_labelled(choices, reach, examples, ordered)
    return PocketCourse(points, labels, corrections=updates)


def course(trace: Trace[PocketCourse, Course]) -> Values:
    """Measure J, the greatest rise of the training error from one correction to the next, or 0."""
    course = trace.facts.errors
    return {J: max(0, *(after - before for before, after in pairwise(course)))}


def rise(trace: Trace[PocketCourse, Course]) -> str:
    """List the training errors after each correction."""
    return f"the training errors after 0, 1, 2, ... corrections are {', '.join(map(str, trace.facts.errors))}"


POCKET_KEEPS = Claim(
    "pocket-keeps-the-best",
    "The training error of Pocket never rises from one correction to the next; on linearly separable data it agrees "
    "with PLA, both having zero training error (pocket-on-separable-data).",
    sources=(LIN("Pocket Algorithm"),),
    cases=Family(
        pocket_courses,
        exhaust=every_pocket_course,
        extent="all samples of up to {examples} nonzero labelled points of the plane with integer coordinates up to "
        "±{reach} (in one order only if more than {ordered:≤ _ examples}), {updates} corrections",
        search=dict(dimensions=3, reach=3, examples=5, updates=6),
        scout=dict(dimensions=4, reach=4, examples=8, updates=8),
        quick=dict(reach=1, examples=2, ordered=2, updates=4),
        full=dict(reach=1, examples=4, ordered=3, updates=6),
    ),
    learner=Pocket,
    measure=course,
    bound=Eq(J, 0),
    why=rise,
    judged=False,
    remark="With the same seed a longer run begins like a shorter one. Submissions may draw their mistakes otherwise "
    "for another number of corrections; pocket-conforms judges what they hold. That an iteration costs more than "
    "PLA's, since all examples are checked, is a matter of counting operations.",
)
