"""Finite hypothesis classes: Consistent makes at most |H| − 1 mistakes, and Halving at most log₂|H|.

Source: LEC, The consistent learner and The Halving learner; VEM 8.2.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from sympy import Symbol, log

from learncheck.learners import Consistent, Halving
from learncheck.strategies.play import games, ladders
from learncheck.strategies.play.batch import Batch, Scripted, draw_stances
from learncheck.strategies.play.case import Snapshot, Trace
from learncheck.strategies.play.choices import row_of
from learncheck.strategies.tables import finite_class
from learncheck.theorems.language.claim import LEC, VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import REALIZABLE
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules.conformance import conforms

M = quantity("M", "the mistakes")
H = quantity("H", "the size $|H|$ of the class")
V = Symbol("V", nonnegative=True)
"""The size |V| of the version space."""

REMOVES_ONE = Step("a mistake removes at least one hypothesis", Next(V) <= V - 1)
REMOVES_HALF = Step("a mistake removes at least half of the hypotheses", Next(V) <= V / 2)
TARGET_STAYS = Step("the hypothesis that labels the sequence stays", Next(V) >= 1, always)

CLASSES = Family(
    finite_class.finite_class_games,
    extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences of "
    "up to {rounds:≤ _ rounds} rounds, each label contradicting the learner if the class allows it",
    search=dict(points=5, rows=8, rounds=6),
    scout=dict(points=10, rows=40, rounds=12),
    quick=dict(points=2, rounds=3, first=0, stances=1),
    full=dict(points=3, rounds=4, first=0, stances=1),
    grows=dict(points=Wide(), rows=Wide(4096), rounds=Long()),
)


def measure(trace: Trace) -> Values:
    return {M: trace.mistakes, H: len(trace.case.hypotheses)}


def version_space(state: Snapshot, values: Values, trace: Trace) -> Values:
    """|V|, from the learner's mask of alive hypotheses."""
    return {V: state["alive"].sum()}


NOT_EMPTY = {"a class is not empty": H >= 1}


def finite_class_batch(generator: np.random.Generator, count: int, *, points: int, rows: int, rounds: int) -> Batch:
    """Games on a random class with at most `rows` hypotheses and `points` instances, or on thresholds or a cube."""
    size = int(generator.integers(1, points + 1))
    kind = generator.integers(4)
    if kind == 0:
        table = np.array(finite_class.thresholds(size + 1))
    elif kind == 1:
        table = np.array(finite_class.cube(min(size, rows.bit_length() - 1)))
    else:
        drawn = generator.integers(0, 2, (generator.integers(1, rows + 1), size)) * 2 - 1
        table = np.unique(drawn, axis=0)
    asked = generator.integers(games.BALANCED, table.shape[1], (rounds, count))
    asked[:, : count // 4] = games.BALANCED
    hypotheses = tuple(map(tuple, table.tolist()))
    return Scripted(
        (table,),
        finite_class.VersionSpace(table, count),
        asked,
        draw_stances(generator, rounds, count),
        lambda moves: finite_class.FiniteClassGame(hypotheses, moves),
    )


def singletons_game(points: int) -> finite_class.FiniteClassGame:
    """Consistent's worst: the one-point hypotheses, the empty one last, each point presented and contradicted once."""
    hypotheses = tuple(tuple(1 if k == h else -1 for k in range(points)) for h in range(points + 1))
    return finite_class.FiniteClassGame(hypotheses, tuple((k, games.CONTRADICT) for k in range(points)))


CONSISTENT = Claim(
    "consistent-mistakes",
    "Consistent makes at most $|H| - 1$ mistakes.",
    sources=(LEC("The consistent learner"),),
    label="tight",
    learner=Consistent,
    cases=CLASSES,
    assuming=(REALIZABLE,),
    batch=finite_class_batch,
    measure=measure,
    bound=M <= H - 1,
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_ONE, TARGET_STAYS),
    proof=Induction(means=NOT_EMPTY),
    attained_by=lambda: map(singletons_game, (1, 2, 5, 20, 63)),
)

HALVING = Claim(
    "halving-mistakes",
    r"Halving makes at most $\log_2|H|$ mistakes.",
    sources=(LEC("The Halving learner"), VEM("8.2")),
    label="tight",
    learner=Halving,
    cases=CLASSES,
    assuming=(REALIZABLE,),
    batch=finite_class_batch,
    measure=measure,
    bound=M <= log(H, 2),
    watch=("alive",),
    state=version_space,
    steps=(REMOVES_HALF, TARGET_STAYS),
    proof=Induction(means=NOT_EMPTY),
    attained_by=lambda: [
        *(finite_class.bisection_game(finite_class.cube(points), points) for points in (1, 2, 3, 6)),
        finite_class.bisection_game(finite_class.thresholds(64), 6),
    ],
)


CLASSES_EITHER_WAY = replace(
    CLASSES,
    quick=dict(points=2, rounds=3, first=0),
    full=dict(points=2, rounds=4, first=0),
    extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences of "
    "up to {rounds:≤ _ rounds} rounds, with any labels",
)


