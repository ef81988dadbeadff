"""Lower bounds on Winnow's mistakes: with few relevant variables, one less than its bound allows.

Every doubling of a relevant variable adds nearly n to the weight of the irrelevant ones, and a negative mistake removes
n/2 of it. The loss has two causes: a relevant variable of weight w leaves only n − w to the others, and the weights of
whole variables do not add up to exactly n.
"""

from dataclasses import replace

import numpy as np
import sympy
from sympy import And, Eq

from learncheck.learners import Winnow
from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.theorems.language.at_once import Columns, OfStates, States
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Wide
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Induction, Transition
from learncheck.theorems.language.step import Next, Step, always, on_negative_mistake
from learncheck_beyond.seesaws import Seesaw, seesaws

M = quantity("M", "the mistakes")
r = quantity("r", "the relevant variables")
n = quantity("n", "the variables")
k = quantity("k", r"$\lceil\log_2 n\rceil$")
P = quantity("P", "the doublings of relevant variables so far")
W = quantity("W", "what the irrelevant variables weigh")
R = quantity("R", "what the relevant variables weigh")
p = quantity("p", "P in the end")
w = quantity("w", "W in the end")
q = quantity("q", "R in the end")
K = sympy.Symbol("K", positive=True)
"""2^k."""


def doublings(weights: Array) -> Array:
    """How often variables of these weights, powers of two of shape (states, variables), have doubled in all."""
    total: Array = np.log2(weights.astype(float)).sum(axis=1).round().astype(int)
    return total


@OfStates
def seen(states: States, values: Values, trace: Trace[Seesaw, None]) -> Columns:
    """Measure P, W and R from the weights.

    Raises NotExposed unless w has one finite weight per variable, positive for the relevant ones.
    """
    case = trace.case
    w = states["w"]
    if w.shape[1:] != (case.n,) or not (np.isfinite(w.astype(float)).all() and (w[:, : case.r] > 0).all()):
        raise NotExposed(f"w is {w}, not one positive weight for each of {case.n} variables")
    relevant = w[:, : case.r]
    return {
        P: doublings(relevant),
        W: w[:, case.r :].sum(axis=1),
        R: relevant.sum(axis=1),
    }


def sizes(trace: Trace[Seesaw, None]) -> Values:
    case = trace.case
    return {M: trace.mistakes, n: case.n, r: case.r, k: case.doublings}


def measure(trace: Trace) -> Values:
    """Measure M, n, r and k, and P, W and R at the end."""
    values = sizes(trace)
    return {**values, **seen(trace.rounds[-1].after, values, trace)}


