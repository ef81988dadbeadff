"""Validation and model selection."""

MODULES = ("estimates",)
"""The modules that state claims, in the order of the notes."""
