"""Linear regression by least squares, polynomial regression, and logistic regression.

The loss of v is that of w and what lies between them: if Aw = b, for A = XᵀX and b = Xᵀy, then

    ‖Xv − y‖² = ‖Xw − y‖² + ‖X(v − w)‖².

So the solutions of Aw = b are the minimisers, and all of them have the same Xw.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from flint import arb, ctx, fmpq_mat
from sympy import And, Eq, Implies, Rational, exp, log

from learncheck.exact.matrix_algebra import Matrices
from learncheck.learners import LeastSquares, LogisticRegression
from learncheck.strategies.halfspaces.regression import (
    UNIT,
    FewBits,
    LogisticSample,
    PolynomialSample,
    Regression,
    RegressionSample,
    Separated,
    every_logistic_sample,
    every_polynomial_sample,
    every_regression_sample,
    every_score,
    few_bits,
    floats,
    logistic_samples,
    polynomial_samples,
    regression_samples,
    scores,
    separated_samples,
    spans,
)
from learncheck.strategies.play.case import Case, Trace
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, NotExposed, Values
from learncheck.theorems.language.lemmas import GROWTH, NotShown
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Chain, Fact
from learncheck.theorems.rules.regression import (
    ABSOLUTE,
    RELATIVE,
    NoMinimum,
    Reals,
    fractions,
    least_by_projection,
    least_squares,
    linear_fit,
    logistic_fit,
    logistic_loss,
    logistic_optimum,
    lower,
    matrix,
    mean_square,
    normal_equations,
    pseudoinverse,
    rounding_of,
    upper,
)
from learncheck.theorems.rules.stumps import BatchFit, fitting

L, least, rounding = sympy.symbols("L_S L_min ρ", nonnegative=True)
MEANS = {
    L: "the mean loss on the sample",
    least: "the least mean loss on the sample",
    rounding: "what rounding may add to it",
}
F = sympy.Symbol("F", nonnegative=True)
MEANS[F] = "1 where an answer fits no legal run, otherwise 0"
SHARE = Rational(RELATIVE.numerator, RELATIVE.denominator)

# ---- least squares ----

SAMPLES = Family(
    regression_samples,
    search=dict(examples=4, dimensions=3, reach=4, queries=2),
    scout=dict(examples=6, dimensions=3, reach=8, queries=3),
    exhaust=every_regression_sample,
    quick=dict(examples=2),
    full=dict(examples=3),
    extent="all samples of up to {examples} examples in the plane, the first coordinate 0 or 1/4, the second 0, 1/4 or "
    "1/2, targets 0 and 1, in every order",
)


def training_loss(trace: Trace) -> Values:
    """L_S of the learner's answers, the least one, found by projection, and ρ."""
    case: Regression = trace.case
    rows, targets = case.rows(), case.values()
    return {
        L: mean_square(trace.facts["answers"].tolist(), targets),
        least: least_by_projection(list(zip(*rows, strict=True)), targets),
        rounding: rounding_of(rows, targets),
    }


def about_rounding(trace: Trace) -> str:
    """The two losses in words."""
    values = training_loss(trace)
    return (
        f"its mean squared loss on the sample is {float(values[L]):.6g}, and {float(values[least]):.6g} can be attained"
    )


def nearly_dependent() -> list[Case]:
    """Two examples that differ in little, with other targets: what distinguishes them is no rounding error."""
    return [RegressionSample(((8192, 8192), (8192, 8193)), (0, 4), ((0, 4),))]


LEAST_SQUARES = Claim(
    "least-squares",
    r"Least squares finds a $w$ of least mean squared loss $(1/m)\sum(\langle w,x_i\rangle - y_i)^2$, whether or not "
    r"the $x_i$ span $\mathbb{R}^d$.",
    sources=(UML("9.2.1"),),
    kind="batch",
    label="upper",
    learner=LeastSquares,
    cases=SAMPLES,
    measure=training_loss,
    bound=L <= least * (1 + SHARE) + rounding,
    latex=r"L_S \le (1 + 10^{-9})L_{\min} + \rho",
    why=about_rounding,
    attained_by=nearly_dependent,
    remark=r"Any minimiser stands. $\rho$ is what rounding in doubles may add: predictions that are off by "
    r"$8md$·cond$(X)^2\cdot2^{-53}$ of the size of $y$ and $X$, as solving the normal equations makes "
    "them, and by $10^{-9}$ of it in any case.",
)


def linear_fits(trace: Trace) -> BatchFit:
    """Whether the answers are those of one linear function of least loss."""
    case: Regression = trace.case
    facts = trace.facts
    return linear_fit(case.rows(), case.values(), facts["answers"], case.further(), facts["beyond"])


LEAST_SQUARES_CONFORMS = Claim(
    "least-squares-conforms",
    "On every sample the answers, on and off the sample, are those of one linear function "
    r"$x \mapsto \langle w,x\rangle$ of least squared loss.",
    sources=(UML("9.2.1"),),
    kind="batch",
    label="exact",
    learner=LeastSquares,
    cases=SAMPLES,
    **fitting(F, linear_fits),
    bound=Eq(F, 0),
    attained_by=nearly_dependent,
    reading="ours",
    conformance=True,
)

G2 = sympy.Symbol("‖Aw−b‖²", nonnegative=True)
MEANS[G2] = "the squared residual of the normal equations $Aw = b$"
total, m = sympy.symbols("tr(A) m", nonnegative=True)
MEANS |= {total: "the trace of $A$", m: "the examples"}


