"""Ellipsoid's mistakes without the logarithm of d: what the ball that stays inside says of all axes at once.

Let B be the ball of radius r = 1/(dn²+1) around c = w*/s that stays inside of E, as in ellipsoid_mistakes. Follow

    z = 1 − (c−w)ᵀA⁻¹(c−w)   and   T = tr A^(−1/2), the sum of the inverses of the half-axes of E.

For a mistake on x let u = y⟨c−w,x⟩/√(xᵀAx) and h = ‖x‖/√(xᵀAx). As B lies inside of E and on the right side of the
cut, rh ≤ u ≤ 1 − rh, so rh ≤ 2u(1−u). With σ² = d²/(d²−1) the update makes

    σ²z' = z + 2u(1−u)/(d−1)   and   σT' ≤ T + h/(d−1),

the second because the trace of the root is concave. So rT ≤ σ + z stays true, and 0 ≤ z ≤ 1. As the inverses of the
half-axes have the product 1/V and the sum T, d·V^(−1/d) ≤ T ≤ (σ + 1)/r.
"""

from collections.abc import Iterator
from dataclasses import replace

import sympy
from sympy import And, Eq, Implies, exp, log

from learncheck.theorems.language import lemmas
from learncheck.theorems.language.lemmas import POWER_ABOVE
from learncheck.theorems.language.proof import Obligation, fact
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.halfspaces.ellipsoid import V2, X2, M, d, g, n
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import ball_stays_inside
from learncheck_beyond.ellipsoid_cone import (
    ELLIPSOID_PROOF,
    ELLIPSOID_SHARPER,
    SHRINKS,
    shrinking,
    shrunk,
)
from learncheck_beyond.shallow_cuts import shallow_cuts

most = (2 + 1 / d**2) * (n**2 + 1 / d)
"""No less than V^(−1/d)."""
least = sympy.Symbol("K", positive=True)
"""Abbreviation in the proof: the least V²."""


def sum_stays_small() -> Iterator[Obligation]:
    """Yield that rT ≤ σ + z and 0 ≤ z ≤ 1, by the inequalities of the module's docstring."""
    yield from ball_stays_inside()
    size, fineness, r, sigma, u, h, y, after, z, z1, psi, psi1 = sympy.symbols("d n r σ u h q q' z z' T T'", real=True)
    x, xAx, xBx = sympy.symbols("‖x‖ √(xᵀAx) xᵀA^(1/2)x", real=True)
    dimension = {r"$d \ge 2$": size >= 2, r"$\sigma = d/\sqrt{d^2-1}$": Eq(sigma**2 * (size**2 - 1), size**2)}
    positive = {"roots are positive": sigma > 0}
    inside = {"the ball is inside": And(r > 0, h > 0, r * h <= u, r * h <= 1 - u)}
    yield Obligation("$rh \\le 2u(1-u)$", inside, r * h <= 2 * u * (1 - u))
    yield Obligation(
        "$\\sigma^2z' = z + 2u(1-u)/(d-1)$",
        {
            **dimension,
            "$z = 1 - q$, and $z' = 1 - q'$": And(Eq(z, 1 - y), Eq(z1, 1 - after)),
            "the form of $A'^{-1} = (A^{-1} + 2xx^\\top/((d-1)x^\\top Ax))/\\sigma^2$ at $c - w'$": Eq(
                after * sigma**2,
                y - 2 * u / (size + 1) + 1 / (size + 1) ** 2 + 2 / (size - 1) * (u - 1 / (size + 1)) ** 2,
            ),
        },
        Eq(sigma**2 * z1, z + 2 * u * (1 - u) / (size - 1)),
    )
    yield Obligation(
        "$\\sigma T' \\le T + h/(d-1)$",
        {
            r"$d \ge 2$": size >= 2,
            "the trace of the root is concave": sigma * psi1 <= psi + xBx / ((size - 1) * xAx**2),
            r"$x^\top A^{1/2}x \le \|x\|\sqrt{x^\top Ax}$": And(xAx > 0, xBx <= x * xAx),
            r"$h = \|x\|/\sqrt{x^\top Ax}$": Eq(h * xAx, x),
        },
        sigma * psi1 <= psi + h / (size - 1),
    )
    so_far = {**dimension, **positive, "$r = 1/(dn^2+1)$": And(fineness >= 1, Eq(r * (size * fineness**2 + 1), 1))}
    bounded = r * psi <= sigma + z
    least = sigma >= 1
    yield Obligation(r"$\sigma \ge 1$", {**dimension, **positive}, least)
    yield Obligation(r"$0 < r$ and $rd \le 1$", so_far, And(r > 0, r * size <= 1))
    yield Obligation(
        r"at the start $T = d$ and $rT \le \sigma + z$",
        {r"$\sigma \ge 1$": least, r"$rd \le 1$": r * size <= 1, "the start": And(Eq(psi, size), z >= 0)},
        bounded,
    )
    yield Obligation(
        r"a mistake keeps $rT \le \sigma + z$",
        {
            **dimension,
            **positive,
            "so far": And(bounded, r > 0),
            "$rh \\le 2u(1-u)$": r * h <= 2 * u * (1 - u),
            "$z'$": And(Eq(sigma**2 * z1, z + 2 * u * (1 - u) / (size - 1)), z1 <= 1),
            "$T'$": sigma * psi1 <= psi + h / (size - 1),
        },
        r * psi1 <= sigma + z1,
    )


