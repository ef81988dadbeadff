"""The weak learner that a booster is handed: a stand-in, by which a record of the booster's calls knows it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from learncheck.strategies.samples.weak_learners import WeakLearner
from learncheck.learners.arrays import Floats, Ints, Numbers


class HandedWeakLearner:
    """What a training is handed as its weak learner: the one that serves now or, if none does, a new one."""

    def __init__(self, start: Callable[[], "WeakLearner"]) -> None:
        self.start = start
        self.serving: WeakLearner | None = None

    def __call__(self, X: Numbers, y: Ints, D: Floats) -> Callable[[Numbers], Ints]:
        self.serving = self.serving or self.start()
        return self.serving(X, y, D)
