"""Linear regression by least squares: ERM under the squared loss, and its normal equations."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from sympy import Rational

from learncheck.exact.decimals import apart
from learncheck.learners import LeastSquares
from learncheck.strategies.halfspaces import ladders
from learncheck.strategies.halfspaces import regression as samples
from learncheck.strategies.halfspaces.vectors import axes
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.ladders import EVERY, SAMPLE_SIZES, SIZES, but_one, places
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.rules import regression
from learncheck.theorems.rules.batch import BatchFit, batch_conforms, exposed_weights

L = quantity("L_S", "the mean loss on the sample")
least = quantity("L_min", "the least mean loss on the sample")
rounding = quantity("ρ", "what rounding may add to it")

SHARE = Rational(regression.RELATIVE.numerator, regression.RELATIVE.denominator)


def regression_ladder() -> Iterator[samples.RegressionSample]:
    """Samples for least squares.

    Repeats, and a second fit; a target that is no integer; one example of many, and a few dimensions of many, that
    have a target; many columns of small numbers that fit only with large weights, which no penalty may shorten; nearly
    dependent columns, whose small singular value a square would lose, alone and among others; columns of very different
    scale; one far outlier; and numbers that are small in themselves, alone and as the difference of columns.
    """
    yield samples.FineRegressionSample(((1,), (1,)), (0, 1))
    yield samples.FineRegressionSample(ladders.narrow(24), (2**24, 0))
    yield samples.RegressionSample(((4,), (4,), (4,)), (0, 0, 4), again=True)
    yield samples.RegressionSample(((4,),), (1,))
    for size in SAMPLE_SIZES:
        for place in places(size):
            yield samples.RegressionSample(((4,),) * size, but_one(size, place, 0, 4 * size))
    yield samples.RegressionSample(axes(SIZES[0]), tuple(range(1, SIZES[0] + 1)))
    few = tuple(but_one(EVERY, place, 0, 1) for place in places(EVERY))
    yield samples.RegressionSample(few, tuple(range(1, len(few) + 1)))
    size = 16
    rows = tuple((0,) * i + (4,) + (-4,) * (size - 1 - i) for i in range(size))
    yield samples.RegressionSample(rows, (*(0,) * (size - 1), 4))  # the weights are powers of two
    for k in (17, *NEARLY):
        first, second = ladders.narrow(k)
        yield samples.RegressionSample((second, first), (0, 2**k))
        yield samples.RegressionSample((second, first, (2**k, 2**k + 1)), (0, 2**k, 2**k), ((0, 1),))
        yield samples.RegressionSample((*(second,) * 100, first), (*(0,) * 100, 2**k))
        yield samples.RegressionSample(((2**k, 4), (2**k, -4)), (8, 0), ((0, 4),))
        yield samples.RegressionSample(((4, 0), (4, 4), (4, 8), (4, 2**k)), (0, 8, 8, 2**k))
    yield samples.RegressionSample(((2**36, 4), (2**36, -4)), (8, 0), ((0, 4),))  # a weight of 2⁻³⁴ beside one of 1


NEARLY = (24, 30)
"""k, for columns that differ, or numbers that are smaller than others, by a factor of 2⁻ᵏ: less than a cut of 1e-9."""


SAMPLES = Family(
    samples.regression_samples,
    exhaust=samples.every_regression_sample,
    extent="all samples of up to {examples:≤ _ examples} examples in the plane, the first coordinate 0 or 1/4, the "
    "second 0, 1/4 or 1/2, targets 0 and 1, in every order",
    search=dict(examples=4, dimensions=3, reach=4, queries=2),
    scout=dict(examples=6, dimensions=3, reach=8, queries=3),
    quick=dict(examples=2),
    full=dict(examples=3),
    ladder=regression_ladder,
)


def training_loss(trace: Trace[samples.RealTargets, Fit]) -> Values:
    """Measure L_S of the learner's answers, the least loss, found by projection, and ρ."""
    case: samples.RealTargets = trace.case
    rows, targets = case.rows(), case.values()
    return {
        L: regression.mean_square(trace.facts.answers, targets),
        least: regression.least_by_projection(list(zip(*rows, strict=True)), targets),
        rounding: regression.rounding_of(rows, targets),
    }


