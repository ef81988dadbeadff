"""Cases of empirical risk minimisation over a finite class: samples for a learner, and how likely it goes wrong.

- `FiniteClassSample`: a class as a table, and labelled examples, for a learner
- `AgnosticPAC`: a distribution on examples, and the probability that an ERM hypothesis is much worse than the best

Source: UML 8.2.1.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Natural, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.samples.fitting import predictions, require_points
from learncheck.strategies.samples.multinomial import Samples
from learncheck.strategies.tables.confidence import deviates
from learncheck.strategies.tables.pac import FiniteClass

Row = tuple[int, ...]


class FiniteClassFit(NamedTuple):
    """The errors on the sample, the least that a hypothesis makes, and whether the learner's is one of the class."""

    errors: int
    least_errors: int
    in_the_class: bool


class FiniteClassSample(Case, frozen=True, tag="finite-class-sample"):
    """A class, one row of ±1 a hypothesis and one column an instance, and examples (column, label)."""

    hypotheses: tuple[Row, ...]
    examples: tuple[tuple[Natural, Label], ...]

    def __post_init__(self) -> None:
        require_points(self.hypotheses, "hypotheses", "labels")
        columns = range(len(self.hypotheses[0]))
        require(
            len(self.examples) > 0 and all(x in columns for x, _ in self.examples),
            f"the examples are {self.examples}: give at least one, and columns from 0 to {columns.stop - 1}",
        )

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, FiniteClassFit]:
        learner = make(np.array(self.hypotheses))
        X, y = (np.array(column) for column in zip(*self.examples, strict=True))
        learner.fit(X.copy(), y.copy())
        everywhere = tuple(predictions(learner, np.arange(len(self.hypotheses[0]))).tolist())
        wrong = [sum(row[x] != label for x, label in self.examples) for row in self.hypotheses]
        facts = FiniteClassFit(
            errors=sum(everywhere[x] != label for x, label in self.examples),
            least_errors=min(wrong),
            in_the_class=everywhere in self.hypotheses,
        )
        return Trace(self, facts=facts)


def finite_class_samples(choices: Choices, *, points: int, rows: int, examples: int) -> FiniteClassSample:
    """Classes on at most `points` instances, and samples with any labels."""
    columns = choices.integer(1, points)
    hypotheses = choices.rows(columns, rows)
    sample = choices.many(lambda: (choices.integer(0, columns - 1), choices.label()), least=1, most=examples)
    return FiniteClassSample(hypotheses, sample)


def all_finite_class_samples(choices: Choices, *, points: int, examples: int) -> FiniteClassSample:
    """Every class on `points` instances, as a set, and every sample with any labels."""
    hypotheses = choices.rows(points)
    columns = choices.sequence(range(points), most=examples)
    return FiniteClassSample(hypotheses, tuple(zip(columns, choices.labels(len(columns)), strict=True)))


class Misled(NamedTuple):
    """The probability that ERM is misled, and the greatest that the mean error of a hypothesis is off by over ε/2."""

    probability: Fraction
    farthest: Fraction


class AgnosticPAC(FiniteClass, frozen=True, tag="agnostic-pac"):
    """A finite class on a domain of examples, so that no hypothesis need be right on all of them."""

    def play_alone(self) -> Misled:
        """No learner is asked: the probability that some ERM hypothesis is worse than the best by more than ε."""
        return Misled(
            probability=misled(self.weights, self.errors, self.epsilon, self.samples),
            farthest=max(self._off(kinds) for kinds in self.errors),
        )

    def _off(self, kinds: Sequence[int]) -> Fraction:
        """The probability that the mean error of a hypothesis is farther than ε/2 from its true one."""
        errors = sum(self.weights[i] for i in kinds)
        return deviates(errors, sum(self.weights), self.samples, self.epsilon / 2) if self.samples else Fraction(1)


def misled(weights: Sequence[int], errors: Sequence[Sequence[int]], epsilon: Fraction, samples: int) -> Fraction:
    """The probability that some hypothesis with the fewest errors on the sample is not ε-accurate.

    That is, its error exceeds the least one of the class by more than epsilon. Kinds of examples on which the same
    hypotheses err count as one; the counts of the kinds in the sample are enumerated, with their multinomial weights.
    """
    total = sum(weights)
    pooled: dict[Row, int] = {}
    for i, weight in enumerate(weights):
        pattern = tuple(int(i in kinds) for kinds in errors)
        pooled[pattern] = pooled.get(pattern, 0) + weight
    wrong = np.array([*pooled], dtype=np.int64)  # (kinds, hypotheses)
    masses = np.array([*pooled.values()]) @ wrong
    bad = np.array([int(mass - masses.min()) > epsilon * total for mass in masses])
    if not bad.any():
        return Fraction(0)
    drawn = Samples(samples, [*pooled.values()])
    found = drawn.counts @ wrong
    return drawn.probability(found[:, bad].min(axis=1) == found.min(axis=1))


ACCURACIES = tuple(map(Fraction, ("2/3", "1/2", "4/5")))
CONFIDENCES = tuple(map(Fraction, ("1/2", "1/10", "9/10")))


def agnostic_size(hypotheses: int, epsilon: Fraction, delta: Fraction) -> int:
    """The least m ≥ 2 log(2|H|/δ)/ε², up to rounding; whether it is enough the claim decides exactly."""
    return math.ceil(2 * math.log(2 * hypotheses / delta) / epsilon**2)


def agnostic_pac(
    choices: Choices, *, kinds: int, heaviest: int, hypotheses: int | None = None, enough_samples: bool = False
) -> AgnosticPAC:
    """Distributions on at most `kinds` kinds of examples, with weights up to `heaviest`, every ε and δ of a list.

    Classes have at most `hypotheses` hypotheses, or are any. There are as many samples as are said to be enough, or
    fewer.
    """
    size = choices.integer(1, kinds)
    weights = tuple(choices.integers(size, 1, heaviest))
    if hypotheses is None:
        errors = choices.members(subsets(size))
    else:
        errors = choices.distinct(lambda: choices.some_of(size), most=min(hypotheses, 2**size))
    epsilon, delta = choices.pick(ACCURACIES), choices.pick(CONFIDENCES)
    enough = agnostic_size(len(errors), epsilon, delta)
    return AgnosticPAC(weights, errors, epsilon, delta, enough if enough_samples else choices.integer(0, enough))


def coin(epsilon: Fraction, delta: Fraction, finer: int = 100) -> AgnosticPAC:
    """Two opposite hypotheses: one errs a little more than ε more often than the other."""
    gap = epsilon + Fraction(1, epsilon.denominator * finer)
    worse = (1 + gap) / 2
    weights = (worse.numerator, worse.denominator - worse.numerator)
    return AgnosticPAC(weights, ((0,), (1,)), epsilon, delta, agnostic_size(2, epsilon, delta))
