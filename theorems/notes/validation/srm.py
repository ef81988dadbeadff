"""Structural risk minimisation: one bound for all predictors of nested classes.

With probability at least 1 − δ, L_D(h) ≤ L_S(h) + √(log(2|H_d|π²d²/(6δ))/(2m)) for every d and every h in H_d. Source:
UML 11.1, (11.2).
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from sympy import Eq, Rational, Symbol, exp, log, pi, sqrt

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.multinomial import Samples
from learncheck.strategies.tables import validation
from learncheck.theorems.language import lemmas, probability
from learncheck.theorems.language.claim import UML, Claim, Family, Values
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.notes.validation.holdout import (
    EXACT,
    P,
    Predictors,
    delta,
    farthest,
    m,
    odds,
    off,
    predictors_on_domains,
    size,
    table_of_losses,
    tail,
)


class BoundFails(NamedTuple):
    """The probability that the bound fails; and the greatest d²·|H_d|·c, with its d, |H_d| and c."""

    probability: Fraction
    greatest: Fraction
    d: int
    size: int
    farthest: Fraction


class NestedClasses(Predictors, frozen=True, tag="nested-classes"):
    """Nested finite classes H_1 ⊆ H_2 ⊆ ... of predictors.

    sizes: |H_1| <= |H_2| <= ...; H_d holds the first sizes[d − 1] of them.
    """

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            list(self.sizes) == sorted(self.sizes) and 0 < self.sizes[0] and self.sizes[-1] == len(self.losses),
            f"the sizes are {self.sizes}: give them in ascending order, from 1 on up to {len(self.losses)}",
        )

    def play_alone(self) -> BoundFails:
        """The probability that some h in some H_d has an L_D above L_S and the bound's term for d."""
        table, risks = table_of_losses(self.weights, self.losses)
        drawn = Samples(self.m, self.weights)
        sums = drawn.counts @ table
        far = np.zeros(len(sums), dtype=bool)
        parts = []
        for d, h in enumerate(self.sizes, start=1):
            inverse = 2 * h * d**2 / self.delta
            factor = Fraction(1, 2 * self.m)
            limits = [validation.beyond(self.m, risk, factor, inverse, srm=True)[0] for risk in risks[:h]]
            far |= (sums[:, :h] <= np.array(limits)).any(axis=1)
            chance = max(validation.far_off(risk, self.m, inverse, srm=True) for risk in risks[:h])
            parts.append((d**2 * h * chance, d, h, chance))
        return BoundFails(drawn.probability(far), *max(parts))


def nested_classes(choices: Choices, **limits: int) -> NestedClasses:
    """Predictors on domains with these limits, put into nested classes in any way."""
    case = predictors_on_domains(choices, **limits)
    sizes = [size for size in range(1, len(case.losses)) if choices.flag()]
    return NestedClasses(case.weights, case.losses, case.m, case.delta, (*sizes, len(case.losses)))


def nests() -> Iterable[NestedClasses]:
    """Yield nested classes that grow by one predictor each, and a first class with all of them."""
    half = Fraction(99, 100)
    yield NestedClasses((1, 1), ((0,), (1,)), 6, half, (1, 2))
    yield NestedClasses((1, 4), ((1,),), 1, half, (1,))
    yield NestedClasses((1, 1, 1), ((0,), (1,), (2,)), 8, half, (1, 2, 3))
    yield NestedClasses((1, 2, 1), ((0,), (1,), (2,)), 8, half, (3,))


class_ = Symbol("d", positive=True)
greatest = Symbol("G", nonnegative=True)
"""d is the class that maximises d²|H_d|c, and G is the maximum."""
zeta = Symbol("log(π²/6)", real=True)


def too_far_above(trace: Trace[NestedClasses, BoundFails]) -> Values:
    """Measure P, δ and m; and for the class that maximises d²|H_d|c, the maximum, d, |H_d|, c and t."""
    case, facts = trace.case, trace.facts
    limit = log(2 * facts.size * facts.d**2 / Rational(case.delta)) + log(pi**2 / 6)
    return {
        P: facts.probability,
        delta: case.delta,
        m: case.m,
        class_: facts.d,
        size: facts.size,
        farthest: facts.farthest,
        greatest: facts.greatest,
        off: sqrt(limit / (2 * case.m)),
    }


SRM = Claim(
    "srm-bound",
    r"For nested finite classes, with probability at least $1 - \delta$, for every $d$ and every $h$ in $H_d$: "
    r"$L_D(h) \le L_S(h) + \sqrt{g(d)\cdot(\log(1/\delta) + 2\cdot \log d + \log(\pi^2/6))/m}$, where $g$ is "
    r"what Hoeffding's inequality gives for $H_d$ at $\delta_d = 6\delta/(\pi^2d^2)$: $g(d) = \tfrac{1}{2}(1 + "
    r"\log(2|H_d|)/\log(1/\delta_d))$.",
    sources=(UML("11.1, (11.2)"),),
    kind="probability",
    cases=Family(
        nested_classes,
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, in ascending order in all "
        "nests, up to {examples:≤ _ examples} examples, three δ",
        search=dict(points=3, heaviest=6, predictors=4, examples=6),
        scout=dict(points=4, heaviest=9, predictors=5, examples=8),
        quick=dict(points=2, heaviest=2, examples=2),
        full=dict(points=2, heaviest=3, examples=3),
    ),
    measure=too_far_above,
    bound=P <= delta,
    proof=Chain(
        means={
            "$t$ is the term of the bound for that class": Eq(
                2 * m * off**2, log(2 * size * class_**2 / delta) + log(pi**2 / 6)
            ),
            "$G$ is the greatest of all $d^2|H_d|c$": Eq(greatest, class_**2 * size * farthest),
        },
        names={tail: exp(-2 * m * off**2), odds: log(2 * size * class_**2 / delta), zeta: log(pi**2 / 6)},
        using=(
            probability.square_series(P, greatest),
            probability.one_sided(farthest, m, off),
            lemmas.GROWTH.at({lemmas.a: 2 * m * off**2 - log(2 * size * class_**2 / delta)}),
        ),
        lines={
            r"$e^{-2mt^2} \le \delta/(2|H_d|d^2)$, as $\log(\pi^2/6) \ge 0$": 2 * size * class_**2 * tail <= delta,
            r"$G \le \delta/2$": 2 * greatest <= delta,
        },
        matched=EXACT,
        reading=r"As only one side is bounded, $\sum 1/d^2 \le 2$ suffices; that it is $\pi^2/6$ is not needed.",
    ),
    attained_by=nests,
    remark="For a finite class (11.1) is Hoeffding's inequality with the union bound, "
    r"$\log(2|H_d|/\delta)/(2\varepsilon^2)$, and the least $g$ that it allows at $\delta_d = "
    r"6\delta/(\pi^2d^2)$ is $\tfrac{1}{2}(1 + \log(2|H_d|)/\log(1/\delta_d))$. With this $g$, which "
    r"depends on $\delta$, the term is $\sqrt{\log(2|H_d|\pi^2d^2/(6\delta))/(2m)}$, which is tried here. "
    r"A $g$ that serves every $\delta$ is larger, and so is its bound. As printed, (11.1) is asked for "
    r"every $\delta < 1$; no $g$ meets that as $\delta \to 1$, but (11.2) uses it for $\delta_d < 0.61$ "
    "alone. The best ratio is 0.21.",
)
