"""VC dimensions, and what they imply for learners."""

MODULES: dict[str, tuple[str, ...]] = {
    "halfspaces": (),
    "stumps": (),
    "balls": (),
    "consistent_halfspaces": (),
    "piecewise_votes": (),
    "boosted_classes": (),
    "sauer": (),
    "ghost_samples": (),
}
