"""Empirical risk minimisation: by search, by reduction, and at what cost."""

ORDER = (
    "exhaustive",
    "colorings",
    "max_feasible_subsystem",
    "proper_learning",
    "hardness",
    "round_costs",
    "costs",
)