def crowded_classes() -> list[finite_class.FiniteClassGame]:
    """Two games on large classes.

    In the first, 256 hypotheses vote +1 and one votes −1, and an 8-bit count, signed or not, gives −1. In the second,
    the first label leaves one hypothesis of 2,049; the others outvote it if each keeps a thousandth of its vote.
    """
    plus, minus = ([row for row in finite_class.cube(9) if row[0] == label] for label in (1, -1))
    wrong = [(1, 1, *row) for row in finite_class.cube(11)]
    return [
        finite_class.FiniteClassGame((*plus, minus[0]), ((0, games.AGREE),)),
        finite_class.FiniteClassGame((*wrong, (-1,) * 13), ((0, games.CONTRADICT), (1, games.AGREE))),
    ]


def consistent_ladder() -> Iterator[finite_class.FiniteClassGame]:
    """Games that one hypothesis, one instance or one round decides, at various places, one with many mistakes, and one
    in which the labels of many instances decide those of others.
    """
    for size in ladders.SIZES:
        yield from (one_of_many(size, place) for place in ladders.places(size))
        yield from (far_apart(size, place) for place in ladders.places(size))
        yield long_ago(size)
    yield far_apart(ladders.HUGE, ladders.HUGE - 1)
    alone = singletons_game(ladders.EVERY)
    yield finite_class.FiniteClassGame(
        alone.hypotheses, (*alone.moves, *((k, games.AGREE) for k in range(ladders.EVERY)))
    )
    yield twins(ladders.EVERY)


def halving_ladder() -> Iterator[finite_class.FiniteClassGame]:
    """The games of `consistent_ladder`, large classes on which a one-byte count overflows, and very narrow votes."""
    yield from crowded_classes()
    yield from consistent_ladder()
    for turn in (1, -1, 1_000):
        yield from (narrow_votes(ladders.SIZES[-1], turn, label) for label in (1, -1))


def one_of_many(size: int, place: int) -> finite_class.FiniteClassGame:
    """`size` hypotheses. Only the one at this place gives the first label; it gives all later labels, too."""
    points = (size - 1).bit_length()
    hypotheses = tuple((1 if h == place else -1, *row_of(h, points)) for h in range(size))
    return finite_class.FiniteClassGame(hypotheses, ((0, games.PLUS), *((k, games.AGREE) for k in range(points + 1))))


def far_apart(size: int, place: int) -> finite_class.FiniteClassGame:
    """Three hypotheses on `size` instances. The instance at this place separates the second one from the others.

    So does the next instance; the one after that separates the third one. On all others they agree.
    """
    special, _, other = ((place + k) % size for k in range(3))
    rows = np.ones((3, size), dtype=int)
    rows[np.ix_((0, 2), (special, (place + 1) % size))] = -1
    rows[2, other] = -1
    moves = ((special, games.PLUS), ((place + 1) % size, games.AGREE), (special, games.AGREE), (other, games.AGREE))
    return finite_class.FiniteClassGame(tuple(map(tuple, rows.tolist())), moves)


def twins(pairs: int) -> finite_class.FiniteClassGame:
    """Instances in pairs, which every hypothesis labels alike: −1 in one pair or none, and +1 elsewhere.

    The first of each pair rules out one hypothesis; then the others are asked, which have not been seen.
    """
    rows = np.repeat(1 - 2 * np.eye(pairs + 1, pairs, dtype=int), 2, axis=1)
    seen = ((2 * pair, games.PLUS) for pair in range(pairs - 1))
    moves = (*seen, (2 * pairs - 2, games.CONTRADICT), *((2 * pair + 1, games.AGREE) for pair in range(pairs)))
    return finite_class.FiniteClassGame(tuple(map(tuple, rows.tolist())), moves)


def long_ago(rounds: int) -> finite_class.FiniteClassGame:
    """One label leaves the second of three hypotheses; `rounds` rounds before it and after it carry no information.

    All hypotheses agree on the instance that these present.
    """
    idle = ((1, games.AGREE),) * rounds
    return finite_class.FiniteClassGame(
        ((-1, 1, 1), (1, 1, 1), (-1, 1, -1)), (*idle, (0, games.PLUS), *idle, (0, games.AGREE), (2, games.AGREE))
    )


def narrow_votes(size: int, turn: int, label: int) -> finite_class.FiniteClassGame:
    """In every round the label wins by one or two votes and is right, so that half of the class remains.

    turn: the hypothesis of rank k is in the row k·turn, so that the majority comes first, last, or is scattered.
    """
    left, cuts = size, list[int]()
    while left > 2:
        left = left // 2 + 1
        cuts.append(left)
    tells = (size - 1).bit_length()
    ranks = sorted(range(size), key=lambda rank: rank * turn % size)
    hypotheses = (tuple(label if rank < cut else -label for cut in cuts) + row_of(rank, tells) for rank in ranks)
    return finite_class.FiniteClassGame(tuple(hypotheses), tuple((k, games.AGREE) for k in range(len(cuts))))


CONSISTENT_CONFORMS = conforms(
    "consistent-conforms",
    Consistent,
    replace(CLASSES_EITHER_WAY, ladder=consistent_ladder),
    LEC("The consistent learner"),
    sequences="sequences that some hypothesis of the class labels",
)


HALVING_CONFORMS = conforms(
    "halving-conforms",
    Halving,
    replace(CLASSES_EITHER_WAY, ladder=halving_ladder),
    LEC("The Halving learner"),
    VEM("8.2"),
    sequences="sequences that some hypothesis of the class labels",
)
