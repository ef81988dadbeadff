"""The logistic loss: how it grows, and that it is convex."""

from fractions import Fraction
from functools import partial
from typing import Any

from sympy import And, Eq, Rational, exp, log, symbols

from learncheck.strategies.halfspaces import regression
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Chain

z = quantity("z", r"the score $\langle w,x\rangle$", real=None)  # were it real, sympy would settle half of the claim

p = quantity("p", "a margin", real=True)
q = quantity("q", "a margin", real=True)
middle = quantity("c", "the margin in the middle of the two", real=True)

E, P, Q, R = symbols("E P Q R", positive=True)
"""e^z, e^(−p), e^(−q), and e^(−c)."""


class ScorePair(Case, frozen=True, tag="score"):
    """Two real numbers, margins or scores. There is nothing to play."""

    first: Fraction
    second: Fraction


def scores(choices: Choices, *, reach: int) -> ScorePair:
    """Pairs of quarters of absolute value at most reach/4. Shrinks to 0 and 0."""
    return ScorePair(
        Fraction(choices.integer(-reach, reach), regression.UNIT),
        Fraction(choices.integer(-reach, reach), regression.UNIT),
    )


SCORES = Family(
    scores,
    extent="all pairs of quarters up to {reach:size ≤ _/4}/4 in size",
    search=dict(reach=20),
    scout=dict(reach=400),
    quick=dict(reach=8),
    full=dict(reach=40),
)


def phi(value: Any) -> Any:
    """Return φ(z) = 1/(1 + e^(−z)). Source: UML (9.9)."""
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
        names={E: exp(z)},
        reading=r"With $E = e^z$, $\varphi(z) = 1/(1 + 1/E) = E/(1 + E)$.",
    ),
)

Z_POSITIVE = Premise("$z > 0$", lambda trace: bool(trace.case.first > 0), z > 0)

about_the_loss = partial(Claim, sources=(UML("9.3"),), kind="identity", cases=SCORES)
"""A claim about the logistic loss alone."""

LIKE_A_HALFSPACE = about_the_loss(
    "logistic-like-a-halfspace",
    r"If $z = \langle w,x\rangle$ is large, $\varphi(z)$ is close to 1 and $\varphi(-z)$ close to 0: for $z > 0$ "
    r"both $1 - \varphi(z)$ and $\varphi(-z)$ are less than $e^{-z}$.",
    assuming=(Z_POSITIVE,),
    measure=lambda trace: {z: trace.case.first},
    bound=And(1 - phi(z) < exp(-z), phi(-z) < exp(-z), phi(z) > Rational(1, 2)),
    proof=Chain(
        assuming=formally(Z_POSITIVE),
        lines={"$E > 1$": E > 1},
        names={E: exp(z)},
        using=(lemmas.GROWTH.at({lemmas.a: z}),),
        reading="$1/(1 + E) < 1/E$.",
    ),
    remark="The ratio to $e^{-z}$ tends to 1 as $z$ grows.",
)

IN_ORDER = Premise(r"$p \le q$", lambda trace: bool(trace.case.first <= trace.case.second), p <= q)


MONOTONE = about_the_loss(
    "logistic-loss-monotone",
    r"The greater the margin $y\langle w,x\rangle$, the smaller are $1/(1 + e^{y\langle w,x\rangle})$, the "
    r"probability of the other label, and $1 + e^{-y\langle w,x\rangle}$, and so the loss.",
    assuming=(IN_ORDER,),
    measure=lambda trace: {p: trace.case.first, q: trace.case.second},
    bound=And(1 / (1 + exp(q)) <= 1 / (1 + exp(p)), 1 + exp(-q) <= 1 + exp(-p)),
    proof=Chain(
        assuming=formally(IN_ORDER),
        lines={r"$P \ge Q$": P >= Q},
        names={P: exp(-p), Q: exp(-q)},
        using=(lemmas.GROWTH.at({lemmas.a: q - p}),),
        reading=r"$P/Q = e^{q-p} \ge 1 + (q - p) \ge 1$, for $p \le q$; and $1/(1 + 1/P) = P/(1 + P)$.",
    ),
)


def loss(margin: Any) -> Any:
    """Return the logistic loss of a margin y⟨w,x⟩."""
    return log(1 + exp(-margin))


def scores_and_middle(trace: Trace) -> Values:
    first, second = trace.case.first, trace.case.second
    return {p: first, q: second, middle: (first + second) / 2}


IN_THE_MIDDLE = holding("$c = (p+q)/2$", Eq(2 * middle, p + q), scores_and_middle)

CONVEX = about_the_loss(
    "logistic-loss-convex",
    r"The logistic loss $\log(1 + e^{-y\langle w,x\rangle})$ is convex in $w$: midway between $u$ and $v$ it is at "
    "most the mean of its values at $u$ and $v$. The margins are $p$ and $q$ at $u$ and $v$, and $c$ midway.",
    assuming=(IN_THE_MIDDLE,),
    measure=scores_and_middle,
    bound=2 * loss(middle) <= loss(p) + loss(q),
    proof=Chain(
        assuming=formally(IN_THE_MIDDLE),
        names={P: exp(-p), Q: exp(-q), R: exp(-middle)},
        using=(lemmas.GROWTH.at({lemmas.a: 2 * middle - p - q}),),
        concludes=(1 + exp(-middle)) ** 2 <= (1 + exp(-p)) * (1 + exp(-q)),
        logarithms=True,
        reading=r"$(1 + R)^2 \le (1 + P)(1 + Q)$, since $R^2 \le PQ$, as $1 \le e^{2c-p-q}$. The mean of the losses of "
        "a sample is convex with them.",
    ),
    remark="At $p = q$ both sides are equal.",
)
