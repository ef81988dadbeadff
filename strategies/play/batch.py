"""A batch: many games of one instance of a theorem, drawn as arrays and played side by side.

All games of a batch share the learner's arguments (one class, one number of experts) and their length; what is asked
and what is answered differs. A game is told by its signature: its counts (mistakes, as a rule) and whatever else the
quantities of the theorem depend on. Games of equal signatures are equal to the theorem, so that one represents them
all; and where the theorem bounds a count from above, one that counts the most represents those that count less.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.play.case import Case
from learncheck.strategies.play.games import AGREE, CONTRADICT
from learncheck.strategies.play.stack import Stack, Stacked

Array = NDArray[Any]
Ints = NDArray[np.int64]


class Signature(NamedTuple):
    """What the theorem's quantities depend on where it differs between games; each has an exact number a game.

    counts: what the games are played for, by the theorem's names, the first of them what makes a game bad. sizes: the
    rest.
    """

    counts: Mapping[str, Sequence[Any] | Array]
    sizes: Sequence[Sequence[Any] | Array]


class Batch:
    """The environment of many games. The subclasses say what is presented and which labels are legal.

    games, rounds: how many there are, and how long each is. `watch` names the learner's attributes on which the counts
    depend; `states` holds them, before the first round and after each.
    """

    watch: ClassVar[tuple[str, ...]] = ()

    def __init__(self, games: int, rounds: int) -> None:
        self.games, self.rounds = games, rounds
        self.everyone = np.arange(games)
        self.presented: list[Array] = []
        self.predictions: list[Array] = []
        self.labels: list[Ints] = []
        self.states: dict[str, list[Array]] = {}

    def arguments(self) -> tuple[Any, ...]:
        """The learner's constructor arguments, the same in all games."""
        raise NotImplementedError

    def present(self, t: int) -> Array:
        """What is presented in round t, one entry a game."""
        raise NotImplementedError

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        """The labels of round t, all of them legal."""
        raise NotImplementedError

    def game(self, index: int) -> Case:
        """One of the games, as it was played, written as a case."""
        raise NotImplementedError

    def instances(self, presented: Array) -> Array:
        """The instances as learners see them."""
        return presented

    def answers(self, learner: Stacked, instances: Stack) -> Array:
        """What the learners answer to the instances."""
        return learner.predict(instances)

    def counts(self) -> Mapping[str, Sequence[Any] | Array]:
        """What is counted in each game: mistakes, and those on examples of either label."""
        labels = np.array(self.labels).reshape(-1, self.games)
        mistakes = np.array(self.predictions).reshape(-1, self.games) != labels
        of = {name: (mistakes & (labels == y)).sum(axis=0) for name, y in (("M₊", 1), ("M₋", -1))}
        return {"M": mistakes.sum(axis=0), **of}

    def sizes(self) -> Sequence[Sequence[Any] | Array]:
        """What differs between the games, but for their counts, and the theorem depends on."""
        return ()

    def play(self, make: Any) -> Signature:
        """Play all games. Raises as `Stacked` does."""
        with np.errstate(all="ignore"):  # games that have parted from a run are computed on, and then dropped
            self._play(Stacked(make, self.arguments(), self.games))
        return Signature(self.counts(), self.sizes())

    def _play(self, learner: Stacked) -> None:
        self.states = {name: [learner.state(name)] for name in self.watch}
        for t in range(self.rounds):
            presented = self.present(t)
            instances = Stack(self.instances(presented))
            predictions = self.answers(learner, instances)
            labels = self.answer(t, presented, predictions)
            learner.update(instances, labels)
            self.presented.append(presented)
            self.predictions.append(predictions)
            self.labels.append(labels)
            for name, states in self.states.items():
                states.append(learner.state(name))

    def stances(self, index: int) -> list[int]:
        """The stances that lead to the labels of the game: whether each was the one predicted, or −1 against a 0."""
        rounds = zip(self.predictions, self.labels, strict=True)
        return [AGREE if label[index] == (predicted[index] or -1) else CONTRADICT for predicted, label in rounds]
