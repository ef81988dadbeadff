"""A finite VC dimension is enough for ERM: bad hypotheses that survive a sample, counted on a second one.

The second sample stands for the distribution, so that only the labellings of 2m examples count, of which Sauer's lemma
says there are few. Together with `infinite-vc-not-weakly-learnable` it gives what the notes take from Theorem 6.8: a
class is learnable if and only if its VC dimension is finite, and then by any ERM.

A hypothesis is given by the points on which it errs. All probabilities are exact: that of a second sample is summed
over how often each point occurs in it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import NamedTuple, Self

import numpy as np
import sympy
from sympy import E, exp

from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.multinomial import Samples, ways_to_see
from learncheck.strategies.tables import finite_domains
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always


class Ghost(NamedTuple):
    """What becomes of a sample and a second one of the same size.

    survives:  the probability that some hypothesis of error above epsilon is right on the first sample.
    seen:      the probability that some hypothesis is right on the first sample and errs on at least epsilon·m/2
               examples of the second.
    labellings: the most ways in which the class labels 2m examples. dimension: its VC dimension.
    """

    survives: Fraction
    seen: Fraction
    labellings: int
    dimension: int


class GhostSample(Case, frozen=True, tag="ghost-sample"):
    """A distribution on a finite domain, a class, an accuracy epsilon and a sample size.

    weights: positive, proportional to the probabilities of the points. errors: for each hypothesis the points on which
    it errs, distinct sets. samples: m, at least 1.
    """

    weights: finite_domains.Weights
    errors: tuple[tuple[int, ...], ...]
    epsilon: Fraction
    samples: Positive

    def __post_init__(self) -> None:
        finite_domains.require_finite_class(self.weights, self.errors)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Ghost]:
        """Compute the probabilities. No learner takes part."""
        errors = [sum(1 << point for point in points) for points in self.errors]
        facts = Ghost(
            survives=finite_domains.survival(self.weights, errors, self.epsilon, self.samples)[-1]["probability"],
            seen=_seen(self.weights, errors, self.epsilon * self.samples / 2, self.samples),
            labellings=_most_labellings(errors, len(self.weights), 2 * self.samples),
            dimension=_dimension(errors, len(self.weights)),
        )
        return Trace(self, Rounds.of_nobody([{}, {}]), facts)


EPSILONS = tuple(map(Fraction, ("1/2", "1/3", "1/4")))


def ghost_samples(
    choices: Choices,
    *,
    kind: type[GhostSample],
    points: int,
    heaviest: int,
    samples: int,
    enough: bool = False,
    several: bool = False,
) -> GhostSample:
    """All classes on at most `points` points, with weights up to `heaviest` and every epsilon of a list.

    If `enough`, there are at least 8/epsilon examples, or 2/epsilon² of `TwoSamples`, and at most `samples` − 1 more;
    otherwise at most `samples`. If `several`, there are at least two hypotheses.
    """
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    errors = choices.members(subsets(n))
    if several and len(errors) < 2:
        choices.reject()
    epsilon = choices.pick(EPSILONS)
    least = math.ceil(2 / epsilon**2 if kind is TwoSamples else 8 / epsilon) if enough else 1
    return kind(weights, errors, epsilon, choices.integer(least, least + samples - 1))


P = quantity("P", r"the probability that some hypothesis of error above $\varepsilon$ is right on the whole sample")
m = quantity("m", "the size of the sample")
d = quantity("d", "the VC dimension of the class")
eps = quantity("ε", "the accuracy", positive=True)
Q, N = sympy.symbols("Q N", nonnegative=True)
"""The probability that some hypothesis is right on the sample and errs on at least εm/2 examples of a second one; the
most labellings of 2m examples."""
few, many = sympy.symbols("2^(−εm/2) (2em/d)^d", positive=True)


def sizes(trace: Trace[GhostSample, "Ghost | Deviations"]) -> Values:
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


GHOSTS = Claim(
    "finite-vc-erm",
    r"In a class of VC dimension $d \ge 1$ some hypothesis of error above $\varepsilon$ is right on all of $m \ge "
    r"8/\varepsilon$ examples, $2m \ge d$, with probability at most $2(2em/d)^d2^{-\varepsilon m/2}$, which tends to 0 "
    "with $m$: so ERM learns every class of finite VC dimension whose labels are realizable.",
    sources=(UML("10.1"),),
    kind="probability",
    cases=Family(
        partial(ghost_samples, kind=GhostSample),
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, three accuracies, "
        "{samples} sample sizes from ⌈8/ε⌉ on",
        search=dict(points=3, heaviest=4, samples=4),
        scout=dict(points=3, heaviest=6, samples=6),
        quick=dict(points=2, heaviest=2, samples=2),
        full=dict(points=2, heaviest=4, samples=4),
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
    attained_by=lambda: barely_bad(),
    remark=r"Far from sharp: the constants 2, $2em$ and ½ are what the argument by a second sample costs. For the "
    "agnostic case see `uniform-convergence`.",
)


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


# ---- the agnostic case ----

F = quantity("F", r"the probability that $|L_S(h) - L_D(h)| > \varepsilon$ for some $h$ of the class")
A = sympy.Symbol("A", nonnegative=True)
"""The probability that the errors of some hypothesis on two samples are at least ε/2 apart."""


class Deviations(NamedTuple):
    """How far the errors of a sample are from the true ones, and from those of a second sample of the same size.

    strays: the probability that some hypothesis errs on the sample by more than epsilon less or more than in truth.
    apart: the probability that its errors on two samples are at least epsilon/2 apart, for some hypothesis.
    labellings, dimension: as in `Ghost`.
    """

    strays: Fraction
    apart: Fraction
    labellings: int
    dimension: int


class TwoSamples(GhostSample, frozen=True, tag="two-samples"):
    """The same, for the errors of all hypotheses and not only of those that are right on the sample."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Deviations]:  # type: ignore[override]
        """Compute the probabilities. No learner takes part."""
        errors = [sum(1 << point for point in points) for points in self.errors]
        total, m, epsilon = sum(self.weights), self.samples, self.epsilon
        truths = [Fraction(sum(self.weights[i] for i in points), total) for points in self.errors]
        ways: Counter[tuple[int, ...]] = Counter()
        for orders, wrong in _samples(self.weights, errors, m):
            ways[wrong] += orders
        far = [{k for k in range(m + 1) if abs(Fraction(k, m) - truth) > epsilon} for truth in truths]
        strays = sum(
            orders for wrong, orders in ways.items() if any(k in off for k, off in zip(wrong, far, strict=True))
        )
        least = math.ceil(epsilon * m)  # of twice the difference, an integer
        apart = sum(
            ways[first] * ways[second]
            for first, second in product(ways, repeat=2)
            if any(2 * abs(a - b) >= least for a, b in zip(first, second, strict=True))
        )
        points = len(self.weights)
        facts = Deviations(
            strays=Fraction(strays, total**m),
            apart=Fraction(apart, total ** (2 * m)),
            labellings=_most_labellings(errors, points, 2 * m),
            dimension=_dimension(errors, points),
        )
        return Trace(self, Rounds.of_nobody([{}, {}]), facts)


