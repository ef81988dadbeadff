"""A mistake replaces the ellipsoid E by the ellipsoid E' of least volume around a half of E: LEC, Intuition.

Write q(v) = (v−w)ᵀA⁻¹(v−w), which is at most 1 inside of E, and s = y⟨v−w,x⟩/σ with σ² = xᵀAx. By the identity
1 − q′(v) = (d²−1)/d²·(1 − q(v)) + 2(d+1)/d²·s(1 − s), E' contains the half of E where s >= 0. No ellipsoid around it is
smaller: its top and the points of its rim, with weights that add up to d, have the mean w' and the scatter A'.
"""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any, Self

import numpy as np
from flint import fmpq_mat
from sympy import And, Eq, Expr, Implies, Symbol, cancel

from learncheck.exact.balls import fraction
from learncheck.exact.definiteness import is_semidefinite, rationals
from learncheck.exact.matrix_algebra import Matrices
from learncheck.exact.signs import NotShown
from learncheck.learners import Ellipsoid
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.vectors import Vector, length, pythagorean
from learncheck.strategies.play.case import Case, Label, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Chain, Fact, Obligation, fact
from learncheck.theorems.notes.halfspaces.ellipsoid import DIMENSIONS, determinant
from learncheck.theorems.notes.halfspaces.ellipsoid_code import (
    AWAY,
    CUT,
    cut_of,
    d,
    q,
    s,
    same,
    sigma,
    square_after_the_cut,
    updates_as_printed,
)

N = quantity("N", "the sets that $E'$ or $E_t$ is to contain and does not")

V2 = quantity("V²", r"the square of $\operatorname{Vol}(E')/\operatorname{Vol}(B)$", positive=True)
C2 = quantity("C²", "the least that it can be for an ellipsoid around the half of $E$", positive=True)
F2 = Symbol("V_F²", positive=True)
"""The least that it can be for any such ellipsoid F."""

m = Symbol("y⟨w,x⟩", real=True)

due = Symbol("det(A′)", positive=True)
"""The determinant of the A' in the notes."""

apart = Symbol("Δ", real=True)
"""The greatest difference between the two sides of the identity."""

ALPHA, BETA = (d**2 - 1) / d**2, 2 * (d + 1) / d**2
"""The multipliers that certify that the half of E lies in E'."""

TOP, RIM = d / (d + 1), d**2 / (2 * (d**2 - 1))
"""The weights of the top, and of each of the 2(d−1) points of the rim."""

ONE_CUT = "a case is one cut, decided exactly in few dimensions"


Array = Any


class HalfCut(Case, frozen=True, tag="half-cut"):
    """One round of a learner whose ellipsoid is {Lu + w : ‖u‖ <= 1}, with L = root and w = centre/denominator.

    The instance is x = L⁻ᵀz for z = direction, an integer vector of integer length, so that √(xᵀAx) = ‖z‖ for A = LLᵀ.
    """

    root: tuple[Vector, ...]
    centre: Vector
    denominator: int
    direction: Vector
    label: Label

    def __post_init__(self) -> None:
        require(len(self.root) >= 2, f"the ellipsoid has {len(self.root)} dimensions: give at least 2")
        require(rationals(self.root).det() != 0, f"the root {self.root} is singular: give an invertible matrix")
        require(bool(length(self.direction)), f"{self.direction} has no positive integer length: take (1, 0) or (3, 4)")

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.root)

    def instance(self) -> Array:
        """x."""
        column = rationals(self.root).transpose().inv() * rationals([[v] for v in self.direction])
        return exact_array([fraction(v) for row in column.tolist() for v in row])

    @property
    def sigma(self) -> int:
        """√(xᵀAx)."""
        size = length(self.direction)
        assert size is not None
        return size

    def axes(self) -> list[Array]:
        """The points L·u_2, ..., L·u_d for a rational orthonormal basis u_j of the space orthogonal to z.

        The reflection that takes e_1 to z/‖z‖ takes e_2, ..., e_d to it.
        """
        L, size = exact_array(self.root), self.dimension
        units = [exact_array([int(i == j) for i in range(size)]) for j in range(size)]
        mirror = units[0] - exact_array(self.direction) / self.sigma
        squared = mirror @ mirror
        return [L @ (u - mirror * (2 * (mirror @ u) / squared) if squared else u) for u in units[1:]]

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, None]:
        L, x, y = exact_array(self.root), self.instance(), self.label
        learner = make(self.dimension)
        learner.w, learner.A = exact_array(self.centre) / self.denominator, L @ L.T
        before = {"w": learner.w, "A": learner.A}
        prediction = learner.predict(x)
        learner.update(x, y)
        after = {"w": learner.w, "A": learner.A}
        return Trace(self, Rounds([x], [prediction], [y], [before, after]))


