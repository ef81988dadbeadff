"""Online to batch: a learner with few mistakes that is stopped at random has a small expected error.

On finite domains everything is computed exactly: all samples of t examples are enumerated, with every example that may
come next. Sequences of the same examples that leave the learner in the same state are counted together. Source: JAI,
Random stopping.
"""

import copy
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Self

import numpy as np
from sympy import Eq, symbols

from learncheck.learners import Consistent, Halving
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import JAI, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always

err = quantity("err", "the expected error of the hypothesis that is returned")
M = quantity("M", "the mistake bound")
t = quantity("t", r"the sample size, $M/\varepsilon$")
S, first, chance = symbols("S p₁ c", nonnegative=True)
"""The expected number of mistakes in t + 1 rounds; the probability of a mistake in the first round, and in a round."""


class HypothesisErrors(NamedTuple):
    """Expected errors of the hypothesis, on samples in the order drawn and in the worst order.

    first_mistake: the probability of a mistake on the first example. most_mistakes: on any sample.
    """

    expected_error: Fraction
    error_in_worst_order: Fraction
    expected_mistakes: Fraction | int
    first_mistake: Fraction
    most_mistakes: int


class RandomStopping(Case, frozen=True, tag="random-stopping"):
    """A distribution on the points 0, 1, 2, ..., a class on them with its target, and the sample size t.

    weights: positive, proportional to the probabilities of the points. hypotheses: distinct rows of +1 and -1, one
    entry a point; `target` is the index of the one that gives the labels. samples: t, at least 1.
    """

    weights: tuple[Positive, ...]
    hypotheses: tuple[tuple[Label, ...], ...]
    target: int
    samples: Positive

    def __post_init__(self) -> None:
        points = len(self.weights)
        require(points > 0, "there are no points: give at least one, with its weight")
        require(
            all(len(row) == points for row in self.hypotheses),
            f"the hypotheses are {self.hypotheses}: give rows of {points} entries",
        )
        require(0 <= self.target < len(self.hypotheses), f"target = {self.target}: name one of the hypotheses")
        require(
            len(set(self.hypotheses)) == len(self.hypotheses),
            f"{self.hypotheses} repeats a hypothesis: give each one once",
        )

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, HypothesisErrors]:
        walk = _Walk(self, make(np.array(self.hypotheses)))
        states, chances = [walk.so_far()], []
        for _ in range(self.samples + 1):
            chances.append(walk.step())
            states.append(walk.so_far())
        last = walk.nodes.values()
        rounds = Rounds(range(len(chances)), chances, [1] * len(chances), states, map(float, chances))
        facts = HypothesisErrors(
            expected_error=walk.error / self.samples,
            error_in_worst_order=walk.worst / self.samples,
            expected_mistakes=sum(node.mistakes for node in last),
            first_mistake=chances[0],
            most_mistakes=max(node.most for node in last),
        )
        return Trace(self, rounds, facts)


def random_stopping(choices: Choices, *, points: int, heaviest: int, samples: int) -> RandomStopping:
    """Every class on at most `points` points with every target and weights up to `heaviest`.

    Shrinks to one point and one hypothesis.
    """
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    rows = choices.rows(n)
    return RandomStopping(weights, rows, choices.integer(0, len(rows) - 1), choices.integer(1, samples))


def rare_point(rare: int, samples: int) -> RandomStopping:
    """Two hypotheses that differ on a point of probability 1/rare: the one mistake comes late, if at all."""
    return RandomStopping((1, rare - 1), ((-1, 1), (1, 1)), 1, samples)


CASES = Family(
    random_stopping,
    extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, samples of up to {samples}, "
    "every sample of each",
    search=dict(points=3, heaviest=6, samples=6),
    scout=dict(points=3, heaviest=9, samples=5),
    quick=dict(points=2, heaviest=2, samples=3),
    full=dict(points=2, heaviest=3, samples=5),
)