def exposed_weights(trace: Trace) -> list[Fraction]:
    """The learner's w. Raises NotExposed where it shows none of shape (d,)."""
    size = len(trace.case.points[0]) if not isinstance(trace.case, PolynomialSample) else trace.case.degree + 1
    try:
        w = np.asarray(trace.facts["state"]["w"], dtype=float)
    except (KeyError, TypeError, ValueError):
        raise NotExposed("the learner exposes no w") from None
    if w.shape != (size,) or not np.isfinite(w).all():
        raise NotExposed(f"the learner's w has the shape {w.shape}, not ({size},)")
    return [Fraction(float(v)) for v in w]


def equations(trace: Trace) -> Values:
    """‖Aw−b‖², tr(A), m, the least loss and ρ."""
    case: Regression = trace.case
    rows, targets = case.rows(), case.values()
    A, b = normal_equations(matrix(rows), matrix([[v] for v in targets]))
    gap = fractions(A * matrix([[v] for v in exposed_weights(trace)]) - b)
    return {
        G2: sum((v * v for v in gap), Fraction(0)),
        total: sum((v * v for row in rows for v in row), Fraction(0)),
        m: len(targets),
        least: least_squares(rows, targets).loss,
        rounding: rounding_of(rows, targets),
    }


NORMAL_EQUATIONS = Claim(
    "least-squares-normal-equations",
    r"The $w$ that least squares returns solves $Aw = b$, for $A = \sum x_i x_i^\top$ and $b = \sum y_i x_i$.",
    sources=(UML("9.2.1, (9.6)"),),
    kind="batch",
    label="upper",
    learner=LeastSquares,
    cases=SAMPLES,
    measure=equations,
    bound=G2 <= total * m * (least * SHARE + rounding),
    watch=("w",),
    needs_state=True,
    remark=r"The tolerance is that of the loss: $Aw - b = X^\top\delta$ for the $\delta$ by which the predictions "
    r"are off, so that $\|Aw-b\|^2 \le \operatorname{tr}(A)\cdot\|\delta\|^2$, and the loss is "
    r"$\|\delta\|^2/m$ above the least.",
)


# ---- why the normal equations ----

loss_v, loss_w, between = sympy.symbols("L(v) L(w) ‖X(v−w)‖²/m", nonnegative=True)
MEANS |= {
    loss_v: "the loss of any $v$",
    loss_w: "the loss of the minimiser $w$",
    between: "the mean square of what $v$ and $w$ differ by on the sample",
}
UNSOLVED = sympy.Symbol("N", nonnegative=True)
MEANS[UNSOLVED] = "the entries in which $Aw$ and $b$ differ"


def two_losses(trace: Trace) -> Values:
    """N, L(v), L(w) and ‖X(v−w)‖²/m for the exact w and another v, all in rationals."""
    case: RegressionSample = trace.case
    rows, targets = case.rows(), case.values()
    X, y = matrix(rows), matrix([[t] for t in targets])
    A, b = normal_equations(X, y)
    found = least_squares(rows, targets)
    w = matrix([[c] for c in found.w])
    v = matrix([[c] for c in (case.further() or ((Fraction(0),) * len(found.w),))[0]])
    return {
        UNSOLVED: sum(e != 0 for e in fractions(A * w - b)),
        loss_v: mean_square(fractions(X * v), targets),
        loss_w: found.loss,
        between: sum((e * e for e in fractions(X * (v - w))), Fraction(0)) / len(targets),
    }


def solved(shift: int = 0) -> Matrices:
    """X, y and the vectors v, w with XᵀXw = Xᵀy. `shift` spoils that."""
    return Matrices(
        transposes={each: f"{each}ᵀ" for each in ("X", "y", "v", "w")},
        rules={
            ("Xᵀ", "X", "w"): {("Xᵀ", "y"): sympy.Integer(1 + shift)},
            ("wᵀ", "Xᵀ", "X"): {("yᵀ", "X"): sympy.Integer(1 + shift)},
        },
    )


def loss_splits(shift: int = 0) -> str:
    """‖Xv−y‖² = ‖Xw−y‖² + ‖X(v−w)‖² where XᵀXw = Xᵀy."""
    space = solved(shift)
    X, y, v, w = map(space.letter, "Xyvw")
    above, below, gap = X * v - y, X * w - y, X * v - X * w
    left = space.reduced(above.T * above - below.T * below - gap.T * gap)
    # vᵀXᵀy and yᵀXv are one number, so their factors add up.
    scalars: dict[Any, Any] = {}
    for word, factor in left.items():
        key = min(word, space.transposed(word))
        scalars[key] = scalars.get(key, 0) + factor
    if any(sympy.expand(each) != 0 for each in scalars.values()):
        raise NotShown(f"the two sides differ by {scalars}")
    return "both sides have one normal form in letters that do not commute, for every m and d"


def loss_facts(splits: Callable[[], str] = loss_splits) -> tuple[Fact, ...]:
    """What makes the solutions of the normal equations the minimisers."""
    return (
        Fact(
            r"if $Aw = b$ then $\|Xv-y\|^2 = \|Xw-y\|^2 + \|X(v-w)\|^2$ for every $v$",
            Implies(Eq(UNSOLVED, 0), Eq(loss_v, loss_w + between)),
            "lemma",
            "an identity of matrices",
            splits,
        ),
    )


