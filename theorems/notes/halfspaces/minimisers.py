"""The minimisers of the squared loss: what they are, when there is only one, and the one of least norm."""

from fractions import Fraction
from functools import partial
from typing import Any

from flint import fmpq_mat
from sympy import And, Eq, Implies, Integer, expand

from learncheck.exact import squares
from learncheck.exact.definiteness import rationals
from learncheck.exact.matrix_algebra import Matrices
from learncheck.exact.signs import NotShown
from learncheck.strategies.halfspaces import regression
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import UML, Claim, Values, quantity
from learncheck.theorems.language.proof import Chain, Fact, fact
from learncheck.theorems.notes.halfspaces.least_squares import SAMPLES, least

loss_v = quantity("L(v)", "the loss of any $v$")
loss_w = quantity("L(w)", "the loss of the minimiser $w$")
between = quantity("‖X(v−w)‖²/m", "the mean square of what $v$ and $w$ differ by on the sample")

UNSOLVED = quantity("N", "the entries in which $Aw$ and $b$ differ")


def two_losses(trace: Trace) -> Values:
    """Measure N, L(v), L(w) and ‖X(v−w)‖²/m for the exact w and another v, in rationals."""
    case: regression.RegressionSample = trace.case
    rows, targets = case.rows(), case.values()
    X = rationals(rows)
    A, b = squares.normal_equations(X, squares.column(targets))
    solution = squares.least_squares(rows, targets)
    w = squares.column(solution.w)
    v = squares.column((case.further() or ((Fraction(0),) * len(solution.w),))[0])
    return {
        UNSOLVED: _unlike(A * w, b),
        loss_v: squares.mean_square(squares.fractions(X * v), targets),
        loss_w: solution.loss,
        between: _square(squares.fractions(X * (v - w))) / len(targets),
    }


def solved(shift: int = 0) -> Matrices:
    """Return the letters X, y, v and w, with XᵀXw = Xᵀy. A nonzero `shift` violates that."""
    return Matrices(
        transposes={letter: f"{letter}ᵀ" for letter in ("X", "y", "v", "w")},
        rules={
            ("Xᵀ", "X", "w"): {("Xᵀ", "y"): Integer(1 + shift)},
            ("wᵀ", "Xᵀ", "X"): {("yᵀ", "X"): Integer(1 + shift)},
        },
    )


@fact(
    r"if $Aw = b$ then $\|Xv-y\|^2 = \|Xw-y\|^2 + \|X(v-w)\|^2$ for every $v$",
    Implies(Eq(UNSOLVED, 0), Eq(loss_v, loss_w + between)),
    "an identity of matrices",
)
def loss_splits(shift: int = 0) -> str:
    """Show ‖Xv−y‖² = ‖Xw−y‖² + ‖X(v−w)‖² if XᵀXw = Xᵀy."""
    space = solved(shift)
    X, y, v, w = map(space.letter, "Xyvw")
    above, below, gap = X * v - y, X * w - y, X * v - X * w
    left = space.reduced(above.T * above - below.T * below - gap.T * gap)
    # vᵀXᵀy and yᵀXv are the same number, so their factors add up.
    scalars: dict[Any, Any] = {}
    for word, factor in left.items():
        key = min(word, space.transposed(word))
        scalars[key] = scalars.get(key, 0) + factor
    if any(expand(factor) != 0 for factor in scalars.values()):
        raise NotShown(f"the two sides differ by {scalars}")
    return "both sides have one normal form in letters that do not commute, for every m and d"


about_minimisers = partial(Claim, kind="identity", label="exact", cases=SAMPLES)
"""A claim about the minimisers of the squared loss."""

MINIMISERS = about_minimisers(
    "least-squares-minimisers",
    r"If $Aw = b$ then $(1/m)\|Xv-y\|^2 = (1/m)\|Xw-y\|^2 + (1/m)\|X(v-w)\|^2$ for every $v$: $w$ is a minimiser, and "
    "the other minimisers are the $v$ with $Xv = Xw$.",
    sources=(UML("9.2.1"),),
    measure=two_losses,
    bound=And(Eq(loss_v, loss_w + between), loss_w <= loss_v),
    proof=Chain(
        means={"$Aw = b$": Eq(UNSOLVED, 0)},
        lines={"the losses": Eq(loss_v, loss_w + between)},
        using=(loss_splits,),
        reading="The gradient of the loss is $(2/m)(Aw - b)$, so that conversely every minimiser solves $Aw = b$.",
    ),
)

