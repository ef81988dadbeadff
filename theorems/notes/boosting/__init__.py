"""Boosting weak learners."""

ORDER = (
    "three_pieces",
    "weak_learning",
    "adaboost",
    "stumps",
    "adaboost_stumps",
    "by_majority",
    "images",
    "rectangle_counts",
)
