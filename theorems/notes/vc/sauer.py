"""Sauer's lemma: a class of VC dimension d has at most Σ_{i ≤ d} C(m, i) labellings of m instances.

For d ≥ 1 that is at most (em/d)^d. The proof is Pajor's: a class has at most as many labellings as it shatters sets.
Source: UML Lemma 10.3.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Self

import sympy
from sympy import And, E, Eq, log

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_points
from learncheck.strategies.tables.finite_class import cube
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

# ---- cases ----


def require_small_class(hypotheses: Sequence[Sequence[int]]) -> None:
    """Raise ValueError unless each hypothesis, at least one, labels the same instances, at most 20."""
    require_points(hypotheses, "hypotheses", "labels")
    require(len(hypotheses[0]) <= 20, f"{len(hypotheses[0])} instances: give at most 20")


class Sauer(NamedTuple):
    """The number of labellings, the VC dimension d, and Σ_{i<=d} C(m, i)."""

    labellings: int
    dimension: int
    largest: int


class SplitClass(Case, frozen=True, tag="split-class"):
    """A finite class, as a matrix with one row per hypothesis and one column per instance, split on each instance.

    An instance splits the class into the hypotheses that label it +1 and those that label it −1, both restricted to the
    remaining instances. Then each part is split, and so on. In the end each part is one labelling of all instances.
    """

    hypotheses: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require_small_class(self.hypotheses)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Sauer]:
        """The first round counts the sets that the class shatters; each later round splits all parts on an instance.

        The state counts the parts and the sets that they shatter, in total. After a split it also counts the sets that
        either half of a part shatters, and those that both halves shatter.
        """
        m = len(self.hypotheses[0])
        rows = frozenset(sum(1 << i for i, label in enumerate(row) if label == 1) for row in self.hypotheses)
        d = max(map(int.bit_count, shattered_sets(rows, m)))
        largest = binomials(m, d)
        parts = [rows]
        states = [{"sets": largest, "parts": 1}, {"sets": len(shattered_sets(rows, m)), "parts": 1}]
        for left in reversed(range(m)):  # the last instance is the highest bit
            halves = [tuple(frozenset(c % 2**left for c in p if c >> left == label) for label in (0, 1)) for p in parts]
            of_halves = [tuple(shattered_sets(half, left) for half in pair) for pair in halves]
            parts = [half for pair in halves for half in pair if half]
            states.append(
                {
                    "sets": sum(len(sets) for pair in of_halves for sets in pair),
                    "parts": len(parts),
                    "either": sum(len(one | other) for one, other in of_halves),
                    "both": sum(len(one & other) for one, other in of_halves),
                }
            )
        facts = Sauer(labellings=len(rows), dimension=d, largest=largest)
        return Trace(self, Rounds.of_nobody(states), facts)


def split_classes(choices: Choices, *, points: int, rows: int | None = None) -> SplitClass:
    """Classes on at most `points` instances: of at most `rows` hypotheses, or every set. Shrinks to one of each."""
    return SplitClass(choices.rows(choices.integer(1, points), rows))


# ---- Pajor's steps ----

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


def labellings(trace: Trace[SplitClass, Sauer]) -> Values:
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
        split_classes,
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
        SplitClass(((-1, -1, -1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))),  # the sets of at most one point
        *(SplitClass(few_changes(points, changes)) for points, changes in ((3, 1), (5, 2), (6, 3))),
    ],
)


def binomials(points: int, most: int) -> int:
    """C(points, 0) + … + C(points, most)."""
    return sum(math.comb(points, i) for i in range(most + 1))


@lru_cache(4096)
def shattered_sets(codes: frozenset[int], m: int) -> frozenset[int]:
    """The sets of instances, as bit masks, that labellings of m instances shatter; none if there is no labelling."""
    return frozenset(mask for mask in range(2**m) if len({code & mask for code in codes}) == 2 ** mask.bit_count())


def few_changes(points: int, changes: int) -> tuple[tuple[int, ...], ...]:
    """All labellings of points on a line with at most `changes` changes; the VC dimension is changes + 1."""
    return tuple(row for row in cube(points) if sum(a != b for a, b in pairwise(row)) <= changes)
