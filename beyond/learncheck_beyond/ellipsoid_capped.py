"""Ellipsoid makes 2d²·log(n²) mistakes and O(d·log d) more, so that the printed bound holds where 13d ≤ n².

The bound by axes counts an axis by its inverse, however thin it is, though a thin axis is soon no longer cut: a cut
across it has rh near 1/2 and takes a lot of 1 − z. So count each axis up to a cap. With the names of ellipsoid_axes,
let p be r over a half-axis, f(y) = 2y for y ≤ 1 and 2 + 2·log y beyond, and

    F = Σ f(p/θ),   where θ = σ^k/d, k mistakes before the last one that is looked at.

As a function of y², f is concave with the derivative min(y, 1)/y². A mistake takes θ to θ' = θ/σ and p to p/σ, up to
the term of rank one, so that F' ≤ F + 2m/(d−1) with m = Σ v·min(p/θ, 1) for weights v of sum 1 with Σ v·p² = (rh)²,
and m ≤ min(rh/θ, 1). For θ ≤ 1/2 and κ(θ) = 1/θ + 1 + 2θ it is at most κ(θ)·u(1−u), and so

    F' ≤ F + κ(θ)(σ²z' − z).

With U(θ) = σ/θ + 2σ²·log(1/θ) − 2(σ²+σ+1)θ + 4 + 1/d, this keeps F ≤ κ(θ)z + U(θ) true. It is true when θ falls
below 1/2, since F ≤ 2rT/θ and rT ≤ σ + z. In the end θ = 1/d, and F ≤ 2d + 2·log d + 5. As f(y) ≥ 2 + 2·log y,

    2d + 2·log((rd)^d/V) ≤ F,   and so   log(1/V) ≤ d·log(n² + 1/d) + log d + 5/2.
"""

from collections.abc import Iterator
from dataclasses import replace

import sympy
from flint import arb, ctx
from sympy import And, Eq, Implies, Rational, exp, log

from learncheck.learners.arguments import require
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.lemmas import LOG_BELOW, LOG_RISES, POWER_ABOVE
from learncheck.theorems.language.premise import holding
from learncheck.theorems.language.proof import Chain, Obligation, by_claim, fact
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.halfspaces.ellipsoid import DIMENSIONS, V2, X2, M, d, g, n
from learncheck_beyond.ellipsoid_axes import ELLIPSOID_AXES, sum_stays_small
from learncheck_beyond.ellipsoid_cone import ELLIPSOID_PROOF, SHRINKS, shrinking, shrunk
from learncheck_beyond.shallow_cuts import shallow_cuts

LEAST = (n**2 + 1 / d) ** (-2 * d) * d**-2 * exp(-5)
"""The least V²."""
power, e5 = sympy.symbols("K e_5", positive=True)
"""Abbreviations in the proof: (n² + 1/d)^(−2d) and e⁻⁵."""

FROM_TWO = holding(r"$n \ge 2$", n >= 2, ELLIPSOID_AXES.measure)


