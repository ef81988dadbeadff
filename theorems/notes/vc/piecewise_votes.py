"""Votes of stumps on the line: every piecewise constant function is one, and how many points they shatter."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import sympy
from sympy import And, Eq, Or, Rational

from learncheck.strategies.play.choices import up_to
from learncheck.strategies.samples import line_votes
from learncheck.strategies.samples.line_votes import HALF, LineVotes, PiecewiseLabels, StumpVote
from learncheck.theorems.language.claim import UML, Claim, Family, as_printed, quantity
from learncheck.theorems.language.proof import Chain, Induction, Obligation, Transition, fact
from learncheck.theorems.language.step import always
from learncheck.theorems.language.trusted import IN_WORDS

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
    return Family(
        partial(line_votes.stump_votes, first=first),
        exhaust=partial(line_votes.all_stump_votes, first=first),
        extent="T − 1 = 0, ..., {thresholds:≤ _ thresholds} thresholds",
        search=dict(thresholds=5, widest=3),
        scout=dict(thresholds=7, widest=9),
        quick=dict(thresholds=30),
        full=dict(thresholds=45),
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
    cases=Family(
        line_votes.piecewise_labels,
        extent="all functions of up to {pieces:≤ _ pieces} pieces",
        search=dict(pieces=6),
        scout=dict(pieces=12),
        quick=dict(pieces=7),
        full=dict(pieces=10),
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

k, low, high, weight, changes, label, jump, value, j, i, r = sympy.symbols("k f(−∞) f(∞) a c y δ f j i r", real=True)
"""The stumps of a vote that have a threshold; the vote at both ends; the weight of a stump, with its sign; the changes
of sign; a label; what a threshold adds to the vote; the vote; halves of r and T; the changes of label among points."""
OPPOSITE_ENDS = Or(k <= T - 1, And(Eq(k, T), Eq(low, -high)))


@fact(
    "no vote of $T$ stumps gives all labels to more points",
    V <= T + odd,
    r"a vote whose stumps all have a threshold has $f(-\infty) = -f(\infty)$, and at most one change of sign for each; "
    f"{IN_WORDS}",
    "theorem",
)
def ends_are_opposite(left: int = -1, jumps: int = 1) -> Iterator[Obligation]:
    """Yield the proof that a vote that is + at both ends changes its sign at most T − 1 times, and any vote T times."""

    def after(**values: sympy.Expr) -> sympy.Basic:
        named = {"k": k, "T": T, "low": low, "high": high}
        return OPPOSITE_ENDS.subs({named[name]: value for name, value in values.items()}, simultaneous=True)

    so_far = {"so far": OPPOSITE_ENDS}
    nothing = {"none": And(Eq(k, 0), Eq(T, 0), Eq(low, 0), Eq(high, 0))}
    yield Obligation("a vote of no stumps", nothing, OPPOSITE_ENDS)
    more = after(k=k + 1, T=T + 1, low=low + left * weight, high=high + weight)
    yield Obligation("a stump with a threshold more", so_far, more)
    yield Obligation("a constant stump more", so_far, after(T=T + 1, low=low + weight, high=high + weight))
    yield Obligation("no changes before the first threshold", {"c": And(Eq(changes, 0), Eq(k, 0))}, changes <= k)
    yield Obligation("at most one at each threshold", {"so far": changes <= k}, changes + jumps <= k + 1)
    yield Obligation(
        "$V$ points that alternate need $V - 1$ changes",
        {**so_far, "changes": And(changes <= k, Eq(changes, V - 1))},
        V <= T + 1,
    )
    yield Obligation(
        "for even $T$ the first and the last of $T + 1$ points are +: each change has a threshold, none lies outside",
        {**so_far, "changes": changes <= k, "both ends": And(low > 0, high > 0)},
        changes <= T - 1,
    )


@fact(
    "votes of $T$ stumps give all labels to so many points",
    V >= T + odd,
    f"by thresholds between the labels that differ, with weights that alternate; {IN_WORDS}",
    "theorem",
)
def alternating_weights(adds: int = -2, constant: int = 1) -> Iterator[Obligation]:
    """Yield the proof that r changes of label take r stumps if r is odd, and one more, a constant, if it is even."""
    pairs = {"in pairs, of weights 1 and −1": Eq(value, 0)}
    yield Obligation("no stumps", {"f": Eq(value, 0)}, Eq(value, 0))
    yield Obligation("two thresholds more leave the vote at −∞", pairs, Eq(value + label - label, 0))
    yield Obligation(
        "one more, or a constant stump, makes it the first label", pairs, Eq(value + constant * label, label)
    )
    yield Obligation(
        "each threshold turns the label and the vote",
        {"so far": Eq(value, label), "it adds": Eq(jump, adds * label)},
        Eq(value + jump, -label),
    )
    whole = {"whole numbers": Or(j <= i, j >= i + 1), "points": r <= T + odd - 1}
    odd_T, even_T = And(Eq(T, 2 * i + 1), Eq(odd, 1)), And(Eq(T, 2 * i), Eq(odd, 0))
    yield Obligation("an odd $r$ takes $r$ stumps", {**whole, "T": Or(odd_T, even_T)}, r <= T)
    yield Obligation("an even $r$ takes one more: odd $T$", {**whole, "T": odd_T, "r": Eq(r, 2 * j)}, r + constant <= T)
    yield Obligation("even $T$", {**whole, "T": even_T}, r + constant <= T)


UP_TO_EIGHT = Family(
    up_to(LineVotes, T=(1, "stumps")),
    extent="T = 1, ..., {stumps:T ≤ _}",
    search=dict(stumps=5),
    scout=dict(stumps=3),
    quick=dict(stumps=7),
    full=dict(stumps=9),
)

ON_THE_LINE = Claim(
    "votes-on-the-line-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps on the line}, T))$ is $T + 1$ for odd $T$ and $T$ for even $T$.",
    sources=(UML("10.3, after (10.5)"), UML("Example 10.1, the VC dimension of decision stumps is 2")),
    cases=UP_TO_EIGHT,
    measure=lambda trace: {V: trace.case.dimension(), T: trace.case.T, odd: trace.case.T % 2},
    bound=Eq(V, T + odd),
    proof=Chain(
        using=(ends_are_opposite, alternating_weights),
        matched="the dimension is computed for every $T$ that is tried",
    ),
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
