"""Logistic regression is ERM under the logistic loss, (1/m) Σ log(1 + e^(−y_i⟨w,x_i⟩)): UML 9.3, (9.10).

On samples of full rank that no halfspace separates, not even weakly, exactly one w has the least loss, and
`LogisticRegression` is judged by its loss (logistic-erm) and its labels (logistic-regression-conforms). If a halfspace
separates them, the loss has no minimum (logistic-erm-needs-noise).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from flint import ctx
from sympy import Rational

from learncheck.exact.decimals import apart, decimal
from learncheck.exact.definiteness import rationals
from learncheck.learners import LogisticRegression
from learncheck.strategies.halfspaces import ladders, logistic, regression, vectors
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.ladders import SAMPLE_SIZES, SIZES, but_one, places
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.notes.halfspaces.least_squares import least
from learncheck.theorems.rules import batch, following
from learncheck.theorems.rules.labels import with_sign

Lw = quantity("L_S(w)", "the logistic loss of the $w$ found")
TOLERANCE = Rational(logistic.ABSOLUTE.numerator, logistic.ABSOLUTE.denominator)
CLOSE = Fraction(1, 1_000)
"""A loss that is closer to the least was on its way there."""


def logistic_samples(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    copies: int,
    queries: int,
    full_rank: bool = False,
    not_separable: bool = False,
) -> regression.LogisticSample:
    """Samples in which points may occur several times, with both labels.

    full_rank:     the points span the space.
    not_separable: no halfspace separates the sample, not even weakly.

    Shrinks to one point on the line with both labels.
    """
    size = choices.integer(1, dimensions)
    drawn: list[tuple[vectors.Vector, int]] = []
    for _ in range(choices.integer(size, max(size, pool))):
        x = vectors.nonzero_vector(choices, size, reach)
        drawn += [(x, 1)] * (choices.integer(0, copies) + 1)
        drawn += [(x, -1)] * abs(choices.integer(-1, copies))
    points, labels = zip(*drawn, strict=True)
    beyond = choices.many(lambda: vectors.any_vector(choices, size, reach), most=queries)
    case = regression.LogisticSample(points, labels, beyond, choices.flag())
    if full_rank and not spans(points):
        choices.reject()
    if not_separable and regression.balanced_weights(case.signed()) is None:
        choices.reject()
    return case


def every_logistic_sample(choices: Choices, *, examples: int) -> regression.LogisticSample:
    """Every non-separable sample of at most `examples` of the points 1/4, 1/2 and 3/4 on the line."""
    rows = tuple((choices.integer(1, 3), choices.label()) for _ in range(choices.integer(2, examples)))
    case = regression.LogisticSample(tuple((x,) for x, _ in rows), tuple(y for _, y in rows), ((-1,), (2,)))
    if regression.balanced_weights(case.signed()) is None:
        choices.reject()
    return case


LABELS = Family(
    logistic_samples,
    exhaust=every_logistic_sample,
    extent="all samples of up to {examples:≤ _ examples} of the points 1/4, 1/2 and 3/4 of the line that are not "
    "separable, in every order",
    search=dict(dimensions=2, reach=4, pool=3, copies=1, queries=2),
    scout=dict(dimensions=3, reach=6, pool=5, copies=2, queries=3),
    quick=dict(examples=3),
    full=dict(examples=4),
    ladder=lambda: noisy_ladder(),
)


FULL_RANK = Premise("the instances span the whole space", lambda trace: spans(trace.case.points), option="full_rank")


@premise("no homogeneous halfspace separates the sample, not even weakly", option="not_separable")
def NOT_SEPARABLE(trace: Trace) -> bool:
    """Whether no halfspace separates the sample, not even weakly, as a certificate shows."""
    try:
        logistic.optimum(trace.case.signed())
    except logistic.NoMinimum:
        return False
    return True


HYPOTHESES = (FULL_RANK, NOT_SEPARABLE)


def logistic_losses(trace: Trace) -> Values:
    """Measure L_S(w) of the learner's w, rounded down, and the least loss, rounded up."""
    signed = trace.case.signed()
    exposed = batch.exposed_weights(trace.facts.state, len(trace.case.points[0]))
    w = [regression.UNIT * trace.case.unit * v for v in exposed.tolist()]
    with ctx.workprec(logistic.PRECISION):
        own = logistic.lower(logistic.loss(signed, w))
        return {Lw: max(Fraction(0), own), least: logistic.optimum(signed).high}


def nearly_least(trace: Trace) -> str:
    """Describe a loss that is close to the least one, and how to tell that it is not yet close enough."""
    values = logistic_losses(trace)
    left = values[Lw] - values[least]
    if left > CLOSE:
        return ""
    own, best = apart(values[Lw], values[least])
    return (
        f"the mean logistic loss of its w is {own}, and the least is {best}; it may stop once gᵀH⁻¹g/2, which is about "
        f"what is left to gain (here {float(left):.1e}), is small enough: where features nearly depend on each other "
        "the gradient g is small long before"
    )


LOGISTIC = Claim(
    "logistic-erm",
    r"Logistic regression finds a $w$ whose mean logistic loss $(1/m)\sum \log(1 + e^{-y_i\langle w,x_i\rangle})$ is "
    "the least, up to $10^{-6}$.",
    sources=(UML("9.3, (9.10)"),),
    learner=LogisticRegression,
    cases=LABELS,
    assuming=HYPOTHESES,
    measure=logistic_losses,
    bound=Lw <= least + TOLERANCE,
    watch=("w",),
    why=nearly_least,
    needs_state=True,
    remark="The least loss is known within $10^{-15}$, between the loss of an approximate minimiser and the mean "
    r"entropy of weights $\alpha$ with $\sum \alpha_i y_i x_i = 0$, both in ball arithmetic. Such weights, "
    "rational ones, also show that the sample is not separable. The three identities are claims of their "
    "own: logistic-symmetry, logistic-loss-convex, logistic-likelihood.",
)


