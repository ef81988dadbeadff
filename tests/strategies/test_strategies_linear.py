"""Linear programs, graphs, systems, balls and halfspace samples: certificates, counts that are known, legality."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from scipy.optimize import linprog

from learncheck.exact.linear_programming import Optimum, least, separates_weakly
from learncheck.oracle.boundary.failures import Crashed
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.strategies.samples.multinomial import ways_to_see
from learncheck.theorems.notes.erm import graphs, hardness
from learncheck.theorems.notes.halfspaces.linear_programs import (
    refuses,
)
from learncheck.theorems.notes.vc import balls as ball_sets

# linear programming


def test_an_optimum_that_is_none_does_not_verify():
    program = [1], [(1,), (-1,)], [2, -5]
    optimum = least(*program)
    assert (optimum.value, optimum.x) == (2, (2,))
    assert not Optimum(Fraction(3), (Fraction(3),), optimum.multipliers).verify(*program)
    assert not Optimum(Fraction(1), (Fraction(1),), optimum.multipliers).verify(*program)
    assert not Optimum(Fraction(2), (Fraction(2),), (Fraction(0), Fraction(-1))).verify(*program)


def test_separates_weakly_agrees_with_the_linear_program():
    random = np.random.default_rng(1)
    answers = set()
    for _ in range(150):
        d = int(random.integers(1, 4))
        P, Q, Z = (
            random.integers(-2, 3, (int(random.integers(low, high)), d)).tolist()
            for low, high in ((1, 4), (0, 5), (0, 2))
        )
        A = [*P, *Q, *Z, *([-v for v in z] for z in Z)]
        right = [-1] * len(P) + [0] * (len(A) - len(P))
        expected = linprog([0] * d, -np.array(A), right, bounds=(None, None)).status == 0
        answers.add(expected)
        assert separates_weakly(P, Q, Z) is expected
    assert answers == {True, False}


# halfspaces


class Refusing:
    """Raises one of several exceptions in `fit`."""

    def __init__(self, how):
        self.how = how

    def fit(self, X, y):
        if self.how == "itself":
            raise ValueError("not separable")
        if self.how == "a kind of it":
            raise UnicodeError("not separable")
        if self.how == "in a library":
            np.linalg.inv(np.zeros((2, 2)))
        if self.how == "another":
            raise RuntimeError("not separable")


def test_only_a_value_error_of_the_learner_itself_is_a_refusal():
    X, y = np.zeros((1, 1)), np.ones(1, dtype=int)
    assert refuses(LocalLearner(Refusing, "itself").fit, X, y)
    assert refuses(LocalLearner(Refusing, "a kind of it").fit, X, y)
    assert not refuses(LocalLearner(Refusing, "not at all").fit, X, y)
    for how in ("in a library", "another"):
        with pytest.raises(Crashed):
            refuses(LocalLearner(Refusing, how).fit, X, y)


# graphs


def test_the_numbers_of_graphs_are_the_known_ones():
    assert [len(graphs.graphs_up_to_isomorphism(n)) for n in range(1, 7)] == [1, 2, 4, 11, 34, 156]


def test_graphs_of_a_size_differ():
    for first, second in combinations(graphs.graphs_up_to_isomorphism(4), 2):
        renamings = ({tuple(sorted((p[i], p[j]))) for i, j in first} for p in permutations(range(4)))
        assert set(second) not in renamings


@pytest.mark.parametrize(
    ("n", "edges", "size"),
    [
        (3, (), 0),
        (5, graphs.complete(5), 4),
        (6, graphs.cycle(6), 3),
        (7, graphs.cycle(7), 4),
        (7, graphs.wheel(7), 4),
    ],
)
def test_covers_are_as_small_as_can_be(n, edges, size):
    every = (set(combination) for k in range(n + 1) for combination in combinations(range(n), k))
    assert len(next(cover for cover in every if all(cover & set(edge) for edge in edges))) == size
    assert len(hardness.smallest_cover(n, edges)) == size


# balls


def ball_labellings(points):
    labellings = product((1, -1), repeat=len(points))
    return sum(ball_sets.ball_labelling(points, labelling) is not None for labelling in labellings)


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_the_numbers_of_labellings_by_discs_are_the_known_ones(m):
    points = tuple((i, i * i) for i in range(m))
    assert ball_labellings(points) == sum(comb(m, k) for k in range(4)) == m * (m * m + 5) // 6 + 1


def test_wrong_evidence_does_not_verify():
    points, labelling = ((0,), (1,), (2,)), (1, -1, 1)
    assert ball_sets.ball_labelling(points, labelling) is None
    ball = ball_sets.ball_labelling(points, (1, 1, -1))
    assert ball.verify(points, (1, 1, -1))
    assert not ball.verify(points, labelling)


# proper learning


def test_the_sets_that_draws_show():
    for draws in range(4):
        counts = [0] * 8
        for sample in product(range(3), repeat=draws):
            counts[sum(1 << i for i in set(sample))] += 1
        assert ways_to_see((1, 1, 1), draws) == counts
