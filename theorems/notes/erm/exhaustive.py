"""Exhaustive ERM over a finite class: it minimises the training error, and how many examples it needs."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import sympy
from sympy import And, Eq, exp, log

from learncheck.learners.batch.exhaustive import FiniteERM
from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables import erm, pac
from learncheck.strategies.tables.pac import FinitePAC, Survival
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, quantity
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.premise import formally, holding, premise
from learncheck.theorems.language.probability import hoeffding, misled
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.notes.pac import finite_classes
from learncheck.theorems.notes.pac.finite_classes import ACCURACY, CONFIDENCE, H, P, delta, eps, m, measure, where

E = quantity("E", "the training errors")
least = quantity("E_min", "the fewest training errors of any hypothesis")
B = quantity("B", "1 if the answers are those of one hypothesis, otherwise 0")

FINITE = (UML("8.2.1"),)

EXHAUSTIVE = Claim(
    "finite-class-erm",
    "Exhaustive search over a finite class returns a hypothesis of the class with the least empirical risk.",
    sources=FINITE,
    label="exact",
    learner=FiniteERM,
    cases=Family(
        erm.finite_class_samples,
        exhaust=erm.all_finite_class_samples,
        extent="all classes on {points:_ points} instances (the order of the hypotheses aside), all samples of up to "
        "{examples:≤ _ examples} examples with all labels, in every order",
        search=dict(points=4, rows=5, examples=6),
        scout=dict(points=6, rows=12, examples=12),
        quick=dict(points=2, examples=3),
        full=dict(points=3, examples=2),
    ),
    measure=lambda trace: {
        E: trace.facts.errors,
        least: trace.facts.least_errors,
        B: int(trace.facts.in_the_class),
    },
    bound=And(E <= least, Eq(B, 1)),
    judged=False,
)

# ---- c = 1: the realizable case ----


@premise("some hypothesis of $H$ never errs")
def REALIZABLE(trace: Trace[FinitePAC, Survival]) -> bool:
    """Whether some hypothesis of the class never errs."""
    return () in trace.case.errors


ENOUGH_REALIZABLE = holding("enough samples", m >= log(H / delta) / eps, measure, option="enough_samples")


def barely_enough() -> Iterable[FinitePAC]:
    """Yield one barely bad hypothesis together with the labelling function."""
    for inverse in (10, 100):
        case = pac.barely_bad(Fraction(1, inverse), 1, Fraction(1, 2), finer=1000)
        yield pac.with_a_perfect_one(case, enough_samples=True)


REALIZABLE_SIZE = finite_classes.sample_size(
    "finite-class-erm-realizable",
    r"In the realizable case $m \ge c \log(c|H|/\delta)/\varepsilon^c$ with $c = 1$: the probability that some ERM "
    r"hypothesis errs on more than $\varepsilon$ is at most $\delta$.",
    sources=FINITE,
    cases=Family(
        pac.realizable_pac,
        exhaust=pac.small_realizable_pac,
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, four accuracies",
        search=dict(points=5, heaviest=30, hypotheses=5),
        scout=dict(points=7, heaviest=20, hypotheses=8),
        quick=dict(points=2, heaviest=3),
        full=dict(points=3, heaviest=2),
    ),
    assuming=(REALIZABLE, ACCURACY, CONFIDENCE, ENOUGH_REALIZABLE),
    bound=P <= delta,
    proof=replace(
        finite_classes.SAMPLE_SIZE_PROOF,
        assuming={**formally(ACCURACY, CONFIDENCE), ENOUGH_REALIZABLE: eps * m >= log(H / delta)},
    ),
    attained_by=barely_enough,
    remark="ERM hypotheses are those that are right on the whole sample. The ratio tends to 1/2 with "
    r"$\varepsilon \to 0$ for a class of two: the bound counts the labelling function among the bad ones.",
)

# ---- c = 2: the agnostic case ----

ENOUGH_AGNOSTIC = holding("enough samples", m >= 2 * log(2 * H / delta) / eps**2, measure, option="enough_samples")

farthest = sympy.Symbol("c", nonnegative=True)
"""The greatest probability, over the hypotheses, that the mean error of a hypothesis is off by more than ε/2."""
X, odds = sympy.Symbol("X", positive=True), sympy.Symbol("log(2|H|/δ)", real=True)
"""e^(−mε²/2); log(2|H|/δ)."""

AGNOSTIC_SIZE = Claim(
    "finite-class-erm-agnostic",
    r"In the nonrealizable case, on finitely many kinds of examples, "
    r"$m \ge c \log(c|H|/\delta)/\varepsilon^c$ with $c = 2$: the probability that some ERM "
    r"hypothesis is worse than the best of the class by more than $\varepsilon$ is at most $\delta$.",
    sources=FINITE,
    kind="probability",
    cases=Family(
        erm.agnostic_pac,
        extent="all classes on up to {kinds:≤ _ kinds} kinds of examples of weights 1 to {heaviest}, three accuracies "
        "and confidences",
        search=dict(kinds=3, heaviest=9, hypotheses=3),
        scout=dict(kinds=3, heaviest=9, hypotheses=4),
        quick=dict(kinds=2, heaviest=2),
        full=dict(kinds=2, heaviest=6),
    ),
    assuming=(ACCURACY, CONFIDENCE, ENOUGH_AGNOSTIC),
    measure=lambda trace: {**measure(trace), farthest: trace.facts.farthest},
    bound=P <= delta,
    proof=Chain(
        assuming={**formally(ACCURACY, CONFIDENCE), ENOUGH_AGNOSTIC: m * eps**2 >= 2 * log(2 * H / delta)},
        means={r"$|H| \ge 1$": H >= 1},
        names={X: exp(-m * eps**2 / 2), odds: log(2 * H / delta)},
        using=(
            misled(P, H, farthest),
            hoeffding(farthest, m, eps / 2),
            where((H > 0) & (delta > 0), GROWTH.at({lemmas.a: m * eps**2 / 2 - log(2 * H / delta)})),
        ),
        lines={r"$2|H|e^{-m\varepsilon^2/2} \le \delta$": 2 * H * X <= delta},
        matched="every probability is computed exactly",
    ),
    attained_by=lambda: [erm.coin(Fraction(1, inverse), Fraction(9, 10)) for inverse in (2, 10)],
    remark="At best 0.058 of the bound, by two opposite hypotheses: for these Hoeffding's inequality would do with a "
    "quarter of the examples, and one side of it is enough.",
)
