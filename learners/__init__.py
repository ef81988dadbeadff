"""The algorithms of the notes, each as short as its pseudo-code.

An online learner has `predict(x)` and `update(x, y)`; a batch learner has `fit(X, y)` and `predict(X)`. Labels are +1
and -1. A sign or a majority predicts 0 at a tie. `predict` does not modify the learner. `update` rebinds attributes and
never modifies their values in place, so a shallow copy of the attributes is a snapshot. The arithmetic follows the
types of the arguments: on arrays of Fractions the same code is exact.

Each is imported when it is first used.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

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
    from learncheck.learners.online.standard_optimal import StandardOptimal
    from learncheck.learners.online.winnow import Winnow, WinnowKOfR

Drawing = Literal["version space", "weights", "probabilities", "separator", "kernel", "boosting"]


@dataclass(frozen=True)
class LearnerEntry:
    """The module of a learner, how its games are drawn (if at all), and whether submissions may define it."""

    module: str
    drawn_as: Drawing | None = None
    submitted: bool = True


TABLE = {
    "Consistent": LearnerEntry("online.finite", drawn_as="version space"),
    "Halving": LearnerEntry("online.finite", drawn_as="version space"),
    "ThresholdHalving": LearnerEntry("online.finite", drawn_as="version space"),
    "DisjunctionElimination": LearnerEntry("online.finite", drawn_as="version space"),
    "ExpertsMajority": LearnerEntry("online.experts", drawn_as="version space"),
    "ExpertsRestart": LearnerEntry("online.experts", drawn_as="version space"),
    "WeightedMajority": LearnerEntry("online.experts", drawn_as="weights"),
    "RandomizedWeightedMajority": LearnerEntry("online.experts", drawn_as="probabilities"),
    "Perceptron": LearnerEntry("online.perceptron", drawn_as="separator"),
    "KernelPerceptron": LearnerEntry("online.perceptron", drawn_as="kernel"),
    "ModifiedPerceptron": LearnerEntry("online.perceptron", drawn_as="separator"),
    "Winnow": LearnerEntry("online.winnow", drawn_as="weights"),
    "WinnowKOfR": LearnerEntry("online.winnow", drawn_as="weights"),
    "Ellipsoid": LearnerEntry("online.ellipsoid", drawn_as="separator"),
    "BatchPerceptron": LearnerEntry("batch.perceptron"),
    "Pocket": LearnerEntry("batch.perceptron"),
    "DecisionStump": LearnerEntry("batch.stump"),
    "AdaBoost": LearnerEntry("batch.boosting", drawn_as="boosting"),
    "AdaBoostStumps": LearnerEntry("batch.boosting"),
    "BoostingByMajority": LearnerEntry("batch.boosting"),
    "ConjunctionElimination": LearnerEntry("batch.boolean"),
    "DecisionListLearner": LearnerEntry("batch.boolean"),
    "RectangleERM": LearnerEntry("batch.rectangles"),
    "IntervalERM": LearnerEntry("batch.rectangles"),
    "HalfspaceLP": LearnerEntry("batch.halfspace_lp"),
    "LeastSquares": LearnerEntry("batch.regression"),
    "LogisticRegression": LearnerEntry("batch.regression"),
    "StandardOptimal": LearnerEntry("online.standard_optimal", drawn_as="version space", submitted=False),
}
"""The learners that can be looked up by name, because submissions may define them or their games are drawn."""

_PLACES = {name: f"learncheck.learners.{row.module}:{name}" for name, row in TABLE.items()}
_ALL: Places[type[Any]] = Places(_PLACES)

LEARNERS: Places[type[Any]] = Places({name: _PLACES[name] for name, row in TABLE.items() if row.submitted})
"""The learners that submissions may define, by name."""

DRAWN: dict[str, Drawing] = {name: row.drawn_as for name, row in TABLE.items() if row.drawn_as is not None}
"""How the games of learners are drawn, by the learner's name."""


def __getattr__(name: str) -> Any:
    if name not in _ALL:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _ALL[name]
