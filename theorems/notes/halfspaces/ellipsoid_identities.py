"""The facts about ellipsoids and determinants that the notes use."""

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

import msgspec
from flint import fmpq_mat
from sympy import And, Eq

from learncheck.exact.balls import fraction
from learncheck.exact.definiteness import rationals
from learncheck.exact.matrix_algebra import Expression, Matrices
from learncheck.strategies.halfspaces.vectors import Vector, axes
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, fact
from learncheck.theorems.notes.halfspaces.ellipsoid_code import same

# ---- factored matrices ----


class Factors(Case, frozen=True, tag="matrix-factors"):
    """A matrix M = UDVᵀ, and vectors u and v. There is nothing to play.

    D = diag(lengths)/denominator > 0. U and V are the Cayley transforms of skew matrices, which are given by their
    entries above the diagonal, row by row.
    """

    lengths: Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1)]
    denominator: Positive
    left: Vector
    right: Vector
    u: Vector
    v: Vector

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.lengths)

    def matrices(self) -> tuple[fmpq_mat, fmpq_mat, fmpq_mat]:
        """U, D and V."""
        size = self.dimension
        D = [[Fraction(self.lengths[i] if i == j else 0, self.denominator) for j in range(size)] for i in range(size)]
        return orthogonal(self.left, size), rationals(D), orthogonal(self.right, size)


def orthogonal(skew: Vector, size: int) -> fmpq_mat:
    """The rational orthogonal matrix (I − S)(I + S)⁻¹, for the skew matrix S with these entries above the diagonal."""
    entries = iter(skew)
    S = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            S[i][j] = next(entries)
            S[j][i] = -S[i][j]
    one = rationals(axes(size))
    return (one - rationals(S)) * (one + rationals(S)).inv()


def factors(choices: Choices, *, dimensions: int, reach: int) -> Factors:
    """Matrices with 1 to `dimensions` rows. Shrinks to the identity and zero vectors."""
    size = choices.integer(1, dimensions)
    pairs = size * (size - 1) // 2

    def vector(count: int) -> Vector:
        return tuple(choices.integers(count, -reach, reach))

    lengths = tuple(choices.integers(size, 1, reach + 1))
    return Factors(lengths, choices.integer(1, 3), vector(pairs), vector(pairs), vector(size), vector(size))


APART = quantity("N_E", r"the entries in which the matrices of $E(M,v)$, $E(UD,v)$ and $E(UDU^\top,v)$ differ")

BESIDE = quantity("N_q", r"the points $Mb + v$ for which the quadratic form is not $\|b\|^2$")

volume = quantity("det(UDUᵀ)", r"the determinant of $UDU^\top$", real=True)
lengths = quantity("∏D_ii", "the product of the diagonal of $D$", real=True)
delta = quantity("det(I+uvᵀ)", r"the determinant of $I + uv^\top$", real=True)

inner = quantity("⟨u,v⟩", "the inner product of $u$ and $v$", real=True)


def geometry(trace: Trace) -> Values:
    """Measure all of these quantities for one M = UDVᵀ and two vectors."""
    case: Factors = trace.case
    U, D, V = case.matrices()
    size = case.dimension
    M, half, symmetric = U * D * V.transpose(), U * D, U * D * U.transpose()
    # E(M,v) = {p : (p−v)ᵀ(MMᵀ)⁻¹(p−v) <= 1}, so these sets are equal if and only if their MMᵀ are.
    own = M * M.transpose()
    others = (half * half.transpose(), symmetric * symmetric.transpose())
    apart = sum(own[i, j] != other[i, j] for other in others for i in range(size) for j in range(size))
    inverse_square = U * (D * D).inv() * U.transpose()
    u, v = rationals([[k] for k in case.u]), rationals([[k] for k in case.v])
    beside = sum((symmetric * b).transpose() * inverse_square * (symmetric * b) != b.transpose() * b for b in (u, v))
    one = rationals(axes(size))
    product = Fraction(1)
    for i in range(size):
        product *= fraction(D[i, i])
    return {
        APART: apart,
        BESIDE: beside,
        volume: fraction(symmetric.det()),
        lengths: product,
        delta: fraction((one + u * v.transpose()).det()),
        inner: fraction((u.transpose() * v)[0, 0]),
    }


SVD = Matrices(
    transposes={"U": "Uᵀ", "V": "Vᵀ", "z": "zᵀ"},
    rules={
        ("U", "Uᵀ"): 1,
        ("Uᵀ", "U"): 1,
        ("V", "Vᵀ"): 1,
        ("Vᵀ", "V"): 1,
        ("D", "D⁻¹"): 1,
        ("D⁻¹", "D"): 1,
    },
)
"""Orthogonal U and V, and a diagonal D with its inverse."""


