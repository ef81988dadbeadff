"""The rules that judge conformance accept every legal tie-break and point at the first illegal answer."""

import math
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples.fitting import Fit
from learncheck.theorems.notes.boosting.stumps import StumpSample, stump_fits
from learncheck.theorems.rules.boosting_runs import AdaBoostRun, Misfit
from learncheck.theorems.rules.conformance import RULES
from learncheck.theorems.rules.following import LIMIT, TIE, Follower, follow, state_matches
from learncheck.theorems.rules.halfspaces import PERCEPTRON

TIE_BREAKS = {
    "plus": lambda rng: 1,
    "minus": lambda rng: -1,
    "zero": lambda rng: 0,
    "random": lambda rng: rng.choice((-1, 0, 1)),
}


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


class ScaledPerceptron(Perceptron):
    """Doubles its weights in every round."""

    scale = 1.0

    def correct(self, x, y):
        self.w = self.w + self.scale * y * x

    def update(self, x, y):
        super().update(x, y)
        self.w, self.scale = 2 * self.w, 2 * self.scale


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


class Winnow(SignLearner):
    def __init__(self, n, epsilon=1, **how):
        super().__init__(**how)
        self.factor, self.w = 1 + epsilon, np.ones(n)

    def score(self, x):
        return self.w @ x - len(self.w)

    def correct(self, x, y):
        self.w = self.w * np.power(float(self.factor), y * x)


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


def play(learner, rounds):
    """The rounds as the learner answers them."""
    for x, y in rounds:
        prediction = learner.predict(x)
        yield x, prediction, y
        learner.update(x, y)


def labelled(rng, draw, length):
    return [(draw(), rng.choice((-1, 1))) for _ in range(length)]


def integers(rng, d, low=-2, high=2):
    return lambda: np.array([rng.randint(low, high) for _ in range(d)], dtype=float)


def polynomial(x, z):
    return float((1 + x @ z) ** 2)


UNIT = [np.array(x) / k for x, k in (((1, 2, 2), 3), ((-2, 3, 6), 7), ((4, -4, 7), 9), ((0, 3, 4), 5))]

SIGN_GAMES = {
    "Perceptron": (Perceptron, (3,), lambda rng: integers(rng, 3)),
    "KernelPerceptron": (KernelPerceptron, (polynomial,), lambda rng: integers(rng, 2)),
    "ModifiedPerceptron": (
        ModifiedPerceptron,
        (0.25, np.array([-0.6, 0.0, 0.8])),
        lambda rng: lambda: rng.choice(UNIT),
    ),
    "Winnow": (Winnow, (4,), lambda rng: integers(rng, 4, 0, 1)),
    "WinnowKOfR": (Winnow, (4, 0.25), lambda rng: integers(rng, 4, 0, 1)),
    "WeightedMajority": (WeightedMajority, (4,), lambda rng: lambda: 2 * integers(rng, 4, 0, 1)() - 1),
    "Ellipsoid": (Ellipsoid, (2,), lambda rng: lambda: integers(rng, 2, -4, 4)() / 4 + 0.0),
}


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("name", SIGN_GAMES)
def test_every_tie_break_conforms(name, tie_break):
    Learner, arguments, instances = SIGN_GAMES[name]
    judged = 0
    for seed, eager in product(range(12), (False, True)):
        rng = random.Random(seed)
        learner = Learner(*arguments, tie_break=TIE_BREAKS[tie_break], rng=rng, eager=eager)
        fit = follow(RULES[name](), arguments, play(learner, labelled(rng, instances(rng), 30)))
        assert fit.misfit is None, (seed, fit)
        judged += fit.rounds
    assert judged > 100


def test_scaling_that_changes_from_round_to_round_conforms():
    for seed in range(10):
        rng = random.Random(seed)
        learner = ScaledPerceptron(3, tie_break=TIE_BREAKS["random"], rng=rng, eager=True)
        fit = follow(PERCEPTRON, (3,), play(learner, labelled(rng, integers(rng, 3), 40)))
        assert fit.misfit is None
        assert fit.rounds == 40


# ----------------------------------------------------------------------------------------- the set of states


E1, E2 = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_a_right_guess_at_a_tie_forks_and_a_mistake_does_not():
    assert follow(PERCEPTRON, (2,), [(E1, 1, 1)]).states == 2
    assert follow(PERCEPTRON, (2,), [(E1, 0, 1)]).states == 1
    assert follow(PERCEPTRON, (2,), [(E1, -1, 1)]).states == 1
    assert follow(PERCEPTRON, (2,), [(E1, 1, 1), (E2, -1, -1)]).states == 4


