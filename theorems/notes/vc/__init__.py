"""VC dimensions, and what they imply for learners."""

MODULES = ("halfspaces", "stumps", "balls", "consistent_halfspaces", "boosted_classes", "ghost_samples")
"""The modules that state claims, in the order of the notes."""
