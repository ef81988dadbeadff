"""Numbers that come from a learner's floats, and how far they may be off: balls, and never a tolerance in silence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from learncheck.exact.balls import ball


@dataclass(frozen=True)
class FromFloats:
    """A number worked out without rounding, from floats that a learner gave."""

    value: Any


def is_rounded(value: Any) -> bool:
    """Whether floats are behind the number."""
    return isinstance(value, float | np.floating | FromFloats)


@dataclass(frozen=True)
class Enclosing:
    """A measure that gives balls in the place of floats, where the claim says how far they may be off."""

    measure: Callable[[Any], Mapping[Any, Any]]
    error: Any

    def __call__(self, trace: Any) -> dict[Any, Any]:
        told = self.measure(trace)
        error = self.error(trace) if callable(self.error) else self.error
        return {symbol: enclosed(value, error) for symbol, value in told.items()}


def enclosed(value: Any, error: Any) -> Any:
    """The ball around a number that floats are behind; any other number as it is."""
    plain = value.value if isinstance(value, FromFloats) else value
    return ball(plain, error) if error and is_rounded(value) else plain
