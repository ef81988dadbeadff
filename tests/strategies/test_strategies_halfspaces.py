"""Games over halfspaces: legal whatever the script says, JSON and back, the spiral, and what failures shrink to."""

import itertools
import math
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from cases import drawn

from learncheck.learners import Perceptron
from learncheck.strategies.halfspaces import families, games
from learncheck.strategies.halfspaces.vectors import directions
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.games import CONTRADICT
from learncheck.theorems.notes.halfspaces.perceptron import every_separable_game, separable_games
from learncheck.theorems.notes.halfspaces.perceptron_margins import every_target_game, target_games
from learncheck.theorems.notes.halfspaces.perceptron_relatives import every_kernel_game, every_unit_game
from learncheck.theorems.notes.halfspaces.perceptron_spiral import SPIRAL_UNIT, spiral

GRIDS = [
    partial(separable_games, dimensions=3, reach=3, pool=4, rounds=8, n=2, separable=True),
    partial(families.grid_games, dimensions=3, n=3, pool=4, rounds=8, realizable=True, on_grid=True),
]


@pytest.mark.parametrize(
    ("build", "count"),
    [
        (partial(families.every_free_game, dimension=2, reach=1, rounds=2), 16 + 16**2),
        (partial(families.every_free_game, dimension=2, reach=1, rounds=2, signed=1), 16 + 8**2),
        (
            partial(every_separable_game, dimension=2, reach=1, rounds=3, n=2, signed=2),
            8 + 8**2 + 4**3,
        ),
        (partial(families.every_grid_game, dimension=2, n=1, rounds=3, signed=0), 4 + 4**2 + 4**3),
        (partial(every_target_game, reach=1, rounds=2), 6 + 6**2 + 2 * (8 + 8**2)),
        (partial(every_kernel_game, dimension=2, reach=1, rounds=1), 3 * 16),
        (partial(every_unit_game, rounds=1), 2 * 2 * 16),
    ],
    ids=lambda value: value.func.__name__ if callable(value) else "",
)
def test_small_games_are_enumerated_once(build, count):
    cases = [case for case, _ in everything(build)]
    assert len(cases) == len(set(cases)) == count


@pytest.mark.parametrize("build", GRIDS, ids=["separable", "grid"])
def test_grid_games_are_legal_and_contradict_wherever_they_can(build):
    for case in drawn(build, 150):
        targets = directions(case.dimension, case.n)
        trace = case.play(Perceptron)
        assert trace.rounds
        for round_, (_, stance) in zip(trace.rounds, case.moves, strict=False):
            signs = np.sign(targets @ np.rint(round_.instance * case.denominator).astype(int))
            if stance == CONTRADICT and not round_.mistake:
                assert not (signs == -round_.label).any()
            targets = targets[signs == round_.label]
        assert trace.facts.target in {tuple(w) for w in targets}


def test_target_games_keep_the_hypotheses_in_force():
    for case in drawn(
        partial(
            target_games,
            dimensions=3,
            reach=4,
            pool=4,
            rounds=6,
            unit_target=True,
            unit_ball=True,
            labels_of_target=True,
        ),
        200,
    ):
        assert sum(v * v for v in case.weights()) == 1
        assert all(sum(v * v for v in x) <= case.denominator**2 for x in case.instances)
        assert len(case.play(Perceptron).rounds) == len(case.moves)
        assert not any(stance == games.NOISE for _, stance in case.moves)


@pytest.mark.parametrize("size", [*range(1, 41), 100, 200])
def test_spiral_errs_by_more_than_any_tie_and_its_floats_are_exact(size):
    rows = spiral(size)
    w = (0, 0, 0)
    for t, x in enumerate(rows):
        margin = Fraction(sum(a * b for a, b in zip(w, x, strict=True)), SPIRAL_UNIT**2)
        terms = Fraction(sum(abs(a * b) for a, b in zip(w, x, strict=True)), SPIRAL_UNIT**2)
        assert margin == 0 if t == 0 else -margin > max(Fraction(1, 200), terms / 10**6)
        w = tuple(a + b for a, b in zip(w, x, strict=True))
        assert terms * SPIRAL_UNIT**2 < 2**53  # so that floats add the very numbers
    assert max(sum(v * v for v in x) for x in rows) < (size + Fraction(1, 16)) * SPIRAL_UNIT**2
    assert all(x[2] == SPIRAL_UNIT for x in rows)  # w* = (0, 0, 1) has y⟨w*,x⟩ = 1


@pytest.mark.parametrize(("size", "reach"), [(1, 2), (2, 3), (3, 2), (4, 1)])
def test_directions_are_the_coprime_vectors_in_the_order_in_which_choices_count_them(size, reach):
    coprime = [x for x in itertools.product(range(-reach, reach + 1), repeat=size) if math.gcd(*x) == 1]
    assert directions(size, reach).tolist() == sorted(
        map(list, coprime), key=lambda x: (sum(map(abs, x)), [-v for v in x])
    )
