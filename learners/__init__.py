"""The algorithms of the notes, each as short as its pseudo-code.

An online learner has `predict(x)` and `update(x, y)`; a batch learner has `fit(X, y)` and `predict(X)`. Labels are +1
and -1. A sign or a majority predicts 0 at a tie. `predict` does not modify the learner. `update` rebinds attributes and
never modifies their values in place, so a shallow copy of the attributes is a snapshot. The arithmetic follows the
types of the arguments: on arrays of Fractions the same code is exact.
"""

from dataclasses import dataclass
from typing import Any, Literal

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
from learncheck.learners.sign import sign as sign

Drawing = Literal["version space", "weights", "probabilities", "separator", "kernel", "boosting"]


@dataclass(frozen=True)
class LearnerEntry:
    """A learner, how its games are drawn (if at all), and whether submissions may define it."""

    learner: type[Any]
    drawn_as: Drawing | None = None
    submitted: bool = True


TABLE = (
    LearnerEntry(Consistent, drawn_as="version space"),
    LearnerEntry(Halving, drawn_as="version space"),
    LearnerEntry(ThresholdHalving, drawn_as="version space"),
    LearnerEntry(DisjunctionElimination, drawn_as="version space"),
    LearnerEntry(ExpertsMajority, drawn_as="version space"),
    LearnerEntry(ExpertsRestart, drawn_as="version space"),
    LearnerEntry(WeightedMajority, drawn_as="weights"),
    LearnerEntry(RandomizedWeightedMajority, drawn_as="probabilities"),
    LearnerEntry(Perceptron, drawn_as="separator"),
    LearnerEntry(KernelPerceptron, drawn_as="kernel"),
    LearnerEntry(ModifiedPerceptron, drawn_as="separator"),
    LearnerEntry(Winnow, drawn_as="weights"),
    LearnerEntry(WinnowKOfR, drawn_as="weights"),
    LearnerEntry(Ellipsoid, drawn_as="separator"),
    LearnerEntry(BatchPerceptron),
    LearnerEntry(Pocket),
    LearnerEntry(DecisionStump),
    LearnerEntry(AdaBoost, drawn_as="boosting"),
    LearnerEntry(AdaBoostStumps),
    LearnerEntry(BoostingByMajority),
    LearnerEntry(ConjunctionElimination),
    LearnerEntry(DecisionListLearner),
    LearnerEntry(RectangleERM),
    LearnerEntry(IntervalERM),
    LearnerEntry(HalfspaceLP),
    LearnerEntry(LeastSquares),
    LearnerEntry(LogisticRegression),
    LearnerEntry(StandardOptimal, drawn_as="version space", submitted=False),
)
"""The learners that can be looked up by name, because submissions may define them or their games are drawn."""

LEARNERS: dict[str, type[Any]] = {row.learner.__name__: row.learner for row in TABLE if row.submitted}
"""The learners that submissions may define, by name."""

DRAWN: dict[str, Drawing] = {row.learner.__name__: row.drawn_as for row in TABLE if row.drawn_as is not None}
"""How the games of learners are drawn, by the learner's name."""
