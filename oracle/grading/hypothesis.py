"""The answers of a failed batch learner around its sample. Only pictures depend on them."""

import time
from collections.abc import Sequence

import numpy as np

from learncheck.oracle.engine.recorder import Call
from learncheck.oracle.judging.around import Around, axes_around, rows_of
from learncheck.strategies.play.case import Make

ASKED_FIRST, TO_ANSWER, TRIES = 64, 0.05, 3
"""A learner is not drawn if its answers on so many points take more than so many seconds in each of so many tries."""


def hypothesis(make: Make, calls: Sequence[Call]) -> Around | None:
    """Fit a learner as these calls do, and return its answers on a grid around the points that it was asked about.

    None if the points do not lie on a line or in a plane (on a line, if the answers are real), or if answering is slow.
    The learner may raise anything.
    """
    asked = [call for call in calls if call.method in ("predict_many", "predict_reals")]
    if not asked:
        return None
    points, widest = np.asarray(asked[-1].arguments[0]), 2 if asked[-1].method == "predict_many" else 1
    if points.ndim != 2 or not 1 <= points.shape[1] <= widest or points.dtype.kind != "f" or not len(points):
        return None
    first, *fitted = [
        call for call in calls if call.learner == asked[-1].learner and call.method in ("__init__", "fit")
    ]
    if any(map(callable, first.arguments)):  # a weak learner, which knows no other points
        return None
    learner = make(*first.arguments)
    for call in fitted:
        learner.fit(*call.arguments, **call.named)
    ask = getattr(learner, asked[-1].method)
    axes = axes_around(points)
    grid = rows_of(axes)

    def is_slow() -> bool:
        asked_at = time.perf_counter()
        ask(grid[:ASKED_FIRST].copy())
        return time.perf_counter() - asked_at > TO_ANSWER

    if all(is_slow() for _ in range(TRIES)):
        return None
    return Around(axes, np.asarray(ask(grid), dtype=float).reshape([len(axis) for axis in axes]))
