"""Learning with a finite class, and without any."""

ORDER = (
    "any_labels",
    "mistakes",
    "large_classes",
    "thresholds",
    "unlearnable",
    "disjunctions",
    "littlestone",
    "online_to_batch",
)
