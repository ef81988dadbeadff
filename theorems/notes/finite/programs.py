"""Halving on the class of all short Python programs.

A hypothesis is a string that is a predicate of the integer x: a string over an alphabet that Python parses as an
expression and that is total on the domain (it never divides by 0). It says +1 where its value is true. Only
expressions of x, integers, + - * %, bitwise operators and comparisons are ever evaluated, without builtins.

Halving's own bound is log₂|H|; these claims add the number of hypotheses. Source: LEC, the corollary to Halving's
theorem.
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
from sympy import And, Symbol

from learncheck.learners import Halving
from learncheck.learners.arguments import require
from learncheck.strategies.play import games
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables import finite_class
from learncheck.theorems import formal
from learncheck.theorems.language import counting
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.notes.finite.mistakes import NOT_EMPTY, REMOVES_HALF, TARGET_STAYS, H, M, V, version_space

b = quantity("b", "the programs are those of fewer than $b$ bits", positive=True)
S = quantity("S", "the strings of fewer than $b$ bits")
N = quantity("N", "those of them that are programs")
B = Symbol("B", positive=True)
"""2^b."""

PROGRAMS = LEC("The Halving learner, corollary")


ALPHABETS = ("x1", "x1<-", "x01<>=-%", "x012+-*%<>=&|^()")
"""Alphabets of 2, 4, 8 and 16 characters, of 1, 2, 3 and 4 bits each."""


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
        """The b for which the programs are those of fewer than b bits, with ⌈log₂|alphabet|⌉ bits a character.

        Python's own 8 bits make b larger, and the bound weaker.
        """
        return self.characters * (len(self.alphabet) - 1).bit_length() + 1


class ProgramsGame(_Programs, games.Game, frozen=True, tag="programs-game"):
    """A realizable game over the programs. A move is (column of the domain or `BALANCED`, stance)."""

    moves: tuple[tuple[int, int], ...]

    def arguments(self) -> tuple[Any, ...]:
        return (self.predicates.table,)

    def environment(self) -> games.Environment:
        return games.Alone(finite_class.VersionSpace(self.predicates.table), int)


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
    return ProgramsGame(alphabet, characters, size, choices.moves(size, first=games.BALANCED, most=rounds))


def all_programs_games(choices: Choices, *, points: int, most: int) -> ProgramsGame:
    """Each class, against the environment that presents the most divisive integer and contradicts."""
    alphabet, characters, size = _classes(choices, points, most)
    return ProgramsGame(alphabet, characters, size, ((games.BALANCED, games.CONTRADICT),) * size)


def bisected(alphabet: str, characters: int, points: int) -> ProgramsGame:
    """The game of the environment that divides the class most evenly and contradicts."""
    return ProgramsGame(alphabet, characters, points, ((games.BALANCED, games.CONTRADICT),) * points)


@premise("some program gives the labels")
def A_PROGRAM(trace: Trace[ProgramsGame, finite_class.Version | None]) -> bool:
    """Whether some program, evaluated again from its text, agrees with every label."""
    case = trace.case
    if trace.facts is None:
        return False
    code = compiled(case.predicates.texts[trace.facts.consistent])
    integers = domain(case.points)
    return code is not None and all(label(code, integers[round.instance]) == round.label for round in trace.rounds)


P = Symbol("P", nonnegative=True)
"""2^M."""


def halved(realizable: Premise, most: Symbol, **parts: Any) -> Induction:
    """Build Halving's proof, for a class of at most `most` hypotheses."""
    return Induction(
        concludes=P <= most,
        logarithms=True,
        code=lambda: formal.version_space_runs.version_space_rounds(
            lambda alive: {V: alive.sum()}, realizable=realizable, counts=M, size=H
        ),
        **{"means": NOT_EMPTY, **parts},
    )


