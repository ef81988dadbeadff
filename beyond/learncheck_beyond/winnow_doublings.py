"""Winnow's sharper bound with whole numbers of doublings.

A relevant variable that doubles m times accounts for m positive mistakes and so for 3m, and keeps 2^m of the total
weight, which amounts to 2·2^m/n negative ones. As m is a whole number it is at most k = ⌈log₂ n⌉.
"""

from dataclasses import replace
from fractions import Fraction
from math import ceil

from sympy import And, Eq, Or

from learncheck.exact.arrays import totals
from learncheck.strategies.boolean.games import BooleanGame
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.at_once import Columns, OfStates, States
from learncheck.theorems.language.claim import NotExposed, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always, on_negative_mistake, on_positive_mistake
from learncheck.theorems.notes.winnow import followed
from learncheck.theorems.notes.winnow.followed import RELEVANT, M, n, negative, positive, r
from learncheck_beyond.winnow import TWO_VARIABLES, WINNOW_SHARPER
from learncheck_beyond.winnow_floor import K, R, doublings, k

P = quantity("P", "the doublings of relevant variables so far", real=True)
V = quantity("V", "what the irrelevant variables weigh", real=True)


@OfStates
def seen(states: States, values: Values, trace: Trace[BooleanGame, None]) -> Columns:
    """Measure P, R and V from the weights. Raises NotExposed if a relevant variable has no positive weight."""
    w, relevant = followed.weights(states, trace), list(trace.case.relevant)
    if not (w[:, relevant] > 0).all():
        raise NotExposed(f"w is {w}, in which a relevant variable has no positive weight")
    others = [i for i in range(trace.case.n) if i not in relevant]
    return {
        P: doublings(w[:, relevant]),
        R: totals(w[:, relevant]),
        V: totals(w[:, others]),
    }


def measure(trace: Trace[BooleanGame, None]) -> Values:
    return {**followed.measure(trace), k: (trace.case.n - 1).bit_length()}


DOUBLES = Step(
    "a mistake on a positive example doubles a relevant variable and takes no weight from any, but adds less than $n$",
    And(Next(P) >= P + 1, Next(R) >= R, Next(V) >= V, Next(V) + Next(R) < V + R + n),
    on_positive_mistake,
)
HALVES = Step(
    "a mistake on a negative example takes at least $n/2$ from irrelevant variables, which leaves them at least $n/2$",
    And(Next(V) <= V - n / 2, Next(V) >= n / 2, Eq(Next(R), R), Eq(Next(P), P)),
    on_negative_mistake,
)
WHOLE = Step(
    "every relevant variable has doubled $m \\le k$ times and weighs $2^m$, where $3m - 2^{m+1}/n$ rises up to $k$",
    And(Next(P) <= r * k, 3 * Next(P) - 2 * Next(R) / n <= r * (3 * k - 2 * 2**k / n)),
    always,
)

PROOF = Induction(
    assuming={RELEVANT: r >= 1, TWO_VARIABLES: n >= 2},
    means={r"$2^k \le kn$": K <= k * n},  # 2^k < 2n, and k = 1 only for n = 2
    names={K: 2**k},
    start={M: 0, positive: 0, negative: 0, P: 0, R: r, V: n - r},
    rounds={
        followed.ON_POSITIVE: Transition(
            (DOUBLES, WHOLE), sets={M: M + 1, positive: positive + 1}, keeps=(negative,), when=on_positive_mistake
        ),
        followed.ON_NEGATIVE: Transition(
            (HALVES, WHOLE), sets={M: M + 1, negative: negative + 1}, keeps=(positive,), when=on_negative_mistake
        ),
        followed.NO_MISTAKE: Transition(
            (WHOLE,), keeps=(M, positive, negative, P, R, V), when=lambda round: not round.mistake
        ),
    },
    invariant={
        "$M = M_+ + M_-$": Eq(M, positive + negative),
        r"$M_+ \le P \le rk$": And(positive <= P, P <= r * k),
        "$R$ is at least what it was": R >= r,
        "the weights are what the mistakes leave": V + R + negative * n / 2 <= n + positive * n,
        "and less after a mistake on a positive example": Or(
            Eq(positive, 0), V + R + negative * n / 2 < n + positive * n
        ),
        "the first mistake is on a positive example, and the last on a negative one leaves $n/2$": Or(
            Eq(negative, 0), And(V >= n / 2, positive > 0)
        ),
        "the doublings less what they keep": 3 * P - 2 * R / n <= r * (3 * k - 2 * K / n),
    },
)

WINNOW_WHOLE_DOUBLINGS = replace(
    WINNOW_SHARPER,
    id="winnow-mistakes-in-whole-doublings",
    statement=r"Winnow learns a disjunction of $r \ge 1$ of $n \ge 2$ variables with fewer than $1 + r(3k - "
    r"2^{k+1}/n)$ mistakes, $k = \lceil\log_2 n\rceil$.",
    measure=measure,
    bound=M < 1 + r * (3 * k - 2 * 2**k / n),
    latex=r"M < 1 + r(3k - 2^{k+1}/n)",
    state=seen,
    during=None,
    steps=(DOUBLES, HALVES, WHOLE),
    proof=PROOF,
    judged=False,
    remark="The greatest whole number that it allows is reached for $r = 1$ and all $n \\ge 5$ but those with "
    "$2^{k+1} < 3n \\le 2^{k+1} + 4$ (up to $n = 64$), and for $r = 2$ and $n = 2$, 8, 9, 12, 14, 15, 16 and 17 "
    "(exhausted up to 17). Where $r$ is a share of $n$ below 1, sequences come as close as $O(\\log n)$ "
    "(`winnow_tables.py`).",
)


def in_whole_doublings(n: int, r: int) -> int:
    """Return the greatest number of mistakes below 1 + r(3k − 2^(k+1)/n)."""
    k = (n - 1).bit_length()
    return ceil(r * (3 * k - Fraction(2 ** (k + 1), n)))
