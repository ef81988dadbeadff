"""Samples for regression, the exact least losses, and what determines an answer."""

import math
from functools import cache, partial

import numpy as np
import pytest
from cases import drawn

from learncheck.exact.squares import least_by_projection, least_squares, mean_square
from learncheck.learners import LeastSquares, LogisticRegression
from learncheck.strategies.halfspaces.logistic import NARROW, NoMinimum, optimum
from learncheck.strategies.halfspaces.regression import (
    UNIT,
    balanced_weights,
)
from learncheck.theorems.notes.halfspaces.least_squares import regression_samples
from learncheck.theorems.notes.halfspaces.logistic_regression import logistic_samples, spans
from learncheck.theorems.notes.halfspaces.polynomials import polynomial_samples

once = cache(drawn)
LINEAR = partial(once, regression_samples, 40, examples=6, dimensions=3, reach=6, queries=3)
POLYNOMIAL = partial(once, polynomial_samples, 30, examples=6, degree=4, reach=4)
LOGISTIC = partial(
    once, logistic_samples, 25, full_rank=True, not_separable=True, dimensions=3, reach=5, pool=5, copies=2, queries=3
)


def test_three_ways_to_the_least_loss():
    for case in LINEAR():
        rows, targets = case.rows(), case.values()
        least = least_squares(rows, targets)
        assert least.loss == least_by_projection(list(zip(*rows, strict=True)), targets)
        X, y = np.array(rows, dtype=float), np.array(targets, dtype=float)
        w = np.linalg.lstsq(X, y, rcond=None)[0]
        assert math.isclose(float(least.loss), float(((X @ w - y) ** 2).mean()), abs_tol=1e-9)


def test_polynomials_through_all_points_have_no_loss():
    for case in POLYNOMIAL():
        distinct = dict(zip(case.points, case.targets, strict=True))
        if len(distinct) == len(case.points) <= case.degree + 1:
            assert least_squares(case.rows(), case.values()).loss == 0
        answers = case.play(LeastSquares).facts.answers
        assert math.isclose(
            mean_square(answers, case.values()), least_squares(case.rows(), case.values()).loss, abs_tol=1e-9
        )


def test_the_least_logistic_loss_is_enclosed():
    for case in LOGISTIC():
        signed = case.signed()
        weights = balanced_weights(signed)
        assert spans(case.points)
        assert weights is not None
        assert all(0 < v < 1 for v in weights)
        assert all(sum(a * x[j] for a, x in zip(weights, signed, strict=True)) == 0 for j in range(len(signed[0])))
        least = optimum(signed)
        assert 0 < least.high - least.low + NARROW <= 2 * NARROW
        S = np.array(signed, dtype=float) / UNIT
        for shift in np.eye(len(least.w)):
            assert np.logaddexp(0, -S @ (np.array(least.w) + 0.01 * shift)).mean() >= float(least.low) - 1e-12


def test_weights_of_almost_least_loss_stay_nearby():
    """Random vectors whose loss is within 1e-6 lie in the set by which labels are judged."""
    for case in LOGISTIC():
        least = optimum(case.signed())
        if least.radius is None:
            continue
        S = np.array(case.signed(), dtype=float) / UNIT
        H = np.linalg.inv(np.array(least.inverse))
        generator = np.random.default_rng(0)
        for direction in generator.normal(size=(20, len(least.w))):
            step = direction / math.sqrt(direction @ H @ direction) * least.radius
            loss = np.logaddexp(0, -S @ (np.array(least.w) + step)).mean()
            assert loss > float(least.low) + 1e-6


def test_separable_samples_have_no_least_loss():
    for signed in (((1,), (2,)), ((1, 0), (-1, 0), (0, 1), (1, 1))):  # strictly, and weakly
        assert balanced_weights(signed) is None
        with pytest.raises(NoMinimum, match="separates"):
            optimum(signed)


def test_the_learner_names_samples_without_a_minimiser():
    with pytest.raises(ValueError, match="no minimiser"):
        LogisticRegression().fit(np.array([[1.0], [2.0]]), np.array([1, 1]), rounds=20)