def test_answers_tell_states_apart_and_equal_states_merge():
    follower = Follower(PERCEPTRON, (2,))
    assert follower.round(E1, 1, 1)  # w is 0 or e1
    assert follower.fit.states == 2
    assert follower.round(E1, 0, 1)  # only w = 0 may answer 0, and then errs: w is e1
    assert follower.fit.states == 1
    assert follower.states[0].w.tolist() == [1.0, 0.0]
    merging = follow(PERCEPTRON, (2,), [(E1, 1, 1), (E1, 1, 1), (E1, 1, 1), (E1, 1, 1)])
    assert merging.states == 2  # 0 and e1, however often it was guessed


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


def test_zero_off_a_tie_is_a_misfit():
    assert follow(PERCEPTRON, (2,), [(E1, 0, 1), (E1, 0, 1)]).misfit == 1


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


def test_winnow_at_the_threshold_allows_either_answer():
    ones = np.ones(3, dtype=int)
    assert RULES["Winnow"]().allowed(RULES["Winnow"]().start(3), ones) == {-1, 0, 1}
    assert RULES["Winnow"]().allowed(RULES["Winnow"]().start(3), np.array([1, 1, 0])) == {-1}
    # The guess + is right at the tie: unchanged, or treated as a mistake and doubled.
    assert follow(RULES["Winnow"](), (3,), [(ones, 1, 1)]).states == 2
    assert follow(RULES["Winnow"](), (3,), [(ones, -1, 1), (np.array([1, 1, 0]), 1, 1)]).misfit is None
    late = follow(RULES["Winnow"](), (3,), [(ones, -1, 1), (np.array([1, 1, 0]), -1, 1)])
    assert late.misfit == 1
    assert late.why.endswith("w·x − n = 1 > 0, so +1 was expected, not -1")


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


def test_an_expert_far_behind_can_no_longer_break_a_tie():
    rule = RULES["WeightedMajority"]()
    state = rule.start(3)._replace(exponents=np.array([0, 0, -29]))
    assert rule.allowed(state, np.array([1, -1, 1])) == {-1, 0, 1}
    assert rule.allowed(state._replace(exponents=np.array([0, 0, -28])), np.array([1, -1, 1])) == {1}


def test_randomized_weighted_majority_answers_with_probabilities():
    rng, n, epsilon = np.random.default_rng(0), 4, 0.25
    rounds, w = [], np.ones(n)
    for _ in range(200):
        advice, y = rng.choice((-1, 1), n), int(rng.choice((-1, 1)))
        rounds.append((advice, w / w.sum(), y))
        w = np.where(advice == y, w, (1 - epsilon) * w)
    assert follow(RULES["RandomizedWeightedMajority"](), (n, epsilon), rounds).misfit is None
    wrong = follow(RULES["RandomizedWeightedMajority"](), (n, 0.2500001), rounds)
    assert wrong.misfit is not None
    assert "was expected for expert" in wrong.why
    for k, spoil in ((3, 1 + 1e-8), (5, math.nan)):
        spoiled = [
            (a, p * np.where(np.arange(n) == 1, spoil, 1) if i == k else p, y) for i, (a, p, y) in enumerate(rounds)
        ]
        fit = follow(RULES["RandomizedWeightedMajority"](), (n, epsilon), spoiled)
        assert fit.misfit == k
        assert "for expert 1" in fit.why
    assert follow(RULES["RandomizedWeightedMajority"](), (n, epsilon), [(rounds[0][0], [0.25] * 3, 1)]).misfit == 0
    with pytest.raises(ValueError, match="epsilon = 1, but weights stay positive"):
        RULES["RandomizedWeightedMajority"]().start(n, 1)


def test_modified_perceptron_at_its_boundary_may_update_or_not():
    rule, x = RULES["ModifiedPerceptron"](), np.array([1.0, 0.0])
    w0 = np.array([0.6, 0.8])
    assert follow(rule, (0.5, w0), [(x, 1, -1)]).states == 1  # 0.6 > 0.5: it has to
    assert follow(rule, (0.5, w0), [(x, 1, -1), (x, 1, -1)]).misfit is None  # w·x = 0 now
    assert follow(rule, (0.6, w0), [(x, 1, -1)]).states == 2
    unchanged = follow(rule, (0.7, w0), [(x, 1, -1), (x, -1, -1)])  # it must not: w·x = 0.6 still
    assert unchanged.misfit == 1


def test_modified_perceptron_gives_up_once_w_is_gone():
    fit = follow(RULES["ModifiedPerceptron"](), (0.1, E1), [(E1, 1, -1), (E2, 1, 1)])
    assert fit.gave_up
    assert fit.rounds == 1


