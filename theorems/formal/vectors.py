"""Formal vectors: combinations of named vectors of any dimension, known by their inner products."""

import itertools
from collections.abc import Hashable, Mapping
from typing import NoReturn

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.numbers import FormalArray, NotFormal, Number, Real, value_of


class Space:
    """An inner product space of unknown dimension: named vectors, and a number for each of their inner products."""

    def __init__(self, products: Mapping[tuple[str, str], Number]) -> None:
        self.products = {frozenset(pair): value_of(value) for pair, value in products.items()}

    @classmethod
    def of(cls, *names: str) -> "Space":
        """Vectors without known properties: the inner product of w and x is a symbol ⟨w,x⟩."""
        pairs = itertools.combinations_with_replacement(names, 2)
        return cls({(u, v): sympy.Symbol(f"⟨{u},{v}⟩", real=True) for u, v in pairs})

    @property
    def squares(self) -> dict[str, Boolean]:
        """The relations that no vector has a negative square, by words."""
        return {
            f"‖{name}‖² ≥ 0": sympy.Ge(square, 0)
            for pair, square in self.products.items()
            if len(pair) == 1
            for name in pair
        }

    @property
    def angles(self) -> dict[str, Boolean]:
        """Cauchy–Schwarz for every two vectors, by words."""
        return {
            f"⟨{u},{v}⟩² ≤ ‖{u}‖²‖{v}‖²": sympy.Le(product**2, self.product(u, u) * self.product(v, v))
            for pair, product in self.products.items()
            if len(pair) == 2
            for u, v in [sorted(pair)]
        }

    def vector(self, name: str) -> "Vector":
        return Vector(self, {name: sympy.Integer(1)})

    @property
    def zero(self) -> "Vector":
        return Vector(self, {})

    def product(self, first: str, second: str) -> sympy.Expr:
        pair = frozenset((first, second))
        if pair not in self.products:
            raise NotFormal(f"the code takes the inner product of {first} and {second}, which the proof does not name")
        return self.products[pair]


class Vector(FormalArray):
    """A combination of the named vectors of a space. numpy's zero vector counts as the zero of any space."""

    def __init__(self, space: Space, parts: Mapping[str, sympy.Expr]) -> None:
        self.space = space
        self.parts = {name: part for name, part in parts.items() if part != 0}

    def __add__(self, other: object) -> "Vector":
        parts = self._vector(other).parts
        names = {**self.parts, **parts}
        return Vector(self.space, {n: self.parts.get(n, 0) + parts.get(n, 0) for n in names})

    __radd__ = __add__

    def __sub__(self, other: object) -> "Vector":
        return self + (-1) * self._vector(other)

    def __rsub__(self, other: object) -> "Vector":
        return self._vector(other) + (-1) * self

    def __mul__(self, factor: object) -> "Vector":
        number = value_of(factor)
        return Vector(self.space, {name: part * number for name, part in self.parts.items()})

    __rmul__ = __mul__

    def __truediv__(self, factor: object) -> "Vector":
        return self * Real(1 / Real(factor))

    def __matmul__(self, other: object) -> Real:
        pairs = itertools.product(self.parts.items(), self._vector(other).parts.items())
        return Real(sympy.Add(*(p * q * self.space.product(n, m) for (n, p), (m, q) in pairs)))

    __rmatmul__ = __matmul__

    def content(self) -> Hashable:
        return frozenset((name, sympy.expand(part)) for name, part in self.parts.items())

    def _vector(self, other: object) -> "Vector":
        if isinstance(other, Vector):
            if other.space is not self.space:
                raise NotFormal("two formal vectors of different spaces meet")
            return other
        if isinstance(other, np.ndarray) and not other.any():
            return Vector(self.space, {})
        raise NotFormal(f"a formal vector meets {other!r}, which is not a formal vector and not zero")

    def __eq__(self, other: object) -> NoReturn:
        raise NotFormal("the code compares the entries of a formal vector, which has none")

    __ne__ = __eq__

    def description(self) -> str:
        return " + ".join(f"({part})·{name}" for name, part in self.parts.items()) or "0"
