"""The reference learners: exact arithmetic, no hidden state, what the contract leaves free."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learncheck import learners
from learncheck.learners import (
    LEARNERS,
    AdaBoost,
    Consistent,
    DecisionStump,
    DisjunctionElimination,
    Ellipsoid,
    ExpertsMajority,
    ExpertsRestart,
    Halving,
    KernelPerceptron,
    LeastSquares,
    LogisticRegression,
    ModifiedPerceptron,
    Perceptron,
    Pocket,
    RandomizedWeightedMajority,
    ThresholdHalving,
    WeightedMajority,
    Winnow,
    WinnowKOfR,
    foils,
)


def fractions(*values):
    return np.array([Fraction(v) for v in values], dtype=object)


ALL_SIGNS = np.array(list(product([-1, 1], repeat=3)))

ONLINE = {
    "Consistent": (lambda: Consistent(ALL_SIGNS), [(0, -1), (1, 1), (2, 1)]),
    "Halving": (lambda: Halving(ALL_SIGNS), [(0, -1), (1, 1), (2, 1)]),
    "ThresholdHalving": (lambda: ThresholdHalving(8), [(4, 1), (1, -1), (2, -1)]),
    "DisjunctionElimination": (lambda: DisjunctionElimination(2), [(np.array([1, 0]), -1), (np.array([1, 1]), 1)]),
    "ExpertsMajority": (lambda: ExpertsMajority(3), [(np.array([1, 1, -1]), -1)]),
    "ExpertsRestart": (lambda: ExpertsRestart(2), [(np.array([1, -1]), 1), (np.array([1, 1]), -1)]),
    "WeightedMajority": (lambda: WeightedMajority(3), [(np.array([1, 1, -1]), -1), (np.array([1, -1, 1]), -1)]),
    "Perceptron": (lambda: Perceptron(2), [(np.array([1.0, 2.0]), -1), (np.array([3.0, -1.0]), 1)]),
    "KernelPerceptron": (lambda: KernelPerceptron(np.dot), [(np.array([1.0, 2.0]), -1), (np.array([0.0, 1.0]), 1)]),
    "ModifiedPerceptron": (lambda: ModifiedPerceptron(0.1, np.array([0.6, 0.8])), [(np.array([1.0, 0.0]), -1)]),
    "Winnow": (lambda: Winnow(2), [(np.array([1, 0]), 1), (np.array([1, 1]), -1)]),
    "WinnowKOfR": (lambda: WinnowKOfR(2, 0.5), [(np.array([1, 0]), 1), (np.array([1, 1]), -1)]),
    "Ellipsoid": (lambda: Ellipsoid(2), [(np.array([1.0, 0.5]), -1), (np.array([0.0, 1.0]), 1)]),
}


def test_the_table_names_every_learner():
    batch = {name for name, cls in LEARNERS.items() if hasattr(cls, "fit")}
    assert set(LEARNERS) == set(ONLINE) | batch | {"RandomizedWeightedMajority"}
    assert all(getattr(learners, name) is cls for name, cls in LEARNERS.items())
    assert all(cls.__name__ == name for name, cls in LEARNERS.items())


@pytest.mark.parametrize("name", ONLINE)
def test_predict_changes_nothing_and_update_rebinds(name):
    make, rounds = ONLINE[name]
    learner = make()
    moved = False
    for x, y in rounds:
        before = dict(vars(learner))
        values = {key: np.copy(v) for key, v in before.items() if isinstance(v, np.ndarray)}
        assert type(learner.predict(x)) is int
        assert vars(learner).keys() == before.keys()
        assert all(vars(learner)[key] is v for key, v in before.items())
        learner.update(x, y)
        assert vars(learner).keys() == before.keys()
        assert all(np.array_equal(before[key], v) for key, v in values.items())
        moved = moved or any(vars(learner)[key] is not v for key, v in before.items())
    assert moved


@given(st.lists(st.tuples(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), st.sampled_from([-1, 1])), max_size=12))
def test_one_code_on_floats_and_fractions(rounds):
    exact, rounded, kernel = Perceptron(2), Perceptron(2), KernelPerceptron(np.dot)
    for x, y in rounds:
        third = fractions(*x) / 3
        assert exact.predict(third) == rounded.predict(np.array(x, dtype=float)) == kernel.predict(third)
        exact.update(third, y)
        rounded.update(np.array(x, dtype=float), y)
        kernel.update(third, y)
    assert [3 * v for v in exact.w] == rounded.w.tolist()


# arguments


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Halving(np.array([[0, 1]])), "holds .0 1., but labels"),
        (lambda: Consistent(np.array([1, -1])), "shape .2,."),
        (lambda: Halving(np.zeros((0, 3))), "no row"),
        (lambda: ThresholdHalving(0), "n is 0"),
        (lambda: Ellipsoid(1), "d is 1"),
        (lambda: Perceptron(0), "d is 0"),
        (lambda: KernelPerceptron(3), "kernel is 3"),
        (lambda: ModifiedPerceptron(0, np.ones(2)), "sigma is 0"),
        (lambda: Winnow(0), "n is 0"),
        (lambda: WinnowKOfR(2, 0), "epsilon is 0"),
        (lambda: RandomizedWeightedMajority(2, 1), "epsilon is 1"),
        (lambda: AdaBoost(DecisionStump(), 3), "weak_learner is"),
        (lambda: AdaBoost(print, 0), "n_rounds is 0"),
    ],
)
def test_a_wrong_argument_is_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


# ---- what the contract leaves free, as it is written down here ----


def test_logistic_regression_finds_where_the_gradient_is_zero():
    X = np.array([[1.0], [1.0], [1.0], [-0.5], [4.0], [-4.0]])
    y = np.array([1, -1, 1, 1, 1, -1])
    signed = X * y[:, None]
    w = LogisticRegression().fit(X, y).w
    assert np.abs(signed.T @ (1 / (1 + np.exp(signed @ w)))).max() < 1e-12


def test_the_pocket_keeps_the_earlier_of_weights_with_as_many_mistakes():
    """Its first w errs on one of the two opposite examples, and the next ones do so too."""
    X, y = np.array([[1], [1], [-1], [2]]), np.array([1, -1, 1, 1])
    pocketed = [Pocket(updates, seed=3).fit(X, y).w.tolist() for updates in range(1, 12)]
    errors = [int((y * (X @ np.array(w)) <= 0).sum()) for w in pocketed]
    for (before, fewer), (after, now) in pairwise(zip(pocketed, errors, strict=True)):
        assert after == before or now < fewer


def test_least_squares_takes_what_is_small_for_what_it_is():
    X, y = np.array([[1, 1], [1, 1.0001]]), np.array([0.0, 1.0])
    assert np.abs(LeastSquares().fit(X, y).predict(X) - y).max() < 1e-6


def test_foils_say_what_is_wrong_with_them_and_are_no_learners_of_ours():
    wrong = list(foils.foils())
    assert len(wrong) > 20
    for foil in wrong:
        assert foil.wrong, foil.name
        assert foil.reference in LEARNERS.values()
        assert foil.learner not in LEARNERS.values()
        assert set(vars(foil.learner)) & {"__init__", "predict", "update", "probabilities"}, foil.name
