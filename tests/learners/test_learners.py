"""The reference learners: worked numbers, exact arithmetic, no hidden state, ERM by brute force."""

from fractions import Fraction
from itertools import chain, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learncheck import learners
from learncheck.learners import (
    LEARNERS,
    AdaBoost,
    Consistent,
    DecisionListLearner,
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
    RectangleERM,
    ThresholdHalving,
    WeightedMajority,
    Winnow,
    WinnowKOfR,
    foils,
    sign,
)


def fractions(*values):
    return np.array([Fraction(v) for v in values], dtype=object)


def play(learner, rounds):
    """The number of mistakes of an online learner."""
    mistakes = 0
    for x, y in rounds:
        mistakes += learner.predict(x) != y
        learner.update(x, y)
    return mistakes


def thresholds(n):
    """All labellings of 0...n by thresholds, array (n + 2, n + 1)."""
    return np.array([[1 if k >= t else -1 for k in range(n + 1)] for t in range(n + 2)])


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
    assert all(getattr(learners, name).__name__ == name for name in learners.TABLE)
    assert {**learners.DRAWN, **LEARNERS}.keys() == learners.TABLE.keys()
    assert all(cls.__name__ == name for name, cls in LEARNERS.items())


@pytest.mark.parametrize("v", [3, 2.5, Fraction(1, 3), np.float64(1e-300)])
def test_sign(v):
    assert [sign(v), sign(-v), sign(0 * v)] == [1, -1, 0]
    assert type(sign(v)) is int


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


# version spaces


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_threshold_halving_is_halving(n):
    for labels in thresholds(n):
        for order in product(range(n + 1), repeat=3):
            fast, slow = ThresholdHalving(n), Halving(thresholds(n))
            for k in order:
                assert [fast.predict(j) for j in range(n + 1)] == [slow.predict(j) for j in range(n + 1)]
                fast.update(k, int(labels[k]))
                slow.update(k, int(labels[k]))


def test_threshold_halving_on_a_huge_grid():
    n = 2**200
    learner = ThresholdHalving(n)
    learner.update(2**199 + 1, 1)
    assert (learner.l, learner.r) == (-1, 2**200 + 1)
    assert [learner.predict(2**198 + step) for step in (-1, 0, 1)] == [-1, 0, 1]


def test_consistent_errs_once_for_each_wrong_hypothesis():
    singletons = 2 * np.eye(5, dtype=int) - 1
    assert play(Consistent(singletons), [(k, -1) for k in range(4)] + [(4, 1)]) == 4


def test_experts_restart_trusts_everybody_again_when_none_is_left():
    learner = ExpertsRestart(2)
    learner.update(np.array([1, -1]), 1)
    assert learner.alive.tolist() == [True, False]
    learner.update(np.array([-1, 1]), 1)
    assert learner.alive.tolist() == [True, True]


@pytest.mark.parametrize("relevant", list(product([0, 1], repeat=3)))
def test_disjunction_elimination_errs_at_most_n_times(relevant):
    rounds = [(np.array(x), 1 if np.dot(x, relevant) else -1) for x in product([0, 1], repeat=3)]
    learner = DisjunctionElimination(3)
    assert play(learner, rounds) <= 3
    assert learner.candidates.tolist() == [bool(r) for r in relevant]


# halfspaces


def test_ellipsoid_half_cut():
    """x = (1, 0), y = 1: the ellipsoid is flat along x. (The slide prints A with its axes swapped.)"""
    learner = Ellipsoid(2)
    learner.update(fractions(1, 0), 1)
    assert learner.w == pytest.approx([1 / 3, 0])
    assert learner.A.tolist() == [[Fraction(4, 9), 0], [0, Fraction(4, 3)]]


def test_ellipsoid_volume_ratio_is_exact_on_fractions():
    learner, d = Ellipsoid(2), 2
    ratio = Fraction(d**2, d**2 - 1) ** d * (1 - Fraction(2, d + 1))
    for t, (x, y) in enumerate([((1, 2), 1), ((-3, 1), 1), ((1, 1), -1), ((2, -5), -1)], start=1):
        learner.update(fractions(*x), y * (-1 if learner.predict(fractions(*x)) == y else 1))
        (a, b), (c, e) = learner.A
        assert a * e - b * c == ratio**t


def test_perceptron_errs_once_on_each_unit_vector():
    learner = Perceptron(5)
    assert play(learner, [(x, 1) for x in np.eye(5)] * 2) == 5
    assert learner.w.tolist() == [1] * 5


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


