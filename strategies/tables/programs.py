"""The class of all Python programs up to a length: a hypothesis is a string that is a predicate of the integer x.

- `predicates`    which strings are programs, and how they label the domain; each labelling with its shortest program
- `ProgramsGame`  a realizable game on that class, for Halving

A program is a string over an alphabet that Python parses as an expression and that is total on the domain (it divides
by 0 nowhere); it says +1 where its value is true. Only expressions of x, integers, + - * %, bitwise operators and
comparisons are ever evaluated, without builtins. Source: LEC, the corollary to Halving's theorem.
"""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import CodeType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Positive
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Alone, Environment, Game
from learncheck.strategies.tables.finite_class import BALANCED, VersionSpace

ALPHABETS = ("x1", "x1<-", "x01<>=-%", "x012+-*%<>=&|^()")
"""Alphabets of 2, 4, 8 and 16 characters, of 1, 2, 3 and 4 bits each."""

MOST_STRINGS = 1_200_000
"""The strings of a class are tried one by one."""

ALLOWED = (
    *(ast.Expression, ast.Name, ast.Load, ast.Constant, ast.UnaryOp, ast.BinOp, ast.Compare),
    *(ast.USub, ast.UAdd, ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq),
)
"""The parts of an expression that are evaluated. Powers and shifts are not among them: their values grow too fast."""


@dataclass(frozen=True)
class Predicates:
    """The class: distinct labellings of the domain in the order of their first programs, and the counts behind them.

    strings: all strings up to the length, the empty one included; programs: those that are total predicates.
    """

    labellings: tuple[tuple[int, ...], ...]
    texts: tuple[str, ...]
    strings: int
    programs: int

    @property
    def table(self) -> NDArray[Any]:
        """The labellings as an array, one row a hypothesis."""
        return np.array(self.labellings)


def compiled(text: str) -> CodeType | None:
    """The string as an expression, ready to be evaluated; None where it is none, or not of the allowed parts."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError):
        return None
    for node in ast.walk(tree):
        if not isinstance(node, ALLOWED):
            return None
        if (isinstance(node, ast.Name) and node.id != "x") or (
            isinstance(node, ast.Constant) and type(node.value) is not int
        ):
            return None
    return compile(tree, "<program>", "eval")


def label(code: CodeType, x: int) -> int | None:
    """+1 where the program is true of x, and -1 where it is false; None where it divides by 0."""
    try:
        return 1 if eval(code, {"__builtins__": {}}, {"x": x}) else -1
    except ZeroDivisionError:
        return None


def domain(points: int) -> range:
    """So many integers around 0."""
    return range(-(points // 2), points - points // 2)


def strings(alphabet: str, characters: int) -> Iterator[str]:
    """All strings of at most so many characters, the shortest first."""
    for length in range(characters + 1):
        yield from map("".join, product(alphabet, repeat=length))


def count_strings(alphabet: str, characters: int) -> int:
    """How many they are."""
    return sum(len(alphabet) ** length for length in range(characters + 1))


@lru_cache(256)
def predicates(alphabet: str, characters: int, points: int) -> Predicates:
    """The class of the programs of at most so many characters, on so many integers; never empty from one character on.

    Raises ValueError where there are more than MOST_STRINGS strings.
    """
    labellings: dict[tuple[int, ...], str] = {}
    programs = 0
    for text, code in _expressions(alphabet, characters):
        row = [label(code, x) for x in domain(points)]
        if None not in row:
            programs += 1
            labellings.setdefault(tuple(y for y in row if y is not None), text)
    return Predicates(tuple(labellings), tuple(labellings.values()), count_strings(alphabet, characters), programs)


@lru_cache(64)
def _expressions(alphabet: str, characters: int) -> list[tuple[str, CodeType]]:
    """The strings that are expressions of the allowed parts, whatever the domain."""
    count = count_strings(alphabet, characters)
    require(
        count <= MOST_STRINGS,
        f"there are {count} strings of at most {characters} characters over {alphabet!r}: at most {MOST_STRINGS} are "
        "tried, so take fewer characters",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of programs that look like slips
        found = ((text, compiled(text)) for text in strings(alphabet, characters))
        return [(text, code) for text, code in found if code is not None]


class _Programs(Case, frozen=True):
    """A class of programs: an alphabet, the most characters and the number of integers in the domain."""

    alphabet: str
    characters: Positive
    points: Positive

    def __post_init__(self) -> None:
        require(
            "x" in self.alphabet and len(set(self.alphabet)) == len(self.alphabet),
            f"the alphabet is {self.alphabet!r}: give x and other characters, each once",
        )

    @property
    def predicates(self) -> Predicates:
        """The hypotheses."""
        return predicates(self.alphabet, self.characters, self.points)

    @property
    def bits(self) -> int:
        """The b for which the programs are those of less than b bits, with ⌈log₂|alphabet|⌉ bits a character.

        Python's own 8 bits make b larger, and the bound weaker.
        """
        return self.characters * (len(self.alphabet) - 1).bit_length() + 1


class ProgramCount(_Programs, frozen=True, tag="program-count"):
    """How many programs there are."""


class ProgramsGame(_Programs, Game, frozen=True, tag="programs-game"):
    """A realizable game over the programs. A move is (column of the domain or `BALANCED`, stance)."""

    moves: tuple[tuple[int, int], ...]

    def arguments(self) -> tuple[Any, ...]:
        return (self.predicates.table,)

    def environment(self) -> Environment:
        return Alone(VersionSpace(self.predicates.table), int)


def _longest(alphabet: str, most: int) -> int:
    """The most characters for which there are at most `most` strings."""
    characters = 1
    while count_strings(alphabet, characters + 1) <= most:
        characters += 1
    return characters


def _classes(choices: Choices, points: int, most: int) -> tuple[str, int, int]:
    alphabet = choices.pick(ALPHABETS)
    characters = choices.integer(1, min(8, _longest(alphabet, most)))
    return alphabet, characters, choices.integer(1, points)


def programs_games(choices: Choices, *, points: int, rounds: int, most: int) -> ProgramsGame:
    """Games over classes of at most `most` strings. Shrinks to few characters of a small alphabet and few rounds."""
    alphabet, characters, size = _classes(choices, points, most)
    return ProgramsGame(alphabet, characters, size, choices.moves(size, first=BALANCED, most=rounds))


def all_programs_games(choices: Choices, *, points: int, most: int) -> ProgramsGame:
    """Each class, against the environment that presents the most divisive integer and contradicts."""
    alphabet, characters, size = _classes(choices, points, most)
    return ProgramsGame(alphabet, characters, size, ((BALANCED, CONTRADICT),) * size)


def program_counts(choices: Choices, *, points: int, most: int) -> ProgramCount:
    """Each class."""
    return ProgramCount(*_classes(choices, points, most))


def bisected(alphabet: str, characters: int, points: int) -> ProgramsGame:
    """The game of the environment that divides the class most evenly and contradicts."""
    return ProgramsGame(alphabet, characters, points, ((BALANCED, CONTRADICT),) * points)
