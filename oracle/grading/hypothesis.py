"""What a batch learner that has fallen answers around its sample. Nothing but pictures depends on it."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from learncheck.oracle.grading.plain_python import Call
from learncheck.oracle.judging.around import Around, axes_around, rows_of

ASKED_FIRST, SECONDS = 64, 0.02
"""A learner that takes longer than so many seconds for so many points is not asked about thousands."""


def hypothesis(learner: Any, calls: Sequence[Call]) -> Around | None:
    """Return the answers on a grid around the points that the learner was asked about, or None if it cannot be drawn.

    learner: the one that was asked last, still as it was then; calls: what was asked. A learner may raise anything.
    """
    asked = [each for each in calls if each.method in ("predict_many", "predict_reals")]
    made = [each for each in calls if each.method == "made"]
    if not asked or any(map(callable, made[-1].arguments)):
        return None
    points = np.asarray(asked[-1].arguments[0])
    if points.ndim != 2 or not 1 <= points.shape[1] <= 2 or points.dtype.kind != "f" or not len(points):
        return None
    axes = axes_around(points)
    grid, ask = rows_of(axes), getattr(learner, asked[-1].method)
    start = time.perf_counter()
    ask(grid[:ASKED_FIRST].copy())
    if time.perf_counter() - start > SECONDS:
        return None
    return Around(axes, np.asarray(ask(grid), dtype=float).reshape([len(each) for each in axes]))
