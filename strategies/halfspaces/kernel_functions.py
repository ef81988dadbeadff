"""The notes' three kernels, with the features of the first two. Source: VEM 8.3.1."""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

import msgspec
import numpy as np

from learncheck.learners.arithmetic import exp, inner
from learncheck.learners.arrays import Floats

if TYPE_CHECKING:
    from learncheck.learners.arrays import Array
    from learncheck.strategies.halfspaces.vectors import Vector
    from learncheck.strategies.play.choices import Choices

Features = tuple[Fraction, ...]

SHORT = 32
"""The longest instances of which values are remembered."""


class Kernel(msgspec.Struct, frozen=True):
    """⟨x,z⟩^degree ("power"), (1+⟨x,z⟩)^degree ("polynomial") or e^(−‖x−z‖²) ("gaussian")."""

    name: Literal["power", "polynomial", "gaussian"]
    degree: int = 1

    def __str__(self) -> str:
        base = "(1+⟨x,z⟩)" if self.name == "polynomial" else "⟨x,z⟩"
        return "e^(−‖x−z‖²)" if self.name == "gaussian" else base if self.degree == 1 else f"{base}^{self.degree}"

    def __call__(self, x: Any, z: Any) -> Any:
        """K(x, z) for two arrays of shape (d,). Exact on Fractions, except for the gaussian kernel."""
        if _is_short(x) and _is_short(z):
            return _remembered(self, x.tobytes(), z.tobytes())
        return self._value(x, z)

    def _value(self, x: Any, z: Any) -> Any:
        if self.name == "gaussian":
            x, z = _two_instances(np.asarray(x, dtype=float), np.asarray(z, dtype=float))
            return float(exp(-float(inner(x - z, x - z))))
        if isinstance(x, np.ndarray | Sequence) and isinstance(z, np.ndarray | Sequence):
            x, z = _two_instances(np.asarray(x), np.asarray(z))
        value = ((1 if self.name == "polynomial" else 0) + inner(x, z)) ** self.degree
        return float(value) if isinstance(value, np.floating) else value

    @property
    def as_python(self) -> str:
        """The kernel as a Python expression that needs only numpy."""
        if self.name == "gaussian":
            return "lambda x, z: float(np.exp(-(x - z) @ (x - z)))"
        if self.name == "power" and self.degree == 1:
            return "lambda x, z: float(x @ z)"
        return f"lambda x, z: float(({'1 + ' if self.name == 'polynomial' else ''}x @ z) ** {self.degree})"

    def exactly(self, x: Features, z: Features) -> Fraction:
        """K(x, z). Raises ValueError for the gaussian kernel, which is not rational."""
        if self.name == "gaussian":
            raise ValueError("e^(−‖x−z‖²) is not rational; enclose it in a ball")
        first, second = self._extended(x), self._extended(z)
        return sum((p * q for p, q in zip(first, second, strict=True)), Fraction(0)) ** self.degree

    def features(self, x: Features) -> Features:
        """φ(x) with K(x, z) = ⟨φ(x),φ(z)⟩: all products of `degree` coordinates of x, or of (1, x).

        Raises ValueError for the gaussian kernel, which has no finite φ.
        """
        if self.name == "gaussian":
            raise ValueError("e^(−‖x−z‖²) has no features in finite dimension")
        products: list[Fraction] = [Fraction(1)]
        for _ in range(self.degree):
            products = [p * q for p in products for q in self._extended(x)]
        return tuple(products)

    def monomials(self, x: "Vector", unit: int) -> "Vector":
        """The distinct products of coordinates among the features of x/unit, times unit^degree."""
        extended = (unit, *x) if self.name == "polynomial" else x
        chosen = combinations_with_replacement(extended, self.degree)
        return tuple(math.prod(factors) for factors in chosen)

    def _extended(self, x: Features) -> Features:
        return (Fraction(1), *x) if self.name == "polynomial" else x


def drawn_kernel(choices: "Choices", degree: int) -> Kernel:
    """Any of the three, with an exponent of at most `degree`. Shrinks to ⟨x,z⟩."""
    name: Literal["power", "polynomial", "gaussian"] = choices.pick(("power", "polynomial", "gaussian"))
    return Kernel(name, 1 if name == "gaussian" else choices.integer(1, degree))


def _is_short(x: object) -> "TypeGuard[Floats]":
    """Whether it is an instance of floats that is short enough to remember what a kernel makes of it."""
    return type(x) is np.ndarray and x.dtype == np.float64 and x.ndim == 1 and len(x) <= SHORT


@lru_cache(1 << 14)  # a sum over many rounds asks for the same few pairs again and again
def _remembered(kernel: Kernel, x: bytes, z: bytes) -> float:
    return float(kernel._value(np.frombuffer(x), np.frombuffer(z)))


def _two_instances(x: "Array", z: "Array") -> "tuple[Array, Array]":
    """Return both. Raises ValueError unless both have the same shape (d,): a column and a row would make a table."""
    if x.ndim != 1 or x.shape != z.shape:
        raise ValueError(f"the kernel was called with arrays of shapes {x.shape} and {z.shape}; it takes two instances")
    return x, z
