"""Winnow, for disjunctions, majorities and halfspaces with few relevant variables."""

ORDER = (
    "disjunctions",
    "sharper",
    "floors",
    "k_of_r",
    "halfspaces",
    "margins",
    "comparisons",
)