def half_cuts(choices: Choices, *, dimensions: int, reach: int, mistaken: bool = False) -> HalfCut:
    """Cuts of ellipsoids in 2 to `dimensions` dimensions; if `mistaken`, with y⟨w,x⟩ <= 0.

    Shrinks to the unit ball, cut by e_1 through its centre.
    """
    size = choices.integer(2, dimensions)
    root = tuple(tuple(int(i == j) + choices.integer(-reach, reach) for j in range(size)) for i in range(size))
    if rationals(root).det() == 0:
        choices.reject()
    direction = choices.pick(pythagorean(size))
    centre = tuple(choices.integers(size, -reach, reach))
    case = HalfCut(root, centre, choices.integer(1, 4), direction, choices.label())
    inner = exact_array(centre) @ case.instance()
    if mistaken and case.label * inner > 0:
        return HalfCut(root, centre, case.denominator, direction, -case.label)
    return case


def unit_cuts(choices: Choices, *, dimensions: int) -> HalfCut:
    """Every cut of the unit ball through its centre, along short directions of integer length."""
    size = choices.integer(2, dimensions)
    root = tuple(tuple(int(i == j) for j in range(size)) for i in range(size))
    return HalfCut(root, (0,) * size, 1, choices.pick(pythagorean(size)), choices.label())


@premise(r"the round is a mistake: $y\langle w,x\rangle \le 0$", option="mistaken")
def A_MISTAKE(trace: Trace) -> bool:
    """Whether y⟨w,x⟩ <= 0."""
    round = trace.rounds[0]
    return bool(round.label * (round.before["w"] @ round.instance) <= 0)


def cut_in_half(trace: Trace) -> Values:
    A = trace.rounds[0].after["A"]
    return {N: int(not contains_half(trace)), V2: determinant(A), C2: least_volume(trace), d: trace.case.dimension}


@fact(
    r"$1 - q' = (d^2-1)/d^2\cdot(1 - q) + 2(d+1)/d^2\cdot s(1 - s)$ for every $v$",
    Eq(apart, 0),
    "an identity of matrices, shown for every $d$",
)
def identity_holds(alpha: Any = ALPHA, beta: Any = BETA) -> str:
    """Show 1 − q'(v) = α(1 − q(v)) + βs(1 − s) in letters that do not commute."""
    after = square_after_the_cut(AWAY)
    same(CUT.number(1) - after, CUT.number(alpha * (1 - q) + beta * s * (1 - s)), "1 − q′ = α(1 − q) + βs(1 − s)")
    return (
        "A′·A′⁻¹ = I, and both sides of the identity have one normal form in letters that do not commute, for every d"
    )


