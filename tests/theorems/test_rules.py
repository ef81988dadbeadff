"""The rules that judge conformance accept every legal tie-break and point at the first illegal answer."""

import math
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from learncheck.theorems.notes.boosting.adaboost import AdaBoostRun, Misfit
from learncheck.theorems.rules.conformance import RULES
from learncheck.theorems.rules.following import LIMIT, Follower, follow, state_matches
from learncheck.theorems.rules.halfspaces import PERCEPTRON


class SignLearner:
    """Predicts the sign of its score, breaks ties as told; an eager one may update at ties guessed right."""

    def __init__(self, tie_break, rng, eager):
        self.tie_break, self.rng, self.eager = tie_break, rng, eager

    def predict(self, x):
        score = self.score(x)
        self.prediction = (1 if score > 0 else -1) if score else self.tie_break(self.rng)
        return self.prediction

    def update(self, x, y):
        if self.prediction != y or (self.eager and self.score(x) == 0 and self.rng.random() < 0.5):
            self.correct(x, y)


class Perceptron(SignLearner):
    def __init__(self, d, **how):
        super().__init__(**how)
        self.w = np.zeros(d)

    def score(self, x):
        return self.w @ x

    def correct(self, x, y):
        self.w = self.w + y * x


class KernelPerceptron(SignLearner):
    def __init__(self, kernel, **how):
        super().__init__(**how)
        self.kernel, self.mistakes = kernel, []

    def score(self, x):
        return sum(y * self.kernel(z, x) for z, y in self.mistakes)

    def correct(self, x, y):
        self.mistakes.append((x, y))


class ModifiedPerceptron(SignLearner):
    def __init__(self, sigma, w0, **how):
        super().__init__(**how)
        self.sigma, self.w = sigma, w0

    def score(self, x):
        return self.w @ x

    def correct(self, x, y):
        if abs(self.w @ x) > self.sigma * math.sqrt(self.w @ self.w):
            self.w = self.w - (self.w @ x) * x


class WeightedMajority(SignLearner):
    def __init__(self, n, **how):
        super().__init__(**how)
        self.w = np.ones(n)

    def score(self, x):
        return self.w @ x

    def correct(self, x, y):
        self.w = np.where(x == y, self.w, self.w / 2)


class Ellipsoid(SignLearner):
    def __init__(self, d, **how):
        super().__init__(**how)
        self.d, self.w, self.A = d, np.zeros(d), np.eye(d)

    def score(self, x):
        return self.w @ x

    def correct(self, x, y):
        d, g = self.d, self.A @ x / np.sqrt(x @ self.A @ x)
        self.w = self.w + y / (d + 1) * g
        self.A = d**2 / (d**2 - 1) * (self.A - 2 / (d + 1) * np.outer(g, g))


def integers(rng, d, low=-2, high=2):
    return lambda: np.array([rng.randint(low, high) for _ in range(d)], dtype=float)


# ----------------------------------------------------------------------------------------- the set of states


E1, E2 = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_the_misfit_is_the_first_round_that_no_choice_explains():
    fit = follow(PERCEPTRON, (2,), [(E1, 1, -1), (E2, 1, -1), (E1, 1, -1), (E2, -1, -1)])
    assert fit.misfit == 2
    assert fit.rounds == 3
    assert fit.why == "the reference learner has w·x = -1 < 0, so -1 was expected, not +1"


def test_just_the_answers_of_some_run_are_accepted():
    instances = ((1, 0), (0, 1), (1, -1))

    def some_run(w, rounds):
        """Whether some run of Perceptron from w gives these answers, trying every choice in turn."""
        if not rounds:
            return True
        ((x, prediction, y), *rest) = rounds
        score = w[0] * x[0] + w[1] * x[1]
        if score and prediction != (1 if score > 0 else -1):
            return False
        corrected = (w[0] + y * x[0], w[1] + y * x[1])
        may_keep, may_correct = prediction == y, prediction != y or not score
        return (may_keep and some_run(w, rest)) or (may_correct and some_run(corrected, rest))

    accepted = 0
    for rounds in product(product(instances, (-1, 0, 1), (-1, 1)), repeat=3):
        fits = follow(PERCEPTRON, (2,), [(np.array(x), p, y) for x, p, y in rounds]).misfit is None
        assert fits == some_run((0, 0), list(rounds)), rounds
        accepted += fits
    assert 1000 < accepted < 5000


def test_a_near_tie_is_a_tie_and_what_is_further_off_is_not():
    def last(excess):
        w = np.array([1.0, -1.0 + excess])  # one mistake makes this w
        return follow(PERCEPTRON, (2,), [(w, -1, 1), (E1 + E2, -1, 1)]).misfit

    assert last(1e-9) is None  # the scale is 2
    assert last(1.9e-9) is None
    assert last(2.1e-9) == 1