def deviations(trace: Trace[GhostSample, Deviations]) -> Values:
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


UNIFORM = Claim(
    "uniform-convergence",
    r"In a class of VC dimension $d \ge 1$ some hypothesis has $|L_S(h) - L_D(h)| > \varepsilon$ on a sample of $m \ge "
    r"2/\varepsilon^2$ examples, $2m \ge d$, with probability at most $4(2em/d)^de^{-\varepsilon^2m/8}$, which tends "
    "to 0 with $m$: so ERM learns every class of finite VC dimension, realizable or not.",
    sources=(UML("8.2"), UML("10.2")),
    kind="probability",
    cases=Family(
        partial(ghost_samples, kind=TwoSamples),
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, three accuracies, "
        "{samples} sample sizes from ⌈2/ε²⌉ on",
        search=dict(points=2, heaviest=4, samples=4),
        scout=dict(points=2, heaviest=6, samples=6),
        quick=dict(points=2, heaviest=2, samples=2),
        full=dict(points=2, heaviest=4, samples=4),
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
    attained_by=lambda: strays_far(),
    remark="Below 1 only for samples that are much larger than most of those played, so that the games test the steps "
    r"more than the bound. Set equal to $\delta$ it gives $\varepsilon = \sqrt{(8/m)(d\log(2em/d) + \log(4/\delta))}$, "
    "which has a $\\log m$ more than Theorem 6.8 as the notes quote it.",
)


def strays_far() -> Iterable[TwoSamples]:
    """Yield a hypothesis that errs half of the time, on few examples and on more, and one that seldom errs.

    For the last the bound is below 1.
    """
    for epsilon, samples in ((Fraction(1, 3), 18), (Fraction(1, 4), 32), (Fraction(1, 4), 64)):
        yield TwoSamples((1, 1), ((), (0,)), epsilon, samples)
    yield TwoSamples((1, 19), ((), (0,)), Fraction(9, 10), 100)


# ---- samples and labellings, counted ----


def _samples(weights: Sequence[int], errors: Sequence[int], samples: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """For each way in which points may occur in a sample, the number of orders and the errors of each hypothesis."""
    drawn = Samples(samples, weights)
    wrong = np.array([[code >> i & 1 for code in errors] for i in range(len(weights))])
    return zip(drawn.orders.tolist(), map(tuple, (drawn.counts @ wrong).tolist()), strict=True)


def _seen(weights: Sequence[int], errors: Sequence[int], often: Fraction, samples: int) -> Fraction:
    ways: Counter[int] = Counter()
    for orders, wrong in _samples(weights, errors, samples):
        ways[sum(1 << h for h, k in enumerate(wrong) if k >= often)] += orders
    pairs = 0
    for support, orders in enumerate(ways_to_see(weights, samples)):
        right = sum(1 << h for h, code in enumerate(errors) if not code & support)
        pairs += orders * sum(second for often_wrong, second in ways.items() if often_wrong & right)
    return Fraction(pairs, sum(weights) ** (2 * samples))


def _labellings(errors: Sequence[int], chosen: Sequence[int]) -> int:
    return len({tuple(wrong >> i & 1 for i in chosen) for wrong in errors})


def _most_labellings(errors: Sequence[int], points: int, examples: int) -> int:
    return max(_labellings(errors, chosen) for chosen in combinations(range(points), min(points, examples)))


def _dimension(errors: Sequence[int], points: int) -> int:
    return len(
        shattering.largest_shattered(range(points), lambda chosen: _labellings(errors, chosen) == 1 << len(chosen))
    )
