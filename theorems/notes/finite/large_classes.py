"""Halving on classes that are too large to list by hand: all short Python programs, and all halfspaces over a grid.

Halving's own bound is log₂|H|. These claims add the number of hypotheses.

The class of all Python programs up to a length: a hypothesis is a string that is a predicate of the integer x.

- `predicates`    which strings are programs, and how they label the domain; each labelling with its shortest program
- `ProgramsGame`  a realizable game on that class, for Halving

A program is a string over an alphabet that Python parses as an expression and that is total on the domain (it divides
by 0 nowhere); it says +1 where its value is true. Only expressions of x, integers, + - * %, bitwise operators and
comparisons are ever evaluated, without builtins. Source: LEC, the corollary to Halving's theorem.

Halfspaces whose weights lie on the grid G = {-1, -1 + 1/n, ..., 1}: how many there are, and Halving on them.

- `GridCount`          the weight vectors in G^d, and their predictors sign⟨w,x⟩
- `GridHalvingGame`    a realizable game for Halving on the class of these predictors

Weights and instances are stored as integer vectors, n times those of the notes, which changes no sign. In the notes'
code sign(0) is 0, which is not a label, so the w that gives the labels is not orthogonal to any instance presented:
y⟨w,x⟩ > 0.
Source: LEC, Using halving to learn halfspaces on a grid.
"""

import ast
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import And, Eq, log

from learncheck.learners import Halving
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.games import SomeTarget, Target
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Alone, Environment, Game
from learncheck.strategies.tables.finite_class import BALANCED, Version, VersionSpace
from learncheck.theorems.formal.version_space_runs import version_space_rounds
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.language.counting import at_most_power, strings_below
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.notes.finite.mistakes import NOT_EMPTY, REMOVES_HALF, TARGET_STAYS, H, M, V, version_space

MOST_WEIGHTS = 20_000
"""The most weight vectors in a grid, since all are listed."""


@lru_cache(128)
def grid(d: int, n: int) -> NDArray[np.int64]:
    """All of n·G^d, the simplest vectors first: an array ((2n+1)^d, d).

    Raises ValueError if there are more than MOST_WEIGHTS.
    """
    require(d >= 1 and n >= 1, f"d is {d} and n is {n}: both are at least 1")
    require((2 * n + 1) ** d <= MOST_WEIGHTS, f"(2·{n}+1)^{d} weight vectors are too many: take at most {MOST_WEIGHTS}")
    vectors = sorted(product(range(-n, n + 1), repeat=d), key=lambda w: (sum(map(abs, w)), [-v for v in w]))
    return np.array(vectors)


class GridCounts(NamedTuple):
    """The numbers of vectors of G^d, of distinct functions x -> sign⟨w,x⟩ on it, and of directions."""

    weights: int
    predictors: int
    directions: int


class GridCount(Case, frozen=True, tag="grid-count"):
    """The halfspaces over G^d, counted."""

    d: int
    n: int

    def play_alone(self) -> GridCounts:
        """Count, without a learner.

        weights:    the vectors of G^d.
        predictors: the distinct functions x -> sign⟨w,x⟩ on G^d, with sign(0) = 0, by listing them.
        directions: the integer vectors whose coordinates have no common divisor, and 0, by arithmetic.
        """
        weights = grid(self.d, self.n)
        signs = np.sign(weights @ weights.T)
        return GridCounts(
            weights=len(weights),
            predictors=len({row.tobytes() for row in signs.astype(np.int8)}),
            directions=1 + sum(1 for w in weights.tolist() if gcd(*w) == 1),
        )


@lru_cache(64)
def instances(d: int, n: int) -> NDArray[np.int64]:
    """n·G^d without 0, one of each pair of opposites (-x with label -y is equivalent to x with label y)."""
    return np.array([x for x in grid(d, n).tolist() if x > [-v for v in x]])


@lru_cache(64)
def predictors(d: int, n: int) -> NDArray[np.int64]:
    """The distinct labellings of `instances` by the halfspaces of G^d, one per row; ties are labelled +1."""
    labels = np.where(grid(d, n) @ instances(d, n).T >= 0, 1, -1)
    return labels[sorted({row.tobytes(): i for i, row in reversed(list(enumerate(labels)))}.values())]


class GridHalvingGame(Game, frozen=True, tag="grid-halving-game"):
    """A game on G^d for Halving, with the labels of some w in G^d with y⟨w,x⟩ > 0 in every round.

    A move is (index into `instances`, or `BALANCED`; stance).
    """

    d: int
    n: int
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        count = len(instances(self.d, self.n))
        named = {k for k, _ in self.moves} - {BALANCED}
        require(named <= set(range(count)), f"the moves name {sorted(named)}: G^d has instances from 0 to {count - 1}")

    def arguments(self) -> tuple[Any, ...]:
        return (predictors(self.d, self.n).copy(),)

    def environment(self) -> Environment:
        weights, points = grid(self.d, self.n)[1:], instances(self.d, self.n)  # the first of the grid is 0
        return SomeTarget(np.sign(points @ weights.T), weights, range(len(points)))


