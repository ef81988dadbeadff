"""A finite VC dimension is enough for ERM: bad hypotheses that survive a sample, counted on a second one.

The second sample stands for the distribution, so that only the labellings of 2m examples count, of which Sauer's lemma
says there are few. Together with `infinite-vc-not-weakly-learnable` it gives what the notes take from Theorem 6.8: a
class is learnable if and only if its VC dimension is finite, and then by any ERM.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

import sympy
from sympy import E, exp

from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables.ghost import Deviations, Ghost, GhostSample, TwoSamples, ghost_samples, two_samples
from learncheck.theorems.language.claim import UML, Claim, Values, quantity, sized
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always

P = quantity("P", r"the probability that some hypothesis of error above $\varepsilon$ is right on the whole sample")
m = quantity("m", "the size of the sample")
d = quantity("d", "the VC dimension of the class")
eps = quantity("ε", "the accuracy", positive=True)
Q, N = sympy.symbols("Q N", nonnegative=True)
"""The probability that some hypothesis is right on the sample and errs on at least εm/2 examples of a second one; the
most labellings of 2m examples."""
few, many = sympy.symbols("2^(−εm/2) (2em/d)^d", positive=True)


def sizes(trace: Trace[GhostSample, Ghost] | Trace[TwoSamples, Deviations]) -> Values:
    case, facts = trace.case, trace.facts
    return {N: facts.labellings, d: facts.dimension, m: case.samples, eps: case.epsilon}


def measure(trace: Trace[GhostSample, Ghost]) -> Values:
    """Measure P and Q, with the sizes."""
    return {P: trace.facts.survives, Q: trace.facts.seen, **sizes(trace)}


SEVERAL = holding(r"$1 \le d \le 2m$", (d >= 1) & (d <= 2 * m), sizes, option="several")
ENOUGH = holding(r"$m \ge 8/\varepsilon$", m * eps >= 8, measure, option="enough")

SECOND_SAMPLE = Step(
    r"a hypothesis of error above $\varepsilon$ errs on at least $\varepsilon m/2$ examples of a second sample with "
    r"probability at least ½ (Chebyshev, for $\varepsilon m \ge 8$), so $P \le 2Q$",
    P <= 2 * Q,
    always,
)
SWAPPED = Step(
    "each of the $m$ pairs of a first and a second example may be swapped: a labelling with $k$ errors has all of them "
    "in the second sample with probability at most $2^{-k}$",
    Q <= N * 2 ** (-eps * m / 2),
    always,
)
by_a_second_sample = partial(
    Chain,
    matched="the steps are checked exactly on every case",
    reading="The second sample is drawn like the first, and independently of it. On a domain that is not finite "
    "nothing changes, as long as the events have probabilities.",
)
FEW_LABELLINGS = Step(r"by Sauer's lemma (`sauer-lemma`) $N \le (2em/d)^d$", N <= (2 * E * m / d) ** d, always)


def barely_bad() -> Iterable[GhostSample]:
    """Yield the true labels and a hypothesis whose error is just above ε, and two that err on disjoint points.

    With 60 examples and more the bound is below 1.
    """
    for epsilon in (Fraction(1, 4), Fraction(1, 2)):
        weight = int(1000 * epsilon) + 1
        yield GhostSample((weight, 1000 - weight), ((), (0,)), epsilon, int(8 / epsilon))
    yield GhostSample((26, 26, 48), ((), (0,), (1,)), Fraction(1, 4), 32)
    yield GhostSample((501, 499), ((), (0,)), Fraction(1, 2), 60)
    yield GhostSample((91, 9), ((), (0,)), Fraction(9, 10), 30)


GHOSTS = Claim(
    "finite-vc-erm",
    r"In a class of VC dimension $d \ge 1$ some hypothesis of error above $\varepsilon$ is right on all of $m \ge "
    r"8/\varepsilon$ examples, $2m \ge d$, with probability at most $2(2em/d)^d2^{-\varepsilon m/2}$, which tends to 0 "
    "with $m$: so ERM learns every class of finite VC dimension whose labels are realizable.",
    sources=(UML("10.1"),),
    kind="probability",
    cases=sized(
        ghost_samples,
        "all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, three accuracies, {samples} "
        "sample sizes from ⌈8/ε⌉ on",
        points=(3, 3, 2, 2),
        heaviest=(4, 6, 2, 4),
        samples=(4, 6, 2, 4),
    ),
    assuming=(SEVERAL, ENOUGH),
    measure=measure,
    bound=P <= 2 * (2 * E * m / d) ** d * 2 ** (-eps * m / 2),
    latex=r"P \le 2(2em/d)^d2^{-\varepsilon m/2}",
    proof=by_a_second_sample(
        assuming=formally(SEVERAL, ENOUGH),
        steps=(SECOND_SAMPLE, SWAPPED, FEW_LABELLINGS),
        names={few: 2 ** (-eps * m / 2), many: (2 * E * m / d) ** d},
        lines={r"$Q \le (2em/d)^d2^{-\varepsilon m/2}$": Q <= many * few},
    ),
    attained_by=barely_bad,
    remark=r"Far from sharp: the constants 2, $2em$ and ½ are what the argument by a second sample costs. For the "
    "agnostic case see `uniform-convergence`.",
)

# ---- the agnostic case ----


F = quantity("F", r"the probability that $|L_S(h) - L_D(h)| > \varepsilon$ for some $h$ of the class")
A = sympy.Symbol("A", nonnegative=True)
"""The probability that the errors of some hypothesis on two samples are at least ε/2 apart."""


def deviations(trace: Trace[TwoSamples, Deviations]) -> Values:
    """Measure F and A, with the sizes."""
    return {F: trace.facts.strays, A: trace.facts.apart, **sizes(trace)}


ENOUGH_AGNOSTIC = holding(r"$m \ge 2/\varepsilon^2$", m * eps**2 >= 2, deviations, option="enough")

ALSO_APART = Step(
    r"a hypothesis whose error on the sample is more than $\varepsilon$ off has another, at least $\varepsilon/2$ "
    r"away, on a second sample with probability at least ½ (Chebyshev, for $\varepsilon^2m \ge 2$), so $F \le 2A$",
    F <= 2 * A,
    always,
)
RANDOM_SIGNS = Step(
    r"each of the $m$ pairs of a first and a second example may be swapped: a sum of $m$ random signs or zeros is at "
    r"least $\varepsilon m/2$ off with probability at most $2e^{-\varepsilon^2m/8}$ (Hoeffding)",
    A <= N * 2 * exp(-(eps**2) * m / 8),
    always,
)
rare = sympy.Symbol("e^(−ε²m/8)", positive=True)


def strays_far() -> Iterable[TwoSamples]:
    """Yield a hypothesis that errs half of the time, on few examples and on more, and one that seldom errs.

    For the last the bound is below 1.
    """
    for epsilon, samples in ((Fraction(1, 3), 18), (Fraction(1, 4), 32), (Fraction(1, 4), 64)):
        yield TwoSamples((1, 1), ((), (0,)), epsilon, samples)
    yield TwoSamples((1, 19), ((), (0,)), Fraction(9, 10), 100)


UNIFORM = Claim(
    "uniform-convergence",
    r"In a class of VC dimension $d \ge 1$ some hypothesis has $|L_S(h) - L_D(h)| > \varepsilon$ on a sample of $m \ge "
    r"2/\varepsilon^2$ examples, $2m \ge d$, with probability at most $4(2em/d)^de^{-\varepsilon^2m/8}$, which tends "
    "to 0 with $m$: so ERM learns every class of finite VC dimension, realizable or not.",
    sources=(UML("8.2"), UML("10.2")),
    kind="probability",
    cases=sized(
        two_samples,
        "all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, three accuracies, {samples} "
        "sample sizes from ⌈2/ε²⌉ on",
        points=(2, 2, 2, 2),
        heaviest=(4, 6, 2, 4),
        samples=(4, 6, 2, 4),
    ),
    assuming=(SEVERAL, ENOUGH_AGNOSTIC),
    measure=deviations,
    bound=F <= 4 * (2 * E * m / d) ** d * exp(-(eps**2) * m / 8),
    latex=r"F \le 4(2em/d)^de^{-\varepsilon^2m/8}",
    proof=by_a_second_sample(
        assuming=formally(SEVERAL, ENOUGH_AGNOSTIC),
        steps=(ALSO_APART, RANDOM_SIGNS, FEW_LABELLINGS),
        names={rare: exp(-(eps**2) * m / 8), many: (2 * E * m / d) ** d},
        lines={r"$A \le 2(2em/d)^de^{-\varepsilon^2m/8}$": A <= 2 * many * rare},
    ),
    attained_by=strays_far,
    remark="Below 1 only for samples that are much larger than most of those played, so that the games test the steps "
    r"more than the bound. Set equal to $\delta$ it gives $\varepsilon = \sqrt{(8/m)(d\log(2em/d) + \log(4/\delta))}$, "
    "which has a $\\log m$ more than Theorem 6.8 as the notes quote it.",
)