MINIMISERS = Claim(
    "least-squares-minimisers",
    r"If $Aw = b$ then $(1/m)\|Xv-y\|^2 = (1/m)\|Xw-y\|^2 + (1/m)\|X(v-w)\|^2$ for every $v$: $w$ is a minimiser, and "
    "the other minimisers are the $v$ with $Xv = Xw$.",
    sources=(UML("9.2.1"),),
    kind="identity",
    label="exact",
    cases=SAMPLES,
    measure=two_losses,
    bound=And(Eq(loss_v, loss_w + between), loss_w <= loss_v),
    proof=Chain(
        given={},
        means={"$Aw = b$": Eq(UNSOLVED, 0)},
        lines={"the losses": Eq(loss_v, loss_w + between)},
        using=loss_facts(),
        reading="The gradient of the loss is $(2/m)(Aw - b)$, so that conversely every minimiser solves $Aw = b$.",
    ),
)

invertible, spanning = sympy.symbols("I_A I_x", nonnegative=True)
MEANS |= {
    invertible: "1 where $A$ is invertible, otherwise 0",
    spanning: r"1 where the $x_i$ span $\mathbb{R}^d$, otherwise 0",
}


def ranks(trace: Trace) -> Values:
    """I_A, by the determinant, and I_x, by elimination."""
    rows = trace.case.rows()
    X = matrix(rows)
    A, _ = normal_equations(X, X)
    return {invertible: int(A.det() != 0), spanning: int(X.rank() == len(rows[0]))}


def form_is_square(factor: int = 1) -> str:
    """cᵀAc = ‖Xc‖², so that Ac = 0 makes Xc = 0."""
    space = Matrices(transposes={"X": "Xᵀ", "c": "cᵀ"})
    X, c = map(space.letter, "Xc")
    if not space.equal(c.T * (X.T * X) * c, (X * c).T * (X * c) * factor):
        raise NotShown(f"cᵀXᵀXc is not {factor}·‖Xc‖²")
    return "cᵀ(XᵀX)c = (Xc)ᵀ(Xc) in letters that do not commute, for every m and d"


def image_of_zero() -> str:
    """Ac = Xᵀ(Xc), so that Xc = 0 makes Ac = 0."""
    space = Matrices(transposes={"X": "Xᵀ", "c": "cᵀ"}, rules={("X", "c"): 0})
    X, c = map(space.letter, "Xc")
    if space.reduced(X.T * X * c):
        raise NotShown("Ac is not 0 where Xc = 0")
    return "XᵀXc = Xᵀ(Xc) = 0"


def rank_facts(square: Callable[[], str] = form_is_square) -> tuple[Fact, ...]:
    """A and X have the same kernel."""
    kernels = (
        "that A is invertible iff Ac = 0 for c = 0 alone, and that x_1, …, x_m span R^d iff Xc = 0 for c = 0 alone"
    )
    return (
        Fact(
            r"$Ac = 0$ makes $\|Xc\|^2 = c^\top Ac = 0$",
            invertible >= spanning,
            "theorem",
            f"trusted is {kernels}",
            square,
        ),
        Fact(
            r"$Xc = 0$ makes $Ac = X^\top(Xc) = 0$",
            spanning >= invertible,
            "theorem",
            f"trusted is {kernels}",
            image_of_zero,
        ),
    )


INVERTIBLE = Claim(
    "least-squares-invertible",
    r"$A = \sum x_i x_i^\top$ is invertible if and only if $x_1$, …, $x_m$ span $\mathbb{R}^d$.",
    sources=(UML("Exercise 9.2"), UML("9.2.1")),
    kind="identity",
    label="exact",
    cases=SAMPLES,
    measure=ranks,
    bound=Eq(invertible, spanning),
    proof=Chain(given={}, lines={}, using=rank_facts()),
)

loss_hat, norm_hat, norm_any = sympy.symbols("L(ŵ) ‖ŵ‖² ‖w‖²", nonnegative=True)
MEANS |= {
    loss_hat: r"the loss of $\hat{w} = A^+b$",
    norm_hat: r"the squared norm of $\hat{w} = A^+b$",
    norm_any: "the squared norm of another minimiser",
}
PENROSE = sympy.Symbol("N_+", nonnegative=True)
MEANS[PENROSE] = "the entries in which $AA^+A$ and $A$, $A^+AA^+$ and $A^+$, or $AA^+$ and its transpose differ"


def with_pseudoinverse(trace: Trace) -> Values:
    """N, N_+, L(ŵ), the least loss by projection, ‖ŵ‖² and ‖w‖²."""
    case: RegressionSample = trace.case
    rows, targets = case.rows(), case.values()
    X = matrix(rows)
    A, b = normal_equations(X, matrix([[t] for t in targets]))
    plus = pseudoinverse(A)
    hat = plus * b
    pairs = ((A * plus * A, A), (plus * A * plus, plus), (A * plus, (A * plus).transpose()))
    return {
        UNSOLVED: _unlike(A * hat, b),
        PENROSE: sum(_unlike(p, q) for p, q in pairs),
        loss_hat: mean_square(fractions(X * hat), targets),
        least: least_by_projection(list(zip(*rows, strict=True)), targets),
        norm_hat: _square(fractions(hat)),
        norm_any: _square(least_squares(rows, targets).w),
    }


def _unlike(first: fmpq_mat, second: fmpq_mat) -> int:
    return sum(p != q for p, q in zip(fractions(first), fractions(second), strict=True))


def _square(values: Reals) -> Fraction:
    return sum((v * v for v in values), Fraction(0))