def in_the_end(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure p, w and q, the final P, W and R; they are the same for every state."""
    last = seen(trace.rounds[-1].after, values, trace)
    return {p: last[P], w: last[W], q: last[R]}


FEW = Premise(r"$1 \le r < 3n/8 - 1$", lambda trace: 8 * (trace.case.r + 1) < 3 * trace.case.n)


FIRST = Step(
    "the first doubling is one of all irrelevant variables, but one",
    And(Next(W) >= 2 * (n - r) - 1, Eq(Next(R), r + 1), Eq(Next(P), 1)),
    lambda round: round.index == 0,
)
DOUBLING = Step(
    "with a relevant variable that gains $R' - R$ irrelevant ones of at least $n - (R' - R) - 4$ double",
    And(Next(W) >= W + n - (Next(R) - R) - 4, Eq(Next(P), P + 1)),
    lambda round: round.index > 0 and round.label == 1,
)
HALVING = Step(
    "on a negative example irrelevant variables of at most $n + 4$ halve",
    And(Next(W) >= W - (n + 4) / 2, Eq(Next(R), R), Eq(Next(P), P)),
    on_negative_mistake,
)

BALANCE = n - r + P * (n - 4) - R
"""A lower bound on the weight that the irrelevant variables would have if none of them had been halved."""

PROOF = Induction(
    assuming={FEW: 8 * (r + 1) < 3 * n},
    start={M: 0, P: 0, W: n - r, R: r},
    rounds={
        "the first doubling": Transition(steps=(FIRST,), sets={M: M + 1}, when=FIRST.when),
        "a doubling": Transition(steps=(DOUBLING,), sets={M: M + 1}, when=DOUBLING.when),
        "a halving": Transition(steps=(HALVING,), sets={M: M + 1}, when=on_negative_mistake),
    },
    invariant={
        "the irrelevant variables weigh what has doubled, less what has halved": W + (M - P) * (n + 4) / 2 >= BALANCE
    },
    matched="the sequence is the adversary's, who sorts the weights",
)

SEESAWS = Family(
    seesaws,
    extent="all n from 6 to {variables:n ≤ _}, with r up to {relevant}",
    search=dict(variables=30, relevant=4),
    scout=dict(variables=80, relevant=4),
    quick=dict(variables=24, relevant=6),
    full=dict(variables=64, relevant=20),
    grows=dict(variables=Wide(2**15)),
)

WINNOW_SEESAW = Claim(
    "winnow-seesaw",
    "On the sequence that doubles relevant variables along with irrelevant ones of almost $n$, the lightest first, and "
    "halves irrelevant ones of $n$, the heaviest first, Winnow errs in every round: $M - P$ of the mistakes, after $P$ "
    "doublings, are at least $2(n - r + P(n-4) - R - W)/(n+4)$, as long as $1 \\le r < 3n/8 - 1$.",
    sources=(VEM("8.4.2, Winnow"),),
    label="lower",
    learner=Winnow,
    cases=SEESAWS,
    assuming=(FEW,),
    measure=measure,
    bound=M - P >= 2 * (BALANCE - W) / (n + 4),
    watch=("w",),
    state=seen,
    proof=PROOF,
    attained_by=lambda: [Seesaw(n, r) for n, r in ((6, 1), (33, 2), (64, 3), (128, 2), (1024, 1))],
    reading="ours",
    judged=False,
    remark="The examples do not depend on the learner. No irrelevant variable ever weighs more than 4: they have two "
    "weights at most, one twice the other, and weigh less than $5n/2 + 2$ in all, so that the heavier one is less "
    "than 8 for $8(r + 1) < 3n$. So a variable that is left out, or is one too many, weighs at most 4, on which the "
    "steps rest.",
)

ENDS = Step(
    "in the end every relevant variable has doubled $k$ times, and the others weigh $n$ at most",
    And(Eq(p, r * k), Eq(q, r * 2**k), w <= n),
    always,
)
IN_THE_END = BALANCE.subs({P: p, R: q})
HALVED = Step(
    "by the balance of winnow-seesaw the halvings have taken what the doublings have added and is not left in the end",
    M - p >= 2 * (IN_THE_END - w) / (n + 4),
    always,
)
FLOOR = r * k + 2 * r * (k * (n - 4) - 2**k - 1) / (n + 4)

WINNOW_FLOOR = replace(
    WINNOW_SEESAW,
    id="winnow-mistakes-floor",
    statement=r"For all $n$ and $1 \le r < 3n/8 - 1$ there is a sequence that a disjunction of $r$ of $n$ variables "
    r"labels, on which Winnow makes at least $rk + 2r(k(n-4) - 2^k - 1)/(n+4)$ mistakes, $k = \lceil\log_2 n\rceil$.",
    bound=M >= FLOOR,
    measure=sizes,
    state=in_the_end,
    latex=r"M \ge rk + 2r(k(n-4) - 2^k - 1)/(n+4)",
    steps=(ENDS, HALVED),
    proof=Chain(
        assuming={FEW: 8 * (r + 1) < 3 * n},
        steps=(ENDS, HALVED),
        names={K: 2**k},
        lines={"what has halved, twice over": IN_THE_END - w >= r * (k * (n - 4) - K - 1)},
        matched="the sequence is explicit and ends by itself",
    ),
    remark=r"By the argument of winnow-mistakes-sharper, with whole numbers of doublings, at most $\lceil r(3k - "
    r"2^{k+1}/n)\rceil$ mistakes are made. The floor is lower by at most $(16rk + 2r)/n + 1$, so for any $r$ and $n$ "
    "large enough only two values remain possible for Winnow's worst case. At $n = 1024$ and $r = 1$ both are 28.",
)
