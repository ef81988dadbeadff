"""Compare real games with formal rounds: every real round must agree exactly with the formal round of its kind.

A formal round is run from any state, so it depends neither on earlier rounds nor on sizes. Code that depends on these
shows it in real games, long ones and large ones. The learner's own constructor and rounds are run on numbers. The
formal round is evaluated at these numbers, and the two are compared: the answer, and the state after the round.
"""

import itertools
import numbers
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from flint import arb, fmpq
from numpy.typing import ArrayLike

from learncheck.exact.balls import exact as exactly
from learncheck.exact.balls import fraction
from learncheck.exact.formulas import compile_formula, compile_term
from learncheck.theorems.formal.numbers import NotFormal, Real, value_of
from learncheck.theorems.formal.round import Description, Happened
from learncheck.theorems.formal.rows import Row

GAMES = ((8, 300), (1, 6), (64, 6), (100, 6), (128, 6), (256, 6), (1000, 4), (2**15, 1))
"""Sizes, and the number of rounds played at each."""

SIZES = (*range(1, 65), *(size for size, _ in GAMES if size > 64))
"""The sizes at which constructors are run."""

Plain = float | Fraction
"""A number of a game: an integer, a fraction, or a float, which is taken as the fraction that it is."""

Numbers = ArrayLike | Sequence[Plain]

Values = Mapping[str, Plain]
"""The numbers of a round by the names of their symbols."""


class Differs(Exception):
    """A real round differs from the formal one."""


@dataclass(frozen=True)
class Comparisons:
    """How much was compared."""

    games: int
    rounds: int

    @property
    def words(self) -> str:
        longest, largest = max(rounds for _, rounds in GAMES), max(size for size, _ in GAMES)
        return f"{self.rounds:,} rounds of {self.games} games of sizes up to {largest:,} and up to {longest} rounds"


DESCRIBED_SIZE, DESCRIBED_ROUNDS = 8, 50
"""The proof's functions are compared in games up to this size, where arithmetic is exact, and in their first rounds:
they are functions of a round, whatever rounds came before.
"""
SCALES, SCALED_ROUNDS = (2**20, 2.0**200, 2.0**-200), 20
"""Vectors of size DESCRIBED_SIZE are scaled by these, too, so that code which overflows or underflows shows it."""


@dataclass(frozen=True)
class RealRound:
    """A real round: its numbers by the names of the symbols, the answer, whether the state after it is the one that the
    formal round gives (None if that is not representable in floats, which ends the game), and the round itself.
    """

    values: Values
    answer: object
    agrees: Callable[[Values], bool | None]
    happened: Callable[[], Happened]


Tell = Callable[[Any], Mapping[str, object]]
"""Describes a formal state by named expressions."""


class Forms:
    """The formal rounds of one kind of instance and label, compiled for evaluation at numbers.

    describe: gives the values of the proof's functions on a round, formal or real.
    """

    def __init__(self, rounds: Iterable[Happened], tell: Tell, describe: Callable[[Happened], Description]) -> None:
        self.describe = describe
        self.paths = [
            (
                list(map(compile_formula, round.met)),
                _answer(round.prediction),
                {name: _number(term) for name, term in tell(round.after).items()},
                _Described(describe(round)),
            )
            for round in rounds
        ]

    def at(self, values: Values) -> tuple[object, dict[str, Plain], "_Described"]:
        """The answer, the state after the round, and the values of the proof's functions, at these numbers."""
        fits = [path for path in self.paths if all(met.decide(values) for met in path[0])]
        if len(fits) != 1:
            raise Differs(f"{len(fits)} formal rounds fit it")
        _, answer, after, described = fits[0]
        answers = {name: term(values) for name, term in answer.items()} if isinstance(answer, dict) else answer
        return answers, {name: term(values) for name, term in after.items()}, described


RealGame = Iterator[tuple[Forms, RealRound]]
"""The rounds of a game as they are played, each with the formal rounds of its kind."""


