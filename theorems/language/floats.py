"""Numbers from a learner's floats, with their errors: balls, and never a silent tolerance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from learncheck.exact.balls import ball


@dataclass(frozen=True)
class FromFloats:
    """A number computed without rounding from floats that a learner returned."""

    value: Any


def is_rounded(value: Any) -> bool:
    """Whether the number comes from floats."""
    return isinstance(value, float | np.floating | FromFloats)


@dataclass(frozen=True)
class Enclosing:
    """A measure that returns balls in place of floats, with the error that the claim states."""

    measure: Callable[[Any], Mapping[Any, Any]]
    error: Any

    def __call__(self, trace: Any) -> dict[Any, Any]:
        values = self.measure(trace)
        error = self.error(trace) if callable(self.error) else self.error
        return {symbol: enclosed(value, error) for symbol, value in values.items()}


def enclosed(value: Any, error: Any) -> Any:
    """The ball around a number that comes from floats; any other number unchanged."""
    plain = value.value if isinstance(value, FromFloats) else value
    return ball(plain, error) if error and is_rounded(value) else plain
