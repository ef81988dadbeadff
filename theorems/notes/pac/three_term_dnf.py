"""3-term DNF formulae: they are learned as conjunctions over (2n)³ variables.

At most 3^(3n) functions have such a formula, so 3n log(3/δ)/ε examples are enough; for the conjunctions
(2n)³ log(3/δ)/ε are. Source: UML 8.2.4, 8.3.
"""

from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import ceil
from math import log as ln
from typing import NamedTuple

import numpy as np
import sympy
from sympy import And, Eq, log

from learncheck import learners
from learncheck.strategies.boolean import samples
from learncheck.strategies.boolean.games import bits
from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.theorems.language import counting, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.language.step import Step, always
from learncheck.theorems.notes.pac import sample_sizes
from learncheck.theorems.notes.pac.conjunction_sample_sizes import power_of_3, proof_for_powers_of_3, uml_size, v
from learncheck.theorems.notes.pac.conjunctions import E, FunctionCount, conjunction_tables, n, tables_of
from learncheck.theorems.notes.pac.finite_classes import H, P, delta, eps

D = quantity("D", "the instances on which formula and conjunction differ")
V = quantity("V", "the variables of the conjunction")
S = quantity("S", "the functions that 3-term DNF formulae give")
N = quantity("N", "the conjunctions that are true somewhere")

REWRITTEN = (UML("8.3, Representation Independent Learning Is Not Hard"),)

# ---- a conjunction over more variables ----


class Identity(NamedTuple):
    """The number of variables of the conjunction, and on how many points the two formulas differ."""

    variables: int
    differ: int


class DNFIdentity(Case, frozen=True, tag="dnf-identity"):
    """A 3-term DNF over n variables, and a conjunction over the (2n)³ variables u ∨ v ∨ w, said to be equal."""

    n: Positive
    terms: tuple[samples.Terms, samples.Terms, samples.Terms]

    def __post_init__(self) -> None:
        for term in self.terms:
            samples.require_terms(term, self.n)

    def play_alone(self) -> Identity:
        """Both are evaluated on all of {0,1}^n."""
        everything = samples.cube(self.n)
        X = samples.disjunctions_of_three(np.array(everything))
        rows = [[i if b else self.n + i for i, b in term] for term in self.terms]
        variables = [(a * 2 * self.n + b) * 2 * self.n + c for a, b, c in product(*rows)]
        formula = [any(samples.holds(term, x) for term in self.terms) for x in everything]
        conjunction = [bool(x[variables].all()) for x in X]
        differ = sum(a != b for a, b in zip(formula, conjunction, strict=True))
        return Identity(variables=X.shape[1], differ=differ)


def dnf_identities(choices: Choices, *, variables: int) -> DNFIdentity:
    """All triples of sets of literals, of up to `variables` variables."""
    d = choices.integer(1, variables)

    def term() -> samples.Terms:
        return tuple((i, b) for i in range(d) for b in (1, 0) if choices.flag())

    return DNFIdentity(d, (term(), term(), term()))


AS_CONJUNCTION = Claim(
    "three-term-dnf",
    r"Each 3-term DNF formula over $n$ variables is a conjunction over $(2n)^3$ variables: $A_1 \lor A_2 \lor A_3$ is "
    r"the conjunction of all $u \lor v \lor w$ with $u$ in $A_1$, $v$ in $A_2$, $w$ in $A_3$.",
    sources=REWRITTEN,
    cases=Family(
        dnf_identities,
        extent="all triples of sets of literals of up to {variables:n ≤ _} variables, on all instances",
        search=dict(variables=3),
        scout=dict(variables=4),
        quick=dict(variables=1),
        full=dict(variables=2),
    ),
    measure=lambda trace: {D: trace.facts.differ, V: trace.facts.variables, n: trace.case.n},
    bound=And(Eq(D, 0), Eq(V, (2 * n) ** 3)),
    attained_by=lambda: [DNFIdentity(2, (((0, 1), (1, 1)), ((0, 0), (1, 0)), ((0, 1),)))],
    remark="With the empty conjunction, which is always true, there is no $u$, and the conjunction on the other side "
    "is empty and true as well.",
)

