"""Learning from experts' advice."""

MODULES = ("perfect", "weighted_majority", "sharper", "randomized", "sampler")
"""The modules that state claims, in the order of the notes."""
