"""Batch learners over 0/1 features: conjunctions by elimination, decision lists greedily."""

from typing import Self

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arrays import Ints, Numbers

Rule = tuple[int, int, int]
"""(i, b, o): if x_i = b then output o, else go to the next rule."""


class ConjunctionElimination:
    """The most restrictive conjunction that holds on every positive example: all literals that none contradicts.

    State after `fit`: plain and negated, bool arrays (n,): which x_i, and which not x_i, are in the conjunction.
    Without a positive example it contains both for every i, and labels everything -1.
    Source: VEM 8.1, Example 8.3; UML 8.2.3.
    """

    plain: NDArray[np.bool_]
    negated: NDArray[np.bool_]

    def fit(self, X: Numbers, y: Ints) -> Self:
        """Remove the literals that a positive example contradicts: O(mn).

        X: 0/1 array (m, n). y: array (m,) of +1 and -1, the labels of some conjunction.
        """
        self.start(X, y)
        for v in X[y == 1]:
            self.round(v)
        return self

    def start(self, X: Numbers, y: Ints) -> None:
        """Take all literals, before the first example."""
        n = X.shape[1]
        self.plain, self.negated = np.ones(n, dtype=bool), np.ones(n, dtype=bool)

    def round(self, v: Numbers) -> None:
        """Remove the literals that are false of a positive example. v: 0/1 array (n,)."""
        self.plain = self.plain & (v == 1)
        self.negated = self.negated & (v == 0)

    def predict(self, X: Numbers) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        contradicted = (self.plain & (X == 0)) | (self.negated & (X == 1))
        return np.where(contradicted.any(1), -1, 1)


class DecisionListLearner:
    """A decision list built rule by rule, each correct on all remaining examples on which it fires.

    State after `fit`: rules, the list of (i, b, o) in order. Each one fires on an example, so there are at most m. If
    no rule fires, the label is -1.
    Source: VEM 8.1, Example 8.4.
    """

    rules: list[Rule]

    def fit(self, X: Ints, y: Ints) -> Self:
        """Find a rule that is correct on the remaining examples, remove those on which it fires, and repeat.

        X: 0/1 array (m, n). y: array (m,) of +1 and -1. Raises ValueError if no decision list gives these labels.
        """
        self.rules = []
        while len(y) > 0:
            i, b, o = self.search(X, y)
            self.rules.append((i, b, o))
            left = self.others(X, i, b)
            X, y = X[left], y[left]
        return self

    def search(self, X: Ints, y: Ints) -> Rule:
        """The first rule that is correct on all examples on which it fires, at least one; ValueError if none is."""
        for i in range(X.shape[1]):
            for b in (0, 1):
                o = self.agreed(X, y, i, b)
                if o != 0:
                    return i, b, o
        raise ValueError(
            f"{len(y)} examples are left, and no rule x_i = b is right on all that it fires on, so no decision list "
            "gives these labels: drop or relabel some"
        )

    def agreed(self, X: Ints, y: Ints, i: int, b: int) -> int:
        """The label of all examples with x_i = b: 0 if there are none, or two labels."""
        labels = y[X[:, i] == b]
        plus, minus = (labels == 1).any(), (labels == -1).any()
        if plus and not minus:
            return 1
        if minus and not plus:
            return -1
        return 0

    def others(self, X: Ints, i: int, b: int) -> NDArray[np.bool_]:
        """The examples on which the rule does not fire."""
        left: NDArray[np.bool_] = X[:, i] != b
        return left

    def answer(self, X: Ints, i: int, b: int, o: int, labels: Ints) -> Ints:
        """The labels by the rule, and where it does not fire by the rules after it, which give these labels."""
        return np.where(X[:, i] == b, o, labels)

    def predict(self, X: Ints) -> Ints:
        """Labels +1 and -1, int array (len(X),)."""
        labels = np.full(len(X), -1)
        for i, b, o in reversed(self.rules):
            labels = self.answer(X, i, b, o, labels)
        return labels