A_DNF = Premise(
    "some 3-term DNF gives the labels",
    lambda trace: samples.some_three_terms(trace.case.n, trace.case.examples),
    option="realizable",
)

LEARNED = Claim(
    "three-term-dnf-learned",
    r"On a sample that a 3-term DNF labels, elimination over the $(2n)^3$ variables $u \lor v \lor w$ has zero "
    "training error.",
    sources=REWRITTEN,
    learner=learners.ConjunctionElimination,
    cases=Family(
        partial(samples.formula_samples, concept="three-term-dnf"),
        exhaust=partial(samples.small_samples, concept="three-term-dnf"),
        extent="all samples of up to {examples:≤ _ examples} examples over up to {variables:n ≤ _} variables that a "
        "3-term DNF labels, in every order",
        search=dict(variables=3, examples=5),
        scout=dict(variables=4, examples=10),
        quick=dict(variables=2, examples=3),
        full=dict(variables=3, examples=3),
    ),
    assuming=(A_DNF,),
    measure=lambda trace: {E: trace.facts.errors},
    bound=Eq(E, 0),
)


class DNFCount(FunctionCount, frozen=True, tag="dnf-count"):
    """How many functions the 3-term DNF over n variables give."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """A round counts: the functions, and the conjunctions that are true somewhere."""
        state = {"n": self.n, "functions": count_dnf(self.n), "terms": len(tables_of(self.n, twice=False))}
        return Trace(self, Rounds.of_nobody([state, state], [self.n]))


@lru_cache(16)
def count_dnf(variables: int) -> int:
    """The number of unions of three truth tables of conjunctions."""
    tables = conjunction_tables(variables)
    two = {a | b for a in tables for b in tables}
    return len({a | b for a in two for b in tables})


# ---- how many there are ----

AT_MOST_THREE = Step(
    "a formula is a set of at most three conjunctions that are true somewhere",
    S <= 1 + N + N * (N - 1) / 2 + N * (N - 1) * (N - 2) / 6,
    always,
)
formulas, terms = sympy.symbols("S N", real=True)
pairs, triples = sympy.symbols("S_2 S_3", real=True)
"""The sets of at most two, and of at most three, of N things."""
SETS = Eq(pairs, 1 + terms + terms * (terms - 1) / 2) & Eq(triples, 1 + terms + terms * (terms - 1) * (terms + 1) / 6)

at_most_cube = trusted.General(
    "3-term DNF formulae give at most $N^3$ functions, where their terms that are true somewhere are $N$",
    sympy.Implies(terms >= 2, formulas <= terms**3),
    "sets of at most three terms, counted by induction on $N$",
    of=(formulas, terms),
    holds=SETS,
    constructions=(
        trusted.Construction(
            "of no conjunctions there is the empty set",
            {terms: sympy.Integer(0), pairs: sympy.Integer(1), triples: sympy.Integer(1)},
            of=(),
        ),
        trusted.Construction(
            "of one more: with it at most one other, and at most two others",
            {terms: terms + 1, pairs: pairs + 1 + terms, triples: triples + pairs},
        ),
    ),
    known={"a formula's function is that of the set of its terms": formulas <= triples},
)

P3 = sympy.Symbol("3ⁿ", real=True)
"""3^n."""


def functions(trace: Trace[DNFCount, None]) -> Values:
    final = trace.rounds.snapshots[-1]
    return {S: final["functions"], N: final["terms"], n: trace.case.n}


COUNT = Claim(
    "three-term-dnf-count",
    "The number of functions that 3-term DNF formulae over $n$ variables give is at most $3^{3n} = (3^n)^3$.",
    sources=(UML("8.2.4"),),
    cases=Family(
        up_to(DNFCount, n=(1, "variables")),
        extent="all formulae over n variables, n up to {variables:n ≤ _}, told apart by their truth tables",
        search=dict(variables=3),
        scout=dict(variables=3),
        quick=dict(variables=3),
        full=dict(variables=4),
    ),
    measure=functions,
    bound=And(S <= N**3, N <= 3**n),
    watch=("functions", "terms"),
    state=lambda state, values, trace: {S: state["functions"], N: state["terms"], n: state["n"]},
    steps=(AT_MOST_THREE,),
    proof=Chain(
        means={r"as $n \ge 1$, there are $x_1$ and $\neg x_1$": N >= 2},
        names={P3: 3**n},
        using=(counting.at_most_power(N, 3**n), at_most_cube(S, N)),
        matched="the cases count the functions by their truth tables",
    ),
    attained_by=lambda: map(DNFCount, (1, 2)),
    remark="4, 16, 246, 15358 functions for $n = 1$, ..., 4, against 27, 729, 19683, 531441. A formula is written "
    "with three conjunctions of $3^n + 1$ each, and $(3^n + 1)^3$ is more than $3^{3n}$; but their order does not "
    "matter, and those that are never true can be left out.",
)

# ---- how many examples are enough ----


def proper_size(variables: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return 3n log(3/δ)/ε."""
    return 3 * uml_size(variables, epsilon, confident)


