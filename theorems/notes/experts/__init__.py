"""Learning from experts' advice."""

ORDER = (
    "perfect",
    "weighted_majority",
    "randomized",
    "tuned",
    "sampler",
)
