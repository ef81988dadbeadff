"""A weak learner that a boosting case controls, and the distribution that AdaBoost hands to it, exactly."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from learncheck.learners.arrays import Floats, Ints, Numbers
from learncheck.strategies.samples.stumps import Mass

EXACT_BITS, ROUNDED_BITS = 2**12, 2**10
"""Weights of more bits than the first are rounded, so that the smallest has as many as the second."""

CERTAIN = 1 - Fraction(1, 2 ** (ROUNDED_BITS // 2))

AGREEMENT = 1e-6
"""A distribution that is within this relative error of AdaBoost's in each entry is taken for AdaBoost's."""


class Distribution:
    """AdaBoost's distribution, in integers, over instances that may occur several times each.

    weights[i] is proportional to D of one example with instance i, masses[i] to D of all of them together. A round with
    error ε divides the weights where it erred by 2ε and the others by 2(1 − ε). The integers may double in length with
    every round. Once they are very long, their last bits are dropped, and `exact` is False from then on.
    """

    def __init__(self, copies: Sequence[int]) -> None:
        self.copies = copies
        self.weights = [1] * len(copies)
        self.exact = True

    @property
    def masses(self) -> list[int]:
        return [w * c for w, c in zip(self.weights, self.copies, strict=True)]

    def reweight(self, errs: Sequence[bool]) -> None:
        """Update the distribution after a round that erred on these instances, unless on all or on none."""
        masses = self.masses
        wrong = sum(mass for mass, err in zip(masses, errs, strict=True) if err)
        right = sum(masses) - wrong
        if not wrong or not right:
            return
        weights = [w * (right if err else wrong) for w, err in zip(self.weights, errs, strict=True)]
        common = math.gcd(*weights)
        self.weights = [w // common for w in weights]
        spare = min(self.weights).bit_length() - ROUNDED_BITS
        if max(self.weights).bit_length() > EXACT_BITS and spare > 0:
            self.weights, self.exact = [w >> spare for w in self.weights], False

    def played(self, script: Sequence[Sequence[int]]) -> Iterator[Fraction]:
        """Yield the error of each round that errs on these instances, and update the distribution after it."""
        for wrong in script:
            errs = [i in wrong for i in range(len(self.copies))]
            yield share_of(self.masses, errs)
            self.reweight(errs)


def factor(gamma: Fraction) -> Fraction:
    """α = (½ + γ)/(½ − γ)."""
    return (1 + 2 * gamma) / (1 - 2 * gamma)


class MajorityWeights(Distribution):
    """JAI's weights, in integers up to a common factor, over instances that may occur several times each."""

    def __init__(self, copies: Sequence[int], gamma: Fraction) -> None:
        super().__init__(copies)
        self.alpha = factor(gamma)

    def reweight(self, errs: Sequence[bool]) -> None:
        """Update the weights after a round that erred on these instances."""
        up, down = self.alpha.numerator, self.alpha.denominator
        weights = [w * (up if err else down) for w, err in zip(self.weights, errs, strict=True)]
        common = math.gcd(*weights)
        self.weights = [w // common for w in weights]


def fitting(masses: Sequence[Mass], order: Iterable[int], share: Fraction, most: int | None = None) -> list[bool]:
    """Choose at most `most` instances greedily in this order, with a total mass within the share of the whole."""
    budget = share * sum(masses)
    errs = [False] * len(masses)
    taken: Mass = 0
    for i in order:
        if masses[i] and taken + masses[i] <= budget and (most is None or sum(errs) < most):
            errs[i] = True
            taken += masses[i]
    return errs


def share_of(masses: Sequence[Mass], errs: Sequence[bool]) -> Fraction:
    """The share of the total mass on these instances."""
    return Fraction(sum(mass for mass, err in zip(masses, errs, strict=True) if err)) / sum(masses)


@dataclass
class WeakLearnerCall:
    """One call of the weak learner.

    handed:        the D that it was given.
    labels:        the labels of h_t on all instances.
    error:         ε_t, exactly (up to a relative 2^-512 unless `exact`): under AdaBoost's distribution if D is that up
                   to rounding, otherwise under D.
    error_of_last: the error of h_{t-1} under the same distribution; None in the first round.
    due:           ε_t under AdaBoost's own distribution, for any D.
    """

    handed: Floats
    labels: Ints
    error: Fraction
    error_of_last: Fraction | None
    exact: bool
    due: Fraction


Choose = Callable[[int, Sequence[Mass], bool], Sequence[bool]]
"""Maps t, the masses of the instances, and whether these are exact, to where the hypothesis of round t errs."""


@dataclass
class WeakLearner:
    """The weak learner of a boosting case, which records its calls.

    rows:         one row per instance.
    labels:       the labels of the instances, including those not in the sample (copies 0).
    distribution: the algorithm's own weights in the next round.
    answer:       maps (t, masses, exact) to the labels of h_t on the instances, and h_t itself.
    most:         the calls that are recorded; a learner that calls it more often gets the last hypothesis again.
    turned:       whether it expects flipped labels, and returns flipped hypotheses.
    calls:        the calls so far.
    altered:      whether a call ever had an X or y different from the sample.
    erred:        where the last hypothesis erred.
    """

    rows: Floats
    labels: Ints
    distribution: Distribution
    answer: Callable[[int, Sequence[Mass], bool], tuple[Ints, Callable[[Numbers], Ints]]]
    most: int
    turned: bool = False
    calls: list[WeakLearnerCall] = field(default_factory=list)
    altered: bool = False
    erred: Sequence[bool] = ()

    def __post_init__(self) -> None:
        self.copies = self.distribution.copies
        self.which = np.repeat(np.arange(len(self.copies)), self.copies)
        self.X, self.y = self.rows[self.which], self.labels[self.which]
        self.last: Callable[[Numbers], Ints]

    def __call__(self, X: Numbers, y: Ints, D: Floats) -> Callable[[Numbers], Ints]:
        D = np.array(D, dtype=float)
        if D.shape != self.y.shape or not np.isfinite(D).all() or (D < 0).any() or not D.sum() > 0:
            raise ValueError(
                f"the weak learner is handed a D of shape {D.shape} that is not a distribution over the "
                f"{len(self.y)} examples; hand over one non-negative weight an example, not all of them 0"
            )
        if len(self.calls) == self.most:
            return self.last
        self.altered |= not (np.array_equal(X, self.X) and np.array_equal(y, -self.y if self.turned else self.y))
        masses, exact = self._masses(D)
        labels, h = self.answer(len(self.calls), masses, exact)
        errs: list[bool] = (labels != self.labels).tolist()
        error_of_last = share_of(masses, self.erred) if self.calls else None
        due = share_of(self.distribution.masses, errs)
        self.calls.append(WeakLearnerCall(D, labels, share_of(masses, errs), error_of_last, exact, due))
        self.distribution.reweight(errs)
        self.erred = errs
        self.last = (lambda X: -h(X)) if self.turned else h
        return self.last

    def _masses(self, D: Floats) -> tuple[Sequence[Mass], bool]:
        due = self.distribution
        total = sum(due.masses)
        expected = np.array([w / total for w in due.weights])[self.which]
        share = D / D.max()  # their sum may be infinite
        if (np.abs(share / share.sum() - expected) <= AGREEMENT * expected).all():
            return due.masses, due.exact
        masses = [Fraction(0)] * len(self.copies)
        for i, weight in zip(self.which, D, strict=True):
            masses[i] += Fraction(float(weight))
        return masses, True
