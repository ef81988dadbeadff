"""Learning from experts' advice."""

MODULES = ("majorities", "sharper")
"""Those that state claims, in the order of the notes."""
