"""Weighted Majority (`WeightedMajority`) makes fewer mistakes than printed.

Before the last mistake of the learner the total weight is at least twice the weight that the best expert keeps.
"""

from dataclasses import replace

from sympy import Rational, log

from learncheck.strategies.boolean.games import BooleanGame
from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables.experts import ExpertsFacts, ExpertsGame, even_game
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.notes.experts import weighted_majority
from learncheck.theorems.notes.experts.advice import M, P, Q, W, b, m, n
from learncheck.theorems.notes.experts.weighted_majority import TAKES_A_QUARTER, WEIGHTED_MAJORITY

KEEPS_HALF = Step(
    "after a mistake the best expert has at most half of the weight that there was before it", Next(b) <= W / 2
)


def at_least_two(trace: Trace[BooleanGame | ExpertsGame, ExpertsFacts | None]) -> bool:
    """Whether n ≥ 2."""
    return trace.case.n >= 2


TWO_EXPERTS = Premise("there are at least two experts", at_least_two)

PRINTED = weighted_majority.WEIGHTED_MAJORITY_PROOF

WEIGHTED_MAJORITY_PROOF = replace(
    PRINTED,
    assuming={TWO_EXPERTS: n >= 2},
    means={},
    rounds={
        kind: replace(transition, steps=(*transition.steps, KEEPS_HALF))
        if TAKES_A_QUARTER in transition.steps
        else transition
        for kind, transition in PRINTED.rounds.items()
    },
    invariant={
        **PRINTED.invariant,
        "before the last mistake the total weight was at least twice that": 3 * P <= 2 * n * Q,
    },
    concludes=3 * P <= 2 * n * Q,
    reading=r"Before the last mistake $2\cdot(1/2)^m \le W \le n(3/4)^{M-1}$, so that $(4/3)^M \le "
    r"(2n/3)\cdot2^m$. Without a mistake this is $1 \le (2n/3)\cdot2^m$.",
)

WEIGHTED_MAJORITY_SHARPER = replace(
    WEIGHTED_MAJORITY,
    id="weighted-majority-mistakes-sharper",
    statement=r"With $n \ge 2$ experts Weighted Majority makes at most $\log(2n/3)/\log(4/3) + m/\log_2(4/3)$ "
    "mistakes.",
    label="tight",
    assuming=(TWO_EXPERTS,),
    bound=M <= log(2 * n / 3) / log(Rational(4, 3)) + m / log(Rational(4, 3), 2),
    latex=r"M \le \log(2n/3)/\log(4/3) + m/\log_2(4/3)",
    steps=(*WEIGHTED_MAJORITY.steps, KEEPS_HALF),
    proof=WEIGHTED_MAJORITY_PROOF,
    attained_by=lambda: [even_game(2, 1, "halve"), *WEIGHTED_MAJORITY.witnesses()],
    reading="ours",
    remark="Attained by $n = 2$ and $m = 0$. Otherwise the bound is irrational, and the worst adversary forces its "
    r"integer part or 1 less for $n \le 6$ and $m \le 3$ (exhausted), and exactly its integer part with $n = 1024$ in "
    "games of 92 and of 196 rounds.",
)
