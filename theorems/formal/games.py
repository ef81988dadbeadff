"""Real games beside formal rounds: every real round must go as the formal round of its kind says, exactly.

A formal round is run from any state, so it knows nothing of what came before, nor of sizes. What depends on these shows
in real games: long ones, and large ones. The learner's own constructor and rounds are run on numbers, what the formal
round makes of the numbers is worked out, and the two are compared: the answer, and the state after the round.
"""

import itertools
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from flint import fmpq

from learncheck.exact.balls import exact as exactly
from learncheck.exact.balls import fraction, translate
from learncheck.theorems.formal.numbers import NotFormal, value_of
from learncheck.theorems.formal.quantities import FormalRound, Row

GAMES = ((8, 300), (1, 6), (64, 6), (100, 6), (128, 6), (256, 6), (1000, 4), (2**15, 1))
"""Sizes, and the rounds that are played at each."""

SIZES = (*range(1, 65), *(size for size, _ in GAMES if size > 64))
"""The sizes with which constructors are run."""

Values = Mapping[str, Any]


class Differs(Exception):
    """A real round went otherwise than the formal one."""


@dataclass(frozen=True)
class Played:
    """How much was compared."""

    games: int
    rounds: int

    @property
    def words(self) -> str:
        longest, largest = max(rounds for _, rounds in GAMES), max(size for size, _ in GAMES)
        return f"{self.rounds:,} rounds of {self.games} games of sizes up to {largest:,} and up to {longest} rounds"


@dataclass(frozen=True)
class Went:
    """How a real round went: its numbers by the names of the symbols, the answer, and whether the state after is the
    one that the formal round makes."""

    values: Values
    answer: Any
    agrees: Callable[[Values], bool]


Tell = Callable[[Any], Mapping[str, Any]]
"""Tells a formal state by expressions, each with a name."""


class Forms:
    """The formal rounds of one kind of instance and label, ready to be worked out at numbers."""

    def __init__(self, rounds: Iterable[FormalRound], tell: Tell) -> None:
        self.paths = [
            (
                [_compiled(each) for each in ran.comparisons],
                _answer(ran.prediction),
                {name: _number(term) for name, term in tell(ran.after).items()},
            )
            for ran in rounds
        ]

    def at(self, values: Values) -> tuple[Any, dict[str, Any]]:
        """The answer and the state after, at these numbers."""
        fits = [each for each in self.paths if all(holds(values) for holds in each[0])]
        if len(fits) != 1:
            raise Differs(f"{len(fits)} formal rounds fit it")
        _, answer, after = fits[0]
        said = {name: term(values) for name, term in answer.items()} if isinstance(answer, dict) else answer
        return said, {name: term(values) for name, term in after.items()}


def play(learner: type, games: Callable[[int, random.Random], Iterable[Iterator[tuple[Forms, Went]]]]) -> Played:
    """Play all games. games: of a size, the rounds of each, as they are played.

    Raises Differs at the first round that goes otherwise.
    """
    played = [0, 0]
    for size, rounds in GAMES:
        for game in games(size, random.Random(size)):
            played[0] += 1
            number = 0
            try:
                for forms, real in itertools.islice(game, rounds):
                    number += 1
                    answer, after = forms.at(real.values)
                    if _unlike(real.answer, answer):
                        raise Differs(f"it answers {real.answer}, and formally {answer}")
                    if not real.agrees(after):
                        raise Differs("its state becomes another than formally")
            except Differs as error:
                raise Differs(f"round {number} of a real game of size {size:,}: {error}") from None
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
                raise Differs(f"round {number + 1} of a real game of size {size:,}: it raises {told}") from error
            played[1] += number
    return Played(*played)


def entries(array: Any) -> list[Any]:
    """The entries as exact numbers."""
    found = np.asarray(array)
    numbers: list[Any] = found.ravel().tolist()
    return list(map(Fraction, numbers)) if found.dtype.kind == "f" else numbers


def inner(u: Sequence[Any], v: Sequence[Any]) -> Any:
    """⟨u,v⟩."""
    return sum(map(operator.mul, u, v))


def totals(array: Any, blocks: Sequence[str], names: Iterable[str]) -> dict[str, Any]:
    """The exact sums of an array over blocks of indices; `blocks` has the block of each."""
    found: dict[str, Any] = dict.fromkeys(names, 0)
    for (block, value), times in Counter(zip(blocks, np.asarray(array).tolist(), strict=True)).items():
        found[block] += (Fraction(value) if isinstance(value, float) else value) * times
    return found


def close(real: Values, formal: Values) -> bool:
    """Whether the numbers are the same but for rounding."""
    return all(abs(real[name] - number) <= 1e-9 * abs(number) for name, number in formal.items())


# ---- numbers for symbols ----


def _number(term: Any) -> Callable[[Values], Any]:
    expression = value_of(term)
    symbols = sorted(expression.free_symbols, key=str)
    if not symbols:
        constant = Fraction(int(expression.p), int(expression.q))
        return lambda values: constant
    function, names = translate((expression,), symbols), [each.name for each in symbols]

    def number(values: Values) -> Any:
        (found,) = function(*(exactly(values[name], name) for name in names))
        if not isinstance(found, fmpq):
            raise NotFormal(f"{expression} is no rational number")
        return fraction(found)

    return number


_COMPARE = {
    sympy.Lt: operator.lt,
    sympy.Le: operator.le,
    sympy.Gt: operator.gt,
    sympy.Ge: operator.ge,
    sympy.Eq: operator.eq,
    sympy.Ne: operator.ne,
}


def _compiled(relation: Any) -> Callable[[Values], bool]:
    if isinstance(relation, sympy.And | sympy.Or):
        parts, joined = [_compiled(each) for each in relation.args], all if isinstance(relation, sympy.And) else any
        return lambda values: joined(holds(values) for holds in parts)
    left, right, compare = _number(relation.lhs), _number(relation.rhs), _COMPARE[type(relation)]
    return lambda values: bool(compare(left(values), right(values)))


def _answer(prediction: Any) -> Any:
    if isinstance(prediction, Row) and prediction.sums is not None:
        return {block: _number(term) for block, term in prediction.sums.items()}
    return prediction


def _unlike(real: Any, formal: Any) -> bool:
    if isinstance(formal, dict):  # probabilities, which are quotients
        return not close(real, formal)
    return bool(real != formal)