def test_ellipsoid_is_undefined_on_the_zero_instance():
    fit = follow(RULES["Ellipsoid"](), (2,), [(E1, 0, 1), (np.zeros(2), 1, 1), (E1, -1, -1)])
    assert fit.gave_up
    assert fit.rounds == 2


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


def test_an_answer_that_no_vote_allows_is_shown_the_votes():
    table, on = np.array([[-1, -1], [1, -1], [1, 1]]), np.array([1, 0, 0])
    assert why("Halving", (table,), (0, 0, 1)) == (
        "the consistent hypotheses vote 2 for +1 and 1 for −1, so +1 was expected, not 0"
    )
    assert why("Consistent", (table,), (0, -1, 1), (0, -1, 1)) == (
        "the consistent hypotheses vote 2 for +1 and 0 for −1, so +1 was expected, not -1"
    )
    assert why("DisjunctionElimination", (3,), (on, -1, -1)) == (
        "1 of the variables that are kept are on, so +1 was expected, not -1"
    )
    assert why("ExpertsRestart", (3,), (np.array([1, 1, -1]), 1, -1), (np.array([1, 1, -1]), 1, 1)) == (
        "the experts that are left vote 0 for +1 and 1 for −1, so -1 was expected, not +1"
    )


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


# ---------------------------------------------------------------------------------------------------- stumps


def test_stump_misfits_say_why():
    def fit_of(labels, weights, on_sample, at, beyond):
        sample = StumpSample(((0,), (4,), (8,)), labels, ((at,),), weights=weights)
        return stump_fits(Trace(sample, facts=Fit(on_sample, (beyond,), 0, {})))

    assert fit_of((1, 1, -1), (1, 1, 1), (1, 1, -1), 20, -1).ok
    worse = fit_of((1, 1, -1), (1, 1, 2), (1, -1, -1), 2, 1)
    assert worse.why == "its weighted training error is 0.25, that of the best stump 0"
    assert "both the sample and the other instances" in fit_of((1, 1, -1), (1, 1, 1), (1, 1, -1), 20, 1).why
    assert "labels the sample" in fit_of((1, -1, 1), (1, 0, 1), (1, -1, 1), 20, 1).why


# -------------------------------------------------------------------------------------------------- AdaBoost


def boost(y, hypotheses, *, weight=lambda epsilon: 0.5 * math.log(1 / epsilon - 1), scale=1.0, factor=1.0):
    """AdaBoost as it is, or with another weight or a step that is longer by `factor`."""
    run, D, w = AdaBoostRun(y, len(hypotheses)), np.full(len(y), 1 / len(y)), []
    for h in hypotheses:
        run.call(scale * D, h)
        w.append(weight(float(D[h != y].sum())))
        D = D * np.exp(-factor * w[-1] * y * h)
        D /= D.sum()
    return run, np.array(w)


Y = np.array([1, 1, -1, -1, 1])
WEAK = [Y * (1 - 2 * (np.arange(5) == i)) for i in (0, 1, 4)]


def test_a_tied_vote_is_free():
    y = np.array([1, 1, 1, 1])
    first, second = np.array([1, 1, 1, -1]), np.array([1, 1, -1, 1])
    run, w = boost(y, [first, second])
    # ε is 1/4 and then 1/6, so nothing is tied; with the weights of one round against itself everything is.
    run.finish(np.sign(w @ np.array([first, second])))
    same, _ = boost(y, [first, first])
    assert same.handed[1] == pytest.approx(0.5)
    one, _ = boost(y, [first])
    one.answers([[1, -1, 1]], [1, -1, 1])
    with pytest.raises(Misfit, match="but the answer is"):
        one.answers([[1, -1, 1]], [0, -1, 1])
    tied = AdaBoostRun(np.array([1, 1, 1, 1]), 1)
    tied.call(np.ones(4), np.array([1, 1, -1, -1]))  # ε = ½, w = 0
    tied.answers([[1, 1, 1]], [1, 0, -1])


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


def test_the_tolerances_are_what_the_contract_says():
    assert 1e-9 <= TIE <= 1.01e-9


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


def test_winnow_k_of_r_follows_its_own_factor():
    x = np.array([1, 1, 0])
    mistakes = [(x, -1, 1)] * 2  # (1 + 1/4)² · 2 = 3.125 ≥ 3
    assert follow(RULES["WinnowKOfR"](), (3, Fraction(1, 4)), [*mistakes, (x, 1, 1)]).misfit is None
    assert follow(RULES["WinnowKOfR"](), (3, Fraction(1, 4)), [*mistakes, (x, -1, 1)]).misfit == 2
    assert follow(RULES["WinnowKOfR"](), (3, Fraction(1, 8)), [*mistakes, (x, -1, 1)]).misfit is None
