"""VC dimensions, and what they imply for learners."""

MODULES = (
    "halfspaces",
    "stumps",
    "balls",
    "consistent_halfspaces",
    "piecewise_votes",
    "boosted_classes",
    "sauer",
    "ghost_samples",
)
"""The modules that state claims, in the order of the notes."""
