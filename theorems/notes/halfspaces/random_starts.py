"""The random start of the Modified Perceptron: how likely it is to be good, and what a bad one costs.

The proof of VEM Theorem 8.7 does not give "w.h.p.": the start is good with a probability of at least 1/8 (0.159 for
large n), and bad with probability 1/2.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import arb, ctx
from sympy import Eq, Ge, Implies, Or, Poly, Rational, Symbol, diff, exp, expand, integrate, simplify, symbols

from learncheck.exact.balls import ends, fraction
from learncheck.exact.signs import NotShown
from learncheck.learners import ModifiedPerceptron
from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import inner
from learncheck.learners.arrays import Array
from learncheck.strategies.halfspaces import games, vectors
from learncheck.strategies.play.case import Label, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.play.games import Environment, Game
from learncheck.strategies.samples.fitting import require_proper
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Obligation, fact
from learncheck.theorems.notes.halfspaces.modified_perceptron import n, sigma

prob = quantity(
    "P", r"the probability that $\langle w^*,w^0\rangle \ge 1/\sqrt{n}$, or a rational just below it", real=True
)


# ---- the random start ----

BITS = 192
"""The working precision of the probabilities."""


def cap(n: int) -> tuple[Fraction, Fraction]:
    """Tight rational bounds on P(⟨w*,w⁰⟩ ≥ 1/√n) for a uniformly random unit w⁰ in n dimensions.

    ⟨w*,w⁰⟩² has the Beta(½, (n−1)/2) distribution, so the cap is a share ½·I(1 − 1/n; (n−1)/2, ½) of the sphere, where
    I is the regularised incomplete beta function. In one dimension w⁰ = ±1.
    """
    if n == 1:
        return Fraction(1, 2), Fraction(1, 2)
    with ctx.workprec(BITS):
        low, high = map(fraction, ends(incomplete_beta(n)))
    return low, high


def incomplete_beta(n: int) -> arb:
    """A ball around ½·I(1 − 1/n; (n−1)/2, ½)."""
    with ctx.workprec(BITS):
        return (1 - arb(1) / n).beta_lower(arb(n - 1) / 2, arb(1) / 2, regularized=True) / 2


def cap_probability(trace: Trace[games.Dimension, None]) -> Values:
    return {prob: cap(trace.case.d)[0], n: trace.case.d}


kappa, integral = symbols("κ I", positive=True)
"""κ = c/√n, where c(1 − x²)^((n−3)/2) is the density of ⟨w*,w⁰⟩; and I = ∫(1 − s²/n)^((n−3)/2)ds from 0 to 1."""

r_ = (n - 3) / (2 * n)

POINT_WISE = range(3, 400)
"""The dimensions in which the facts below are checked in balls."""


def normaliser(size: int) -> arb:
    """Return a ball around κ = Γ(n/2)/(√(πn)·Γ((n−1)/2))."""
    half = arb(size) / 2
    return half.gamma() / (half - arb(1) / 2).gamma() / (arb.pi() * size).sqrt()


@fact(
    r"$\kappa^2 \le (n - 1)/(2\pi n)$, and $\pi \ge 3.14$",
    kappa**2 * Rational(157, 25) * n <= n - 1,
    r"$\log Γ$ is convex, so $Γ(x + \tfrac{1}{2})^2 \le Γ(x)Γ(x + 1) = xΓ(x)^2$, here for $x = (n - 1)/2$; trusted for "
    "all $x$",
    "theorem",
)
def log_convexity() -> str:
    """Show in balls Γ(x + ½)² ≤ xΓ(x)² for x = (n−1)/2, and π ≥ 157/50."""
    if not arb.pi() > arb(157) / 50:
        raise NotShown("π is not above 157/50")
    for size in POINT_WISE:
        if not normaliser(size) ** 2 * 2 * arb.pi() * size <= size - 1:
            raise NotShown(f"κ² is not at most (n−1)/(2πn) for n = {size}")
    return f"in balls for n from {POINT_WISE[0]} to {POINT_WISE[-1]}; π > 3.14 in balls"


@fact(
    r"$I \le 1 - r/3 + r^2/10$ for $n \ge 3$, where $r = (n - 3)/(2n)$",
    Implies(n >= 3, integral <= 1 - r_ / 3 + r_**2 / 10),
    r"$(1 - s^2/n)^{(n-3)/2} \le e^{-rs^2} \le 1 - rs^2 + r^2s^4/2$, integrated",
)
def below_the_parabola() -> str:
    """Show 1 − a ≤ e^(−a) to the power (n−3)/2; e^(−u) ≤ 1 − u + u²/2 for u ≥ 0; and the integral of the latter."""
    u, s, r = symbols("u s r", nonnegative=True)
    gap = 1 - u + u**2 / 2 - exp(-u)
    slope = diff(gap, u)
    if gap.subs(u, 0) != 0 or simplify(slope - (exp(-u) - (1 - u))) != 0:
        raise NotShown(f"the gap {gap} is not 0 at 0, or its derivative is not e^(−u) − (1 − u)")
    lemmas.GROWTH.check()  # 1 + a ≤ e^a at a = −u: the derivative is not negative
    lemmas.DECAY.check()  # (1 − ε)^m ≤ e^(−εm) at ε = s²/n and m = (n − 3)/2
    integrated = integrate((1 - u + u**2 / 2).subs(u, r * s**2), (s, 0, 1))
    if expand(integrated - (1 - r / 3 + r**2 / 10)) != 0:
        raise NotShown(f"the integral is {integrated}")
    return "e^(−u) ≤ 1 − u + u²/2 has its gap 0 at 0 and a derivative e^(−u) − 1 + u ≥ 0; integrated by sympy"


@fact(
    r"$P = \tfrac{1}{2} - \kappa I$ for $n \ge 3$",
    Implies(n >= 3, Eq(prob, Rational(1, 2) - kappa * integral)),
    "a coordinate of a random unit vector has the density $c(1 - x^2)^{(n-3)/2}$; trusted in all dimensions",
    "theorem",
)
def cap_is_density() -> str:
    """Compare ½ − κI in balls with the incomplete beta function, for odd n, whose integrand is a polynomial."""
    s = Symbol("s")
    for size in range(3, 16, 2):
        integrated = Poly((1 - s**2 / size) ** ((size - 3) // 2), s).integrate().eval(1)
        share = arb(1) / 2 - normaliser(size) * arb(int(integrated.p)) / int(integrated.q)
        if not share.overlaps(incomplete_beta(size)) or share.rad() > arb(2) ** -40:
            raise NotShown(f"½ − κI is {share} for n = {size}, the cap {incomplete_beta(size)}")
    return "equal in balls for odd n from 3 to 15"


@fact(r"for $n \le 5$ the cap is computed", Implies(n <= 5, prob >= Rational(1, 8)), "ball arithmetic", "theorem")
def few_dimensions() -> Iterator[Obligation]:
    """Yield the bounds for one to five dimensions."""
    for size in range(1, 6):
        low = cap(size)[0]
        yield Obligation(
            f"P ≥ 1/8 for n = {size}, in balls",
            {"its lower end": Ge(prob, Rational(low.numerator, low.denominator))},
            prob >= Rational(1, 8),
        )


START = Claim(
    "modified-perceptron-start",
    r"For a uniformly random unit start, $P(\langle w^*,w^0\rangle \ge 1/\sqrt{n}) \ge 1/8$ in every dimension.",
    sources=(VEM("Theorem 8.7, proof"),),
    kind="probability",
    label="lower",
    cases=Family(
        up_to(games.Dimension, d=(1, "most")),
        extent="n = 1, ..., {most:n ≤ _}",
        search=dict(most=40),
        scout=dict(most=400),
        quick=dict(most=200),
        full=dict(most=2000),
    ),
    measure=cap_probability,
    bound=prob >= Rational(1, 8),
    proof=Chain(
        means={"$n$ is a positive integer": Or(*(Eq(n, k) for k in range(1, 6)), n >= 6)},
        using=(few_dimensions, cap_is_density, log_convexity, below_the_parabola),
        lines={
            r"$I \le 0.923$ for $n \ge 6$": Implies(n >= 6, integral <= Rational(923, 1000)),
            r"$\kappa^2 \le 25/157$": kappa**2 <= Rational(25, 157),
            r"$\kappa I \le 3/8$ for $n \ge 6$": Implies(n >= 6, kappa * integral <= Rational(3, 8)),
        },
        matched="no learner takes part",
        reading=r"The limit for large $n$ is $P(Z \ge 1) = 0.1587$, $Z$ standard normal.",
    ),
    attained_by=lambda: map(games.Dimension, (1, 2, 3, 10, 1000, 10**6)),
    remark=r"The cap is a regularised incomplete $\beta$ function, in ball arithmetic; $P$ is a rational just below "
    "it. It is 1/2, 1/4, 0.211 for $n = 1$, 2, 3, and tends to 0.1587: so 1/8 is safe by a factor of 1.27, and this "
    'does not give "w.h.p.".',
)


# ---- bad starts, and "w.h.p." ----

TOO_SHORT = 2.0**-40
"""A w that has become this short may point anywhere, as only rounding errors are left of it."""


class BadStartGame(Game, frozen=True, tag="bad-start-game"):
    """At most `rounds` rounds from w⁰ = start/‖start‖, where w* = e_1 and start[0] < 0; all labels are +1.

    The environment knows the algorithm and so its w. It presents x in the plane of w* and w, nearly orthogonal to w* on
    the side away from w, so that w errs by more than σ‖w‖. Removing the component of w along x leaves a w that again
    has ⟨w*,w⟩ < 0. In one dimension x = e_1 leaves w = 0. The game ends where w is so short that its direction depends
    on how a learner rounds.

    Facts: `beyond`, for each round whether w errs by more than σ‖w‖, so that a mistake causes an update.
    """

    start: vectors.Vector
    sigma: Fraction
    rounds: int

    def __post_init__(self) -> None:
        require(self.start[0] < 0, f"start[0] = {self.start[0]}: the adversary needs ⟨w*,w⁰⟩ < 0; give a negative one")
        require_proper(sigma=self.sigma)

    @property
    def dimension(self) -> int:
        """n."""
        return len(self.start)

    def arguments(self) -> tuple[Any, ...]:
        return float(self.sigma), vectors.unit(self.start)

    def script(self) -> Sequence[int]:
        return range(self.rounds)

    def environment(self) -> Environment:
        return KeepsItBehind(self)


class ErringTargets(NamedTuple):
    """For each round, whether the w that the environment expects errs on the instance by more than σ‖w‖."""

    beyond: list[bool]


class KeepsItBehind:
    """If w is at the angle θ > 90° from w* = e_1, presents x at the angle ψ − 90° with ψ = (1 − δ)(θ − 90°).

    The angle between w and x is θ + 90° − ψ, so |⟨w,x⟩| = sin(θ − ψ)‖w‖ = cos(δ(θ − 90°))‖w‖, which is more than σ‖w‖
    for a small δ. The next w is at 180° + ψ, again behind w*.
    """

    def __init__(self, game: BadStartGame) -> None:
        self.w = vectors.unit(game.start)
        self.sigma = float(game.sigma)
        self.delta = math.acos((1 + self.sigma) / 2) / (math.pi / 2)
        self.beyond: list[bool] = []

    def present(self, move: int) -> Array | None:
        w = self.w
        if 0 < float(inner(w, w)) < TOO_SHORT**2:
            return None
        x = self.beside(w) if len(w) > 1 else np.ones(1)
        along = float(inner(w, x))
        self.beyond.append(along * along > self.sigma**2 * float(inner(w, w)))
        self.w = w - along * x
        return x

    def beside(self, w: Array) -> Array:
        """The unit instance at the angle ψ − 90° from w*, on the side away from w."""
        across = w.copy()
        across[0] = 0.0
        size = math.sqrt(float(inner(across, across)))
        if size > 1e-12 * abs(float(w[0])):
            across /= size
        else:
            across = np.eye(len(w))[1]
        theta = math.atan2(size, float(w[0]))
        psi = (1 - self.delta) * (theta - math.pi / 2)
        x: Array = -math.cos(psi) * across
        x[0] = math.sin(psi)
        return x

    def answer(self, move: int, prediction: Any) -> Label:
        return 1

    def facts(self) -> ErringTargets:
        return ErringTargets(self.beyond)


def bad_starts(choices: Choices, *, dimensions: int, reach: int, rounds: int, beside: bool = False) -> BadStartGame:
    """Games from any start with ⟨w*,w⁰⟩ < 0, with sigma = k/8; in at least two dimensions if `beside`.

    Shrinks to few dimensions, −e_1, and few rounds.
    """
    dimension = choices.integer(2 if beside else 1, dimensions)
    start = (-choices.integer(1, reach), *(choices.integer(-reach, reach) for _ in range(dimension - 1)))
    return BadStartGame(start, Fraction(choices.integer(1, 7), 8), choices.integer(1, rounds))


def every_bad_start(choices: Choices, *, reach: int, rounds: int) -> BadStartGame:
    """Every start (−a, b), 1 ≤ a ≤ reach, |b| ≤ reach, with every sigma = k/8."""
    start = (-choices.integer(1, reach), choices.integer(-reach, reach))
    return BadStartGame(start, Fraction(choices.integer(1, 7), 8), rounds)


M = quantity("M", "the mistakes that are updates")
T = quantity("T", "the rounds")


def updated_mistakes(trace: Trace[BadStartGame, ErringTargets]) -> Values:
    """Measure M, T, n and σ. M counts mistakes on which the algorithm's w errs by more than σ‖w‖, so it updates."""
    case = trace.case
    count = int((trace.mistaken() & np.array(trace.facts.beyond, dtype=bool)).sum())
    return {M: count, T: len(trace.rounds), n: case.dimension, sigma: case.sigma}