def one_point_unseen(size: sample_sizes.Size, epsilon: Fraction, confident: Fraction) -> sample_sizes.BooleanPAC:
    """A 3-term DNF on two points, of which the lighter has a probability just above ε."""
    share = epsilon + Fraction(1, 10**4)
    weights = (share.numerator, share.denominator - share.numerator)
    enough = ceil(size(1, epsilon, confident))
    return sample_sizes.BooleanPAC("three-term-dnf", ((0,), (1,)), weights, (), epsilon, confident, enough)


count_formulae = trusted.General(
    r"3-term DNF formulae over $n \ge 1$ variables give at most $3^v$ functions, for $v = 3n$",
    sympy.Implies(n >= 1, H <= power_of_3),
    "at most $N^3$, where $N = 3^n$ conjunctions are true somewhere",
    holds=Eq(power_of_3, terms**3) & (terms >= 3),
    constructions=(
        trusted.Construction(
            "one variable, $N = 3$ and $3^v = 27$", {terms: sympy.Integer(3), power_of_3: sympy.Integer(27)}, of=()
        ),
        trusted.Construction("a variable more", {terms: 3 * terms, power_of_3: 27 * power_of_3}),
    ),
    using=(at_most_cube(H, terms),),
)


ENOUGH = sample_sizes.asks_for(3 * n * log(3 / delta) / eps)

PROPER_SIZE = sample_sizes.sample_size(
    "three-term-dnf-erm-sample-size",
    r"If $m \ge 3n \log(3/\delta)/\varepsilon$, the probability that some 3-term DNF formula is right on $m$ examples "
    r"of a 3-term DNF and errs on more than $\varepsilon$ is at most $\delta$.",
    sources=COUNT.sources,
    cases=sample_sizes.distributions("three-term-dnf", proper_size, variables=3),
    assuming=(*sample_sizes.HYPOTHESES, ENOUGH),
    bound=P <= delta,
    proof=proof_for_powers_of_3(ENOUGH, Eq(v, 3 * n), count_formulae),
    attained_by=lambda: [one_point_unseen(proper_size, Fraction(1, 10), Fraction(1, 2))],
    remark=r"$\delta^{3n}$ rather than $\delta$ is what the bound gives, and the best ratio that we found is "
    "small.",
)