invertible = quantity("I_A", "1 where $A$ is invertible, otherwise 0")
spanning = quantity("I_x", r"1 where the $x_i$ span $\mathbb{R}^d$, otherwise 0")


def ranks(trace: Trace) -> Values:
    """Measure I_A by the determinant, and I_x by elimination."""
    rows = trace.case.rows()
    X = rationals(rows)
    A, _ = squares.normal_equations(X, X)
    return {invertible: int(A.det() != 0), spanning: int(X.rank() == len(rows[0]))}


SAME_KERNEL = (
    "trusted is that A is invertible iff Ac = 0 for c = 0 alone, and that x_1, …, x_m span R^d iff Xc = 0 for c = 0 "
    "alone"
)


@fact(r"$Ac = 0$ makes $\|Xc\|^2 = c^\top Ac = 0$", invertible >= spanning, SAME_KERNEL, "theorem")
def form_is_square(factor: int = 1) -> str:
    """Show cᵀAc = ‖Xc‖², so that Ac = 0 implies Xc = 0."""
    space = Matrices(transposes={"X": "Xᵀ", "c": "cᵀ"})
    X, c = map(space.letter, "Xc")
    if not space.equal(c.T * (X.T * X) * c, (X * c).T * (X * c) * factor):
        raise NotShown(f"cᵀXᵀXc is not {factor}·‖Xc‖²")
    return "cᵀ(XᵀX)c = (Xc)ᵀ(Xc) in letters that do not commute, for every m and d"


@fact(r"$Xc = 0$ makes $Ac = X^\top(Xc) = 0$", spanning >= invertible, SAME_KERNEL, "theorem")
def image_of_zero() -> str:
    """Show Ac = Xᵀ(Xc), so that Xc = 0 implies Ac = 0."""
    space = Matrices(transposes={"X": "Xᵀ", "c": "cᵀ"}, rules={("X", "c"): 0})
    X, c = map(space.letter, "Xc")
    if space.reduced(X.T * X * c):
        raise NotShown("Ac is not 0 where Xc = 0")
    return "XᵀXc = Xᵀ(Xc) = 0"


INVERTIBLE = about_minimisers(
    "least-squares-invertible",
    r"$A = \sum x_i x_i^\top$ is invertible if and only if $x_1$, …, $x_m$ span $\mathbb{R}^d$.",
    sources=(UML("Exercise 9.2"), UML("9.2.1")),
    measure=ranks,
    bound=Eq(invertible, spanning),
    proof=Chain(using=(form_is_square, image_of_zero)),
)

loss_hat = quantity("L(ŵ)", r"the loss of $\hat{w} = A^+b$")
norm_hat = quantity("‖ŵ‖²", r"the squared norm of $\hat{w} = A^+b$")
norm_any = quantity("‖w‖²", "the squared norm of another minimiser")

PENROSE = quantity(
    "N_+", "the entries in which $AA^+A$ and $A$, $A^+AA^+$ and $A^+$, or $AA^+$ and its transpose differ"
)


def pseudoinverse(A: fmpq_mat) -> fmpq_mat:
    """Return A⁺ = VD⁺Vᵀ of the symmetric A = VDVᵀ.

    No eigenvalues are computed: with a factorization A = CR of full rank, A⁺ = Rᵀ(RRᵀ)⁻¹(CᵀC)⁻¹Cᵀ.
    """
    reduced, rank = A.rref()
    size = A.ncols()
    if rank == 0:
        return A
    R = fmpq_mat([[reduced[i, j] for j in range(size)] for i in range(rank)])
    pivots = [next(j for j in range(size) if R[i, j] != 0) for i in range(rank)]
    C = fmpq_mat([[A[i, p] for p in pivots] for i in range(size)])
    return R.transpose() * (R * R.transpose()).inv() * (C.transpose() * C).inv() * C.transpose()