BESIDE_THE_TARGET = Premise(r"$n \ge 2$", lambda trace: trace.case.dimension >= 2, option="beside")

BAD_STARTS = Family(
    bad_starts,
    exhaust=every_bad_start,
    extent="all starts (−a, b) in the plane with 1 ≤ a ≤ {reach} and |b| ≤ {reach}, σ = 1/8, ..., 7/8, {rounds:_ "
    "rounds} rounds",
    search=dict(dimensions=4, reach=3, rounds=10),
    scout=dict(dimensions=8, reach=9, rounds=16),
    quick=dict(reach=3, rounds=10),
    full=dict(reach=8, rounds=16),
    grows=dict(dimensions=Wide(), rounds=Long(128)),
)

BAD_START = Claim(
    "modified-perceptron-bad-start",
    r"In two dimensions and more, from every start with $\langle w^*,w^0\rangle < 0$, so with probability 1/2, and "
    r"for every $\sigma < 1$, there are arbitrarily long sequences, labelled by $w^*$, on which Modified Perceptron "
    "errs and updates in every round.",
    sources=(VEM("Theorem 8.7"),),
    kind="adversary",
    learner=ModifiedPerceptron,
    cases=BAD_STARTS,
    assuming=(BESIDE_THE_TARGET,),
    measure=updated_mistakes,
    bound=Eq(M, T),
    attained_by=lambda: [
        BadStartGame((-1, 0), Fraction(1, 2), 24),
        BadStartGame((-1, 20), Fraction(1, 8), 48),
        BadStartGame((-1, *(5,) * 29), Fraction(1, 8), 48),
    ],
    repairs="modified-perceptron-high-probability-as-printed",
    remark="The other half of the truth is modified-perceptron-updates, with probability at least 1/8. $w$ "
    r"shrinks to 0 and keeps pointing away from $w^*$: $\langle w^*,w\rangle$ never falls, but it need not "
    r"become positive. Restarting after $\log n/\sigma^2$ updates makes $k$ starts fail with probability "
    "at most $(7/8)^k$. In one dimension the first update leaves $w = 0$, and there is no other.",
)

