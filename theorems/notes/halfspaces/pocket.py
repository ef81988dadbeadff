"""Pocket keeps the best of the weights that PLA goes through."""

from itertools import pairwise, product
from math import floor

from sympy import Eq

from learncheck.learners import Pocket
from learncheck.strategies.halfspaces import linear_samples
from learncheck.strategies.halfspaces.ladders import pocket_ladder
from learncheck.strategies.halfspaces.linear_samples import Course, PocketCourse, PocketSample
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import LIN, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.notes.halfspaces.perceptron_batch import SEPARABLE, perceptron_fits
from learncheck.theorems.rules.batch import BatchFit, batch_conforms
from learncheck.theorems.rules.perceptron_batch import pocket_fit

J = quantity("J", "the greatest rise of the training error of what is in the pocket")

ANY_SAMPLES = Family(
    linear_samples.pocket_samples,
    exhaust=linear_samples.every_pocket_sample,
    extent="all samples of up to {examples} nonzero labelled points of the plane with integer coordinates up to "
    "±{reach} (in one order only if more than {ordered:≤ _ examples}), up to {updates} corrections",
    search=dict(dimensions=2, reach=2, examples=4, queries=2, updates=3),
    scout=dict(dimensions=3, reach=2, examples=5, queries=3, updates=4),
    quick=dict(reach=1, examples=3, ordered=2, updates=2),
    full=dict(reach=1, examples=4, ordered=3, updates=3),
)


def hard_samples() -> list[PocketSample]:
    """Return samples on which later weights are worse than earlier ones, and one correction more or less is visible."""
    samples = (
        (((1, 0), (1, 0), (1, 0), (1, 0)), (1, 1, 1, -1)),
        (((2, 0), (1, 1), (1, -1), (-1, 2)), (1, 1, 1, 1)),
        (((1, 2), (2, 1), (1, 1), (2, -1)), (1, 1, -1, 1)),
    )
    drawn = product(samples, (1, 2, 3, 4), (0, 1, 2), (False, True))
    queries = ((1, 0), (0, 1), (1, -2), (3, 1))
    worse = [
        PocketSample(points, 1, labels, queries, again, most, seed) for (points, labels), most, seed, again in drawn
    ]
    return [*worse, *passing()]


def passing() -> list[PocketSample]:
    """Return samples on which, whichever mistakes are corrected, one w in the middle is better than all others.

    It is the second of four, or the third. A learner that compares the pocket at every second or twentieth correction
    only, from whichever on, and perhaps after the last one, misses one of them.
    """
    second = ((-2, -1), (3, -2), (3, -2), (-2, 3))
    third = ((4, -2), (4, 1), (-2, -1), (-2, -1), (-2, -1))
    return [PocketSample(points, 1, (1,) * len(points), linear_samples.AROUND, False, 4) for points in (second, third)]


def pocket_fits(trace: Trace[PocketSample, Fit]) -> BatchFit:
    """Whether the answers are those of a legal run of Pocket."""
    case, facts = trace.case, trace.facts
    return pocket_fit(
        case.points, case.labels, facts.answers, case.queries, facts.beyond, case.max_updates, case.denominator
    )


POCKET_CONFORMS = batch_conforms(
    "pocket-conforms",
    Pocket,
    "On every sample the predictions of Pocket, on and off it, are those of the weights that some legal run holds in "
    "its pocket after max_updates corrections, whichever mistakes it corrects.",
    LIN("Pocket Algorithm"),
    cases=ANY_SAMPLES,
    fit=pocket_fits,
    attained_by=hard_samples,
)


@premise(r"at least $(RB)^2$ corrections are allowed", option="enough")
def ENOUGH_CORRECTIONS(trace: Trace[PocketSample, Fit]) -> bool:
    """Whether max_updates is at least ⌊(RB)²⌋, or there is no such bound."""
    bound = linear_samples.most_updates(trace.case.signed)
    return bound is None or trace.case.max_updates >= floor(bound)


POCKET_SEPARATES = batch_conforms(
    "pocket-on-separable-data",
    Pocket,
    "On linearly separable data Pocket with at least $(RB)^2$ corrections agrees with PLA: both have zero training "
    "error, and its pocket holds the weights at which some legal run of PLA ends.",
    LIN("Pocket Algorithm, Fun Time"),
    cases=Family(
        linear_samples.enough_corrections,
        exhaust=linear_samples.every_enough,
        extent="all separable samples of up to {examples} nonzero labelled points of the plane with integer "
        "coordinates up to ±{reach} (in one order only if more than {ordered:≤ _ examples}), ⌊(RB)²⌋ corrections",
        search=dict(dimensions=3, reach=2, examples=4, spare=2),
        scout=dict(dimensions=3, reach=3, examples=6, spare=3),
        quick=dict(reach=1, examples=3, ordered=2),
        full=dict(reach=1, examples=4, ordered=3),
        ladder=pocket_ladder,
    ),
    assuming=(SEPARABLE, ENOUGH_CORRECTIONS),
    fit=perceptron_fits,
    remark="The first $w$ without a mistake is the last one, and goes into the pocket. PLA makes no mistakes "
    "where it halts (batch-perceptron-conforms).",
    reading="as-printed",
    conformance=False,
)


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
        linear_samples.pocket_courses,
        exhaust=linear_samples.every_pocket_course,
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