EIGEN = Matrices(
    transposes={"V": "Vᵀ", "c": "cᵀ"},
    rules={
        ("V", "Vᵀ"): 1,
        ("Vᵀ", "V"): 1,
        ("D⁺", "D"): {("D", "D⁺"): 1},
        ("D", "D", "D⁺"): {("D",): 1},
        ("D", "D⁺", "D⁺"): {("D⁺",): 1},
    },
)
"""V orthogonal, D diagonal, and D⁺ with 1/D_ii where D_ii is not 0: they commute, DDD⁺ = D and DD⁺D⁺ = D⁺."""


def projects(plus: str = "D⁺") -> str:
    """AA⁺b = b for every b = Ac, and the equations that A⁺ has to meet. `plus` is what stands in the middle of A⁺."""
    V, D, inverse, c = map(EIGEN.letter, ("V", "D", plus, "c"))
    A, pseudo = V * D * V.T, V * inverse * V.T
    for words, first, second in (
        ("AA⁺(Ac) = Ac", A * pseudo * (A * c), A * c),
        ("A⁺AA⁺ = A⁺", pseudo * A * pseudo, pseudo),
        ("(AA⁺)ᵀ = AA⁺", (A * pseudo).T, A * pseudo),
    ):
        if not EIGEN.equal(first, second):
            raise NotShown(f"{words} does not hold")
    return "AA⁺A = A, A⁺AA⁺ = A⁺ and (AA⁺)ᵀ = AA⁺ in letters that do not commute, for every d"


def shorter() -> str:
    """ŵ = A⁺b is orthogonal to every u with Au = 0, so that ‖ŵ + u‖² = ‖ŵ‖² + ‖u‖²."""
    space = Matrices(transposes={"u": "uᵀ", "c": "cᵀ"}, rules={("A", "u"): 0, ("uᵀ", "A"): 0})
    A, plus, u, c = map(space.letter, ("A", "A⁺", "u", "c"))
    hat = A * plus * c  # A⁺b = A⁺AA⁺b = A(A⁺)²b, as A and A⁺ commute: something in the range of A
    cross = space.reduced(u.T * hat)
    if cross:
        raise NotShown("ŵ is not orthogonal to the kernel of A")
    return "uᵀA = 0 makes uᵀŵ = 0 for every ŵ in the range of A"


def pseudo_facts(projection: Callable[[], str] = projects, orthogonal: Callable[[], str] = shorter) -> tuple[Fact, ...]:
    """What A⁺b does."""
    return (
        Fact(
            r"$AA^+b = b$ for every $b$ in the range of A, as $\sum y_i x_i$ is",
            And(Eq(UNSOLVED, 0), Eq(PENROSE, 0)),
            "theorem",
            r"the eigenvalue decomposition $A = VDV^\top$ is trusted, and that the span of the $x_i$ is the range "
            "of A",
            projection,
        ),
        Fact(
            "a solution of $Aw = b$ has the least loss",
            Implies(Eq(UNSOLVED, 0), Eq(loss_hat, least)),
            "lemma",
            "the identity of least-squares-minimisers",
            loss_splits,
        ),
        Fact(
            r"any other minimiser is $\hat{w} + u$ with $Au = 0$, and $\|\hat{w} + u\|^2 = \|\hat{w}\|^2 + "
            r"\|u\|^2$",
            norm_hat <= norm_any,
            "lemma",
            "the range of a symmetric matrix is orthogonal to its kernel",
            orthogonal,
        ),
    )


PSEUDOINVERSE = Claim(
    "least-squares-pseudoinverse",
    "$A^+b$ solves $Aw = b$ also where A is not invertible, so that it attains the least loss, and is the shortest "
    "minimiser.",
    sources=(UML("9.2.1"),),
    kind="identity",
    label="exact",
    cases=SAMPLES,
    measure=with_pseudoinverse,
    bound=And(Eq(UNSOLVED, 0), Eq(PENROSE, 0), Eq(loss_hat, least), norm_hat <= norm_any),
    proof=Chain(given={}, lines={r"$\hat{w}$ solves the equations": Eq(UNSOLVED, 0)}, using=pseudo_facts()),
    remark="$A^+$ is rational where A is, and is worked out without eigenvalues; the least loss is found by "
    "projection.",
)

# ---- predictors of few bits ----

count = sympy.Symbol("|H|", nonnegative=True)
MEANS[count] = "the size of the class"
bits, size_d = sympy.symbols("k d", positive=True)
MEANS |= {bits: "the bits of a coordinate", size_d: "the dimension"}


def predictors(trace: Trace) -> Values:
    """|H|, by the values of every predictor at 0, e_1, ..., e_d, which tell linear functions apart; k and d."""
    case: FewBits = trace.case
    written = product(case.numbers(), repeat=case.dimension + 1)
    functions = {(b, *(b + v for v in w)) for b, *w in written}
    return {count: len(functions), bits: case.bits, size_d: case.dimension}


FEW_BITS = Claim(
    "linear-predictors-of-few-bits",
    "With $k$ bits for each element of $w$ and for $b$ there are at most $2^{k(d+1)}$ linear predictors "
    r"$x \mapsto \langle w,x\rangle + b$; with 64 bits $2^{64(d+1)}$.",
    sources=(UML("9.2"),),
    kind="counting",
    label="tight",
    cases=Family(
        few_bits,
        search=dict(dimension=3, bits=3),
        scout=dict(dimension=3, bits=4),
        exhaust=few_bits,
        quick=dict(dimension=3, bits=3),
        full=dict(dimension=5, bits=6),
        extent="all d up to {dimension} and k up to {bits} with at most 4,096 predictors, each written down",
    ),
    measure=predictors,
    bound=count <= 2 ** (bits * (size_d + 1)),
    attained_by=lambda: [FewBits(1, 1), FewBits(2, 2)],
    remark="It is attained where different bits are different numbers, and not where 0 has two signs, as in floats.",
)

