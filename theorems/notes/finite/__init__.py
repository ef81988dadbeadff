"""Learning with a finite class, and without any."""

MODULES: dict[str, tuple[str, ...]] = {
    "any_labels": (),
    "mistakes": ("Consistent", "Halving"),
    "large_classes": ("Halving",),
    "thresholds": ("ThresholdHalving",),
    "unlearnable": (),
    "disjunctions": ("DisjunctionElimination",),
    "littlestone": (),
    "online_to_batch": (),
}
