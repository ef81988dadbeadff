"""Learning from experts' advice."""

MODULES: dict[str, tuple[str, ...]] = {
    "perfect": ("ExpertsMajority", "ExpertsRestart"),
    "weighted_majority": ("WeightedMajority",),
    "sharper": ("WeightedMajority",),
    "randomized": ("RandomizedWeightedMajority",),
    "sampler": ("RandomizedWeightedMajority",),
}
"""The modules that state claims, in the order of the notes, each with the learners that are judged by them."""
