"""Empirical risk minimisation by exhaustive search: of a finite class, or of what few examples determine."""

from collections.abc import Callable
from itertools import combinations
from typing import Protocol, Self

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arrays import Ints, Numbers


class FiniteERM:
    """The first hypothesis of a finite class with the fewest training errors.

    hypotheses: int array (|H|, |X|) of +1 and -1; an instance is the number of a column.
    State after `fit`: best, the number of a row.
    Raises ValueError if `hypotheses` has no row. Source: UML 8.2.1.
    """

    best: int

    def __init__(self, hypotheses: Ints) -> None:
        require(len(hypotheses) > 0, "hypotheses has no row, but a class is not empty: pass one row a hypothesis")
        self.hypotheses = hypotheses

    def fit(self, X: Ints, y: Ints) -> Self:
        """Count the errors of each hypothesis on each example: |H|·m evaluations.

        X: int array (m,), columns of `hypotheses`. y: array (m,) of +1 and -1.
        """
        errors = [sum(h[x] != label for x, label in zip(X, y, strict=True)) for h in self.hypotheses]
        self.best = errors.index(min(errors))
        return self

    def predict(self, X: Ints) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        return np.asarray(self.hypotheses[self.best, X])


class BatchLearner(Protocol):
    """A learner of samples: X an array (m, n), y an array (m,) of +1 and -1."""

    def fit(self, X: Numbers, y: Ints) -> Self: ...
    def predict(self, X: Numbers) -> Ints: ...


class SubsetERM:
    """Agnostic ERM from a realizable ERM whose output depends only on a few positive examples.

    make: function () -> batch learner. size: function n -> the number of examples that determine its output, such as
    2n for rectangles.
    State after `fit`: learner, the first with the fewest training errors, and tried, the number of subsets tried.
    Source: UML 8.2.2 and Exercise 8.2.
    """

    learner: BatchLearner
    tried: int

    def __init__(self, make: Callable[[], BatchLearner], size: Callable[[int], int]) -> None:
        self.make, self.size = make, size

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Fit a learner to every subset of at most size(n) examples, all labelled positive: O(m^size(n)) subsets.

        X: array (m, n). y: array (m,) of +1 and -1.
        """
        m, n = X.shape
        self.tried, least = 0, m + 1
        for k in range(min(self.size(n), m) + 1):
            for chosen in combinations(range(m), k):
                learner = self.make()
                learner.fit(X[list(chosen)], np.ones(k, dtype=int))
                errors = int((learner.predict(X) != y).sum())
                self.tried += 1
                if errors < least:
                    least, self.learner = errors, learner
        return self

    def predict(self, X: Ints) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        return np.asarray(self.learner.predict(X))
