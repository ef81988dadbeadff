"""Learning with a finite class, and without any."""

MODULES = ("any_labels", "mistakes", "large_classes", "thresholds", "disjunctions", "littlestone", "online_to_batch")
"""The modules that state claims, in the order of the notes."""
