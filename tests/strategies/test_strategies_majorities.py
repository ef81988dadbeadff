"""k-out-of-r majorities, halfspaces with duplicated variables, boosting by majority, random stopping: their cases."""

import itertools
import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import find, given, settings

from learncheck.learners import BoostingByMajority, Consistent, Halving, WinnowKOfR
from learncheck.oracle.engine.attack import attack
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.strategies.boolean.games import disjunction, winnow_attack
from learncheck.strategies.boolean.majorities import (
    IntegerHalfspaceGame,
    MajorityGame,
    against_majority,
    halfspace_attack,
    majority,
    majority_attack,
    majority_games,
    margin_games,
    near_the_threshold,
    notes_step,
    small_majority_games,
    small_margin_games,
)
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.drawn import strategy
from learncheck.strategies.samples.boosting import disjoint_errors
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.notes.boosting.by_majority import (
    CONFORMS,
    ERROR,
    NO_ERROR,
    ScriptedMajority,
    factor,
    least_rounds,
    majority_cases,
    total_weights,
)
from learncheck.theorems.notes.finite.online_to_batch import (
    RANDOM_STOPPING,
    RandomStopping,
    random_stopping,
    rare_point,
)
from learncheck.theorems.notes.winnow.halfspaces import HALFSPACES
from learncheck.theorems.notes.winnow.k_of_r import COMBINED
from learncheck.theorems.notes.winnow.margins import BY_MARGIN, LARGEST, MARGIN, TUNED
from learncheck.theorems.notes.winnow.orders import ONE, SEVERAL
from learncheck.theorems.rules.boosting import MajorityRun

ALL = {"realizable": True, "positive_k": True, "tuned_step": True}
MARGINS = {"keeps_margin": True, "within": True}
HALF = Fraction(1, 2)


# ------------------------------------------------------------------------------------------------------- k of r


@given(strategy(partial(majority_games, variables=6, rounds=10, **ALL)))
def test_a_majority_gives_the_labels(drawn: tuple[MajorityGame, Any]) -> None:
    game = drawn[0]
    assert 1 <= game.k <= len(game.relevant)
    assert game.epsilon == notes_step(game.k) == Fraction(float(game.epsilon))
    assert all(y == (1 if sum(x[i] for i in game.relevant) >= game.k else -1) for x, y in game.rounds)


def test_one_out_of_r_is_a_disjunction() -> None:
    assert notes_step(1) == 1
    assert [notes_step(k) for k in (2, 3, 5)] == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)]
    for x in itertools.product((0, 1), repeat=3):
        assert majority(1, (0, 2), x) == disjunction((0, 2), x)


def test_every_majority_is_enumerated() -> None:
    games = [
        game
        for game, _ in everything(
            partial(small_majority_games, variables=2, rounds=1, realizable=True, tuned_step=True)
        )
    ]
    assert len(games) == len(set(games)) == 1 * (1 + 2) + (1 + 1 + 2) * (1 + 4)
    assert {(len(game.relevant), game.k) for game in games if game.n == 2} == {(1, 1), (2, 1), (2, 2)}


@pytest.mark.parametrize(("n", "r", "k"), [(2, 1, 1), (9, 1, 1), (16, 2, 2), (24, 3, 3), (12, 4, 2)])
def test_winnow_errs_on_every_example_of_the_attack(n: int, r: int, k: int) -> None:
    trace = majority_attack(n, r, k).play(WinnowKOfR)
    assert trace.mistakes == len(trace.rounds) > 0
    assert all(each.label == majority(k, range(r), each.instance) for each in trace.rounds)
    if k == 1:
        assert trace.mistakes == len(winnow_attack(n, r).rounds)


def test_the_shadow_has_winnows_weights() -> None:
    game = majority_attack(12, 3, 2)
    winnow, adversary = WinnowKOfR(12, 0.5), against_majority(12, 3, 2, HALF)
    for x, y in game.rounds:
        winnow.update(np.array(x), y)
        adversary.update(x, y)
        assert winnow.w == pytest.approx(adversary.shadow.weights[0])


# --------------------------------------------------------------------------------------------------- halfspaces


def test_variables_are_turned_and_duplicated() -> None:
    game = IntegerHalfspaceGame((2, -1), HALF, HALF, ((0, 0), (1, 0), (1, 1), (0, 1)))
    assert (game.total, game.n, game.moved) == (3, 6, Fraction(3, 2))
    assert game.relevant == (0, 1, 3)
    shown = [(x.tolist(), y) for x, y in game.examples()]
    assert shown[0] == ([0, 0, 0, 1, 1, 1], -1)
    assert shown[2] == ([1, 1, 1, 0, 0, 0], 1)
    for x, y in shown:
        assert (sum(x[i] for i in game.relevant) >= game.moved) == (y == 1)


