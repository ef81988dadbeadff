"""The leave-one-out estimate of k nearest neighbours: its mean squared distance from the error is at most (8k + 1)/m.

The notes cite Rogers and Wagner (1978). The proof compares second moments: if leaving out an example seldom changes the
answer at a new point, the estimate and the error have nearly the same ones. Source: UML 11.2.4.
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, Self

from sympy import Eq

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always

Atom = tuple[int, Label]
"""A point of the line with a label."""


class Moments(NamedTuple):
    """Means over all samples, of squares and products of errors, and a probability.

    apart:        the square of the estimate less the error.
    estimate, product, error: the square of the estimate, its product with the error, and the square of the error.
    error_before: the square of the error of the rule that is trained without one of the examples.
    changes:      the probability that the answer at a new point changes if a random example is left out.
    """

    apart: Fraction
    estimate: Fraction
    product: Fraction
    error: Fraction
    error_before: Fraction
    changes: Fraction


class Neighbours(Case, frozen=True, tag="nearest-neighbours"):
    """m examples from a finite distribution on the line, and the vote of the k nearest.

    Among equally near examples the first in the sample counts, so that the order breaks ties at random. If the vote is
    tied, the answer is +1.
    """

    atoms: tuple[Atom, ...]
    weights: tuple[int, ...]
    m: int
    k: int

    def __post_init__(self) -> None:
        require(
            len(self.atoms) == len(self.weights) > 0 and min(self.weights) > 0,
            f"atoms {self.atoms}, weights {self.weights}: give one weight each, 1 at least",
        )
        require(1 <= self.k < self.m, f"k = {self.k}, m = {self.m}: give 1 <= k < m")

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Moments]:
        """Draw every sample."""
        total = sum(self.weights)
        points = sorted({x for x, _ in self.atoms})

        def answers(sample: Sequence[Atom]) -> dict[int, Label]:
            return {x: vote(sample, x, self.k) for x in points}

        def error(h: dict[int, Label]) -> Fraction:
            return Fraction(sum(w for (x, y), w in zip(self.atoms, self.weights, strict=True) if h[x] != y), total)

        mass = {x: sum(w for (z, _), w in zip(self.atoms, self.weights, strict=True) if z == x) for x in points}
        means = [Fraction(0)] * len(Moments._fields)
        for chosen in product(range(len(self.atoms)), repeat=self.m):
            sample = [self.atoms[i] for i in chosen]
            chance = math.prod(Fraction(self.weights[i], total) for i in chosen)
            h = answers(sample)
            without = [answers(sample[:i] + sample[i + 1 :]) for i in range(self.m)]
            estimate = Fraction(sum(g[x] != y for g, (x, y) in zip(without, sample, strict=True)), self.m)
            true = error(h)
            before = sum((error(g) ** 2 for g in without), Fraction(0)) / self.m
            changed = Fraction(sum(mass[x] for g in without for x in points if g[x] != h[x]), total * self.m)
            values = ((estimate - true) ** 2, estimate**2, estimate * true, true**2, before, changed)
            means = [mean + chance * value for mean, value in zip(means, values, strict=True)]
        return Trace(self, Rounds.of_nobody([{}, {}]), Moments(*means))


def vote(sample: Sequence[Atom], x: int, k: int) -> Label:
    """The label of most of the k nearest examples; among equally near ones the first in the sample are taken."""
    nearest = sorted(sample, key=lambda atom: abs(atom[0] - x))[:k]
    return 1 if sum(y for _, y in nearest) >= 0 else -1


def neighbours(choices: Choices, *, atoms: int, heaviest: int, examples: int) -> Neighbours:
    """Up to `atoms` atoms on as many points, and samples of up to `examples` examples. Shrinks to one atom."""
    size = choices.integer(1, atoms)
    places = tuple((choices.integer(0, size - 1), choices.label()) for _ in range(size))
    weights = tuple(choices.integer(1, heaviest) for _ in range(size))
    m = choices.integer(2, examples)
    return Neighbours(places, weights, m, choices.integer(1, m - 1))


D = quantity("D", "the mean of the squared distance of the leave-one-out estimate from the true error")
m = quantity("m", "the examples")
k = quantity("k", "the neighbours that vote")
a = quantity("a", "the mean of the squared estimate")
b = quantity("b", "the mean of the estimate times the error")
c = quantity("c", "the mean of the squared error")
A = quantity("A", "the mean of the squared error with $m - 1$ examples")
beta = quantity("β", "the probability that leaving out an example changes the answer at a new point")


def moments(trace: Trace[Neighbours, Moments]) -> Values:
    """Measure D, a, b, c, A, β, m and k."""
    return {**dict(zip((D, a, b, c, A, beta), trace.facts, strict=True)), m: trace.case.m, k: trace.case.k}


MULTIPLIED = Step("multiplied out, $D = a - 2b + c$", Eq(D, a - 2 * b + c), always)
OF_THE_ESTIMATE = Step(
    r"two examples that are left out in turn are tested by rules that differ from one with $m - 1$ other examples in "
    r"one each, so $a \le 1/m + A + 4\beta$",
    a <= 1 / m + A + 4 * beta,
    always,
)
OF_BOTH = Step(
    r"the example that is left out and a new one test the rule without it, but for a change at the new one, so $b \ge "
    r"A - \beta$",
    b >= A - beta,
    always,
)
OF_THE_ERROR = Step(
    r"an example less changes an answer at one of two new points with probability at most $2\beta$, so $c \le A + "
    r"2\beta$",
    c <= A + 2 * beta,
    always,
)
FEW_CHANGES = Step(
    r"only leaving out one of the $k$ nearest changes an answer, so $\beta \le k/m$", beta <= k / m, always
)


def coins(examples: int, k: int) -> Neighbours:
    """One point with a fair coin for a label."""
    return Neighbours(((0, 1), (0, -1)), (1, 1), examples, k)


def far_apart() -> Iterable[Neighbours]:
    """Yield fair coins, and two points with different labels, one of which is seldom drawn."""
    yield from (coins(2, 1), coins(4, 1), coins(10, 1), coins(5, 3))
    yield Neighbours(((0, 1), (1, -1)), (9, 1), 9, 1)


NEIGHBOURS = Claim(
    "leave-one-out-of-neighbours",
    r"For the vote of the $k < m$ nearest of $m$ examples the leave-one-out estimate is near the true error: its mean "
    r"squared distance is at most $(8k + 1)/m$.",
    sources=(UML("11.2.4, Rogers and Wagner"),),
    kind="probability",
    cases=Family(
        neighbours,
        extent="all distributions on up to {atoms:≤ _ labelled points} labelled points of weights 1 to {heaviest}, and "
        "samples of up to {examples:m ≤ _} examples",
        search=dict(atoms=3, heaviest=4, examples=4),
        scout=dict(atoms=3, heaviest=6, examples=5),
        quick=dict(atoms=2, heaviest=2, examples=4),
        full=dict(atoms=3, heaviest=2, examples=4),
        beyond="all samples are drawn, as many as there are points to the power of m",
    ),
    measure=moments,
    bound=D <= (8 * k + 1) / m,
    latex=r"D \le (8k + 1)/m",
    proof=Chain(
        steps=(MULTIPLIED, OF_THE_ESTIMATE, OF_BOTH, OF_THE_ERROR, FEW_CHANGES),
        means={r"$m \ge 2$": m >= 2},
        lines={
            r"$D \le 1/m + 8\beta$": D <= 1 / m + 8 * beta,
            r"$\beta m \le k$": beta * m <= k,
        },
        matched="every sample is drawn, with its probability",
    ),
    reading="ours",
    judged=False,
    remark="The notes say that the estimate is very good, and cite this. The bound is below 1 only for $m > 8k + 1$, "
    "so that the games test the steps more than the bound. Devroye, Györfi and Lugosi (1996, chapter 24) have "
    "$(6k + 1)/m$.",
    attained_by=far_apart,
)