def grid_counts(choices: Choices, *, dimension: int, n: int, weights: int) -> GridCount:
    """Grids with at most this many dimensions, steps n and weight vectors. Shrinks to the line and n = 1."""
    d = choices.integer(1, dimension)
    most = n
    while most > 1 and (2 * most + 1) ** d > weights:
        most -= 1
    return GridCount(d, choices.integer(1, most))


def grid_halving_games(choices: Choices, *, dimension: int, n: int, weights: int, rounds: int) -> GridHalvingGame:
    """Games on such grids. Shrinks to the line, n = 1, few rounds and contradiction."""
    space = grid_counts(choices, dimension=dimension, n=n, weights=weights)
    moves = choices.moves(len(instances(space.d, space.n)), first=BALANCED, most=rounds)
    return GridHalvingGame(space.d, space.n, moves)


def all_grid_halving_games(choices: Choices, *, dimension: int, n: int, rounds: int) -> GridHalvingGame:
    """Every sequence of instances, each contradicted, for every d up to `dimension` and every n up to `n`."""
    d, fineness = choices.integer(1, dimension), choices.integer(1, n)
    last = len(instances(d, fineness)) - 1
    length = choices.integer(0, rounds)
    return contradicted(d, fineness, tuple(choices.integers(length, 0, last)))


def contradicted(d: int, n: int, numbers: Sequence[int]) -> GridHalvingGame:
    """A game that presents the instances with these indices in turn, and contradicts each prediction if it can."""
    return GridHalvingGame(d, n, tuple((k, CONTRADICT) for k in numbers))


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
        return [(text, code) for text in strings(alphabet, characters) if (code := compiled(text)) is not None]


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


P = sympy.Symbol("P", nonnegative=True)
"""2^M."""


def halved(realizable: Premise, most: sympy.Symbol, **parts: Any) -> Induction:
    """Build Halving's proof, for a class of at most `most` hypotheses."""
    return Induction(
        concludes=P <= most,
        logarithms=True,
        code=version_space_rounds(lambda alive: {V: alive.sum()}, realizable=realizable, counts=M, size=H),
        **{"means": NOT_EMPTY, **parts},
    )


# ---- programs ----

b = quantity("b", "the programs are those of fewer than $b$ bits", positive=True)
S = quantity("S", "the strings of fewer than $b$ bits")
N = quantity("N", "those of them that are programs")
B = sympy.Symbol("B", positive=True)
"""2^b."""

PROGRAMS = LEC("The Halving learner, corollary")


@premise("some program gives the labels")
def A_PROGRAM(trace: Trace[ProgramsGame, Version | None]) -> bool:
    """Whether some program, evaluated again from its text, agrees with every label."""
    case = trace.case
    if trace.facts is None:
        return False
    code = compiled(case.predicates.texts[trace.facts.consistent])
    integers = domain(case.points)
    return code is not None and all(label(code, integers[round.instance]) == round.label for round in trace.rounds)


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
    proof=halved(A_PROGRAM, B, names={P: 2**M, B: 2**b}, using=(strings_below(H, 2**b),)),
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

# ---- halfspaces on a grid ----

d = quantity("d", "the dimension", positive=True)
n = quantity("n", r"the steps of the grid $G = \{-1, -1 + 1/n, \dots, 1\}$", positive=True)
W = quantity("W", "the weight vectors")
F = quantity("F", r"the distinct predictors $x \mapsto \operatorname{sign}\langle w,x\rangle$")
D = quantity("D", "the directions")
Q = sympy.Symbol("Q", positive=True)
"""(2n + 1)^d."""

GRID = LEC("Using halving to learn halfspaces on a grid")


@premise("some halfspace of the grid gives the labels")
def SEPARATED(trace: Trace[GridHalvingGame, Target]) -> bool:
    """Whether the certified w lies in G^d and has y⟨w,x⟩ > 0 in every round."""
    case = trace.case
    w = trace.facts.target
    points = instances(case.d, case.n)
    return all(abs(v) <= case.n for v in w) and all(
        round.label * sum(a * c for a, c in zip(w, points[round.instance].tolist(), strict=True)) > 0
        for round in trace.rounds
    )


def grid_mistakes(trace: Trace[GridHalvingGame, Target]) -> Values:
    case = trace.case
    return {M: trace.mistakes, d: case.d, n: case.n, H: len(predictors(case.d, case.n))}


BEST_3_3 = (151, 33, 153, 136, 92, 138, 80, 94)
"""The best instances that a beam search found for d = 3 and n = 3."""