@pytest.mark.parametrize(
    ("threshold", "margin", "epsilon"),
    [(HALF, HALF, 1), (Fraction(3, 2), HALF, HALF), (Fraction(5, 2), HALF, Fraction(1, 4)), (2, 2, 1), (3, 2, 1)],
)
def test_the_step_follows_from_the_margin(threshold: Fraction, margin: Fraction, epsilon: Fraction) -> None:
    assert IntegerHalfspaceGame((1,) * 6, Fraction(threshold), Fraction(margin), ()).epsilon == epsilon


@given(strategy(partial(margin_games, variables=4, heaviest=2, rounds=8, **MARGINS)))
def test_instances_keep_the_margin(drawn: tuple[IntegerHalfspaceGame, Any]) -> None:
    game = drawn[0]
    assert all(abs(game.value(x) - game.threshold) >= game.margin for x in game.rounds)
    assert game.margin <= game.threshold <= game.total - game.margin


def test_small_margin_games_keep_it_too() -> None:
    games = [game for game, _ in everything(partial(small_margin_games, variables=2, heaviest=1, rounds=2))]
    assert len(games) == len(set(games)) > 20
    trace = near_the_threshold(40).play(WinnowKOfR)
    assert not MARGIN.holds(trace)
    assert trace.mistakes == 40


@pytest.mark.parametrize(("weights", "threshold"), [((1, 0, 0, 0), HALF), ((1, 1, 0, 0, 0, 0), 3 * HALF)])
def test_winnow_errs_on_every_instance_of_the_attack(weights: tuple[int, ...], threshold: Fraction) -> None:
    trace = halfspace_attack(weights, threshold).play(WinnowKOfR)
    assert trace.mistakes == len(trace.rounds) > 0
    assert all(each.holds(trace) for claim in (HALFSPACES, BY_MARGIN) for each in claim.assuming)


def test_a_derivation_names_what_it_follows_from() -> None:
    for each in (TUNED, LARGEST, SEVERAL, ONE):
        assert len(list(each.shown())) == len(each.lines)
    wrong = Derivation("wrong", TUNED.known, {"from nowhere": (TUNED.concludes, ("a line",))})
    with pytest.raises(ValueError, match="which does not come before it"):
        list(wrong.shown())


def test_a_learner_that_never_promotes_is_shown_few_examples() -> None:
    class NeverPromotes(WinnowKOfR):
        def update(self, x: Any, y: int) -> None:
            if y == -1:
                super().update(x, y)

    evidence = attack(COMBINED, NeverPromotes, "WinnowKOfR", PROFILES["quick"], steps=False)
    assert evidence.verdict == "falsified"
    assert evidence.counterexample is not None
    assert len(evidence.counterexample.smallest.case.rounds) <= 8


# ------------------------------------------------------------------------------------------ boosting by majority


@settings(max_examples=40)
@given(strategy(partial(majority_cases, instances=5, rounds=5, edge=True)))
def test_weak_learners_keep_their_edge(drawn: tuple[Any, Any]) -> None:
    trace = drawn[0].play(BoostingByMajority)
    gamma = trace.case.gamma
    weak = trace.facts.weak_learner
    times = np.zeros(len(weak.labels), dtype=int)
    for call in trace.facts.calls:
        due = [factor(gamma) ** int(c) * copies for c, copies in zip(times, weak.copies, strict=True)]
        wrong = call.labels != weak.labels
        assert call.error == Fraction(sum(w for w, err in zip(due, wrong, strict=True) if err)) / sum(due)
        assert call.error <= HALF - gamma
        times += wrong
    assert total_weights(trace)[-1] <= len(weak.y) * (1 + 2 * gamma) ** trace.case.rounds()


@pytest.mark.parametrize("gamma", [Fraction(3, 8), Fraction(1, 8), Fraction(1, 32)])
def test_disjoint_errors_leave_a_tie_on_all_of_them(gamma: Fraction) -> None:
    trace = disjoint_errors(gamma, ScriptedMajority).play(BoostingByMajority)
    assert [call.error for call in trace.facts.calls] == [HALF - gamma] * 2
    assert trace.facts.training_error == 1 - gamma - 2 * gamma**2


@pytest.mark.parametrize(("n", "gamma"), [(1, Fraction(1, 4)), (2, Fraction(1, 8)), (30, Fraction(3, 8))])
def test_the_least_rounds_are_just_enough(n: int, gamma: Fraction) -> None:
    rounds = least_rounds(n, gamma)
    assert 2 * gamma**2 * rounds > math.log(n) >= 2 * gamma**2 * (rounds - 1)