def a_round_adds_little() -> Iterator[Obligation]:
    """Yield that F' ≤ F + κ(θ)(σ²z' − z), where θ ≤ 1/2."""
    size, sigma, u, rho, m, kappa = sympy.symbols("d σ u ρ m κ", real=True)
    z, z1, theta, F, F1, gain, cut = sympy.symbols("z z' θ F F' 2/(d−1) u(1−u)", real=True)
    inside = {r"$\rho = rh$, and the ball is inside": And(rho > 0, rho <= u, rho <= 1 - u)}
    within = And(rho * (1 - rho) <= u * (1 - u), 2 * rho <= 1)
    yield Obligation(r"$\rho(1-\rho) \le u(1-u)$, and $\rho \le 1/2$", inside, within)
    half = {r"$0 < \theta \le 1/2$": And(theta > 0, 2 * theta <= 1), r"$0 < \rho \le 1/2$": And(rho > 0, 2 * rho <= 1)}
    factor = 1 + theta + 2 * theta**2
    lower = {r"$\rho \le \theta$": rho <= theta}
    yield Obligation(
        r"$1 \le (1 + \theta + 2\theta^2)(1-\rho)$ where $\rho \le \theta$", {**half, **lower}, 1 <= factor * (1 - rho)
    )
    yield Obligation(
        r"$m\theta \le (1 + \theta + 2\theta^2)\rho(1-\rho)$ there, as $m \le \rho/\theta$",
        {**half, "as shown": 1 <= factor * (1 - rho), r"$m \le \rho/\theta$": m * theta <= rho},
        m * theta <= factor * rho * (1 - rho),
    )
    upper = {r"$\rho \ge \theta$": rho >= theta}
    yield Obligation(
        r"$\rho(1-\rho) \ge \theta(1-\theta)$ where $\rho \ge \theta$",
        {**half, **upper},
        rho * (1 - rho) >= theta * (1 - theta),
    )
    yield Obligation(
        r"$m\theta \le (1 + \theta + 2\theta^2)\rho(1-\rho)$ there, as $m \le 1$",
        {**half, "as shown": rho * (1 - rho) >= theta * (1 - theta), r"$m \le 1$": m <= 1},
        m * theta <= factor * rho * (1 - rho),
    )
    yield Obligation(
        r"$F' \le F + \kappa(\theta)(\sigma^2z' - z)$",
        {
            r"$d \ge 2$": And(gain > 0, Eq(gain * (size - 1), 2)),
            r"$m \le \kappa(\theta)\cdot u(1-u)$": m <= kappa * cut,
            "$f$ is concave": F1 <= F + gain * m,
            "$z'$": Eq(sigma**2 * z1, z + gain * cut),
        },
        F1 <= F + kappa * (sigma**2 * z1 - z),
    )


