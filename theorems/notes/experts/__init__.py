"""Learning from experts' advice."""

MODULES: dict[str, tuple[str, ...]] = {
    "perfect": ("ExpertsMajority", "ExpertsRestart"),
    "weighted_majority": ("WeightedMajority",),
    "sharper": ("WeightedMajority",),
    "randomized": ("RandomizedWeightedMajority",),
    "sampler": ("RandomizedWeightedMajority",),
}