@fact(
    r"so $E'$ contains $E \cap \{v : y\langle v,x\rangle \ge 0\}$ if $y\langle w,x\rangle \le 0$",
    Implies(And(Eq(apart, 0), m <= 0), Eq(N, 0)),
    r"the identity with $s^2 \le q$ (Cauchy–Schwarz for $\langle a,b\rangle = a^\top Ab$, trusted in all dimensions)",
    "theorem",
)
def half_is_contained(alpha: Any = ALPHA, beta: Any = BETA) -> Iterator[Obligation]:
    """Yield the proof from the identity that every v ∈ E with y⟨v,x⟩ >= 0 lies in E', if y⟨w,x⟩ <= 0."""
    size, q0, q1, s0, root, v, w = (
        Symbol(name, real=True) for name in ("d", "q(v)", "q′(v)", "s", "σ", "y⟨v,x⟩", "y⟨w,x⟩")
    )
    at = {d: size}
    inside = {
        "$v$ lies in $E$": q0 <= 1,
        r"Cauchy–Schwarz: $s^2 \le q$": s0**2 <= q0,
        r"$s = y\langle v-w,x\rangle/\sigma$": And(Eq(s0 * root, v - w), root > 0),
        "the label": v >= 0,
        "a mistake": w <= 0,
    }
    yield Obligation(r"$0 \le s \le 1$ for such a $v$", inside, And(s0 >= 0, s0 <= 1))
    factors = And(alpha.subs(at) >= 0, beta.subs(at) >= 0)
    yield Obligation("the factors of the identity are not negative", {r"$d \ge 2$": size >= 2}, factors)
    yield Obligation(
        r"$q'(v) \le 1$ for every $v$ of $E$ with $y\langle v,x\rangle \ge 0$",
        {
            r"$d \ge 2$": size >= 2,
            "its factors are not negative": factors,
            "the identity": Eq(1 - q1, alpha.subs(at) * (1 - q0) + beta.subs(at) * s0 * (1 - s0)),
            "$v$ lies in $E$": q0 <= 1,
            r"$0 \le s \le 1$": And(s0 >= 0, s0 <= 1),
        },
        q1 <= 1,
    )


@fact(
    r"$C^2 = \det(A')$: the weighted points of the top and the rim have the scatter $A'$",
    Eq(C2, due),
    "an identity of matrices, shown for every $d$",
)
def scatter_is_the_cut(top: Any = TOP, rim: Any = RIM) -> str:
    """Show in letters that do not commute that the weights add up to d, the mean is w', and the scatter is A'."""
    space = Matrices(transposes={"x": "xᵀ", "L": "Lᵀ"})
    root, x = space.letter("L"), space.letter("x")
    A = root * root.T
    if cancel(top + 2 * (d - 1) * rim - d) != 0:
        raise NotShown("the weights do not add up to d")
    if cancel(top / d - 1 / (d + 1)) != 0:
        raise NotShown("the mean of the points is not w′")
    # With t = Ax/σ the top is at yt, the rim at ±a_j, and the mean at yt/(d+1). The a_j are L·u_j for an orthonormal
    # basis of the space orthogonal to z = Lᵀx, so that Σ a_j a_jᵀ = L(I − zzᵀ/σ²)Lᵀ.
    outer = A * x * x.T * A * (1 / sigma**2)
    rims = root * (space.number(1) - root.T * x * x.T * root * (1 / sigma**2)) * root.T
    scatter = outer * (top * (d / (d + 1)) ** 2 + 2 * (d - 1) * rim / (d + 1) ** 2) + rims * (2 * rim)
    same(scatter, cut_of(A, x), "Σ λ_i (p_i−w′)(p_i−w′)ᵀ = A′")
    return "the weights add up to d, the mean of the points is w′ and their scatter A′, for every d"


