"""Empirical risk minimisation: by search, by reduction, and at what cost."""

MODULES: dict[str, tuple[str, ...]] = {
    "exhaustive": (),
    "colorings": (),
    "max_feasible_subsystem": (),
    "proper_learning": (),
    "hardness": (),
    "costs": (),
}
