"""Learning from experts' advice."""

ORDER = (
    "perfect",
    "weighted_majority",
    "randomized",
    "sampler",
)
