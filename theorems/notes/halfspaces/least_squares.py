"""Linear regression by least squares is ERM under the squared loss, (1/m) Σ (⟨w,x_i⟩ − y_i)²: UML 9.2.1.

A w has the least loss exactly if it solves the normal equations Aw = b, A = Σ x_i x_iᵀ and b = Σ y_i x_i, also if A is
singular. `LeastSquares` is judged by its loss (least-squares), its answers (least-squares-conforms) and its w
(least-squares-normal-equations).
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from flint import fmpq_mat
from numpy.typing import NDArray
from sympy import Rational

from learncheck.exact import squares
from learncheck.exact.balls import fraction
from learncheck.exact.decimals import apart
from learncheck.exact.definiteness import rationals
from learncheck.learners import LeastSquares
from learncheck.strategies.halfspaces import ladders, regression
from learncheck.strategies.halfspaces.vectors import Vector, any_vector, axes
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.ladders import EVERY, SAMPLE_SIZES, SIZES, but_one, places
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.rules import batch, following

L = quantity("L_S", "the mean loss on the sample")
least = quantity("L_min", "the least mean loss on the sample")
rounding = quantity("ρ", "what rounding may add to it")


RELATIVE = Fraction(1, 10**9)
"""The relative tolerance for the training loss of least squares."""


SHARE = Rational(RELATIVE.numerator, RELATIVE.denominator)


def regression_samples(
    choices: Choices, *, examples: int, dimensions: int, reach: int, queries: int
) -> regression.RegressionSample:
    """Samples of at most `examples` examples, each once or twice; of full rank or not, as columns may be repeated.

    Shrinks to one example on the line, 0 with the target 0.
    """
    size = choices.integer(1, dimensions)
    repeated = [choices.integer(0, 2) for _ in range(size)]  # 2: repeat the previous column

    def instance() -> Vector:
        x: list[int] = []
        for again in repeated:
            x.append(x[-1] if x and again == 2 else choices.integer(-reach, reach))
        return tuple(x)

    drawn = choices.many(
        lambda: (instance(), choices.integer(-3 * reach, 3 * reach), choices.integer(1, 2)), least=1, most=examples
    )
    rows = [(x, y) for x, y, copies in drawn for _ in range(copies)]
    points, targets = zip(*rows, strict=True)
    further = choices.many(lambda: any_vector(choices, size, reach), most=queries)
    return regression.RegressionSample(points, targets, further, again=choices.flag())


def every_regression_sample(choices: Choices, *, examples: int) -> regression.RegressionSample:
    """Every sample of at most `examples` examples in the plane, with coordinates 0, 1/4 or 1/2 and targets 0 or 1."""
    rows = choices.several(
        lambda: ((choices.integer(0, 1), choices.integer(0, 2)), regression.UNIT * choices.integer(0, 1)),
        least=1,
        most=examples,
    )
    points, targets = zip(*rows, strict=True)
    return regression.RegressionSample(points, targets, ((1, 0), (0, 1), (1, 1), (-2, 3)))


SAMPLES = Family(
    regression_samples,
    exhaust=every_regression_sample,
    extent="all samples of up to {examples:≤ _ examples} examples in the plane, the first coordinate 0 or 1/4, the "
    "second 0, 1/4 or 1/2, targets 0 and 1, in every order",
    search=dict(examples=4, dimensions=3, reach=4, queries=2),
    scout=dict(examples=6, dimensions=3, reach=8, queries=3),
    quick=dict(examples=2),
    full=dict(examples=3),
    ladder=lambda: regression_ladder(),
)


def training_loss(trace: Trace[regression.RegressionSample, Fit]) -> Values:
    """Measure L_S of the learner's answers, the least loss, found by projection, and ρ."""
    case: regression.RegressionSample = trace.case
    rows, targets = case.rows(), case.values()
    return {
        L: squares.mean_square(trace.facts.answers, targets),
        least: squares.least_by_projection(list(zip(*rows, strict=True)), targets),
        rounding: rounding_of(rows, targets),
    }


def about_rounding(trace: Trace) -> str:
    """Describe the two losses."""
    values = training_loss(trace)
    own, best = apart(values[L], values[least])
    return f"its mean squared loss on the sample is {own}, and {best} can be attained"


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
    remark=r"Any minimiser is accepted. $\rho$ is what rounding in doubles may add: predictions that are off by "
    r"$8md\cdot2^{-53}$ of $\|X\|(1 + \|w\|) + \|y\|$ and of cond$(X)$ times the residual, as in a stable solver; by "
    r"$8md$·cond$(X)^2\cdot2^{-53}$ of $\|y\|$, as solving the normal equations makes them, but at most $10^{-5}$ of "
    r"it; and by $10^{-9}$ of it in any case. Where $X$ has nearly dependent columns, $X^\top X$ has lost them.",
)


