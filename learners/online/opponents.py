"""Learners for adversaries that defeat every learner: on instances 0, 1, 2, ..., on the line and in the plane.

On integers and Fractions all are exact.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.online.perceptron import Perceptron


class Memorizing:
    """Repeat the label that an instance had; predict -1 for a new one. Source: LEC, Mission impossible."""

    def __init__(self) -> None:
        self.labels: dict[Any, int] = {}

    def predict(self, x: Any) -> int:
        return self.labels.get(x, -1)

    def update(self, x: Any, y: int) -> None:
        self.labels[x] = y


class Alternating(Memorizing):
    """Predict the opposite of the last label for a new instance."""

    last = 1

    def predict(self, x: Any) -> int:
        return self.labels.get(x, -self.last)

    def update(self, x: Any, y: int) -> None:
        super().update(x, y)
        self.last = y


class NearestNeighbour(Memorizing):
    """Predict the label of the nearest point seen, a number or a pair of them; -1 before the first."""

    def predict(self, x: Any) -> int:
        return self.labels[min(self.labels, key=lambda z: squared_distance(x, z))] if self.labels else -1


def squared_distance(x: Any, z: Any) -> Any:
    """The squared distance of two points on the line or in the plane."""
    return sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) if isinstance(x, tuple) else (x - z) ** 2


class LeastRectangle:
    """Predict +1 inside the smallest rectangle that contains every positive point seen."""

    def __init__(self) -> None:
        self.corners: tuple[Any, Any] | None = None

    def predict(self, x: tuple[Any, Any]) -> int:
        if self.corners is None:
            return -1
        low, high = self.corners
        return 1 if all(a <= c <= b for a, c, b in zip(low, x, high, strict=True)) else -1

    def update(self, x: tuple[Any, Any], y: int) -> None:
        if y == 1:
            low, high = self.corners or (x, x)
            self.corners = tuple(map(min, low, x)), tuple(map(max, high, x))


class _Lifted:
    """A halfspace learner on points with a last coordinate 1."""

    learner: Any

    def predict(self, x: Any) -> int:
        return int(self.learner.predict(lifted(x)))

    def update(self, x: Any, y: int) -> None:
        self.learner.update(lifted(x), y)


def lifted(x: Any) -> NDArray[Any]:
    """The point (a number, or a tuple of them) with a last coordinate 1."""
    return np.array([*(x if isinstance(x, tuple) else (x,)), 1], dtype=object)


class PerceptronOnTheLine(_Lifted):
    """Perceptron on (x, 1)."""

    def __init__(self) -> None:
        self.learner = Perceptron(2)


class PerceptronInThePlane(_Lifted):
    """Perceptron on (x₁, x₂, 1)."""

    def __init__(self) -> None:
        self.learner = Perceptron(3)
