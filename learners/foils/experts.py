"""Wrong learners from experts."""

from learncheck.learners.foils import edited
from learncheck.learners.online.experts import (
    ExpertsMajority,
    ExpertsRestart,
    RandomizedWeightedMajority,
    WeightedMajority,
)

ByAThird = edited(
    "ByAThird",
    WeightedMajority.update,
    "It takes away a third of a wrong expert's weight, not half.",
    ("erring / 2", "erring / 3"),
)
InEveryRound = edited(
    "InEveryRound",
    WeightedMajority.update,
    "It halves the weights of wrong experts in every round, not only on mistakes.",
    ("self.predict(advice) != y", "True"),
)
HalvesTheRight = edited(
    "HalvesTheRight",
    WeightedMajority.update,
    "It halves the weights of the experts that are right.",
    ("1 - y * advice", "1 + y * advice"),
)
StartsWithTwo = edited(
    "StartsWithTwo", WeightedMajority.__init__, "It starts with weights of 2.", ("np.ones", "2 * np.ones")
)
NeverPunishes = edited(
    "NeverPunishes",
    RandomizedWeightedMajority.update,
    "It never changes the weights.",
    ("self.w * (1 - self.epsilon * (advice != y))", "self.w"),
)
KeepsTheErring = edited(
    "KeepsTheErring",
    ExpertsMajority.update,
    "It keeps following experts that have already been wrong.",
    ("self.alive & (advice == y)", "self.alive"),
)
NeverRestarts = edited(
    "NeverRestarts",
    ExpertsRestart.update,
    "It does not restart when no expert is left.",
    ("left if left.any() else np.ones(len(left), dtype=bool)", "left"),
)
RestartsEarly = edited(
    "RestartsEarly",
    ExpertsRestart.update,
    "It restarts while one expert is still left.",
    ("left.any()", "left.sum() > 1"),
)
RestartsWithTheRight = edited(
    "RestartsWithTheRight",
    ExpertsRestart.update,
    "It restarts with only the experts that were right in the last round.",
    ("left.any() else", "left.any() else agree if (agree := advice == y).any() else"),
)
