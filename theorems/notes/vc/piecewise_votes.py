"""Votes of stumps on the line: every piecewise constant function is one, and how many points they shatter."""

from fractions import Fraction
from functools import partial

import sympy
from sympy import And, Eq, Rational

from learncheck.strategies.play.choices import up_to
from learncheck.strategies.samples import line_votes
from learncheck.strategies.samples.line_votes import HALF, LineVotes, PiecewiseLabels, StumpVote
from learncheck.theorems.language.claim import UML, Claim, Family, as_printed, quantity, sized
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import always

# ---- (10.5): a piecewise constant function as a vote of stumps ----

f = quantity(
    "f", r"$\sum w_t \operatorname{sign}(x - \theta_{t-1})$, at the $x$ where $g(x)\cdot f$ is least", real=True
)
s = quantity("s", "$g(x) = (-1)^t$ there", real=True)
b = sympy.Symbol("b", real=True)
"""1 if T is even, otherwise 0."""

FUNCTION = (UML("10.3, (10.5)"), UML("Exercise 10.2"))


def votes_of(first: Fraction) -> Family:
    """Build the family of the function (10.5) with this w_1 and any thresholds."""
    return sized(
        partial(line_votes.stump_votes, first=first),
        "T − 1 = 0, ..., {thresholds:≤ _ thresholds} thresholds",
        exhaust=partial(line_votes.all_stump_votes, first=first),
        drawn=dict(thresholds=(5, 7), widest=(3, 9)),
        every=dict(thresholds=(30, 45)),
    )


FROM_STUMPS = Claim(
    "piecewise-from-stumps",
    r"The $h$ of (10.5) with $w_1 = -0.5$ and $w_t = (-1)^t$ equals the $g$ with $\alpha_t = (-1)^t$: "
    r"$g(x)\cdot\sum w_t \operatorname{sign}(x - \theta_{t-1}) \ge \tfrac{1}{2}$ everywhere, $\operatorname{sign}(0)$ "
    "being $-1$.",
    sources=FUNCTION,
    label="tight",
    cases=votes_of(-HALF),
    measure=lambda trace: {f: trace.facts.score, s: trace.facts.label, b: len(trace.case.thresholds) % 2},
    bound=s * f >= Rational(1, 2),
    state=lambda state, values, trace: {f: state["score"], s: state["label"]},
    proof=Induction(
        means={"$b$ is 0 or 1": Eq(b * b, b)},
        start={f: -Rational(1, 2) - b, s: -1},
        rounds={"over a threshold": Transition(sets={s: -s, f: f - 2 * s}, when=always)},
        invariant={r"$f = s + \tfrac{1}{2} - b$": Eq(f, s + Rational(1, 2) - b), "$s$ is ±1": Eq(s * s, 1)},
        matched="a round goes over a threshold from left to right",
        reading=r"Before $\theta_1$ the sum is $w_1 - \sum_{t\ge2} (-1)^t = -\tfrac{1}{2} - b$. The stump of "
        r"$\theta_t$ turns from −1 to +1 there and adds $2(-1)^{t+1}$, twice the next label.",
    ),
    attained_by=lambda: [StumpVote(()), StumpVote((0,)), StumpVote((0, 2, 5, 6))],
    repairs="piecewise-from-stumps-as-printed",
    remark="Any $w_1$ in (−2, 0) does for odd $T$ and any in (−1, 1) for even $T$; so −0.5 serves both. The pieces "
    r"($\theta_{t-1}$, $\theta_t$] ask for $\operatorname{sign}(0) = -1$. $\theta_0 = -\infty$ makes the first stump "
    "a constant, as it is among the nonhomogeneous halfspaces, of which the notes speak; over stumps with finite "
    r"$\theta$ alone $f(-\infty) = -f(\infty)$, and no such vote has an odd number of pieces.",
)

