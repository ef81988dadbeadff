"""ERM by a linear program: a halfspace that separates a sample, if one does. Source: UML 9.1.1, (9.1)."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Annotated, Any, NamedTuple, Self

import msgspec
import numpy as np
from msgspec.structs import replace
from sympy import And, Eq, Rational

from learncheck.exact import separation
from learncheck.exact.answers import LearnerRaised
from learncheck.exact.certificates import confirmed
from learncheck.exact.linear_programming import separates_weakly
from learncheck.learners import HalfspaceLP
from learncheck.learners.arrays import Floats, Ints
from learncheck.strategies.halfspaces import ladders
from learncheck.strategies.halfspaces.linear_samples import steep_points
from learncheck.strategies.halfspaces.vectors import any_vector, axes, signed
from learncheck.strategies.play.case import Coordinates, Label, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.ladders import SAMPLE_SIZES, SIZES, but_one, places
from learncheck.strategies.samples import fitting
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.rules import batch
from learncheck.theorems.rules.labels import with_sign

R = quantity("R", "1 where the learner refuses the sample")
I = quantity("I", "1 where a certificate shows that no $w$ separates it")  # noqa: E741
g = quantity("γ", r"the least $y_i\langle w,x_i\rangle$ of the $w$ found, exactly; 0 where none is found", real=True)

TOLERANCE = Rational(1, 10**6)
"""By how much a solver in floats may miss ⟨w,x⟩ >= 1."""


Point = tuple[int, ...]

Before = Annotated[int, msgspec.Meta(ge=0, le=3)]
NOTHING, TURNED, ALONE, TORN = range(4)
"""What the learner fitted before: nothing, or one of these samples. No halfspace labels the last of them."""

BOTH_LABELS = fitting.Earlier("the first example with both labels", lambda X, y: (X[[0, 0]], np.array([1, -1])))
FITTED_BEFORE = (None, fitting.FLIPPED, fitting.FIRST_FLIPPED, BOTH_LABELS)

OFTEN_NOTHING = (NOTHING, NOTHING, NOTHING, TURNED, ALONE, TORN)
UNITS = (Fraction(1), Fraction(1, 16), Fraction(32))


class SeparatorFit(NamedTuple):
    """What is known about the sample, and what the learner did.

    answer:      a halfspace that labels the sample, or a proof that there is none.
    refused:     whether the learner refused the sample.
    predictions: the learner's answers on the sample, if it rightly did not refuse.
    beyond:      its answers on the queries, likewise.
    state:       the watched attributes that it exposes, likewise.
    """

    answer: separation.Separator | separation.Dependence
    refused: bool
    predictions: tuple[int, ...] = ()
    beyond: tuple[int, ...] = ()
    state: Snapshot = {}

    @property
    def separable(self) -> bool:
        """Whether a halfspace labels the sample."""
        return isinstance(self.answer, separation.Separator)


class HalfspaceSample(fitting.Sample, frozen=True, tag="halfspace-sample"):
    """A sample, which a homogeneous halfspace may or may not label, and instances beyond it.

    Coordinates of points and queries are in units of `unit`, a power of two. `before` says what was fitted before.
    """

    coordinates = Coordinates(vectors=("points", "queries"))

    points: tuple[Point, ...]
    labels: tuple[Label, ...]
    queries: tuple[Point, ...] = ()
    unit: Fraction = Fraction(1)
    before: Before = NOTHING

    def __post_init__(self) -> None:
        fitting.require_values(self.points, self.labels)
        fitting.require_points((*self.points, *self.queries))

    def handed(self) -> fitting.Handed:
        d, unit = len(self.points[0]), float(self.unit)
        X, queries = (np.array(vectors, dtype=float).reshape(-1, d) * unit for vectors in (self.points, self.queries))
        return fitting.Handed(X, np.array(self.labels), queries, FITTED_BEFORE[self.before])

    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace[Self, SeparatorFit]:
        answer = separation.separate(self.points, self.labels)
        confirmed(answer.verify(self.points, self.labels), f"whether a halfspace labels {self.points}")
        X, y, _, earlier, _ = self.handed()
        learner = make()
        if earlier is not None:
            refuses(learner.fit, *earlier.sample(X, y))
        refused = refuses(learner.fit, X.copy(), y.copy())
        if refused or not isinstance(answer, separation.Separator):
            return Trace(self, facts=SeparatorFit(answer, refused))
        fit = self.asked(learner, watch)
        return Trace(self, facts=SeparatorFit(answer, refused, fit.answers, fit.beyond, fit.state))


def halfspace_samples(
    choices: Choices, *, examples: int, dimension: int, largest: int, queries: int
) -> HalfspaceSample:
    """Samples of at most `examples` examples, usually with the labels of a drawn halfspace.

    Coordinates are at most `largest` in absolute value. Shrinks to few examples on the line, near 0, all +1.
    """
    d = choices.integer(1, dimension)
    point = partial(any_vector, choices, d, largest)
    target = point() if choices.integer(0, 2) else (0,) * d
    points = choices.many(point, least=1, most=examples)
    sides = (separation.inner(target, x) for x in points)
    labels = tuple((1 if side > 0 else -1) if side else choices.label() for side in sides)
    beyond = list(choices.many(point, most=queries))
    if queries and choices.flag():  # if the first example is positive, all separators agree on this label
        beyond.append(tuple(y * v + v_0 for v, y, v_0 in zip(points[-1], [labels[-1]] * d, points[0], strict=True)))
    return HalfspaceSample(points, labels, tuple(beyond), choices.pick(UNITS), choices.pick(OFTEN_NOTHING))


def small_halfspace_samples(choices: Choices, *, examples: int, dimension: int) -> HalfspaceSample:
    """Every sample of at most `examples` examples with coordinates -1, 0 and 1. The queries are all such points."""
    d = choices.integer(1, dimension)
    grid = tuple(product((0, 1, -1), repeat=d))
    signed = [(x, y) for x in grid for y in (1, -1)]
    points, labels = zip(*choices.sequence(signed, most=examples), strict=True)
    return HalfspaceSample(points, labels, grid)


SAMPLES = Family(
    halfspace_samples,
    exhaust=small_halfspace_samples,
    extent="all samples of up to {examples:≤ _ examples} examples in up to {dimension:d ≤ _} dimensions, coordinates "
    "−1, 0 and 1, in every order",
    search=dict(examples=4, dimension=2, largest=3, queries=2),
    scout=dict(examples=8, dimension=4, largest=8, queries=4),
    quick=dict(examples=2, dimension=2),
    full=dict(examples=3, dimension=2),
    ladder=lambda: program_ladder(),
)


def solved(trace: Trace[HalfspaceSample, SeparatorFit]) -> Values:
    facts = trace.facts
    least = margin(trace) if facts.separable and not facts.refused else Fraction(0)
    return {R: int(facts.refused), I: int(not facts.separable), g: least}


def unsolved(trace: Trace[HalfspaceSample, SeparatorFit]) -> str:
    """Describe what is wrong with the solution or the refusal; "" if the refusal is right."""
    if trace.facts.refused or not trace.facts.separable:
        return refusal(trace)
    return f"its w has y_i⟨w,x_i⟩ = {float(margin(trace)):.9g} for some i, and not at least 1"


HALFSPACE_LP = Claim(
    "halfspace-lp",
    r"In the realizable case the linear program of (9.1) returns a $w$ with $y_i\langle w,x_i\rangle \ge 1$ for all "
    "$i$; it is infeasible exactly where no $w$ separates the sample.",
    sources=(UML("9.1.1, (9.1)"),),
    label="lower",
    learner=HalfspaceLP,
    cases=SAMPLES,
    measure=solved,
    bound=And(Eq(R, I), g >= (1 - R) * (1 - TOLERANCE)),
    latex=r"R = I \text{ and } \gamma \ge (1 - 10^{-6})(1 - R)",
    watch=("w",),
    attained_by=lambda: hard_samples(),
    why=unsolved,
    needs_state=True,
    remark="The tolerance, $10^{-6}$, is for solvers in floats. It cannot blur the second half: where no $w$ "
    r"separates, every $w$ has $y_i\langle w,x_i\rangle \le 0$ for some $i$ (Gordan's theorem), and so "
    "misses the program by at least 1.",
)


def hard_samples() -> list[HalfspaceSample]:
    """Return samples of both kinds, also after other fits and with large and small numbers; some need a bias."""
    opposites = [HalfspaceSample((*axes(d), (0,) * (d - 1) + (-1,)), (1,) * (d + 1)) for d in (1, 3)]
    sum_to_0 = ((2, 1), (-1, 1), (-1, -2))  # any two of them are separable
    triangle, copies = (HalfspaceSample(sum_to_0 * k, (1, 1, 1) * k) for k in (1, 3))
    origin = HalfspaceSample(((1, 2), (0, 0)), (1, 1))  # at which every halfspace has a tie
    shifted = HalfspaceSample(((1,), (2,)), (1, -1))  # a bias would separate them
    outlier = HalfspaceSample(((-3, -3), (-3, 1), (-2, 1)), (1, 1, -1))  # least squares labels one wrongly
    one, two, six = map(steep, (1, 2, 6))
    return [
        *(*opposites, triangle, copies, origin, shifted, one, two, six, outlier),
        *(replace(two, before=before) for before in (TURNED, TORN)),
        *(replace(case, before=ALONE) for case in (six, copies)),
        *(replace(case, unit=Fraction(1, 1024)) for case in (six, triangle)),
        replace(six, unit=Fraction(1024)),
    ]


def refusal(trace: Trace[HalfspaceSample, SeparatorFit]) -> str:
    """Describe what is wrong with refusing or not refusing the sample; "" if nothing is."""
    facts = trace.facts
    if isinstance(facts.answer, separation.Separator) and facts.refused:
        w = ", ".join(map(str, facts.answer.w))
        return f"it raises ValueError, but w = ({w}) has y_i⟨w,x_i⟩ ≥ 1 for all i"
    if isinstance(facts.answer, separation.Dependence) and not facts.refused:
        return f"it does not raise ValueError, but no w separates the sample: {facts.answer}"
    return ""


def margin(trace: Trace[HalfspaceSample, SeparatorFit]) -> Fraction:
    """Return min_i y_i⟨w,x_i⟩ of the learner's w, with floats at their exact values. Raises NotExposed."""
    case = trace.case
    w = [Fraction(v) for v in batch.exposed_weights(trace.facts.state, len(case.points[0])).tolist()]
    margins = (y * separation.inner(w, x) for x, y in zip(case.points, case.labels, strict=True))
    return Fraction(case.unit * min(margins))


