"""The online algorithms of the notes as nondeterministic rules: the answers and the updates that each allows.

This is a second formulation of every algorithm, written from the notes independently of the reference learners.
`rules.following` judges learners by these rules.

    RULES   the rules, keyed by the learner's name; all answer with a label but RandomizedWeightedMajority's
"""

from learncheck.theorems.rules.following import Rule
from learncheck.theorems.rules.halfspaces import ELLIPSOID, KERNEL_PERCEPTRON, MODIFIED_PERCEPTRON, PERCEPTRON
from learncheck.theorems.rules.version_spaces import (
    CONSISTENT,
    DISJUNCTION_ELIMINATION,
    EXPERTS_MAJORITY,
    EXPERTS_RESTART,
    HALVING,
    THRESHOLD_HALVING,
)
from learncheck.theorems.rules.weights import RANDOMIZED_WEIGHTED_MAJORITY, WEIGHTED_MAJORITY, WINNOW, WINNOW_K_OF_R

RULES: dict[str, Rule] = {
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
    "RandomizedWeightedMajority": RANDOMIZED_WEIGHTED_MAJORITY,
}
