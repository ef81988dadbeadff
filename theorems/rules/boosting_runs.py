"""Whether a booster's calls of its weak learner, its votes and its weights are those of its algorithm.

BoostingRun   what boosting algorithms have in common
AdaBoostRun   AdaBoost
Misfit        why a run is not one of the algorithm
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from learncheck.exact.decimals import apart
from learncheck.learners.arrays import Floats
from learncheck.strategies.samples import weak_learners
from learncheck.theorems.rules import batch, following

# The relative tolerance for each weight. AdaBoost's D_t+1 is compared with the update of the D_t that was passed
# before, so only one round's error counts: about (m + 8)·2⁻⁵³ of an entry for the sum, the logarithm, the exponentials
# and the division, or Σ w_s·2⁻⁵³ in a booster that keeps D as exp(−y f). Only a small ε_t computed as 1 − (1 − ε_t) can
# be off by more, which `_rounding` allows for. The weights of boosting by majority are products of t factors, off by
# about t·2⁻⁵³, or t·(m + 8)·2⁻⁵³ if they are normalised in every round. All this is far below 1e-6.
DISTRIBUTION = 1e-6

NEVER_CALLED = "it never calls the weak learner that it is given"


class Misfit(Exception):
    """Why a run is not one of the algorithm."""


@dataclass(eq=False)
class BoostingRun(ABC):
    """A run of a boosting algorithm on a sample with the labels y.

    Pass each call of the weak learner to `call`, then the predictions on the sample to `finish` at the end of `fit`.
    `answers` judges predictions on any instances for which the labels of all h_t are known. Each raises Misfit where
    the run is not the algorithm's. Weights may have any positive total. Any answer is allowed where the vote ties.
    """

    y: ArrayLike
    n_rounds: int
    hypotheses: list[Floats] = field(default_factory=list, init=False)  # h_t on the sample

    def __post_init__(self) -> None:
        self._labels = np.asarray(self.y, dtype=np.float64)
        self._due = np.full(len(self._labels), 1.0 / len(self._labels))  # the distribution of the next round
        self._off = 0.0  # how far rounding may move it

    @abstractmethod
    def _after(self, share: Floats, h: Floats) -> None:
        """Compute the distribution of the next round from the weights that were passed, scaled to sum 1."""

    @abstractmethod
    def _unlike(self, i: int, own: str, due: str) -> str:
        """The message that the weight of example i is wrong in this round."""

    @abstractmethod
    def answers(self, weak_predictions: ArrayLike, predictions: ArrayLike) -> None:
        """Judge predictions of shape (q,) by the vote, given the labels of all h_t, of shape (calls, q)."""

    @property
    def calls(self) -> int:
        """The number of calls so far."""
        return len(self.hypotheses)

    @property
    def judging(self) -> bool:
        """Whether anything is left to judge."""
        return True

    def followed(self, weak: weak_learners.WeakLearner, predictions: Floats) -> batch.BatchFit:
        """Judge all calls of the weak learner, and the predictions on its instances; Misfit becomes the reason."""
        if weak.altered:
            return batch.BatchFit(False, "the weak learner is handed another X or y than the sample's")
        try:
            self.follow(weak)
            self.finish(predictions[weak.which])
            if weak.calls:
                self.answers(np.array([call.labels for call in weak.calls]), predictions)
        except Misfit as misfit:
            return batch.BatchFit(False, str(misfit))
        return batch.FITS

    def follow(self, weak: weak_learners.WeakLearner) -> None:
        """Judge all calls of the weak learner."""
        for call in weak.calls:
            self.call(call.handed, call.labels[weak.which])

    def call(self, D: ArrayLike, predictions: ArrayLike) -> None:
        """Judge a call of the weak learner, from the weights passed to it and its hypothesis's labels on the sample."""
        if not self.judging:
            return
        if self.calls == self.n_rounds:
            raise Misfit(f"the weak learner is called more than n_rounds = {self.n_rounds} times")
        given = np.asarray(D, dtype=np.float64)
        if given.shape != self._due.shape or not np.isfinite(given).all() or not given.sum() > 0:
            raise Misfit(f"D_{self.calls + 1} is not a distribution over the {len(self._due)} examples")
        share: Floats = given / given.sum()
        off = np.abs(share - self._due) > (DISTRIBUTION + self._off) * self._due
        if off.any():
            i = int(off.argmax())
            raise Misfit(self._unlike(i, *apart(share[i], self._due[i])))
        self.hypotheses.append(np.asarray(predictions, dtype=np.float64))
        self._after(share, self.hypotheses[-1])

    def finish(self, predictions: ArrayLike) -> None:
        """Judge the end of `fit`: whether there were n_rounds calls."""
        if self.calls != self.n_rounds:
            raise Misfit(f"the weak learner is called {self.calls} times, not n_rounds = {self.n_rounds} times")

    def _agree(self, scores: Floats, slack: float, predictions: ArrayLike, vote: str) -> None:
        """Judge whether the predictions are the signs of the scores; any will do up to the slack."""
        given = np.asarray(predictions, dtype=np.float64)
        wrong = np.flatnonzero((np.abs(scores) > slack) & (given != np.sign(scores)))
        if len(wrong):
            i = int(wrong[0])
            raise Misfit(f"{vote.format(i, scores[i])}, but the answer is {given[i]:+g}")


