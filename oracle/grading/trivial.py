"""What learners that learn nothing earn on an assignment, so that instructors notice points that are given away."""

from collections.abc import Iterator, Sized

import numpy as np
from numpy.typing import ArrayLike

from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.classes import check

MOST = 1 / 3
"""Earning more than this share of a learner's points without learning is too generous."""


class AlwaysPlus:
    """answers +1"""

    answer = 1

    def __init__(self, *arguments: object) -> None:
        self.n = arguments[0] if arguments and isinstance(arguments[0], int) else 1

    def predict(self, x: Sized) -> object:
        return np.full(len(x), self.answer) if self._is_fitted else self.answer

    def update(self, x: object, y: int) -> None:
        pass

    _is_fitted = False

    def fit(self, X: object, y: ArrayLike, sample_weight: object = None) -> None:
        self._is_fitted = True

    def probabilities(self) -> object:
        return np.full(self.n, 1 / self.n)


class AlwaysMinus(AlwaysPlus):
    """answers −1"""

    answer = -1


class Repeats(AlwaysPlus):
    """answers the label that it saw last, or most often"""

    def update(self, x: object, y: int) -> None:
        self.answer = y

    def fit(self, X: object, y: ArrayLike, sample_weight: object = None) -> None:
        self._is_fitted = True
        self.answer = 1 if np.sum(y) >= 0 else -1


TRIVIAL: tuple[type[AlwaysPlus], ...] = (AlwaysPlus, AlwaysMinus, Repeats)


def earned(assignment: Assignment) -> Iterator[tuple[str, str, float, list[str]]]:
    """For each learner and each trivial learner: the learner's name, what the trivial one does, the share of the points
    that it earns, and the claims that stand.
    """
    for name, part in assignment.learners.items():
        for kind in TRIVIAL:
            report = check(
                kind, name, claims=list(part.claims) or None, profile=assignment.profile, seed=assignment.seed,
                credit=assignment.credit, assignment=assignment,
            )  # fmt: skip
            result = report.learners[name]
            yield name, str(kind.__doc__), result.score, [judged.id for judged in result.claims if judged.passed]