GRID_HALFSPACES = Claim(
    "grid-halfspaces-halving",
    r"With weights on the grid $G = \{-1, -1 + 1/n, \ldots, 1\}$ there are at most $|G|^d = (2n + 1)^d$ halfspaces, "
    r"and Halving makes at most $d\cdot \log_2(2n + 1)$ mistakes.",
    sources=(GRID,),
    learner=Halving,
    cases=Family(
        grid_halving_games,
        exhaust=all_grid_halving_games,
        extent="all sequences of up to {rounds:≤ _ rounds} instances of G^d, one of each pair x and −x, contradicted, "
        "for d up to {dimension:d ≤ _} and n up to {n:n ≤ _}",
        search=dict(dimension=3, n=3, weights=130, rounds=6),
        scout=dict(dimension=4, n=8, weights=130, rounds=10),
        quick=dict(dimension=2, n=2, rounds=2),
        full=dict(dimension=3, n=2, rounds=3),
        grows=dict(dimension=Wide(), rounds=Long()),
    ),
    assuming=(SEPARATED,),
    measure=grid_mistakes,
    bound=M <= d * log(2 * n + 1, 2),
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_HALF, TARGET_STAYS),
    proof=halved(
        SEPARATED,
        Q,
        names={P: 2**M, Q: (2 * n + 1) ** d},
        means={**NOT_EMPTY, "the space has a dimension": d >= 1, "the grid has steps": n >= 1},
        using=(at_most_power(H, (2 * n + 1) ** d),),
    ),
    attained_by=lambda: [
        contradicted(2, 4, (13, 18, 24, 26, 27)),
        contradicted(3, 3, BEST_3_3),
        GridHalvingGame(3, 2, ((46, 0), (51, 0), (19, 0), (55, 0), (22, 0), (23, 0))),
    ],
    remark=r"0.95, by 8 mistakes for $d = 3$ and $n = 3$, where $\log_2$ of the number of predictors is 8.17 and "
    "the bound 8.42. A vector and its multiples are one predictor; see grid-halfspaces-count.",
)


def grid_count(trace: Trace[GridCount, GridCounts]) -> Values:
    case = trace.case
    facts = trace.facts
    return {W: facts.weights, F: facts.predictors, D: facts.directions, d: case.d, n: case.n}


GRID_COUNT = Claim(
    "grid-halfspaces-count",
    "There are $|G|^d = (2n + 1)^d$ weight vectors on the grid. Of the predictors "
    r"$x \mapsto \operatorname{sign}\langle w,x\rangle$ on $G^d$, with $\operatorname{sign}(0) = 0$, there are as many "
    "as directions, counting $w = 0$ as one, and so at most as many as vectors.",
    sources=(GRID,),
    label="tight",
    cases=Family(
        grid_counts,
        extent="every d up to {dimension:d ≤ _} and n up to {n:n ≤ _} with at most {weights} weight vectors",
        search=dict(dimension=3, n=4, weights=400),
        scout=dict(dimension=4, n=12, weights=400),
        quick=dict(dimension=4, n=9, weights=400),
        full=dict(dimension=6, n=20, weights=2_500),
    ),
    measure=grid_count,
    bound=And(Eq(W, (2 * n + 1) ** d), Eq(F, D), F <= W),
    attained_by=lambda: [GridCount(1, 1), GridCount(2, 12), GridCount(3, 5)],
    repairs="grid-halfspaces-count-as-printed",
    remark=r"$F = W$ for $n = 1$ alone: (1, 0) and (1/2, 0) are the same halfspace. $F$ tends to $W/\zeta(d)$ for "
    r"$d \ge 2$, and is 3 for $d = 1$ whatever $n$ is. Halving's bound, $d\cdot\log_2(2n + 1)$, needs no "
    r"more than $F \le W$ (grid-halfspaces-halving).",
)

GRID_COUNT_AS_PRINTED = as_printed(
    GRID_COUNT,
    r"With weights on the grid $G = \{-1, -1 + 1/n, \ldots, 1\}$ the halfspaces "
    r"$x \mapsto \operatorname{sign}\langle w,x\rangle$ number $|H| = |G|^d = (2n + 1)^d$.",
    label="exact",
    bound=Eq(F, (2 * n + 1) ** d),
    flaw="$H$ is a set of predictors, and a vector and its positive multiples are one of them. The notes say "
    "that “each halfspace hypothesis corresponds to a vector in $G^d$”; it corresponds to several. From $n "
    "= 2$ on $|H|$ is less than $|G|^d$, so the bound that the notes derive from it still holds.",
    worked=(
        "Take d = {d} and n = {n}, so that G = {{−1, −1/2, 0, 1/2, 1}}.",
        "The weights 1/2 and 1 both give the predictor sign(x), −1/2 and −1 give −sign(x), and 0 gives 0.",
        "These are {F} predictors, from |G|^d = {W} vectors.",
    ),
)