def test_the_run_is_followed_call_by_call() -> None:
    y = np.array([1, 1, -1, -1])
    first, second = np.array([-1, 1, -1, -1]), np.array([1, -1, -1, -1])

    def run(*calls: tuple[Any, Any]) -> MajorityRun:
        follower = MajorityRun(y, 2, gamma=0.25)
        for weights, labels in calls:
            follower.call(weights, labels)
        return follower

    right = run(([1, 1, 1, 1], first), ([0.3, 0.1, 0.1, 0.1], second))
    assert right.finish()
    assert right.answers([first, second], [0, 1, -1, -1])
    assert right.answers([first, second], [-1, -1, -1, -1])
    assert not right.answers([first, second], [1, 1, -1, 1])
    for wrong in (
        run(([1, 1, 1, 1], first)),
        run(([1, 1, 1, 1], first), ([1, 1, 1, 1], second)),
        run(([1, 1, 1, 1], first), ([3, 1, 1, 1.00001], second)),
        run(([1, 1, 1], first)),
        run(([0, 0, 0, 0], first)),
        run(([1, 1, 1, 1], first), ([3, 1, 1, 1], second), ([3, 3, 1, 1], first)),
    ):
        assert not wrong.finish()
        assert wrong.fit.why


@pytest.mark.parametrize("claim", [ERROR, NO_ERROR, CONFORMS], ids=lambda claim: claim.id)
def test_a_booster_that_keeps_the_weights_falls(claim: Any) -> None:
    class Uniform(BoostingByMajority):
        def fit(self, X: Any, y: Any) -> Any:
            self.hypotheses = [self.weak_learner(X, y, np.ones(len(y))) for _ in range(self.n_rounds)]
            return self

    profile = replace(PROFILES["quick"], shrink=0)
    assert attack(claim, Uniform, "BoostingByMajority", profile, steps=False).verdict == "falsified"


def test_more_rounds_are_needed_than_none() -> None:
    games = strategy(partial(majority_cases, instances=4, rounds=4, edge=True, enough_rounds=True))
    case, _ = find(games, lambda drawn: True)
    assert case.rounds() == 1
    assert case.play(BoostingByMajority).facts.training_error == 0


# ---------------------------------------------------------------------------------------------- random stopping


def by_hand(case: RandomStopping, make: type) -> tuple[Fraction, Fraction, int]:
    """The expected error, in the order of drawing and in the worst, and the most mistakes, sample by sample."""
    total, t = sum(case.weights), case.samples
    labels = case.hypotheses[case.target]
    points = range(len(case.weights))
    expected, most = Fraction(0), 0
    worst: dict[tuple[int, ...], Fraction] = {}
    chance: dict[tuple[int, ...], Fraction] = {}
    for sample in itertools.product(points, repeat=t):
        learner, errors, mistakes = make(np.array(case.hypotheses)), Fraction(0), 0
        for x in sample:
            mistakes += learner.predict(x) != labels[x]
            learner.update(x, labels[x])
            errors += Fraction(sum(case.weights[i] for i in points if learner.predict(i) != labels[i]), total)
        most = max(most, mistakes + any(learner.predict(i) != labels[i] for i in points))
        probability = Fraction(math.prod(case.weights[x] for x in sample), total**t)
        expected += probability * errors / t
        key = tuple(sorted(sample))
        worst[key] = max(worst.get(key, Fraction(0)), errors / t)
        chance[key] = chance.get(key, Fraction(0)) + probability
    return expected, sum((chance[key] * worst[key] for key in worst), start=Fraction(0)), most


@pytest.mark.parametrize("learner", [Consistent, Halving])
def test_all_samples_at_once_give_what_each_by_itself_gives(learner: type) -> None:
    @settings(max_examples=25)
    @given(strategy(partial(random_stopping, points=3, heaviest=4, samples=4)))
    def check(drawn: tuple[RandomStopping, Any]) -> None:
        facts = drawn[0].play(learner).facts
        found = (facts.expected_error, facts.error_in_worst_order, facts.most_mistakes)
        assert found == by_hand(drawn[0], learner)

    check()


def test_a_rare_point_comes_late() -> None:
    facts = rare_point(4, 8).play(Consistent).facts
    seen = [Fraction(3, 4) ** after for after in range(1, 9)]
    assert facts.expected_error == sum(seen) / 4 / 8
    assert RANDOM_STOPPING.measure(rare_point(4, 8).play(Consistent))
    for t in (3, 5, 9):
        assert rare_point(2, t).play(Consistent).facts.error_in_worst_order == Fraction(1, 4)