@fact(
    r"$\operatorname{Vol}(E') \ge (n^2 + 1/d)^{-d}e^{-5/2}/d\cdot\operatorname{Vol}(B)$, for $n \ge 2$, and "
    r"$y\langle w^*,x\rangle \ge 1/n^2$ and $\|x\|^2 \le d$ in every round",
    Implies(And(n >= 2, g * n**2 >= 1, X2 <= d), Next(V2) >= LEAST),
    r"a ball stays inside of $E$, so that its axes stay long: the inequalities are shown for all $d \ge 2$; trusted is "
    r"that $\operatorname{tr} f(P + Q) \le \operatorname{tr} f(P) + \operatorname{tr} f'(P)Q$ for concave $f$, "
    r"Jensen's inequality, that $1 + \log y \le y$ and $\log 2 \ge 0.69$, and what ellipsoid-mistakes-by-axes trusts",
    "theorem",
)
def capped_axes_stay_long() -> Iterator[Obligation]:
    """Yield the inequalities of the module's docstring."""
    yield from sum_stays_small()
    yield from a_round_adds_little()
    size, fineness, r, sigma, inverse = sympy.symbols("d n r σ 1/d", real=True)
    z, z1, theta, tau, F, F1, spread = sympy.symbols("z z' θ 1/θ F F' L", real=True)
    low, step, kappa, more = sympy.symbols("log(1/θ) log(σ) κ a", real=True)
    dimension = {
        r"$d \ge 2$": size >= 2,
        r"$\sigma = d/\sqrt{d^2-1}$": And(sigma >= 1, Eq(sigma**2 * (size**2 - 1), size**2)),
        "$1/d$": And(inverse > 0, Eq(inverse * size, 1)),
    }
    small = {r"$0 < \theta \le 1/2$": And(theta > 0, 2 * theta <= 1, tau > 0, Eq(tau * theta, 1))}
    near = And(sigma >= 1, 3 * sigma**2 <= 4)
    yield Obligation(r"$1 \le \sigma^2 \le 4/3$", dimension, near)
    close = sigma - 1 <= inverse**2
    yield Obligation(r"$\sigma - 1 \le 1/d^2$", dimension, close)
    slope = 2 * (sigma**2 + sigma + 1)
    cost = tau + 1 + 2 * theta
    margin = sigma * tau + 2 * sigma**2 * low - slope * theta + 4 + inverse
    so_far = F <= cost * z + margin

    def before(term: sympy.Expr) -> sympy.Expr:
        return term.subs({theta: sigma * theta, tau: tau / sigma, low: low - step})

    growth = sympy.expand(sigma**2 * before(cost) - cost)
    at_least_one = {r"$\sigma \ge 1$": sigma >= 1, r"$0 < \theta$": And(theta > 0, tau > 0)}
    yield Obligation(r"$a = \sigma^2\kappa(\sigma\theta) - \kappa(\theta) \ge 0$", at_least_one, growth >= 0)
    yield Obligation(
        r"$a \le U(\theta) - U(\sigma\theta)$",
        {r"$2\log\sigma \ge 1 - 1/\sigma^2$": 2 * sigma**2 * step >= sigma**2 - 1},
        growth <= sympy.expand(margin - before(margin)),
    )
    U, U1 = sympy.symbols("U U'", real=True)
    yield Obligation(
        r"a mistake, which takes $\theta$ to $\theta/\sigma$, keeps $F \le \kappa z + U$",
        {
            "so far": F <= kappa * z + U,
            r"$F' \le F + \kappa(\sigma^2z' - z)$": F1 <= F + kappa * (sigma**2 * z1 - z),
            r"$z' \le 1$": z1 <= 1,
            r"$0 \le a \le U' - U$": And(more >= 0, more <= U1 - U),
        },
        F1 <= (sigma**2 * kappa - more) * z1 + U1,
    )
    falls = {r"$1/(2\sigma) \le \theta \le 1/2$": And(2 * sigma * theta >= 1, 2 * theta <= 1)}
    yield Obligation(
        r"$\sigma(\sigma + 1) \le 0.38\sigma^2 + 2$",
        {r"$1 \le \sigma^2 \le 4/3$": near},
        sigma * (sigma + 1) <= Rational(19, 50) * sigma**2 + 2,
    )
    chord = 2 * sigma * (sigma + 1) * theta**2 <= (sigma + 1) ** 2 * theta - (sigma + 1) / 2
    yield Obligation(
        "what is convex lies below its chord",
        {**falls, r"$\sigma \ge 1$": sigma >= 1, r"$0 < \theta$": theta > 0},
        chord,
    )
    below = sigma + 1 + 2 * sigma * (sigma + 1) * theta**2 <= (Rational(69, 50) * sigma**2 + 3 + 2 * sigma) * theta
    yield Obligation(
        r"$\sigma + 1 + 2\sigma(\sigma+1)\theta^2 \le (1.38\sigma^2 + 3 + 2\sigma)\theta$",
        {
            **falls,
            "the chord": chord,
            "the bound at its end": And(sigma >= 1, sigma * (sigma + 1) <= Rational(19, 50) * sigma**2 + 2),
        },
        below,
    )
    divided = (sigma + 1) * tau + 2 * sigma * (sigma + 1) * theta <= Rational(69, 50) * sigma**2 + 3 + 2 * sigma
    yield Obligation(r"the same, divided by $\theta$", {**small, "the bound": below}, divided)
    dear = 1 + 2 * theta <= tau
    yield Obligation(r"$1 + 2\theta \le 1/\theta$", small, dear)
    yield Obligation(
        r"$F \le \kappa(\theta)z + U(\theta)$ when $\theta$ falls below $1/2$",
        {
            r"$1 + 2\theta \le 1/\theta$": dear,
            r"$f(y) \le 2y$, and $rT \le \sigma + z \le \sigma + 1$": And(F <= 2 * (sigma + z) * tau, z <= 1),
            r"$2(\sigma - 1) \le 1/d$": 2 * (sigma - 1) <= inverse,
            "the bound, divided": divided,
            r"$\log(1/\theta) \ge \log 2$": low >= Rational(69, 100),
        },
        so_far,
    )
    yield Obligation(
        r"at the start $F \le 2rd/\theta \le 1/(2\theta)$",
        {
            r"$d \ge 2$": size >= 2,
            "$r = 1/(dn^2+1)$": And(fineness >= 2, r > 0, Eq(r * (size * fineness**2 + 1), 1)),
        },
        4 * size * r <= 1,
    )
    yield Obligation(
        r"$F \le \kappa(\theta)z + U(\theta)$ at the start, if $\theta \le 1/2$ there",
        {
            **small,
            r"$1 \le \sigma^2 \le 4/3$": near,
            r"$d > 0$": inverse > 0,
            "the start": And(2 * F <= tau, z >= 0, low >= 0),
        },
        so_far,
    )
    extra = (sigma**2 - 1) * low <= inverse
    yield Obligation(
        r"$(\sigma^2 - 1)\log d \le 1/(d+1)$",
        {**dimension, r"$0 \le \log d \le d - 1$": And(low >= 0, low <= size - 1)},
        (sigma**2 - 1) * low * (size + 1) <= 1,
    )
    yield Obligation(
        r"$(\sigma^2 - 1)\log d \le 1/d$",
        {
            **dimension,
            r"$\log d \ge 0$": low >= 0,
            r"$(\sigma^2 - 1)\log d \le 1/(d+1)$": (sigma**2 - 1) * low * (size + 1) <= 1,
        },
        extra,
    )
    near_d = sigma * size <= size + inverse
    yield Obligation(
        r"$\sigma d \le d + 1/d$",
        {r"$d \ge 2$": And(size >= 2, Eq(inverse * size, 1)), r"$\sigma - 1 \le 1/d^2$": close},
        near_d,
    )
    long = F <= 2 * size + 2 * low + 5
    yield Obligation(
        r"in the end, for $\theta = 1/d$, $F \le 2d + 2\log d + 5$",
        {
            r"$\sigma d \le d + 1/d$": near_d,
            r"$(\sigma^2 - 1)\log d \le 1/d$": extra,
            r"$z \le 1$, $\sigma \ge 1$": And(z <= 1, sigma >= 1, size >= 2, inverse > 0),
            "so far": so_far.subs({theta: inverse, tau: size}),
        },
        long,
    )
    yield Obligation(
        r"$\log((rd)^d/V) \le \log d + 5/2$",
        {r"$F \le 2d + 2\log d + 5$": long, r"$f(y) \ge 2 + 2\log y$": F >= 2 * size + 2 * spread},
        spread <= low + Rational(5, 2),
    )