def measure(trace: Trace[RandomStopping, HypothesisErrors]) -> Values:
    """Measure err, M, t, S and p₁. M is the least mistake bound, the maximum over all sequences of t + 1 examples."""
    facts = trace.facts
    return {
        err: facts.expected_error,
        M: facts.most_mistakes,
        t: trace.case.samples,
        S: facts.expected_mistakes,
        first: facts.first_mistake,
    }


def measure_in_the_worst_order(trace: Trace[RandomStopping, HypothesisErrors]) -> Values:
    """Measure the same, with each sample presented in its worst order."""
    return {**measure(trace), err: trace.facts.error_in_worst_order}


def hard_cases() -> Iterable[RandomStopping]:
    """Yield a case in which Halving errs at a tie, and cases with a single mistake, on a rare point."""
    yield RandomStopping((1, 1), ((1, 1), (-1, 1), (-1, -1)), 1, 10)
    yield from (rare_point(rare, samples) for rare, samples in ((2, 1), (2, 5), (4, 8), (20, 40)))


EXPECTED = Step("the expected mistakes grow by the chance of a mistake in the round", Eq(Next(S), S + chance), always)

AT_MOST = Step(
    "no sequence of examples has more than $M$ mistakes, so they are at most $M$ on average", Next(S) <= M, always
)


NOT_YET = Step("$h_0$ is never returned", Eq(Next(err), err), lambda round: bool(round.before["seen"] == 0))

INDEPENDENT = Step(
    r"after $l \ge 1$ examples that is the expected error of $h_l$, which a random stop returns with probability "
    "$1/t$",
    Eq(Next(err), err + chance / t),
    lambda round: bool(round.before["seen"] > 0),
)


AS_PRINTED = Claim(
    "random-stopping-as-printed",
    r"With $t = M/\varepsilon$ examples in any arbitrary order, stopped after a random number of them, "
    r"$E[\mathrm{err}(h)] \le \varepsilon = M/t$.",
    sources=(JAI("Random stopping"),),
    kind="probability",
    learner=Halving,
    cases=CASES,
    measure=measure_in_the_worst_order,
    bound=err <= M / t,
    attained_by=hard_cases,
    flaw="The order must not depend on the examples. Of two points, each of probability ½, a learner errs on "
    "one until it has seen it, so $M = 1$; where the other comes first, the expected error is ¼, whatever "
    "$t$ is. Halving errs on whichever point comes second, and 3 examples are enough. With 2 neither Halving, on any "
    "class on two points, nor Consistent breaks the bound.",
    worked=(
        "Take two points, each of probability ½, and Halving with the hypotheses ++, +− and −+, of which ++ is the "
        "target. It is right on the first point and undecided on the other until it sees it, so M = {M}.",
        "Draw t = {t} examples and put those of the point that is drawn more often first. With probability ¼ all are "
        "of one point, and every stop errs with probability ½; else the first two do. In all that is {err} on average.",
        "The notes claim at most M/t = 1/3.",
    ),
)

RANDOM_STOPPING = Claim(
    "random-stopping",
    r"A learner with at most $M$ mistakes is run on $t = M/\varepsilon$ examples in the order in which they are drawn, "
    "and stopped after a random number of 1, ..., $t$ of them: its hypothesis has "
    r"$E[\mathrm{err}(h)] \le \varepsilon = M/t$.",
    sources=(JAI("Random stopping"),),
    kind="probability",
    learner=Consistent,
    learners=(Halving,),
    cases=CASES,
    measure=measure,
    bound=err <= M / t,
    watch=("mistakes", "error"),
    state=lambda state, values, trace: {S: state["mistakes"], err: state["error"]},
    during=lambda round, values, trace: {chance: round.prediction},
    steps=(EXPECTED, INDEPENDENT, NOT_YET, AT_MOST),
    proof=Induction(
        means={r"$t \ge 1$": t >= 1},
        start={S: 0, err: 0},
        rounds={
            "the first round": Transition(steps=(EXPECTED, NOT_YET, AT_MOST), when=NOT_YET.when),
            "a later round": Transition(steps=(EXPECTED, INDEPENDENT, AT_MOST), when=INDEPENDENT.when),
        },
        invariant={r"$t\cdot\mathrm{err} \le S$": t * err <= S, r"$S \le M$": S <= M},
        matched="all samples of a case are enumerated, and each quantity is computed exactly",
        reading="err is the expected error so far, of the stops up to now. The example of round $l + 1$ is drawn "
        "independently of the $l$ examples before it, from which $h_l$ comes.",
    ),
    attained_by=hard_cases,
    repairs="random-stopping-as-printed",
    remark="0.999 by Halving with $M = 1$ and $t = 10$, which is undecided until it has seen both points; never 1, "
    "since the example on which it errs may take arbitrarily long to appear. $M$ is the least mistake bound in every "
    "case. Any order fixed before the examples are drawn is as good as that of drawing.",
    judged=False,
)


