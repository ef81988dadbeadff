"""Boosting weak learners."""

MODULES = ("weak_learning", "adaboost", "adaboost_stumps", "by_majority", "images")
"""The modules that state claims, in the order of the notes."""