def program_ladder() -> Iterator[HalfspaceSample]:
    """Samples for the linear program: small margins, long and short instances, many examples and dimensions.

    In some, one of many examples decides, or one of many dimensions. Two miss being separable by little. One needs
    double precision; in one, each example is next to another whose constraint is hardly stronger.
    """
    around = ((1, 0), (0, 1), (-1, 2), (1, 1))
    large = 2 ** (ladders.SINGLE - 1)
    yield HalfspaceSample(((large + 1, -large), (-large, large + 1)), (1, 1), ((1, 1),))
    close = ((0, 3072), (-3072, -1024), (-1, 3070), (-3071, -1022))
    yield HalfspaceSample(close, (1,) * 4, around, Fraction(1, 1024))
    for k in ladders.RUNGS:
        yield HalfspaceSample(ladders.narrow(k), (1, -1), around, Fraction(1, 2**k))
    for k in (-17, *ladders.SCALES):  # the first needs weights of half a million
        yield HalfspaceSample(ladders.narrow(1), (1, -1), around, Fraction(2) ** (k - 1))
    for size in ladders.SMALL_SIZES[:-1]:
        yield HalfspaceSample(ladders.fan(size), (1,) * size, around)
        yield HalfspaceSample((*ladders.fan(size), (0, -1)), (1,) * (size + 1))
    for size in SAMPLE_SIZES:
        for many in ladders.one_apart(size):
            yield HalfspaceSample(many, (1,) * size, around)
        for place in places(size):
            yield HalfspaceSample(but_one(size, place, (1, 0), (-1, 0)), (1,) * size)
        for place in places(size):  # w must have a large entry in the one place in which the two points differ
            other = but_one(size, place, 1, 0)
            yield HalfspaceSample(((1,) * size, other), (1, -1), (but_one(size, place, 0, 1),))
    yield HalfspaceSample(axes(SIZES[0]), (1,) * SIZES[0])
    for k in (*ladders.RUNGS, 20):
        yield HalfspaceSample(((2**k, 1), (-(2**k), 1)), (1, 1), around, Fraction(1, 2**k))
        yield HalfspaceSample(((2**k, 1), (-(2**k), 1), (0, -1)), (1, 1, 1), around, Fraction(1, 2**k))
    for d in (8, 12):
        yield steep(d)