@dataclass
class _Node:
    """The sequences with the same examples that lead to one state.

    chance: their probability; mistakes: their mistakes, each times its probability; most: the most mistakes of one of
    them; worst: the greatest sum of the errors of h_1, h_2, ... along one of them.
    """

    learner: Any
    chance: Fraction = Fraction(0)
    mistakes: Fraction = Fraction(0)
    most: int = 0
    worst: Fraction = Fraction(0)


class _Walk:
    """All sequences of examples at once, one round after another.

    error: E[err(h_1)] + ... + E[err(h_t)]; worst: the same if each sample comes in its worst order.
    """

    def __init__(self, case: RandomStopping, learner: Any) -> None:
        total = sum(case.weights)
        self.chances = [Fraction(w, total) for w in case.weights]
        self.labels = case.hypotheses[case.target]
        self.samples = case.samples
        none = (0,) * len(self.chances)
        self.nodes = {(none, _content(learner)): _Node(learner, Fraction(1))}
        self.seen = 0
        self.error = Fraction(0)
        self.worst = Fraction(0)

    def so_far(self) -> dict[str, int | Fraction]:
        """The expected mistakes so far, and the part of the expected error of a random stop."""
        mistakes = sum((node.mistakes for node in self.nodes.values()), start=Fraction(0))
        return {"seen": self.seen, "mistakes": mistakes, "error": self.error / self.samples}

    def step(self) -> Fraction:
        """Add one example to every sequence, and return the probability of a mistake on it."""
        after: dict[tuple[tuple[int, ...], Hashable], _Node] = {}
        chance_of_a_mistake = Fraction(0)
        worst_of: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        chance_of: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for (counts, _), node in self.nodes.items():
            mistaken = [int(node.learner.predict(x) != y) for x, y in enumerate(self.labels)]
            error = sum(p for p, wrong in zip(self.chances, mistaken, strict=True) if wrong)
            if self.seen:
                self.error += node.chance * error
                node.worst += error
            chance_of_a_mistake += node.chance * error
            worst_of[counts] = max(worst_of[counts], node.worst)
            chance_of[counts] += node.chance
            for x, (p, y, wrong) in enumerate(zip(self.chances, self.labels, mistaken, strict=True)):
                learner = copy.copy(node.learner)  # `update` replaces the values of the state
                learner.update(x, y)
                more = tuple(count + (i == x) for i, count in enumerate(counts))
                child = after.setdefault((more, _content(learner)), _Node(learner))
                child.chance += p * node.chance
                child.mistakes += p * (node.mistakes + node.chance * wrong)
                child.most = max(child.most, node.most + wrong)
                child.worst = max(child.worst, node.worst)
        if self.seen == self.samples:
            self.worst = sum((p * worst_of[counts] for counts, p in chance_of.items()), start=Fraction(0))
        self.seen += 1
        self.nodes = after
        return chance_of_a_mistake


def _content(learner: object) -> Hashable:
    """The learner's state, comparable."""
    return tuple((name, np.asarray(value).tobytes()) for name, value in sorted(vars(learner).items()))
