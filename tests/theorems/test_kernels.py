"""Kernels, their features, and games in feature space."""

from fractions import Fraction

import numpy as np
import pytest

from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.theorems.notes.halfspaces.kernel_perceptron import SHAPES
from learncheck.theorems.notes.halfspaces.kernels import (
    KernelSample,
    gram,
    positive_pivots,
    series_encloses,
)


@pytest.mark.parametrize(("name", "size", "degree"), SHAPES)
def test_monomials_are_the_distinct_features(name, size, degree):
    kernel = Kernel(name, degree)
    x = tuple(range(2, 2 + size))
    features = kernel.features(tuple(Fraction(v, 2) for v in x))
    monomials = kernel.monomials(x, 2)
    assert len(monomials) <= 6
    assert {v * 2**degree for v in features} == set(monomials)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_kernels_agree_with_their_exact_form(degree):
    x, z = (Fraction(1, 2), Fraction(-3)), (Fraction(2), Fraction(5, 4))
    for name in ("power", "polynomial"):
        kernel = Kernel(name, degree)
        exact = kernel.exactly(x, z)
        assert kernel(np.array(x, dtype=float), np.array(z, dtype=float)) == float(exact)
        assert sum(p * q for p, q in zip(kernel.features(x), kernel.features(z), strict=True)) == exact


def test_the_gaussian_kernel_has_no_finite_features():
    kernel = Kernel("gaussian")
    with pytest.raises(ValueError, match="no features"):
        kernel.features((Fraction(1),))
    with pytest.raises(ValueError, match="not rational"):
        kernel.exactly((Fraction(1),), (Fraction(1),))
    assert series_encloses((Fraction(3), Fraction(1, 4)), (Fraction(-2), Fraction(5)))


def test_a_rank_that_is_not_full_is_seen():
    row = (Fraction(1), Fraction(2))
    assert positive_pivots([row, row]) == 1


def test_gram_matrices_are_those_of_the_kernel():
    case = KernelSample(Kernel("polynomial", 2), ((1, 0), (0, 2)), 2)
    assert gram(case) == [[Fraction(25, 16), 1], [1, 4]]


def test_the_gaussian_kernel_falls_with_the_squared_distance() -> None:
    assert Kernel("gaussian")(np.array([1.0, 2.0]), np.array([3.0, -1.0])) == pytest.approx(np.exp(-13))
