"""Weak learners: stumps for 3-piece classifiers, failures over many rounds, and weak learning as separability."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import sympy
from sympy import And, Eq, Or, Rational, exp, log

from learncheck.learners import AdaBoost, DecisionStump
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples import boosting
from learncheck.strategies.samples.base_samples import BaseSample, base_samples, small_base_samples
from learncheck.strategies.samples.boosting import BoostedFit, Boosting, GreedyBoosting
from learncheck.strategies.samples.three_pieces import (
    SampledThreePieces,
    ThreePieces,
    sampled_three_pieces,
    three_pieces,
)
from learncheck.strategies.tables.confidence import FailingRounds, failing_rounds
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity, sized
from learncheck.theorems.language.counting import some_share
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.probability import one_sided, union_bound
from learncheck.theorems.language.proof import Chain, Induction, Obligation, Rounds
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.language.trusted import general
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE, NO_PERFECT_ROUND, POSITIVE_EDGE, g
from learncheck.theorems.notes.boosting.adaboost import training_error as error_rounds_and_edge

# ---- 3-piece classifiers ----

E = quantity("E", "the error of the stump under the distribution")
p1, p2, p3 = sympy.symbols("p_1 p_2 p_3", nonnegative=True)
"""The probabilities of the three pieces."""
beyond = sympy.Symbol("τ", nonnegative=True)
"""The probability beyond a far-out threshold; on finitely many points it is 0."""

EXAMPLE = (UML("Example 10.1"),)


def even_pieces() -> Iterable[ThreePieces]:
    """Yield three equal atoms, and equally heavy pieces of several atoms."""
    yield ThreePieces((1, 1, 1), (1, 2))
    yield ThreePieces((1, 1, 1), (1, 2), -1, turned=True)
    yield ThreePieces((3, 5, 8, 1, 7), (2, 3))


ONE_PIECE = r"a stump with $\theta$ between the other two errs on the {} piece alone, so the best one errs on no more"
ON_THE_LEFT = Step(ONE_PIECE.format("left"), E <= p1, always)
ON_THE_RIGHT = Step(ONE_PIECE.format("right"), E <= p3, always)
ON_THE_MIDDLE = Step(
    r"a stump with $\theta$ in an outer piece errs on the middle one and on what lies beyond $\theta$, of "
    r"probability $\tau$",
    E <= p2 + beyond,
    always,
)
FAR_OUT = Step(
    r"with $\theta$ far out $\tau$ is as small as one likes, so at most $1/3 - p_2$ where that is positive",
    sympy.Min(Rational(1, 3) - p2, beyond - (Rational(1, 3) - p2)) <= 0,
    always,
)

THREE_PIECES = Claim(
    "three-piece-weak-learner",
    "For every distribution that a 3-piece classifier labels, ERM over decision stumps finds one of error at most 1/3.",
    sources=EXAMPLE,
    label="tight",
    learner=DecisionStump,
    cases=sized(
        three_pieces,
        "all distributions on up to {atoms} atoms with masses 1 to {heaviest}, in all ways of three pieces, "
        "from left to right and from right to left",
        atoms=(5, 12, 3, 4),
        heaviest=(4, 9, 3, 3),
    ),
    measure=lambda trace: {E: trace.facts.error},
    bound=E <= Rational(1, 3),
    during=lambda each, values, trace: {**dict(zip((p1, p2, p3), trace.case.regions(), strict=True)), beyond: 0},
    proof=Chain(
        steps=(ON_THE_LEFT, ON_THE_MIDDLE, FAR_OUT, ON_THE_RIGHT),
        means={"the pieces cover the line": Eq(p1 + p2 + p3, 1)},
        matched="the steps are checked on every distribution that the attacks hand to the learner",
        reading="One of three numbers that add up to 1 is at most 1/3; if it is the middle one alone it is less.",
    ),
    attained_by=even_pieces,
    remark=r"No stump with a finite $\theta$ errs on the middle piece alone where the outer ones have no end: $E "
    r"\le p_2$ is false there, and $E \le p_2 + \tau$ for every $\tau > 0$ is what is true. On finitely "
    r"many points a $\theta$ beyond them makes it $E \le p_2$.",
)

P = quantity("P", "the probability that the weak learner fails")
m = quantity("m", "the examples")
T = quantity("T", "the rounds")
eps = quantity("ε", "the accuracy", positive=True)

tail = sympy.Symbol("q", positive=True)
"""e^(−mε²/2)."""
some, one = sympy.symbols("P_6 P_1", nonnegative=True)
"""The probability that some bad stump has no more training errors than the best one; the greatest such probability of
a single stump."""


def hard_three_pieces() -> Iterable[SampledThreePieces]:
    """Yield one piece just too heavy to err on and the others equal, for the notes' ε = 1/12 and for larger ε."""
    twelfth = Fraction(1, 12)
    yield SampledThreePieces((36, 50, 34), (1, 2), 1, twelfth)
    yield SampledThreePieces((35, 51, 34), (1, 2), 40, twelfth)
    yield SampledThreePieces((35, 51, 34), (1, 2), 517, twelfth)
    yield SampledThreePieces((7, 46, 7), (1, 2), 15, Fraction(5, 12))
    yield SampledThreePieces((4, 20, 9, 20, 3), (2, 3), 15, Fraction(1, 3))


