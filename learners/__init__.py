"""The algorithms of the notes, each as short as its pseudo-code.

An online learner has `predict(x)` and `update(x, y)`; a batch learner has `fit(X, y)` and `predict(X)`. Labels are +1
and -1. A sign or a majority predicts 0 at a tie. `predict` does not modify the learner. `update` rebinds attributes and
never modifies their values in place, so a shallow copy of the attributes is a snapshot. The arithmetic follows the
types of the arguments: on arrays of Fractions the same code is exact.

Each is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

from learncheck.learners.sign import sign as sign
from learncheck.places import Places

if TYPE_CHECKING:
    from learncheck.learners.batch.boolean import ConjunctionElimination, DecisionListLearner
    from learncheck.learners.batch.boosting import AdaBoost, AdaBoostStumps, BoostingByMajority
    from learncheck.learners.batch.halfspace_lp import HalfspaceLP
    from learncheck.learners.batch.perceptron import BatchPerceptron, Pocket
    from learncheck.learners.batch.rectangles import IntervalERM, RectangleERM
    from learncheck.learners.batch.regression import LeastSquares, LogisticRegression
    from learncheck.learners.batch.stump import DecisionStump
    from learncheck.learners.online.ellipsoid import Ellipsoid
    from learncheck.learners.online.experts import (
        ExpertsMajority,
        ExpertsRestart,
        RandomizedWeightedMajority,
        WeightedMajority,
    )
    from learncheck.learners.online.finite import Consistent, DisjunctionElimination, Halving, ThresholdHalving
    from learncheck.learners.online.perceptron import KernelPerceptron, ModifiedPerceptron, Perceptron
    from learncheck.learners.online.winnow import Winnow, WinnowKOfR

MODULES = {
    "online.finite": ("Consistent", "Halving", "ThresholdHalving", "DisjunctionElimination"),
    "online.experts": ("ExpertsMajority", "ExpertsRestart", "WeightedMajority", "RandomizedWeightedMajority"),
    "online.perceptron": ("Perceptron", "KernelPerceptron", "ModifiedPerceptron"),
    "online.winnow": ("Winnow", "WinnowKOfR"),
    "online.ellipsoid": ("Ellipsoid",),
    "batch.perceptron": ("BatchPerceptron", "Pocket"),
    "batch.stump": ("DecisionStump",),
    "batch.boosting": ("AdaBoost", "AdaBoostStumps", "BoostingByMajority"),
    "batch.boolean": ("ConjunctionElimination", "DecisionListLearner"),
    "batch.rectangles": ("RectangleERM", "IntervalERM"),
    "batch.halfspace_lp": ("HalfspaceLP",),
    "batch.regression": ("LeastSquares", "LogisticRegression"),
}

LEARNERS: Places[type[Any]] = Places(
    {name: f"learncheck.learners.{module}:{name}" for module, names in MODULES.items() for name in names}
)
"""The learners that submissions may define, by name."""


def __getattr__(name: str) -> Any:
    if name not in LEARNERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return LEARNERS[name]
