"""Sauer's lemma: a class of VC dimension d has at most Σ_{i ≤ d} C(m, i) labellings of m instances.

For d ≥ 1 that is at most (em/d)^d. The proof is Pajor's: a class has at most as many labellings as it shatters sets.
Source: UML Lemma 10.3.
"""

from dataclasses import replace

import sympy
from sympy import And, E, Eq, log

from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.strategies.samples import class_votes
from learncheck.theorems.language import counting, lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always

d = quantity("d", "the VC dimension of $B$")
m = quantity("m", "the instances", positive=True)
N = quantity("N", "the labellings of the instances by $B$")
SAUER = quantity("Φ", r"$\sum_{i\le d} \binom{m}{i}$")
A = sympy.Symbol("A", nonnegative=True)
"""The total number of sets that the parts of the class shatter; before the first look, of those they may shatter."""
either, both = sympy.symbols("A_or A_and", nonnegative=True)
"""The total numbers of sets that at least one of the two halves of a part shatters, and that both halves shatter."""
d1 = sympy.Max(d, 1)

EMPTY_SET = Step("every part shatters the empty set", Next(N) <= Next(A), always)

e_d, power_of_m, of_e_m, compound = sympy.symbols("e^d (d/m)^d (em/d)^d (1+d/m)^m", positive=True)


def splits(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure A, N, and the numbers of sets that either half or both halves of a part shatter."""
    halves = {either: state["either"], both: state["both"]} if "either" in state else {}
    return {A: state["sets"], N: state["parts"], **halves}


FEW_SETS = Step(
    r"a class of VC dimension $d$ shatters none but the $\Phi$ sets of at most $d$ instances",
    Next(A) <= A,
    lambda round: bool(round.instance == 0),
)

EITHER_OR_BOTH = Step(
    "the halves shatter as many sets as either of them does, and those that both do once more",
    Eq(Next(either) + Next(both), Next(A)),
    lambda round: bool(round.instance > 0),
)

PART_OF_MORE = Step(
    "what a half shatters the part does, and where both do also together with the instance that is split off",
    Next(either) + Next(both) <= A,
    EITHER_OR_BOTH.when,
)


def labellings(trace: Trace[class_votes.SplitClass, class_votes.Sauer]) -> Values:
    """Measure N, m, d and Φ."""
    facts = trace.facts
    return {N: facts.labellings, m: len(trace.case.hypotheses[0]), d: facts.dimension, SAUER: facts.largest}


QUOTIENT_OF_POWERS = replace(
    lemmas.GROWTH.at({lemmas.a: d1 * log(E * m / d1) + d1 * log(d1 / m) - d1}),
    relation=sympy.Le(1, (E * m / d1) ** d1 * (d1 / m) ** d1 / sympy.exp(d1)),
)
"""e^d ≤ (em/d)^d·(d/m)^d, which is 1 + a ≤ e^a at a = 0, the logarithm of the quotient."""

NO_MORE_THAN_ALL = holding(r"$d \le m$", d <= m, labellings)

SAUER_PROOF = Induction(
    assuming=formally(NO_MORE_THAN_ALL),
    means={r"$\Phi \ge C(m, 0) = 1$": SAUER >= 1, r"$m \ge 1$": m >= 1},
    start={A: SAUER, N: 1},
    rounds={
        "the first look": Transition(steps=(FEW_SETS, EMPTY_SET), when=FEW_SETS.when),
        "an instance is split off": Transition(
            steps=(EITHER_OR_BOTH, PART_OF_MORE, EMPTY_SET), when=EITHER_OR_BOTH.when
        ),
    },
    invariant={r"$N \le A$: every part shatters a set": N <= A, r"$A \le \Phi$": A <= SAUER},
    names={e_d: sympy.exp(d1), power_of_m: (d1 / m) ** d1, of_e_m: (E * m / d1) ** d1, compound: (1 + d1 / m) ** m},
    using=(
        lemmas.COMPOUND.at({lemmas.a: d1 / m, lemmas.k: m}),
        QUOTIENT_OF_POWERS,
        counting.partial_binomial(SAUER, d1 / m, power_of_m, compound),
    ),
    matched="a round splits the class, and all its parts, on an instance",
    reading=r"Pajor's form: a class has no more labellings than it shatters sets. A is $\Phi$ before the first "
    "look, then the number of sets that the class shatters, and in the end the number of its labellings.",
)

LABELLINGS = Claim(
    "sauer-lemma",
    r"A class of VC dimension $d$ has at most $\sum_{i\le d} \binom{m}{i}$ labellings of $m \ge d$ instances, and at "
    r"most $(em/d)^d$ if $d \ge 1$.",
    sources=(UML("Lemma 10.3, by Sauer's lemma"),),
    label="tight",
    cases=Family(
        class_votes.split_classes,
        extent="all classes on up to {points:≤ _ points} instances",
        search=dict(points=4, rows=6),
        scout=dict(points=5, rows=12),
        quick=dict(points=3),
        full=dict(points=3),
    ),
    measure=labellings,
    bound=And(N <= SAUER, N <= (E * m / d1) ** d1),
    slack=(N <= (E * m / d1) ** d1,),
    watch=("sets", "parts"),
    state=splits,
    assuming=(NO_MORE_THAN_ALL,),
    steps=(FEW_SETS, EITHER_OR_BOTH, PART_OF_MORE, EMPTY_SET),
    proof=SAUER_PROOF,
    attained_by=lambda: [
        class_votes.SplitClass(((-1, -1, -1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))),  # the sets of at most one point
        *(
            class_votes.SplitClass(class_votes.few_changes(points, changes, 1).hypotheses)
            for points, changes in ((3, 1), (5, 2), (6, 3))
        ),
    ],
)