@general(
    "if ERM takes a bad stump, then one of six bad ones, of either sign in each piece, has no more training errors "
    "than the best stump",
    P <= some,
    r"errors rise or fall with $\theta$ within a piece, on the distribution and on the sample alike",
)
def six_decide(direction: int = -1, halves: int = 2) -> Iterator[Obligation]:
    """Yield the obligations of this fact: the bad stumps fall into 6 groups, each with one that decides for the group.

    A group has one sign b and one piece, with label y, that contains θ; there are 2 signs and 3 pieces. On any sample
    the first bad stump in the direction in which the errors rise has the fewest errors of its group. Its error exceeds
    that of the best stump by ε, but it looks good if it has no more errors on the sample.
    """
    label, sign, before, after = sympy.symbols("y b e e′", real=True)
    yield Obligation(
        r"$\theta$ moves over a point of the piece: the prediction turns from $-b$ to $b$, and the error there changes "
        "by $-yb$, the same for all points of the piece",
        {
            "y and b": Or(Eq(label, 1), Eq(label, -1)) & Or(Eq(sign, 1), Eq(sign, -1)),
            "wrong if $-b$ is not $y$": Eq(before, (1 + label * sign) / 2),
            "wrong if $b$ is not $y$": Eq(after, (1 - label * sign) / 2),
        },
        Eq(after - before, direction * label * sign),
    )
    first, later, limit, seen, seen_later, mass, share = sympy.symbols("L L′ l V V′ p c", real=True)
    yield Obligation(
        "further in the direction in which errors rise, a stump is bad as well and errs on the sample as often or more",
        {
            "of the distribution": Eq(later, first + mass) & (mass >= 0),
            "of the sample": Eq(seen_later, seen + share) & (share >= 0),
            "the first is bad": first > limit,
        },
        And(later > limit, seen <= seen_later),
    )
    best = sympy.Symbol("V*", real=True)
    yield Obligation(
        "so if ERM takes a bad stump, the first of its kind has no more training errors than the best stump",
        {"the first": seen <= seen_later, "ERM": seen_later <= best},
        seen <= best,
    )
    bad, no_worse, chance, so_far = sympy.symbols("b_P b_6 p P", real=True)
    yield Obligation("of no outcomes", {"none": Eq(so_far, 0) & Eq(some, 0)}, so_far <= some)
    yield Obligation(
        "an outcome more, of probability $p$",
        {"so far": so_far <= some, "a probability": chance >= 0, "only if": bad <= no_worse},
        so_far + chance * bad <= some + chance * no_worse,
    )
    loss, loss_best, error, error_best, mean_best = sympy.symbols("l l* L L* V*", real=True)
    yield Obligation(
        "half of one more than the difference of two losses lies in [0, 1]",
        {"0 or 1": And(*(Or(Eq(each, 0), Eq(each, 1)) for each in (loss, loss_best)))},
        And((1 + loss - loss_best) / 2 >= 0, (1 + loss - loss_best) / 2 <= 1),
    )
    yield Obligation(
        r"where a bad stump has no more training errors than the best one, the mean of that is $\varepsilon/2$ too low",
        {
            "bad": error > Rational(1, 3) + eps,
            "three-piece-weak-learner": error_best <= Rational(1, 3),
            "no more training errors": seen <= mean_best,
        },
        (1 + error - error_best) / 2 - (1 + seen - mean_best) / 2 >= eps / halves,
    )


