"""Games over a finite hypothesis class, whose environment keeps the version space and so stays realizable."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.strategies.play.batch import Batch, Scripted, draw_stances
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices, row_of
from learncheck.strategies.play.games import AGREE, CONTRADICT, PLUS, Alone, Environment, Game
from learncheck.strategies.play.ladders import EVERY, HUGE, SIZES, places

BALANCED = -1
"""Stands for the instance on which the version space is most evenly divided."""


class FiniteClassGame(Game, frozen=True, tag="finite-class-game"):
    """A realizable game over a finite class, given as a matrix with entries ±1. The learner is constructed with it.

    hypotheses: the rows, one per hypothesis; columns are instances.
    moves:      pairs (instance, stance): the column to present, or −1 for the one that divides the version space most
                evenly, and whether to contradict the learner (0) or to agree (1), as far as some hypothesis allows.
    """

    hypotheses: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        require(bool(self.hypotheses), "the class has no hypothesis: give at least one row")

    def arguments(self) -> tuple[Any, ...]:
        return (np.array(self.hypotheses),)

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The class, one row per hypothesis and one column per instance."""
        return {"hypotheses": self.hypotheses}

    def environment(self) -> Environment:
        return Alone(VersionSpace(np.array(self.hypotheses)), int)


class Version(NamedTuple):
    """A hypothesis, by its row, that gives all labels, and how many do."""

    consistent: int
    alive: int