def noisy_ladder() -> Iterator[regression.LogisticSample]:
    """Samples for logistic regression.

    A second fit, a sample on which Newton's method diverges unless its steps are shortened, one flipped label among
    many others, many dimensions, longer and longer instances, two scales at once, labels that a bias would give,
    queries on either side of the separator, where other losses have another sign, a w with a coordinate that few steps
    do not reach, and short instances, with their long w and small gradients; and the samples of `unbalanced`.
    """
    yield from unbalanced()
    yield regression.LogisticSample(((4,),) * 3, (1, 1, -1), ((4,), (-4,)), again=True)
    wild = ((-2, 1),) * 4 + ((-4, 6), (16, 0), (1, -1))
    yield regression.LogisticSample(wild, (1, 1, 1, 1, 1, -1, 1), ((4, 4), (1, -1)))
    for k in (1, 3, 5):
        yield regression.LogisticSample(((4,),) * 2**k + ((4,),), (1,) * 2**k + (-1,), ((1,), (-4,)))
    for size in SAMPLE_SIZES:
        for place in places(size):
            yield regression.LogisticSample(((4,),) * size, but_one(size, place, 1, -1), ((1,), (-4,)))
    yield regression.LogisticSample(
        vectors.axes(SIZES[0]) * 3, (1,) * 2 * SIZES[0] + (-1,) * SIZES[0], vectors.axes(SIZES[0])
    )
    for k in (0, 4, 8, 12):
        yield regression.LogisticSample(((2**k,),) * 3, (1, 1, -1), ((4,), (-4,)))
    for k in (2, 6, 10):
        points = ((4, 0), (4, 0), (4, 0), (0, 2**k), (0, 2**k), (0, 2**k))
        yield regression.LogisticSample(points, (1, 1, -1, -1, -1, 1), ((4, 4), (1, -1)))
    for k in (0, 3, 6, 8):
        two = ((2**k,),) * 4 + ((2 ** (k + 1),),) * 4
        yield regression.LogisticSample(two, (1, 1, 1, -1, -1, -1, -1, 1), ((0,), (3 * 2**k,)))
    odds = ((4, 0),) * 3 + ((0, 4),) * 5  # w = (log 2, −log 4), so 2:1 is a tie
    for kind in (regression.LogisticSample, ShortLogisticSample):
        yield kind(odds, (1, 1, -1, -1, -1, -1, -1, 1), ((2040, 1000), (1960, 1000)))
    rare = ((4, 0),) * 1025 + ((0, 4),) * 120  # w = (10·log 2, log 2), so 1:−10 is a tie
    labels = (1,) * 1024 + (-1,) + (1, 1, -1) * 40
    yield regression.LogisticSample(rare, labels, ((103, -1000), (97, -1000)))


class ShortLogisticSample(regression.LogisticSample, frozen=True, tag="short-logistic-sample"):
    """A logistic sample with coordinates in units of 2⁻⁹, which makes w long: its loss is that of 2⁻⁷w on quarters."""

    unit = 2.0**-9


def unbalanced() -> Iterator[regression.LogisticSample]:
    """Yield samples with nearly dependent columns, with one far outlier, and with a point off by little."""
    for k in (6, 10, 18):  # for the last one's Hessian, single precision has too few digits
        first, second = ladders.narrow(k)
        yield regression.LogisticSample((*(first,) * 3, *(second,) * 3), (1, 1, -1, -1, -1, 1), ((0, 4), (4, 0)))
    for k in (6, 10):
        yield regression.LogisticSample((*((4,),) * 9, (2**k,)), (1,) * 9 + (-1,), ((4,),))
        yield regression.LogisticSample((*((2**k,),) * 5, (1,)), (1,) * 5 + (-1,), ((4,),))


def spans(points: Sequence[Sequence[int]]) -> bool:
    """Whether the points span the space."""
    return bool(rationals(points).rank() == len(points[0]))


def labels_fit(trace: Trace[regression.LogisticSample, Fit]) -> batch.BatchFit:
    """Whether the labels, on and off the sample, are those of a w whose loss is within the tolerance of the least."""
    case = trace.case
    optimum = logistic.optimum(case.signed(), trace.memo.get("tolerance", logistic.ABSOLUTE))
    instances = np.array((*case.points, *case.queries)) / regression.UNIT
    for x, label in zip(instances, (*trace.facts.answers, *trace.facts.beyond), strict=True):
        due = optimum.sign_at(x, following.TIE)
        if due and label != due:
            point = ", ".join(map(decimal, x))
            return batch.BatchFit(
                False, f"({point}) has the label {due:+d} for every w of almost least loss, not {with_sign(int(label))}"
            )
    return batch.FITS


LOGISTIC_CONFORMS = batch.batch_conforms(
    "logistic-regression-conforms",
    LogisticRegression,
    "On every sample of full rank that no halfspace separates, not even weakly, the labels, on and off the sample, "
    r"are $\operatorname{sign}\langle w,x\rangle$ for a $w$ of least logistic loss, up to $10^{-6}$.",
    UML("9.3"),
    cases=LABELS,
    assuming=HYPOTHESES,
    fit=labels_fit,
    remark="A label is judged where every $w$ whose loss is within $10^{-6}$ of the least gives the same: the "
    "sublevel set is enclosed in an ellipsoid, in ball arithmetic, by the curvature of the loss.",
)