SAMPLED = Claim(
    "three-piece-weak-learner-sample",
    r"On $m$ examples the worst ERM stump has error above $1/3 + \varepsilon$ with probability at most "
    r"$6\cdot e^{-m\varepsilon^2/2}$: for $\varepsilon = 1/12$, $2\cdot \log(6/\delta)/\varepsilon^2$ examples make "
    r"ERM over stumps a $\gamma$-weak learner of 3-piece classifiers with $\gamma = 1/12$.",
    sources=EXAMPLE,
    kind="probability",
    cases=sized(
        sampled_three_pieces,
        "all masses 1 to {heaviest} of three atoms, sample sizes up to {samples} above the least that matters",
        heaviest=(20, 20, 4, 5),
        samples=(10, 10, 0, 3),
    ),
    measure=lambda trace: {
        P: trace.facts.probability,
        m: trace.case.samples,
        eps: trace.case.epsilon,
        some: trace.facts.some_no_worse,
        one: trace.facts.one_no_worse,
    },
    bound=P <= 6 * exp(-m * eps**2 / 2),
    proof=Chain(
        names={tail: exp(-m * eps**2 / 2)},
        using=(six_decide(), union_bound(some, sympy.Integer(6), one), one_sided(one, m, eps / 2)),
        matched="no learner takes part; the cases work out the probabilities from all samples",
        reading="Distributions have finitely many points, so that there is a first bad stump of each kind.",
    ),
    attained_by=hard_three_pieces,
    remark="The notes cite the fundamental theorem with VC dimension 2 and give no constant. The bound is far from "
    r"attained: with $\varepsilon = 1/12$ and three atoms of 7/24, 5/12 and 7/24 the probability falls like "
    r"$e^{-m/69}$, against $e^{-m/288}$ here, and is $3\cdot10^{-6}$ at $m = 517$, from which on the bound says "
    "something.",
)

# ---- rounds that fail ----

delta = quantity("δ", "the probability with which the weak learner fails in a round")
q = sympy.Symbol("q", nonnegative=True)
"""The probability that the weak learner fails in a round and has not failed before."""

AT_MOST_DELTA = Step(r"that is at most $\delta$", q <= delta, always)
FAILS_NEWLY = Step("$P$ rises by the probability of failing for the first time", Eq(Next(P), P + q), always)

UNION = Claim(
    "weak-learner-never-fails",
    r"If the weak learner fails with probability at most $\delta$ in each round, it fails in none of $T$ rounds with "
    r"probability at least $1 - \delta T$.",
    sources=(UML("Remark 10.2"),),
    kind="probability",
    label="tight",
    cases=sized(
        failing_rounds,
        "all failures in up to {rounds} rounds on up to {points} equally likely outcomes",
        points=(6, 9, 3, 4),
        rounds=(5, 6, 3, 3),
    ),
    measure=lambda trace: {P: trace.facts.probability, T: len(trace.case.failures), delta: trace.facts.delta},
    bound=1 - P >= 1 - delta * T,
    state=lambda state, values, trace: {P: state["failed"], T: state["t"]},
    during=lambda each, values, trace: {q: each.prediction},
    proof=Induction(
        start={P: 0, T: 0},
        rounds={
            "a round": Rounds(steps=(FAILS_NEWLY, AT_MOST_DELTA), sets={T: T + 1}, when=always),
        },
        invariant={r"$P \le \delta T$": P <= delta * T},
        matched="no learner takes part; a round of the case is one of boosting, with failures of any dependence",
        reading="The union bound, a round at a time. Nothing is asked of how the rounds depend on each other.",
    ),
    attained_by=lambda: [
        FailingRounds(6, ((0,), (1,), (2,))),
        FailingRounds(5, ((0,), (1,), (2,), (3,), (4,))),
    ],
)

# ---- enough rounds ----

