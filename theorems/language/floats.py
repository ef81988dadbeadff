"""Numbers from a learner's floats, with their errors: balls, and never a silent tolerance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import sympy

from learncheck.exact.balls import ball
from learncheck.strategies.play.case import Trace

Error: TypeAlias = float | Fraction | sympy.Expr
"""How far a float may be from its value without rounding: a number ≥ 0."""

Tolerance: TypeAlias = Error | Callable[[Trace], Error] | None


@dataclass(frozen=True)
class FromFloats:
    """A number computed without rounding from floats that a learner returned."""

    value: object


def is_rounded(value: object) -> bool:
    """Whether the number comes from floats."""
    return isinstance(value, float | np.floating | FromFloats)


@dataclass(frozen=True)
class Enclosing:
    """A measure that returns balls in place of floats, with the error that the claim states."""

    measure: Callable[[Trace], Mapping[sympy.Symbol, object]]
    error: Tolerance

    def __call__(self, trace: Trace) -> dict[sympy.Symbol, object]:
        values = self.measure(trace)
        error = self.error(trace) if callable(self.error) else self.error
        return {symbol: enclosed(value, error) for symbol, value in values.items()}


def enclosed(value: object, error: Error | None) -> object:
    """The ball around a number that comes from floats; any other number unchanged."""
    plain = value.value if isinstance(value, FromFloats) else value
    return ball(plain, error) if error and is_rounded(value) else plain
