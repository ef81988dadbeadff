"""A distribution labelled by a 3-piece classifier, and ERM over stumps on it, or on a sample from it.

Source: UML Example 10.1.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import predictions
from learncheck.strategies.samples.multinomial import Samples


class StumpFit(NamedTuple):
    """The weighted error of the learner's answers."""

    error: Fraction


class ThreePieces(Case, frozen=True, tag="three-pieces"):
    """A distribution on the line that a 3-piece classifier labels without error.

    masses: the positive masses of the atoms 0, 1, 2, ...
    cuts:   the number of atoms left of the middle piece, and the number of atoms left of it or in it.
    b:      the label outside the middle piece.
    turned: whether the learner gets the atoms from right to left.
    """

    headings = ("atoms", "answers", "labels", "error")  # of one round, which is the whole fit

    masses: tuple[Positive, ...]
    cuts: tuple[int, int]
    b: Label = 1
    turned: bool = False

    def __post_init__(self) -> None:
        _require_pieces(self.masses, self.cuts)

    def figures(self, trace: Trace) -> list[Fraction]:
        """The weighted error."""
        return [trace.facts.error]

    def labels(self) -> tuple[int, ...]:
        """The labels of the atoms."""
        return tuple(-self.b if self.cuts[0] <= i < self.cuts[1] else self.b for i in range(len(self.masses)))

    def regions(self) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities of the three pieces, from left to right."""
        first, second = self.cuts
        parts = (self.masses[:first], self.masses[first:second], self.masses[second:])
        left, middle, right = (Fraction(sum(part), sum(self.masses)) for part in parts)
        return left, middle, right

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, StumpFit]:
        learner = make()
        order = slice(None, None, -1 if self.turned else 1)
        X = np.arange(len(self.masses), dtype=float)[order, None]
        y = np.array(self.labels())[order]
        D = np.array(self.masses, dtype=float)[order]
        learner.fit(X.copy(), y.copy(), sample_weight=D.copy())
        answers = predictions(learner, X)
        wrong = sum(int(mass) for mass, h, label in zip(D, answers, y, strict=True) if h != label)
        facts = StumpFit(error=Fraction(wrong, sum(self.masses)))
        return Trace(self, Rounds([X], [answers], [y], told=[False]), facts)


def _require_pieces(masses: Sequence[int], cuts: tuple[int, int]) -> None:
    require(len(masses) > 0, "there are no masses: give at least one atom")
    require(
        0 <= cuts[0] <= cuts[1] <= len(masses),
        f"the cuts are {cuts}: give two numbers of atoms, in ascending order, up to {len(masses)}",
    )


def three_pieces(choices: Choices, *, atoms: int, heaviest: int) -> ThreePieces:
    """Distributions on at most `atoms` atoms, with masses up to `heaviest`. Shrinks to one atom."""
    n = choices.integer(1, atoms)
    masses = tuple(choices.integers(n, 1, heaviest))
    first = choices.integer(0, n)
    return ThreePieces(masses, (first, choices.integer(first, n)), choices.label(), choices.flag())


class GoesWrong(NamedTuple):
    """Probabilities about bad stumps, whose error is more than 1/3 + ε.

    probability:   that some stump of least training error is bad.
    some_no_worse: that some bad stump has no more training errors than the best stump.
    one_no_worse:  the greatest probability, over single bad stumps, that it has no more training errors than the best.
    """

    probability: Fraction
    some_no_worse: Fraction
    one_no_worse: Fraction


class SampledThreePieces(Case, frozen=True, tag="sampled-three-pieces"):
    """`samples` independent examples from a distribution as in `ThreePieces`, and how often ERM over stumps fails.

    Of several stumps of least training error the worst is taken. ERM fails if its error is above 1/3 + epsilon.
    """

    masses: tuple[Positive, ...]
    cuts: tuple[int, int]
    samples: Positive
    epsilon: Fraction

    def __post_init__(self) -> None:
        _require_pieces(self.masses, self.cuts)

    def play_alone(self) -> GoesWrong:
        """Enumerate all multinomial counts, without a learner.

        Also compares bad stumps with the best one: the probabilities that one of them, and that some of them, has no
        more training errors.
        """
        n, total = len(self.masses), sum(self.masses)
        labels = np.array(ThreePieces(self.masses, self.cuts).labels())
        wrong = np.array([pattern != labels for pattern in stump_patterns(n)]).T.astype(np.int64)  # (n, stumps)
        limit = (Fraction(1, 3) + self.epsilon) * total
        bad = np.array([int(error) > limit for error in np.array(self.masses) @ wrong])
        drawn = Samples(self.samples, self.masses)
        errors = drawn.counts @ wrong
        goes_wrong = (errors[:, bad] == errors.min(axis=1, keepdims=True)).any(axis=1)
        no_worse = errors[:, bad] <= errors[:, [np.argmin(np.array(self.masses) @ wrong)]]

        return GoesWrong(
            probability=drawn.probability(goes_wrong),
            some_no_worse=drawn.probability(no_worse.any(axis=1)),
            one_no_worse=max(
                (drawn.probability(no_worse[:, i]) for i in range(no_worse.shape[1])), default=Fraction(0)
            ),
        )


@cache
def stump_patterns(n: int) -> NDArray[np.int64]:
    """The distinct labellings of n ordered points by stumps, shape (2n, n)."""
    above = [[1 if i >= k else -1 for i in range(n)] for k in range(n)]
    return np.array(above + [[-v for v in row] for row in above])


ACCURACIES = tuple(map(Fraction, ("1/2", "5/12", "1/3", "1/4")))


def sampled_three_pieces(choices: Choices, *, heaviest: int, samples: int) -> SampledThreePieces:
    """Samples from distributions on three atoms labelled +−+, large enough for the bound to be meaningful.

    They have at most `samples` examples more than that. Shrinks to a large epsilon and few examples.
    """
    masses = tuple(choices.integers(3, 1, heaviest))
    epsilon = choices.pick(ACCURACIES[:3])
    least = math.ceil(2 * math.log(6) / epsilon**2)
    return SampledThreePieces(masses, (1, 2), least + choices.integer(0, samples), epsilon)