HALVING_PROGRAMS = Claim(
    "halving-programs",
    "Halving learns the class of all Python programs of length $< b$ bits with at most $b$ mistakes.",
    sources=(PROGRAMS,),
    learner=Halving,
    cases=Family(
        programs_games,
        exhaust=all_programs_games,
        extent="all strings over alphabets of 2, 4, 8 and 16 characters, up to {most:≤ _ strings} strings a class, on "
        "{points:≤ _ points} integers or fewer, bisected",
        search=dict(points=8, rounds=6, most=5_000),
        scout=dict(points=12, rounds=10, most=5_000),
        quick=dict(points=4, most=5_000),
        full=dict(points=12, most=300_000),
        grows=dict(points=Wide(), rounds=Long()),
    ),
    assuming=(A_PROGRAM,),
    measure=lambda trace: {M: trace.mistakes, b: trace.case.bits, H: len(trace.case.predicates.labellings)},
    bound=M <= b,
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_HALF, TARGET_STAYS),
    proof=halved(A_PROGRAM, B, names={P: 2**M, B: 2**b}, using=(counting.strings_below(H, 2**b),)),
    attained_by=lambda: [
        bisected("x1", 1, 1),
        bisected("x1", 1, 2),
        bisected("x01<>=-%", 4, 12),
    ],
    remark="At most $b - 1$, in fact, since there are only $2^b - 1$ strings. The best ratio is 1/2, by the two "
    "programs $x$ and 1 of one bit each: most strings are not programs, and most programs compute the same predicate "
    r"as a shorter one. A character counts ⌈$\log_2$ of the alphabet⌉ bits here, so the claim holds a fortiori for "
    "Python's 8.",
)


class ProgramCount(_Programs, frozen=True, tag="program-count"):
    """How many programs there are."""


def program_counts(choices: Choices, *, points: int, most: int) -> ProgramCount:
    """Each class."""
    return ProgramCount(*_classes(choices, points, most))


def program_count(trace: Trace[ProgramCount, None]) -> Values:
    counted = trace.case.predicates
    return {S: counted.strings, N: counted.programs, H: len(counted.labellings), b: trace.case.bits}


PROGRAM_COUNT = Claim(
    "program-count",
    "There are fewer than $2^b$ programs of fewer than $b$ bits, and no more predicates than programs.",
    sources=(PROGRAMS,),
    cases=Family(
        program_counts,
        extent="all strings over alphabets of 2, 4, 8 and 16 characters, up to {most:≤ _ strings} strings a class, on "
        "{points:≤ _ points} integers or fewer",
        search=dict(points=8, most=5_000),
        scout=dict(points=12, most=5_000),
        quick=dict(points=4, most=5_000),
        full=dict(points=12, most=300_000),
    ),
    measure=program_count,
    bound=And(H <= N, N <= S, S <= 2**b - 1),
    attained_by=lambda: [ProgramCount("x1", characters, 2) for characters in (1, 4)],
    reading="ours",
    remark="$S = 2^b - 1$ for an alphabet of two characters, the empty string included. Of the 69,905 strings of up "
    "to 4 characters over 16, 1,480 are total predicates, and they are 26 predicates on 8 integers.",
)


MOST_STRINGS = 1_200_000
"""At most this many strings are tried, one by one, to list a class."""

ALLOWED = (
    *(ast.Expression, ast.Name, ast.Load, ast.Constant, ast.UnaryOp, ast.BinOp, ast.Compare),
    *(ast.USub, ast.UAdd, ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq),
)
"""The parts of an expression that are evaluated. Powers and shifts are not among them: their values grow too fast."""


def compiled(text: str) -> CodeType | None:
    """Compile the string; None if it is not an expression of the allowed parts."""
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
    """Return +1 if the program is true of x and -1 if it is false; None if it divides by 0."""
    try:
        return 1 if eval(code, {"__builtins__": {}}, {"x": x}) else -1
    except ZeroDivisionError:
        return None


def domain(points: int) -> range:
    """Return `points` consecutive integers around 0."""
    return range(-(points // 2), points - points // 2)


def strings(alphabet: str, characters: int) -> Iterator[str]:
    """Yield all strings of at most `characters` characters, the shortest first."""
    for length in range(characters + 1):
        yield from map("".join, product(alphabet, repeat=length))


def count_strings(alphabet: str, characters: int) -> int:
    """Return the number of strings of at most `characters` characters."""
    return sum(len(alphabet) ** length for length in range(characters + 1))


@lru_cache(256)
def predicates(alphabet: str, characters: int, points: int) -> Predicates:
    """Return the class of the programs of at most `characters` characters on `points` integers.

    It is not empty if `characters` >= 1. Raises ValueError if there are more than MOST_STRINGS strings.
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
        warnings.simplefilter("ignore")  # Python warns about programs that look like mistakes
        return [(text, code) for text in strings(alphabet, characters) if (code := compiled(text)) is not None]
