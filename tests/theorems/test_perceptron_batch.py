"""The Perceptron on a sample: its learners, its cases, and the walk through all legal runs."""

from functools import partial
from math import floor

import numpy as np
import pytest
from cases import drawn

from learncheck.learners import BatchPerceptron, Perceptron, Pocket
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.strategies.halfspaces.linear_samples import labelled_plane, most_updates, signed, some_halfspace
from learncheck.strategies.play.choices import everything
from learncheck.theorems.notes.halfspaces.perceptron_batch import (
    End,
    at_ties,
    axes_sample,
    perceptron_ends,
    perceptron_fit,
    separable_samples,
    staircase,
)
from learncheck.theorems.notes.halfspaces.pla import PLA_HALTS, axes_cycle
from learncheck.theorems.notes.halfspaces.pocket import every_pocket_sample, pocket_ends, pocket_fit, pocket_samples


def test_every_small_sample_is_there():
    pool = len(labelled_plane(1))
    assert pool == 16
    found = [case for case, _ in everything(partial(every_pocket_sample, reach=1, examples=2, updates=1))]
    assert len(found) == len(set(found)) == pool + pool**2
    found = [case for case, _ in everything(partial(every_pocket_sample, reach=1, examples=2, ordered=1, updates=1))]
    assert len(found) == len(set(found)) == pool + pool * (pool + 1) // 2


def test_most_updates_of_the_axes():
    assert most_updates(axes_sample(7).signed) == 7


def test_the_staircase_takes_exponentially_many_updates():
    for size in range(1, 7):
        case = staircase(size)
        assert most_updates(case.signed) == size * (4**size - 1) // 3
        X, y, *_ = case.handed()
        assert BatchPerceptron().fit(X, y).n_updates == (4**size - 1) // 3


# learners


def test_batch_perceptron_updates_as_the_online_one_does():
    X, y = np.array([[1.0, 2.0], [-1.0, 1.0], [2.0, -3.0]]), np.array([1, -1, 1])
    learner = BatchPerceptron().fit(X, y)
    online, made = Perceptron(2), 0
    while wrong := [i for i in range(3) if online.predict(X[i]) != y[i]]:
        online.update(X[wrong[0]], y[wrong[0]])
        made += 1
    assert learner.n_updates == made
    assert np.array_equal(learner.w, online.w)
    assert np.array_equal(learner.predict(X), y)


def test_a_second_fit_starts_afresh():
    X = np.array([[1.0, 0.0], [0.0, 1.0]])
    for learner, fresh in ((BatchPerceptron(), BatchPerceptron()), (Pocket(3, 1), Pocket(3, 1))):
        learner.fit(X, np.array([-1, 1]))
        learner.fit(X, np.array([1, 1]))
        assert np.array_equal(learner.w, fresh.fit(X, np.array([1, 1])).w)
    assert learner is not fresh


def test_pocket_keeps_the_weights_with_fewest_mistakes():
    # every correction of the contradictory point spoils the other three
    X, y = np.array([[1.0, 0.0]] * 4), np.array([1, 1, 1, -1])
    for seed in range(8):
        learner = Pocket(2, seed).fit(X, y)
        assert (learner.predict(X) != y).sum() in (1, 3)
        assert (Pocket(20, seed).fit(X, y).predict(X) != y).sum() == 1


def test_pocket_wants_a_correction():
    with pytest.raises(ValueError, match="at least 1"):
        Pocket(0, 0)


# the cycle


def test_cyclic_pla_ends_after_a_clean_cycle():
    trace = axes_cycle(4).play(Perceptron)
    assert [round_.mistake for round_ in trace.rounds] == [True] * 4 + [False] * 4


@pytest.mark.slow
def test_cyclic_pla_is_broken_off_beyond_its_bound():
    class Stubborn(Perceptron):
        def update(self, x, y):
            pass

    game = axes_cycle(2)
    trace = game.play(Stubborn)
    assert trace.mistakes > most_updates(game.signed)
    assert attack(PLA_HALTS, Stubborn, "Stubborn", PROFILES["quick"]).verdict == "falsified"


# legal runs


def test_runs_of_the_axes_end_at_their_sum():
    assert perceptron_ends(axes_sample(3).signed) == (End((1, 1, 1), 3),)


def test_the_order_of_corrections_is_free():
    ends = perceptron_ends(((2, 1), (1, 2), (-1, 2)))
    assert {end.w for end in ends} >= {(1, 2)}
    assert all(end.updates <= floor(most_updates(((2, 1), (1, 2), (-1, 2)))) for end in ends)


def test_too_many_runs_are_given_up():
    assert perceptron_ends(axes_sample(12).signed) is None
    assert pocket_ends(axes_sample(12).signed, 12) is None


def test_every_run_that_is_simulated_is_legal():
    for case in drawn(partial(separable_samples, dimensions=3, reach=2, examples=4, queries=0), 60):
        signed = np.array(case.signed)
        for seed in range(3):
            draw, w, updates = np.random.default_rng(seed), np.zeros(signed.shape[1], dtype=int), 0
            while len(wrong := np.flatnonzero(signed @ w <= 0)):
                w, updates = w + signed[draw.choice(wrong)], updates + 1
            assert End(tuple(w.tolist()), updates) in perceptron_ends(case.signed)


def test_what_pocket_holds_is_legal():
    for case in drawn(partial(pocket_samples, dimensions=3, reach=2, examples=4, queries=0, updates=4), 80):
        X, y, *_ = case.handed()
        w = tuple(int(v) for v in Pocket(case.max_updates, case.seed).fit(X, y).w)
        assert w in pocket_ends(case.signed, case.max_updates)


def test_answers_that_no_run_gives():
    points, labels = ((1, 0), (0, 1)), (1, 1)
    assert perceptron_fit(points, labels, (1, 1), ((1, 1), (1, -1)), (1, 0)).ok
    assert not perceptron_fit(points, labels, (1, 1), ((1, 1),), (-1,)).ok
    fit = perceptron_fit(points, labels, (1, 0), (), ())
    assert "answers 0 on example 1, which is labelled +1" in fit.why
    assert "it treats a zero margin as correct" in perceptron_fit(points, labels, (1, 1), ((0, -1),), (1,)).why
    assert pocket_fit(points, labels, (1, 1), (), (), 2).ok
    assert not pocket_fit(points, labels, (-1, 1), (), (), 2).ok


def test_large_samples_are_held_against_all_separators():
    case = axes_sample(12)
    far = (tuple([1] * 12),)
    assert perceptron_fit(case.points, case.labels, case.labels, far, (1,)).ok
    assert not perceptron_fit(case.points, case.labels, case.labels, far, (-1,)).ok
    assert not some_halfspace(((1, 0), (-1, 0)), (1, 1))


# what failures shrink to


def test_a_zero_margin_that_is_right_by_convention_may_be_lost_in_rounding() -> None:
    """With weights that are multiples of 1/100 a zero margin of three updates can be computed as −2e-18."""
    points, labels = ((2, -2, -8, 4), (-8, -4, -2, 4), (-2, -4, 4, 4)), (1, -1, 1)
    corrected = [labels[i] * np.array(points[i]) for i in (1, 2, 0, 2, 1)]
    ends = perceptron_ends(signed(points, labels), lax=at_ties(labels, 1))
    assert ends is not None
    assert {End(tuple(sum(corrected[:k]).tolist()), k) for k in (3, 5)} <= set(ends)
