"""Winnow, which learns disjunctions, majorities and halfspaces with few relevant variables: VEM 8.4.2."""

ORDER = (
    "disjunctions",
    "k_of_r",
    "halfspaces",
    "margins",
    "comparisons",
)
