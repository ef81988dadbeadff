"""The best mistake bound of any online algorithm on a finite class: exactly the Littlestone dimension.

The value L of the game is computed by minimax over version spaces. By a mistake tree of depth L every learner can be
made to err L times, and the standard optimal algorithm errs no more often.

Source: JAI, “there always exists an online algorithm that makes at most log₂|H| mistakes”.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import sympy
from sympy import And, log

from learncheck.learners import Consistent, Halving
from learncheck.learners.arguments import require
from learncheck.learners.online.standard_optimal import Class, GameValue, StandardOptimal, VersionSpace, game_value
from learncheck.strategies.play.case import Case, Round, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, Game, legal_label
from learncheck.strategies.play.orbits import kinds, swapped
from learncheck.strategies.points.shattering import largest_shattered_columns
from learncheck.strategies.samples.fitting import require_points
from learncheck.strategies.tables import finite_class
from learncheck.strategies.tables.finite_class import FiniteClassGame, Version, cube, thresholds
from learncheck.theorems.formal.values import K_MINUS, K_PLUS, definition, value_rounds
from learncheck.theorems.language.claim import JAI, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.ready import REALIZABLE
from learncheck.theorems.language.step import Next, Step, always

MistakeTree: TypeAlias = tuple[int, "MistakeTree", "MistakeTree"] | None
"""An instance, what to go on with after the label +1, and after -1; None at the end."""


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
        _require_class(self.hypotheses)

    def play_alone(self) -> Dimensions:
        """No learner is asked."""
        value = GameValue(self.hypotheses)
        dimension = value(value.everything)
        tree = mistake_tree(value, value.everything, dimension)
        return Dimensions(dimension, len(largest_shattered_columns(self.hypotheses)), tree)


class MistakeTreeGame(Game, frozen=True, tag="mistake-tree-game"):
    """The environment that walks down a mistake tree, away from the learner's predictions."""

    hypotheses: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _require_class(self.hypotheses)

    @property
    def value(self) -> int:
        """The number of mistakes that it can force."""
        values = game_value(self.hypotheses)
        return values(values.everything)

    def arguments(self) -> tuple[Any, ...]:
        return (np.array(self.hypotheses),)

    def script(self) -> Sequence[int]:
        return (CONTRADICT,) * self.value

    def environment(self) -> Environment:
        values = game_value(self.hypotheses)
        return TreeWalk(self.hypotheses, mistake_tree(values, values.everything, self.value))


class TreeWalk:
    """The environment on its way down a mistake tree."""

    def __init__(self, hypotheses: Class, tree: MistakeTree) -> None:
        self.hypotheses, self.tree = hypotheses, tree
        self.labels: dict[int, int] = {}

    def present(self, move: int) -> int | None:
        return None if self.tree is None else self.tree[0]

    def answer(self, move: int, prediction: Any) -> int:
        assert self.tree is not None
        x, positive, negative = self.tree
        label: int = legal_label(move, prediction)
        self.labels[x] = label
        self.tree = positive if label == 1 else negative
        return label

    def facts(self) -> Version | None:
        agree = [i for i, row in enumerate(self.hypotheses) if all(row[x] == y for x, y in self.labels.items())]
        return None if not agree else Version(agree[0], len(agree))


def _require_class(hypotheses: Class) -> None:
    require_points(hypotheses, "hypotheses", "labels")
    require(
        len(set(map(tuple, hypotheses))) == len(hypotheses),
        f"of {len(hypotheses)} rows only {len(set(map(tuple, hypotheses)))} are distinct: give each hypothesis once",
    )


def _classes(choices: Choices, points: int, rows: int | None) -> tuple[tuple[int, ...], ...]:
    if rows is None:
        return choices.pick(classes_up_to_symmetry(points))
    return choices.rows(choices.integer(1, points), rows)


def class_values(choices: Choices, *, points: int, rows: int | None = None) -> ClassValue:
    """Classes of at most `rows` hypotheses on at most `points` instances. Shrinks to few of both.

    Without `rows`, every class on `points` instances, up to renaming these and exchanging an instance's labels.
    """
    return ClassValue(_classes(choices, points, rows))


def mistake_tree_games(choices: Choices, *, points: int, rows: int | None = None) -> MistakeTreeGame:
    """The same classes, each with the environment that forces the most mistakes."""
    return MistakeTreeGame(_classes(choices, points, rows))