@fact(r"$E(M,v) = E(UD,v) = E(UDU^\top,v)$", Eq(APART, 0), "an identity of matrices")
def ellipsoids_agree(second: Callable[[Expression, Expression], Expression] = lambda U, D: U * D * U.T) -> str:
    """Show M(Vz) = UDz and UDUᵀ(Uz) = UDz, where z → Vz and z → Uz map the unit ball onto itself. `second` is UDUᵀ."""
    U, D, V, z = map(SVD.letter, "UDVz")
    M = U * D * V.T
    for name, matrix, turned in (("M", M, V * z), ("UDUᵀ", second(U, D), U * z)):
        same(matrix * turned, U * D * z, f"{name} does to the turned point what UD does to z")
        same(turned.T * turned, z.T * z, "a turned point is as long")
    same(V.T * (V * z), z, "every point of the ball is a turned one")
    return "UDVᵀ(Vz) = UDz = UDUᵀ(Uz), ‖Vz‖ = ‖Uz‖ = ‖z‖, in letters that do not commute, for every d"


@fact(r"$E(M,v) = \{x : (x-v)^\top M^{-2}(x-v) \le 1\}$ for $M = UDU^\top$", Eq(BESIDE, 0), "an identity of matrices")
def form_is_length(power: int = 2) -> str:
    """Show (Mz)ᵀM⁻²(Mz) = zᵀz for M = UDUᵀ and M⁻² = UD⁻²Uᵀ, and that M has an inverse."""
    U, D, inverse, z = map(SVD.letter, ("U", "D", "D⁻¹", "z"))
    M, form = U * D * U.T, U
    for _ in range(power):
        form = form * inverse
    same((M * z).T * (form * U.T) * (M * z), z.T * z, "(Mz)ᵀM⁻²(Mz) = zᵀz")
    same(M * (U * inverse * U.T), SVD.number(1), "MM⁻¹ = I")
    return "(Mz)ᵀM⁻²(Mz) = zᵀz, and every point is Mz + v for one z, in letters that do not commute, for every d"


@fact(
    r"$\det(UDU^\top) = \prod D_{ii}$",
    Eq(volume, lengths),
    r"an identity of matrices; trusted are $\det(BC) = \det(B)\cdot\det(C)$, the determinant of a diagonal matrix, and "
    "that a linear map multiplies volumes by |det|",
    "theorem",
)
def volume_is_product() -> str:
    """Show det(UDUᵀ) = det(D) by U·Uᵀ = I."""
    U, D = map(SVD.letter, "UD")
    same(U.T * (U * D * U.T) * U, D, "UDUᵀ is similar to D")
    return "Uᵀ(UDUᵀ)U = D, and det(Uᵀ)·det(U) = det(I) = 1"


GEOMETRY = Claim(
    "ellipsoid-geometry",
    r"For $M = UDV^\top$ with $U$, $V$ orthogonal and $D > 0$ diagonal: $E(M,v) = E(UD,v) = E(UDU^\top,v)$; for "
    r"$M = UDU^\top$, $E(M,v) = \{x : (x-v)^\top M^{-2}(x-v) \le 1\}$ and "
    r"$\operatorname{Vol}(E(M,v)) = \det(M)\cdot \operatorname{Vol}(B) = \prod D_{ii}\cdot \operatorname{Vol}(B)$; "
    r"and $\det(I+uv^\top) = 1 + \langle u,v\rangle$.",
    sources=(LEC("Background: Balls and Ellipsoids"), LEC("Volume Calculations"), LEC("Why volume shrinks")),
    kind="identity",
    cases=Family(
        factors,
        extent="all M of at most {dimensions:d ≤ _} rows with entries of the factors up to {reach}",
        search=dict(dimensions=3, reach=2),
        scout=dict(dimensions=5, reach=4),
        quick=dict(dimensions=1, reach=1),
        full=dict(dimensions=2, reach=1),
    ),
    measure=geometry,
    bound=And(Eq(APART, 0), Eq(BESIDE, 0), Eq(volume, lengths), Eq(delta, 1 + inner)),
    proof=Chain(
        using=(ellipsoids_agree, form_is_length, volume_is_product, trusted.matrix_determinant(delta, inner)),
        reading=r"A point of $E(M,v)$ is $Mb + v$ with $\|b\| \le 1$; turning $b$ by an orthogonal matrix gives "
        "every such point once more. The SVD theorem itself, that every invertible $M$ is such a "
        r"$UDV^\top$, is trusted.",
    ),
)
