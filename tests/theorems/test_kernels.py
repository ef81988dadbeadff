"""Kernels, their features, and games in feature space."""

from fractions import Fraction

import numpy as np
import pytest

from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.theorems.notes.halfspaces.kernel_perceptron import SHAPES
from learncheck.theorems.notes.halfspaces.kernels import (
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
