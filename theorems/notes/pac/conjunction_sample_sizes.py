"""How many examples are enough to learn conjunctions.

m ≥ n log(3/δ)/ε are, since at most 3^n conjunctions differ from the one that gives the labels. Source: UML 8.2.3; VEM
8.1, Example 8.3.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil
from math import log as ln

import sympy
from sympy import Eq, exp, log
from sympy.logic.boolalg import Boolean

from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.claim import UML, VEM
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.notes.pac import sample_sizes
from learncheck.theorems.notes.pac.conjunctions import n
from learncheck.theorems.notes.pac.finite_classes import HYPOTHESES, H, P, delta, eps, m, q, sample_size_proof


def uml_size(variables: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return n log(3/δ)/ε."""
    return variables * ln(3 / confident) / epsilon


def vem_size(variables: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return log₂6·(n/ε)·log(1/δ)."""
    return ln(6) / ln(2) * variables * ln(1 / confident) / epsilon


def unit_vectors_unseen(
    size: sample_sizes.Size, d: int, epsilon: Fraction, confident: Fraction
) -> sample_sizes.BooleanPAC:
    """The conjunction of all variables, with instances that have one variable off and weigh just above ε each.

    A conjunction that omits a variable is right on the sample if the instance of that variable is not in it.
    """
    points = (*(tuple(int(i != k) for i in range(d)) for k in range(d)), (1,) * d)
    share = epsilon + Fraction(1, epsilon.denominator * 10**4)
    weights = (*(share.numerator,) * d, share.denominator - d * share.numerator)
    enough = ceil(size(d, epsilon, confident))
    return sample_sizes.BooleanPAC("conjunction", points, weights, (d,), epsilon, confident, enough)


def close_calls(size: sample_sizes.Size) -> Iterable[sample_sizes.BooleanPAC]:
    """Yield one variable, whose instance is missed, at several accuracies, and three variables."""
    for variables, inverse in ((1, 10), (1, 100), (1, 1000), (3, 10)):
        yield unit_vectors_unseen(size, variables, Fraction(1, inverse), Fraction(1, 2))


v, P_H, d_v, D = sympy.symbols("v 3ᵛ δᵛ D", nonnegative=True)
log_d, log_2, log_3 = sympy.symbols("log_δ log_2 log_3", real=True)
"""v, where 3^v bounds the number of bad hypotheses; 3^v; δ^v; e^(−εm); and log δ, log 2 and log 3."""

kinds, power_of_3 = sympy.symbols("N 3^v", real=True)
"""The conjunctions that name no variable twice; 3^v."""

count_others = trusted.General(
    "conjunctions over $v$ variables give at most $3^v$ functions besides the target",
    H <= power_of_3,
    "three choices for each variable, by induction on $v$, and the conjunction that is never true",
    holds=kinds <= power_of_3,
    constructions=(
        trusted.Construction("of no variables", {kinds: sympy.Integer(1), power_of_3: sympy.Integer(1)}, of=()),
        trusted.Construction(
            "a variable more is in a conjunction, negated in it, or in neither way",
            {kinds: 3 * kinds, power_of_3: 3 * power_of_3},
        ),
    ),
    known={"those that name a variable twice are never true, one function; and the target is none of them": H <= kinds},
)


def proof_for_powers_of_3(enough: Premise, value: Boolean, counted: trusted.General = count_others) -> Induction:
    """The proof that m ≥ v log(3/δ)/ε examples are `enough` for at most 3^v bad hypotheses.

    The hypotheses are conjunctions by default, otherwise those that `counted` counts.
    """
    return sample_size_proof(
        enough,
        eps * m >= v * log(3) - v * log(delta),  # m ≥ v log(3/δ)/ε, where ε > 0
        {P_H: 3**v, d_v: delta**v, D: exp(-eps * m), log_d: log(delta), log_3: log(3)},
        means={r"$n \ge 1$": n >= 1, "v": value},
        using=(
            counted.at({power_of_3: 3**v}),
            lemmas.DECAY.at({lemmas.e: eps, lemmas.m: m}),
            lemmas.in_powers(lemmas.GROWTH.at({lemmas.a: eps * m - v * log(3) + v * log(delta)})),
            lemmas.in_powers(lemmas.GROWTH.at({lemmas.a: log(delta) - v * log(delta)})),
            lemmas.LOG_BELOW.at({lemmas.a: delta - 1}),
        ),
        lines={
            r"$P \le 3^v(1 - \varepsilon)^m$": P <= P_H * q,
            r"$P \le 3^v\cdot e^{-\varepsilon m}$": P <= P_H * D,
            r"$3^v\cdot e^{-\varepsilon m} \le \delta^v$, since $\varepsilon m \ge v \log(3/\delta)$": P_H * D <= d_v,
            r"$\delta^v \le \delta$": d_v <= delta,
        },
    )


ENOUGH = sample_sizes.asks_for(n * log(3 / delta) / eps)
SAMPLE_SIZE_PROOF = proof_for_powers_of_3(ENOUGH, Eq(v, n))

SAMPLE_SIZE = sample_sizes.sample_size(
    "conjunction-sample-size",
    r"If $m \ge n \log(3/\delta)/\varepsilon$, the probability that some conjunction is right on $m$ examples of a "
    r"conjunction and errs on more than $\varepsilon$ is at most $\delta$.",
    sources=(UML("8.2.3"),),
    cases=sample_sizes.distributions("conjunction", uml_size),
    assuming=(*sample_sizes.HYPOTHESES, ENOUGH),
    bound=P <= delta,
    proof=SAMPLE_SIZE_PROOF,
    attained_by=lambda: close_calls(uml_size),
    remark=r"At best 0.333, at $n = 1$, where one of three bad conjunctions comes close to $\delta/3$.",
)

SMALL_DELTA = holding(r"$\delta \le 1/2$", delta <= sympy.Rational(1, 2), sample_sizes.measure)
ENOUGH_BY_LOG = sample_sizes.asks_for(log(6) / log(2) * n * log(1 / delta) / eps)

SAMPLE_SIZE_BY_LOG = sample_sizes.sample_size(
    "conjunction-sample-size-vem",
    r"$m = O((n/\varepsilon) \log(1/\delta))$ examples suffice for conjunctions: "
    r"$m \ge \log_26\cdot(n/\varepsilon) \log(1/\delta)$ do, for every $\delta \le 1/2$.",
    sources=(VEM("8.1, Example 8.3"),),
    cases=sample_sizes.distributions("conjunction", vem_size),
    assuming=(*sample_sizes.HYPOTHESES, SMALL_DELTA, ENOUGH_BY_LOG),
    bound=P <= delta,
    proof=replace(
        SAMPLE_SIZE_PROOF,
        assuming={
            **formally(*HYPOTHESES),
            ENOUGH_BY_LOG: eps * m * log(2) >= -(log(2) + log(3)) * v * log(delta),
            **formally(SMALL_DELTA),
        },
        names={**SAMPLE_SIZE_PROOF.names, log_2: log(2)},
        using=(*SAMPLE_SIZE_PROOF.using, lemmas.LOG_RISES.at({lemmas.x: delta, lemmas.y: sympy.Rational(1, 2)})),
        lines={
            r"that is $m \ge n \log(3/\delta)/\varepsilon$": eps * m >= v * log(3) - v * log(delta),
            **SAMPLE_SIZE_PROOF.lines,
        },
    ),
    attained_by=lambda: close_calls(vem_size),
    remark=r"The constant is what the notes' own bound, $\log(|H|/\delta)/\varepsilon$, needs at $n = 1$ and "
    r"$\delta = 1/2$. Some $\delta < 1$ must be the greatest, for $\log(1/\delta)$ is 0 at $\delta = 1$.",
)
