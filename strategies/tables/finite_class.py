"""Games over a finite hypothesis class, whose environment keeps the version space and so stays realizable."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from learncheck.learners.arguments import require
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, Game, legal_label

BALANCED = -1
"""In place of an instance: the one on which the version space is most evenly divided."""


class FiniteClassGame(Game, frozen=True, tag="finite-class-game"):
    """A realizable game over a class given as a matrix: one row a hypothesis, one column an instance, entries ±1.

    A move is (instance, stance): the column to present, or `BALANCED`, and whether to contradict the learner.
    """

    hypotheses: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        require(bool(self.hypotheses), "the class has no hypothesis: give at least one row")

    def arguments(self) -> tuple[Any, ...]:
        return (np.array(self.hypotheses),)

    def script(self) -> tuple[tuple[int, int], ...]:
        return self.moves

    def environment(self) -> Environment:
        return VersionSpace(np.array(self.hypotheses))


class VersionSpace:
    """The environment of a finite class: gives any label that some hypothesis consistent so far still allows."""

    def __init__(self, hypotheses: np.ndarray) -> None:
        self.hypotheses = hypotheses
        self.alive = np.arange(len(hypotheses))

    def present(self, move: tuple[int, int]) -> int:
        instance, _ = move
        if instance == BALANCED:
            instance = int(np.argmin(np.abs(self.hypotheses[self.alive].sum(axis=0))))
        self.instance = instance
        return instance

    def answer(self, move: tuple[int, int], prediction: Any) -> int:
        votes = self.hypotheses[self.alive, self.instance]
        label = legal_label(move[1], prediction, [y for y in (1, -1) if (votes == y).any()])
        self.alive = self.alive[votes == label]
        return label

    def facts(self) -> dict[str, Any]:
        return {"consistent": int(self.alive[0]), "alive": len(self.alive)}


def finite_class_games(choices: Choices, *, points: int, rows: int, rounds: int, stances: int = 2) -> FiniteClassGame:
    """Games over classes of at most `rows` distinct hypotheses on at most `points` instances.

    Shrinks to few instances, few hypotheses, few rounds, and an environment that contradicts.
    """
    size = choices.integer(1, points)
    hypotheses = tuple(dict.fromkeys(choices.many(lambda: choices.labels(size), least=1, most=rows)))
    moves = choices.many(lambda: _move(choices, size, stances), most=rounds)
    return FiniteClassGame(hypotheses, moves)


def small_classes(choices: Choices, *, points: int, rounds: int) -> FiniteClassGame:
    """Every class over at most `points` instances, as a set, against an environment that always contradicts."""
    size = choices.integer(1, points)
    members = choices.integer(1, 2**2**size - 1)
    cube = tuple(_row(code, size) for code in range(2**size))
    hypotheses = tuple(row for code, row in enumerate(cube) if members >> code & 1)
    length = choices.integer(0, rounds)
    moves = tuple((choices.integer(0, size - 1), CONTRADICT) for _ in range(length))
    return FiniteClassGame(hypotheses, moves)


def bisection_game(hypotheses: Iterable[tuple[int, ...]], rounds: int) -> FiniteClassGame:
    """The adversary that presents the most divisive instance and answers with the label not predicted."""
    return FiniteClassGame(tuple(hypotheses), ((BALANCED, CONTRADICT),) * rounds)


def cube(points: int) -> tuple[tuple[int, ...], ...]:
    """All 2^points labellings of `points` instances: a shattered set."""
    return tuple(_row(code, points) for code in range(2**points))


def thresholds(size: int) -> tuple[tuple[int, ...], ...]:
    """The `size` threshold labellings of size - 1 ordered instances: -1 below, +1 above."""
    return tuple(tuple(1 if k >= theta else -1 for k in range(size - 1)) for theta in range(size))


def singletons_game(points: int) -> FiniteClassGame:
    """Consistent's worst: the one-point hypotheses, the empty one last, each point presented and contradicted once."""
    hypotheses = tuple(tuple(1 if k == h else -1 for k in range(points)) for h in range(points + 1))
    return FiniteClassGame(hypotheses, tuple((k, CONTRADICT) for k in range(points)))


def _move(choices: Choices, size: int, stances: int) -> tuple[int, int]:
    return choices.integer(BALANCED, size - 1), choices.integer(0, stances - 1)


def _row(code: int, size: int) -> tuple[int, ...]:
    return tuple(1 - 2 * (code >> k & 1) for k in range(size))
