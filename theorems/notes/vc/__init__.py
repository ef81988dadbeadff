"""VC dimensions, and what they imply for learners."""

ORDER = (
    "halfspaces",
    "forced_mistakes",
    "unseen_points",
    "stumps",
    "boosted_stumps",
    "balls",
    "consistent_halfspaces",
    "piecewise_votes",
    "boosted_classes",
    "sauer",
    "ghost_samples",
)
