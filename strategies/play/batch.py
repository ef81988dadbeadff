"""Batches: many games of one instance of a theorem, drawn as arrays and played side by side (`engine.batches`).

All games in a batch have the same length and the same arguments of the learner (one class, one number of experts). They
differ in the instances and labels. A game's signature consists of its counts (usually of mistakes) and whatever else
the theorem's quantities depend on. The theorem cannot distinguish games with equal signatures, so one of them
represents all. If the theorem bounds a count from above, a game with the largest count represents those with less.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from learncheck.learners.arrays import Array, Ints
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.games import AGREE, CONTRADICT, Game, ManyGames, legal_label

Exacts = Sequence[int | Fraction | float] | Array
"""Exact numbers, one per game."""


class Signature(NamedTuple):
    """What the theorem's quantities depend on and what differs between games: sequences of one exact number per game.

    counts: what the games are played for, by the theorem's names. The first count is what makes a game bad.
    sizes:  everything else.
    """

    counts: Mapping[str, Exacts]
    sizes: Sequence[Exacts]


class Batch:
    """The environment of many games. Subclasses decide which instances are presented and which labels are legal.

    arguments: the learner's constructor arguments, the same in all games.
    games:     the number of games.
    rounds:    the length of each game.
    case:      makes a case of one of the games as it was played, from the batch and the game's index.
    """

    def __init__(
        self, arguments: tuple[object, ...], games: int, rounds: int, case: Callable[["Batch", int], Case]
    ) -> None:
        self.arguments, self.games, self.rounds, self._case = arguments, games, rounds, case
        self.everyone = np.arange(games)
        self.presented: list[Array] = []
        self.predictions: list[Array] = []
        self.labels: list[Ints] = []

    def present(self, t: int) -> Array:
        """What is presented in round t, one entry per game."""
        raise NotImplementedError

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        """The labels of round t, all of them legal."""
        raise NotImplementedError

    def game(self, index: int) -> Case:
        """One of the games as it was played, as a case."""
        return self._case(self, index)

    def shown(self, index: int) -> list[Any]:
        """What was presented in the rounds of one game, as integers or tuples of them."""
        entries = [x[index].tolist() for x in self.presented]
        return [tuple(x) if isinstance(x, list) else x for x in entries]

    def moves(self, index: int) -> tuple[tuple[Any, int], ...]:
        """What was presented in one game, with the stances that lead to its labels: AGREE with a prediction, or −1
        against a 0.
        """
        rounds = zip(self.predictions, self.labels, strict=True)
        agrees = (label[index] == (predicted[index] or -1) for predicted, label in rounds)
        return tuple(zip(self.shown(index), (AGREE if agree else CONTRADICT for agree in agrees), strict=True))

    def examples(self, index: int) -> tuple[tuple[Any, int], ...]:
        """What was presented in one game, with the labels."""
        return tuple(zip(self.shown(index), (int(label[index]) for label in self.labels), strict=True))

    def instances(self, presented: Array) -> Array:
        """The instances as learners see them."""
        return presented

    def counts(self) -> Mapping[str, Exacts]:
        """The counts of each game: mistakes M, and those on positive (M₊) and negative examples (M₋)."""
        labels = np.array(self.labels).reshape(-1, self.games)
        mistakes = np.array(self.predictions).reshape(-1, self.games) != labels
        of = {name: (mistakes & (labels == y)).sum(axis=0) for name, y in (("M₊", 1), ("M₋", -1))}
        return {"M": mistakes.sum(axis=0), **of}

    def sizes(self) -> Sequence[Exacts]:
        """What else the theorem depends on and differs between the games."""
        return ()


AGREES = 1 / 4
"""The probability that a drawn environment agrees with the learner when it could contradict it."""


def draw_stances(generator: np.random.Generator, rounds: int, games: int) -> Ints:
    """Draw stances: half of the games contradict in every round, the others in most."""
    agree = generator.random((rounds, games)) < AGREES
    agree[:, ::2] = False
    return agree.astype(np.int64)


class Scripted(Batch):
    """Games of a scripted environment.

    asked:   what the script asks for, array (rounds, games, ...).
    answers: the stances that it takes, array (rounds, games).
    case:    makes a case of the moves of one game.
    sizes:   returns the sizes of the `Signature`.
    """

    def __init__(
        self,
        arguments: tuple[object, ...],
        environment: ManyGames,
        asked: Ints,
        answers: Ints,
        case: Callable[[tuple[tuple[Any, int], ...]], Game],
        sizes: Callable[[], Sequence[Ints]] = tuple,
    ) -> None:
        super().__init__(arguments, asked.shape[1], len(asked), lambda batch, index: case(batch.moves(index)))
        self.environment, self.asked, self.drawn, self._sizes = environment, asked, answers, sizes

    def present(self, t: int) -> Array:
        return np.asarray(self.environment.present(self.asked[t]))

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = legal_label(self.drawn[t], predictions, *self.environment.legal(presented))
        self.environment.reveal(presented, labels, predictions)
        return labels

    def sizes(self) -> Sequence[Ints]:
        return self._sizes()