@fact(
    "no ellipsoid $F$ around these points has less volume",
    F2 >= due,
    r"$\log \nu \le \nu - 1$ for each eigenvalue; trusted are that a symmetric matrix has them, det and tr as their "
    "product and sum, and that sums of $d$ inequalities are inequalities",
    "theorem",
)
def no_ellipsoid_is_smaller() -> Iterator[Obligation]:
    """Yield the proof that every ellipsoid {v : ‖Sv + b‖ <= 1} around these points has at least the volume of E'."""
    lemmas.LOG_BELOW.check()
    size, trace, off, logdet, det, detS2, own, any_ = (
        Symbol(name, real=True) for name in ("d", "tr(SA′Sᵀ)", "‖Sw′+b‖²", "Λ", "det(SA′Sᵀ)", "det(S)²", "V²", "V_F²")
    )
    yield Obligation(
        r"$\log \det(SA'S^\top) \le 0$ for every ellipsoid $\|Sv + b\| \le 1$ that contains the points",
        {
            r"$d \ge 2$": size >= 2,
            r"$\sum \lambda_i\|Sp_i + b\|^2 \le \sum \lambda_i = d$": trace + size * off <= size,
            "a square": off >= 0,
            r"$\log \nu \le \nu - 1$ for each of $d$ eigenvalues, added up": logdet <= trace - size,
        },
        logdet <= 0,
    )
    yield Obligation(
        r"hence $\operatorname{Vol}(E') \le \operatorname{Vol}(F)$",
        {
            r"$\det(SA'S^\top) = \det(S)^2\cdot V^2 \le 1$": And(Eq(det, detS2 * own), det <= 1),
            r"$\operatorname{Vol}(F)^2 \sim 1/\det(S)^2$": And(Eq(any_ * detS2, 1), detS2 > 0),
        },
        own <= any_,
    )


def updates(learner: type) -> Fact:
    """State V² = det(A') for the A' of the notes."""
    return Fact(
        f"a mistake of {learner.__name__} makes "
        r"$w' = w + y/(d+1)\cdot Ax/\sigma$ and $A' = d^2/(d^2-1)\cdot(A - 2/(d+1)\cdot Ax(Ax)^\top/\sigma^2)$",
        Eq(V2, due),
        "lemma",
        f"what {learner.__name__}'s own code does on letters for $A$, $x$, $w$ and $d$",
        partial(updates_as_printed, learner),
    )


HALF_CUT = Claim(
    "ellipsoid-half-cut",
    r"On every mistake $E'$ contains $E \cap \{v : y\langle v,x\rangle > 0\}$, and is the ellipsoid of least volume "
    r"that contains the half of $E$ where $y\langle v-w,x\rangle \ge 0$. At the start, where $w = 0$, this is "
    r"$E \cap \{v : y\langle v,x\rangle \ge 0\}$.",
    sources=(LEC("Intuition"),),
    learner=Ellipsoid,
    cases=Family(
        half_cuts,
        exhaust=unit_cuts,
        extent="all cuts of the unit ball along the directions of {{−4, ..., 4}}^d of integer length, d up to "
        "{dimensions:d ≤ _}",
        search=dict(dimensions=3, reach=2),
        scout=dict(dimensions=3, reach=3),
        quick=dict(dimensions=3),
        full=dict(dimensions=4),
        beyond=ONE_CUT,
    ),
    assuming=(A_MISTAKE,),
    measure=cut_in_half,
    bound=And(Eq(N, 0), Eq(V2, C2)),
    watch=("w", "A"),
    proof=Chain(
        assuming={A_MISTAKE: m <= 0},
        means=DIMENSIONS,
        using=(updates(Ellipsoid), identity_holds, half_is_contained, scatter_is_the_cut, no_ellipsoid_is_smaller),
        lines={"$E'$ contains the half": Eq(N, 0), "nothing around the half is smaller": F2 >= C2},
        matched="the update is compared exactly with that of the learner on rational cuts, by the attacks",
        reading=r"$q(v) = (v-w)^\top A^{-1}(v-w)$ and $s = y\langle v-w,x\rangle/\sigma$ with $\sigma^2 = x^\top Ax$. "
        "The top and the points of the rim of the half, with weights that add up to $d$, have the mean $w'$ and the "
        "scatter $A'$.",
    ),
    judged=False,
    remark=r"The notes say so of the first mistake. Later $w$ may lie on the wrong side, $y\langle w,x\rangle < "
    "0$; then $E'$ is still the least ellipsoid around the half of $E$ through its centre, but what "
    "agrees with the label is less than that half, and a smaller ellipsoid contains it (ellipsoid-deep-cut, in "
    r"learncheck-beyond). The learner runs on rational ellipsoids, cut where $\sqrt{x^\top Ax}$ is "
    "rational, so all is exact.",
)


