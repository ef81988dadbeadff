"""The exact counts behind the claims on shattered sets and on PAC learning, against their definitions."""

import itertools
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from cases import drawn

from learncheck.exact.certificates import WrongCertificateError, confirmed
from learncheck.exact.separation import with_constant
from learncheck.strategies.play.choices import everything
from learncheck.strategies.points.shattering import largest_shattered_columns
from learncheck.strategies.tables.finite_class import cube
from learncheck.strategies.tables.finite_domains import barely_bad, finite_pac, least_sample_size, survival
from learncheck.theorems.notes.finite.any_labels import halfspace_labellings
from learncheck.theorems.notes.pac.finite_classes import (
    ACCURACY,
    CONFIDENCE,
    ENOUGH_SAMPLES,
    SAMPLE_SIZE,
)
from learncheck.theorems.notes.vc.halfspaces import (
    point_sets,
    small_point_sets,
)
from learncheck.theorems.notes.vc.unseen_points import HalfSeen


def every(build: Any, **limits: Any) -> list[Any]:
    return [case for case, _ in everything(lambda choices: build(choices, **limits))]


PAC = dict(points=4, heaviest=5, hypotheses=4, samples=4)


# ---- halfspaces ----


@pytest.mark.parametrize("affine", [False, True])
def test_the_largest_shattered_subset_is_that_of_the_definition(affine: bool) -> None:
    """Against all labellings of all subsets, each decided by itself."""
    for case in drawn(point_sets, 25, affine=affine, dimension=2, more=1, largest=2):
        largest = case.shattered()
        sizes = [
            size
            for size in range(len(case.points) + 1)
            for subset in itertools.combinations(case.points, size)
            if not subset or len(halfspace_labellings(with_constant(subset) if affine else subset)) == 2**size
        ]
        assert len(largest) == max(sizes)
        assert set(largest) <= set(case.points)


def test_no_small_point_set_is_met_twice() -> None:
    sets = [frozenset(case.points) for case in every(small_point_sets, affine=True, dimension=2, largest=1)]
    assert len(sets) == len(set(sets)) == 1 + 126  # C(3, 3) on the line, C(9, 4) in the plane


def test_a_certificate_that_does_not_verify_stops_everything() -> None:
    with pytest.raises(WrongCertificateError, match="the evidence does not verify"):
        confirmed(False, "the evidence")


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
        states = survival(case.weights, errors, Fraction(-1), case.samples)  # all of them are bad
        assert [state["probability"] for state in states] == probabilities
        assert [state["considered"] for state in states] == list(range(len(case.errors) + 1))


def test_least_sample_sizes_are_enough_and_least() -> None:
    for q, inverse in itertools.product((2, 3, 7, 50), (2, 10, 1000)):
        epsilon, delta = Fraction(1, q), Fraction(1, inverse)
        m = least_sample_size(1, epsilon, delta)
        assert ENOUGH_SAMPLES.holds(barely_bad(epsilon, m, delta).play(None))
        assert not ENOUGH_SAMPLES.holds(barely_bad(epsilon, m - 1, delta).play(None))
    assert SAMPLE_SIZE.assuming == (ACCURACY, CONFIDENCE, ENOUGH_SAMPLES)