# ---- polynomials ----


def polynomial_loss(trace: Trace) -> Values:
    """L_S of the learner's answers, the least one of a polynomial, by projection on the powers of x, and ρ."""
    case: PolynomialSample = trace.case
    powers = [[x**k for x in case.xs()] for k in range(case.degree + 1)]
    return {
        L: mean_square(trace.facts["answers"].tolist(), case.values()),
        least: least_by_projection(powers, case.values()),
        rounding: rounding_of(case.rows(), case.values()),
    }


POLYNOMIALS = Claim(
    "polynomial-regression",
    r"Least squares on $\psi(x) = (1, x, \ldots, x^n)$ finds a polynomial $p(x) = \langle a,\psi(x)\rangle$ of degree "
    "at most $n$ whose mean squared loss is the least of all such.",
    sources=(UML("9.2.2"),),
    kind="batch",
    label="upper",
    learner=LeastSquares,
    cases=Family(
        polynomial_samples,
        search=dict(examples=4, degree=3, reach=2),
        scout=dict(examples=6, degree=4, reach=4),
        exhaust=every_polynomial_sample,
        quick=dict(examples=2, degree=3),
        full=dict(examples=3, degree=4),
        extent="all samples of up to {examples} of the points −1, −1/2, 0, 1/2, 1, targets 0 and 1, in every order, "
        "degrees up to {degree}",
    ),
    measure=polynomial_loss,
    bound=L <= least * (1 + SHARE) + rounding,
    latex=r"L_S \le (1 + 10^{-9})L_{\min} + \rho",
    remark="The least loss is found without normal equations, on powers of $x$ made orthogonal one by one in "
    r"rationals. With $m$ points of different $x$ it is 0 from degree $m - 1$ on. The notes' $p(\psi(x))$ "
    "stands for $p(x)$.",
)


def by_degree(trace: Trace) -> Values:
    """The least losses of degree n and of degree 1."""
    case: PolynomialSample = trace.case
    of = [
        least_by_projection([[x**k for x in case.xs()] for k in range(degree + 1)], case.values())
        for degree in (1, max(1, case.degree))
    ]
    return {least: of[0], L: of[1]}


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
    attained_by=lambda: [PolynomialSample((0, 4, 8), (0, 4, 8), 3), PolynomialSample((-4, 0, 4), (4, 0, 4), 2)],
)

# ---- logistic regression: identities ----

z = sympy.Symbol("z")  # no sign and no realness declared: sympy would settle half of the claim with it
MEANS[z] = r"the score $\langle w,x\rangle$"
p, q, middle = sympy.symbols("p q c", real=True)
MEANS |= {p: "a margin", q: "a margin", middle: "the margin in the middle of the two"}
E, P, Q, R = sympy.symbols("E P Q R", positive=True)
"""e^z, e^(−p), e^(−q), and e^(−c) or e^(q−p)."""

SCORES = Family(
    scores,
    search=dict(reach=20),
    scout=dict(reach=400),
    exhaust=every_score,
    quick=dict(reach=8),
    full=dict(reach=40),
    extent="all pairs of quarters up to {reach}/4 in size",
)


def phi(value: Any) -> Any:
    """φ(z) = 1/(1 + e^(−z)). Source: UML (9.9)."""
    return 1 / (1 + exp(-value))


SYMMETRY = Claim(
    "logistic-symmetry",
    r"$1 - \varphi(z) = 1/(1 + e^z)$ for the logistic function $\varphi(z) = 1/(1 + e^{-z})$, and "
    r"$0 < \varphi(z) < 1$.",
    sources=(UML("9.3, (9.9)"),),
    kind="identity",
    label="exact",
    cases=SCORES,
    measure=lambda trace: {z: trace.case.first},
    bound=And(Eq(1 - phi(z), 1 / (1 + exp(z))), phi(z) > 0, phi(z) < 1),
    proof=Chain(
        given={},
        lines={},
        names={E: exp(z)},
        reading=r"With $E = e^z$, $\varphi(z) = 1/(1 + 1/E) = E/(1 + E)$.",
    ),
)


def positive(trace: Trace) -> bool:
    """z > 0."""
    return bool(trace.case.first > 0)


Z_POSITIVE = Premise("$z > 0$", positive, z > 0)


LIKE_A_HALFSPACE = Claim(
    "logistic-like-a-halfspace",
    r"Where $z = \langle w,x\rangle$ is large, $\varphi(z)$ is close to 1 and $\varphi(-z)$ close to 0: for $z > 0$ "
    r"both $1 - \varphi(z)$ and $\varphi(-z)$ are less than $e^{-z}$.",
    sources=(UML("9.3"),),
    kind="identity",
    label="upper",
    cases=SCORES,
    given=(Z_POSITIVE,),
    measure=lambda trace: {z: trace.case.first},
    bound=And(1 - phi(z) < exp(-z), phi(-z) < exp(-z), phi(z) > Rational(1, 2)),
    proof=Chain(
        given=formally(Z_POSITIVE),
        lines={"$E > 1$": E > 1},
        names={E: exp(z)},
        using=(GROWTH.at({lemmas.a: z}),),
        reading="$1/(1 + E) < 1/E$.",
    ),
    remark="The ratio to $e^{-z}$ tends to 1 as $z$ grows.",
)


def ordered(trace: Trace) -> bool:
    """p <= q."""
    return bool(trace.case.first <= trace.case.second)