def with_pseudoinverse(trace: Trace) -> Values:
    """Measure N, N_+, L(ŵ), the least loss by projection, ‖ŵ‖² and ‖w‖²."""
    case: regression.RegressionSample = trace.case
    rows, targets = case.rows(), case.values()
    X = rationals(rows)
    A, b = squares.normal_equations(X, squares.column(targets))
    plus = pseudoinverse(A)
    hat = plus * b
    pairs = ((A * plus * A, A), (plus * A * plus, plus), (A * plus, (A * plus).transpose()))
    return {
        UNSOLVED: _unlike(A * hat, b),
        PENROSE: sum(_unlike(p, q) for p, q in pairs),
        loss_hat: squares.mean_square(squares.fractions(X * hat), targets),
        least: squares.least_by_projection(list(zip(*rows, strict=True)), targets),
        norm_hat: _square(squares.fractions(hat)),
        norm_any: _square(squares.least_squares(rows, targets).w),
    }


def _unlike(first: fmpq_mat, second: fmpq_mat) -> int:
    return sum(p != q for p, q in zip(squares.fractions(first), squares.fractions(second), strict=True))


def _square(values: squares.Reals) -> Fraction:
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
"""V orthogonal, D diagonal, and D⁺ with 1/D_ii if D_ii is not 0. D and D⁺ commute, DDD⁺ = D and DD⁺D⁺ = D⁺."""


@fact(
    r"$AA^+b = b$ for every $b$ in the range of A, as $\sum y_i x_i$ is",
    And(Eq(UNSOLVED, 0), Eq(PENROSE, 0)),
    r"the eigenvalue decomposition $A = VDV^\top$ is trusted, and that the span of the $x_i$ is the range of A",
    "theorem",
)
def projects(plus: str = "D⁺") -> str:
    """Show AA⁺b = b for every b = Ac, and the defining equations of A⁺. `plus` is the factor in the middle of A⁺."""
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


HAS_THE_LEAST = Fact(
    "a solution of $Aw = b$ has the least loss",
    Implies(Eq(UNSOLVED, 0), Eq(loss_hat, least)),
    "lemma",
    "the identity of least-squares-minimisers",
    loss_splits.shows,
)


@fact(
    r"any other minimiser is $\hat{w} + u$ with $Au = 0$, and $\|\hat{w} + u\|^2 = \|\hat{w}\|^2 + \|u\|^2$",
    norm_hat <= norm_any,
    "the range of a symmetric matrix is orthogonal to its kernel",
)
def shorter() -> str:
    """Show that ŵ = A⁺b is orthogonal to every u with Au = 0, so that ‖ŵ + u‖² = ‖ŵ‖² + ‖u‖²."""
    space = Matrices(transposes={"u": "uᵀ", "c": "cᵀ"}, rules={("A", "u"): 0, ("uᵀ", "A"): 0})
    A, plus, u, c = map(space.letter, ("A", "A⁺", "u", "c"))
    hat = A * plus * c  # A⁺b = A⁺AA⁺b = A(A⁺)²b, as A and A⁺ commute, so it is in the range of A
    cross = space.reduced(u.T * hat)
    if cross:
        raise NotShown("ŵ is not orthogonal to the kernel of A")
    return "uᵀA = 0 makes uᵀŵ = 0 for every ŵ in the range of A"


PSEUDOINVERSE = about_minimisers(
    "least-squares-pseudoinverse",
    "$A^+b$ solves $Aw = b$ also where $A$ is not invertible, so that it attains the least loss, and is the shortest "
    "minimiser.",
    sources=(UML("9.2.1"),),
    measure=with_pseudoinverse,
    bound=And(Eq(UNSOLVED, 0), Eq(PENROSE, 0), Eq(loss_hat, least), norm_hat <= norm_any),
    proof=Chain(lines={r"$\hat{w}$ solves the equations": Eq(UNSOLVED, 0)}, using=(projects, HAS_THE_LEAST, shorter)),
    remark="$A^+$ is rational where $A$ is, and is computed without eigenvalues; the least loss is found by "
    "projection.",
)
