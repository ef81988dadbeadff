"""Linear predictors with few bits, and polynomial regression."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from learncheck.exact import squares
from learncheck.learners import LeastSquares
from learncheck.strategies.halfspaces import regression
from learncheck.strategies.halfspaces.vectors import Vector
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.notes.halfspaces.least_squares import SHARE, L, least, rounding, training_loss

count = quantity("|H|", "the size of the class")

bits = quantity("k", "the bits of a coordinate", positive=True)
size_d = quantity("d", "the dimension", positive=True)


def polynomial_samples(choices: Choices, *, examples: int, degree: int, reach: int) -> regression.PolynomialSample:
    """Samples of at most `examples` points. Shrinks to one point, 0, with the target 0 and degree 0."""
    rows = choices.many(
        lambda: (2 * choices.integer(-reach, reach), choices.integer(-3 * reach, 3 * reach)), least=1, most=examples
    )
    points, targets = zip(*rows, strict=True)
    return on_the_line(points, targets, choices.integer(0, degree), again=choices.flag())


def every_polynomial_sample(choices: Choices, *, examples: int, degree: int) -> regression.PolynomialSample:
    """Every sample of at most `examples` of the points −1, −1/2, 0, 1/2, 1, with targets 0 or 1."""
    points = choices.sequence((-4, -2, 0, 2, 4), most=examples)
    targets = tuple(regression.UNIT * choices.integer(0, 1) for _ in points)
    return on_the_line(points, targets, choices.integer(0, degree))


def on_the_line(points: Vector, targets: Vector, degree: int, again: bool = False) -> regression.PolynomialSample:
    """Return the sample of these points of the line."""
    return regression.PolynomialSample(tuple((x,) for x in points), targets, again=again, degree=degree)


class FewBits(Case, frozen=True, tag="few-bit-predictors"):
    """All x ↦ ⟨w,x⟩ + b in d dimensions with coefficients of `bits` bits each.

    The bits are a number in two's complement or, if `signed`, a sign and a magnitude, so that 0 has two encodings.
    """

    dimension: int
    bits: int
    signed: bool = False

    def numbers(self) -> list[int]:
        """The numbers that the words of `bits` bits encode."""
        half = 2 ** (self.bits - 1)
        if self.signed:
            return [sign * size for sign in (1, -1) for size in range(half)]
        return list(range(-half, half))


MOST_PREDICTORS = 2**12


def few_bits(choices: Choices, *, dimension: int, bits: int) -> FewBits:
    """Classes of at most MOST_PREDICTORS predictors. Shrinks to one dimension and one bit."""
    size = choices.integer(1, dimension)
    width = choices.integer(1, bits)
    if 2 ** (width * (size + 1)) > MOST_PREDICTORS:
        choices.reject()
    return FewBits(size, width, choices.flag())


def predictors(trace: Trace) -> Values:
    """Measure |H|, k and d. Predictors are distinguished by their values at 0, e_1, ..., e_d."""
    case: FewBits = trace.case
    written = product(case.numbers(), repeat=case.dimension + 1)
    functions = {(b, *(b + v for v in w)) for b, *w in written}
    return {count: len(functions), bits: case.bits, size_d: case.dimension}


FEW_BITS = Claim(
    "linear-predictors-of-few-bits",
    "With $k$ bits for each element of $w$ and for $b$ there are at most $2^{k(d+1)}$ linear predictors "
    r"$x \mapsto \langle w,x\rangle + b$; with 64 bits $2^{64(d+1)}$.",
    sources=(UML("9.2"),),
    label="tight",
    cases=Family(
        few_bits,
        extent="all d up to {dimension:d ≤ _} and k up to {bits:k ≤ _} with at most 4,096 predictors, each written "
        "down",
        search=dict(dimension=3, bits=3),
        scout=dict(dimension=3, bits=4),
        quick=dict(dimension=3, bits=3),
        full=dict(dimension=5, bits=6),
    ),
    measure=predictors,
    bound=count <= 2 ** (bits * (size_d + 1)),
    attained_by=lambda: [FewBits(1, 1), FewBits(2, 2)],
    remark="Attained where different bits are different numbers, and not in floats, where 0 has two signs.",
)


def polynomial_ladder() -> Iterator[regression.PolynomialSample]:
    """Samples for polynomials: powers of ever more different sizes, alone and with examples that miss the rest.

    Then a product that has lost the last power, a small singular value that a penalty would outweigh, and more powers
    than there are points, of which rounding makes columns of their own.
    """
    for degree in (4, 5, 6):
        points = tuple(4 * x for x in range(degree + 1))
        yield on_the_line(points, tuple(4 * (-1) ** x for x in range(degree + 1)), degree)
        yield on_the_line(points * 2, (4, *(0,) * (2 * degree + 1)), degree)
    yield on_the_line(tuple(4 * x for x in range(8)) * 2, (4, *(0,) * 15), 7)
    yield on_the_line(tuple(2 * x for x in range(8)), (4, -4) * 4, 7)
    yield on_the_line((0, 4, 8) * 2, (4, 0, 0, 8, 0, 0), 6)


POLYNOMIALS = Claim(
    "polynomial-regression",
    r"Least squares on $\psi(x) = (1, x, \ldots, x^n)$ finds a polynomial $p(x) = \langle a,\psi(x)\rangle$ of degree "
    "at most $n$ with the least mean squared loss.",
    sources=(UML("9.2.2"),),
    learner=LeastSquares,
    cases=Family(
        polynomial_samples,
        exhaust=every_polynomial_sample,
        extent="all samples of up to {examples:≤ _ examples} of the points −1, −1/2, 0, 1/2, 1, targets 0 and 1, in "
        "every order, degrees up to {degree}",
        search=dict(examples=4, degree=3, reach=2),
        scout=dict(examples=6, degree=4, reach=4),
        quick=dict(examples=2, degree=3),
        full=dict(examples=3, degree=4),
        ladder=polynomial_ladder,
    ),
    measure=training_loss,
    bound=L <= least * (1 + SHARE) + rounding,
    latex=r"L_S \le (1 + 10^{-9})L_{\min} + \rho",
    remark="The least loss is found without normal equations, on powers of $x$ made orthogonal one by one in "
    r"rationals. With $m$ points of different $x$ it is 0 from degree $m - 1$ on. The notes' $p(\psi(x))$ "
    "stands for $p(x)$.",
)


def by_degree(trace: Trace) -> Values:
    case: regression.PolynomialSample = trace.case
    of_degree = {
        degree: squares.least_by_projection(list(zip(*replace(case, degree=degree).rows(), strict=True)), case.values())
        for degree in (1, max(1, case.degree))
    }
    return {least: of_degree[1], L: of_degree[max(of_degree)]}


BETTER_FITTED = Claim(
    "polynomials-fit-better",
    r"The least loss of a polynomial of degree $n \ge 1$ is at most that of a linear predictor, and on some samples "
    "less.",
    sources=(UML("9.2.2"),),
    kind="identity",
    label="tight",
    cases=POLYNOMIALS.cases,
    measure=by_degree,
    bound=L <= least,
    attained_by=lambda: [on_the_line((0, 4, 8), (0, 4, 8), 3), on_the_line((-4, 0, 4), (4, 0, 4), 1)],
)
