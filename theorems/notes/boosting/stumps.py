"""ERM over decision stumps.

Conformance to ERM over decision stumps: `stump_fit` and `least_stump_error`, over the stumps sign(θ − x_i)·b.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.exact.decimals import apart
from learncheck.learners import DecisionStump
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples.fitting import Fit
from learncheck.strategies.samples.ladders import stump_ladder
from learncheck.strategies.samples.stumps import StumpSample, small_stump_samples, stump_samples
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.rules.batch import FITS, BatchFit, batch_conforms
from learncheck.theorems.rules.following import TIE

Vector = NDArray[np.float64]


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
    return FITS


E = quantity("E", "the weighted training error of the stump")

least = quantity("E_min", "the least weighted training error of any stump, by brute force")

SAMPLES = Family(
    stump_samples,
    exhaust=small_stump_samples,
    extent="all samples of up to {examples:≤ _ examples} examples on the line, at 0 to {values}, in every order, "
    "weights 1 to {heaviest}",
    search=dict(examples=4, features=2, values=4, heaviest=4, queries=2),
    scout=dict(examples=12, features=4, values=12, heaviest=9, queries=4),
    quick=dict(examples=3, values=2, heaviest=2),
    full=dict(examples=4, values=2, heaviest=2),
    ladder=stump_ladder,
)


def errors(trace: Trace[StumpSample, Fit]) -> Values:
    """Measure the weighted training error of the learner's stump and the least one."""
    case = trace.case
    return {E: case.unit * case.error(trace.facts.answers), least: case.unit * case.least_error()}


def stump_run(trace: Trace[StumpSample, Fit]) -> BatchFit:
    """Whether the answers are those of a stump of least error."""
    X, y, queries, _, weights = trace.case.handed()
    weights = np.ones(len(y)) if weights is None else weights
    return stump_fit(X, y, weights, trace.facts.answers, queries, trace.facts.beyond)


STUMP_ERM = Claim(
    "stump-erm",
    "The sweep over the sorted examples finds a stump of least weighted training error.",
    sources=(UML("10.1.1, ERM for Decision Stumps"),),
    label="exact",
    learner=DecisionStump,
    cases=SAMPLES,
    measure=errors,
    bound=E <= least,
    remark="Its cost, $O(dm)$ after sorting, is not judged.",
)

STUMP_CONFORMS = batch_conforms(
    "decision-stump-conforms",
    DecisionStump,
    "On every sample the predictions, on and off the sample, are those of one stump of least training error.",
    UML("10.1.1, ERM for Decision Stumps"),
    cases=SAMPLES,
    fit=stump_run,
)
