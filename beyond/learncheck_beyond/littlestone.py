"""Littlestone's theorem: the value of the game on a finite class is what the best learner attains.

The standard optimal algorithm errs at most L times, the Littlestone dimension, and the environment that walks down a
mistake tree of depth L, away from the predictions, makes every learner err L times.

Source: Littlestone 1988, for the optimum that JAI asks about.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from learncheck.learners import Consistent, Halving
from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, Game, legal_label
from learncheck.strategies.tables import finite_class
from learncheck.strategies.tables.finite_class import FiniteClassGame, Version, cube
from learncheck.theorems.language.claim import Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long
from learncheck.theorems.language.premise import REALIZABLE
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.finite.littlestone import (
    OPTIMUM,
    SYMMETRIC,
    Class,
    L,
    MistakeTree,
    class_values,
    game_value,
    hardest_classes,
    mistake_tree,
    require_class,
)


class StandardOptimal:
    """Predict the label whose hypotheses could still force the most mistakes; a tie predicts +1.

    hypotheses: int array (|H|, |X|) of +1 and -1, distinct rows; an instance is the number of a column.
    State: alive, bool array (|H|,), the version space.
    """

    def __init__(self, hypotheses: NDArray[Any]) -> None:
        self.value = game_value(tuple(map(tuple, hypotheses.tolist())))
        self.left = self.value.everything

    @property
    def alive(self) -> NDArray[np.bool_]:
        return np.array([bool(self.left >> i & 1) for i in range(self.value.everything.bit_length())])

    def predict(self, x: int) -> int:
        positive = self.value.positive[x]
        return 1 if self.value(self.left & positive) >= self.value(self.left & ~positive) else -1

    def update(self, x: int, y: int) -> None:
        positive = self.value.positive[x]
        self.left &= positive if y == 1 else ~positive


class MistakeTreeGame(Game, frozen=True, tag="mistake-tree-game"):
    """The environment that walks down a mistake tree, away from the learner's predictions."""

    hypotheses: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require_class(self.hypotheses)

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


def mistake_tree_games(choices: Choices, *, points: int, rows: int | None = None) -> MistakeTreeGame:
    """The classes of `class_values`, each with the environment that forces the most mistakes."""
    return MistakeTreeGame(class_values(choices, points=points, rows=rows).hypotheses)


def harder_for_halving() -> FiniteClassGame:
    """A class of 9 hypotheses and value 2, and a game in which Halving errs three times, whatever it says at ties.

    On the last instance 5 hypotheses say -1, the empty one and 4 that hold one instance each: they can force one
    mistake. The 4 that say +1 shatter the first two instances. The optimum goes with them, Halving with the majority.
    """
    many = tuple((*(1 if k == h else -1 for k in range(4)), -1) for h in range(5))
    few = tuple((*row, -1, -1, 1) for row in cube(2))
    return FiniteClassGame(many + few, ((4, CONTRADICT), (0, CONTRADICT), (1, CONTRADICT)))


M = quantity("M", "the mistakes")
K = sympy.Symbol("K", real=True)
"""The Littlestone dimension of the version space; -1 if that is empty."""


def mistakes(trace: Trace) -> Values:
    values = game_value(trace.case.hypotheses)
    return {M: trace.mistakes, L: values(values.everything)}


def value_left(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure K, the value of the version space that the learner keeps."""
    left = sum(1 << i for i, alive in enumerate(state["alive"]) if alive)
    return {K: game_value(trace.case.hypotheses)(left)}


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
        quick=dict(points=2, rounds=3, first=0, stances=1),
        full=dict(points=3, rounds=4, first=0, stances=1),
        extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences "
        "of up to {rounds:≤ _ rounds} rounds, each label contradicting the learner if the class allows it",
    ),
    assuming=(REALIZABLE,),
    measure=mistakes,
    bound=M <= L,
    watch=("alive",),
    state=value_left,
    steps=(SMALLER, NO_GREATER, TARGET_STAYS),
    proof=Induction(
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
