"""The online algorithms of the notes as nondeterministic rules: the answers and the updates that each allows.

This is a second formulation of every algorithm, written from the notes independently of the reference learners.
`rules.following` judges learners by these rules.

    RULES   the rules, keyed by the learner's name; all answer with a label but RandomizedWeightedMajority's
"""

from learncheck.theorems.rules import version_spaces, weights
from learncheck.theorems.rules.following import Rule
from learncheck.theorems.rules.halfspaces import ELLIPSOID, PERCEPTRON, KernelPerceptronRule, ModifiedPerceptronRule

RULES: dict[str, Rule] = {
    "Consistent": version_spaces.ConsistentRule(),
    "Halving": version_spaces.HalvingRule(),
    "ThresholdHalving": version_spaces.ThresholdHalvingRule(),
    "DisjunctionElimination": version_spaces.DisjunctionEliminationRule(),
    "Ellipsoid": ELLIPSOID,
    "Perceptron": PERCEPTRON,
    "KernelPerceptron": KernelPerceptronRule(),
    "ModifiedPerceptron": ModifiedPerceptronRule(),
    "Winnow": weights.WinnowRule(),
    "WinnowKOfR": weights.WinnowKOfRRule(),
    "ExpertsMajority": version_spaces.ExpertsMajorityRule(),
    "ExpertsRestart": version_spaces.ExpertsRestartRule(),
    "WeightedMajority": weights.WeightedMajorityRule(),
    "RandomizedWeightedMajority": weights.RandomizedWeightedMajorityRule(),
}
