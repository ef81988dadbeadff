"""Kernels: their features and their Gram matrices.

The features of ⟨x,z⟩^k are all products of k coordinates, φ_k(x) = x ⊗ ... ⊗ x, since ⟨a⊗b,c⊗d⟩ = ⟨a,c⟩⟨b,d⟩:
⟨x,z⟩^k = ⟨φ_k(x),φ_k(z)⟩ implies ⟨x,z⟩^(k+1) = ⟨φ_k(x)⊗x,φ_k(z)⊗z⟩. The features of (1+⟨x,z⟩)^k are those of ⟨x,z⟩^k
for (1, x). If K(x,z) = ⟨φ(x),φ(z)⟩, then a Gram matrix is ΦΦᵀ, so cᵀKc = ‖Φᵀc‖² >= 0.

    e^(−‖x−z‖²) = e^(−‖x‖²)·e^(−‖z‖²)·Σ_k (2⟨x,z⟩)^k/k!

is a sum of such kernels with positive factors, with rows and columns scaled. So cᵀKc is a limit of numbers >= 0, and
is >= 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile

from flint import arb, arb_mat, ctx, fmpq
from sympy import And, Eq, Implies, Integer, Symbol, symbols

from learncheck.exact.definiteness import is_semidefinite
from learncheck.exact.matrix_algebra import Expression, Matrices
from learncheck.exact.separation import inner
from learncheck.exact.signs import NotShown
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.kernel_functions import Features, Kernel, drawn_kernel
from learncheck.strategies.halfspaces.vectors import Vector, any_vector
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Obligation, fact

APART = quantity(
    "N_φ", "the pairs of points whose $K(x,z)$ is not the inner product of the features, or not the power series"
)
NEGATIVE = quantity("N_-", r"1 where some $c$ has $c^\top Kc < 0$, otherwise 0")
RANK = quantity("rank(K)", "the rank of the Gram matrix")
DISTINCT = quantity("m", "the distinct points")


# ---- samples ----


class KernelSample(Case, frozen=True, tag="kernel-sample"):
    """Points, integer vectors over a common denominator, and a kernel. There is nothing to play."""

    kernel: Kernel
    points: tuple[Vector, ...]
    denominator: int

    def __post_init__(self) -> None:
        require(len(self.points) > 0, "there are no points: give one at least")

    def rows(self) -> list[Features]:
        """The points."""
        return [tuple(Fraction(v, self.denominator) for v in x) for x in self.points]


def kernel_samples(choices: Choices, *, dimensions: int, reach: int, points: int, degree: int) -> KernelSample:
    """Samples of at most `points` points with each kernel. Shrinks to one point and the kernel ⟨x,z⟩."""
    kernel = drawn_kernel(choices, degree)
    size = choices.integer(1, dimensions)
    rows = choices.many(lambda: any_vector(choices, size, reach), least=1, most=points)
    return KernelSample(kernel, rows, 2 ** choices.integer(0, 2))


def every_line_sample(choices: Choices, *, points: int, degree: int) -> KernelSample:
    """Every sample of at most `points` points −1, 0, 1 on the line, in ascending order, with each kernel."""
    kernel = drawn_kernel(choices, degree)
    return KernelSample(kernel, choices.sequence(((-1,), (0,), (1,)), most=points, ascending=True), 1)


def legal(trace: Trace) -> Values:
    case: KernelSample = trace.case
    if case.kernel.name == "gaussian":
        rows = distinct(case)
        apart = sum(not series_encloses(x, z) for x in rows for z in rows)
        return {APART: apart, NEGATIVE: int(positive_minors(rows) < len(rows))}
    K, images = gram(case), [case.kernel.features(x) for x in case.rows()]
    apart = sum(K[i][j] != inner(p, q) for i, p in enumerate(images) for j, q in enumerate(images))
    return {APART: apart, NEGATIVE: int(not is_semidefinite(K))}


# ---- the same for all points, dimensions and degrees ----

TENSOR = Matrices(
    transposes={letter: f"{letter}ᵀ" for letter in "abcd"},
    rules={
        ("aᵀ", "c"): Symbol("⟨a,c⟩"),
        ("cᵀ", "a"): Symbol("⟨a,c⟩"),
        ("bᵀ", "d"): Symbol("⟨b,d⟩"),
        ("dᵀ", "b"): Symbol("⟨b,d⟩"),
    },
)
"""Four vectors. a⊗b is the matrix abᵀ, of entries a_i b_j, with the inner product ⟨X,Y⟩ = tr(XᵀY)."""


FEATURES, SQUARES = symbols("K_φ K_Σ", nonnegative=True)
"""1 if the kernel is an inner product of features; 1 if it is a positive sum of such kernels, rescaled."""


@fact(
    r"$\langle a\otimes b,c\otimes d\rangle = \langle a,c\rangle\langle b,d\rangle$",
    Eq(FEATURES, 1),
    "the trace is cyclic",
)
def tensors_multiply(second: str = "d") -> str:
    """Show ⟨a⊗b,c⊗d⟩ = tr((abᵀ)ᵀ(cdᵀ)) = ⟨a,c⟩⟨b,d⟩. `second` is the last letter."""
    a, b, c, d = map(TENSOR.letter, ("a", "b", "c", second))
    inside = TENSOR.reduced((a * b.T).T * (c * d.T))
    turned = {(word[-1], *word[:-1]): factor for word, factor in inside.items()}  # tr(XY) = tr(YX)
    left = TENSOR.reduced(Expression(TENSOR, turned))
    if left != {(): Symbol("⟨a,c⟩") * Symbol("⟨b,d⟩")}:
        raise NotShown(f"⟨a⊗b,c⊗{second}⟩ is {left}, not ⟨a,c⟩⟨b,d⟩")
    return "tr((abᵀ)ᵀcdᵀ) = ⟨a,c⟩·tr(bdᵀ) = ⟨a,c⟩⟨b,d⟩, in letters that do not commute, for every d"


@fact(
    r"so $\langle x,z\rangle^k$ and $(1+\langle x,z\rangle)^k$ have features, by induction on $k$",
    Implies(Eq(FEATURES, 1), Eq(APART, 0)),
    "the induction over the degree is trusted, its step is shown",
    "theorem",
)
def features_by_induction() -> Iterator[Obligation]:
    """Yield the induction on the degree: K_0 = 1 = ⟨(1),(1)⟩, and K_(k+1) = K_k·⟨x,z⟩."""
    kernel, product, image, more, after = (
        Symbol(name, real=True) for name in ("K_k", "⟨x,z⟩", "⟨φ_k(x),φ_k(z)⟩", "⟨φ_(k+1)(x),φ_(k+1)(z)⟩", "K_(k+1)")
    )
    yield Obligation(
        r"if $K_k = \langle\varphi_k(x),\varphi_k(z)\rangle$ then $K_{k+1} = "
        r"\langle\varphi_{k+1}(x),\varphi_{k+1}(z)\rangle$, for $\varphi_{k+1}(x) = \varphi_k(x)\otimes x$",
        {
            "the degrees so far": Eq(kernel, image),
            "one more factor": Eq(after, kernel * product),
            r"$\langle a\otimes b,c\otimes d\rangle = \langle a,c\rangle\langle b,d\rangle$": Eq(more, image * product),
        },
        Eq(after, more),
    )
    plus, shifted = (Symbol(name, real=True) for name in ("⟨(1,x),(1,z)⟩", "1+⟨x,z⟩"))
    yield Obligation(
        r"$1 + \langle x,z\rangle = \langle(1,x),(1,z)\rangle$",
        {"the first coordinates": Eq(plus, 1 * 1 + product), "the kernel": Eq(shifted, 1 + product)},
        Eq(shifted, plus),
    )


GRAM = Matrices(transposes={"Φ": "Φᵀ", "c": "cᵀ", "x": "xᵀ", "z": "zᵀ"}, rules={})


@fact(
    r"$c^\top Kc = \|\Phi^\top c\|^2 \ge 0$ wherever $K$ has features",
    Implies(And(Eq(APART, 0), Eq(SQUARES, 1)), Eq(NEGATIVE, 0)),
    "an identity of matrices",
)
def gram_is_square(sign: int = 1) -> str:
    """Show cᵀ(ΦΦᵀ)c = (Φᵀc)ᵀ(Φᵀc), which is a sum of squares."""
    phi, c = map(GRAM.letter, ("Φ", "c"))
    if not GRAM.equal(c.T * (phi * phi.T) * c, (phi.T * c).T * (phi.T * c) * sign):
        raise NotShown("cᵀΦΦᵀc is not ‖Φᵀc‖²")
    return "cᵀΦΦᵀc = (Φᵀc)ᵀ(Φᵀc) = ‖Φᵀc‖², in letters that do not commute, for every number of points"


@fact(
    r"$-\|x-z\|^2 = -\|x\|^2 - \|z\|^2 + 2\langle x,z\rangle$, so $e^{-\|x-z\|^2}$ is a sum of kernels that have "
    "features, rescaled",
    Eq(SQUARES, 1),
    "the power series of $e$ is trusted, and that a limit of numbers ≥ 0 is ≥ 0",
    "theorem",
)
def gaussian_splits(cross: int = 2) -> str:
    """Show −‖x−z‖² = −‖x‖² − ‖z‖² + 2⟨x,z⟩, where ⟨x,z⟩ = ⟨z,x⟩."""
    space = Matrices(transposes={"x": "xᵀ", "z": "zᵀ"}, rules={("zᵀ", "x"): {("xᵀ", "z"): Integer(1)}})
    x, z = map(space.letter, ("x", "z"))
    due = x.T * x * -1 - z.T * z + x.T * z * cross
    if not space.equal((x - z).T * (x - z) * -1, due):
        raise NotShown(f"−‖x−z‖² is not −‖x‖² − ‖z‖² + {cross}⟨x,z⟩")
    return "−‖x−z‖² = −‖x‖² − ‖z‖² + 2⟨x,z⟩, in letters that do not commute, for every d"


LEGAL = Claim(
    "kernels-legal",
    r"$\langle x,z\rangle^k$ and $(1+\langle x,z\rangle)^k$ are inner products $\langle\varphi(x),\varphi(z)\rangle$ "
    r"of explicit features, $e^{-\|x-z\|^2}$ is the sum of its power series of such kernels, and the Gram matrices of "
    "all three are positive semi-definite.",
    sources=(VEM("8.3.1, Definition 8.6"),),
    kind="identity",
    cases=Family(
        kernel_samples,
        exhaust=every_line_sample,
        extent="all samples of up to {points:≤ _ points} points −1, 0, 1 on the line, in one order each, degrees up "
        "to {degree}",
        search=dict(dimensions=2, reach=3, points=4, degree=3),
        scout=dict(dimensions=3, reach=4, points=5, degree=3),
        quick=dict(points=3, degree=3),
        full=dict(points=5, degree=4),
    ),
    measure=legal,
    bound=And(Eq(APART, 0), Eq(NEGATIVE, 0)),
    proof=Chain(
        lines={"the features": Eq(APART, 0)},
        using=(tensors_multiply, features_by_induction, gaussian_splits, gram_is_square),
        reading=r"$\varphi_k(x)$ has $d^k$ coordinates, or $(d+1)^k$. For the proof see the module's introduction.",
    ),
    remark="Gram matrices of rational points are decided by their characteristic polynomials, in rationals; those of "
    "the gaussian kernel in ball arithmetic.",
)


PRECISIONS = (128, 512, 2048, 8192)
"""The precisions, in bits, at which minors of a matrix of balls are computed in turn until all are positive."""
TERMS = 64
"""The least number of terms of the power series that are added up; the rest is enclosed."""


def gram(case: KernelSample) -> list[list[Fraction]]:
    """Return the Gram matrix of a rational kernel."""
    rows = case.rows()
    return [[case.kernel.exactly(x, z) for z in rows] for x in rows]


def distinct(case: KernelSample) -> list[Features]:
    """Return the distinct points: a repeated point repeats its row and its column, which changes no sign."""
    return list(dict.fromkeys(case.rows()))


def squared(x: Features, z: Features) -> Fraction:
    """Return ‖x−z‖²."""
    return sum(((p - q) ** 2 for p, q in zip(x, z, strict=True)), Fraction(0))


def ball(value: Fraction) -> arb:
    """Enclose the rational in a ball of the working precision."""
    return arb(fmpq(value.numerator, value.denominator))


def series_encloses(x: Features, z: Features) -> bool:
    """Whether e^(−‖x−z‖²) lies in a small ball around e^(−‖x‖²−‖z‖²)·Σ (2⟨x,z⟩)^k/k!."""
    twice = 2 * inner(x, z)
    with ctx.workprec(2048):
        total, term = arb(0), arb(1)
        count = TERMS + 8 * int(abs(twice) + 1)
        for k in range(1, count + 1):
            total += term
            term = term * ball(twice) / k
        # From k = count on, each term is at most half of the one before, as count > 2·|2⟨x,z⟩|.
        rest = abs(term) * 2
        total += arb(0, 1) * rest
        due = (-ball(squared(x, z))).exp()
        value = (-ball(inner(x, x)) - ball(inner(z, z))).exp() * total
        return bool(value.overlaps(due)) and bool(value.rad() < arb(2) ** -60)


def positive_minors(rows: list[Features]) -> int:
    """Count the leading minors of the gaussian Gram matrix of distinct points that are certainly positive, in turn."""
    count = 0
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            K = [[(-ball(squared(x, z))).exp() for z in rows] for x in rows]
            minors = (arb_mat([row[:size] for row in K[:size]]).det() for size in range(1, len(K) + 1))
            count = sum(1 for _ in takewhile(lambda minor: minor > 0, minors))
        if count == len(rows):
            break
    return count


def gaussian_samples(choices: Choices, *, dimensions: int, reach: int, points: int) -> KernelSample:
    """Samples of distinct points with the gaussian kernel."""
    size = choices.integer(1, dimensions)
    rows = choices.distinct(lambda: any_vector(choices, size, reach), most=points)
    return KernelSample(Kernel("gaussian"), rows, 2 ** choices.integer(0, 2))


def full_rank(trace: Trace) -> Values:
    """Measure rank(K), as far as it is certain, and the number of distinct points."""
    rows = distinct(trace.case)
    return {RANK: positive_minors(rows), DISTINCT: len(rows)}


GAUSSIAN_RANK = Claim(
    "gaussian-kernel-has-full-rank",
    r"The Gram matrix of $m$ distinct points under $e^{-\|x-z\|^2}$ has rank $m$, so that no $\varphi$ into any "
    r"$\mathbb{R}^n$, $n < m$, gives this kernel: its feature space has infinite dimension.",
    sources=(VEM("8.3.1"),),
    cases=Family(
        gaussian_samples,
        search=dict(dimensions=2, reach=2, points=4),
        scout=dict(dimensions=2, reach=4, points=8),
    ),
    measure=full_rank,
    bound=Eq(RANK, DISTINCT),
    reading="ours",
    remark=r'Definition 8.6 asks for $\varphi$: $R^d \to R^m$, and the notes call such a $\varphi$ "very high (or '
    'infinite)" dimensional later: so this is no erratum, but the reason for these words.',
)