class VersionSpace:
    """The environment of a finite class: gives any label that some hypothesis consistent so far still allows."""

    def __init__(self, hypotheses: NDArray[Any], games: int = 1) -> None:
        self.hypotheses = hypotheses
        self.votes = np.ascontiguousarray(hypotheses.T == 1)  # an instance a row
        self.alive = np.ones((games, len(hypotheses)), dtype=bool)

    def present(self, asked: NDArray[Any]) -> NDArray[Any]:
        balanced = asked == BALANCED
        if not balanced.any():
            return asked
        return np.asarray(np.where(balanced, np.abs(self.alive @ self.hypotheses).argmin(axis=1), asked))

    def legal(self, presented: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        votes = self.votes[presented]
        return (self.alive & votes).any(axis=1), (self.alive > votes).any(axis=1)

    def reveal(self, presented: NDArray[Any], labels: NDArray[Any], predictions: NDArray[Any]) -> None:
        self.alive &= self.votes[presented] == (labels[:, None] == 1)

    def facts(self, game: int) -> Version:
        alive = self.alive[game]
        return Version(consistent=int(alive.argmax()), alive=int(alive.sum()))


def finite_class_games(choices: Choices, *, points: int, rows: int, rounds: int) -> FiniteClassGame:
    """Games over classes of at most `rows` distinct hypotheses on at most `points` instances.

    Shrinks to few instances, few hypotheses, few rounds, and an environment that contradicts.
    """
    size = choices.integer(1, points)
    hypotheses = choices.rows(size, rows)
    return FiniteClassGame(hypotheses, choices.moves(size, first=BALANCED, most=rounds))


def small_classes(choices: Choices, *, points: int, rounds: int) -> FiniteClassGame:
    """Every class over at most `points` instances, as a set, against an environment that always contradicts."""
    size = choices.integer(1, points)
    hypotheses = choices.rows(size)
    return FiniteClassGame(hypotheses, choices.several(lambda: (choices.integer(0, size - 1), CONTRADICT), most=rounds))


def bisection_game(hypotheses: Iterable[tuple[int, ...]], rounds: int) -> FiniteClassGame:
    """The adversary that presents the instance on which the version space is most evenly divided, and contradicts."""
    return FiniteClassGame(tuple(hypotheses), ((BALANCED, CONTRADICT),) * rounds)


@lru_cache(16)
def cube(points: int) -> tuple[tuple[int, ...], ...]:
    """All 2^points labellings of `points` instances, as rows: a shattered set."""
    return tuple(row_of(code, points) for code in range(2**points))


def thresholds(size: int) -> tuple[tuple[int, ...], ...]:
    """The `size` threshold labellings of size - 1 ordered instances: -1 below, +1 above."""
    return tuple(tuple(1 if k >= theta else -1 for k in range(size - 1)) for theta in range(size))


def singletons_game(points: int) -> FiniteClassGame:
    """Consistent's worst: the one-point hypotheses, the empty one last, each point presented and contradicted once."""
    hypotheses = tuple(tuple(1 if k == h else -1 for k in range(points)) for h in range(points + 1))
    return FiniteClassGame(hypotheses, tuple((k, CONTRADICT) for k in range(points)))


def small_classes_either_way(choices: Choices, *, points: int, rounds: int) -> FiniteClassGame:
    """The games of `small_classes` with any choice of the rounds before the last that are contradicted."""
    game = small_classes(choices, points=points, rounds=rounds)
    earlier = tuple((instance, choices.integer(CONTRADICT, AGREE)) for instance, _ in game.moves[:-1])
    return FiniteClassGame(game.hypotheses, earlier + game.moves[-1:])


def crowded_classes() -> list[FiniteClassGame]:
    """Two games on large classes.

    In the first, 256 hypotheses vote +1 and one votes −1, and an 8-bit count, signed or not, gives −1. In the second,
    the first label leaves one hypothesis of 2,049; the others outvote it if each keeps a thousandth of its vote.
    """
    plus, minus = ([row for row in cube(9) if row[0] == label] for label in (1, -1))
    wrong = [(1, 1, *row) for row in cube(11)]
    return [
        FiniteClassGame((*plus, minus[0]), ((0, AGREE),)),
        FiniteClassGame((*wrong, (-1,) * 13), ((0, CONTRADICT), (1, AGREE))),
    ]


def consistent_ladder() -> Iterator[FiniteClassGame]:
    """Games in which one hypothesis, one instance and one round decide, at some place; and one of many mistakes."""
    for size in SIZES:
        yield from (one_of_many(size, place) for place in places(size))
        yield from (far_apart(size, place) for place in places(size))
        yield long_ago(size)
    yield far_apart(HUGE, HUGE - 1)
    alone = singletons_game(EVERY)
    yield FiniteClassGame(alone.hypotheses, (*alone.moves, *((k, AGREE) for k in range(EVERY))))


def halving_ladder() -> Iterator[FiniteClassGame]:
    """The same, large classes that count in bytes, and votes that are won by one or two of thousands."""
    yield from crowded_classes()
    yield from consistent_ladder()
    for turn in (1, -1, 1_000):
        yield from (narrow_votes(SIZES[-1], turn, label) for label in (1, -1))


def one_of_many(size: int, place: int) -> FiniteClassGame:
    """`size` hypotheses, of which the one at this place alone gives the first label; all further labels are its own."""
    points = (size - 1).bit_length()
    hypotheses = tuple((1 if h == place else -1, *row_of(h, points)) for h in range(size))
    return FiniteClassGame(hypotheses, ((0, PLUS), *((k, AGREE) for k in range(points + 1))))


def far_apart(size: int, place: int) -> FiniteClassGame:
    """Three hypotheses on `size` instances. The instance at this place tells the second one from the others.

    So does the next instance; the one after that differs in the third hypothesis alone. On all others they agree.
    """
    special, _, other = ((place + k) % size for k in range(3))
    rows = np.ones((3, size), dtype=int)
    rows[np.ix_((0, 2), (special, (place + 1) % size))] = -1
    rows[2, other] = -1
    moves = ((special, PLUS), ((place + 1) % size, AGREE), (special, AGREE), (other, AGREE))
    return FiniteClassGame(tuple(map(tuple, rows.tolist())), moves)


def long_ago(rounds: int) -> FiniteClassGame:
    """A label leaves the second of three hypotheses. So many rounds tell nothing before it, and as many after it.

    The instance that is presented in these rounds is labelled alike by all.
    """
    idle = ((1, AGREE),) * rounds
    return FiniteClassGame(((-1, 1, 1), (1, 1, 1), (-1, 1, -1)), (*idle, (0, PLUS), *idle, (0, AGREE), (2, AGREE)))


def narrow_votes(size: int, turn: int, label: int) -> FiniteClassGame:
    """In every round the label gets one or two votes more than the other, and is right: half of the class remain.

    turn: the hypothesis of rank k is in the row k·turn, so that the majority comes first, last, or is scattered.
    """
    left, cuts = size, list[int]()
    while left > 2:
        left = left // 2 + 1
        cuts.append(left)
    tells = (size - 1).bit_length()
    ranks = sorted(range(size), key=lambda rank: rank * turn % size)
    hypotheses = (tuple(label if rank < cut else -label for cut in cuts) + row_of(rank, tells) for rank in ranks)
    return FiniteClassGame(tuple(hypotheses), tuple((k, AGREE) for k in range(len(cuts))))


def finite_class_batch(generator: np.random.Generator, games: int, *, points: int, rows: int, rounds: int) -> Batch:
    """Games on a random class with at most `rows` hypotheses and `points` instances, or on thresholds or a cube."""
    size = int(generator.integers(1, points + 1))
    kind = generator.integers(4)
    if kind == 0:
        table = np.array(thresholds(size + 1))
    elif kind == 1:
        table = np.array(cube(min(size, rows.bit_length() - 1)))
    else:
        drawn = generator.integers(0, 2, (generator.integers(1, rows + 1), size)) * 2 - 1
        table = np.unique(drawn, axis=0)
    asked = generator.integers(BALANCED, table.shape[1], (rounds, games))
    asked[:, : games // 4] = BALANCED
    hypotheses = tuple(map(tuple, table.tolist()))
    return Scripted(
        (table,),
        VersionSpace(table, games),
        asked,
        draw_stances(generator, rounds, games),
        lambda moves: FiniteClassGame(hypotheses, moves),
    )