ELLIPSOID_CAPPED = replace(
    ELLIPSOID_AXES,
    id="ellipsoid-mistakes-by-capped-axes",
    statement=r"With instances and $w^*$ on the grid $G^d$, $n \ge 2$, Ellipsoid makes at most "
    r"$2d(d\log(n^2 + 1/d) + \log(d) + 5/2)$ mistakes.",
    assuming=(*ELLIPSOID_AXES.assuming, FROM_TWO),
    cases=replace(
        ELLIPSOID_AXES.cases,
        quick=dict(dimension=2, n=2, rounds=3, signed=2),
        full=dict(dimension=2, n=2, rounds=4, signed=3),
    ),
    bound=M <= 2 * d * (d * log(n**2 + 1 / d) + log(d) + Rational(5, 2)),
    latex=r"M \le 2d(d\log(n^2 + 1/d) + \log d + 5/2)",
    steps=(
        SHRINKS,
        Step(r"$V \ge (n^2 + 1/d)^{-d}e^{-5/2}/d$", Next(V2) >= LEAST, when=always),
    ),
    proof=replace(
        ELLIPSOID_PROOF,
        assuming={FROM_TWO: n >= 2},
        names={shrinking: exp(-1 / d), shrunk: exp(-M / d), power: (n**2 + 1 / d) ** (-2 * d), e5: exp(-5)},
        rounds={
            **ELLIPSOID_PROOF.rounds,
            "a mistake": replace(ELLIPSOID_PROOF.rounds["a mistake"], using=(capped_axes_stay_long,)),
        },
        invariant={
            r"$V^2 \le e^{-M/d}$": V2 <= shrunk,
            r"$V \ge (n^2 + 1/d)^{-d}e^{-5/2}/d$": d**2 * V2 >= power * e5,
        },
        using=(POWER_ABOVE.at({lemmas.x: n**2 + 1 / d, lemmas.k: 2 * d}),),
        concludes=power * e5 <= d**2 * shrunk,
        reading="That the axes stay long is geometry; see the module's introduction.",
    ),
    attained_by=lambda: [shallow_cuts(2, 2), shallow_cuts(4, 4), shallow_cuts(8, 64)],
    remark=r"The bounds by a ball, by a cone and by axes have $2d^2\log(dn^2)$, $2d^2\log(dn^2)$ and $2d^2\log(2n^2)$; "
    r"here no factor of $n^2$ is left but $1 + 1/(dn^2)$.",
)

WIDE = holding(r"$13d \le n^2$", 13 * d <= n**2, ELLIPSOID_AXES.measure)

