"""Empirical risk minimisation: by search, by reduction, and at what cost."""

MODULES = ("exhaustive", "reductions", "hardness", "costs")
"""Those that state claims, in the order of the notes."""