def quadratic(A: Any, w: Any) -> fmpq_mat:
    """Return the (d+1)×(d+1) matrix of 1 − q(v) as a quadratic form in (v, 1)."""
    P, centre = rationals(A).inv(), rationals([[v] for v in w])
    size = len(w)
    side = P * centre
    corner = 1 - (centre.transpose() * side)[0, 0]
    rows = [[-P[i, j] for j in range(size)] + [side[i, 0]] for i in range(size)]
    return fmpq_mat([*rows, [side[i, 0] for i in range(size)] + [corner]])


def beyond(trace: Trace[HalfCut, None], a: Fraction = Fraction(0)) -> fmpq_mat:
    """Return the matrix of (s − a)(1 − s) as a quadratic form in (v, 1)."""
    round, sigma = trace.rounds[0], trace.case.sigma
    slope = np.array([round.label * v / sigma for v in (*round.instance, -(round.before["w"] @ round.instance))])
    one = np.array([0] * len(round.instance) + [1])
    product = np.outer(slope - a * one, one - slope)
    return rationals(((product + product.T) / Fraction(2)).tolist())


@cache
def at(term: Expr, size: int) -> Fraction:
    """Return the value of the term for d = `size`."""
    return fraction(term.subs(d, size))


def scaled(form: fmpq_mat, factor: Fraction) -> fmpq_mat:
    """Return the form times the factor."""
    return form * rationals([[factor]])[0, 0]


def contains_half(trace: Trace[HalfCut, None]) -> bool:
    """Whether E' contains E ∩ {v : y⟨v,x⟩ > 0}, decided exactly by multipliers (an S-procedure certificate)."""
    round = trace.rounds[0]
    x, y, size = round.instance, round.label, trace.case.dimension
    before, after = (quadratic(state["A"], state["w"]) for state in (round.before, round.after))
    if y * (round.before["w"] @ x) <= 0:
        height = beyond(trace)
        if is_semidefinite((after - scaled(before, at(ALPHA, size)) - scaled(height, at(BETA, size))).tolist()):
            return True
    return is_semidefinite((after - before).tolist())  # contains all of E


def least_volume(trace: Trace[HalfCut, None]) -> Fraction:
    """Return C², the determinant of the weighted scatter of the top and the rim of the half of E."""
    round = trace.rounds[0]
    size = trace.case.dimension
    top = round.label * (round.before["A"] @ round.instance) / trace.case.sigma
    high, wide = at(TOP, size), at(RIM, size)
    mean = high / size * top
    points = [(high, top), *((wide, sign * axis) for axis in trace.case.axes() for sign in (1, -1))]
    scatter = sum(weight * np.outer(p - mean, p - mean) for weight, p in points)
    return determinant(scatter)


# ---- exact numbers ----


class Exact(Fraction):
    """A Fraction whose root (** 0.5) is also a Fraction. Raises ValueError if there is no rational root."""

    __slots__ = ()

    def __pow__(self, exponent: Any, modulo: Any = None) -> Any:
        if exponent != 0.5:
            return Exact(Fraction(self) ** exponent)
        p, q = math.isqrt(self.numerator), math.isqrt(self.denominator)
        if p * p != self.numerator or q * q != self.denominator:
            raise ValueError(f"{self} has no rational root; choose an instance for which it has")
        return Exact(p, q)


def _exactly(name: str) -> Callable[[Exact, Any], Any]:
    plain = getattr(Fraction, name)

    def operation(self: Exact, other: Any) -> Any:
        result = plain(self, other)
        if type(result) is Fraction:
            result.__class__ = Exact  # it is a new object; making another would take as long as computing it
        return result

    return operation


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"):
    setattr(Exact, f"__{_name}__", _exactly(f"__{_name}__"))


def exact_array(rows: Any) -> Array:
    """The numbers as an object array of `Exact`, of the same shape."""
    values = np.array(rows, dtype=object)
    return np.array([Exact(v) for v in values.ravel()], dtype=object).reshape(values.shape)
