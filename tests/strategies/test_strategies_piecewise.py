"""Pieces, votes of stumps and votes over finite classes, against their definitions."""

import math
import random
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from learncheck.strategies.points.stumps import stump_labellings
from learncheck.theorems.notes.boosting.three_pieces import SampledThreePieces
from learncheck.theorems.notes.vc.boosted_classes import largest_shattered, vote_patterns, votes_over
from learncheck.theorems.notes.vc.piecewise_votes import line_shattered


def stumps_on_the_line(n: int) -> np.ndarray:
    """The labellings of n ordered points by stumps, one a row."""
    return np.array(sorted(stump_labellings([(i,) for i in range(n)])))


def test_a_sample_goes_wrong_as_often_as_counted() -> None:
    masses, m, epsilon = (2, 3, 2), 4, Fraction(1, 12)
    labels = np.array([1, -1, 1])
    errors = [Fraction(int(np.array(masses) @ (h != labels)), 7) for h in stumps_on_the_line(3)]
    weight = 0
    for sample in product(range(3), repeat=m):
        counts = [sum(h[i] != labels[i] for i in sample) for h in stumps_on_the_line(3)]
        worst = max(error for error, wrong in zip(errors, counts, strict=True) if wrong == min(counts))
        weight += math.prod(masses[i] for i in sample) * (worst > Fraction(1, 3) + epsilon)
    case = SampledThreePieces(masses, (1, 2), m, epsilon)
    assert case.play(None).facts.probability == Fraction(weight, 7**m)


@pytest.mark.parametrize("T", [1, 2, 3])
def test_line_dimensions_against_all_votes(T: int) -> None:
    """Both with ties that count for +1 and without constant stumps missing: all votes over all stumps."""
    for m in range(1, 6):
        votes = np.unique(np.concatenate(list(votes_over(stumps_on_the_line(m), T))))
        assert (len(votes) == 2**m) == line_shattered(m, T)


def test_threshold_functions_are_as_many_as_known() -> None:
    for T, count in ((1, 2), (2, 4), (3, 14), (4, 104)):
        cube = np.array(list(product((1, -1), repeat=T)))
        weights = np.array(list(product(range(-T, T + 1), repeat=T)))
        strict = weights[(weights @ cube.T != 0).all(axis=1)]
        assert len(np.unique(strict @ cube.T > 0, axis=0)) == count
        wider = np.array(list(product(range(-T - 1, T + 2), repeat=T)))
        assert len(np.unique(wider @ cube.T >= 0, axis=0)) == len(vote_patterns(T))


def test_votes_over_a_class_against_random_weights() -> None:
    generator = random.Random(0)
    rows = np.array([(1, 1, -1, 1), (1, -1, -1, -1), (-1, 1, 1, -1), (1, 1, 1, 1)])
    patterns = {int(code) for codes in votes_over(rows, 3) for code in codes}
    seen = set()
    for _ in range(5000):
        chosen = rows[generator.sample(range(4), 3)]
        w = np.array([generator.randint(-3, 3) for _ in range(3)])
        seen.add(sum(1 << i for i in range(4) if (w @ chosen)[i] < 0))
    assert seen == patterns


def test_vc_dimension_by_its_definition() -> None:
    generator = random.Random(1)
    for _ in range(50):
        codes = np.unique([generator.randrange(16) for _ in range(generator.randint(1, 12))])
        shattered = [
            size
            for size in range(5)
            for subset in combinations(range(4), size)
            if len({tuple(int(code) >> i & 1 for i in subset) for code in codes}) == 2**size
        ]
        assert largest_shattered(codes, 4).bit_count() == max(shattered)