def test_modified_perceptron_projects_only_beyond_sigma():
    learner = ModifiedPerceptron(Fraction(3, 5), fractions(Fraction(3, 5), Fraction(4, 5)))
    learner.update(fractions(1, 0), -1)  # errs by exactly sigma
    assert learner.w.tolist() == [Fraction(3, 5), Fraction(4, 5)]
    learner.update(fractions(0, 1), -1)
    assert learner.w.tolist() == [Fraction(3, 5), 0]


class Formal:
    """A vector known by its products with other vectors alone, as a sum of named ones."""

    __array_ufunc__ = None

    def __init__(self, **parts):
        self.parts = parts

    def __add__(self, other):
        keys = self.parts.keys() | other.parts.keys()
        return Formal(**{k: self.parts.get(k, 0) + other.parts.get(k, 0) for k in keys})

    def __radd__(self, zero):
        assert not np.any(zero)
        return self

    def __rmul__(self, c):
        return Formal(**{k: c * v for k, v in self.parts.items()})

    def __matmul__(self, other):
        return sum(v * other.parts.get(k, 0) for k, v in self.parts.items())

    def __rmatmul__(self, zero):
        assert not np.any(zero)
        return 0


def test_perceptron_runs_on_formal_vectors():
    learner = Perceptron(2)
    u, v = Formal(u=1), Formal(u=2, v=1)
    assert play(learner, [(u, 1), (v, -1), (u, 1)]) == 3
    assert learner.w.parts == {"u": 0, "v": -1}


# multiplicative updates


def test_winnow_doubles_and_halves():
    learner = Winnow(4)
    x = fractions(1, 1, 0, 0)
    assert [learner.predict(x), learner.predict(x + fractions(0, 0, 1, 1))] == [-1, 1]
    learner.update(x, 1)
    assert learner.w.tolist() == [2, 2, 1, 1]
    learner.update(fractions(1, 0, 1, 1), -1)
    assert learner.w.tolist() == [1, 2, Fraction(1, 2), Fraction(1, 2)]


def test_winnow_k_of_r_is_exact():
    learner = WinnowKOfR(3, Fraction(1, 10))
    learner.update(np.array([1, 1, 0]), 1)
    learner.update(np.array([1, 1, 1]), -1)
    assert learner.w.tolist() == [1, 1, Fraction(10, 11)]


def test_weighted_majority_halves_the_erring_after_mistakes_only():
    learner = WeightedMajority(3)
    learner.update(fractions(1, 1, -1), 1)
    assert learner.w.tolist() == [1, 1, 1]
    learner.update(fractions(1, 1, -1), -1)
    assert learner.w.tolist() == [Fraction(1, 2), Fraction(1, 2), 1]
    assert learner.predict(fractions(1, 1, -1)) == 0


def test_randomized_weighted_majority_is_exact_from_the_first_round():
    learner = RandomizedWeightedMajority(3, Fraction(1, 3))
    assert learner.probabilities().tolist() == [Fraction(1, 3)] * 3
    learner.update(np.array([1, 1, -1]), 1)
    assert learner.probabilities().tolist() == [Fraction(3, 8), Fraction(3, 8), Fraction(1, 4)]


# batch learners


def least_stump_error(X, y, D):
    """By brute force over all stumps."""
    best = D.sum()
    for j in range(X.shape[1]):
        for theta in [X[:, j].min() - 1, *X[:, j]]:
            for b in (1, -1):
                best = min(best, D[np.where(X[:, j] <= theta, b, -b) != y].sum())
    return best


@st.composite
def weighted_samples(draw):
    m, d = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    X = draw(st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=m, max_size=m))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=m, max_size=m))
    D = draw(st.lists(st.integers(0, 3), min_size=m, max_size=m).filter(any))
    return np.array(X), np.array(y), np.array(D)


@given(weighted_samples())
def test_stump_is_erm(sample):
    X, y, D = sample
    assert D[DecisionStump().fit(X, y, sample_weight=D).predict(X) != y].sum() == least_stump_error(X, y, D)
    assert (DecisionStump().fit(X, y).predict(X) != y).sum() == least_stump_error(X, y, np.ones(len(y), int))
    thirds = DecisionStump().fit(X.astype(object) / Fraction(3), y, sample_weight=D * Fraction(1, 3))
    assert D[thirds.predict(X / 3) != y].sum() == least_stump_error(X, y, D)


def test_stump_prefers_no_threshold_between_equal_values():
    stump = DecisionStump().fit(np.array([[0.0], [0.0], [1.0]]), np.array([1, -1, -1]))
    assert stump.predict(np.array([[0.0], [1.0]])).tolist() in ([1, -1], [-1, -1])


def stump_learner(X, y, D):
    return DecisionStump().fit(X, y, sample_weight=D).predict