FROM_STUMPS_AS_PRINTED = as_printed(
    FROM_STUMPS,
    r"The $h$ of (10.5) with $w_1 = 0.5$ and $w_t = (-1)^t$ equals the $g$ with $\alpha_t = (-1)^t$: "
    r"$g(x)\cdot\sum w_t \operatorname{sign}(x - \theta_{t-1}) > 0$.",
    label="lower",
    cases=votes_of(HALF),
    bound=s * f > 0,
    flaw="For odd $T$ the sum is 0.5 in the odd pieces and 2.5 in the even ones, so that $h = +1$ everywhere; $T "
    "= 1$ shows it. $w_1 = -0.5$ serves every $T$.",
    worked=(
        "Take T = 1: one piece, and g = α_1 = −1 everywhere.",
        "The vote is w_1·sign(x − θ_0) = {f}·1, for θ_0 = −∞, which is positive: h = +1.",
        "So h = −g: their product is negative where it should be positive.",
    ),
)

wrong = quantity("wrong", "the points at which the vote is not $g$")
stumps = quantity("N", "the stumps that it takes")
T = quantity("T", "the pieces of $g$, or the members of a vote")

ALL_PIECEWISE = Claim(
    "piecewise-functions-are-votes",
    r"$G_T \subseteq L$(decision stumps on the line, $T$): every piecewise constant function with at most $T$ pieces "
    r"is a vote of at most $T$ stumps $\pm\operatorname{sign}(x - \theta)$, where $\theta$ may be $-\infty$.",
    sources=(UML("10.3"),),
    label="tight",
    cases=sized(
        line_votes.piecewise_labels, "all functions of up to {pieces:≤ _ pieces} pieces", pieces=(6, 12, 7, 10)
    ),
    measure=lambda trace: {wrong: trace.facts.wrong, stumps: trace.facts.stumps, T: len(trace.case.alphas)},
    bound=And(stumps <= T, Eq(wrong, 0)),
    attained_by=lambda: [
        PiecewiseLabels((1,)),
        PiecewiseLabels((1, -1, 1)),
        PiecewiseLabels((-1, 1, -1, 1, -1, 1, -1, 1)),
    ],
    remark="The vote is (10.5) as corrected, or its negation, over the pieces that differ.",
)

V = quantity("V", "the VC dimension of $L(B, T)$")
odd = quantity("o", "1 if $T$ is odd, otherwise 0")

UP_TO_EIGHT = sized(up_to(LineVotes, T=(1, "stumps")), "T = 1, ..., {stumps:T ≤ _}", stumps=(5, 3, 7, 9))

ON_THE_LINE = Claim(
    "votes-on-the-line-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps on the line}, T))$ is $T + 1$ for odd $T$ and $T$ for even $T$.",
    sources=(UML("10.3, after (10.5)"), UML("Example 10.1, the VC dimension of decision stumps is 2")),
    cases=UP_TO_EIGHT,
    measure=lambda trace: {V: trace.case.dimension(), T: trace.case.T, odd: trace.case.T % 2},
    bound=Eq(V, T + odd),
    attained_by=lambda: [LineVotes(1), LineVotes(2)],
    repairs="votes-on-the-line-vc-as-printed",
    remark=r"A vote without constant stumps changes sign at both ends, $f(-\infty) = -f(\infty)$, so its number "
    "of changes is odd; with one it has $T - 1$ thresholds. So $T + 1$ points cannot alternate for even "
    "$T$, and an even $T$ has the VC dimension of $T - 1$. $T = 1$ is the VC dimension 2 of the stumps.",
)

ON_THE_LINE_AS_PRINTED = as_printed(
    ON_THE_LINE,
    "$L$(decision stumps on the line, $T$) shatters any set of $T + 1$ instances, so that its VC dimension is at "
    "least $T + 1$.",
    sources=(UML("10.3, after (10.5)"),),
    label="lower",
    bound=V >= T + 1,
    flaw="$T + 1$ instances that alternate have $T + 1$ pieces, one more than $G_T$ has; votes reach them for "
    "odd $T$ alone. Two stumps shatter no 3 points of the line.",
    worked=(
        "Take T = {T} stumps and three instances of the line, labelled +, −, +: that is three pieces.",
        "Of unequal weights the larger decides alone; of equal ones the vote is positive on a ray or an interval, "
        "sign(0) being −1. No such vote is +, −, +.",
        "So no three instances are shattered: VCdim = {V}, and the notes print at least T + 1 = 3.",
    ),
)