def test_terms_that_cancel_but_for_rounding_leave_a_tie():
    state, one = PERCEPTRON.start(1), np.array([1.0])
    for x, y in ((0.1, 1), (0.2, 1), (0.3, -1)):
        (state,) = PERCEPTRON.correct(state, np.array([x]), y)
    assert state.w[0] != 0
    assert PERCEPTRON.allowed(state, one) == {-1, 0, 1}
    (state,) = PERCEPTRON.correct(state, 1e-9 * one, 1)
    assert PERCEPTRON.allowed(state, one) == {1}


def test_more_states_than_the_limit_give_up_and_never_fail():
    rounds = [(row, 1, 1) for row in np.eye(11)]
    assert follow(PERCEPTRON, (11,), rounds[:8]).states == 2**8
    fit = follow(PERCEPTRON, (11,), [*rounds, (rounds[0][0], -1, 1)])
    assert fit.gave_up
    assert fit.misfit is None
    assert fit.rounds == 11
    assert f"more than {LIMIT} states" in fit.why


# ---------------------------------------------------------------------------------------------- single rules


def test_weighted_majority_in_the_log_domain_conforms_past_the_range_of_doubles():
    rule, n = RULES["WeightedMajority"](), 3
    exponents = [0] * n
    follower = Follower(rule, (n,))
    rng = random.Random(0)
    for _ in range(4000):
        advice = [rng.choice((-1, 1)) for _ in range(n)]
        score = sum(a * Fraction(2) ** (max(-60, e - max(exponents))) for a, e in zip(advice, exponents, strict=True))
        prediction = (score > 0) - (score < 0) or 1
        assert follower.round(np.array(advice), prediction, -prediction)
        exponents = [e - (a == prediction) for a, e in zip(advice, exponents, strict=True)]
    assert follower.fit.states == 1
    assert min(exponents) < -1500
    assert not follower.round(np.ones(n), 0, 1)  # the answer of weights that have all underflown


def test_modified_perceptron_at_its_boundary_may_update_or_not():
    rule, x = RULES["ModifiedPerceptron"](), np.array([1.0, 0.0])
    w0 = np.array([0.6, 0.8])
    assert follow(rule, (0.5, w0), [(x, 1, -1)]).states == 1  # 0.6 > 0.5: it has to
    assert follow(rule, (0.5, w0), [(x, 1, -1), (x, 1, -1)]).misfit is None  # w·x = 0 now
    assert follow(rule, (0.6, w0), [(x, 1, -1)]).states == 2
    kept = follow(rule, (0.7, w0), [(x, 1, -1), (x, -1, -1)])  # it must not: w·x = 0.6 still
    assert kept.misfit == 1


def test_modified_perceptron_gives_up_once_w_is_gone():
    fit = follow(RULES["ModifiedPerceptron"](), (0.1, E1), [(E1, 1, -1), (E2, 1, 1)])
    assert fit.gave_up
    assert fit.rounds == 1


def test_ellipsoid_bounds_its_rounding_error_and_gives_up_when_it_grows():
    rule, rng, d = RULES["Ellipsoid"](), np.random.default_rng(1), 3
    most = 0.0
    for _ in range(2):
        state, w, A = rule.start(d), np.zeros(d, np.longdouble), np.eye(d, dtype=np.longdouble)
        while True:
            x = rng.integers(-3, 4, d) / 3
            if not x.any():
                continue
            y = -1 if state.w @ x > 0 else 1
            after = rule.correct(state, x, y)
            if not after:
                break
            state = after[0]
            g = A @ x / np.sqrt(x @ A @ x)
            w, A = (w + y * g / (d + 1), np.longdouble(d * d) / (d * d - 1) * (A - 2 * np.outer(g, g) / (d + 1)))
            error = float(np.linalg.norm((state.w - w).astype(float)))
            assert error <= state.error_w
            most = max(most, error)
    assert 0 < most < 1e-12


@pytest.mark.parametrize(("least", "fits"), [(5e-324, True), (1e-280, False)])
def test_a_kernel_sum_that_underflows_is_a_tie(least, fits):
    """Scaled by a half, 5e-324 is 0."""
    rounds = [(np.ones(1), -1, 1), (np.zeros(1), -1, 1)]
    fit = follow(RULES["KernelPerceptron"](), (lambda x, z: least,), rounds)
    assert (fit.misfit is None) is fits


# -------------------------------------------------------------------------------------------- version spaces


def why(name, arguments, *rounds):
    """What is said of the last of these rounds, the first that does not fit."""
    fit = follow(RULES[name](), arguments, rounds)
    assert fit.misfit == len(rounds) - 1
    return fit.why


# -------------------------------------------------------------------------------------------- exposed states


