"""Batch learners that repeat the labels they have seen, or guess."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


class Memorizer:
    """Repeat the label of a point that was seen; predict +1 for all others."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.seen = {tuple(x): int(label) for x, label in zip(X.tolist(), y, strict=True)}
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        """Labels ±1, array (len(X),)."""
        return np.array([self.seen.get(tuple(x), 1) for x in X.tolist()])


class MajorityLabel:
    """Predict the most frequent label everywhere, and 0 at a tie."""

    def fit(self, X: NDArray[Any], y: NDArray[Any]) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.label = int(np.sign(y.sum()))
        return self

    def predict(self, X: NDArray[Any]) -> NDArray[Any]:
        """Labels ±1 or 0, array (len(X),)."""
        return np.full(len(X), self.label)


class SameOrOpposite(Memorizer):
    """Predict the first example's label for unseen points above it, and the opposite label for those below.

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
