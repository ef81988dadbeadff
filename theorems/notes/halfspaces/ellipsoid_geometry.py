"""What a cut leaves of an ellipsoid, how small it may get, and the facts on ellipsoids behind both.

Write q(v) = (v−w)ᵀA⁻¹(v−w), so that E = {v : q(v) <= 1}, σ = √(xᵀAx), and s(v) = y⟨v−w,x⟩/σ for how far v lies
beyond the centre: |s| <= 1 on E. The update is made such that for every v

    1 − q'(v) = (d²−1)/d²·(1 − q(v)) + 2(d+1)/d²·s(1 − s).

So E' contains the half of E where s >= 0. It touches that half at its top p_0 = w + y·Ax/σ and at the points w ± a_j of
its rim, where a_2, ..., a_d are the half-axes of the cut. Give p_0 the weight d/(d+1) and each of the others the weight
d²/(2(d²−1)). The weights add up to d, and the points have the mean w' and the scatter Σ λ_i (p_i−w')(p_i−w')ᵀ = A'. Let
F = {v : ‖Sv + b‖ <= 1} contain the half. Then

    d >= Σ λ_i ‖Sp_i + b‖² = tr(SA'Sᵀ) + d·‖Sw' + b‖² >= tr(SA'Sᵀ),

and log det(SA'Sᵀ) = Σ log ν_i <= Σ (ν_i − 1) = tr(SA'Sᵀ) − d <= 0, ν_i being the eigenvalues. So Vol(E') <= Vol(F).
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import sympy
from flint import fmpq_mat
from sympy import And, Eq, Implies, Rational

from learncheck.exact.definiteness import is_definite, is_semidefinite
from learncheck.exact.matrix_algebra import Expression, Matrices
from learncheck.learners import Ellipsoid
from learncheck.strategies.halfspaces.ellipsoids import (
    Factors,
    HalfCut,
    every_roomy_game,
    factors,
    fraction,
    half_cuts,
    has_room,
    rationals,
    roomy_games,
    unit_cuts,
    worked_example,
)
from learncheck.strategies.halfspaces.games import every_grid_game, grid_games
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import LEC, Claim, Family, Values
from learncheck.theorems.language.lemmas import LOG_BELOW, NotShown
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Fact, Obligation
from learncheck.theorems.language.readings import read
from learncheck.theorems.notes.halfspaces.ellipsoid import (
    GRID_HYPOTHESES,
    ON_THE_GRID,
    REALIZABLE,
    determinant,
    dimension,
    grid_of,
)
from learncheck.theorems.rules.rule import ELLIPSOID

d, n = sympy.symbols("d n", positive=True)
MEANS = {d: "the dimension", n: r"the steps of the grid $G = \{-1, -1 + 1/n, \dots, 1\}$"}
ONE_CUT = "a case is one cut, decided exactly in few dimensions"
DECIDED_EXACTLY = "what E_t contains is decided exactly in every round, in few dimensions"
"""Why some games are no larger."""

N = sympy.Symbol("N", nonnegative=True)
MEANS[N] = "the sets that $E'$ or $E_t$ is to contain and does not"
V2, C2, F2 = sympy.symbols("V² C² V_F²", positive=True)
"""(Vol(E')/Vol(B))²; the least that an ellipsoid around the half of E can have; that of any such ellipsoid F."""
MEANS |= {
    V2: r"the square of $\operatorname{Vol}(E')/\operatorname{Vol}(B)$",
    C2: "the least that it can be for an ellipsoid around the half of $E$",
}
m = sympy.Symbol("y⟨w,x⟩", real=True)
due = sympy.Symbol("det(A′)", positive=True)
"""Of the A' of the notes."""
apart = sympy.Symbol("Δ", real=True)
"""The greatest difference between the two sides of the identity."""

ALPHA, BETA = (d**2 - 1) / d**2, 2 * (d + 1) / d**2
"""The multipliers by which the half of E lies in E'."""
TOP, RIM = d / (d + 1), d**2 / (2 * (d**2 - 1))
"""The weights of the top, and of each of the 2(d−1) points of the rim."""


# ---- the certificates of a cut, in rational numbers ----


def quadratic(A: Any, w: Any) -> fmpq_mat:
    """The matrix, (d+1)×(d+1), of 1 − q(v) as a quadratic form in (v, 1)."""
    P, centre = rationals(A).inv(), rationals([[v] for v in w])
    size = len(w)
    side = P * centre
    corner = 1 - (centre.transpose() * side)[0, 0]
    rows = [[-P[i, j] for j in range(size)] + [side[i, 0]] for i in range(size)]
    return fmpq_mat([*rows, [side[i, 0] for i in range(size)] + [corner]])


def beyond(x: Any, y: int, w: Any, sigma: int) -> fmpq_mat:
    """The matrix of s(1 − s) as a quadratic form in (v, 1)."""
    slope = [y * v / sigma for v in x] + [-y * (w @ x) / sigma]
    ones = [0] * len(x) + [1]
    last = len(x)
    half = [
        [(slope[i] * ones[j] + ones[i] * slope[j]) / Fraction(2) - slope[i] * slope[j] for j in range(last + 1)]
        for i in range(last + 1)
    ]
    return rationals(half)


@cache
def at(term: sympy.Expr, size: int) -> Fraction:
    """The term's value in so many dimensions."""
    value = term.subs(d, size)
    return Fraction(int(value.p), int(value.q))


def scaled(form: fmpq_mat, factor: Fraction) -> fmpq_mat:
    """The form times the factor."""
    return form * rationals([[factor]])[0, 0]


def contains_half(trace: Trace) -> bool:
    """Whether E' contains E ∩ {v : y⟨v,x⟩ > 0}, by multipliers (an S-procedure certificate), in exact arithmetic."""
    each = trace.rounds[0]
    x, y, size = each.instance, each.label, dimension(trace)
    before, after = (quadratic(state["A"], state["w"]) for state in (each.before, each.after))
    if y * (each.before["w"] @ x) <= 0:
        height = beyond(x, y, each.before["w"], trace.facts["length"])
        if is_semidefinite((after - scaled(before, at(ALPHA, size)) - scaled(height, at(BETA, size))).tolist()):
            return True
    return is_semidefinite((after - before).tolist())  # all of E


def least_volume(trace: Trace) -> Fraction:
    """C²: the determinant of the weighted scatter of the top and the rim of the half of E."""
    each = trace.rounds[0]
    size = dimension(trace)
    top = each.label * (each.before["A"] @ each.instance) / trace.facts["length"]
    high, wide = at(TOP, size), at(RIM, size)
    mean = high / size * top
    points = [(high, top), *((wide, sign * axis) for axis in trace.facts["axes"] for sign in (1, -1))]
    scatter = sum(weight * np.outer(p - mean, p - mean) for weight, p in points)
    return determinant(scatter)


def cut_in_half(trace: Trace) -> Values:
    """N, V², C² and d."""
    A = trace.rounds[0].after["A"]
    return {N: int(not contains_half(trace)), V2: determinant(A), C2: least_volume(trace), d: dimension(trace)}


def mistaken(trace: Trace) -> bool:
    """y⟨w,x⟩ <= 0."""
    each = trace.rounds[0]
    return bool(each.label * (each.before["w"] @ each.instance) <= 0)


A_MISTAKE = Premise("a mistake", mistaken, option="mistaken")


# ---- the same for all dimensions ----

DIMENSIONS = {r"$d \ge 2$": d >= 2}
sigma, s, q, y = sympy.symbols("σ s q y", positive=True)
CUT = Matrices(
    transposes={"x": "xᵀ", "u": "uᵀ", "L": "Lᵀ"},
    rules={
        ("A", "A⁻¹"): 1,
        ("A⁻¹", "A"): 1,
        ("xᵀ", "A", "x"): sigma**2,
        ("uᵀ", "x"): y * sigma * s,
        ("xᵀ", "u"): y * sigma * s,
        ("uᵀ", "A⁻¹", "u"): q,
    },
)
"""A and its inverse, x, and u = v − w, with σ² = xᵀAx, yσs = ⟨u,x⟩ and q = uᵀA⁻¹u."""


def cut_of(A: Expression, x: Expression, taken: Any = 2 / (d + 1)) -> Expression:
    """A' = d²/(d²−1)·(A − 2/(d+1)·Ax(Ax)ᵀ/σ²)."""
    made: Expression = (A - A * x * x.T * A * (taken / sigma**2)) * (d**2 / (d**2 - 1))
    return made


def same(first: Expression, second: Expression, words: str) -> None:
    """Raises NotShown where the two are not equal for all sizes, with y² = 1."""
    left = first.space.reduced(first - second)
    wrong = {word: factor for word, factor in left.items() if any(sympy.cancel(factor.subs(y, v)) for v in (1, -1))}
    if wrong:
        told = " + ".join(f"({factor})·{''.join(word) or '1'}" for word, factor in wrong.items())
        raise NotShown(f"{words}: the two sides differ by {told}")


def identity_holds(alpha: Any, beta: Any) -> str:
    """1 − q'(v) = α(1 − q(v)) + βs(1 − s), in letters that do not commute."""
    A, inverse, x, u = map(CUT.letter, ("A", "A⁻¹", "x", "u"))
    cut_inverse = (inverse + x * x.T * (2 / ((d - 1) * sigma**2))) * ((d**2 - 1) / d**2)
    same(cut_of(A, x) * cut_inverse, CUT.number(1), "A′⁻¹ = (d²−1)/d²·(A⁻¹ + 2/(d−1)·xxᵀ/σ²)")
    away = u - A * x * (y / ((d + 1) * sigma))  # v − w'
    after = away.T * cut_inverse * away
    same(CUT.number(1) - after, CUT.number(alpha * (1 - q) + beta * s * (1 - s)), "1 − q′ = α(1 − q) + βs(1 − s)")
    return (
        "A′·A′⁻¹ = I, and both sides of the identity have one normal form in letters that do not commute, for every d"
    )


def half_is_contained(alpha: Any, beta: Any) -> Iterator[Obligation]:
    """From the identity: every v ∈ E with y⟨v,x⟩ >= 0 lies in E', if y⟨w,x⟩ <= 0."""
    size, q0, q1, s0, root, v, w = (
        sympy.Symbol(each, real=True) for each in ("d", "q(v)", "q′(v)", "s", "σ", "y⟨v,x⟩", "y⟨w,x⟩")
    )
    at = {d: size}
    yield Obligation(
        "fact",
        r"$q'(v) \le 1$ for every $v$ of $E$ with $y\langle v,x\rangle \ge 0$",
        {
            r"$d \ge 2$": size >= 2,
            "the identity": Eq(1 - q1, alpha.subs(at) * (1 - q0) + beta.subs(at) * s0 * (1 - s0)),
            "$v$ lies in $E$": q0 <= 1,
            r"Cauchy–Schwarz: $s^2 \le q$": s0**2 <= q0,
            r"$s = y\langle v-w,x\rangle/\sigma$": And(Eq(s0 * root, v - w), root > 0),
            "the label": v >= 0,
            "a mistake": w <= 0,
        },
        q1 <= 1,
    )


def scatter_is_the_cut(top: Any, rim: Any) -> str:
    """The weights add up to d, the mean is w', and the scatter A', in letters that do not commute."""
    space = Matrices(transposes={"x": "xᵀ", "L": "Lᵀ"})
    root, x = space.letter("L"), space.letter("x")
    A = root * root.T
    if sympy.cancel(top + 2 * (d - 1) * rim - d) != 0:
        raise NotShown("the weights do not add up to d")
    if sympy.cancel(top / d - 1 / (d + 1)) != 0:
        raise NotShown("the mean of the points is not w′")
    # With t = Ax/σ the top lies at yt, the rim at ±a_j, and the mean at yt/(d+1). The a_j are L·u_j for an orthonormal
    # basis of the space across z = Lᵀx, so that Σ a_j a_jᵀ = L(I − zzᵀ/σ²)Lᵀ.
    outer = A * x * x.T * A * (1 / sigma**2)
    rims = root * (space.number(1) - root.T * x * x.T * root * (1 / sigma**2)) * root.T
    scatter = outer * (top * (d / (d + 1)) ** 2 + 2 * (d - 1) * rim / (d + 1) ** 2) + rims * (2 * rim)
    same(scatter, cut_of(A, x), "Σ λ_i (p_i−w′)(p_i−w′)ᵀ = A′")
    return "the weights add up to d, the mean of the points is w′ and their scatter A′, for every d"


def no_ellipsoid_is_smaller() -> Iterator[Obligation]:
    """From the weights: every ellipsoid {v : ‖Sv + b‖ <= 1} around these points has at least the volume of E'."""
    LOG_BELOW.check()
    size, trace, off, logdet, det, detS2, own, any_ = (
        sympy.Symbol(each, real=True)
        for each in ("d", "tr(SA′Sᵀ)", "‖Sw′+b‖²", "Λ", "det(SA′Sᵀ)", "det(S)²", "V²", "V_F²")
    )
    yield Obligation(
        "fact",
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
        "fact",
        r"hence $\operatorname{Vol}(E') \le \operatorname{Vol}(F)$",
        {
            r"$\det(SA'S^\top) = \det(S)^2\cdot V^2 \le 1$": And(Eq(det, detS2 * own), det <= 1),
            r"$\operatorname{Vol}(F)^2 \sim 1/\det(S)^2$": And(Eq(any_ * detS2, 1), detS2 > 0),
        },
        own <= any_,
    )


@cache
def cuts_both(learner: type) -> str:
    """The learner's own update, run on symbols from w = 0, makes the w' and the A' of the notes. Raises NotShown."""
    for size in (2, 3):
        A = np.array([[sympy.Symbol(f"A{min(i, j)}{max(i, j)}", real=True) for i in range(size)] for j in range(size)])
        x = np.array(sympy.symbols(f"x:{size}", real=True))
        Ax, xAx = A @ x, x @ A @ x
        for label in (1, -1):
            made = learner(size)
            made.A = A
            made.update(x, label)
            due_w = label * Ax / ((size + 1) * sympy.sqrt(xAx))
            due_A = (A - 2 * np.outer(Ax, Ax) / ((size + 1) * xAx)) * size**2 / sympy.Integer(size**2 - 1)
            gaps = [*(made.w - due_w).flat, *(made.A - due_A).flat]
            if any(sympy.simplify(sympy.nsimplify(gap, rational=True)) != 0 for gap in gaps):
                raise NotShown(f"{learner.__name__}'s w′ or A′ is not that of the notes for d = {size}")
    return f"{learner.__name__}'s own update, run from w = 0 on symbols for A and x, for d = 2 and d = 3 (sympy)"


def updates(learner: type) -> Fact:
    """V² = det(A') for the A' of the notes."""
    return Fact(
        f"a mistake of {learner.__name__} makes "
        r"$w' = w + y/(d+1)\cdot Ax/\sigma$ and $A' = d^2/(d^2-1)\cdot(A - 2/(d+1)\cdot Ax(Ax)^\top/\sigma^2)$",
        Eq(V2, due),
        "theorem",
        f"what {learner.__name__}'s own code does on symbols for $d = 2$ and $d = 3$, and trusted for other $d$",
        partial(cuts_both, learner),
    )


def contained(alpha: Any = ALPHA, beta: Any = BETA) -> tuple[Fact, ...]:
    """On a mistake E' contains every v ∈ E with y⟨v,x⟩ >= 0."""
    return (
        Fact(
            r"$1 - q' = (d^2-1)/d^2\cdot(1 - q) + 2(d+1)/d^2\cdot s(1 - s)$ for every $v$",
            Eq(apart, 0),
            "lemma",
            "an identity of matrices, shown for every $d$",
            partial(identity_holds, alpha, beta),
        ),
        Fact(
            r"so $E'$ contains $E \cap \{v : y\langle v,x\rangle \ge 0\}$ if $y\langle w,x\rangle \le 0$",
            Implies(And(Eq(apart, 0), m <= 0), Eq(N, 0)),
            "theorem",
            r"the identity with $s^2 \le q$ (Cauchy–Schwarz for $\langle a,b\rangle = a^\top Ab$, trusted in all "
            "dimensions)",
            partial(half_is_contained, alpha, beta),
        ),
    )


def least(top: Any = TOP, rim: Any = RIM) -> tuple[Fact, ...]:
    """E' has the volume of the weighted points, and no ellipsoid around them has less."""
    return (
        Fact(
            r"$C^2 = \det(A')$: the weighted points of the top and the rim have the scatter $A'$",
            Eq(C2, due),
            "lemma",
            "an identity of matrices, shown for every $d$",
            partial(scatter_is_the_cut, top, rim),
        ),
        Fact(
            "no ellipsoid $F$ around these points has less volume",
            F2 >= due,
            "theorem",
            r"$\log \nu \le \nu - 1$ for each eigenvalue; trusted are that a symmetric matrix has them, det and "
            "tr as their product and sum, and that sums of $d$ inequalities are inequalities",
            no_ellipsoid_is_smaller,
        ),
    )


def in_half(facts: Iterable[Fact]) -> Chain:
    """The proof of `ellipsoid-half-cut` from these facts."""
    return Chain(
        given={A_MISTAKE: m <= 0},
        means=DIMENSIONS,
        using=tuple(facts),
        lines={"$E'$ contains the half": Eq(N, 0), "nothing around the half is smaller": F2 >= C2},
        matched="the update is compared exactly with that of the learner on rational cuts, by the attacks",
        reading="The module's introduction tells the geometry.",
    )


HALF_CUT = Claim(
    "ellipsoid-half-cut",
    r"On every mistake $E'$ contains $E \cap \{v : y\langle v,x\rangle > 0\}$, and is the ellipsoid of least volume "
    r"that contains the half of $E$ where $y\langle v-w,x\rangle \ge 0$. At the start, where $w = 0$, this is "
    r"$E \cap \{v : y\langle v,x\rangle \ge 0\}$.",
    sources=(LEC("Intuition"),),
    kind="game",
    label="exact",
    learner=Ellipsoid,
    cases=Family(
        half_cuts,
        most=dict(dimensions=0),
        beyond=ONE_CUT,
        search=dict(dimensions=3, reach=2),
        scout=dict(dimensions=3, reach=3),
        exhaust=unit_cuts,
        quick=dict(dimensions=3),
        full=dict(dimensions=4),
        extent="all cuts of the unit ball along the directions of {{−4, ..., 4}}^d of integer length, d up to "
        "{dimensions}",
    ),
    given=(A_MISTAKE,),
    measure=cut_in_half,
    bound=And(Eq(N, 0), Eq(V2, C2)),
    watch=("w", "A"),
    proof=in_half((updates(Ellipsoid), *contained(), *least())),
    judged=False,
    remark=r"The notes say so of the first mistake. Later $w$ may lie on the wrong side, $y\langle w,x\rangle < "
    "0$; then $E'$ is still the least ellipsoid around the half of $E$ through its centre, but what "
    "agrees with the label is less than that half, and a smaller ellipsoid contains it (see "
    r"ellipsoid-deep-cut). The learner runs on rational ellipsoids, cut where $\sqrt{x^\top Ax}$ is "
    "rational, so all is exact.",
)


# ---- deep cuts ----

D2 = sympy.Symbol("D²", positive=True)
MEANS[D2] = r"the square of $\operatorname{Vol}/\operatorname{Vol}(B)$ for the ellipsoid of the deep cut"


def depth(trace: Trace) -> Fraction:
    """−y⟨w,x⟩/σ: how far beyond the centre the cut lies, in half-axes."""
    each = trace.rounds[0]
    return Fraction(-each.label * (each.before["w"] @ each.instance)) / int(trace.facts["length"])


def deep_cut(trace: Trace) -> tuple[Any, Any]:
    """The centre and the matrix of the ellipsoid for a cut of depth a < 1, by its top and its rim at height a."""
    each = trace.rounds[0]
    size, a, length = dimension(trace), depth(trace), trace.facts["length"]
    A, w = each.before["A"], each.before["w"]
    t = A @ each.instance / length
    centre = w + each.label * (1 + size * a) / (size + 1) * t
    taken = 2 * (1 + size * a) / ((size + 1) * (1 + a))
    return centre, size**2 * (1 - a * a) / (size**2 - 1) * (A - taken * np.outer(t, t))


def deeper(trace: Trace) -> Values:
    """N for the ellipsoid of the deep cut, its D², V² and d."""
    each = trace.rounds[0]
    size, a = dimension(trace), depth(trace)
    centre, A = deep_cut(trace)
    # On what is left of E the height s lies between a and 1. With the same kind of multipliers:
    # 1 − q_a = α_a(1 − q) + β_a(s − a)(1 − s).
    alpha = Fraction(size**2 - 1, size**2) / (1 - a * a)
    beta = 2 * (size + 1) * (1 + size * a) / (size**2 * (1 - a) ** 2 * (1 + a))
    x, y, w, length = each.instance, each.label, each.before["w"], int(trace.facts["length"])
    slope = [y * v / length for v in x] + [-y * (w @ x) / length]
    one = [0] * size + [1]
    near = [p - a * o for p, o in zip(slope, one, strict=True)]
    far = [o - p for p, o in zip(slope, one, strict=True)]
    between = [[(near[i] * far[j] + far[i] * near[j]) / Fraction(2) for j in range(size + 1)] for i in range(size + 1)]
    gap = quadratic(A, centre) - scaled(quadratic(each.before["A"], w), alpha) - scaled(rationals(between), beta)
    inside = is_semidefinite(gap.tolist())
    return {N: int(not inside), D2: determinant(A), V2: determinant(each.after["A"]), d: size}


def strictly_deep(trace: Trace) -> bool:
    """0 < −y⟨w,x⟩ < σ."""
    return 0 < depth(trace) < 1


A_DEEP_CUT = Premise("a deep cut", strictly_deep)


DEEP_CUT = Claim(
    "ellipsoid-deep-cut",
    r"Where $0 < -y\langle w,x\rangle < \sqrt{x^\top Ax}$, a smaller ellipsoid than $E'$ contains all of "
    r"$E \cap \{v : y\langle v,x\rangle > 0\}$.",
    sources=(LEC("Intuition"),),
    kind="game",
    label="upper",
    learner=Ellipsoid,
    cases=Family(
        half_cuts,
        most=dict(dimensions=0),
        beyond=ONE_CUT,
        search=dict(dimensions=3, reach=2),
        scout=dict(dimensions=4, reach=3),
    ),
    given=(A_MISTAKE, A_DEEP_CUT),
    measure=deeper,
    bound=And(Eq(N, 0), D2 < V2),
    watch=("w", "A"),
    judged=False,
    reading="ours",
    remark='So the notes\' "minimum volume", which they say of the first mistake, is not to be read of every '
    "mistake. The ellipsoid of the deep cut touches what is left of $E$ at its top and at its rim, as "
    "$E'$ touches the half.",
)


# ---- the worked example ----

A11, A12, A22, w1, w2 = sympy.symbols("A_11 A_12 A_22 w_1 w_2", real=True)
MEANS |= {
    A11: "the entry of $A_2$",
    A12: "the entry of $A_2$",
    A22: "the entry of $A_2$",
    w1: "the first coordinate of $w_2$",
    w2: "the second coordinate of $w_2$",
}


def second_state(trace: Trace) -> Values:
    """The entries of A_2 and w_2."""
    after = trace.rounds[0].after
    (a, b), (_, c) = after["A"]
    return {A11: a, A12: b, A22: c, w1: after["w"][0], w2: after["w"][1]}


EXAMPLE_CASES = Family(
    worked_example, search={}, scout={}, exhaust=worked_example, quick={}, full={}, extent="the one example"
)

EXAMPLE = Claim(
    "ellipsoid-half-cut-example",
    "For $x_1 = (1, 0)$ and $y_1 = 1$ the Ellipsoid learner has $w_2 = (1/3, 0)$ and "
    r"$A_2 = \operatorname{diag}(4/9, 4/3)$.",
    sources=(LEC("Intuition"),),
    kind="identity",
    label="exact",
    learner=Ellipsoid,
    cases=EXAMPLE_CASES,
    measure=second_state,
    bound=And(Eq(A11, Rational(4, 9)), Eq(A22, Rational(4, 3)), Eq(A12, 0), Eq(w1, Rational(1, 3)), Eq(w2, 0)),
    watch=("w", "A"),
    attained_by=lambda: [HalfCut(((1, 0), (0, 1)), (0, 0), 1, (1, 0), 1)],
    reading="corrected",
    repairs="ellipsoid-half-cut-example-as-printed",
    judged=False,
    remark="Computed by the learner in exact arithmetic; ellipsoid-half-cut proves that this update makes the "
    "least ellipsoid around the half ball.",
)

EXAMPLE_AS_PRINTED = Claim(
    "ellipsoid-half-cut-example-as-printed",
    "For $x_1 = (1, 0)$ and $y_1 = 1$ the Ellipsoid learner has $w_2 = (1/3, 0)$ and "
    r"$A_2 = \operatorname{diag}(4/3, 4/9)$.",
    sources=(LEC("Intuition"),),
    kind="identity",
    label="exact",
    learner=Ellipsoid,
    cases=EXAMPLE_CASES,
    measure=second_state,
    bound=And(Eq(A11, Rational(4, 3)), Eq(A22, Rational(4, 9)), Eq(A12, 0), Eq(w1, Rational(1, 3)), Eq(w2, 0)),
    watch=("w", "A"),
    refuted_by="ellipsoid-half-cut-example-as-printed.json",
    flaw="The diagonal is the wrong way round. The cut shortens $E$ along $x_1$, so with $E = E(A^{1/2}, w)$ it "
    "is $A_{11}$ that shrinks to 4/9; the ellipsoid with the printed $A_2$ around $w_2$ does not even "
    "contain the point (0, 1) of the half.",
    worked=(
        "Take d = 2, A_1 = I and x_1 = (1, 0): then A_1x_1 = (1, 0) and x_1ᵀA_1x_1 = 1.",
        "The update is A_2 = 4/3·(I − 2/3·diag(1, 0)) = diag({A_11}, {A_22}), and w_2 = ({w_1}, {w_2}).",
        "Printed is diag(4/3, 4/9). For v = (0, 1) it gives (v−w_2)ᵀA_2⁻¹(v−w_2) = 1/12 + 9/4 > 1.",
    ),
    judged=False,
)


# ---- the volume cannot get too small ----

g = sympy.Symbol("y⟨w*,x⟩", real=True)
MEANS[g] = r"the least margin $y\langle w^*,x\rangle$"
W, X = sympy.symbols("‖w*‖ ‖x‖", nonnegative=True)
floor = sympy.Symbol("F")
"""n^(−4d), the square of (1/n)^(2d)."""


class Undecided(ArithmeticError):
    """Neither a certificate nor a counterexample was found for a ball in an ellipsoid."""


def ball_inside(centre: list[Fraction], radius: Fraction, w: Any, A: Any) -> bool:
    """Whether the ball lies in {v : (v−w)ᵀA⁻¹(v−w) <= 1}, of the very numbers in w and A.

    Where it does, a multiplier λ with 1 − q(c+u) − λ(r² − ‖u‖²) >= 0 for all u shows it, and where it does not, a point
    of the ball; both are checked in rationals. Raises Undecided where neither is found.
    """
    if not (np.linalg.eigvalsh(np.asarray(A, dtype=float)) > 0).all():
        return False
    size, r = len(w), float(radius)
    P = rationals(A).inv()
    delta = rationals([[c - Fraction(float(v))] for c, v in zip(centre, w, strict=True)])
    Pd = P * delta
    corner = 1 - (delta.transpose() * Pd)[0, 0]
    values, basis = np.linalg.eigh(np.asarray(A, dtype=float))
    p, along = 1 / values, basis.T @ np.array([float(fraction(v)) for (v,) in delta.tolist()])
    multiplier, u = _farthest(p, along, r)
    scale = rationals([[float(multiplier)]])[0, 0]
    square = rationals([[radius**2]])[0, 0]
    rows = [[(scale if i == j else 0) - P[i, j] for j in range(size)] + [-Pd[i, 0]] for i in range(size)]
    if is_definite([*rows, [-Pd[i, 0] for i in range(size)] + [corner - scale * square]]):
        return True
    point = rationals([[float(v)] for v in basis @ u * (1 - 1e-12)])
    if (point.transpose() * point)[0, 0] > square:
        raise Undecided(f"a point of the ball of radius {radius} was rounded out of it")
    far = delta + point
    if (far.transpose() * P * far)[0, 0] > 1:
        return False
    raise Undecided(f"the ball of radius {radius} around {centre} all but touches the ellipsoid")


def _farthest(p: Any, along: Any, r: float) -> tuple[float, Any]:
    """Where Σ p_i (along_i + u_i)² is greatest for ‖u‖ <= r, up to rounding, and the multiplier λ > max p there."""
    slope, top = p * along, float(p.max())

    def at(multiplier: float) -> Any:
        return slope / (multiplier - p)

    low, high = top * (1 + 1e-9), top + float(np.linalg.norm(slope)) / r + top
    if np.linalg.norm(at(low)) < r:  # slope vanishes along the shortest axis
        u = at(low)
        u[int(p.argmax())] += np.sqrt(r * r - u @ u)
        return low, u * min(1.0, r / float(np.linalg.norm(u)))
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if np.linalg.norm(at(middle)) > r else (low, middle)
    u = at(high)
    return high, u * (r / float(np.linalg.norm(u)))


def target_of(trace: Trace) -> list[Fraction]:
    """The w* of the game; e_1/n where it has none."""
    w = trace.facts.get("target") or (1,) + (0,) * (dimension(trace) - 1)
    return [Fraction(v, grid_of(trace)) for v in w]


def states(trace: Trace) -> Iterator[tuple[Any, Any]]:
    """w_t and A_t for all t, those that have changed. Raises NotExposed."""
    size = dimension(trace)
    last: Any = np.zeros(size), np.eye(size)
    if not trace.rounds:
        yield last
        return
    for snapshot in (trace.rounds[0].before, *(each.after for each in trace.rounds)):
        scaled = read(snapshot, trace, ELLIPSOID).scaled
        now = scaled["w"], scaled["A"]
        if snapshot is trace.rounds[0].before or not all(map(np.array_equal, now, last)):
            yield now
        last = now


def floors(trace: Trace) -> Values:
    """N, the least V² of an ellipsoid, the least y⟨w*,x⟩, d and n; what is no ellipsoid counts in N."""
    w, size = target_of(trace), grid_of(trace)
    radius = Fraction(1, size**2)
    known = list(states(trace))
    volumes = [determinant(A) for _, A in known]  # squared; where one is not positive there is no ellipsoid
    unit = trace.case.denominator
    margins = [
        each.label * sum(p * Fraction(round(float(v) * unit), unit) for p, v in zip(w, each.instance, strict=True))
        for each in trace.rounds
    ]
    return {
        N: sum(v <= 0 or not ball_inside(w, radius, *each) for v, each in zip(volumes, known, strict=True)),
        V2: min((v for v in volumes if v > 0), default=Fraction(1)),
        g: min(margins, default=Fraction(1)),
        d: dimension(trace),
        n: size,
    }


def unit_instances(trace: Trace) -> bool:
    """‖x‖ <= 1 for every instance."""
    return all(sum(v * v for v in x) <= trace.case.denominator**2 for x in trace.case.instances)


UNIT = Premise("unit instances", unit_instances, option="unit_instances")


def leaves_room(trace: Trace) -> bool:
    """‖w*‖ + 1/n² <= 1."""
    return has_room(trace.facts.get("target", (0,)), grid_of(trace))


ROOM = Premise("room for the ball", leaves_room, option="room")


ROOMY = (REALIZABLE, ON_THE_GRID, UNIT, ROOM)


def ball_stays() -> Iterator[Obligation]:
    """The notes' lines, with ‖x‖ <= 1 and room for the ball written in."""
    fineness, margin, move, w, x, cut = (
        sympy.Symbol(each, real=True) for each in ("n", "y⟨w*,x⟩", "y⟨v−w*,x⟩", "‖w*‖", "‖x‖", "y⟨w,x⟩")
    )
    r = 1 / fineness**2
    yield Obligation(
        "fact",
        r"the ball of radius $1/n^2$ around $w^*$ lies in $E_1$: $\|v\| \le \|w^*\| + 1/n^2 \le 1$",
        {r"$n \ge 1$": fineness >= 1, "room for the ball": w + r <= 1, "$v$ lies in the ball": x <= w + r},
        x <= 1,
    )
    yield Obligation(
        "fact",
        r"$y\langle v,x\rangle \ge 0$ for every $v$ of the ball, so on a mistake it lies in the half that $E'$ "
        "contains",
        {
            r"$n \ge 1$": fineness >= 1,
            "the margin": margin * fineness**2 >= 1,
            "unit instances": And(x >= 0, x <= 1),
            r"Cauchy–Schwarz: $y\langle v-w^*,x\rangle \ge -\|x\|/n^2$": move >= -r * x,
            "a mistake": cut <= 0,
        },
        And(margin + move >= 0, margin + move - cut >= 0),
    )


def floor_by(facts: Iterable[Fact]) -> Chain:
    """The proof of `ellipsoid-volume-floor` from these facts."""
    return Chain(
        given={
            REALIZABLE: g > 0,
            # n²y⟨w*,x⟩ is an integer k, so k(k−1) >= 0
            ON_THE_GRID: g * n**2 * (g * n**2 - 1) >= 0,
            UNIT: X <= 1,
            ROOM: W + 1 / n**2 <= 1,
        },
        means={r"$n \ge 1$": n >= 1},
        names={floor: n ** (-4 * d)},
        using=tuple(facts),
        lines={r"$y\langle w^*,x\rangle \ge 1/n^2$": g * n**2 >= 1, "the ball stays inside": Eq(N, 0)},
        matched="the ball is sought in the ellipsoids of real games, exactly, by the attacks",
        reading="By induction: the ball lies in $E_1$ and, on a mistake, in the half of $E$ that $E'$ contains.",
    )


def power_of_radius() -> str:
    """(r²)^d is n^(−4d), for r = n⁻²."""
    if sympy.powdenest((n**-2) ** (2 * d), force=True) != n ** (-4 * d):
        raise NotShown("(n⁻²)^(2d) is not n^(−4d)")
    return "(n⁻²)^(2d) = n^(−4d) (sympy)"


BALL_STAYS = Fact(
    "$E_t$ contains the ball of radius $1/n^2$ around $w^*$, for all $t$",
    Implies(And(g * n**2 >= 1, X <= 1, W + 1 / n**2 <= 1), Eq(N, 0)),
    "theorem",
    "the inequalities are shown; $E'$ contains the half of $E$ by ellipsoid-half-cut",
    ball_stays,
)
BALL_IS_LESS = Fact(
    r"what $E$ contains is no larger: $\operatorname{Vol}(E) \ge (1/n^2)^d\cdot\operatorname{Vol}(B)$",
    Implies(Eq(N, 0), V2 >= n ** (-4 * d)),
    "theorem",
    r"that volume is monotone, and that a ball of radius $r$ has the volume $r^d\cdot\operatorname{Vol}(B)$, is "
    "trusted; $(n^{-2})^{2d} = n^{-4d}$",
    power_of_radius,
)


FLOOR_BOUND = And(Eq(N, 0), V2 >= n ** (-4 * d), g >= 1 / n**2)

VOLUME_FLOOR = Claim(
    "ellipsoid-volume-floor",
    r"With instances and $w^*$ on the grid, $\|x\| \le 1$ and $\|w^*\| + 1/n^2 \le 1$: "
    r"$y\langle w^*,x\rangle \ge 1/n^2$ in every round, $E_t$ contains the ball of radius $1/n^2$ around $w^*$, and "
    r"$\operatorname{Vol}(E_t) \ge \operatorname{Vol}(B)\cdot(1/n)^{2d}$, for every $t$.",
    sources=(LEC("Lemma (Volume can't be too small)"), LEC("Why volume can't be too small")),
    kind="game",
    label="upper",
    learner=Ellipsoid,
    cases=Family(
        roomy_games,
        most=dict(dimensions=0, rounds=1_000),
        beyond=DECIDED_EXACTLY,
        search=dict(dimensions=3, n=3, pool=4, rounds=8),
        scout=dict(dimensions=3, n=4, pool=5, rounds=5),
        exhaust=every_roomy_game,
        quick=dict(dimension=2, n=2, rounds=3, signed=2),
        full=dict(dimension=2, n=2, rounds=4, signed=3),
        extent="all sequences of up to {rounds} nonzero instances of G^{dimension} with ‖x‖ ≤ 1 and n = {n}, of more "
        "than {signed} up to their signs, contradicted wherever possible",
    ),
    given=ROOMY,
    measure=floors,
    bound=FLOOR_BOUND,
    watch=("w", "A"),
    proof=floor_by((BALL_STAYS, BALL_IS_LESS)),
    needs_state=True,
    reading="corrected",
    repairs="ellipsoid-volume-floor-as-printed",
    remark=r"The repair keeps the printed numbers and names what the printed lines use: $-\|w-w^*\|\|x\| + 1/n^2 "
    r"> 0$ needs $\|x\| \le 1$, and that the ball lies in $E_1$, the unit ball, is to say $\|w^*\| + 1/n^2 "
    r"\le 1$. The latter is needed already before the first round; without the former alone no game was "
    "found that breaks the claim. On all of $G^d$ a smaller ball stays inside, of radius $1/(dn^2+1)$ "
    "around a shortened $w^*$ (ellipsoid-mistakes).",
)

VOLUME_FLOOR_AS_PRINTED = Claim(
    "ellipsoid-volume-floor-as-printed",
    r"With instances and $w^*$ on the grid $G^d$: $y\langle w^*,x\rangle \ge 1/n^2$ in every round, $E_t$ contains "
    "the ball of radius $1/n^2$ around $w^*$, and "
    r"$\operatorname{Vol}(E_t) \ge \operatorname{Vol}(B)\cdot(1/n)^{2d}$, for every $t$.",
    sources=(LEC("Lemma (Volume can't be too small)"), LEC("Why volume can't be too small")),
    kind="game",
    label="upper",
    learner=Ellipsoid,
    cases=Family(
        roomy_games,
        most=dict(dimensions=0, rounds=1_000),
        beyond=DECIDED_EXACTLY,
        search=dict(dimensions=3, n=3, pool=4, rounds=8),
        scout=dict(dimensions=3, n=4, pool=8, rounds=12),
    ),
    given=GRID_HYPOTHESES,
    measure=floors,
    bound=FLOOR_BOUND,
    watch=("w", "A"),
    needs_state=True,
    refuted_by="ellipsoid-volume-floor-as-printed.json",
    flaw=r"The ball around $w^*$ need not lie in $E_1$: on $G^d$ $w^*$ may be as long as $\sqrt{d}$, and $E_1$ is "
    r"the unit ball. The lines also use $\|x\| \le 1$, which $G^d$ does not give.",
    worked=(
        "Take d = {d}, n = {n} and w* = e₁, which is on the grid; nothing has been played, so E_1 is the unit ball.",
        "The ball of radius 1/n² around w* reaches to 1 + 1/n² > 1 along e₁, so E_1 does not contain it ({N} such t).",
        "For n = 1 the volume falls as well: Vol(E_t) ≥ Vol(B) would forbid every mistake.",
    ),
    judged=False,
)


# ---- the ellipsoid contains the version space ----

Q = sympy.Symbol("Q", nonnegative=True)
MEANS[Q] = r"the greatest $(v-w_t)^\top A_t^{-1}(v-w_t)$ over all $t$ and all $v$ of the version space $V_t$"
ROUNDING = Rational(1, 10**9)
"""How far beyond 1 rounding may take it: w and A are floats, and the top and the rim of a half lie on E' exactly."""


def farthest_hypothesis(longest: float) -> Callable[[Trace], Values]:
    """Q, over the vectors of G^d that agree with the labels so far and are no longer than this."""

    def measure(trace: Trace) -> Values:
        size, fineness = dimension(trace), grid_of(trace)
        grid = _grid(size, fineness)
        alive = grid[(grid**2).sum(axis=1) <= longest**2 * fineness**2]
        worst = Fraction(0)
        known = [(np.zeros(size), np.eye(size))]
        if trace.rounds:
            known = [_state(trace.rounds[0].before, trace)]
        for each in [None, *trace.rounds]:
            if each is not None:
                x = np.array([round(float(v) * trace.case.denominator) for v in each.instance])
                alive = alive[each.label * (alive @ x) > 0]
                known.append(_state(each.after, trace))
            if len(alive):
                worst = max(worst, _farthest_of(alive, fineness, *known[-1]))
        return {Q: worst}

    return measure


def _state(snapshot: Any, trace: Trace) -> tuple[Any, Any]:
    scaled = read(snapshot, trace, ELLIPSOID).scaled
    return scaled["w"], scaled["A"]


def _farthest_of(alive: Any, fineness: int, w: Any, A: Any) -> Fraction:
    """The greatest q; those that come close to it are found in floats, and then worked out in rationals."""
    try:
        away = alive / fineness - w
        values = (away * np.linalg.solve(A, away.T).T).sum(axis=1)
        inverse, found = rationals(A).inv(), []
        for v in alive[values >= values.max() * (1 - NEAR)]:
            gap = rationals([[Fraction(int(p), fineness) - Fraction(float(c))] for p, c in zip(v, w, strict=True)])
            found.append(fraction((gap.transpose() * inverse * gap)[0, 0]))
        return max(found)
    except (np.linalg.LinAlgError, ZeroDivisionError):
        return Fraction(10**9)  # no ellipsoid at all


NEAR = 1e-9
"""The greatest in floats is within this share of the greatest."""


@cache
def _grid(size: int, fineness: int) -> Any:
    axis = np.arange(-fineness, fineness + 1)
    return np.stack(np.meshgrid(*[axis] * size, indexing="ij"), axis=-1).reshape(-1, size)


CONTAINS = Claim(
    "ellipsoid-contains-version-space",
    r"$E_t$ contains every $v \in G^d$ of length at most 1 that agrees with all labels so far.",
    sources=(LEC("The Ellipsoid Learner"),),
    kind="game",
    label="upper",
    learner=Ellipsoid,
    cases=Family(
        grid_games,
        most=dict(dimensions=0, rounds=1_000),
        beyond=DECIDED_EXACTLY,
        search=dict(dimensions=3, n=3, pool=4, rounds=8),
        scout=dict(dimensions=3, n=3, pool=6, rounds=8),
        exhaust=every_grid_game,
        quick=dict(dimension=2, n=1, rounds=3, signed=2),
        full=dict(dimension=2, n=2, rounds=3, signed=2),
        extent="all sequences of up to {rounds} nonzero instances of G^{dimension} with n = {n}, of more than {signed} "
        "up to their signs, contradicted wherever possible",
    ),
    given=GRID_HYPOTHESES,
    measure=farthest_hypothesis(1.0),
    bound=Q <= 1 + ROUNDING,
    latex=r"Q \le 1 + 10^{-9}",
    watch=("w", "A"),
    needs_state=True,
    reading="corrected",
    repairs="ellipsoid-contains-version-space-as-printed",
    remark="Of a halfspace only the direction matters, so that each has a $v$ of length at most 1, on a grid "
    "that is fine enough. $Q = 1$ is reached: $e_1$ lies on the unit ball, and on every $E'$ of which it "
    "is the top.",
)

CONTAINS_AS_PRINTED = Claim(
    "ellipsoid-contains-version-space-as-printed",
    "We maintain an ellipsoid $E_t$ that contains $V_t$, the vectors of $G^d$ that agree with all labels so far.",
    sources=(LEC("The Ellipsoid Learner"),),
    kind="game",
    label="upper",
    learner=Ellipsoid,
    cases=Family(
        roomy_games,
        most=dict(dimensions=0, rounds=1_000),
        beyond=DECIDED_EXACTLY,
        search=dict(dimensions=3, n=3, pool=4, rounds=8),
        scout=dict(dimensions=3, n=4, pool=8, rounds=12),
    ),
    given=GRID_HYPOTHESES,
    measure=farthest_hypothesis(float("inf")),
    bound=Q <= 1,
    watch=("w", "A"),
    needs_state=True,
    refuted_by="ellipsoid-contains-version-space-as-printed.json",
    flaw=r"$E_1$ is the unit ball, and $V_1 = G^d$ reaches beyond it: (1, ..., 1) has the length $\sqrt{d}$.",
    worked=(
        "Take d = 2 and n = 1. Nothing has been played, so V_1 = G^2 and E_1 is the unit ball.",
        "The vector v = (1, 1) of V_1 has vᵀv = {Q}.",
        "E_1 contains v only if vᵀv ≤ 1.",
    ),
    judged=False,
)


# ---- ellipsoids and determinants ----

APART = sympy.Symbol("N_E", nonnegative=True)
MEANS[APART] = r"the entries in which the matrices of $E(M,v)$, $E(UD,v)$ and $E(UDU^\top,v)$ differ"
BESIDE = sympy.Symbol("N_q", nonnegative=True)
MEANS[BESIDE] = r"the points $Mb + v$ for which the quadratic form is not $\|b\|^2$"
volume, lengths, delta = sympy.symbols("det(UDUᵀ) ∏D_ii det(I+uvᵀ)", real=True)
MEANS |= {
    volume: r"the determinant of $UDU^\top$",
    lengths: "the product of the diagonal of $D$",
    delta: r"the determinant of $I + uv^\top$",
}
inner = sympy.Symbol("⟨u,v⟩", real=True)
MEANS[inner] = "the inner product of $u$ and $v$"


def geometry(trace: Trace) -> Values:
    """All of these quantities for one M = UDVᵀ and two vectors."""
    case: Factors = trace.case
    U, D, V = case.matrices()
    size = case.dimension
    M, half, symmetric = U * D * V.transpose(), U * D, U * D * U.transpose()
    # E(M,v) = {p : (p−v)ᵀ(MMᵀ)⁻¹(p−v) <= 1}, so that MMᵀ tells these sets apart.
    own = M * M.transpose()
    others = (half * half.transpose(), symmetric * symmetric.transpose())
    apart = sum(own[i, j] != other[i, j] for other in others for i in range(size) for j in range(size))
    inverse_square = U * (D * D).inv() * U.transpose()
    u, v = rationals([[k] for k in case.u]), rationals([[k] for k in case.v])
    beside = sum((symmetric * b).transpose() * inverse_square * (symmetric * b) != b.transpose() * b for b in (u, v))
    one = rationals([[int(i == j) for j in range(size)] for i in range(size)])
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


def ellipsoids_agree(second: Callable[[Expression, Expression], Expression] = lambda U, D: U * D * U.T) -> str:
    """M(Vz) = UDz and UDUᵀ(Uz) = UDz, where z → Vz and z → Uz take the unit ball onto itself. `second` is UDUᵀ."""
    U, D, V, z = map(SVD.letter, "UDVz")
    M = U * D * V.T
    for name, matrix, turned in (("M", M, V * z), ("UDUᵀ", second(U, D), U * z)):
        same(matrix * turned, U * D * z, f"{name} does to the turned point what UD does to z")
        same(turned.T * turned, z.T * z, "a turned point is as long")
    same(V.T * (V * z), z, "every point of the ball is a turned one")
    return "UDVᵀ(Vz) = UDz = UDUᵀ(Uz), ‖Vz‖ = ‖Uz‖ = ‖z‖, in letters that do not commute, for every d"


def form_is_length(power: int = 2) -> str:
    """(Mz)ᵀM⁻²(Mz) = zᵀz for M = UDUᵀ and M⁻² = UD⁻²Uᵀ, and M has an inverse."""
    U, D, inverse, z = map(SVD.letter, ("U", "D", "D⁻¹", "z"))
    M, form = U * D * U.T, U
    for _ in range(power):
        form = form * inverse
    same((M * z).T * (form * U.T) * (M * z), z.T * z, "(Mz)ᵀM⁻²(Mz) = zᵀz")
    same(M * (U * inverse * U.T), SVD.number(1), "MM⁻¹ = I")
    return "(Mz)ᵀM⁻²(Mz) = zᵀz, and every point is Mz + v for one z, in letters that do not commute, for every d"


def volume_is_product() -> str:
    """det(UDUᵀ) = det(D), as U·Uᵀ = I."""
    U, D = map(SVD.letter, "UD")
    same(U.T * (U * D * U.T) * U, D, "UDUᵀ is similar to D")
    return "Uᵀ(UDUᵀ)U = D, and det(Uᵀ)·det(U) = det(I) = 1"


PAIR = Matrices(transposes={"u": "uᵀ", "v": "vᵀ"}, rules={})
Block = list[list[Expression]]


def lemma_by_blocks(sign: int = 1) -> str:
    """[I 0; vᵀ 1]·[I+uvᵀ u; 0 1]·[I 0; −vᵀ 1] = [I u; 0 1+vᵀu], block by block. `sign` is that of the last vᵀu."""
    u, v = map(PAIR.letter, "uv")
    zero, one = PAIR.number(0), PAIR.number(1)
    left: Block = [[one, zero], [v.T, one]]
    middle: Block = [[one + u * v.T, u], [zero, one]]
    right: Block = [[one, zero], [v.T * -1, one]]
    due: Block = [[one, u], [zero, one + v.T * u * sign]]
    found = _times(_times(left, middle), right)
    for i in range(2):
        for j in range(2):
            same(found[i][j], due[i][j], f"block ({i + 1}, {j + 1})")
    return "the product of the three block matrices is [I u; 0 1+vᵀu], in letters that do not commute, for every d"


def _times(first: Block, second: Block) -> Block:
    return [[first[i][0] * second[0][j] + first[i][1] * second[1][j] for j in range(2)] for i in range(2)]


def geometry_facts(
    sets: Callable[[], str] = ellipsoids_agree,
    form: Callable[[], str] = form_is_length,
    blocks: Callable[[], str] = lemma_by_blocks,
) -> tuple[Fact, ...]:
    """The four identities."""
    return (
        Fact(r"$E(M,v) = E(UD,v) = E(UDU^\top,v)$", Eq(APART, 0), "lemma", "an identity of matrices", sets),
        Fact(
            r"$E(M,v) = \{x : (x-v)^\top M^{-2}(x-v) \le 1\}$ for $M = UDU^\top$",
            Eq(BESIDE, 0),
            "lemma",
            "an identity of matrices",
            form,
        ),
        Fact(
            r"$\det(UDU^\top) = \prod D_{ii}$",
            Eq(volume, lengths),
            "theorem",
            r"an identity of matrices; trusted are $\det(BC) = \det(B)\cdot\det(C)$, the determinant of a "
            "diagonal matrix, and that a linear map multiplies volumes by |det|",
            volume_is_product,
        ),
        Fact(
            r"$\det(I+uv^\top) = 1 + \langle u,v\rangle$",
            Eq(delta, 1 + inner),
            "theorem",
            r"a block factorisation for every $d$; trusted are $\det(BC) = \det(B)\cdot\det(C)$, and that the "
            "determinant of a block triangular matrix is the product of those on its diagonal",
            blocks,
        ),
    )


GEOMETRY = Claim(
    "ellipsoid-geometry",
    r"For $M = UDV^\top$ with $U$, $V$ orthogonal and $D > 0$ diagonal: $E(M,v) = E(UD,v) = E(UDU^\top,v)$; for "
    r"$M = UDU^\top$, $E(M,v) = \{x : (x-v)^\top M^{-2}(x-v) \le 1\}$ and "
    r"$\operatorname{Vol}(E(M,v)) = \det(M)\cdot \operatorname{Vol}(B) = \prod D_{ii}\cdot \operatorname{Vol}(B)$; "
    r"and $\det(I+uv^\top) = 1 + \langle u,v\rangle$.",
    sources=(LEC("Background: Balls and Ellipsoids"), LEC("Volume Calculations"), LEC("Why volume shrinks")),
    kind="identity",
    label="exact",
    cases=Family(
        factors,
        search=dict(dimensions=3, reach=2),
        scout=dict(dimensions=5, reach=4),
        exhaust=factors,
        quick=dict(dimensions=1, reach=1),
        full=dict(dimensions=2, reach=1),
        extent="all M of at most {dimensions} rows with entries of the factors up to {reach}",
    ),
    measure=geometry,
    bound=And(Eq(APART, 0), Eq(BESIDE, 0), Eq(volume, lengths), Eq(delta, 1 + inner)),
    proof=Chain(
        given={},
        lines={},
        using=geometry_facts(),
        reading=r"A point of $E(M,v)$ is $Mb + v$ with $\|b\| \le 1$; turning $b$ by an orthogonal matrix gives "
        "every such point once more. The SVD theorem itself, that every invertible $M$ is such a "
        r"$UDV^\top$, is trusted.",
    ),
)