@dataclass(eq=False)
class AdaBoostRun(BoostingRun):
    """A run of AdaBoost. Source: UML 10.2.

    After a round with ε_t = 0 (`perfect`) only the training error is judged, which must be 0. After a round with
    ε_t = 1 nothing is judged: AdaBoost is undefined there, and its hypothesis ε_t < ½ is violated.
    """

    perfect: bool = field(default=False, init=False)
    undefined: bool = field(default=False, init=False)
    handed: list[float] = field(default_factory=list, init=False)  # ε_t under the D_t that was passed

    @property
    def judging(self) -> bool:
        """Whether anything but the training error is left to judge."""
        return not self.perfect and not self.undefined

    def _after(self, share: Floats, h: Floats) -> None:
        right = h == self._labels
        wrong_mass, right_mass = float(share[~right].sum()), float(share[right].sum())
        self.handed.append(wrong_mass)
        self.perfect = bool(right.all())
        self.undefined = not self.perfect and not 0 < wrong_mass < 1
        if self.judging:
            self._due = np.where(right, share / (2 * right_mass), share / (2 * wrong_mass))
            self._off = self._rounding(wrong_mass)

    def _unlike(self, i: int, own: str, due: str) -> str:
        return f"in round {self.calls + 1} example {i} has the weight {own}, and AdaBoost gives it {due}"

    def finish(self, predictions: ArrayLike) -> None:
        """Judge the end of `fit`: whether there were n_rounds calls and the vote labels the sample."""
        if self.perfect:
            errors = int(np.count_nonzero(np.asarray(predictions) != self._labels))
            if errors:
                raise Misfit(f"a round was perfect, but the training error is {errors}/{len(self._labels)}")
        elif self.judging:
            if not self.calls:
                raise Misfit(NEVER_CALLED)
            super().finish(predictions)
            self.answers(self.hypotheses, predictions)

    def answers(self, weak_predictions: ArrayLike, predictions: ArrayLike) -> None:
        if not self.judging or not self.calls:
            return
        w = self.weights()
        slack = following.TIE * np.abs(w).sum() + sum(self._rounding(epsilon) for epsilon in self.handed)
        scores = w @ np.asarray(weak_predictions, dtype=np.float64)
        self._agree(scores, slack, predictions, "the weighted vote on instance {} is {:g}")

    def weights(self) -> Floats:
        """Return w_t = ½·log(1/ε_t − 1) of the rounds so far, each ε_t under the D_t that was passed."""
        return np.array([0.5 * math.log((1 - epsilon) / epsilon) for epsilon in self.handed])

    def shows(self, weights: ArrayLike) -> batch.BatchFit:
        """Whether the weights that the learner exposes are the w_t, up to one positive factor.

        Nothing is judged after a round without an error.
        """
        if not self.judging or not self.calls:
            return batch.FITS
        given, due = np.asarray(weights, dtype=np.float64), self.weights()
        top = int(due.argmax())
        slack = [following.TIE * due[top] + self._rounding(epsilon) for epsilon in self.handed]
        scaled = given * (due[top] / given[top]) if given[top] > 0 else np.zeros_like(due)
        off = np.abs(scaled - due) - (slack + due / due[top] * slack[top])
        t = int(off.argmax())
        if not off[t] > 0:
            return batch.FITS
        own, right = apart(float(given[t] / given[top]) if given[top] else 0.0, float(due[t] / due[top]))
        why = f"estimator_weights[{t}] is {own} times estimator_weights[{top}], but ½ log(1/ε − 1) is {right} times it"
        return batch.BatchFit(False, why)

    def _rounding(self, epsilon: float) -> float:
        """Bound the error of w_t: ε_t is a sum of m terms, or 1 minus such a sum, and is followed by a logarithm."""
        return 8 * (len(self._labels) + 8) * following.ROUNDING / min(epsilon, 1 - epsilon)
