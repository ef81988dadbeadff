"""Samples for regression, the exact least losses, and what determines an answer."""

import math
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from cases import drawn

from learncheck.exact.answers import InvalidAnswer
from learncheck.learners import LeastSquares, LogisticRegression
from learncheck.strategies.halfspaces.regression import (
    UNIT,
    LogisticSample,
    RegressionSample,
    balanced_weights,
    predicted_reals,
)
from learncheck.theorems.notes.halfspaces.least_squares import (
    fractions,
    least_by_projection,
    least_squares,
    linear_fit,
    matrix,
    mean_square,
    normal_equations,
    regression_samples,
    solution,
)
from learncheck.theorems.notes.halfspaces.logistic_regression import (
    NARROW,
    NoMinimum,
    logistic_fit,
    logistic_optimum,
    logistic_samples,
    spans,
)
from learncheck.theorems.notes.halfspaces.minimisers import pseudoinverse
from learncheck.theorems.notes.halfspaces.polynomials import FewBits, polynomial_samples

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


def test_the_pseudoinverse_is_numpys():
    for case in LINEAR():
        A, _ = normal_equations(matrix(case.rows()), matrix([[v] for v in case.values()]))
        exact = np.array(fractions(pseudoinverse(A)), dtype=float).reshape(A.nrows(), -1)
        rough = np.array(fractions(A), dtype=float).reshape(A.nrows(), -1)
        assert np.allclose(exact, np.linalg.pinv(rough, rcond=1e-12), atol=1e-6)


def test_equations_without_a_solution_are_named():
    with pytest.raises(ValueError, match="no solution"):
        solution(matrix([[1, 0], [0, 0]]), matrix([[1], [1]]))


def fit(case, answers, beyond):
    return linear_fit(case.rows(), case.values(), answers, case.further(), beyond)


def test_what_the_sample_determines():
    # ⟨w,(1,0)⟩ = 1 is all that is known; twice that instance is determined, (0, 1) is not
    case = RegressionSample(((4, 0),), (4,), ((8, 0), (0, 4), (4, 4)))
    assert fit(case, [1.0], [2.0, 7.0, 8.0]).ok
    assert "determined" in fit(case, [1.0], [3.0, 7.0, 8.0]).why
    assert "no linear function" in fit(case, [1.0], [2.0, 7.0, 9.0]).why
    assert "away from those of least loss" in fit(case, [1.1], [2.2, 7.0, 8.1]).why


def test_answers_that_are_no_reals_are_invalid():
    class Wrong:
        def __init__(self, answer):
            self.answer = answer

        def predict(self, X):
            return self.answer

    for answer in (None, [1.0], [math.nan, 0.0], "ab", [[1.0, 2.0]]):
        with pytest.raises(InvalidAnswer):
            predicted_reals(Wrong(answer), np.zeros((2, 1)))
    assert predicted_reals(Wrong([1, Fraction(1, 2)]), np.zeros((2, 1))).tolist() == [1.0, 0.5]


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
        least = logistic_optimum(signed)
        assert 0 < least.high - least.low + NARROW <= 2 * NARROW
        S = np.array(signed, dtype=float) / UNIT
        for shift in np.eye(len(least.w)):
            assert np.logaddexp(0, -S @ (np.array(least.w) + 0.01 * shift)).mean() >= float(least.low) - 1e-12


def test_weights_of_almost_least_loss_stay_nearby():
    """Random vectors whose loss is within 1e-6 lie in the set by which labels are judged."""
    for case in LOGISTIC():
        least = logistic_optimum(case.signed())
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
            logistic_optimum(signed)


def test_labels_are_judged_where_they_are_determined():
    case = LogisticSample(((4,), (4,), (4,)), (1, 1, -1))
    X, queries = np.ones((3, 1)), np.array([[-2.0], [0.0]])
    assert logistic_fit(case.signed(), X, [1, 1, 1, -1, 0], queries).ok
    assert logistic_fit(case.signed(), X, [1, 1, 1, -1, 1], queries).ok
    assert not logistic_fit(case.signed(), X, [1, 1, 1, 1, 0], queries).ok
    assert not logistic_fit(case.signed(), X, [1, 1, 0, -1, 0], queries).ok


def test_the_learner_names_samples_without_a_minimiser():
    with pytest.raises(ValueError, match="no minimiser"):
        LogisticRegression().fit(np.array([[1.0], [2.0]]), np.array([1, 1]), rounds=20)


def test_least_squares_on_a_worked_example():
    learner = LeastSquares().fit(np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 2.0]))
    assert np.allclose(learner.w, [7 / 6, 1 / 2])
    assert np.allclose(LeastSquares().fit(np.ones((2, 2)), np.array([1.0, 3.0])).w, [1.0, 1.0])  # the shortest


def test_words_of_few_bits():
    assert FewBits(1, 2).numbers() == [-2, -1, 0, 1]
    assert FewBits(1, 2, True).numbers() == [0, 1, 0, -1]