def play(games: Callable[[int, random.Random], Iterable[RealGame]]) -> Comparisons:
    """Play all games. games: yields those of a size.

    Raises Differs at the first round that differs from the formal one.
    """
    played = [0, 0]
    for size, rounds in GAMES:
        for game in games(size, random.Random(size)):
            played[0] += 1
            number = 0
            try:
                for forms, real in itertools.islice(game, rounds):
                    number += 1
                    answer, after, described = forms.at(real.values)
                    if _unlike(real.answer, answer):
                        raise Differs(f"it answers {real.answer}, and formally {answer}")
                    same = real.agrees(after)
                    if same is None:
                        break
                    if not same:
                        raise Differs("its state becomes another than formally")
                    if size <= DESCRIBED_SIZE and number <= DESCRIBED_ROUNDS:
                        described.compare(forms.describe(real.happened()), real.values)
            except Differs as error:
                raise Differs(f"round {number} of a real game of size {size:,}: {error}") from None
            except Exception as error:
                raised = f"{type(error).__name__}: {error}"
                raise Differs(f"round {number + 1} of a real game of size {size:,}: it raises {raised}") from error
            played[1] += number
    return Comparisons(*played)


def entries(array: Numbers) -> list[Plain]:
    """The entries as exact numbers."""
    exact = np.asarray(array)
    numbers: list[Plain] = exact.ravel().tolist()
    return [Fraction(number) for number in numbers] if exact.dtype.kind == "f" else numbers


def inner(u: Sequence[Plain], v: Sequence[Plain]) -> Plain:
    """⟨u,v⟩."""
    product: Plain = sum(map(operator.mul, u, v))
    return product


def totals(array: Numbers, blocks: Sequence[str], names: Iterable[str]) -> dict[str, Plain]:
    """The exact sums of an array over blocks of indices; `blocks` gives the block of each index."""
    sums: dict[str, Plain] = dict.fromkeys(names, 0)
    values: list[Plain] = np.asarray(array).tolist()
    counted: Counter[tuple[str, Plain]] = Counter(zip(blocks, values, strict=True))
    for (block, value), times in counted.items():
        exact: Plain = Fraction(value) if isinstance(value, float) else value
        sums[block] += exact * times
    return sums


def close(real: Values, formal: Values) -> bool:
    """Whether the numbers are the same except for rounding."""
    return all(_size(real[name] - number) <= 1e-9 * _size(number) for name, number in formal.items())


def _size(number: Plain) -> Plain:
    return max(number, -number)


# ---- the proof's functions ----

ANY = Fraction(5, 2)
"""The value of symbols that no round determines."""


class _Described:
    """The values of the proof's functions on a formal round, compiled for comparison with those on real rounds."""

    def __init__(self, description: Description) -> None:
        self.values = {what: (value, _worked_out(value)) for what, value in description.items()}

    def compare(self, real: Description, values: Values) -> None:
        """Raises Differs if the functions give something else on the real round with these numbers."""
        for what, (formal, value) in self.values.items():
            one, other = value(values), _worked_out(real[what])(values)
            if not (one.overlaps(arb(other)) if isinstance(one, arb) else other == one):
                raise Differs(f"the proof's {' '.join(what)} is {real[what]}, and formally {formal}")


def _worked_out(term: object) -> Callable[[Values], object]:
    """A function that evaluates the term to a rational or a ball, or decides the relation; others are what they are."""
    if isinstance(term, str | bool | np.bool_):
        return lambda values: term
    if not isinstance(term, Real | sympy.Expr | numbers.Number):
        relation = compile_formula(sympy.sympify(term))
        return lambda values: relation.decide({**dict.fromkeys(relation.names, ANY), **values})
    expression = value_of(term)
    if expression.is_Rational:  # as on most real rounds, where compiling it would take longest
        constant = exactly(expression, "a number")
        return lambda values: constant
    compiled = compile_term(expression)
    return lambda values: compiled.at({**dict.fromkeys(compiled.names, ANY), **values})


# ---- numbers for symbols ----


def _number(term: object) -> Callable[[Values], Fraction]:
    expression = value_of(term)
    if not expression.free_symbols:
        constant = fraction(expression)
        return lambda values: constant
    compiled = compile_term(expression)

    def number(values: Values) -> Fraction:
        value = compiled.at(values)
        if not isinstance(value, fmpq):
            raise NotFormal(f"{expression} is not a rational number")
        return fraction(value)

    return number


def _answer(prediction: object) -> object:
    if isinstance(prediction, Row) and prediction.sums is not None:
        return {block: _number(term) for block, term in prediction.sums.items()}
    return prediction


def _unlike(real: object, formal: object) -> bool:
    if isinstance(real, dict) and isinstance(formal, dict):  # probabilities, which are quotients
        return not close(real, formal)
    return bool(real != formal)
