"""Conformance of a batch learner to boosting by majority."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.exact.decimals import apart
from learncheck.theorems.rules.stumps import BatchFit

Vector = NDArray[np.float64]

WEIGHTS = 1e-6
"""The relative tolerance for each weight. Weights are products of t factors, so rounding causes a relative error of
about t·2⁻⁵³, or t·(m + 8)·2⁻⁵³ if they are normalised in every round."""


@dataclass(eq=False)
class MajorityRun:
    """Follow boosting by majority on a sample with the labels y, one call of its weak learner at a time. Source: JAI.

    Pass each call of the weak learner to `call`, then call `finish` at the end of `fit`. `answers` judges predictions
    on any instances for which the labels of all h_t are known. The attribute `fit` keeps the first misfit. Weights may
    have any positive total. Any answer is allowed where the hypotheses tie.
    """

    y: ArrayLike
    gamma: float
    n_rounds: int
    fit: BatchFit = field(default=BatchFit(True), init=False)
    calls: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._labels = np.asarray(self.y, dtype=np.float64)
        self._log_alpha = float(np.log((0.5 + self.gamma) / (0.5 - self.gamma)))
        self._times = np.zeros(len(self._labels))  # how often each example has been misclassified

    def call(self, w: ArrayLike, predictions: ArrayLike) -> bool:
        """Judge a call of the weak learner, from the weights passed to it and its hypothesis's labels on the sample."""
        if not self.fit.ok:
            return False
        if self.calls == self.n_rounds:
            return self._fail(f"the weak learner is called more than n_rounds = {self.n_rounds} times")
        t = self.calls + 1
        given = np.asarray(w, dtype=np.float64)
        if given.shape != self._labels.shape or not np.isfinite(given).all() or not given.sum() > 0:
            return self._fail(f"in round {t} no weights are handed over for the {len(self._labels)} examples")
        due = np.exp(self._log_alpha * (self._times - self._times.max()))
        share, expected = given / given.sum(), due / due.sum()
        off = np.abs(share - expected) > WEIGHTS * expected
        if off.any():
            i = int(off.argmax())
            own, right = apart(share[i], expected[i])
            return self._fail(
                f"in round {t} example {i} has the share {own} of the weight, where α^{self._times[i]:.0f} is "
                f"the share {right}"
            )
        self.calls = t
        self._times = self._times + (np.asarray(predictions, dtype=np.float64) != self._labels)
        return True

    def finish(self) -> bool:
        """Judge the end of `fit`: whether there were n_rounds calls."""
        if self.fit.ok and self.calls != self.n_rounds:
            return self._fail(f"the weak learner is called {self.calls} times, not n_rounds = {self.n_rounds} times")
        return self.fit.ok

    def answers(self, weak_predictions: ArrayLike, predictions: ArrayLike) -> bool:
        """Whether predictions of shape (q,) are the majorities, given the labels of all h_t, of shape (calls, q)."""
        if not self.fit.ok:
            return False
        votes = np.asarray(weak_predictions, dtype=np.float64).sum(axis=0)
        given = np.asarray(predictions, dtype=np.float64)
        wrong = np.flatnonzero((votes != 0) & (given != np.sign(votes)))
        if not len(wrong):
            return True
        i = int(wrong[0])
        return self._fail(f"the votes on instance {i} sum to {votes[i]:+g}, but the answer is {given[i]:+g}")

    def _fail(self, why: str) -> bool:
        self.fit = BatchFit(False, why)
        return False