def regression_ladder() -> Iterator[regression.RegressionSample]:
    """Samples for least squares.

    Repeated examples, and a second fit; a target that is not an integer; one of many examples, or a few of many
    dimensions, with a target; many columns of small numbers that fit only with large weights, which no penalty may
    shorten; nearly dependent columns, whose small singular value a square would lose, alone and among others; columns
    of very different scale; one far outlier; and numbers that are small in themselves, alone and as the difference of
    columns.
    """
    yield FineRegressionSample(((1,), (1,)), (0, 1))
    yield FineRegressionSample(ladders.narrow(24), (2**24, 0))
    yield regression.RegressionSample(((4,), (4,), (4,)), (0, 0, 4), again=True)
    yield regression.RegressionSample(((4,),), (1,))
    for size in SAMPLE_SIZES:
        for place in places(size):
            yield regression.RegressionSample(((4,),) * size, but_one(size, place, 0, 4 * size))
    yield regression.RegressionSample(axes(SIZES[0]), tuple(range(1, SIZES[0] + 1)))
    few = tuple(but_one(EVERY, place, 0, 1) for place in places(EVERY))
    yield regression.RegressionSample(few, tuple(range(1, len(few) + 1)))
    size = 16
    rows = tuple((0,) * i + (4,) + (-4,) * (size - 1 - i) for i in range(size))
    yield regression.RegressionSample(rows, (*(0,) * (size - 1), 4))  # the weights are powers of two
    for k in (17, *NEARLY):
        first, second = ladders.narrow(k)
        yield regression.RegressionSample((second, first), (0, 2**k))
        yield regression.RegressionSample((second, first, (2**k, 2**k + 1)), (0, 2**k, 2**k), ((0, 1),))
        yield regression.RegressionSample((*(second,) * 100, first), (*(0,) * 100, 2**k))
        yield regression.RegressionSample(((2**k, 4), (2**k, -4)), (8, 0), ((0, 4),))
        yield regression.RegressionSample(((4, 0), (4, 4), (4, 8), (4, 2**k)), (0, 8, 8, 2**k))
    yield regression.RegressionSample(((2**36, 4), (2**36, -4)), (8, 0), ((0, 4),))  # a weight of 2⁻³⁴ beside one of 1


NEARLY = (24, 30)
"""k, for columns that differ, or numbers that are smaller than others, by a factor of 2⁻ᵏ: less than a cut of 1e-9."""


class FineRegressionSample(regression.RegressionSample, frozen=True, tag="fine-regression-sample"):
    """A regression sample in units of 2⁻²⁴, so that a small number added to a diagonal outweighs the data."""

    parts = 2**24


MOST_LOST = 1e-5
"""The most that solving the normal equations in doubles may lose of the targets."""


def rounding_of(rows: squares.Rows, targets: squares.Reals) -> Fraction:
    """Bound the mean squared loss that rounding may add, as the square of an error in X·w.

    A stable solver errs by a small multiple of md·2⁻⁵³ of ‖X‖‖w‖ + ‖y‖, and of cond(X) times what is left of y, since
    it finds a minimiser of a slightly different sample (Higham, Accuracy and Stability of Numerical Algorithms, 20.1).
    ‖X‖ is added, because a minimiser that is not the shortest has entries that cancel in X·w. Solving the normal
    equations errs by as much as md·cond(X)²·2⁻⁵³ of ‖y‖, which is allowed up to 1e-5, and 1e-9 in any case.
    """
    X = np.array([[float(v) for v in row] for row in rows])
    best = squares.least_squares(rows, targets)
    rank = rationals(rows).rank()
    sizes = np.linalg.svd(X, compute_uv=False)[:rank]
    # Three digits are enough, and they do not depend on the CPU.
    condition = float(f"{sizes[0] / sizes[-1]:.3g}") if rank else 1.0
    y, w, x = (_norm(numbers) for numbers in (targets, best.w, [v for row in rows for v in row]))
    left = math.sqrt(len(targets) * float(best.loss))
    unit = 8 * X.size * following.ROUNDING
    stable = unit * (x * (1 + w) + y + condition * left)
    off = max(following.TIE * y, min(unit * condition**2, MOST_LOST) * y, stable)
    return Fraction(off) ** 2 / len(targets)


