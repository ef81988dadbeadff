"""A batch: many games of one instance of a theorem, drawn as arrays and played side by side.

All games of a batch share the learner's arguments (one class, one number of experts) and their length; what is asked
and what is answered differs. A game is told by its signature: the numbers, its mistakes among them, on which every
quantity of the theorem depends. Games with equal signatures are equal to the theorem, so that one represents them all.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.play.games import AGREE, CONTRADICT, Game
from learncheck.strategies.play.stack import Stack, Stacked

Array = NDArray[Any]
Ints = NDArray[np.int64]


class Batch:
    """The environment of many games. The subclasses say what is presented and which labels are legal.

    games, rounds: how many there are, and how long each is.
    """

    def __init__(self, games: int, rounds: int) -> None:
        self.games, self.rounds = games, rounds
        self.everyone = np.arange(games)
        self.presented: list[Array] = []
        self.predictions: list[Ints] = []
        self.labels: list[Ints] = []

    def arguments(self) -> tuple[Any, ...]:
        """The learner's constructor arguments, the same in all games."""
        raise NotImplementedError

    def present(self, t: int) -> Array:
        """What is presented in round t, one entry a game."""
        raise NotImplementedError

    def answer(self, t: int, presented: Array, predictions: Ints) -> Ints:
        """The labels of round t, all of them legal."""
        raise NotImplementedError

    def game(self, index: int) -> Game:
        """One of the games, as it was played, written as a case."""
        raise NotImplementedError

    def instances(self, presented: Array) -> Array:
        """The instances as learners see them."""
        return presented

    def sizes(self) -> Sequence[Ints]:
        """What differs between the games, but for their mistakes, and the theorem depends on."""
        return ()

    def play(self, make: Any) -> Ints:
        """Play all games; their signatures, shape (games, k): mistakes, those on positive examples, and `sizes`.

        Raises as `Stacked` does.
        """
        with np.errstate(all="ignore"):  # games that have parted from a run are computed on, and then dropped
            return self._play(Stacked(make, self.arguments(), self.games))

    def _play(self, learner: Stacked) -> Ints:
        for t in range(self.rounds):
            presented = self.present(t)
            instances = Stack(self.instances(presented))
            predictions = learner.predict(instances)
            labels = self.answer(t, presented, predictions)
            learner.update(instances, labels)
            self.presented.append(presented)
            self.predictions.append(predictions)
            self.labels.append(labels)
        labels = np.array(self.labels).reshape(-1, self.games)
        mistakes = np.array(self.predictions).reshape(-1, self.games) != labels
        return np.column_stack([mistakes.sum(axis=0), (mistakes & (labels == 1)).sum(axis=0), *self.sizes()])

    def stances(self, index: int) -> list[int]:
        """The stances that lead to the labels of the game: whether each was the one predicted, or −1 against a 0."""
        rounds = zip(self.predictions, self.labels, strict=True)
        return [AGREE if label[index] == (predicted[index] or -1) else CONTRADICT for predicted, label in rounds]


def legal_labels(stances: Ints, predictions: Ints, plus: NDArray[np.bool_], minus: NDArray[np.bool_]) -> Ints:
    """The labels that the stances ask for where they are legal, the other one where they are not.

    plus, minus: where +1 and −1 are legal; at least one of them is. As `play.games.legal_label`, for many games.
    """
    wanted = np.where(stances == AGREE, np.where(predictions == 0, -1, predictions), np.where(predictions == 1, -1, 1))
    possible = np.where(wanted == 1, plus, minus)
    return np.where(possible, wanted, -wanted)