@cache
def classes_up_to_symmetry(points: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """One class of each kind: neither the order of the instances nor the names of an instance's labels matter.

    A class is a set of rows of the cube {±1}^points, so a number of 2^points bits. Each kind is told by the least of
    its numbers. points is at most 4.
    """
    require(points <= 4, f"points is {points}: the classes on 5 instances are 2^32 already, take at most 4")
    rows = cube(points)
    moves = [[(-row[0], *row[1:]) for row in rows], *zip(*map(swapped, rows), strict=True)]
    codes, _ = kinds(rows, moves)
    return tuple(tuple(row for i, row in enumerate(rows) if code >> i & 1) for code in codes[1:])


def hardest_classes() -> list[tuple[tuple[int, ...], ...]]:
    """Classes whose value is log₂|H|: whole cubes, and thresholds, whose VC dimension is 1."""
    return [*(cube(points) for points in (1, 2, 3, 4)), *(thresholds(2**k) for k in (2, 3, 4))]


def harder_for_halving() -> FiniteClassGame:
    """A class of 9 hypotheses and value 2, and a game in which Halving errs three times, whatever it says at ties.

    On the last instance 5 hypotheses say -1, the empty one and 4 that hold one instance each: they can force one
    mistake. The 4 that say +1 shatter the first two instances. The optimum goes with them, Halving with the majority.
    """
    many = tuple((*(1 if k == h else -1 for k in range(4)), -1) for h in range(5))
    few = tuple((*row, -1, -1, 1) for row in cube(2))
    return FiniteClassGame(many + few, ((4, CONTRADICT), (0, CONTRADICT), (1, CONTRADICT)))


M = quantity("M", "the mistakes")
H = quantity("H", "the size $|H|$ of the class")
V = quantity("V", "the VC dimension")
L = quantity("L", "the Littlestone dimension of the class")
K = sympy.Symbol("K", real=True)
"""The Littlestone dimension of the version space; -1 if that is empty."""

OPTIMUM = JAI("Online learning, the question on log₂|H|")

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


def mistakes(trace: Trace) -> Values:
    values = game_value(trace.case.hypotheses)
    return {M: trace.mistakes, L: values(values.everything)}


def value_left(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure K, the value of the version space that the learner keeps."""
    left = sum(1 << i for i, alive in enumerate(state["alive"]) if alive)
    return {K: game_value(trace.case.hypotheses)(left)}


def halves(each: Round, values: Values, trace: Trace) -> Values:
    """Measure the values of the two parts into which the instance divides the version space."""
    value = game_value(trace.case.hypotheses)
    left = sum(1 << i for i, alive in enumerate(each.before["alive"]) if alive)
    positive = value.positive[each.instance]
    return {K_PLUS: value(left & positive), K_MINUS: value(left & ~positive)}


IS_THE_VALUE = Step("$K$ is the value of the game, by that of the halves", definition(K, K_PLUS, K_MINUS), always)
SMALLER = Step("a mistake leaves a version space of a smaller Littlestone dimension", Next(K) <= K - 1)
NO_GREATER = Step("no round leaves one of a greater", Next(K) <= K, always)
TARGET_STAYS = Step("the version space does not become empty", Next(K) >= 0, always)

STANDARD_OPTIMAL = Claim(
    "standard-optimal-mistakes",
    "Predicting the label whose hypotheses have the greater Littlestone dimension, the standard optimal algorithm "
    "makes at most $L$ mistakes, the value of the game.",
    sources=(OPTIMUM,),
    label="tight",
    learner=StandardOptimal,
    cases=Family[FiniteClassGame | MistakeTreeGame](
        finite_class.finite_class_games,
        grows=dict(rounds=Long()),
        search=dict(points=4, rows=8, rounds=6),
        scout=dict(points=5, rows=12, rounds=10),
        exhaust=finite_class.small_classes,
        quick=dict(points=2, rounds=3),
        full=dict(points=3, rounds=4),
        extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences "
        "of up to {rounds:≤ _ rounds} rounds, each label contradicting the learner if the class allows it",
    ),
    assuming=(REALIZABLE,),
    measure=mistakes,
    bound=M <= L,
    watch=("alive",),
    state=value_left,
    during=halves,
    steps=(SMALLER, NO_GREATER, IS_THE_VALUE, TARGET_STAYS),
    proof=Induction(
        code=value_rounds(K, L, M, realizable=REALIZABLE),
        reading=r"The half that is predicted has the greater value. Where the halves have the values $p \ge q \ge "
        "0$, the whole has at least $1 + q$.",
    ),
    attained_by=lambda: [
        *map(MistakeTreeGame, hardest_classes()),
        finite_class.bisection_game(finite_class.cube(3), 3),
        finite_class.bisection_game(finite_class.thresholds(8), 3),
        harder_for_halving(),
    ],
    judged=False,
    reading="ours",
)

FORCED = Claim(
    "littlestone-forces-mistakes",
    "On every class the environment makes every online learner err $L$ times: it walks down a mistake tree of depth "
    "$L$, away from the predictions.",
    sources=(OPTIMUM,),
    kind="adversary",
    label="lower",
    learner=StandardOptimal,
    learners=(Halving, Consistent),
    cases=Family(
        mistake_tree_games,
        extent=SYMMETRIC,
        search=dict(points=4, rows=10),
        scout=dict(points=6, rows=16),
        quick=dict(points=4),
        full=dict(points=4),
    ),
    assuming=(REALIZABLE,),
    measure=mistakes,
    bound=M >= L,
    slack=(M >= L,),
    attained_by=lambda: map(MistakeTreeGame, hardest_classes()),
    judged=False,
    reading="ours",
)