IN_ORDER = Premise(r"$p \le q$", ordered, p <= q)


def divides(between: Any = q - p) -> str:
    """e^(−p) is e^(−q) times e^(q−p)."""
    if sympy.simplify(exp(-q) * exp(between) - exp(-p)) != 0:
        raise NotShown(f"e^(−q)·e^({between}) is not e^(−p)")
    return "e^(−p) = e^(−q)·e^(q−p) (sympy)"


def quotient(shows: Callable[[], str] = divides) -> Fact:
    """P is Q times R."""
    return Fact("$P = QR$", Eq(P, Q * R), "lemma", "powers", shows)


MONOTONE = Claim(
    "logistic-loss-monotone",
    r"The greater the margin $y\langle w,x\rangle$, the smaller are $1/(1 + e^{y\langle w,x\rangle})$, the "
    r"probability of the other label, and $1 + e^{-y\langle w,x\rangle}$, and so the loss.",
    sources=(UML("9.3"),),
    kind="identity",
    label="upper",
    cases=SCORES,
    given=(IN_ORDER,),
    measure=lambda trace: {p: trace.case.first, q: trace.case.second},
    bound=And(1 / (1 + exp(q)) <= 1 / (1 + exp(p)), 1 + exp(-q) <= 1 + exp(-p)),
    proof=Chain(
        given=formally(IN_ORDER),
        lines={r"$P \ge Q$": P >= Q},
        names={P: exp(-p), Q: exp(-q), R: exp(q - p)},
        using=(GROWTH.at({lemmas.a: q - p}), quotient()),
        reading=r"$P = QR$ and $R = e^{q-p} \ge 1 + (q - p) \ge 1$, for $p \le q$; and $1/(1 + 1/P) = P/(1 + P)$.",
    ),
)


def loss(margin: Any) -> Any:
    """The logistic loss of a margin y⟨w,x⟩."""
    return log(1 + exp(-margin))


def second_derivative(sign: int = 1) -> str:
    """d²/dt² log(1 + e^(−(a+ts))) = s²·φ(1−φ) >= 0 along every line w + tδ, with a = y⟨w,x⟩ and s = y⟨δ,x⟩."""
    t, a, s = sympy.symbols("t a s", real=True)
    margin = a + t * s
    found = sympy.diff(loss(margin), t, 2)
    due = sign * s**2 * exp(-margin) / (1 + exp(-margin)) ** 2
    if sympy.simplify(found - due) != 0:
        raise NotShown(f"the second derivative is {found}")
    if due.is_nonnegative is not True:
        raise NotShown(f"{due} is not seen to be ≥ 0")
    return "d²/dt² log(1 + e^(−(a+ts))) = s²e^(−(a+ts))/(1 + e^(−(a+ts)))² ≥ 0, on every line w + tδ, for every d"


CURVATURE = sympy.Symbol("f″", real=True)


def curved(shows: Callable[[], str] = second_derivative) -> Fact:
    """The loss is convex along every line."""
    return Fact(
        r"the second derivative of the loss along every line $w + t\delta$ is ≥ 0",
        CURVATURE >= 0,
        "lemma",
        "calculus; a function is convex iff it is so along lines, and a mean of convex functions is convex",
        shows,
    )


def law_of_powers(between: Any = (p + q) / 2) -> str:
    """The square of e^(−c) is e^(−p)·e^(−q), for c = (p+q)/2."""
    if sympy.simplify(exp(-between) ** 2 - exp(-p) * exp(-q)) != 0:
        raise NotShown(f"the square of e^(−({between})) is not e^(−p)·e^(−q)")
    return "(e^(−(p+q)/2))² = e^(−p)·e^(−q) (sympy)"


def half_way(shows: Callable[[], str] = law_of_powers) -> Fact:
    """What lies in the middle."""
    return Fact("$R^2 = PQ$ in the middle", Implies(Eq(2 * middle, p + q), Eq(R**2, P * Q)), "lemma", "powers", shows)


def scores_and_middle(trace: Trace) -> Values:
    """p, q, and c in the middle."""
    first, second = trace.case.first, trace.case.second
    return {p: first, q: second, middle: (first + second) / 2}


IN_THE_MIDDLE = holding("$c = (p+q)/2$", Eq(2 * middle, p + q), scores_and_middle)

CONVEX = Claim(
    "logistic-loss-convex",
    r"The logistic loss $\log(1 + e^{-y\langle w,x\rangle})$ is convex in $w$: at the middle of $u$ and $v$ it is at "
    "most the mean of those at $u$ and $v$, whose margins are $p$, $q$ and in the middle $c$.",
    sources=(UML("9.3"),),
    kind="identity",
    label="upper",
    cases=SCORES,
    given=(IN_THE_MIDDLE,),
    measure=scores_and_middle,
    bound=2 * loss(middle) <= loss(p) + loss(q),
    proof=Chain(
        given=formally(IN_THE_MIDDLE),
        lines={},
        names={P: exp(-p), Q: exp(-q), R: exp(-middle)},
        using=(curved(), half_way()),
        concludes=(1 + exp(-middle)) ** 2 <= (1 + exp(-p)) * (1 + exp(-q)),
        logarithms=True,
        reading=r"$(1 + R)^2 \le (1 + P)(1 + Q)$, since $2R = 2\sqrt{PQ} \le P + Q$. The mean of the losses of a "
        "sample is convex with them.",
    ),
    remark="At $p = q$ both sides are equal.",
)

