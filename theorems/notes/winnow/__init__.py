"""Winnow, for disjunctions, majorities and halfspaces with few relevant variables."""

ORDER = (
    "disjunctions",
    "k_of_r",
    "halfspaces",
    "margins",
    "comparisons",
)
