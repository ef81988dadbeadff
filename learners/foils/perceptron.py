"""Wrong Perceptrons."""

from typing import Any

import numpy as np

from learncheck.learners.online.perceptron import KernelPerceptron, Perceptron


class StaysAtZero(Perceptron):
    """It makes no update at a tie, so w never leaves 0."""

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) < 0:
            self.w = self.w + y * x


class WithoutLabel(Perceptron):
    """It adds the instance whatever the label is."""

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w = self.w + x


class LastMistake(Perceptron):
    """It forgets all mistakes but the last."""

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w = y * x


class HalfAStep(Perceptron):
    """It goes only half the way."""

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x / 2


class TwoSteps(Perceptron):
    """It goes twice the way."""

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w = self.w + 2 * y * x


class EveryRound(Perceptron):
    """It updates in every round, not only on mistakes."""

    def update(self, x: Any, y: int) -> None:
        self.w = self.w + y * x


class TurnsAway(Perceptron):
    """It steps in the opposite direction."""

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w = self.w - y * x


class StartsElsewhere(Perceptron):
    """It starts with ones instead of zeros."""

    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.w = np.ones(d, dtype=int)


class KeepsEveryExample(KernelPerceptron):
    """It keeps every example, not only those on which it errs."""

    def update(self, x: Any, y: int) -> None:
        self.mistakes = (*self.mistakes, (x, y))