DISAGREE = sympy.Symbol("N", nonnegative=True)
MEANS[DISAGREE] = "the pairs of vectors of which one has the smaller loss, the other the greater likelihood"


def orders(trace: Trace) -> Values:
    """N, over the queries of the case as vectors w, each order decided in balls of its own."""
    case: LogisticSample = trace.case
    signed = case.signed()
    vectors = [tuple(v / UNIT for v in w) for w in ((0,) * len(signed[0]), *case.queries)]
    old, ctx.prec = ctx.prec, 200
    try:
        losses = [logistic_loss(signed, w) for w in vectors]
        likelihoods = [likelihood(signed, w) for w in vectors]
        pairs = [(i, j) for i in range(len(vectors)) for j in range(i)]
        return {
            DISAGREE: sum(_order(losses[i], losses[j]) != -_order(likelihoods[i], likelihoods[j]) for i, j in pairs)
        }
    finally:
        ctx.prec = old


def likelihood(signed: Sequence[Sequence[int]], w: Sequence[float]) -> arb:
    """The probability Π φ(y_i⟨w,x_i⟩) of the labels."""
    product = arb(1)
    for x in signed:
        score = sum((Fraction(v, UNIT) * Fraction(c) for v, c in zip(x, w, strict=True)), Fraction(0))
        product *= 1 / (1 + (-arb(score.numerator) / score.denominator).exp())
    return product


def _order(first: arb, second: arb) -> int:
    """The order of two balls; 0 where they overlap, as equal ones do."""
    return int(bool(first > second)) - int(bool(first < second))


def logarithm_of_product(sign: int = -1) -> str:
    """log Π φ(y_i z_i) = −Σ log(1 + e^(−y_i z_i)), for every m."""
    i, size = sympy.symbols("i m", integer=True, positive=True)
    y, score = sympy.IndexedBase("y", real=True), sympy.IndexedBase("z", real=True)
    margin = y[i] * score[i]
    taken = sympy.expand_log(log(sympy.Product(phi(margin), (i, 1, size))))
    due = sympy.Sum(sign * loss(margin), (i, 1, size))
    if sympy.simplify(taken - due) != 0:
        raise NotShown(f"the logarithm of the likelihood is {taken}")
    return "log Π φ(y_i z_i) = −Σ log(1 + e^(−y_i z_i)) for every m (sympy)"


def falls_with_loss(sign: int = -1) -> str:
    """The likelihood e^(−m·L) falls as L grows."""
    size, t = sympy.Symbol("m", positive=True), sympy.Symbol("L", real=True)
    if sympy.diff(exp(sign * size * t), t).is_negative is not True:
        raise NotShown("the likelihood does not fall as the loss grows")
    return "d/dL e^(−mL) = −m·e^(−mL) < 0"


APART = sympy.Symbol("Δ", real=True)
"""The difference between the logarithm of the likelihood and −m·L."""


def likelihood_facts(
    product: Callable[[], str] = logarithm_of_product, falls: Callable[[], str] = falls_with_loss
) -> tuple[Fact, ...]:
    """Why the two orders are opposite."""
    return (
        Fact(r"the likelihood is $e^{-m\cdot L}$", Eq(APART, 0), "lemma",
             "the logarithm of a product is a sum", product),
        Fact("so the greater the likelihood, the smaller the loss", Implies(Eq(APART, 0), Eq(DISAGREE, 0)), "lemma",
             "calculus", falls),
    )  # fmt: skip


LIKELIHOOD = Claim(
    "logistic-likelihood",
    r"The likelihood $\prod \varphi(y_i\langle w,x_i\rangle)$ of the labels is $e^{-m\cdot L}$ for the mean logistic "
    "loss $L$, so that ERM and maximum likelihood are one problem.",
    sources=(UML("9.3, (9.10)"),),
    kind="identity",
    label="exact",
    cases=Family(
        logistic_samples,
        search=dict(dimensions=2, reach=4, pool=3, copies=1, queries=4),
        scout=dict(dimensions=3, reach=6, pool=5, copies=2, queries=5),
    ),
    measure=orders,
    bound=Eq(DISAGREE, 0),
    proof=Chain(given={}, lines={"$L$ and the likelihood": Eq(APART, 0)}, using=likelihood_facts()),
)

# ---- logistic regression: the learner ----


def full_rank(trace: Trace) -> bool:
    """The instances span the space."""
    return spans(trace.case.points)


FULL_RANK = Premise("full rank", full_rank, option="full_rank")


def not_separable(trace: Trace) -> bool:
    """No halfspace separates the sample, not even weakly; a certificate shows it."""
    try:
        logistic_optimum(trace.case.signed())
    except NoMinimum:
        return False
    return True


NOT_SEPARABLE = Premise("not separable", not_separable, option="not_separable")


LABELS = Family(
    logistic_samples,
    search=dict(dimensions=2, reach=4, pool=3, copies=1, queries=2),
    scout=dict(dimensions=3, reach=6, pool=5, copies=2, queries=3),
    exhaust=every_logistic_sample,
    quick=dict(examples=3),
    full=dict(examples=4),
    extent="all samples of up to {examples} of the points 1/4, 1/2 and 3/4 of the line that are not separable, in "
    "every order",
)
HYPOTHESES = (FULL_RANK, NOT_SEPARABLE)
TOLERANCE = Rational(ABSOLUTE.numerator, ABSOLUTE.denominator)
Lw = sympy.Symbol("L_S(w)", nonnegative=True)
MEANS[Lw] = "the logistic loss of the $w$ found"


