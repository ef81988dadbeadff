"""Empirical risk minimisation: by search, by reduction, and at what cost."""

MODULES: dict[str, tuple[str, ...]] = {
    "exhaustive": (),
    "reductions": (),
    "hardness": (),
    "costs": (),
}
"""The modules that state claims, in the order of the notes, each with the learners that are judged by them."""
