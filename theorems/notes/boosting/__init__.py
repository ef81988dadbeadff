"""Boosting weak learners."""

MODULES: dict[str, tuple[str, ...]] = {
    "weak_learning": ("DecisionStump", "AdaBoost"),
    "adaboost": ("AdaBoost",),
    "stumps": ("DecisionStump",),
    "adaboost_stumps": ("AdaBoostStumps",),
    "by_majority": ("BoostingByMajority",),
    "images": (),
}
"""The modules that state claims, in the order of the notes, each with the learners that are judged by them."""
