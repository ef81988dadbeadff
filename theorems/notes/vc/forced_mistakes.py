"""On a set that the class shatters an online learner can be made to err in every round.

Source: UML 10.1, by the fundamental theorem of learning.
"""

from collections.abc import Sequence

from learncheck import learners
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT
from learncheck.strategies.points import shattering
from learncheck.strategies.tables.finite_class import FiniteClassGame, Version, cube
from learncheck.theorems.language.claim import UML, Claim, Family, quantity
from learncheck.theorems.language.premise import REALIZABLE, premise

M = quantity("M", "the mistakes")
k = quantity("k", "the size of a shattered set")

LOWER_BOUND = (UML("10.1, by the fundamental theorem of learning (Theorem 6.8)"),)


def contradicted(hypotheses: tuple[tuple[int, ...], ...], columns: Sequence[int]) -> FiniteClassGame:
    """A game that contradicts a learner of a finite class on these columns, as far as the class allows."""
    return FiniteClassGame(hypotheses, tuple((column, CONTRADICT) for column in columns))


def shattered_class_games(choices: Choices, *, points: int, rows: int, shattered: bool = False) -> FiniteClassGame:
    """Classes on at most `points` instances, and a largest set that each shatters, in some order.

    Without `shattered` any columns are presented. Shrinks to few instances and hypotheses.
    """
    size = choices.integer(1, points)
    hypotheses = choices.rows(size, rows)
    columns = shattering.largest_shattered_columns(hypotheses) if shattered else choices.some_of(size)
    if columns:
        turn = choices.integer(0, len(columns) - 1)
        columns = columns[turn:] + columns[:turn]
    return contradicted(hypotheses, columns)


def small_shattered_class_games(choices: Choices, *, points: int, shattered: bool = False) -> FiniteClassGame:
    """Every class that contains the labelling +1 everywhere, and a largest set that it shatters.

    The other classes are these with some labels negated. Without `shattered` all instances are presented.
    """
    rows = cube(points)
    members = 2 * choices.integer(0, 2 ** (len(rows) - 1) - 1) + 1
    hypotheses = tuple(row for code, row in enumerate(rows) if members >> code & 1)
    columns = shattering.largest_shattered_columns(hypotheses) if shattered else tuple(range(points))
    return contradicted(hypotheses, columns)


@premise("$H$ shatters the instances that are presented", option="shattered")
def SHATTERED_COLUMNS(trace: Trace[FiniteClassGame, Version]) -> bool:
    """Whether every labelling of the presented columns is that of some hypothesis."""
    return shattering.shattered_columns(trace.case.hypotheses, [column for column, _ in trace.case.moves])


FORCES_MISTAKES = Claim(
    "vc-forces-mistakes",
    r"On a set of size $\operatorname{VCdim}(H)$ that $H$ shatters, every online learner is forced to make "
    r"$\operatorname{VCdim}(H)$ mistakes.",
    sources=LOWER_BOUND,
    kind="adversary",
    label="lower",
    learner=learners.Halving,
    learners=(learners.Consistent,),
    cases=Family(
        shattered_class_games,
        exhaust=small_shattered_class_games,
        extent="all classes on {points:_ points} instances that contain the labelling +1 everywhere; a largest set "
        "that each shatters",
        search=dict(points=4, rows=10),
        scout=dict(points=6, rows=40),
        quick=dict(points=3),
        full=dict(points=4),
    ),
    assuming=(SHATTERED_COLUMNS, REALIZABLE),
    measure=lambda trace: {M: trace.mistakes, k: len(trace.case.moves)},
    bound=M >= k,
    slack=(M >= k,),
    attained_by=lambda: map(whole_cube, (1, 2, 4, 7)),
    judged=False,
    reading="ours",
)


def whole_cube(points: int) -> FiniteClassGame:
    """All labellings of the points."""
    return contradicted(cube(points), range(points))
