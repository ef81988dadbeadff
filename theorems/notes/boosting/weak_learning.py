"""Weak learners: how often they fail in T rounds, how many rounds are enough, and when a class has an edge.

A weak learner that fails with probability δ a round fails in none of T rounds with probability at least 1 − δT. After
T > log(m)/(2γ²) rounds AdaBoost makes no error on m examples. A finite class has an edge under every distribution if
and only if a vote of its members separates the sample. Source: UML 10.2, 10.6.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from operator import or_
from typing import NamedTuple, Self

import sympy
from sympy import And, Eq, exp, log

from learncheck import learners
from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, separate
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Bit, Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import boosting
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language import counting, lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.proof import Chain, Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE, NO_PERFECT_ROUND, POSITIVE_EDGE, g


class Failing(NamedTuple):
    """The probability that some round fails, and the greatest failure probability of a round."""

    probability: Fraction
    delta: Fraction


class FailingRounds(Case, frozen=True, tag="failing-rounds"):
    """Rounds in which a weak learner may fail: round t on failures[t], of `outcomes` equally likely outcomes."""

    outcomes: Positive
    failures: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        named = {i for failures in self.failures for i in failures}
        require(
            named <= set(range(self.outcomes)),
            f"the rounds fail on {sorted(named)}: name outcomes from 0 to {self.outcomes - 1}",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Failing]:
        failures = [set(outcomes) for outcomes in self.failures]
        so_far = accumulate(failures, or_, initial=set[int]())
        shares = [Fraction(len(failed), self.outcomes) for failed in so_far]
        states = [{"failed": share, "t": t} for t, share in enumerate(shares)]
        newly = [after - before for before, after in pairwise(shares)]
        rounds = Rounds.of_nobody(states, predictions=newly, labels=[1] * len(newly))
        delta = Fraction(max(map(len, failures), default=0), self.outcomes)
        return Trace(self, rounds, Failing(probability=shares[-1], delta=delta))


def failing_rounds(choices: Choices, *, points: int, rounds: int) -> FailingRounds:
    """Up to `rounds` rounds on up to `points` outcomes. Shrinks to no round."""
    n = choices.integer(1, points)
    return FailingRounds(n, choices.many(lambda: tuple(i for i in range(n) if choices.flag()), most=rounds))


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
    cases=Family(
        failing_rounds,
        extent="all failures in up to {rounds:≤ _ rounds} rounds on up to {points:≤ _ points} equally likely outcomes",
        search=dict(points=6, rounds=5),
        scout=dict(points=9, rounds=6),
        quick=dict(points=3, rounds=3),
        full=dict(points=4, rounds=3),
    ),
    measure=lambda trace: {P: trace.facts.probability, T: len(trace.case.failures), delta: trace.facts.delta},
    bound=1 - P >= 1 - delta * T,
    state=lambda state, values, trace: {P: state["failed"], T: state["t"]},
    during=lambda round, values, trace: {q: round.prediction},
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


def measured(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> Values:
    """Measure L, T, γ and m."""
    case, facts = trace.case, trace.facts
    return {L: facts.training_error, T: case.rounds(), g: case.gamma, n: len(facts.weak_learner.y)}


ENOUGH_ROUNDS = holding("enough rounds", 2 * g**2 * T > log(n), measured, option="enough_rounds")

BELOW_BOUND = Step(
    r"$L \le e^{-2\gamma^2T}$, Theorem 10.2",
    L * exp(2 * g**2 * T) <= 1,
    lambda round: bool(round.after.get("last")),
)


def long_trainings(
    choices: Choices, *, instances: int, enough_rounds: bool = False, positive_edge: bool = False
) -> boosting.StumpBoosting | boosting.GreedyBoosting:
    """Greedy weak learners, or best stumps on +−+, with just enough rounds or up to two more.

    Without `enough_rounds` there may be fewer rounds. Without `positive_edge` the stated edge is negative.
    """
    if choices.integer(0, 4) == 4:
        labels = (1, -1, 1)
        T = _rounds(choices, len(labels), Fraction(1, 6), enough_rounds)
        return boosting.StumpBoosting(((0,), (2,), (4,)), labels, (), T, gamma=Fraction(1 if positive_edge else -1, 6))
    size = choices.integer(3, instances)
    gamma = Fraction(choices.integer((size + 2) // 3, size - 2), 2 * size)
    moves = ((choices.integer(boosting.LIGHTEST, boosting.HEAVIEST), 0),) * _rounds(choices, size, gamma, enough_rounds)
    return boosting.GreedyBoosting(choices.labels(size), (1,) * size, moves, gamma=gamma if positive_edge else -gamma)


def _rounds(choices: Choices, examples: int, gamma: Fraction, as_many: bool) -> int:
    enough = math.floor(math.log(examples) / (2 * gamma**2)) + 1
    return enough + choices.integer(0, 2) if as_many else choices.integer(1, enough)


ZERO_ERROR = Claim(
    "adaboost-reaches-zero",
    r"If $\varepsilon_t \le \tfrac{1}{2} - \gamma$ in every round, then AdaBoost makes no error on the $m$ examples "
    r"after $T > \log(m)/(2\gamma^2)$ rounds.",
    sources=(UML("10.2, after Remark 10.2"),),
    learner=learners.AdaBoost,
    cases=Family(long_trainings, search=dict(instances=3), scout=dict(instances=4)),
    assuming=(HAS_EDGE, POSITIVE_EDGE, NO_PERFECT_ROUND, ENOUGH_ROUNDS),
    measure=measured,
    bound=Eq(L, 0),
    proof=Chain(
        assuming=formally(POSITIVE_EDGE, ENOUGH_ROUNDS),
        steps=(BELOW_BOUND,),
        names={G: exp(2 * g**2 * T), log_n: log(n)},
        using=(lemmas.GROWTH.at({lemmas.a: 2 * g**2 * T - log(n)}), counting.some_share(L, n)),
        lines={r"$e^{2\gamma^2T} > m$": n < G},
        matched="the step is the claim adaboost-training-error, and is checked at the end of every training",
        reading="A training error below $1/m$ is 0. The notes say that it goes to zero as $T$ grows.",
    ),
    attained_by=lambda: [
        boosting.GreedyBoosting((1, -1, 1, -1, 1), (1,) * 5, ((order, 0),) * 23, gamma=Fraction(1, 5))
        for order in range(4)
    ],
)

# ---- weak learnability is separability by a vote ----

s = quantity("s", "1 if some vote of the class labels the sample right with no tie, otherwise 0")
margin = quantity("μ", r"$\min_i y_i \sum_j w_j h_j(x_i)/(2\|w\|_1)$ of that vote")
least_edge = quantity("γ", r"the least edge, $\max_h \tfrac{1}{2} - \varepsilon(h)$, of the distributions tried")


class Margins(NamedTuple):
    """1 if a vote separates the sample, otherwise 0; its margin; the least edge over the distributions tried."""

    separable: int
    margin: Fraction
    edge: Fraction


class BaseSample(Case, frozen=True, tag="base-sample"):
    """A finite class on a sample. The class also contains the negations of its hypotheses.

    errors: one row per hypothesis and one column per example: 1 if it errs there, else 0.
    """

    errors: tuple[tuple[Bit, ...], ...]

    def __post_init__(self) -> None:
        require_points(self.errors, "errors", "examples")

    def play_alone(self) -> Margins:
        """Find a separating vote with its margin, or a distribution under which every hypothesis errs on one half."""
        margins = [tuple(1 - 2 * row[i] for row in self.errors) for i in range(len(self.errors[0]))]  # y_i h_j(x_i)
        ones = (1,) * len(margins)
        answer = separate(margins, ones)
        confirmed(answer.verify(margins, ones), f"the evidence on {self.errors}")
        if isinstance(answer, Separator):
            margin = Fraction(1) / (2 * sum(map(abs, answer.w)))
            return Margins(separable=1, margin=margin, edge=hardest_distribution(margins, Fraction(1, 2)))
        total = sum(answer.coefficients)
        D = [a / total for a in answer.coefficients]
        edges = [abs(sum(p * v for p, v in zip(D, column, strict=True))) / 2 for column in zip(*margins, strict=True)]
        return Margins(separable=0, margin=Fraction(0), edge=max(edges))


def hardest_distribution(margins: Sequence[Sequence[int]], start: Fraction) -> Fraction:
    """The least edge over the uniform distributions on sets of at most 6 examples, or `start` if that is less."""
    sizes = range(1, min(len(margins), 6) + 1)
    edges = (
        max(abs(Fraction(sum(column), size)) for column in zip(*chosen, strict=True)) / 2
        for size in sizes
        for chosen in combinations(margins, size)
    )
    return min(start, *edges)


def base_samples(choices: Choices, *, hypotheses: int, examples: int) -> BaseSample:
    """Classes of at most `hypotheses` hypotheses and their negations on at most `examples` examples."""
    m = choices.integer(1, examples)
    return BaseSample(choices.distinct(lambda: tuple(int(v < 0) for v in choices.labels(m)), most=hypotheses))


SEPARABILITY = Claim(
    "weak-learner-separability",
    "Either a vote over the class labels the sample, and then under every distribution some hypothesis or its negation "
    "has an edge of at least the vote's margin; or there is a distribution under which each of them errs on exactly "
    "one half.",
    sources=(UML("10.6, weak learners and linear separability"),),
    label="lower",
    cases=Family(
        base_samples,
        extent="all classes of up to {hypotheses:≤ _ hypotheses} hypotheses and their negations on up to {examples:≤ _ "
        "examples} examples, in every order",
        search=dict(hypotheses=4, examples=4),
        scout=dict(hypotheses=5, examples=5),
        quick=dict(hypotheses=3, examples=3),
        full=dict(hypotheses=3, examples=4),
    ),
    measure=lambda trace: {s: trace.facts.separable, margin: trace.facts.margin, least_edge: trace.facts.edge},
    bound=And(least_edge >= margin, least_edge <= s),
    attained_by=lambda: map(BaseSample, (((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((1, 0), (0, 1)), ((0,),))),
    remark="A verified separator or a verified dependence in every case (Gordan's theorem): the coefficients of the "
    "dependence are the distribution. Where there is a separator, the uniform distributions on sets of examples are "
    "tried.",
)
