"""Wrong learners from experts."""

from typing import Any

import numpy as np

from learncheck.learners.online.experts import (
    ExpertsMajority,
    ExpertsRestart,
    RandomizedWeightedMajority,
    WeightedMajority,
)


class ByAThird(WeightedMajority):
    """It takes away a third of a wrong expert's weight, not half."""

    def update(self, advice: Any, y: int) -> None:
        if self.predict(advice) != y:
            self.w = self.w * (1 - (1 - y * advice) / 6)


class InEveryRound(WeightedMajority):
    """It halves the weights of wrong experts in every round, not only on mistakes."""

    def update(self, advice: Any, y: int) -> None:
        self.w = self.w * (1 - (1 - y * advice) / 4)


class HalvesTheRight(WeightedMajority):
    """It halves the weights of the experts who are right."""

    def update(self, advice: Any, y: int) -> None:
        if self.predict(advice) != y:
            self.w = self.w * (1 - (1 + y * advice) / 4)


class StartsWithTwo(WeightedMajority):
    """It starts with weights of 2."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.w = 2 * self.w


class NeverPunishes(RandomizedWeightedMajority):
    """It never changes the weights."""

    def update(self, advice: Any, y: int) -> None:
        pass


class KeepsTheErring(ExpertsMajority):
    """It keeps asking experts who have erred."""

    def update(self, advice: Any, y: int) -> None:
        pass


class NeverRestarts(ExpertsRestart):
    """It does not restart when no expert is left."""

    def update(self, advice: Any, y: int) -> None:
        self.alive = self.alive & (advice == y)


class RestartsEarly(ExpertsRestart):
    """It restarts when one expert is left."""

    def update(self, advice: Any, y: int) -> None:
        super().update(advice, y)
        if self.alive.sum() == 1:
            self.alive = np.ones_like(self.alive)


class RestartsWithTheRight(ExpertsRestart):
    """It restarts with only the experts who were right in the last round."""

    def update(self, advice: Any, y: int) -> None:
        left = self.alive & (advice == y)
        agree = advice == y
        self.alive = left if left.any() else agree if agree.any() else np.ones(len(left), dtype=bool)
