"""Weak learners: failures over many rounds, rounds enough for no error, and weak learning as separability."""

from fractions import Fraction

import sympy
from sympy import And, Eq, exp, log

from learncheck.learners import AdaBoost
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples import boosting
from learncheck.strategies.samples.base_samples import BaseSample, base_samples, small_base_samples
from learncheck.strategies.samples.boosting import BoostedFit, Boosting, GreedyBoosting
from learncheck.strategies.tables.confidence import FailingRounds, failing_rounds
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity, sized
from learncheck.theorems.language.counting import some_share
from learncheck.theorems.language.lemmas import GROWTH
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.proof import Chain, Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE, NO_PERFECT_ROUND, POSITIVE_EDGE, g
from learncheck.theorems.notes.boosting.adaboost import training_error as error_rounds_and_edge

P = quantity("P", "the probability that the weak learner fails")
T = quantity("T", "the rounds")
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
        "all failures in up to {rounds:≤ _ rounds} rounds on up to {points:≤ _ points} equally likely outcomes",
        points=(6, 9, 3, 4),
        rounds=(5, 6, 3, 3),
    ),
    measure=lambda trace: {P: trace.facts.probability, T: len(trace.case.failures), delta: trace.facts.delta},
    bound=1 - P >= 1 - delta * T,
    state=lambda state, values, trace: {P: state["failed"], T: state["t"]},
    during=lambda each, values, trace: {q: each.prediction},
    proof=Induction(
        start={P: 0, T: 0},
        rounds={"a round": Transition(steps=(FAILS_NEWLY, AT_MOST_DELTA), sets={T: T + 1}, when=always)},
        invariant={r"$P \le \delta T$": P <= delta * T},
        matched="a round of the case is one of boosting, with failures of any dependence",
        reading="The union bound, a round at a time. Nothing is asked of how the rounds depend on each other.",
    ),
    attained_by=lambda: [FailingRounds(6, ((0,), (1,), (2,))), FailingRounds(5, ((0,), (1,), (2,), (3,), (4,)))],
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
    learner=AdaBoost,
    cases=Family(boosting.long_trainings, search=dict(instances=3), scout=dict(instances=4)),
    assuming=(HAS_EDGE, POSITIVE_EDGE, NO_PERFECT_ROUND, ENOUGH_ROUNDS),
    measure=measured,
    bound=Eq(L, 0),
    proof=Chain(
        assuming=formally(POSITIVE_EDGE, ENOUGH_ROUNDS),
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

# ---- weak learnability is separability by a vote ----

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
        "all classes of up to {hypotheses:≤ _ hypotheses} hypotheses and their negations on up to "
        "{examples:≤ _ examples} examples",
        exhaust=small_base_samples,
        hypotheses=(4, 5, 3, 3),
        examples=(4, 5, 3, 4),
    ),
    measure=lambda trace: {s: trace.facts.separable, margin: trace.facts.margin, least_edge: trace.facts.edge},
    bound=And(least_edge >= margin, least_edge <= s),
    attained_by=lambda: map(BaseSample, (((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((1, 0), (0, 1)), ((0,),))),
    remark="A verified separator or a verified dependence in every case (Gordan's theorem): the coefficients of the "
    "dependence are the distribution. Where there is a separator, the uniform distributions on sets of examples are "
    "tried.",
)
