"""The best mistake bound of any online algorithm on a finite class: exactly the Littlestone dimension.

The value L of the game is computed by minimax over version spaces. A mistake tree of depth L
forces every learner to err L times.

Source: JAI, “there always exists an online algorithm that makes at most log₂|H| mistakes”.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from sympy import And, log

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.orbits import kinds, swapped
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.fitting import require_points
from learncheck.strategies.tables.finite_class import cube, thresholds
from learncheck.theorems.language.claim import JAI, Claim, Family, quantity

H = quantity("H", "the size $|H|$ of the class")
V = quantity("V", "the VC dimension")
L = quantity("L", "the Littlestone dimension of the class")
OPTIMUM = JAI("Online learning, the question on log₂|H|")


Class: TypeAlias = Sequence[Sequence[int]]
"""A matrix of ±1 with distinct rows: one row per hypothesis, one column per instance."""

VersionSpace: TypeAlias = int
"""A bit set of the hypotheses left: bit i stands for row i."""


MistakeTree: TypeAlias = tuple[int, "MistakeTree", "MistakeTree"] | None
"""An instance, what to go on with after the label +1, and after -1; None at the end."""


# ---- cases ----


class Dimensions(NamedTuple):
    """The Littlestone and the VC dimension, and a mistake tree as deep as the first."""

    value: int
    vc_dimension: int
    tree: MistakeTree


class ClassValue(Case, frozen=True, tag="class-value"):
    """A finite class, whose Littlestone and VC dimensions are computed."""

    hypotheses: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require_class(self.hypotheses)

    def play_alone(self) -> Dimensions:
        """Compute both dimensions, without a learner."""
        value = GameValue(self.hypotheses)
        dimension = value(value.everything)
        tree = mistake_tree(value, value.everything, dimension)
        return Dimensions(dimension, len(shattering.largest_shattered_columns(self.hypotheses)), tree)


def require_class(hypotheses: Class) -> None:
    """Raise ValueError unless the hypotheses are distinct rows of one length."""
    require_points(hypotheses, "hypotheses", "labels")
    require(
        len(set(map(tuple, hypotheses))) == len(hypotheses),
        f"of {len(hypotheses)} rows only {len(set(map(tuple, hypotheses)))} are distinct: give each hypothesis once",
    )


def class_values(choices: Choices, *, points: int, rows: int | None = None) -> ClassValue:
    """Classes of at most `rows` hypotheses on at most `points` instances. Shrinks to few of both.

    Without `rows`, every class on `points` instances, up to renaming these and exchanging an instance's labels.
    """
    if rows is None:
        return ClassValue(choices.pick(classes_up_to_symmetry(points)))
    return ClassValue(choices.rows(choices.integer(1, points), rows))


@cache
def classes_up_to_symmetry(points: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """One class of each kind: neither the order of the instances nor the names of an instance's labels matter.

    A class is a set of rows of the cube {±1}^points, so a number of 2^points bits. The least of its
    numbers identifies each kind. points is at most 4.
    """
    require(points <= 4, f"points is {points}: there are 2^32 classes on 5 instances already, so take at most 4")
    rows = cube(points)
    moves = [[(-row[0], *row[1:]) for row in rows], *zip(*map(swapped, rows), strict=True)]
    codes, _ = kinds(rows, moves)
    return tuple(tuple(row for i, row in enumerate(rows) if code >> i & 1) for code in codes[1:])


def hardest_classes() -> list[tuple[tuple[int, ...], ...]]:
    """Classes whose value is log₂|H|: whole cubes, and thresholds, whose VC dimension is 1."""
    return [*(cube(points) for points in (1, 2, 3, 4)), *(thresholds(2**k) for k in (2, 3, 4))]


SYMMETRIC = "all classes on {points:_ points} instances, up to the order of the instances and the names of the labels"

OPTIMAL = Claim(
    "optimal-mistakes-at-most-log",
    r"There is always an online algorithm that makes at most $\log_2|H|$ mistakes: the value of the game, which is "
    r"the Littlestone dimension $L$ of $H$, is at least $\operatorname{VCdim}(H)$ and at most $\log_2|H|$.",
    sources=(OPTIMUM,),
    kind="game",
    label="tight",
    cases=Family(
        class_values,
        extent=SYMMETRIC,
        search=dict(points=4, rows=10),
        scout=dict(points=6, rows=16),
        quick=dict(points=4),
        full=dict(points=4),
        beyond="the value of a class is found by playing out all its games, exponentially many",
    ),
    measure=lambda trace: {V: trace.facts.vc_dimension, L: trace.facts.value, H: len(trace.case.hypotheses)},
    bound=And(V <= L, L <= log(H, 2)),
    attained_by=lambda: map(ClassValue, hardest_classes()),
    remark=r"Both sides are attained. Cubes have $V = L = \log_2|H|$; the $2^k$ thresholds have $V = 1$ and $L = "
    "k$. Halving is not always optimal: on all 401 kinds of classes on 4 instances it is, if it breaks "
    "its ties well, but not on a class of 9 hypotheses on 5, where it errs three times and $L = 2$.",
)


class GameValue:
    """The exact number of mistakes that the environment can force from each version space of a class.

    The value of a single hypothesis is 0. Otherwise the environment presents an instance that divides the version
    space into A (+1) and B (-1); the learner chooses its label ŷ; then the environment chooses y:

        value = max over instances, min over ŷ, max over y of [y ≠ ŷ] + value(A if y = 1 else B).
    """

    def __init__(self, hypotheses: Class) -> None:
        self.everything: VersionSpace = (1 << len(hypotheses)) - 1
        columns = zip(*hypotheses, strict=True)
        self.positive = [sum(1 << i for i, label in enumerate(column) if label == 1) for column in columns]
        self.values: dict[VersionSpace, int] = {}

    def __call__(self, left: VersionSpace) -> int:
        """The value of a version space; -1 for the empty one."""
        if left not in self.values:
            self.values[left] = self._minimax(left)
        return self.values[left]

    def _minimax(self, left: VersionSpace) -> int:
        if left == 0:
            return -1
        return max((self._after(*halves) for _, halves in self.divisions(left)), default=0)

    def _after(self, positive: VersionSpace, negative: VersionSpace) -> int:
        """The worst case of the learner's best label, given an instance that divides the version space like this."""
        a, b = self(positive), self(negative)
        return min(max(a, 1 + b), max(b, 1 + a))

    def divisions(self, left: VersionSpace) -> Iterator[tuple[int, tuple[VersionSpace, VersionSpace]]]:
        """Yield each instance that divides the version space, with the two parts."""
        for x, positive in enumerate(self.positive):
            if left & positive and left & ~positive:
                yield x, (left & positive, left & ~positive)


@lru_cache(256)
def game_value(hypotheses: tuple[tuple[int, ...], ...]) -> GameValue:
    """The values of a class, cached because a class is played more than once."""
    return GameValue(hypotheses)


def mistake_tree(value: GameValue, left: VersionSpace, depth: int) -> MistakeTree:
    """A mistake tree of this depth, which is at most the value."""
    if depth == 0:
        return None
    larger = left
    for x, halves in value.divisions(left):
        if min(map(value, halves)) >= depth - 1:
            return x, mistake_tree(value, halves[0], depth - 1), mistake_tree(value, halves[1], depth - 1)
        larger = next((half for half in halves if value(half) >= depth), larger)
    return mistake_tree(value, larger, depth)
