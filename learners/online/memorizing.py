"""Learners without prior knowledge: they repeat the labels they have seen and guess the others."""

from typing import Any

import numpy as np

from learncheck.learners.arithmetic import inner
from learncheck.learners.online.perceptron import KernelPerceptron, Perceptron


class Memorizing:
    """Repeat the label that an instance had; predict -1 for a new one. Source: LEC, Mission impossible."""

    def __init__(self) -> None:
        self.labels: dict[int, int] = {}

    def predict(self, x: int) -> int:
        return self.labels.get(x, -1)

    def update(self, x: int, y: int) -> None:
        self.labels[x] = y


class Nearest(Memorizing):
    """Predict the label of the nearest instance seen, or -1 before the first."""

    def predict(self, x: int) -> int:
        return self.labels[min(self.labels, key=lambda z: abs(z - x))] if self.labels else -1


class Alternating(Memorizing):
    """Predict the opposite of the last label for a new instance."""

    last = 1

    def predict(self, x: int) -> int:
        return self.labels.get(x, -self.last)

    def update(self, x: int, y: int) -> None:
        super().update(x, y)
        self.last = y


class _OfNumbers:
    """A halfspace learner on the vectors (x, 1)."""

    learner: Any

    def predict(self, x: int) -> int:
        return int(self.learner.predict(np.array([x, 1])))

    def update(self, x: int, y: int) -> None:
        self.learner.update(np.array([x, 1]), y)


class PerceptronOfNumbers(_OfNumbers):
    """Perceptron on (x, 1)."""

    def __init__(self) -> None:
        self.learner = Perceptron(2)


def cubed(x: Any, z: Any) -> int:
    """⟨x, z⟩³."""
    product = int(inner(x, z))
    return product * product * product


class KernelPerceptronOfNumbers(_OfNumbers):
    """Kernel Perceptron with a polynomial kernel of degree 3."""

    def __init__(self) -> None:
        self.learner = KernelPerceptron(cubed)
