"""The exact counts behind the claims on shattered sets and on PAC learning, against their definitions."""

import itertools
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from cases import drawn
from chosen import few

from learncheck.exact.certificates import WrongCertificateError, confirmed
from learncheck.learners import Halving
from learncheck.strategies.play.choices import everything
from learncheck.strategies.points.shattering import halfspace_labellings, largest_shattered_columns
from learncheck.strategies.tables.finite_class import cube
from learncheck.theorems.notes.pac.finite_classes import (
    ACCURACY,
    CONFIDENCE,
    ENOUGH_SAMPLES,
    SAMPLE_SIZE,
    FinitePAC,
    barely_bad,
    finite_pac,
    least_sample_size,
    survival,
)
from learncheck.theorems.notes.vc.halfspaces import (
    COLUMN_LABELS_POSSIBLE,
    point_sets,
    shattered_class_games,
    small_point_sets,
    unit_vectors,
)
from learncheck.theorems.notes.vc.stumps import StumpDimension, boosted_stumps_sets, shattered_by_stumps
from learncheck.theorems.notes.vc.unseen_points import HalfSeen, Memorizer, seen_in_halves


def every(build: Any, **limits: Any) -> list[Any]:
    return [case for case, _ in everything(lambda choices: build(choices, **limits))]


PAC = dict(points=4, heaviest=5, hypotheses=4, samples=4)


# ---- halfspaces ----


@pytest.mark.parametrize("affine", [False, True])
def test_the_largest_shattered_subset_is_that_of_the_definition(affine: bool) -> None:
    """Against all labellings of all subsets, each decided by itself."""
    for case in drawn(point_sets, 25, affine=affine, dimension=2, more=1, largest=2):
        found = case.shattered()
        sizes = [
            size
            for size in range(len(case.points) + 1)
            for subset in itertools.combinations(case.points, size)
            if not subset or len(halfspace_labellings(subset, affine)) == 2**size
        ]
        assert len(found) == max(sizes)
        assert set(found) <= set(case.points)


def test_no_small_point_set_is_met_twice() -> None:
    sets = [frozenset(case.points) for case in every(small_point_sets, affine=True, dimension=2, largest=1)]
    assert len(sets) == len(set(sets)) == 1 + 126  # C(3, 3) on the line, C(9, 4) in the plane


@pytest.mark.parametrize("d", [1, 2, 4])
def test_the_notes_sets_attain_the_dimension(d: int) -> None:
    assert len(unit_vectors(d, affine=False).shattered()) == d
    assert len(unit_vectors(d, affine=True, extra=True).shattered()) == d + 1


def test_a_certificate_that_does_not_verify_stops_everything() -> None:
    with pytest.raises(WrongCertificateError, match="the evidence does not verify"):
        confirmed(False, "the evidence")


# ---- decision stumps ----


def test_dimensions_of_stumps() -> None:
    dimensions = {d: StumpDimension(d).dimension() for d in (1, 2, 3, 4, 8, 16, 63)}
    assert dimensions == {1: 2, 2: 3, 3: 4, 4: 4, 8: 5, 16: 6, 63: 9}


@pytest.mark.parametrize("digits", range(1, 6))
def test_stumps_shatter_as_many_points_as_the_dimension_has_binary_digits(digits: int) -> None:
    rows = zip(*itertools.product((0, 1), repeat=digits), strict=True)
    assert shattered_by_stumps([tuple(x[: 2 ** (digits - 1)]) for x in rows])


def test_sizes_of_boosted_sets() -> None:
    for case in every(boosted_stumps_sets, points=6, dimension=5):
        assert case.shattered() == (case.T + 1) // 2 * (1 + (case.d.bit_length() - 1)) <= 6


# ---- learners that are contradicted ----


def test_largest_shattered_columns_by_the_definition() -> None:
    generator = random.Random(0)
    for _ in range(60):
        hypotheses = generator.sample(cube(4), generator.randint(1, 16))
        sizes = [
            len(columns)
            for size in range(5)
            for columns in itertools.combinations(range(4), size)
            if {tuple(row[k] for k in columns) for row in hypotheses} == set(itertools.product((1, -1), repeat=size))
        ]
        assert len(largest_shattered_columns(hypotheses)) == max(sizes)


def test_games_on_shattered_sets_are_legal_whatever_the_columns() -> None:
    for case in drawn(shattered_class_games, 40, points=5, rows=9):
        trace = case.play(Halving)
        assert COLUMN_LABELS_POSSIBLE.holds(trace)


# ---- learners that see half ----


def test_no_deterministic_learner_of_two_points_errs_less_than_a_quarter() -> None:
    """All 256 learners that see one labelled point of two, and answer with two labels."""
    seen = [(x, y) for x in (0, 1) for y in (1, -1)]
    errors = []
    for answers in itertools.product(itertools.product((1, -1), repeat=2), repeat=4):
        answered = dict(zip(seen, answers, strict=True))

        class Table:
            table = answered

            def fit(self, X: Any, y: Any) -> None:
                self.answer = self.table[int(X[0, 0]), int(y[0])]

            def predict(self, X: Any) -> Any:
                return np.array([self.answer[int(x[0])] for x in X])

        errors.append(HalfSeen(((0,), (1,)), 1).play(Table).facts.expected_error)
    assert min(errors) == Fraction(1, 4)


@few(2)
@pytest.mark.parametrize("m", [1, 2, 3])
def test_error_of_memorizing_is_the_probability_of_the_unseen(m: int) -> None:
    error = seen_in_halves(m).play(Memorizer).facts.expected_error
    assert error == Fraction(2 * m - 1, 2 * m) ** m  # for the labelling -1 everywhere


# ---- PAC learning ----


def test_survival_is_that_of_all_samples() -> None:
    for case in drawn(finite_pac, 60, enough=False, accuracy=True, **PAC):
        total = sum(case.weights)
        probabilities = [Fraction(0) for _ in range(len(case.errors) + 1)]
        for sample in itertools.product(range(len(case.weights)), repeat=case.samples):
            weight = Fraction(1)
            for i in sample:
                weight *= Fraction(case.weights[i], total)
            for k in range(len(case.errors) + 1):
                if any(set(wrong).isdisjoint(sample) for wrong in case.errors[:k]):
                    probabilities[k] += weight
        errors = [sum(1 << i for i in wrong) for wrong in case.errors]
        found = survival(case.weights, errors, Fraction(-1), case.samples)  # all of them are bad
        assert [state["probability"] for state in found] == probabilities
        assert [state["considered"] for state in found] == list(range(len(case.errors) + 1))


def test_only_bad_hypotheses_count() -> None:
    facts = FinitePAC((1, 1), ((), (0,), (0, 1)), Fraction(1, 2), Fraction(1, 10), 3).play(None).facts
    assert facts.probability == 0  # the one that errs everywhere is right on no sample; an error of epsilon is not bad


def test_least_sample_sizes_are_enough_and_least() -> None:
    for q, inverse in itertools.product((2, 3, 7, 50), (2, 10, 1000)):
        epsilon, delta = Fraction(1, q), Fraction(1, inverse)
        m = least_sample_size(1, epsilon, delta)
        assert ENOUGH_SAMPLES.holds(barely_bad(epsilon, m, delta).play(None))
        assert not ENOUGH_SAMPLES.holds(barely_bad(epsilon, m - 1, delta).play(None))
    assert SAMPLE_SIZE.assuming == (ACCURACY, CONFIDENCE, ENOUGH_SAMPLES)