PRINTED_HOLDS_WIDELY = replace(
    ELLIPSOID_CAPPED,
    id="ellipsoid-mistakes-printed-holds-widely",
    statement=r"If $13d \le n^2$, Ellipsoid makes at most $2d(2d+2)\cdot \log(n)$ mistakes on the grid $G^d$.",
    assuming=(*ELLIPSOID_AXES.assuming, WIDE),
    cases=replace(
        ELLIPSOID_AXES.cases,
        quick=dict(dimension=2, n=6, rounds=2, signed=1),
        full=dict(dimension=2, n=6, rounds=3, signed=1),
    ),
    bound=M <= 2 * d * (2 * d + 2) * log(n),
    latex=r"M \le 2d(2d + 2)\log n",
    proof=Chain(
        assuming={WIDE: 13 * d <= n**2},
        means={**DIMENSIONS, r"$n \ge 1$": n >= 1},
        using=(
            by_claim(ELLIPSOID_CAPPED),
            LOG_BELOW.at({lemmas.a: 1 / (d * n**2)}),
            LOG_RISES.at({lemmas.x: n**2 + 1 / d, lemmas.y: n**2 * (1 + 1 / (d * n**2))}),
            LOG_RISES.at({lemmas.x: 13 * d, lemmas.y: n**2}),
        ),
        lines={
            r"$1/n^2 \le 1/26$": 26 / n**2 <= 1,
            r"$\log d + 5/2 + 1/26 \le \log(13d) \le 2\log n$": log(d) + Rational(33, 13) <= 2 * log(n),
            r"$d\log(n^2 + 1/d) \le 2d\log n + 1/n^2$": d * log(n**2 + 1 / d) <= 2 * d * log(n) + 1 / n**2,
        },
        logarithms=True,
    ),
    attained_by=lambda: [shallow_cuts(2, 8), shallow_cuts(4, 8), shallow_cuts(8, 64)],
    remark=r"If $2d^d \le n^4$ ellipsoid-mistakes-printed-holds says it as well, which is more for $d \le 4$ and "
    r"less for $d \ge 6$. For $d \le 60$ it is open for $n = 2$ and $d = 3$ to 18, $n = 3$ and $d = 4$ to 30, $n = 4$ "
    "and $d = 4$ to 49, and $n = 5$, …, 19 and $d$ from 5, 7, 9, 11, 14, 17, 21, 24, 28, 33, 37, 42, 47, 53 and 59 to "
    "60: there the same inequalities, summed in ball arithmetic, do not "
    "give it.",
)


def printed_follows(d: int, n: int) -> bool:
    """Whether the printed bound holds for n ≥ 2 by the same inequalities, summed in ball arithmetic for this d and n.

    With N one more than the bound allows, F is at most F₀ + κ(θ₀)(1 − z₀) + (σ² − 1)Σκ(θ) in the end, where κ(θ) is the
    least that min(ρ/θ, 1) ≤ κρ(1−ρ) allows: 1/(θ(1−θ)), or 2/θ for θ ≥ 1/2. The volume shrinks N times, and by how
    much is known exactly. If that asks for a larger F, there are no N mistakes.
    """
    require(d >= 2 and n >= 2, f"d = {d}, n = {n}: give at least 2 and 2")
    with ctx.workprec(128):
        rounds = int((2 * d * (2 * d + 2) * arb(n).log()).floor().unique_fmpz()) + 1
        r, square = arb(1) / (d * n**2 + 1), arb(d**2) / (d**2 - 1)
        sigma, theta, total, cost = square.sqrt(), arb(1) / d, arb(0), arb(0)
        for _ in range(rounds):
            theta *= sigma
            cost = 1 / (theta * (1 - theta)) if theta < 0.5 else 2 / theta
            total += cost
        most = 2 * d * r / theta + cost * (1 - 2 * r + r**2) + (square - 1) * total
        shrinks = (1 + arb(1) / d).log() - (d - 1) * sigma.log()
        return bool(most < 2 * d + 2 * (d * (r * d).log() + rounds * shrinks))


def printed_is_open(d: int, n: int) -> bool:
    """Whether nothing here shows the printed bound for d and n ≥ 2."""
    return 2 * d**d > n**4 and 13 * d > n**2 and not printed_follows(d, n)
