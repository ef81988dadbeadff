"""The algorithms of the notes, each as short as its pseudo-code.

An online learner has `predict(x)` and `update(x, y)`, a batch learner `fit(X, y)` and `predict(X)`. Labels
are +1 and -1; a sign or a majority at a tie predicts 0. `predict` changes nothing, and `update` replaces the
values of the state and never writes into them, so a copy of the attributes is a snapshot. The arithmetic
follows the arguments: on arrays of Fractions the same code is exact.
"""

from typing import Any

from learncheck.learners.batch.boolean import ConjunctionElimination, DecisionListLearner
from learncheck.learners.batch.boosting import AdaBoost, BoostingByMajority
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
from learncheck.learners.sign import sign

LEARNERS: dict[str, type[Any]] = {
    "Consistent": Consistent,
    "Halving": Halving,
    "ThresholdHalving": ThresholdHalving,
    "DisjunctionElimination": DisjunctionElimination,
    "ExpertsMajority": ExpertsMajority,
    "ExpertsRestart": ExpertsRestart,
    "WeightedMajority": WeightedMajority,
    "RandomizedWeightedMajority": RandomizedWeightedMajority,
    "Perceptron": Perceptron,
    "KernelPerceptron": KernelPerceptron,
    "ModifiedPerceptron": ModifiedPerceptron,
    "Winnow": Winnow,
    "WinnowKOfR": WinnowKOfR,
    "Ellipsoid": Ellipsoid,
    "BatchPerceptron": BatchPerceptron,
    "Pocket": Pocket,
    "DecisionStump": DecisionStump,
    "AdaBoost": AdaBoost,
    "BoostingByMajority": BoostingByMajority,
    "ConjunctionElimination": ConjunctionElimination,
    "DecisionListLearner": DecisionListLearner,
    "RectangleERM": RectangleERM,
    "IntervalERM": IntervalERM,
    "HalfspaceLP": HalfspaceLP,
    "LeastSquares": LeastSquares,
    "LogisticRegression": LogisticRegression,
}

__all__ = [
    "LEARNERS",
    "AdaBoost",
    "BatchPerceptron",
    "BoostingByMajority",
    "ConjunctionElimination",
    "Consistent",
    "DecisionListLearner",
    "DecisionStump",
    "DisjunctionElimination",
    "Ellipsoid",
    "ExpertsMajority",
    "ExpertsRestart",
    "HalfspaceLP",
    "Halving",
    "IntervalERM",
    "KernelPerceptron",
    "LeastSquares",
    "LogisticRegression",
    "ModifiedPerceptron",
    "Perceptron",
    "Pocket",
    "RandomizedWeightedMajority",
    "RectangleERM",
    "ThresholdHalving",
    "WeightedMajority",
    "Winnow",
    "WinnowKOfR",
    "sign",
]
