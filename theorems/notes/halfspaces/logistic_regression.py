"""Logistic regression: ERM under the logistic loss, and samples on which it has no minimum."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import ctx
from sympy import And, Implies, Rational

from learncheck.exact.decimals import apart
from learncheck.exact.separation import inner
from learncheck.exact.signs import NotShown
from learncheck.learners import LogisticRegression
from learncheck.strategies.halfspaces import ladders, regression
from learncheck.strategies.halfspaces.vectors import axes
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.ladders import SAMPLE_SIZES, SIZES, but_one, places
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.language.proof import Chain, fact
from learncheck.theorems.notes.halfspaces.least_squares import least
from learncheck.theorems.notes.halfspaces.logistic_loss import loss
from learncheck.theorems.rules import regression as rules
from learncheck.theorems.rules.batch import BatchFit, batch_conforms, exposed_weights

FULL_RANK = Premise(
    "the instances span the whole space", lambda trace: regression.spans(trace.case.points), option="full_rank"
)


@premise("no homogeneous halfspace separates the sample, not even weakly", option="not_separable")
def NOT_SEPARABLE(trace: Trace) -> bool:
    """Whether no halfspace separates the sample, not even weakly, as a certificate shows."""
    try:
        rules.logistic_optimum(trace.case.signed())
    except rules.NoMinimum:
        return False
    return True


def noisy_ladder() -> Iterator[regression.LogisticSample]:
    """Samples for logistic regression.

    A second fit, a sample on which Newton's method diverges unless its steps are shortened, one flipped label among
    many others, many dimensions, longer and longer instances, two scales at once, labels that a bias would give,
    queries on either side of the separator, where other losses have another sign, and short instances, with their long
    w and small gradients; and the samples of `unbalanced`.
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
    yield regression.LogisticSample(axes(SIZES[0]) * 3, (1,) * 2 * SIZES[0] + (-1,) * SIZES[0], axes(SIZES[0]))
    for k in (0, 4, 8, 12):
        yield regression.LogisticSample(((2**k,),) * 3, (1, 1, -1), ((4,), (-4,)))
    for k in (2, 6, 10):
        points = ((4, 0), (4, 0), (4, 0), (0, 2**k), (0, 2**k), (0, 2**k))
        yield regression.LogisticSample(points, (1, 1, -1, -1, -1, 1), ((4, 4), (1, -1)))
    for k in (0, 3, 6, 8):
        two = ((2**k,),) * 4 + ((2 ** (k + 1),),) * 4
        yield regression.LogisticSample(two, (1, 1, 1, -1, -1, -1, -1, 1), ((0,), (3 * 2**k,)))
    odds = ((4, 0),) * 3 + ((0, 4),) * 5  # w = (log 2, −log 4), so 2:1 is a tie
    for kind in (regression.LogisticSample, regression.ShortLogisticSample):
        yield kind(odds, (1, 1, -1, -1, -1, -1, -1, 1), ((2040, 1000), (1960, 1000)))


def unbalanced() -> Iterator[regression.LogisticSample]:
    """Yield samples with nearly dependent columns, with one far outlier, and with a point off by little."""
    for k in (6, 10, 18):  # for the last one's Hessian, single precision has too few digits
        first, second = ladders.narrow(k)
        yield regression.LogisticSample((*(first,) * 3, *(second,) * 3), (1, 1, -1, -1, -1, 1), ((0, 4), (4, 0)))
    for k in (6, 10):
        yield regression.LogisticSample((*((4,),) * 9, (2**k,)), (1,) * 9 + (-1,), ((4,),))
        yield regression.LogisticSample((*((2**k,),) * 5, (1,)), (1,) * 5 + (-1,), ((4,),))


LABELS = Family(
    regression.logistic_samples,
    exhaust=regression.every_logistic_sample,
    extent="all samples of up to {examples:≤ _ examples} of the points 1/4, 1/2 and 3/4 of the line that are not "
    "separable, in every order",
    search=dict(dimensions=2, reach=4, pool=3, copies=1, queries=2),
    scout=dict(dimensions=3, reach=6, pool=5, copies=2, queries=3),
    quick=dict(examples=3),
    full=dict(examples=4),
    ladder=noisy_ladder,
)

HYPOTHESES = (FULL_RANK, NOT_SEPARABLE)

