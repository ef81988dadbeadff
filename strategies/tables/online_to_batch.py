"""Cases of the conversion of an online learner to a batch learner on finite domains, computed exactly.

Every sample of t examples, and every example that may come next, is gone through: sequences that leave the learner in
the same state and hold the same examples are gone through together. Source: JAI, Random stopping.
"""

import copy
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices, row_of


class Stopped(NamedTuple):
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
        require(points > 0, "there is no point: give one at least, with its weight")
        require(
            all(len(row) == points for row in self.hypotheses),
            f"the hypotheses are {self.hypotheses}: give rows of {points} entries",
        )
        require(0 <= self.target < len(self.hypotheses), f"target = {self.target}: name one of the hypotheses")
        require(len(set(self.hypotheses)) == len(self.hypotheses), f"of {self.hypotheses} some are the same: drop them")

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, Stopped]:
        walk = _Walk(self, make(np.array(self.hypotheses)))
        states, chances = [walk.so_far()], []
        for _ in range(self.samples + 1):
            chances.append(walk.step())
            states.append(walk.so_far())
        last = walk.nodes.values()
        rounds = Rounds(range(len(chances)), chances, [1] * len(chances), states, map(float, chances))
        facts = Stopped(
            expected_error=walk.error / self.samples,
            error_in_worst_order=walk.worst / self.samples,
            expected_mistakes=sum(node.mistakes for node in last),
            first_mistake=chances[0],
            most_mistakes=max(node.most for node in last),
        )
        return Trace(self, rounds, facts)


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
    """All sequences of examples at once, a round after the other.

    error: E[err(h_1)] + ... + E[err(h_t)]; worst: the same where each sample comes in its worst order.
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

    def so_far(self) -> dict[str, Any]:
        """The expected mistakes so far, and the part of the expected error of a random stop."""
        mistakes = sum((node.mistakes for node in self.nodes.values()), start=Fraction(0))
        return {"seen": self.seen, "mistakes": mistakes, "error": self.error / self.samples}

    def step(self) -> Fraction:
        """One example more; returns the probability of a mistake on it."""
        after: dict[tuple[tuple[int, ...], Hashable], _Node] = {}
        chance_of_a_mistake = Fraction(0)
        worst_of: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        chance_of: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for (counts, _), node in self.nodes.items():
            errs = [int(node.learner.predict(x) != y) for x, y in enumerate(self.labels)]
            error = sum(p for p, err in zip(self.chances, errs, strict=True) if err)
            if self.seen:
                self.error += node.chance * error
                node.worst += error
            chance_of_a_mistake += node.chance * error
            worst_of[counts] = max(worst_of[counts], node.worst)
            chance_of[counts] += node.chance
            for x, (p, y, err) in enumerate(zip(self.chances, self.labels, errs, strict=True)):
                learner = copy.copy(node.learner)  # `update` replaces the values of the state
                learner.update(x, y)
                more = tuple(count + (i == x) for i, count in enumerate(counts))
                child = after.setdefault((more, _content(learner)), _Node(learner))
                child.chance += p * node.chance
                child.mistakes += p * (node.mistakes + node.chance * err)
                child.most = max(child.most, node.most + err)
                child.worst = max(child.worst, node.worst)
        if self.seen == self.samples:
            self.worst = sum((chance_of[each] * worst_of[each] for each in worst_of), start=Fraction(0))
        self.seen += 1
        self.nodes = after
        return chance_of_a_mistake


def _content(learner: Any) -> Hashable:
    """The learner's state, comparable."""
    return tuple((name, np.asarray(value).tobytes()) for name, value in sorted(vars(learner).items()))


def random_stopping(choices: Choices, *, points: int, heaviest: int, samples: int) -> RandomStopping:
    """Distributions on at most `points` points, with any class on them. Shrinks to one point and one hypothesis."""
    t = choices.integer(1, samples)
    n = choices.integer(1, points)
    target = choices.integer(0, 2**n - 1)
    members = choices.integer(0, 2**2**n - 1) | 1 << target
    weights = tuple(choices.integers(n, 1, heaviest))
    rows = [code for code in range(2**n) if members >> code & 1]
    return RandomStopping(weights, tuple(row_of(code, n) for code in rows), rows.index(target), t)


def small_random_stopping(choices: Choices, *, points: int, heaviest: int, samples: int) -> RandomStopping:
    """Every class on at most `points` points with every target and weights up to `heaviest`."""
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    rows = choices.rows(n)
    return RandomStopping(weights, rows, choices.integer(0, len(rows) - 1), choices.integer(1, samples))


def rare_point(rare: int, samples: int) -> RandomStopping:
    """Two hypotheses that differ on a point of probability 1/rare: the one mistake comes late, if at all."""
    return RandomStopping((1, rare - 1), ((-1, 1), (1, 1)), 1, samples)
