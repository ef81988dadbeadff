"""Pieces, votes of stumps and votes over finite classes, against their definitions."""

import math
import random
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from learncheck.learners import DecisionStump
from learncheck.strategies.samples import class_votes
from learncheck.theorems.notes.boosting.three_pieces import SampledThreePieces, ThreePieces, stump_patterns
from learncheck.theorems.notes.boosting.weak_learning import BaseSample
from learncheck.theorems.notes.vc.piecewise_votes import StumpVote, line_shattered, line_vote


def test_a_sample_goes_wrong_as_often_as_counted() -> None:
    masses, m, epsilon = (2, 3, 2), 4, Fraction(1, 12)
    labels = np.array([1, -1, 1])
    errors = [Fraction(int(np.array(masses) @ (h != labels)), 7) for h in stump_patterns(3)]
    weight = 0
    for sample in product(range(3), repeat=m):
        found = [sum(h[i] != labels[i] for i in sample) for h in stump_patterns(3)]
        worst = max(error for error, wrong in zip(errors, found, strict=True) if wrong == min(found))
        weight += math.prod(masses[i] for i in sample) * (worst > Fraction(1, 3) + epsilon)
    case = SampledThreePieces(masses, (1, 2), m, epsilon)
    assert case.play(None).facts.probability == Fraction(weight, 7**m)


def test_stump_patterns_are_all() -> None:
    expected = {tuple(b if i >= k else -b for i in range(4)) for k in range(5) for b in (1, -1)}
    assert {tuple(row) for row in stump_patterns(4).tolist()} == expected


def test_three_pieces_have_the_labels_and_regions_that_they_say() -> None:
    case = ThreePieces((1, 2, 3, 4), (1, 3), -1)
    assert case.labels() == (-1, 1, 1, -1)
    assert case.regions() == (Fraction(1, 10), Fraction(5, 10), Fraction(4, 10))
    assert case.play(DecisionStump).facts.error == Fraction(1, 10)


def test_the_printed_function_falls_for_every_odd_number_of_pieces_alone() -> None:
    for T in range(1, 12):
        facts = StumpVote(tuple(range(T - 1)), Fraction(1, 2)).play(None).facts
        assert (facts.score * facts.label > 0) == (T % 2 == 0)


def test_line_votes_give_their_labels() -> None:
    for changes in range(6):
        for y in (1, -1):
            labels = [y * (-1) ** t for t in range(changes + 1)]
            places, weights = line_vote(labels)
            assert len(places) == changes + 1 - changes % 2
            for t, label in enumerate(labels):
                assert label * sum(w * (1 if t >= place else -1) for place, w in zip(places, weights, strict=True)) > 0


@pytest.mark.parametrize("T", [1, 2, 3])
def test_line_dimensions_against_all_votes(T: int) -> None:
    """Both with ties that count for +1 and without constant stumps missing: all votes over all stumps."""
    for m in range(1, 6):
        votes = np.unique(np.concatenate(list(class_votes.votes_over(stump_patterns(m), T))))
        assert (len(votes) == 2**m) == line_shattered(m, T)


def test_threshold_functions_are_as_many_as_known() -> None:
    for T, known in ((1, 2), (2, 4), (3, 14), (4, 104)):
        cube = np.array(list(product((1, -1), repeat=T)))
        weights = np.array(list(product(range(-T, T + 1), repeat=T)))
        strict = weights[(weights @ cube.T != 0).all(axis=1)]
        assert len(np.unique(strict @ cube.T > 0, axis=0)) == known
        wider = np.array(list(product(range(-T - 1, T + 2), repeat=T)))
        assert len(np.unique(wider @ cube.T >= 0, axis=0)) == len(class_votes.vote_patterns(T))


def test_votes_over_a_class_against_random_weights() -> None:
    generator = random.Random(0)
    rows = np.array([(1, 1, -1, 1), (1, -1, -1, -1), (-1, 1, 1, -1), (1, 1, 1, 1)])
    found = {int(code) for codes in class_votes.votes_over(rows, 3) for code in codes}
    seen = set()
    for _ in range(5000):
        chosen = rows[generator.sample(range(4), 3)]
        w = np.array([generator.randint(-3, 3) for _ in range(3)])
        seen.add(sum(1 << i for i in range(4) if (w @ chosen)[i] < 0))
    assert seen == found


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
        assert class_votes.vc_dimension(codes, 4) == max(shattered)


def test_few_changes() -> None:
    case = class_votes.few_changes(5, 2, 1)
    assert len(case.hypotheses) == 2 * (1 + 4 + 6)
    assert all(sum(a != b for a, b in pairwise(row)) <= 2 for row in case.hypotheses)
    assert case.play(None).facts.dimension == 3


def test_a_class_that_separates_nothing_has_a_distribution_against_it() -> None:
    facts = BaseSample(((1, 0), (0, 1))).play(None).facts
    assert (facts.separable, facts.edge) == (0, 0)
    facts = BaseSample(((1, 0, 0), (0, 1, 0), (0, 0, 1))).play(None).facts
    assert (facts.separable, facts.margin, facts.edge) == (1, Fraction(1, 6), Fraction(1, 6))


def test_a_class_is_split_into_its_labellings() -> None:
    trace = class_votes.SplitClass(((1, 1, 1), (1, -1, 1), (-1, 1, 1), (-1, 1, -1))).play(None)
    before, looked, *split = [trace.rounds[0].before, *(round_.after for round_ in trace.rounds)]
    assert trace.facts == (4, 1, 4)
    assert before == {"sets": 4, "parts": 1}
    assert looked == {"sets": 4, "parts": 1}
    assert [witness["parts"] for witness in split] == [2, 3, 4]
    assert split[-1] == {"sets": 4, "parts": 4, "either": 3, "both": 1}
    for witness in split:
        assert witness["either"] + witness["both"] == witness["sets"]


def test_shattered_sets_are_those_with_all_labellings() -> None:
    assert class_votes.shattered_sets(frozenset(), 2) == frozenset()
    assert class_votes.shattered_sets(frozenset({0b01}), 2) == {0}
    assert class_votes.shattered_sets(frozenset({0b00, 0b01, 0b10}), 2) == {0, 0b01, 0b10}
    assert class_votes.shattered_sets(frozenset(range(4)), 2) == {0, 0b01, 0b10, 0b11}
