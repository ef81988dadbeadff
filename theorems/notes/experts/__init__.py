"""Learning from experts' advice."""

MODULES = ("perfect", "weighted_majority", "sharper", "randomized", "sampler")
"""Those that state claims, in the order of the notes."""