TOLERANCE = Rational(rules.ABSOLUTE.numerator, rules.ABSOLUTE.denominator)

Lw = quantity("L_S(w)", "the logistic loss of the $w$ found")


def logistic_losses(trace: Trace) -> Values:
    """Measure L_S(w) of the learner's w, rounded down, and the least loss, rounded up."""
    signed = trace.case.signed()
    exposed = exposed_weights(trace.facts.state, len(trace.case.points[0]))
    w = [regression.UNIT * trace.case.unit * v for v in exposed.tolist()]
    with ctx.workprec(160):
        own = rules.lower(rules.logistic_loss(signed, w))
        return {Lw: max(Fraction(0), own), least: rules.logistic_optimum(signed).high}


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


CLOSE = Fraction(1, 1_000)
"""A loss that is closer to the least was on its way there."""


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


def labels_fit(trace: Trace[regression.LogisticSample, Fit]) -> BatchFit:
    """Whether the labels are those of a w of least loss."""
    case: regression.LogisticSample = trace.case
    width = len(case.points[0])
    answers = (*trace.facts.answers, *trace.facts.beyond)
    tolerance = trace.memo.get("tolerance", rules.ABSOLUTE)
    return rules.logistic_fit(
        case.signed(), regression.floats(case.points, width), answers, regression.floats(case.queries, width), tolerance
    )


LOGISTIC_CONFORMS = batch_conforms(
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

before = quantity("L_S(v)", "the logistic loss of $v$")
beyond_w = quantity("L_S(v+w)", "the logistic loss a step further along a separating $w$")


def going_on(trace: Trace) -> Values:
    """Measure L_S(v), rounded down, and L_S(v + w), rounded up, for the w that separates weakly."""
    case: regression.Separated = trace.case
    v = [Fraction(c, regression.UNIT) for c in case.start]
    further = [a + b for a, b in zip(v, case.target, strict=True)]
    with ctx.workprec(256):
        here = rules.logistic_loss(case.signed(), [float(c) for c in v])
        there = rules.logistic_loss(case.signed(), [float(c) for c in further])
        return {before: rules.lower(here), beyond_w: rules.upper(there)}


@premise(r"$y_i\langle w,x_i\rangle \ge 0$ for all $i$, and $> 0$ for one", option="separated")
def WEAKLY_SEPARATED(trace: Trace) -> bool:
    """Whether y_i⟨w,x_i⟩ >= 0 for all i, and > 0 for one."""
    case: regression.Separated = trace.case
    margins = [inner(x, case.target) for x in case.signed()]
    return min(margins) >= 0 and max(margins) > 0


margin_least, margin_most = sympy.symbols("min(y⟨w·x⟩) max(y⟨w·x⟩)", real=True)


@fact(
    "the loss of an example falls strictly with its margin",
    Implies(And(margin_least >= 0, margin_most > 0), beyond_w < before),
    "calculus; a mean falls where one term falls and none grows",
)
def strictly_falling() -> str:
    """Show d/ds log(1 + e^(−(a+s))) < 0, so that a step along w lowers the loss of one example and raises none."""
    a_, s_ = sympy.symbols("a s", real=True)
    slope = sympy.simplify(sympy.diff(loss(a_ + s_), s_))
    if not (-slope).is_positive:
        raise NotShown(f"{slope} is not seen to be negative")
    return f"d/ds log(1 + e^(−(a+s))) = {slope} < 0"


NO_MINIMUM = Claim(
    "logistic-erm-needs-noise",
    r"If some $w$ has $y_i\langle w,x_i\rangle \ge 0$ for all $i$ and $> 0$ for one, $L_S(v + w) < L_S(v)$ for "
    "every $v$: problem (9.10) has no solution.",
    sources=(UML("9.3, (9.10)"),),
    kind="identity",
    cases=Family(
        regression.separated_samples,
        search=dict(dimensions=2, reach=4, pool=4),
        scout=dict(dimensions=3, reach=8, pool=8),
    ),
    assuming=(WEAKLY_SEPARATED,),
    measure=going_on,
    bound=beyond_w < before,
    proof=Chain(
        assuming={WEAKLY_SEPARATED: And(margin_least >= 0, margin_most > 0)},
        using=(strictly_falling,),
    ),
    reading="ours",
    remark="So LogisticRegression is judged on samples of full rank that nothing separates, not even weakly; on these "
    "there is exactly one minimiser.",
)
