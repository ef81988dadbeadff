"""Learning from experts' advice."""

ORDER = (
    "perfect",
    "weighted_majority",
    "sharper",
    "randomized",
    "sampler",
)
