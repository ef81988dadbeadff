"""Empirical risk minimisation: by search, by reduction, and at what cost."""

MODULES = ("exhaustive", "reductions", "hardness", "costs")
"""The modules that state claims, in the order of the notes."""
