"""Samples, weak learners and AdaBoost's exact distribution."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from cases import drawn
from implementations import implementation

from learncheck.learners import AdaBoost
from learncheck.strategies.samples import adaboost, boosting
from learncheck.strategies.samples.weak_learners import Distribution, fitting, share_of
from learncheck.theorems.notes.boosting.adaboost import TRAINING_ERROR

HALF = Fraction(1, 2)


@pytest.fixture(scope="module")
def boosting_cases() -> list[Any]:
    return drawn(adaboost.boosting_cases, 60, instances=8, rounds=6, edge=True, positive_edge=True)


def test_a_round_of_boosting_shows_one_entry_an_example(boosting_cases: list[Any]) -> None:
    for case in boosting_cases:
        trace = case.play(AdaBoost)
        for round_, call in zip(trace.rounds, trace.facts.calls, strict=True):
            D, answers, labels = round_.instance, round_.prediction, round_.label
            assert len(D) == len(answers) == len(labels) == sum(trace.facts.weak_learner.copies)
            assert sum(D[answers != labels]) == pytest.approx(float(call.error))
        assert not {"errors", "moves", "length"} & case.in_words(trace).keys()
        assert "D_t" in case.in_words(trace)["weak learner"]


def test_who_fits_again_after_the_game_does_not_add_to_its_rounds(boosting_cases: list[Any]) -> None:
    handed: list[Any] = []

    class Kept(AdaBoost):
        def fit(self, X: Any, y: Any) -> Any:
            handed.append((self, X, y))
            return super().fit(X, y)

    for case in boosting_cases:
        trace = case.play(Kept)
        learner, X, y = handed[-1]
        before = learner.predict(X).tolist()
        assert learner.fit(X, y).predict(X).tolist() == before
        assert len(trace.facts.calls) == len(trace.facts.weak_learner.calls) == case.rounds()


def test_greedy_weak_learners_err_as_much_as_they_may() -> None:
    for case in drawn(adaboost.greedy_weak_learners, 50, instances=6, rounds=8):
        weak = case.weak_learner()
        X, y = weak.X, weak.y
        D = np.full(len(y), 1 / len(y))
        h = weak(X, y, D)
        wrong = h(X) != y
        budget = HALF - case.gamma
        assert weak.calls[0].error <= budget
        if case.moves[0][1] == 0:  # nothing more fits
            spare = [
                Fraction(c, len(y)) for i, c in enumerate(case.copies) if c and not wrong[list(weak.which).index(i)]
            ]
            assert all(weak.calls[0].error + mass > budget for mass in spare)


def test_distribution_is_the_notes_formula() -> None:
    copies = (2, 1, 3, 1)
    distribution = Distribution(copies)
    D = np.ones(4)
    for errs in ([True, False, False, False], [False, True, False, True], [True, False, False, True]):
        epsilon = share_of(distribution.masses, errs)
        w = math.log(1 / epsilon - 1) / 2
        D = D * np.exp(np.where(errs, w, -w))
        distribution.reweight(errs)
        assert share_of(distribution.masses, errs) == HALF
        expected = D / (D * copies).sum()
        weights = np.array(distribution.weights) / sum(distribution.masses)
        np.testing.assert_allclose(weights, expected, rtol=1e-12)


def test_long_distributions_stay_short_and_say_so() -> None:
    distribution = Distribution((1,) * 7)
    for t in range(40):
        errs = fitting(distribution.masses, [(3 * t + i * i) % 7 for i in range(7)], Fraction(2, 5))
        distribution.reweight(errs)
    assert not distribution.exact
    assert max(distribution.weights).bit_length() < 10_000


def test_a_learner_is_held_to_the_distribution_that_it_hands_over() -> None:
    trace = adaboost.stubborn(4, 14).play(implementation("AdaBoost", "never reweights"))
    assert {call.error for call in trace.facts.calls} == {Fraction(1, 4)}
    assert all(premise.holds(trace) for premise in TRAINING_ERROR.assuming)
    assert float(trace.facts.training_error) == 0.25 > math.exp(-2 * 14 / 16)


@pytest.mark.parametrize("D", [[0.5, 0.5], [0.5, float("nan"), 0.5], [1.5, -0.5, 0.0], [0.0, 0.0, 0.0]])
def test_weak_learner_refuses_what_is_no_distribution(D: list[float]) -> None:
    weak = boosting.ScriptedBoosting((1, 1, 1), (1, 1, 1), ((0,),), gamma=Fraction(1, 6)).weak_learner()
    with pytest.raises(ValueError, match="hand over one non-negative weight an example"):
        weak(weak.X, weak.y, np.array(D))
