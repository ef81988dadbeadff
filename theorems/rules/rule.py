"""The online algorithms of the notes as nondeterministic rules: the answers and the updates that each allows.

This is a second formulation of every algorithm, written from the notes independently of the reference learners.
`rules.following` judges learners by these rules.

    RULES                          the rules that answer with a label, keyed by the learner's name
    RANDOMIZED_WEIGHTED_MAJORITY   the rule that answers with probabilities
"""

from learncheck.theorems.rules.following import follow
from learncheck.theorems.rules.halfspaces import ELLIPSOID, KERNEL_PERCEPTRON, MODIFIED_PERCEPTRON, PERCEPTRON
from learncheck.theorems.rules.labels import LabelRule
from learncheck.theorems.rules.version_spaces import (
    CONSISTENT,
    DISJUNCTION_ELIMINATION,
    EXPERTS_MAJORITY,
    EXPERTS_RESTART,
    HALVING,
    THRESHOLD_HALVING,
)
from learncheck.theorems.rules.weights import RANDOMIZED_WEIGHTED_MAJORITY, WEIGHTED_MAJORITY, WINNOW, WINNOW_K_OF_R

__all__ = ["ELLIPSOID", "PERCEPTRON", "RANDOMIZED_WEIGHTED_MAJORITY", "RULES", "WINNOW", "follow"]

RULES: dict[str, LabelRule] = {
    "Consistent": CONSISTENT,
    "Halving": HALVING,
    "ThresholdHalving": THRESHOLD_HALVING,
    "DisjunctionElimination": DISJUNCTION_ELIMINATION,
    "Ellipsoid": ELLIPSOID,
    "Perceptron": PERCEPTRON,
    "KernelPerceptron": KERNEL_PERCEPTRON,
    "ModifiedPerceptron": MODIFIED_PERCEPTRON,
    "Winnow": WINNOW,
    "WinnowKOfR": WINNOW_K_OF_R,
    "ExpertsMajority": EXPERTS_MAJORITY,
    "ExpertsRestart": EXPERTS_RESTART,
    "WeightedMajority": WEIGHTED_MAJORITY,
}
