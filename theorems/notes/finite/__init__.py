"""What can be learned of a finite class, and what of none."""

MODULES = ("any_labels", "mistakes", "large_classes", "thresholds", "disjunctions", "littlestone", "online_to_batch")
"""The modules that state claims, in the order of the notes."""