def _norm(vector: Sequence[Fraction]) -> float:
    return math.sqrt(float(sum((v * v for v in vector), Fraction(0))))


def linear_fits(trace: Trace[regression.RegressionSample, Fit]) -> batch.BatchFit:
    """Whether one linear function of least loss gives all the answers.

    All minimisers agree on the sample. A query Σ c_i x_i must get the answer Σ c_i⟨w,x_i⟩. The answers to other
    queries are free, as long as all answers together are those of one linear function.
    """
    rows, targets, queries = trace.case.rows(), trace.case.values(), trace.case.further()
    answers, beyond = trace.facts.answers, trace.facts.beyond
    best = squares.least_squares(rows, targets)
    slack = math.sqrt(float(len(targets) * (RELATIVE * best.loss + rounding_of(rows, targets))))
    gap = math.sqrt(sum((float(Fraction(float(a)) - f)) ** 2 for a, f in zip(answers, best.fitted, strict=True)))
    if gap > slack:
        return batch.BatchFit(False, f"its answers on the sample are {gap:.3g} away from those of least loss")
    X = rationals(rows)
    for number, query in enumerate(queries):
        combination = _combined(X, query)
        if combination is None:
            continue
        due = sum((c * f for c, f in zip(combination, best.fitted, strict=True)), Fraction(0))
        off = abs(float(Fraction(float(beyond[number])) - due))
        spread = math.sqrt(sum(float(c) ** 2 for c in combination))
        scale = sum(abs(float(c * f)) for c, f in zip(combination, best.fitted, strict=True))
        if off > spread * slack + following.TIE * scale:
            point, (right, own) = ", ".join(map(str, query)), apart(float(due), float(beyond[number]))
            return batch.BatchFit(False, f"the answer on ({point}) is determined by the sample: {right}, not {own}")
    return _one_linear_function([*rows, *queries], np.array([*answers, *beyond]), slack)


def _combined(X: fmpq_mat, query: Sequence[Fraction]) -> squares.Reals | None:
    """Return the c of least norm with Σ c_i x_i = query; None if there is none."""
    q = squares.column(query)
    try:
        u = squares.solution(X.transpose() * X, q)  # c = Xu solves Xᵀc = q
    except ValueError:
        return None
    return squares.fractions(X * u)


def _one_linear_function(rows: Sequence[Sequence[Fraction]], answers: NDArray[Any], slack: float) -> batch.BatchFit:
    """Whether the answers satisfy every linear dependence of the rows, up to rounding, or each up to the slack."""
    Z = rationals(rows).transpose()
    reduced, rank = Z.rref()
    pivots = [next(j for j in range(Z.ncols()) if reduced[i, j] != 0) for i in range(rank)]
    largest = float(np.abs(answers).max(initial=0.0))
    for j in set(range(Z.ncols())) - set(pivots):  # row j is the combination of pivot rows in column j
        factors = [float(fraction(reduced[i, j])) for i in range(rank)]
        due = sum(c * answers[p] for c, p in zip(factors, pivots, strict=True))
        if abs(due - answers[j]) > (1 + sum(map(abs, factors))) * (2 * following.TIE * largest + slack):
            own, right = apart(float(answers[j]), due)
            return batch.BatchFit(False, f"no linear function answers {own} where its other answers add up to {right}")
    return batch.FITS


LEAST_SQUARES_CONFORMS = batch.batch_conforms(
    "least-squares-conforms",
    LeastSquares,
    "On every sample the answers, on and off the sample, are those of one linear function "
    r"$x \mapsto \langle w,x\rangle$ of least squared loss.",
    UML("9.2.1"),
    cases=SAMPLES,
    fit=linear_fits,
)


G2 = quantity("‖Aw−b‖²", "the squared residual of the normal equations $Aw = b$")
total = quantity("tr(A)", "the trace of $A$")
m = quantity("m", "the examples")


def equations(trace: Trace) -> Values:
    """Measure ‖Aw−b‖², tr(A), m, the least loss and ρ."""
    case: regression.RegressionSample = trace.case
    rows, targets = case.rows(), case.values()
    A, b = squares.normal_equations(rationals(rows), squares.column(targets))
    gap = squares.fractions(A * squares.column(batch.exposed_weights(trace.facts.state, len(rows[0])).tolist()) - b)
    return {
        G2: sum((v * v for v in gap), Fraction(0)),
        total: sum((v * v for row in rows for v in row), Fraction(0)),
        m: len(targets),
        least: squares.least_squares(rows, targets).loss,
        rounding: rounding_of(rows, targets),
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