failing = quantity(
    "F", r"a lower bound on the probability of more than $\log n/\sigma^2$ updates, which this game shows"
)


def shown_to_fail(trace: Trace[BadStartGame, ErringTargets]) -> Values:
    """Measure n and F, which is 1/2 if the adversary has forced more than log n/σ² updates, otherwise 0."""
    case = trace.case
    beyond = updated_mistakes(trace)[M] * float(case.sigma) ** 2 > np.log(case.dimension) * (1 + 1e-9)
    return {failing: Fraction(int(beyond), 2), n: case.dimension}


HIGH_PROBABILITY_AS_PRINTED = Claim(
    "modified-perceptron-high-probability-as-printed",
    r"Modified Perceptron makes at most $\log n/\sigma^2$ updates with high probability: more only with probability "
    "$1/n$.",
    sources=(VEM("Theorem 8.7"),),
    kind="probability",
    learner=ModifiedPerceptron,
    cases=BAD_STARTS,
    measure=shown_to_fail,
    bound=failing <= 1 / n,
    flaw=r'"W.h.p." is read as $1 - 1/n$; any reading that tends to 1 fails. A start with $\langle w^*,w^0\rangle < '
    "0$ has probability 1/2, and from each of these an adversary forces updates for ever "
    r"(modified-perceptron-bad-start; in this game beyond $\log n/\sigma^2$). The proof itself gives a probability of "
    r"1/8. One update is never too many, as $\log n > 1$ for $n \ge 3$; and for $n \le 2$ a probability of 1/2 is not "
    "above $1/n$.",
    worked=(
        "Take n = {n}, σ = 3/4, w* = e₁ and w⁰ = −e₁, as an example of a start with ⟨w*,w⁰⟩ < 0.",
        "The adversary presents a positive instance at 29° from w*, and one at 70° from it on the other side. Either "
        "makes w turn to the other side and stay behind w*. Two rounds are two updates, more than (16/9)·log(3) ≈ "
        "1.953.",
        "From each such start it can go on for ever, and half of all starts are such: more than log n/σ² updates come "
        "with a probability of at least {F}, and not at most 1/n.",
    ),
)
