"""What a learner is asked, and what its answer is taken for, in the submission's process and in this one alike.

`boundary.process.RemoteLearner` describes each. All raise InvalidAnswer where the answer is none.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.draws import drawn
from learncheck.oracle.boundary.answers import label_of, labels_of, point_of, reals_of


def predict(learner: Any, x: Any) -> int:
    return label_of(learner.predict(x))


def update(learner: Any, x: Any, y: Any) -> None:
    learner.update(x, y)


def update_then_predict(learner: Any, x: Any, y: Any, next_x: Any) -> int:
    learner.update(x, y)
    return label_of(learner.predict(next_x))


def fit(learner: Any, X: Any, y: Any, sample_weight: Any) -> None:
    if sample_weight is None:
        learner.fit(X, y)
    else:
        learner.fit(X, y, sample_weight=sample_weight)


def predict_many(learner: Any, X: Any) -> NDArray[np.int8]:
    m = len(X)
    return labels_of(learner.predict(X), m)


def predict_reals(learner: Any, X: Any) -> NDArray[np.float64]:
    m = len(X)
    return reals_of(learner.predict(X), m)


def predict_point(learner: Any, x: Any, size: int | None) -> NDArray[np.float64]:
    return point_of(learner.predict(x), size)


def probabilities(learner: Any) -> NDArray[np.float64]:
    return reals_of(learner.probabilities(), None, non_negative=True)


def sample(learner: Any, draws: NDArray[np.float64], advice: Any) -> NDArray[np.float64]:
    return reals_of(drawn(learner, draws.tolist(), advice), None)


def method(asked: Callable[..., Any]) -> str:
    """Which method gave the answer, for messages."""
    return {probabilities: "probabilities", sample: "sampling"}.get(asked, "predict")