def printed_size(variables: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return n³ log(1/δ)/ε."""
    return variables**3 * ln(1 / confident) / epsilon


def wide_size(variables: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return (2n)³ log(3/δ)/ε."""
    return uml_size((2 * variables) ** 3, epsilon, confident)


def wide_measure(trace: Trace) -> Values:
    """Measure P, m, n, ε and δ, where the conjunctions are over (2n)³ variables."""
    values = dict(sample_sizes.measure(trace))
    return {**values, n: round(trace.case.n ** (1 / 3)) // 2}


def wide_cases(
    choices: Choices, *, size: sample_sizes.Size, points: int, heaviest: int, enough_samples: bool = False
) -> sample_sizes.BooleanPAC:
    """Conjunctions over (2n)³ variables, n = 1 or 2, with ⌈size⌉ samples; points differ only in the first eight."""
    d = choices.integer(1, 2)
    ones = (1,) * ((2 * d) ** 3 - 8)
    chosen = tuple(dict.fromkeys((*bits(choices, 8), *ones) for _ in range(choices.integer(1, points))))
    return sample_sizes.weighted(choices, "conjunction", chosen, heaviest, partial(size, d), enough_samples)


def all_but_one(
    points: int, size: sample_sizes.Size, epsilon: Fraction, confident: Fraction
) -> sample_sizes.BooleanPAC:
    """The conjunction of all 8 variables, with equally likely instances that have one variable off.

    A conjunction that omits the variables of the instances that are not in the sample is right on the sample.
    """
    rows = tuple(tuple(int(i != k) for i in range(8)) for k in range(points))
    enough = ceil(size(1, epsilon, confident))
    return sample_sizes.BooleanPAC("conjunction", rows, (1,) * points, (), epsilon, confident, enough)


def wide(size: sample_sizes.Size) -> Family[sample_sizes.BooleanPAC]:
    """Distributions on a few points of {0,1}^((2n)³)."""
    return Family(
        partial(wide_cases, size=size),
        search=dict(points=4, heaviest=5),
        scout=dict(points=4, heaviest=5),
    )


ENOUGH_WIDE = sample_sizes.asks_for((2 * n) ** 3 * log(3 / delta) / eps, wide_measure)

WIDE_SIZE = sample_sizes.sample_size(
    "three-term-dnf-sample-size",
    r"If $m \ge (2n)^3 \log(3/\delta)/\varepsilon$, the probability that some conjunction over $(2n)^3$ variables is "
    r"right on $m$ examples of such a conjunction and errs on more than $\varepsilon$ is at most $\delta$.",
    sources=REWRITTEN,
    cases=wide(wide_size),
    assuming=(*sample_sizes.HYPOTHESES, ENOUGH_WIDE),
    measure=wide_measure,
    bound=P <= delta,
    attained_by=lambda: [all_but_one(8, wide_size, Fraction(1, 10), Fraction(1, 2))],
    proof=proof_for_powers_of_3(ENOUGH_WIDE, Eq(v, (2 * n) ** 3)),
    repairs="three-term-dnf-sample-size-as-printed",
    remark="This is conjunction-sample-size for $(2n)^3$ in the place of $n$. In the proof $v$ is $(2n)^3$.",
)

ENOUGH_AS_PRINTED = sample_sizes.asks_for(n**3 * log(1 / delta) / eps, wide_measure)

WIDE_SIZE_AS_PRINTED = as_printed(
    WIDE_SIZE,
    "The sample complexity of learning the class of conjunctions in the higher dimensional space, over $(2n)^3$ "
    r"variables, is at most $n^3 \log(1/\delta)/\varepsilon$.",
    cases=wide(printed_size),
    assuming=(*sample_sizes.HYPOTHESES, ENOUGH_AS_PRINTED),
    attained_by=lambda: [all_but_one(2, printed_size, Fraction(1, 3), Fraction(3, 4))],
    flaw=r"The constants are lost: with $(2n)^3$ in the place of $n$, $n\cdot\log(3/\delta)/\varepsilon$ becomes "
    r"$8n^3\cdot\log(3/\delta)/\varepsilon$. As $O$(·), for $\delta \le 1/2$ say, the line holds.",
    worked=(
        "n = {n}: conjunctions over 8 variables. For ε = {ε} and δ = {δ}, n³ log(1/δ)/ε = 0.86, so m = {m}.",
        "Two instances have probability ½ each and the label −1. A conjunction that holds on one of them alone errs on "
        "½ > ε, and it is right on the other one.",
        "So whichever is the one example, some conjunction is right on it and errs on more than ε: P = {P} > δ.",
    ),
)