def test_a_state_is_compared_up_to_one_positive_factor():
    rule = RULES["Perceptron"]()
    (state,) = rule.step(rule.start(2), np.array([1.0, -2.0]), 0, 1)
    assert state_matches(rule.exposes(state), {"w": np.array([1.0, -2.0])})
    assert state_matches(rule.exposes(state), {"w": [0.1, -0.2]})
    assert state_matches(rule.exposes(state), {"w": [-1.0, 2.0]}) is False
    assert state_matches(rule.exposes(state), {"w": [1.0, -2.00001]}) is False
    assert state_matches(rule.exposes(state), {"w": [1.0, math.nan]}) is False
    assert state_matches(rule.exposes(state), {"w": [0.0, 0.0]}) is False
    assert state_matches(rule.exposes(state), {"w": [1.0, -2.0, 0.0]}) is None
    assert state_matches(rule.exposes(state), {"w": "none"}) is None
    assert state_matches(rule.exposes(state), {"A": [1.0]}) is None
    assert state_matches(rule.exposes(rule.start(2)), {"w": [0.0, 0.0]})
    assert state_matches(rule.exposes(rule.start(2)), {"w": [1.0, 0.0]}) is False


def test_an_ellipsoid_scales_by_c_and_its_square():
    rule = RULES["Ellipsoid"]()
    (state,) = rule.step(rule.start(2), np.array([1.0, 0.5]), 0, 1)
    assert state_matches(rule.exposes(state), {"w": 3 * state.w, "A": 9 * state.A})
    assert state_matches(rule.exposes(state), {"w": 3 * state.w, "A": 3 * state.A}) is False
    assert state_matches(rule.exposes(state), {"w": -state.w, "A": state.A}) is False
    assert state_matches(rule.exposes(rule.start(2)), {"w": [0, 0], "A": 4 * np.eye(2)})


def test_an_exposed_state_picks_the_states_to_follow():
    follower = Follower(PERCEPTRON, (2,))
    assert follower.observe({"w": np.zeros(2)})
    assert follower.round(E1, 1, 1)
    assert follower.fit.states == 2
    assert follower.observe({"w": 5 * E1})
    assert follower.fit.states == 1
    assert follower.observe({"w": E2}) is False
    assert follower.fit.states == 1
    assert follower.observe({}) is None


def test_a_state_of_another_meaning_from_the_start_is_skipped_with_a_note():
    follower = Follower(PERCEPTRON, (3,))
    assert follower.observe({"w": np.ones(3)}) is None
    assert follower.state_note == "at the start w had another shape or meaning"
    assert follower.round(np.ones(3), 0, 1)
    assert follower.observe({"w": np.ones(3)}) is None
    later = Follower(PERCEPTRON, (3,))
    assert later.observe({"w": np.zeros(3)})
    assert later.round(np.ones(3), 0, 1)
    assert later.observe({"w": np.ones(4)}) is False


# -------------------------------------------------------------------------------------------------- AdaBoost


Y = np.array([1, 1, -1, -1, 1])
WEAK = [Y * (1 - 2 * (np.arange(5) == i)) for i in (0, 1, 4)]


def test_a_perfect_round_leaves_only_the_training_error():
    run = AdaBoostRun(Y, 3)
    run.call(np.ones(5), WEAK[0])
    D = np.where(WEAK[0] == Y, 1 / 8, 1 / 2)
    run.call(D, Y)
    assert run.perfect
    run.call([math.nan] * 5, -Y)
    run.answers([[1], [1]], [-1])
    run.finish(Y)
    again = AdaBoostRun(Y, 3)
    again.call(np.ones(5), Y)
    with pytest.raises(Misfit, match="a round was perfect, but the training error is 1/5"):
        again.finish(WEAK[0])


def test_votes_within_a_billionth_are_a_tie() -> None:
    rule, n = RULES["ThresholdHalving"](), 2**45 + 1  # an odd number of thresholds
    answers = {k: {y for y in (-1, 0, 1) if rule.step(rule.start(n), k, y, 1)} for k in (n // 2, n // 2 + n // 10**8)}
    assert answers == {n // 2: {-1, 0, 1}, n // 2 + n // 10**8: {1}}
    assert {y for y in (-1, 0, 1) if rule.step(rule.start(9), 5, y, 1)} == {1}


def test_a_sequence_that_nothing_labels_is_judged_no_further():
    hypotheses = np.array([[1, 1], [1, -1]])
    for learner in ("Halving", "Consistent"):
        fit = follow(RULES[learner](), (hypotheses,), [(0, 1, 1), (0, 1, -1), (0, -1, -1)])
        assert (fit.misfit, fit.rounds) == (None, 2)
        assert "nothing in the class agrees" in fit.why
    none_on = [(np.array([1, 0]), 1, -1), (np.array([1, 0]), -1, 1), (np.array([0, 1]), -1, 1)]
    assert follow(RULES["DisjunctionElimination"](), (2,), none_on).misfit is None
    restarts = follow(RULES["ExpertsRestart"](), (1,), [(np.array([1]), 1, -1), (np.array([1]), -1, 1)])
    assert restarts.misfit == 1, "it starts again with all experts"
