"""Games over a finite hypothesis class, whose environment keeps the version space and so stays realizable."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arrays import Flags, Ints
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices, row_of
from learncheck.strategies.play.games import BALANCED, CONTRADICT, Alone, Environment, Game


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

    def arguments(self) -> tuple[Ints]:
        return (np.array(self.hypotheses),)

    def in_words(self, trace: Trace) -> Mapping[str, object]:
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

    def __init__(self, hypotheses: Ints, games: int = 1) -> None:
        self.hypotheses = hypotheses
        self.votes = np.ascontiguousarray(hypotheses.T == 1)  # an instance a row
        self.alive = np.ones((games, len(hypotheses)), dtype=bool)

    def present(self, asked: Ints) -> Ints:
        balanced = asked == BALANCED
        if not balanced.any():
            return asked
        return np.asarray(np.where(balanced, np.abs(self.alive @ self.hypotheses).argmin(axis=1), asked))

    def legal(self, presented: Ints) -> tuple[Flags, Flags]:
        votes = self.votes[presented]
        return (self.alive & votes).any(axis=1), np.greater(self.alive, votes).any(axis=1)

    def reveal(self, presented: Ints, labels: Ints, predictions: Ints) -> None:
        self.alive &= self.votes[presented] == (labels[:, None] == 1)

    def facts(self, game: int) -> Version:
        alive = self.alive[game]
        return Version(consistent=int(alive.argmax()), alive=int(alive.sum()))


def finite_class_games(
    choices: Choices,
    *,
    points: int,
    rounds: int,
    rows: int | None = None,
    first: int = BALANCED,
    stances: int = 2,
) -> FiniteClassGame:
    """Games over classes of at most `rows` distinct hypotheses, or any set of them, on at most `points` instances.

    With `first` 0 no instance is asked for that divides the hypotheses, with one stance each label is contradicted.
    Shrinks to few instances, few hypotheses, few rounds, and an environment that contradicts.
    """
    size = choices.integer(1, points)
    hypotheses = choices.rows(size, rows)
    return FiniteClassGame(hypotheses, choices.moves(size, first=first, most=rounds, stances=stances))


def bisection_game(hypotheses: Iterable[tuple[int, ...]], rounds: int) -> FiniteClassGame:
    """The adversary that presents the instance on which the version space is most evenly divided, and contradicts."""
    return FiniteClassGame(tuple(hypotheses), ((BALANCED, CONTRADICT),) * rounds)


@lru_cache(16)
def cube(points: int) -> tuple[tuple[int, ...], ...]:
    """All 2^points labellings of `points` instances, as rows: a shattered set."""
    return tuple(row_of(code, points) for code in range(2**points))


def first_labellings(size: int) -> Ints:
    """The first `size` labellings of as few instances as have that many, but at least of one instance."""
    points = max(1, (size - 1).bit_length())
    return 1 - 2 * (np.arange(size)[:, None] >> np.arange(points) & 1)


def thresholds(size: int) -> tuple[tuple[int, ...], ...]:
    """The `size` threshold labellings of size - 1 ordered instances: -1 below, +1 above."""
    return tuple(tuple(1 if k >= theta else -1 for k in range(size - 1)) for theta in range(size))
