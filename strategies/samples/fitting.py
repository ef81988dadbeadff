"""What cases for batch learners share: checks of a sample, and the question for its labels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require


def require_labels(labels: Sequence[int]) -> None:
    """Raise ValueError unless every label is +1 or -1."""
    require(set(labels) <= {1, -1}, f"the labels are {tuple(labels)}: give +1 and -1")


def require_one_each(points: Sequence[Any], values: Sequence[Any], name: str) -> None:
    """Raise ValueError unless there are as many points as values, at least one. `name` is what a value is."""
    require(
        0 < len(points) == len(values),
        f"{len(points)} points have {len(values)} {name}s: give at least one point, and one {name} each",
    )


def require_sample(points: Sequence[Any], labels: Sequence[int]) -> None:
    """Raise ValueError unless there are as many points as labels, at least one, and every label is +1 or -1."""
    require_one_each(points, labels, "label")
    require_labels(labels)


def require_points(points: Sequence[Sequence[int]]) -> None:
    """Raise ValueError unless there is a point, and all points have the same number of coordinates, at least one."""
    require(
        len({len(x) for x in points}) == 1 and len(points[0]) > 0,
        f"the points are {tuple(points)}: give at least one, with as many coordinates each",
    )


def predictions(learner: Any, X: NDArray[Any]) -> NDArray[Any]:
    """The labels that the learner, in this or another process, predicts for the rows of X, shape (len(X),)."""
    ask = learner.predict_many if hasattr(learner, "predict_many") else learner.predict
    return np.asarray(ask(X.copy()))