def test_adaboost_reaches_zero_error_and_forces_new_errors():
    X, y = np.arange(6.0)[:, None], np.array([1, 1, -1, -1, 1, 1])  # three pieces: no stump fits
    distributions, hypotheses = [], []

    def recorded(X, y, D):
        distributions.append(D)
        hypotheses.append(stump_learner(X, y, D))
        return hypotheses[-1]

    booster = AdaBoost(recorded, 12).fit(X, y)
    assert booster.predict(X).tolist() == y.tolist()
    assert len(booster.estimator_weights) == len(hypotheses) == 12
    for h, D in zip(hypotheses, distributions[1:], strict=False):
        assert D[h(X) != y].sum() == pytest.approx(0.5, abs=1e-12)
    first = 1 / 3  # the error of the first stump, 2 of 6
    assert booster.estimator_weights[0] == pytest.approx(np.log(1 / first - 1) / 2)


def test_adaboost_ends_with_a_perfect_hypothesis():
    X, y = np.arange(4.0)[:, None], np.array([1, 1, -1, -1])
    rounds = iter([lambda X: np.array([1, -1, -1, -1]), lambda X: np.where(X[:, 0] < 1.5, 1, -1)])
    booster = AdaBoost(lambda X, y, D: next(rounds), 5).fit(X, y)
    assert booster.predict(X).tolist() == y.tolist()
    assert booster.estimator_weights.tolist() == [1]


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
        (lambda: AdaBoost(stump_learner, 0), "n_rounds is 0"),
    ],
)
def test_a_wrong_argument_is_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


# ---- what the contract leaves free, as it is written down here ----


def test_a_decision_list_says_minus_where_no_rule_fires():
    X, y = np.array([[1, 0], [1, 1]]), np.array([1, 1])
    learner = DecisionListLearner().fit(X, y)
    assert learner.rules == [(0, 1, 1)]
    assert learner.predict(np.array([[0, 0], [1, 0]])).tolist() == [-1, 1]


def test_logistic_regression_finds_where_the_gradient_is_zero():
    X = np.array([[1.0], [1.0], [1.0], [-0.5], [4.0], [-4.0]])
    y = np.array([1, -1, 1, 1, 1, -1])
    signed = X * y[:, None]
    w = LogisticRegression().fit(X, y).w
    assert np.abs(signed.T @ (1 / (1 + np.exp(signed @ w)))).max() < 1e-12


def test_the_pocket_keeps_the_earlier_of_weights_with_as_many_mistakes():
    """Its first w errs on one of the two opposite examples, and the next ones do so too."""
    X, y = np.array([[1], [1], [-1], [2]]), np.array([1, -1, 1, 1])
    kept = [Pocket(updates, seed=3).fit(X, y).w.tolist() for updates in range(1, 12)]
    errors = [int((y * (X @ np.array(w)) <= 0).sum()) for w in kept]
    for (before, fewer), (after, now) in pairwise(zip(kept, errors, strict=True)):
        assert after == before or now < fewer


def test_least_squares_takes_what_is_small_for_what_it_is():
    X, y = np.array([[1, 1], [1, 1.0001]]), np.array([0.0, 1.0])
    assert np.abs(LeastSquares().fit(X, y).predict(X) - y).max() < 1e-6


def test_adaboost_counts_a_small_error_as_an_error():
    """It weighs log(1/ε - 1)/2; only a hypothesis without an error decides alone."""
    X, y = np.arange(4), np.ones(4, dtype=int)
    wrong = chain((t % 3 for t in range(59)), [3])

    def weak_learner(X, y, D):
        error = next(wrong)
        return lambda Z: np.where(np.asarray(Z) == error, -1, 1)

    learner = AdaBoost(weak_learner, 60).fit(X, y)
    assert len(learner.estimator_weights) == 60
    assert learner.estimator_weights[-1] > np.log(1e12) / 2
    assert learner.predict(X).tolist() == [1, 1, 1, 1]


def test_a_rectangle_ends_where_its_examples_do():
    X, y = np.array([[1.0], [2.0]]), np.array([1, 1])
    beyond = np.nextafter([[1.0], [2.0]], [[0.0], [3.0]])
    assert RectangleERM().fit(X, y).predict(np.vstack((X, beyond))).tolist() == [1, 1, -1, -1]


def test_foils_say_what_is_wrong_with_them_and_are_no_learners_of_ours():
    wrong = list(foils.foils())
    assert len(wrong) > 20
    for each in wrong:
        assert each.wrong, each.name
        assert each.reference in LEARNERS.values()
        assert each.learner not in LEARNERS.values()
        assert set(vars(each.learner)) & {"__init__", "predict", "update", "probabilities"}, each.name