def steep(d: int) -> HalfspaceSample:
    """The examples of `steep_points`, labelled +1, with the unit vectors as queries."""
    return HalfspaceSample(steep_points(d), (1,) * d, axes(d))


def refuses(fit: Callable[..., object], X: Floats, y: Ints) -> bool:
    """Whether the learner refuses the sample: its own code raises ValueError.

    Any other exception is the learner's failure and propagates; so does a ValueError of a library that it called.
    """
    try:
        fit(X, y)
    except ValueError:
        return True
    except LearnerRaised as raised:
        if raised.is_own(ValueError):
            return True
        raise
    return False


def why_misfit(trace: Trace) -> batch.BatchFit:
    """Whether samples are refused where they should be, and answers are those of one separator."""
    why = refusal(trace) or wrong_answer(trace)
    return batch.BatchFit(not why, why)


HALFSPACE_LP_CONFORMS = batch.batch_conforms(
    "halfspace-lp-conforms",
    HalfspaceLP,
    "On every sample HalfspaceLP labels all examples correctly, and all other instances as one homogeneous halfspace "
    "that does so; where there is none it raises ValueError.",
    UML("9.1.1"),
    cases=SAMPLES,
    fit=why_misfit,
    attained_by=hard_samples,
)


def wrong_answer(trace: Trace[HalfspaceSample, SeparatorFit]) -> str:
    """Describe the answers, on the sample and beyond it, that no w with y_i⟨w,x_i⟩ > 0 for all i gives.

    Return "" if some w gives them all. Beyond the sample any answer is allowed at ⟨w,x⟩ = 0.
    """
    case, facts = trace.case, trace.facts
    if not facts.separable:
        return ""
    for i, (answer, y) in enumerate(zip(facts.predictions, case.labels, strict=True)):
        if answer != y:
            return f"example {i}, {case.points[i]}, has the label {y:+d}, but the answer is {with_sign(answer)}"
    examples = list(dict.fromkeys(signed(case.points, case.labels)))
    answered = list(zip(case.queries, facts.beyond, strict=True))
    if allowed(examples, answered):
        return ""
    for query, answer in answered:
        if not allowed(examples, [(query, answer)]):
            return f"the sample forces another label on {query} than the answer {with_sign(answer)}"
    return f"no one halfspace gives {', '.join(f'{query} the label {with_sign(answer)}' for query, answer in answered)}"


def allowed(examples: Sequence[Point], answered: Sequence[tuple[Point, int]]) -> bool:
    """Whether some w is positive on the signed examples and gives these answers, with any answer at ⟨w,x⟩ = 0.

    If coordinates are equal in all vectors, one of them is enough, as w may have the sum of their entries there.
    """
    sided = [tuple(answer * v for v in query) for query, answer in answered if answer]
    tied = [query for query, answer in answered if not answer]
    rows = list(zip(*dict.fromkeys(zip(*examples, *sided, *tied, strict=True)), strict=True))
    m, n = len(examples), len(examples) + len(sided)
    return separates_weakly(rows[:m], rows[m:n], rows[n:])
