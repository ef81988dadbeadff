"""Learning with a finite class, and without any."""

ORDER = (
    "any_labels",
    "mistakes",
    "programs",
    "grid_halfspaces",
    "thresholds",
    "unlearnable",
    "disjunctions",
    "littlestone",
    "online_to_batch",
)
