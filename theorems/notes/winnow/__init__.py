"""Winnow, for disjunctions, majorities and halfspaces with few relevant variables."""

MODULES = ("disjunctions", "sharper", "floors", "k_of_r", "halfspaces", "comparisons")
"""The modules that state claims, in the order of the notes."""
