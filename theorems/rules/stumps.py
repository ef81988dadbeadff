"""Conformance of batch learners: decision stumps and AdaBoost.

stump_fit, least_stump_error   ERM over the stumps sign(θ − x_i)·b
AdaBoostRun                    follows AdaBoost, one call of its weak learner at a time
BatchFit                       their result
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sympy import Symbol

from learncheck.exact.decimals import apart
from learncheck.strategies.play.case import Trace, once
from learncheck.strategies.samples.weak_learners import shortened
from learncheck.theorems.rules.following import ROUNDING, TIE

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class BatchFit:
    """Whether the answers are those of the algorithm. `why` says why not or, if `ok`, what was not judged."""

    ok: bool
    why: str = ""


MEANS = {Symbol("F", nonnegative=True): "1 where an answer fits no legal run, otherwise 0"}


def fitting(F: Symbol, fit: Callable[[Trace], BatchFit]) -> dict[str, Any]:
    """Build the `measure` and `why` arguments of a conformance claim; F is 0 if the case fits, otherwise 1."""
    known = once(fit)
    return {"measure": lambda trace: {F: int(not known(trace).ok)}, "why": lambda trace: known(trace).why}


# ----------------------------------------------------------------------------------------------------- stumps


def _prefix_errors(column: Vector, y: Vector, weights: Vector) -> Iterator[float]:
    """Yield the weighted error of sign(θ − x) for every θ between distinct values, below all and above all."""
    order = np.argsort(column, kind="stable")
    values = column[order]
    # With θ below all values everything is labelled −1, which errs on the positives. Each example that θ passes
    # becomes +1.
    errors = float(weights[y > 0].sum()) - np.concatenate(([0.0], np.cumsum((y * weights)[order])))
    at_a_cut = np.concatenate(([True], values[1:] != values[:-1], [True]))
    yield from errors[at_a_cut].tolist()


def least_stump_error(X: ArrayLike, y: ArrayLike, weights: ArrayLike) -> float:
    """Return the least weighted error of a stump sign(θ − x_i)·b over i, θ and both signs b.

    X has shape (m, d); y (of ±1) and the non-negative weights have shape (m,). The error is in units of the weights.
    Source: UML (10.1), with both signs.
    """
    X, y, weights = (np.asarray(each, dtype=np.float64) for each in (X, y, weights))
    total = float(weights.sum())
    errors = [error for column in X.T for error in _prefix_errors(column, y, weights)]
    return max(0.0, min(min(error, total - error) for error in errors))  # −b errs where b does not


def _is_stump_on(values: Vector, predictions: Vector) -> bool:
    """Whether predictions = b·sign(θ − values) for some θ and b; the prediction 0 means that the value is θ."""
    zeros = np.unique(values[predictions == 0])
    if len(zeros) > 1:
        return False
    for b in (1.0, -1.0):
        highest_before = values[predictions == b].max(initial=-math.inf)
        lowest_after = values[predictions == -b].min(initial=math.inf)
        if len(zeros) and highest_before < zeros[0] < lowest_after:
            return True  # θ is the value with the prediction 0
        if not len(zeros) and highest_before < lowest_after:
            return True  # θ is between the two, or is one of them
    return False


def stump_fit(
    X: ArrayLike,
    y: ArrayLike,
    weights: ArrayLike,
    predictions_on_X: ArrayLike,
    queries: ArrayLike,
    predictions_on_queries: ArrayLike,
) -> BatchFit:
    """Whether one stump of least weighted training error gives all the predictions.

    X has shape (m, d) and queries shape (q, d). Predictions are in {-1, 0, +1}; 0 is allowed as sign(0), but counts
    as an error on the sample. An error is least if it is within 1e-9 of the total weight. Source: UML 10.1.1.
    """
    X, y, weights = (np.asarray(each, dtype=np.float64) for each in (X, y, weights))
    on_X, on_queries = (np.asarray(each, dtype=np.float64) for each in (predictions_on_X, predictions_on_queries))
    queries = np.asarray(queries, dtype=np.float64).reshape(-1, X.shape[1])
    total = float(weights.sum())
    error, least = float(weights[on_X != y].sum()), least_stump_error(X, y, weights)
    if error > least + TIE * total:
        own, best = apart(error / total, least / total)
        return BatchFit(False, f"its weighted training error is {own}, that of the best stump {best}")
    if not any(_is_stump_on(X[:, i], on_X) for i in range(X.shape[1])):
        return BatchFit(False, "no stump b·sign(θ − x_i) labels the sample like this")
    everywhere, answers = np.vstack((X, queries)), np.concatenate((on_X, on_queries))
    if not any(_is_stump_on(everywhere[:, i], answers) for i in range(X.shape[1])):
        return BatchFit(False, "no stump b·sign(θ − x_i) labels both the sample and the other instances like this")
    return BatchFit(True)


# --------------------------------------------------------------------------------------------------- AdaBoost

# The relative tolerance for each entry of a distribution. D_t+1 is compared with the update of the D_t that was passed
# before, so only one round's error counts: about (m + 8)·2⁻⁵³ of an entry for the sum, the logarithm, the exponentials
# and the division, or Σ w_s·2⁻⁵³ in a booster that keeps D as exp(−y f). Both are far below 1e-6. Only a small ε_t
# computed as 1 − (1 − ε_t) can be off by more, which `_rounding` allows for.
DISTRIBUTION = 1e-6

# Exact weights are integers, and a round can double their length. If the largest exceeds EXACT_BITS, all are shifted
# right until the smallest has KEPT_BITS bits.
EXACT_BITS = 1 << 14
KEPT_BITS = 1 << 12

NEVER_CALLED = "it never calls the weak learner that it is given"


@dataclass(eq=False)
class AdaBoostRun:
    """Follow AdaBoost on a sample with the labels y, one call of its weak learner at a time. Source: UML 10.2.

    Pass each call of the weak learner to `call`, then the predictions on the sample to `finish` at the end of `fit`.
    `answers` judges predictions elsewhere. The attribute `fit` keeps the first misfit.

    After a round with ε_t = 0 (`perfect`) only the training error is judged, which must be 0. After a round with
    ε_t = 1 nothing is judged: AdaBoost is undefined there, and its hypothesis ε_t < ½ is violated.

    epsilons: the ε_t of the theorems, under AdaBoost's exact D_t, as fractions.
    exact:    whether all of them are exact. If not, their relative error is at most 2^(t + 2 − KEPT_BITS).
    """

    y: ArrayLike
    n_rounds: int
    fit: BatchFit = field(default=BatchFit(True), init=False)
    perfect: bool = field(default=False, init=False)
    undefined: bool = field(default=False, init=False)
    exact: bool = field(default=True, init=False)
    epsilons: list[Fraction] = field(default_factory=list, init=False)
    hypotheses: list[Vector] = field(default_factory=list, init=False)  # h_t on the sample
    handed: list[float] = field(default_factory=list, init=False)  # ε_t under the D_t that was passed

    def __post_init__(self) -> None:
        self._labels = np.asarray(self.y, dtype=np.float64)
        self._exact_weights = [1] * len(self._labels)
        self._due = np.full(len(self._labels), 1.0 / len(self._labels))
        self._off = 0.0  # how far the rounding of ε_t may move the expected D

    @property
    def calls(self) -> int:
        """The number of calls so far."""
        return len(self.hypotheses)

    def call(self, D: ArrayLike, predictions: ArrayLike) -> bool:
        """Judge a call of the weak learner, from the weights passed to it and its hypothesis's labels on the sample."""
        if not self.fit.ok or self.perfect or self.undefined:
            return self.fit.ok
        if self.calls == self.n_rounds:
            return self._fail(f"the weak learner is called more than n_rounds = {self.n_rounds} times")
        share = self._shares(D)
        if share is None:
            return False
        h = np.asarray(predictions, dtype=np.float64)
        right = h == self._labels
        self.hypotheses.append(h)
        self._count_exactly(right)
        wrong_mass, right_mass = float(share[~right].sum()), float(share[right].sum())
        self.handed.append(wrong_mass)
        self.perfect = bool(right.all())
        self.undefined = not self.perfect and not 0 < wrong_mass < 1
        if not self.perfect and not self.undefined:
            self._due = np.where(right, share / (2 * right_mass), share / (2 * wrong_mass))
            self._off = self._rounding(wrong_mass)
        return True

    def finish(self, predictions: ArrayLike) -> bool:
        """Judge the end of `fit`: whether there were n_rounds calls and the vote labels the sample."""
        if not self.fit.ok or self.undefined:
            return self.fit.ok
        answers = np.asarray(predictions, dtype=np.float64)
        if self.perfect:
            errors = int(np.count_nonzero(answers != self._labels))
            return not errors or self._fail(f"a round was perfect, but the training error is {errors}/{len(answers)}")
        if not self.calls:
            return self._fail(NEVER_CALLED)
        if self.calls != self.n_rounds:
            return self._fail(f"the weak learner is called {self.calls} times, not n_rounds = {self.n_rounds} times")
        return self.answers(np.array(self.hypotheses).reshape(self.n_rounds, -1), answers)

    def answers(self, weak_predictions: ArrayLike, predictions: ArrayLike) -> bool:
        """Whether predictions of shape (q,) are sign(Σ w_t h_t), given the labels of all h_t, of shape (calls, q)."""
        if not self.fit.ok or self.perfect or self.undefined or not self.calls:
            return self.fit.ok
        h, answers = np.asarray(weak_predictions, dtype=np.float64), np.asarray(predictions, dtype=np.float64)
        w = self.weights()
        scores = w @ h
        slack = TIE * np.abs(w).sum() + sum(self._rounding(epsilon) for epsilon in self.handed)
        wrong = np.flatnonzero((np.abs(scores) > slack) & (answers != np.sign(scores)))
        if not len(wrong):
            return True
        i = int(wrong[0])
        return self._fail(f"the weighted vote on instance {i} is {scores[i]:g}, but the answer is {answers[i]:+g}")

    def weights(self) -> Vector:
        """Return w_t = ½·log(1/ε_t − 1) of the rounds so far, each ε_t under the D_t that was passed."""
        return np.array([0.5 * math.log((1 - epsilon) / epsilon) for epsilon in self.handed])

    def _shares(self, D: ArrayLike) -> Vector | None:
        """Return the weights that were passed, scaled to sum 1. If they do not fit, record a misfit and return None."""
        t = self.calls + 1
        given = np.asarray(D, dtype=np.float64)
        if given.shape != self._due.shape or not np.isfinite(given).all() or not given.sum() > 0:
            self._fail(f"D_{t} is not a distribution over the {len(self._due)} examples")
            return None
        share: Vector = given / given.sum()
        off = np.abs(share - self._due) > (DISTRIBUTION + self._off) * self._due
        if off.any():
            i = int(off.argmax())
            own, due = apart(share[i], self._due[i])
            self._fail(f"D_{t} has the share {own} for example {i}, where AdaBoost has {due}")
            return None
        return share

    def _rounding(self, epsilon: float) -> float:
        """Bound the error of w_t: ε_t is a sum of m terms, or 1 minus such a sum, and is followed by a logarithm."""
        return 8 * (len(self._labels) + 8) * ROUNDING / min(epsilon, 1 - epsilon)

    def _count_exactly(self, right: NDArray[np.bool_]) -> None:
        """Record ε_t and update the integer weights.

        D_t+1 ∝ D_t/(2(1 − ε_t)) where h_t is right, and D_t/(2ε_t) where it is wrong.
        """
        u = self._exact_weights
        right_mass = sum(weight for weight, is_right in zip(u, right, strict=True) if is_right)
        wrong_mass = sum(u) - right_mass
        self.epsilons.append(Fraction(wrong_mass, right_mass + wrong_mass))
        if not wrong_mass or not right_mass:
            return
        u = [weight * (wrong_mass if is_right else right_mass) for weight, is_right in zip(u, right, strict=True)]
        self._exact_weights, is_exact = shortened(u, EXACT_BITS, KEPT_BITS)
        self.exact &= is_exact

    def _fail(self, why: str) -> bool:
        self.fit = BatchFit(False, why)
        return False
