"""Conformance to AdaBoost over decision stumps of least error, under some choice among equally good stumps."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.theorems.rules.batch import FITS, BatchFit
from learncheck.theorems.rules.following import TIE

Vector = NDArray[np.float64]

MOST_RUNS = 500
"""A sample is not judged if it has more legal runs than this in some round."""


@dataclass
class Run:
    """A run of AdaBoost so far: its distribution, the vote on all instances, and the total weight of the hypotheses."""

    D: Vector
    vote: Vector
    total: float = 0.0


def labellings(everywhere: Vector, m: int) -> Vector:
    """Return the labellings of all instances by stumps, one row each.

    The stumps cut between values of the first m instances, which are the sample.
    """
    rows = []
    for column in everywhere.T:
        for cut in [-np.inf, *np.unique(column[:m])]:
            below = np.where(column <= cut, 1.0, -1.0)
            rows += [below, -below]
    return np.unique(np.array(rows), axis=0)


def legal_runs(everywhere: Vector, y: Vector, rounds: int) -> Iterator[list[Run]]:
    """Yield the list of legal runs after each round, merging runs with the same vote.

    The list is empty from the first round in which some stump makes no error.
    """
    m = len(y)
    h = labellings(everywhere, m)
    wrong = h[:, :m] != y
    runs = [Run(np.full(m, 1 / m), np.zeros(len(everywhere)))]
    for _ in range(rounds):
        if not wrong.any(axis=1).all():
            runs = []
        found: dict[bytes, Run] = {}
        for run in runs:
            errors = np.array([run.D[each].sum() for each in wrong])
            for i in np.flatnonzero(errors <= errors.min() + TIE):
                epsilon = errors[i]
                w = 0.5 * np.log(1 / epsilon - 1)
                D = np.where(wrong[i], run.D / (2 * epsilon), run.D / (2 * (1 - epsilon)))
                after = Run(D, run.vote + w * h[i], run.total + w)
                found.setdefault((np.round(after.vote, 9) + 0.0).tobytes(), after)
        runs = list(found.values())
        yield runs


def boosted_stumps(X: ArrayLike, y: ArrayLike, instances: ArrayLike, answers: ArrayLike, rounds: int) -> BatchFit:
    """Whether some legal run gives these answers on all instances, the first of which are the sample X.

    If some stump makes no error, the training error must be 0, and nothing else is judged. Any answer is allowed at a
    tie of the vote. Source: UML 10.2, 10.1.1.
    """
    y, everywhere, said = (np.asarray(each, dtype=np.float64) for each in (y, instances, answers))
    runs: list[Run] = []
    for runs in legal_runs(everywhere, y, rounds):
        if len(runs) > MOST_RUNS:
            return BatchFit(True, f"there are more than {MOST_RUNS} legal runs")
    if not runs:
        errors = int(np.count_nonzero(said[: len(y)] != y))
        return BatchFit(not errors, f"a stump makes no error, but the training error is {errors}/{len(y)}")
    differs = [(np.abs(run.vote) > TIE * run.total) & (said != np.sign(run.vote)) for run in runs]
    if not all(each.any() for each in differs):
        return FITS
    if len(runs) > 1:
        return BatchFit(False, f"none of the {len(runs)} legal runs answers like this")
    i = int(np.flatnonzero(differs[0])[0])
    due = runs[0].vote[i]
    return BatchFit(False, f"the weighted vote on instance {i} is {due:g}, but the answer is {said[i]:+g}")