@fact(
    r"$V(E')^{-1/d} \le (2 + 1/d^2)(n^2 + 1/d)$, for "
    r"$y\langle w^*,x\rangle \ge 1/n^2$ and $\|x\|^2 \le d$ in every round",
    Implies(And(g * n**2 >= 1, X2 <= d), Next(V2) >= most ** (-2 * d)),
    r"a ball stays inside of $E$, so that its axes stay long: the inequalities are shown for all $d \ge 2$; trusted is "
    r"that $\operatorname{tr}\sqrt{P + Q} \le \operatorname{tr}\sqrt{P} + \operatorname{tr}(P^{-1/2}Q)/2$, the formula "
    r"for $A'^{-1}$, Cauchy and Schwarz's inequality, that of the means, and that an affine map makes $E$ the unit "
    r"ball",
    "theorem",
)
def axes_stay_long() -> Iterator[Obligation]:
    """Yield the inequalities of the module's docstring."""
    yield from sum_stays_small()
    size, fineness, r, sigma, z, psi, mean = sympy.symbols("d n r σ z T V^(−1/d)", real=True)
    so_far = {
        r"$d \ge 2$": size >= 2,
        "$r = 1/(dn^2+1)$": And(fineness >= 1, Eq(r * (size * fineness**2 + 1), 1)),
    }
    dimension = {r"$d \ge 2$": size >= 2, r"$\sigma = d/\sqrt{d^2-1}$": Eq(sigma**2 * (size**2 - 1), size**2)}
    positive = {"roots are positive": sigma > 0}
    bounded = r * psi <= sigma + z
    small = sigma * size**2 <= size**2 + 1
    yield Obligation(r"$\sigma \le 1 + 1/d^2$", {**dimension, **positive}, small)
    long = psi <= (sigma + 1) * (size * fineness**2 + 1)
    yield Obligation(
        r"$T \le (\sigma + 1)/r = (\sigma + 1)(dn^2 + 1)$",
        {**so_far, "$0 < r$": r > 0, "so far": And(bounded, z <= 1)},
        long,
    )
    yield Obligation(
        r"$V^{-1/d} \le (2 + 1/d^2)(n^2 + 1/d)$",
        {
            r"$d \ge 2$": size >= 2,
            r"$\sigma \le 1 + 1/d^2$": small,
            r"$T \le (\sigma + 1)/r$": long,
            "the means of the axes": size * mean <= psi,
        },
        mean <= (2 + 1 / size**2) * (fineness**2 + 1 / size),
    )


ELLIPSOID_AXES = replace(
    ELLIPSOID_SHARPER,
    id="ellipsoid-mistakes-by-axes",
    statement="With instances and $w^*$ on the grid $G^d$, Ellipsoid makes at most "
    r"$2d^2\cdot\log((2 + 1/d^2)(n^2 + 1/d))$ mistakes.",
    bound=M <= 2 * d**2 * log(most),
    latex=r"M \le 2d^2\log((2 + 1/d^2)(n^2 + 1/d))",
    steps=(
        SHRINKS,
        Step(r"$V^{-1/d} \le (2 + 1/d^2)(n^2 + 1/d)$", Next(V2) >= most ** (-2 * d), when=always),
    ),
    proof=replace(
        ELLIPSOID_PROOF,
        names={shrinking: exp(-1 / d), shrunk: exp(-M / d), least: most ** (-2 * d)},
        rounds={
            **ELLIPSOID_PROOF.rounds,
            "a mistake": replace(ELLIPSOID_PROOF.rounds["a mistake"], using=(axes_stay_long,)),
        },
        invariant={r"$V^2 \le e^{-M/d}$": V2 <= shrunk, r"$V^{-1/d} \le (2 + 1/d^2)(n^2 + 1/d)$": V2 >= least},
        using=(POWER_ABOVE.at({lemmas.x: most, lemmas.k: 2 * d}),),
        concludes=least <= shrunk,
        reading="That the axes stay long is geometry; see the module's introduction.",
    ),
    attained_by=lambda: [shallow_cuts(2, 2), shallow_cuts(4, 4), shallow_cuts(8, 64)],
    remark="0.40 for $d = 8$ and $n = 64$, by an adversary for Ellipsoid itself: every instance errs by as little as "
    "possible; for $d = 16$ and $n = 1024$ its game is 0.44, of 3276 mistakes. So the bound grows with $d$ and $n$ as "
    r"the known games do. It is below ellipsoid-mistakes-sharper where $d$ is large, as it has no $d^2\log d$, and "
    r"below the printed bound where $((2 + 1/d^2)(1 + 1/(dn^2)))^d \le n^2$.",
)
