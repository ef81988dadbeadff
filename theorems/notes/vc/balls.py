"""The VC dimension of the closed balls in R^d, by way of halfspaces in R^(d+1)."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import sympy
from sympy import And, Eq, Or

from learncheck.exact.linear_programming import inner
from learncheck.strategies.play.case import Trace
from learncheck.strategies.points.balls import (
    BallSet,
    LiftedBall,
    ball_sets,
    corners,
    labelled_by_balls,
    lift,
    lifted_balls,
    on_a_moment_curve,
    radon_labelling,
    simplex,
    small_ball_sets,
    small_labelled_by_balls,
    small_lifted_balls,
)
from learncheck.theorems.language.claim import UML, Claim, Family, Values
from learncheck.theorems.language.proof import Chain, Fact

S = sympy.Symbol("S", nonnegative=True)
MEANS = {S: "the size of the largest shattered set among those tried"}
d = sympy.Symbol("d", positive=True)
MEANS[d] = "the dimension of the space"
m, N = sympy.symbols("m N", nonnegative=True)
MEANS |= {m: "the points", N: "the labellings of them that balls give"}

# ---- balls are halfspaces ----

D, r2 = sympy.symbols("‖x−v‖² r²", nonnegative=True)
MEANS |= {D: "the squared distance of a point from the centre", r2: "the squared radius"}
above = sympy.Symbol("Λ", real=True)
MEANS[above] = r"$\langle w,\varphi(x)\rangle + b$, which is at least 0 where the halfspace says +1"
x2, v2 = sympy.symbols("‖x‖² ‖v‖²", nonnegative=True)
vx = sympy.Symbol("⟨v,x⟩", real=True)

Halfspace = tuple[tuple[int, ...], int]


def lifted_halfspace(center: Sequence[int], radius_squared: int) -> Halfspace:
    """w = (2v, −1) and b = r² − ‖v‖²."""
    return (*(2 * v for v in center), -1), radius_squared - sum(v * v for v in center)


def sides(trace: Trace, of: Callable[[Sequence[int], int], Halfspace] = lifted_halfspace) -> Values:
    """r², ‖x−v‖² and Λ, of the point where Λ differs most from r² − ‖x−v‖²."""
    case: Any = trace.case
    radius = case.radius_squared
    w, b = of(case.center, radius)
    pairs = [(far, inner(w, lift(x)) + b) for x, far in zip(case.points, trace.facts["distances"], strict=True)]
    far, value = max(pairs, key=lambda pair: abs(radius - pair[0] - pair[1]))
    return {r2: radius, D: far, above: value}


LIFTED = Claim(
    "balls-are-lifted-halfspaces",
    r"With $\varphi(x) = (x, \|x\|^2)$ and $\operatorname{sign}(0) = 1$, the ball of centre $v$ and radius $r$ is the "
    r"halfspace of $w = (2v, -1)$ and $b = r^2 - \|v\|^2$ on $\varphi(x)$: so if balls shatter $x_1$, …, $x_m$, then "
    r"halfspaces in $\mathbb{R}^{d+1}$ shatter $\varphi(x_1)$, …, $\varphi(x_m)$.",
    sources=(UML("Exercise 9.6.1"),),
    kind="identity",
    label="exact",
    cases=Family(
        lifted_balls,
        search=dict(dimension=2, points=3, largest=3),
        scout=dict(dimension=5, points=20, largest=9),
        exhaust=small_lifted_balls,
        quick=dict(largest=3),
        full=dict(largest=5),
        extent="all balls in the plane with centres on the grid up to {largest}, r² = 1, …, 2·{largest}², at "
        "the points of the grid around it",
    ),
    measure=sides,
    bound=Eq(above, r2 - D),
    proof=Chain(
        given={},
        means={
            r"$\|x-v\|^2 = \|x\|^2 - 2\langle v,x\rangle + \|v\|^2$": Eq(D, x2 - 2 * vx + v2),
            r"$w = (2v, -1)$, $b = r^2 - \|v\|^2$ and $\varphi(x) = (x, \|x\|^2)$": Eq(above, 2 * vx - x2 + (r2 - v2)),
        },
        lines={r"inside is where $Λ \ge 0$": Eq(r2 - D, above)},
        matched=r"$Λ$ and $\|x-v\|^2$ are worked out apart, coordinate by coordinate, on balls and points that "
        "are drawn",
    ),
    attained_by=lambda: [LiftedBall((0,) * n, 1, simplex(n)) for n in (1, 3)],
)

# ---- the VC dimension ----

SETS = Family(
    ball_sets,
    search=dict(dimension=2, more=1, largest=2),
    scout=dict(dimension=3, more=2, largest=3),
    exhaust=small_ball_sets,
    quick=dict(dimension=2, largest=2),
    full=dict(dimension=3, largest=3),
    extent="all sets of d + 2 points, d up to {dimension}: on the line at 0, …, 2·{largest}, in the plane with "
    "coordinates up to {largest}, in space at 0 and 1",
)


def largest(trace: Trace) -> Values:
    """S, with the simplex 0, e_1, …, e_d among the sets tried, and d."""
    return {S: max(len(trace.facts["shattered"]), len(trace.facts["simplex"])), d: trace.facts["d"]}


def shattered(trace: Trace) -> Values:
    """S and d."""
    return {S: len(trace.facts["shattered"]), d: trace.facts["d"]}


def simplices() -> list[BallSet]:
    """d + 1 points that balls shatter, alone and with a point more."""
    return [*(BallSet(simplex(n)) for n in (1, 2, 3, 5)), *(corners(n) for n in (1, 2, 4))]


T = sympy.Symbol("T", real=True)
"""Σλ_i(r² − ‖x_i − v‖²), for coefficients λ_i of d + 2 points and a ball."""
s0, s1, s2 = sympy.symbols("Σλ Σλ⟨v|x⟩ Σλ‖x‖²", real=True)


def always_dependent() -> str:
    """Looks for the λ_i of all d + 2 points of small grids, exactly; raises ValueError where they do not verify."""
    count = 0
    for n, top in ((1, 6), (2, 2), (3, 1)):
        for points in combinations(product(range(top + 1), repeat=n), n + 2):
            labelling, certificate = radon_labelling(points)
            if not certificate.verify(points, labelling):
                raise ValueError(f"no λ_i are found for {points}")
            count += 1
    return f"found and verified for {count} sets of d + 2 points, d ≤ 3"


DEPENDENT = Fact(
    r"$d + 2$ points have $\lambda_i$, not all zero, with $\sum\lambda_i = 0$, $\sum\lambda_i x_i = 0$ and "
    r"$\sum\lambda_i\|x_i\|^2 \ge 0$",
    Or(S <= d + 1, And(Eq(s0, 0), Eq(s1, 0), s2 >= 0)),
    kind="theorem",
    because="$d + 2$ vectors $(x_i, 1)$ of $R^{d+1}$ are dependent; turn the signs where the last sum is negative",
    shows=always_dependent,
)

EXACT_PROOF = Chain(
    given={},
    means={
        r"if $d + 2$ points are shattered, a ball gives them the labels $\operatorname{sign}(\lambda_i)$, so that "
        r"no $\lambda_i(r^2 - \|x_i - v\|^2)$ is negative, and some is positive": Or(S <= d + 1, T > 0),
        "$T$, multiplied out": Eq(T, (r2 - v2) * s0 + 2 * s1 - s2),
    },
    using=(DEPENDENT,),
    lines={"$T$ is not positive": Or(S <= d + 1, T <= 0)},
    matched=r"the labels $\operatorname{sign}(\lambda_i)$ are tried on all sets of points that are drawn, and "
    "none of the balls gives them",
    reading=r"As $\sum\lambda_i = 0$ and not all are zero, some $\lambda_i$ is negative: its point lies outside, "
    "and its term is positive.",
)

VC_BALLS = Claim(
    "vc-balls",
    r"$d + 1 \le \operatorname{VCdim}(\text{closed balls in}\ \mathbb{R}^d) \le d + 2$: 0, $e_1$, …, $e_d$ is "
    r"shattered, and no $d + 3$ points are, as halfspaces in $\mathbb{R}^{d+1}$ do not shatter them.",
    sources=(UML("Exercise 9.6"),),
    kind="counting",
    label="lower",
    cases=SETS,
    measure=largest,
    bound=And(S >= d + 1, S <= d + 2),
    attained_by=simplices,
    remark="The lower bound is the truth: VCdim is $d + 1$, by vc-balls-exact.",
)

VC_BALLS_EXACT = Claim(
    "vc-balls-exact",
    r"The VC dimension of the closed balls in $\mathbb{R}^d$ is $d + 1$: no $d + 2$ points are shattered.",
    sources=(UML("Exercise 9.6, sharpened"),),
    kind="counting",
    label="tight",
    cases=SETS,
    measure=shattered,
    bound=S <= d + 1,
    proof=EXACT_PROOF,
    attained_by=simplices,
    reading="ours",
    remark=r"Any $d + 2$ points have $\lambda_i$, not all zero, with $\sum\lambda_i x_i = 0$ and $\sum\lambda_i = "
    r"0$, and $\sum\lambda_i\|x_i\|^2 \ge 0$ for them or for their negatives. If a ball gave the labels "
    r"$\operatorname{sign}(\lambda_i)$, then $0 < \sum\lambda_i(r^2 - \|x_i - v\|^2) = "
    r"-\sum\lambda_i\|x_i\|^2 \le 0$. So a labelling that is missing is had without a search; each is "
    "verified.",
)


def counted(trace: Trace) -> Values:
    """N, m and d."""
    return {N: trace.facts["labellings"], m: trace.facts["m"], d: trace.facts["d"]}


BALL_LABELLINGS = Claim(
    "ball-labellings",
    "Closed balls give $m$ points of the line or the plane at most "
    r"$\binom{m}{0} + \binom{m}{1} + \ldots + \binom{m}{d+1}$ labellings.",
    sources=(UML("Exercise 9.6, by Sauer's lemma"),),
    kind="counting",
    label="tight",
    cases=Family(
        labelled_by_balls,
        search=dict(points=4, largest=3),
        scout=dict(points=4, largest=6),
        exhaust=small_labelled_by_balls,
        quick=dict(points=4, largest=1),
        full=dict(points=5, largest=2),
        extent="all sets of up to {points} points of the plane with coordinates up to {largest} and 2",
    ),
    measure=counted,
    bound=N <= 1 + m + m * (m - 1) / 2 + (d - 1) * m * (m - 1) * (m - 2) / 6,
    latex=r"N \le 1 + m + m(m - 1)/2 + (d - 1)m(m - 1)(m - 2)/6",
    attained_by=lambda: [on_a_moment_curve(n) for n in (3, 4, 6)],
    reading="ours",
    remark="Attained by points of the plane of which no four lie on a circle and no three on a line.",
)