L = quantity("L", "AdaBoost's training error")
n = sympy.Symbol("m", positive=True)
"""The number of examples."""
G, log_n = sympy.Symbol("G", positive=True), sympy.Symbol("log_m", real=True)
"""e^(2γ²T); log m."""
rounds_made = sympy.Symbol("T", nonnegative=True)


def measured(trace: Trace[Boosting, BoostedFit]) -> Values:
    values = {symbol.name: value for symbol, value in error_rounds_and_edge(trace).items()}
    examples = len(trace.facts.weak_learner.y)
    return {L: values["L"], rounds_made: values["T"], g: values["γ"], n: examples}


ENOUGH_ROUNDS = holding("enough rounds", 2 * g**2 * rounds_made > log(n), measured, option="enough_rounds")


BELOW_BOUND = Step(
    r"$L \le e^{-2\gamma^2T}$, Theorem 10.2",
    L * exp(2 * g**2 * rounds_made) <= 1,
    lambda each: bool(each.after.get("last")),
)

ZERO_ERROR = Claim(
    "adaboost-reaches-zero",
    r"If $\varepsilon_t \le \tfrac{1}{2} - \gamma$ in every round, then AdaBoost makes no error on the $m$ examples "
    r"after $T > \log(m)/(2\gamma^2)$ rounds.",
    sources=(UML("10.2, after Remark 10.2"),),
    label="exact",
    learner=AdaBoost,
    cases=Family(boosting.long_trainings, search=dict(instances=3), scout=dict(instances=4)),
    given=(HAS_EDGE, POSITIVE_EDGE, NO_PERFECT_ROUND, ENOUGH_ROUNDS),
    measure=measured,
    bound=Eq(L, 0),
    proof=Chain(
        given=formally(POSITIVE_EDGE, ENOUGH_ROUNDS),
        steps=(BELOW_BOUND,),
        names={G: exp(2 * g**2 * rounds_made), log_n: log(n)},
        using=(GROWTH.at({lemmas.a: 2 * g**2 * rounds_made - log(n)}), some_share(L, n)),
        lines={r"$e^{2\gamma^2T} > m$": n < G},
        matched="the step is the claim adaboost-training-error, and is checked at the end of every training",
        reading="A training error below $1/m$ is 0. The notes say that it goes to zero as $T$ grows.",
    ),
    attained_by=lambda: [
        GreedyBoosting((1, -1, 1, -1, 1), (1,) * 5, ((order, 0),) * 23, gamma=Fraction(1, 5)) for order in range(4)
    ],
)

# ---- a weak learner and a separating vote are one thing ----

s = quantity("s", "1 if some vote of the class labels the sample right with no tie, otherwise 0")
margin = quantity("μ", r"$\min_i y_i \sum_j w_j h_j(x_i)/(2\|w\|_1)$ of that vote")
least_edge = quantity("γ", r"the least edge, $\max_h \tfrac{1}{2} - \varepsilon(h)$, of the distributions tried")

SEPARABILITY = Claim(
    "weak-learner-separability",
    "Either a vote over the class labels the sample, and then under every distribution some hypothesis or its negation "
    "has an edge of at least the vote's margin; or there is a distribution under which each of them errs on exactly "
    "one half.",
    sources=(UML("10.6, weak learners and linear separability"),),
    label="lower",
    cases=sized(
        base_samples,
        "all classes of up to {hypotheses} hypotheses and their negations on up to {examples} examples",
        exhaust=small_base_samples,
        hypotheses=(4, 5, 3, 3),
        examples=(4, 5, 3, 4),
    ),
    measure=lambda trace: {s: trace.facts.separable, margin: trace.facts.margin, least_edge: trace.facts.edge},
    bound=And(least_edge >= margin, least_edge <= s),
    attained_by=lambda: [
        BaseSample(((1, 0, 0), (0, 1, 0), (0, 0, 1))),
        BaseSample(((1, 0), (0, 1))),
        BaseSample(((0,),)),
    ],
    remark="A verified separator or a verified dependence in every case (Gordan's theorem): the coefficients of the "
    "dependence are the distribution. Where there is a separator, the uniform distributions on sets of examples are "
    "tried.",
)
