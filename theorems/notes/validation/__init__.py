"""Validation and model selection."""

MODULES = ("estimates",)
"""Those that state claims, in the order of the notes."""
