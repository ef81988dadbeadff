"""Linear programs, graphs, systems, balls and halfspace samples: certificates, counts that are known, legality."""

from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from cases import drawn
from scipy.optimize import linprog

from learncheck.exact.linear_programming import Optimum, least, separates_weakly
from learncheck.exact.separation import Separator, inner
from learncheck.learners import HalfspaceLP
from learncheck.oracle.boundary.failures import Crashed
from learncheck.oracle.boundary.local import LocalLearner
from learncheck.strategies.samples.multinomial import ways_to_see
from learncheck.theorems.notes.erm import colorings, hardness, proper_learning
from learncheck.theorems.notes.erm.colorings import hinted
from learncheck.theorems.notes.erm.max_feasible_subsystem import SQUARE, erm_halfspace, max_feasible_subsystem, moved
from learncheck.theorems.notes.halfspaces.linear_programs import (
    absolute_loss_program,
    halfspace_samples,
    least_absolute_loss,
    refuses,
    steep,
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


def test_separates_weakly():
    assert separates_weakly([(1, 0)], [(0, 1), (0, -1)])
    assert not separates_weakly([(1, 0), (0, 1)], [(0, -1)])
    assert separates_weakly([(1, 0)], [], [(0, 3)])
    assert not separates_weakly([(1, 0)], [(1, 1)], [(1, 0)])
    assert not separates_weakly([(1, 1)], [(1, -1), (-1, 1), (-1, 0)])  # the line x = y, where x would be 0 or less
    assert not separates_weakly([(0, 0)], [])


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


@pytest.mark.parametrize("d", [1, 2, 5, 7])
def test_the_learner_solves_steep_samples(d):
    trace = steep(d).play(HalfspaceLP, ("w",))
    assert trace.facts.separable
    assert (np.array([2**k for k in range(d)]) <= trace.facts.state["w"] + 1e-6).all()
    assert set(trace.facts.beyond) == {1}


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


def test_drawn_samples_are_of_both_kinds():
    decoder = partial(halfspace_samples, examples=4, dimension=3, largest=3, queries=2)
    separable = [isinstance(case.play(HalfspaceLP).facts.answer, Separator) for case in drawn(decoder, 60)]
    assert 10 < sum(separable) < 55


# graphs


def test_the_numbers_of_graphs_are_the_known_ones():
    assert [len(colorings.graphs_up_to_isomorphism(n)) for n in range(1, 7)] == [1, 2, 4, 11, 34, 156]


def test_graphs_of_a_size_differ():
    for first, second in combinations(colorings.graphs_up_to_isomorphism(4), 2):
        renamings = ({tuple(sorted((p[i], p[j]))) for i, j in first} for p in permutations(range(4)))
        assert set(second) not in renamings


@pytest.mark.parametrize(
    ("n", "edges", "chromatic"),
    [
        (3, (), 1),
        (5, colorings.complete(5), 5),
        (6, colorings.cycle(6), 2),
        (7, colorings.cycle(7), 3),
        (6, colorings.wheel(6), 4),
        (7, colorings.wheel(7), 3),
    ],
)
def test_chromatic_numbers(n, edges, chromatic):
    assert colorings.coloring(n, edges, chromatic - 1) is None
    colors = colorings.coloring(n, edges, chromatic)
    assert colorings.clashes(edges, colors) == 0
    assert colorings.realizing_halfspaces(n, edges, chromatic) is not None
    assert colorings.realizing_halfspaces(n, edges, chromatic - 1) is None


@pytest.mark.parametrize(
    ("n", "edges", "size"),
    [
        (3, (), 0),
        (5, colorings.complete(5), 4),
        (6, colorings.cycle(6), 3),
        (7, colorings.cycle(7), 4),
        (7, colorings.wheel(7), 4),
    ],
)
def test_covers_are_as_small_as_can_be(n, edges, size):
    every = (set(combination) for k in range(n + 1) for combination in combinations(range(n), k))
    assert len(next(cover for cover in every if all(cover & set(edge) for edge in edges))) == size
    assert len(hardness.smallest_cover(n, edges)) == size


def test_a_formula_becomes_graphs_of_the_sizes_that_are_claimed():
    clauses = ((1, -2, 2), (1, 1, 1))
    assert hardness.cover_graph(2, clauses)[0] == 2 * 2 + 3 * len(clauses)
    for k in (3, 4, 5):
        vertices, edges = hardness.coloring_graph(2, clauses, k)
        assert vertices == 4 + 10 + k
        assert {vertex for edge in edges for vertex in edge} == set(range(vertices))


def test_terms_and_colors_of_a_triangle():
    triangle = colorings.complete(3)
    assert hardness.ones_but(3, ((0, 2),)) == [((0, 1, 1), 1), ((1, 0, 1), 1), ((1, 1, 0), 1), ((0, 1, 0), -1)]
    assert hardness.labelling_terms(3, triangle, 2) is None
    found = hardness.labelling_terms(3, triangle, 3)
    assert sorted(hardness.colors_of(3, found)) == [0, 1, 2]
    assert hardness.terms_of((0, 1, 0), 2) == [(None, 1, None), (1, None, 1)]


def test_the_sample_is_that_of_the_exercise():
    sample = colorings.sample_of(3, ((0, 2),))
    half = Fraction(1, 2)
    assert sample == [((1, 0, 0), -1), ((0, 1, 0), -1), ((0, 0, 1), -1), ((half, 0, half), 1)]
    assert hinted((0, 1, 1), 2) == [(-1, 0, 0, Fraction(3, 5)), (0, -1, -1, Fraction(3, 5))]


# systems


def test_max_feasible_subsystem():
    chosen, x = max_feasible_subsystem(((1,), (-1,), (2,)), (1, 1, 3))
    assert chosen == (0, 2)
    assert x[0] > Fraction(3, 2)
    assert max_feasible_subsystem(((0,),), (0,))[0] == ()
    assert max_feasible_subsystem(((0,),), (-1,))[0] == (0,)
    for right, size in (((0, -1), 2), ((1, -1), 1), ((1, 1), 1)):
        assert len(max_feasible_subsystem(((1,), (-1,)), right)[0]) == size


def test_moving_leaves_no_right_side_at_zero():
    rows, right = ((1, -1), (1, 1), (0, 0)), (0, 2, 0)
    t, shifted = moved(rows, right)
    assert 0 not in shifted
    assert shifted[:2] == [b - inner(row, t) for row, b in zip(rows, right, strict=True)][:2]


def test_erm_of_the_square():
    corners = SQUARE
    best = erm_halfspace(corners.points, corners.labels)
    assert best.errors == 1


def test_absolute_losses():
    assert least_absolute_loss(((1,), (1,), (1,)), (0, 1, 9)) == (9, (1,))
    assert least_absolute_loss(((0, 0),), (-2,)) == (2, (0, 0))
    program = absolute_loss_program(((1,), (1,)), (0, 4))
    assert least(*program).value == 4


# balls


def ball_labellings(points):
    labellings = product((1, -1), repeat=len(points))
    return sum(ball_sets.ball_labelling(points, labelling) is not None for labelling in labellings)


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_the_numbers_of_labellings_by_discs_are_the_known_ones(m):
    points = tuple((i, i * i) for i in range(m))
    assert ball_labellings(points) == sum(comb(m, k) for k in range(4)) == m * (m * m + 5) // 6 + 1


def test_intervals():
    for m in range(1, 6):
        assert ball_labellings(tuple((i,) for i in range(m))) == m * (m + 1) // 2 + 1


def test_balls_of_the_plane_shatter_three_points_and_no_four():
    assert ball_sets.shattered_by_balls(ball_sets.simplex(2))
    for points in combinations(product(range(3), repeat=2), 4):
        assert not ball_sets.shattered_by_balls(points)


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


def test_a_solver_that_sees_everything_is_right():
    case = proper_learning.ProperLearning(2, (0, 1, 2), 2)
    assert case.probability_of_yes() == Fraction(1, 2)
    assert proper_learning.ProperLearning(2, (1, 2), 50).probability_of_yes() == 0