def about_rounding(trace: Trace) -> str:
    """Describe the two losses."""
    values = training_loss(trace)
    own, best = apart(values[L], values[least])
    return f"its mean squared loss on the sample is {own}, and {best} can be attained"


def nearly_dependent() -> list[samples.RegressionSample]:
    """Return two examples that differ slightly and have different targets; the difference is not a rounding error."""
    return [samples.RegressionSample(((8192, 8192), (8192, 8193)), (0, 4), ((0, 4),))]


about_least_squares = partial(Claim, learner=LeastSquares, cases=SAMPLES)
"""A claim about what LeastSquares finds."""

LEAST_SQUARES = about_least_squares(
    "least-squares",
    r"Least squares finds a $w$ of least mean squared loss $(1/m)\sum(\langle w,x_i\rangle - y_i)^2$, whether or not "
    r"the $x_i$ span $\mathbb{R}^d$.",
    sources=(UML("9.2.1"),),
    measure=training_loss,
    bound=L <= least * (1 + SHARE) + rounding,
    latex=r"L_S \le (1 + 10^{-9})L_{\min} + \rho",
    why=about_rounding,
    attained_by=nearly_dependent,
    remark=r"Any minimiser is accepted. $\rho$ is what rounding in doubles may add: predictions that are off by "
    r"$8md\cdot2^{-53}$ of $\|X\|(1 + \|w\|) + \|y\|$ and of cond$(X)$ times the residual, as in a stable solver; by "
    r"$8md$·cond$(X)^2\cdot2^{-53}$ of $\|y\|$, as solving the normal equations makes them, but at most $10^{-5}$ of "
    r"it; and by $10^{-9}$ of it in any case. Where $X$ has nearly dependent columns, $X^\top X$ has lost them.",
)


def linear_fits(trace: Trace[samples.RealTargets, Fit]) -> BatchFit:
    """Whether the answers are those of one linear function of least loss."""
    case: samples.RealTargets = trace.case
    facts = trace.facts
    return regression.linear_fit(case.rows(), case.values(), facts.answers, case.further(), facts.beyond)


LEAST_SQUARES_CONFORMS = batch_conforms(
    "least-squares-conforms",
    LeastSquares,
    "On every sample the answers, on and off the sample, are those of one linear function "
    r"$x \mapsto \langle w,x\rangle$ of least squared loss.",
    UML("9.2.1"),
    cases=SAMPLES,
    fit=linear_fits,
    attained_by=nearly_dependent,
)

G2 = quantity("‖Aw−b‖²", "the squared residual of the normal equations $Aw = b$")

total = quantity("tr(A)", "the trace of $A$")
m = quantity("m", "the examples")


def equations(trace: Trace) -> Values:
    """Measure ‖Aw−b‖², tr(A), m, the least loss and ρ."""
    case: samples.RealTargets = trace.case
    rows, targets = case.rows(), case.values()
    A, b = regression.normal_equations(regression.matrix(rows), regression.column(targets))
    gap = regression.fractions(A * regression.column(exposed_weights(trace.facts.state, len(rows[0])).tolist()) - b)
    return {
        G2: sum((v * v for v in gap), Fraction(0)),
        total: sum((v * v for row in rows for v in row), Fraction(0)),
        m: len(targets),
        least: regression.least_squares(rows, targets).loss,
        rounding: regression.rounding_of(rows, targets),
    }


NORMAL_EQUATIONS = about_least_squares(
    "least-squares-normal-equations",
    r"The $w$ that least squares returns solves $Aw = b$, for $A = \sum x_i x_i^\top$ and $b = \sum y_i x_i$.",
    sources=(UML("9.2.1, (9.6)"),),
    measure=equations,
    bound=G2 <= total * m * (least * SHARE + rounding),
    watch=("w",),
    needs_state=True,
    remark=r"The tolerance is that of the loss: $Aw - b = X^\top\delta$ for the $\delta$ by which the predictions "
    r"are off, so that $\|Aw-b\|^2 \le \operatorname{tr}(A)\cdot\|\delta\|^2$, and the loss is "
    r"$\|\delta\|^2/m$ above the least.",
)
