"""Boosting weak learners."""

MODULES: dict[str, tuple[str, ...]] = {
    "three_pieces": ("DecisionStump",),
    "weak_learning": ("AdaBoost",),
    "adaboost": ("AdaBoost",),
    "stumps": ("DecisionStump",),
    "adaboost_stumps": ("AdaBoostStumps",),
    "by_majority": ("BoostingByMajority",),
    "images": (),
}
