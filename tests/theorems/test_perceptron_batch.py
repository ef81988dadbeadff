"""The Perceptron on a sample: its learners, its cases, and the walk through all legal runs."""

from functools import partial

import numpy as np
import pytest
from cases import drawn

from learncheck.learners import Perceptron, Pocket
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.strategies.halfspaces.linear_samples import labelled_plane, most_updates, signed
from learncheck.strategies.play.choices import everything
from learncheck.theorems.notes.halfspaces.perceptron_batch import axes_sample, separable_samples
from learncheck.theorems.notes.halfspaces.pla import PLA_HALTS, axes_cycle
from learncheck.theorems.notes.halfspaces.pocket import every_pocket_sample, pocket_ends, pocket_samples
from learncheck.theorems.rules.perceptron_runs import End, at_ties, perceptron_ends


def test_every_small_sample_is_there():
    pool = len(labelled_plane(1))
    assert pool == 16
    cases = [case for case, _ in everything(partial(every_pocket_sample, reach=1, examples=2, updates=1))]
    assert len(cases) == len(set(cases)) == pool + pool**2
    cases = [case for case, _ in everything(partial(every_pocket_sample, reach=1, examples=2, ordered=1, updates=1))]
    assert len(cases) == len(set(cases)) == pool + pool * (pool + 1) // 2


# learners


def test_pocket_wants_a_correction():
    with pytest.raises(ValueError, match="at least 1"):
        Pocket(0, 0)


# the cycle


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


# what failures shrink to


def test_a_zero_margin_that_is_right_by_convention_may_be_lost_in_rounding() -> None:
    """With weights that are multiples of 1/100 a zero margin of three updates can be computed as −2e-18."""
    points, labels = ((2, -2, -8, 4), (-8, -4, -2, 4), (-2, -4, 4, 4)), (1, -1, 1)
    corrected = [labels[i] * np.array(points[i]) for i in (1, 2, 0, 2, 1)]
    ends = perceptron_ends(signed(points, labels), lax=at_ties(labels, 1))
    assert ends is not None
    assert {End(tuple(sum(corrected[:k]).tolist()), k) for k in (3, 5)} <= set(ends)
