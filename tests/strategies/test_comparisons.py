"""The sequences that separate Winnow and Perceptron."""

import numpy as np
import pytest
from sympy import Integer

from learncheck.learners import Perceptron
from learncheck.theorems.notes.winnow.comparisons import (
    DenseSequence,
    Doublings,
    Mistakes,
    SparseSequence,
    fitted,
)


@pytest.mark.parametrize(("k", "power", "column"), [(1, 1, 1), (1, 4, 7), (3, 3, 2)])
def test_sparse_examples_are_those_of_a_disjunction_with_margin_one(k, power, column):
    case = SparseSequence(k, power, column)
    size = 2**power
    relevant = [2 * size * block + column for block in range(k)]
    w = np.zeros(case.variables)
    for i in relevant:
        w[i], w[i + size] = 1, -1
    for x, y in case.examples():
        assert set(x.tolist()) <= {0, 1}
        assert x.sum() == size
        assert y == (1 if x[relevant].any() else -1)
        assert y * (w @ x) == 1


@pytest.mark.parametrize(("k", "power"), [(1, 5), (2, 3)])
def test_perceptron_errs_on_every_row_once(k, power):
    case = SparseSequence(k, power, 1)
    learner, wrong = Perceptron(case.variables), []
    for x, y in case.examples():
        wrong.append(learner.predict(x) != y)
        learner.update(x, y)
    assert wrong == [True] * (len(wrong) // 2) + [False] * (len(wrong) // 2)
    assert sum(wrong) == case.variables / 2


def test_dense_counts():
    assert DenseSequence(32).play(Perceptron).facts == Mistakes(perceptron=32, winnow=160)


def test_exponents():
    assert fitted([Integer(count) for count in (3, 12, 48, 192)]) == 2
    facts = Doublings(1, 3).play(Perceptron).facts
    assert float(fitted([Integer(counts.perceptron) for counts in facts.sparse])) == pytest.approx(1)
    assert float(fitted([Integer(counts.winnow) for counts in facts.sparse])) < 0.45
    assert float(fitted([Integer(counts.winnow) for counts in facts.dense])) == pytest.approx(1.33, abs=0.01)
