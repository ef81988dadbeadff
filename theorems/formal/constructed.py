"""How constructors are called for formal rounds and real games, and how what they make is described."""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from learncheck.theorems.formal.games import entries
from learncheck.theorems.formal.round import Situation

FORMAL_SIZE = 3
"""The size with which the constructor is called in a formal round; its attributes are replaced."""

SMALL = 8
"""Up to this size arithmetic is exact, and games are long."""

DYADIC = (Fraction(1, 2), Fraction(349_525, 2**20), Fraction(1, 1024), Fraction(1, 4), Fraction(11, 2**14))
"""Steps and margins with which constructors are called: exact as floats, but not as decimals of a few digits. The
longest games, those of size 8, take the fourth, whose powers are short.
"""

Options = Mapping[sympy.Symbol, Sequence[Any]]


def options_at(options: Options | None, size: int) -> dict[sympy.Symbol, Any]:
    """One value for each symbol, depending on the size. Large sizes get floats, for speed."""
    chosen = {symbol: values[size % len(values)] for symbol, values in (options or {}).items()}
    return {symbol: float(value) if size > SMALL else value for symbol, value in chosen.items()}


def smallest(make: Callable[..., Any], options: Options | None, learner: type) -> Any:
    """The object whose attributes a formal round replaces."""
    return make(learner, FORMAL_SIZE, *options_at(options, FORMAL_SIZE).values())


def by_name(values: Mapping[sympy.Symbol, Any]) -> dict[str, Any]:
    """The values by the names of the symbols."""
    return {symbol.name: value for symbol, value in values.items()}


def exact_array(values: Any) -> Any:
    """An array of the exact numbers, as fractions."""
    flat = np.asarray(values)
    exact = np.empty(flat.shape, dtype=object)
    exact.ravel()[:] = entries(flat)
    return exact


def shown(values: Any) -> str:
    """The distinct values of an array, in words."""
    distinct = sorted(set(values.ravel().tolist()))
    return f"({', '.join(map(str, distinct))}, …)" if len(distinct) > 1 else f"all {distinct[0]}"


def instance_of(situation: Situation, size: int, alone: str | None, draw: random.Random) -> tuple[list[str], Any]:
    """Blocks for all indices, and the instance: one index is in the block `alone`, all others are drawn."""
    others = [block for block in situation.values if block != alone]
    blocks = draw.choices(others, k=size)
    if alone is not None:
        blocks[draw.randrange(size)] = alone
    return blocks, np.array([situation.values[block] for block in blocks])
