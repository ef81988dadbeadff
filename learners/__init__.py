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
class Row:
    """A learner, how its games are drawn (if at all), and whether submissions may define it."""

    learner: type[Any]
    drawn_as: Drawing | None = None
    submitted: bool = True


TABLE = (
    Row(Consistent, drawn_as="version space"),
    Row(Halving, drawn_as="version space"),
    Row(ThresholdHalving, drawn_as="version space"),
    Row(DisjunctionElimination, drawn_as="version space"),
    Row(ExpertsMajority, drawn_as="version space"),
    Row(ExpertsRestart, drawn_as="version space"),
    Row(WeightedMajority, drawn_as="weights"),
    Row(RandomizedWeightedMajority, drawn_as="probabilities"),
    Row(Perceptron, drawn_as="separator"),
    Row(KernelPerceptron, drawn_as="kernel"),
    Row(ModifiedPerceptron, drawn_as="separator"),
    Row(Winnow, drawn_as="weights"),
    Row(WinnowKOfR, drawn_as="weights"),
    Row(Ellipsoid, drawn_as="separator"),
    Row(BatchPerceptron),
    Row(Pocket),
    Row(DecisionStump),
    Row(AdaBoost, drawn_as="boosting"),
    Row(AdaBoostStumps),
    Row(BoostingByMajority),
    Row(ConjunctionElimination),
    Row(DecisionListLearner),
    Row(RectangleERM),
    Row(IntervalERM),
    Row(HalfspaceLP),
    Row(LeastSquares),
    Row(LogisticRegression),
    Row(StandardOptimal, drawn_as="version space", submitted=False),
)
"""The learners that can be looked up by name, because submissions may define them or their games are drawn."""

LEARNERS: dict[str, type[Any]] = {row.learner.__name__: row.learner for row in TABLE if row.submitted}
"""The learners that submissions may define, by name."""

DRAWN: dict[str, Drawing] = {row.learner.__name__: row.drawn_as for row in TABLE if row.drawn_as is not None}
"""How the games of learners are drawn, by the learner's name."""
