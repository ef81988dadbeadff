"""How many examples are enough to learn conjunctions, and what such claims about Boolean functions share."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import log as ln
from typing import Any

import sympy
from sympy import Eq, Ne, Or, exp, log

from learncheck.strategies.boolean import pac
from learncheck.strategies.boolean.pac import BooleanPAC, ClassSurvival, Size
from learncheck.strategies.play.case import Case, Trace
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, VEM, Family, Values
from learncheck.theorems.language.lemmas import DECAY, GROWTH, LOG_BELOW, LOG_RISES
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Induction, Obligation
from learncheck.theorems.language.trusted import General, general
from learncheck.theorems.notes.pac import finite_classes
from learncheck.theorems.notes.pac.conjunctions import n
from learncheck.theorems.notes.pac.finite_classes import ACCURACY, CONFIDENCE, H, P, delta, eps, in_powers, m, q


def pac_measure(trace: Trace[BooleanPAC, ClassSurvival]) -> Values:
    """Measure P, m, n, ε and δ, and the number of labellings of the points that differ from the target's."""
    case = trace.case
    return {
        P: trace.facts.probability,
        H: trace.facts.hypotheses,
        m: case.samples,
        n: case.n,
        eps: case.epsilon,
        delta: case.delta,
    }


IN_THE_CLASS = Premise("the target is a hypothesis of $H$", lambda trace: trace.facts.in_the_class)


def asks_for(size: Any, measured: Callable[[Trace], Values] = pac_measure) -> Premise:
    """Build the hypothesis m ≥ size, which is decided exactly."""
    return holding("enough samples", m >= size, measured, option="enough_samples")


def distributions(concept: Any, size: Size, **limits: Any) -> Family:
    """Build the family of distributions on a few points of {0,1}^n.

    A member of the class labels the points, and there are just enough samples.
    """
    return Family(
        partial(pac.pac_cases, concept=concept, size=size),
        search=dict(variables=3, points=4, heaviest=30) | limits,
        scout=dict(variables=4, points=5, heaviest=12) | limits,
        exhaust=partial(pac.small_pac_cases, concept=concept, size=size),
        quick=dict(variables=1, heaviest=3),
        full=dict(variables=2, heaviest=2),
        extent="all targets of the class and distributions on {{0,1}}^n, n up to {variables}, of weights 1 to "
        "{heaviest}, the accuracies and confidences of a list",
    )


PAC_HYPOTHESES = (ACCURACY, CONFIDENCE, IN_THE_CLASS)

sample_size = partial(finite_classes.sample_size, measure=pac_measure)
"""Such a claim about Boolean functions."""


