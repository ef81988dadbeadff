"""Learning with a finite class, and without any."""

MODULES: dict[str, tuple[str, ...]] = {
    "any_labels": (),
    "mistakes": ("Consistent", "Halving"),
    "large_classes": ("Halving",),
    "thresholds": ("ThresholdHalving",),
    "disjunctions": ("DisjunctionElimination",),
    "littlestone": (),
    "online_to_batch": (),
}
"""The modules that state claims, in the order of the notes, each with the learners that are judged by them."""