def logistic_losses(trace: Trace) -> Values:
    """L_S(w), rounded down, of the learner's w, and the least loss, rounded up."""
    signed = trace.case.signed()
    w = [float(v) for v in exposed_weights(trace)]
    old, ctx.prec = ctx.prec, 160
    try:
        return {Lw: max(Fraction(0), lower(logistic_loss(signed, w))), least: logistic_optimum(signed).high}
    finally:
        ctx.prec = old


LOGISTIC = Claim(
    "logistic-erm",
    r"Logistic regression finds a $w$ whose mean logistic loss $(1/m)\sum \log(1 + e^{-y_i\langle w,x_i\rangle})$ is "
    "the least, up to $10^{-6}$.",
    sources=(UML("9.3, (9.10)"),),
    kind="batch",
    label="upper",
    learner=LogisticRegression,
    cases=LABELS,
    given=HYPOTHESES,
    measure=logistic_losses,
    bound=Lw <= least + TOLERANCE,
    watch=("w",),
    needs_state=True,
    remark="The least loss is known within $10^{-15}$, between the loss of an approximate minimiser and the mean "
    r"entropy of weights $\alpha$ with $\sum \alpha_i y_i x_i = 0$, both in ball arithmetic. Such weights, "
    "rational ones, also show that the sample is not separable. The three identities are claims of their "
    "own: logistic-symmetry, logistic-loss-convex, logistic-likelihood.",
)


def labels_fit(trace: Trace) -> BatchFit:
    """Whether the labels are those of a w of least loss."""
    case: LogisticSample = trace.case
    width = len(case.points[0])
    answers = np.concatenate((trace.facts["labels"], trace.facts["beyond"]))
    return logistic_fit(case.signed(), floats(case.points, width), answers, floats(case.queries, width))


LOGISTIC_CONFORMS = Claim(
    "logistic-regression-conforms",
    "On every sample of full rank that no halfspace separates, not even weakly, the labels, on and off the sample, "
    r"are $\operatorname{sign}\langle w,x\rangle$ for a $w$ of least logistic loss, up to $10^{-6}$.",
    sources=(UML("9.3"),),
    kind="batch",
    label="exact",
    learner=LogisticRegression,
    cases=LABELS,
    given=HYPOTHESES,
    **fitting(F, labels_fit),
    bound=Eq(F, 0),
    reading="ours",
    remark="A label is judged where every $w$ whose loss is within $10^{-6}$ of the least gives the same: the "
    "sublevel set is enclosed in an ellipsoid, in ball arithmetic, by the curvature of the loss.",
    conformance=True,
)

# ---- without a minimiser ----

before, beyond_w = sympy.symbols("L_S(v) L_S(v+w)", nonnegative=True)
MEANS |= {before: "the logistic loss of $v$", beyond_w: "the logistic loss a step further along a separating $w$"}


def going_on(trace: Trace) -> Values:
    """L_S(v), rounded down, and L_S(v + w), rounded up, for the w that separates weakly."""
    case: Separated = trace.case
    v = [Fraction(c, UNIT) for c in case.start]
    further = [a + b for a, b in zip(v, case.target, strict=True)]
    old, ctx.prec = ctx.prec, 256
    try:
        here = logistic_loss(case.signed(), [float(c) for c in v])
        there = logistic_loss(case.signed(), [float(c) for c in further])
        return {before: lower(here), beyond_w: upper(there)}
    finally:
        ctx.prec = old


def weakly_separated(trace: Trace) -> bool:
    """y_i⟨w,x_i⟩ >= 0 for all i, and > 0 for one."""
    case: Separated = trace.case
    margins = case.margins()
    return min(margins) >= 0 and max(margins) > 0


WEAKLY_SEPARATED = Premise("weakly separated", weakly_separated, option="separated")


def strictly_falling() -> str:
    """d/ds log(1 + e^(−(a+s))) < 0, so that a step along w loses on one example and gains on none."""
    a_, s_ = sympy.symbols("a s", real=True)
    slope = sympy.simplify(sympy.diff(loss(a_ + s_), s_))
    if not (-slope).is_positive:
        raise NotShown(f"{slope} is not seen to be negative")
    return f"d/ds log(1 + e^(−(a+s))) = {slope} < 0"


margin_least, margin_most = sympy.symbols("min(y⟨w·x⟩) max(y⟨w·x⟩)", real=True)

NO_MINIMUM = Claim(
    "logistic-erm-needs-noise",
    r"Where some $w$ has $y_i\langle w,x_i\rangle \ge 0$ for all $i$ and $> 0$ for one, $L_S(v + w) < L_S(v)$ for "
    "every $v$: problem (9.10) has no solution.",
    sources=(UML("9.3, (9.10)"),),
    kind="identity",
    label="upper",
    cases=Family(
        separated_samples,
        search=dict(dimensions=2, reach=4, pool=4),
        scout=dict(dimensions=3, reach=8, pool=8),
    ),
    given=(WEAKLY_SEPARATED,),
    measure=going_on,
    bound=beyond_w < before,
    proof=Chain(
        given={WEAKLY_SEPARATED: And(margin_least >= 0, margin_most > 0)},
        lines={},
        using=(
            Fact(
                "the loss of an example falls strictly with its margin",
                Implies(And(margin_least >= 0, margin_most > 0), beyond_w < before),
                "lemma",
                "calculus; a mean falls where one term falls and none grows",
                strictly_falling,
            ),
        ),
    ),
    reading="ours",
    remark="So LogisticRegression is judged on samples of full rank that nothing separates, not even weakly; on these "
    "there is exactly one minimiser.",
)
