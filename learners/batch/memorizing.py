"""Batch learners that repeat the labels that they have seen, and guess the others."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


class Memorizing:
    """A batch learner that repeats the labels it has seen, and says +1 of all else."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.seen = {tuple(x): int(label) for x, label in zip(X.tolist(), y, strict=True)}
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        """Labels ±1, array (len(X),)."""
        return np.array([self.seen.get(tuple(x), 1) for x in X.tolist()])


class MajorityLabel:
    """A batch learner that says the label it has seen most often of everything, and 0 at a tie."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.label = int(np.sign(y.sum()))
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        """Labels ±1 or 0, array (len(X),)."""
        return np.full(len(X), self.label)


class SameOrOpposite(Memorizing):
    """Of an unseen point it says the label of the first example if that lies below, else the opposite.

    On two points of the line, of which it sees one, its error is 1/4 whatever the labels are.
    """

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.first, self.label = float(X[0, 0]), int(y[0])
        return super().fit(X, y)

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        """Labels ±1, array (len(X),)."""
        guesses = np.where(X[:, 0] > self.first, self.label, -self.label)
        return np.array([self.seen.get(tuple(x), int(h)) for x, h in zip(X.tolist(), guesses, strict=True)])
