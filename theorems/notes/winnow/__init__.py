"""Winnow, for disjunctions, majorities and halfspaces with few relevant variables."""

ORDER = (
    "disjunctions",
    "floors",
    "k_of_r",
    "halfspaces",
    "margins",
    "comparisons",
)
