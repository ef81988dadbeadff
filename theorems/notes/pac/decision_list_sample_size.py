"""How many examples are enough to learn decision lists.

m ≥ log(4^n n!/δ)/ε are; the notes' O((n/ε) log(1/δ)) does not follow from 4^n n!. Source: VEM 8.1, Example 8.4.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, factorial
from math import log as ln

import sympy
from sympy import And, exp, log

from learncheck.strategies.play.case import Trace
from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.claim import Claim, Values
from learncheck.theorems.notes.pac import sample_sizes
from learncheck.theorems.notes.pac.conjunctions import n
from learncheck.theorems.notes.pac.decision_lists import (
    GREEDY_IN_THE_NOTES,
    B,
    ListCount,
    S,
    counted_lists,
    every_number,
)
from learncheck.theorems.notes.pac.finite_classes import H, P, delta, eps, m, q, sample_size_proof

SAMPLE_SIZE_AS_PRINTED = Claim(
    "decision-list-sample-size-as-printed",
    r"The number of decision lists is $|H| \le 4^n n!$, so $m = O((n/\varepsilon) \log(1/\delta))$ examples suffice: "
    r"$\log(|H|/\delta)/\varepsilon$ is at most $3\cdot(n/\varepsilon) \log(1/\delta)$ at $\delta = 1/2$, with the "
    "constant that $n = 1$ needs.",
    sources=GREEDY_IN_THE_NOTES,
    cases=every_number(1),
    measure=lambda trace: {S: counted_lists(trace.case.n), n: trace.case.n},
    bound=log(2 * S) <= 3 * n * log(2),
    attained_by=lambda: [ListCount(1)],
    flaw=r"A logarithm is lost: $\log(4^n n!)$ grows like $n \log n$, and so does $\log|H|$. With the constant 3 "
    "the line is false from $n = 6$ on, and with any other constant for larger $n$ (by decision-list-growth). "
    "What fails is the step from $|H|$ to $m$; that does not show that this many examples never suffice.",
    worked=(
        "Decision lists on n = {n} variables give |H| = {S} functions; 8.1 asks for m > log(|H|/δ)/ε.",
        "At δ = 1/2, log₂(2|H|) is between 18.9 and 19, but 3n = 18.",
        "As |H| ≥ 2^n n!, log₂(2|H|)/n exceeds every constant: at n = 2^c it exceeds c.",
    ),
)


def size(variables: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return log(4^n n!/δ)/ε."""
    return ln(4**variables * factorial(variables) / confident) / epsilon


def nothing_seen() -> Iterable[sample_sizes.BooleanPAC]:
    """Yield one point with a probability just above ε, on the line and in the plane."""
    for inverse, variables in ((10, 1), (1000, 1), (10, 2)):
        epsilon, confident = Fraction(1, inverse), Fraction(1, 2)
        share = epsilon + Fraction(1, inverse * 1000)
        points = ((0,) * variables, (1,) * variables)
        weights = (share.numerator, share.denominator - share.numerator)
        samples = ceil(size(variables, epsilon, confident))
        yield sample_sizes.BooleanPAC("decision-list", points, weights, (), epsilon, confident, samples)


def measure(trace: Trace) -> Values:
    """Measure P, m, n, ε and δ, and 4^n n!."""
    variables = trace.case.n
    return {**sample_sizes.measure(trace), B: 4**variables * factorial(variables)}


count, more, first, behind = sympy.symbols("H′ U F N", real=True)
"""The functions with a variable more; the pairs of a function and a first rule of it; the first rules; the
functions behind one rule.
"""

count_lists = trusted.General(
    "decision lists on $n$ variables give at most $B = 4^n n!$ functions",
    H <= B,
    "$4(n+1)$ first rules, and lists on the other $n$ variables, by induction on $n$",
    holds=And(H <= B, n >= 1),
    constructions=(
        trusted.Construction(
            "constants, a variable, its negation; and $4\\cdot 1!$",
            {H: sympy.Integer(4), B: sympy.Integer(4), n: sympy.Integer(1)},
            of=(),
        ),
        trusted.Construction(
            "a variable more: $4(n+1)$ first rules, a variable, the value where it fires, and a label",
            {H: count, B: 4 * (n + 1) * B, n: n + 1},
            {
                "each function has a first rule": count <= more,
                "in all": more <= 4 * (n + 1) * behind,
                "behind one": (behind <= H) & (behind >= 0),
            },
        ),
    ),
)

decay = sympy.Symbol("D", positive=True)
threshold = sympy.Symbol("threshold", real=True)
"""e^(−εm), and log(4^n n!/δ)."""

ENOUGH = sample_sizes.asks_for(log(B / delta) / eps, measure)

SAMPLE_SIZE = sample_sizes.sample_size(
    "decision-list-sample-size",
    r"If $m \ge \log(4^n n!/\delta)/\varepsilon$, the probability that some decision list is right on $m$ examples of "
    r"a decision list and errs on more than $\varepsilon$ is at most $\delta$.",
    sources=GREEDY_IN_THE_NOTES,
    cases=sample_sizes.distributions("decision-list", size, variables=3),
    assuming=(*sample_sizes.HYPOTHESES, ENOUGH),
    measure=measure,
    bound=P <= delta,
    proof=sample_size_proof(
        ENOUGH,
        eps * m >= log(B / delta),  # m ≥ log(4^n n!/δ)/ε, where ε > 0
        {decay: exp(-eps * m), threshold: log(B / delta)},
        means={"$B$ is $4^n n!$": B >= 1},
        using=(
            count_lists(),
            lemmas.DECAY.at({lemmas.e: eps, lemmas.m: m}),
            lemmas.where((B > 0) & (delta > 0), lemmas.GROWTH.at({lemmas.a: eps * m - log(B / delta)})),
        ),
        lines={
            r"$P \le 4^n n!\cdot(1 - \varepsilon)^m$": P <= B * q,
            r"$P \le 4^n n!\cdot e^{-\varepsilon m}$": P <= B * decay,
            r"$4^n n!\cdot e^{-\varepsilon m} \le \delta$, since $\varepsilon m \ge \log(4^n n!/\delta)$": B * decay
            <= delta,
        },
    ),
    attained_by=nothing_seen,
    repairs="decision-list-sample-size-as-printed",
    remark=r"The repair is what 8.1 and $|H| \le 4^n n!$ give; as $n! \le n^n$, $(n \log(4n) + "
    r"\log(1/\delta))/\varepsilon$ examples do. It is not known to us whether every consistent learner "
    r"needs the $\log n$. Decision lists are halfspaces (decision-list-halfspaces), so "
    r"$\operatorname{VCdim} \le n + 1$, and by the theory of VC dimension "
    r"$O((n \log(1/\varepsilon) + \log(1/\delta))/\varepsilon)$ examples "
    r"do as well; for learners that leave the class $O((n + \log(1/\delta))/\varepsilon)$ is known.",
)