def uml_size(size: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return n log(3/δ)/ε."""
    return size * ln(3 / confident) / epsilon


def vem_size(size: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return log₂6·(n/ε)·log(1/δ)."""
    return ln(6) / ln(2) * size * ln(1 / confident) / epsilon


def close_calls(size: Size) -> Iterable[Case]:
    """Yield cases with one variable whose instance is missed, at several accuracies, and one with three variables."""
    for inverse, confident in ((10, Fraction(1, 2)), (100, Fraction(1, 2)), (1000, Fraction(99, 100))):
        yield pac.unit_vectors_unseen(size, 1, Fraction(1, inverse), min(confident, Fraction(1, 2)))
    yield pac.unit_vectors_unseen(size, 3, Fraction(1, 10), Fraction(1, 2))


v, P_H, d_v, D = sympy.symbols("v 3ᵛ δᵛ D", nonnegative=True)
TRUE_SOMEWHERE, POWER_OF_3, log_d, log_2, log_3 = sympy.symbols("N 3^n log_δ log_2 log_3", real=True)
"""v, where 3^v bounds the number of bad hypotheses; 3^v; δ^v; e^(−εm); and log δ, log 2 and log 3."""


@general(
    "conjunctions over $n$ variables that name none twice give $3^n$ functions",
    Eq(TRUE_SOMEWHERE, POWER_OF_3),
    "three kinds by the last variable, no function of two kinds, by induction on $n$",
    of=(TRUE_SOMEWHERE, POWER_OF_3),
)
def count_conjunctions(values: int = 3) -> Iterator[Obligation]:
    """Yield the count of functions: a conjunction of the other variables with x, with its negation, or with neither.

    These are three kinds, and no function is of two kinds.
    """
    f, g, kinds, power = sympy.symbols("f g N 3^n", real=True)
    known = {"the others are true somewhere: there $f = 1$": Eq(f, 1), "0 or 1": Or(Eq(g, 0), Eq(g, 1))}
    with_x, negated = {1: f, 0: 0}, {1: 0, 0: g}
    for words, first, second in (
        (r"$x \land f$ is no $\neg x \land g$, at $x = 1$ or at 0", with_x, negated),
        (r"$x \land f$ is no $g$ without $x$, at $x = 1$ or at 0", with_x, {1: g, 0: g}),
        (r"$\neg x \land f$ is no $g$ without $x$, at $x = 1$ or at 0", {1: 0, 0: f}, {1: g, 0: g}),
    ):
        yield Obligation(words, known, Or(Ne(first[1], second[1]), Ne(first[0], second[0])))
    yield Obligation("one of no variables", {"one": Eq(kinds, 1), "$3^0$": Eq(power, 1)}, Eq(kinds, power))
    yield Obligation(
        "a variable more is in a conjunction, negated in it, or in neither way",
        {"so far": Eq(kinds, power)},
        Eq(values * kinds, 3 * power),
    )


@general(
    "conjunctions over $v$ variables give at most $3^v$ functions besides the target",
    H <= sympy.Symbol("3^v", real=True),
    "three choices for each variable, by induction on $v$, and the conjunction that is never true",
)
def count_others(values: int = 3) -> Iterator[Obligation]:
    """Yield the bound 3^v on the conjunctions other than the target, by induction on v.

    Each variable occurs, is negated or is omitted. One more conjunction is never true, and the target is subtracted.
    """
    kinds, after, total = sympy.symbols("N N′ M", real=True)
    power = sympy.Symbol("3^v", real=True)
    yield Obligation("of no variables", {"one": Eq(kinds, 1), "$3^0$": Eq(power, 1)}, kinds <= power)
    yield Obligation(
        "a variable more is in a conjunction, negated in it, or in neither way",
        {"so far": kinds <= power, "of each": after <= values * kinds},
        after <= 3 * power,
    )
    yield Obligation(
        "those that name a variable twice are never true, one function; and the target is none of them",
        {"without repetition": kinds <= power, "and one": total <= kinds + 1, "less the target": Eq(after, total - 1)},
        after <= power,
    )


def sample_size_proof(enough: Premise, is_v: Any, counted: General = count_others) -> Induction:
    """Build the proof that m ≥ v log(3/δ)/ε examples are `enough` for at most 3^v bad hypotheses.

    The hypotheses are conjunctions by default, otherwise those that `counted` counts.
    """
    return finite_classes.sample_size_proof(
        enough,
        eps * m >= v * log(3) - v * log(delta),  # m ≥ v log(3/δ)/ε, where ε > 0
        {P_H: 3**v, d_v: delta**v, D: exp(-eps * m), log_d: log(delta), log_3: log(3)},
        means={r"$n \ge 1$": n >= 1, "v": is_v},
        using=(
            counted.at({sympy.Symbol("3^v", real=True): 3**v}),
            DECAY.at({lemmas.e: eps, lemmas.m: m}),
            in_powers(GROWTH.at({lemmas.a: eps * m - v * log(3) + v * log(delta)})),
            in_powers(GROWTH.at({lemmas.a: log(delta) - v * log(delta)})),
            LOG_BELOW.at({lemmas.a: delta - 1}),
        ),
        lines={
            r"$P \le 3^v(1 - \varepsilon)^m$": P <= P_H * q,
            r"$P \le 3^v\cdot e^{-\varepsilon m}$": P <= P_H * D,
            r"$3^v\cdot e^{-\varepsilon m} \le \delta^v$, since $\varepsilon m \ge v \log(3/\delta)$": P_H * D <= d_v,
            r"$\delta^v \le \delta$": d_v <= delta,
        },
    )


ENOUGH = asks_for(n * log(3 / delta) / eps)
SAMPLE_SIZE_PROOF = sample_size_proof(ENOUGH, Eq(v, n))

SAMPLE_SIZE = sample_size(
    "conjunction-sample-size",
    r"If $m \ge n \log(3/\delta)/\varepsilon$, the probability that some conjunction is right on $m$ examples of a "
    r"conjunction and errs on more than $\varepsilon$ is at most $\delta$.",
    sources=(UML("8.2.3"),),
    cases=distributions("conjunction", uml_size),
    assuming=(*PAC_HYPOTHESES, ENOUGH),
    bound=P <= delta,
    proof=SAMPLE_SIZE_PROOF,
    attained_by=lambda: close_calls(uml_size),
    remark=r"At best 0.333, at $n = 1$, where one of three bad conjunctions comes close to $\delta/3$.",
)

SMALL_DELTA = holding(r"$\delta \le 1/2$", delta <= sympy.Rational(1, 2), pac_measure)
ENOUGH_BY_LOG = asks_for(log(6) / log(2) * n * log(1 / delta) / eps)

SAMPLE_SIZE_BY_LOG = sample_size(
    "conjunction-sample-size-vem",
    r"$m = O((n/\varepsilon) \log(1/\delta))$ examples suffice for conjunctions: "
    r"$m \ge \log_26\cdot(n/\varepsilon) \log(1/\delta)$ do, for every $\delta \le 1/2$.",
    sources=(VEM("8.1, Example 8.3"),),
    cases=distributions("conjunction", vem_size),
    assuming=(*PAC_HYPOTHESES, SMALL_DELTA, ENOUGH_BY_LOG),
    bound=P <= delta,
    proof=replace(
        SAMPLE_SIZE_PROOF,
        assuming={
            **formally(ACCURACY, CONFIDENCE),
            ENOUGH_BY_LOG: eps * m * log(2) >= -(log(2) + log(3)) * v * log(delta),
            **formally(SMALL_DELTA),
        },
        names={**SAMPLE_SIZE_PROOF.names, log_2: log(2)},
        using=(*SAMPLE_SIZE_PROOF.using, LOG_RISES.at({lemmas.x: delta, lemmas.y: sympy.Rational(1, 2)})),
        lines={
            r"that is $m \ge n \log(3/\delta)/\varepsilon$": eps * m >= v * log(3) - v * log(delta),
            **SAMPLE_SIZE_PROOF.lines,
        },
    ),
    attained_by=lambda: close_calls(vem_size),
    remark=r"The constant is what the notes' own bound, $\log(|H|/\delta)/\varepsilon$, needs at $n = 1$ and "
    r"$\delta = 1/2$. Some $\delta < 1$ must be the greatest, for $\log(1/\delta)$ is 0 at $\delta = 1$.",
)
