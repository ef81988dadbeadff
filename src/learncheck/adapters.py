"""Estimators that people already use, behind the interface of the notes' learners."""

from learncheck.oracle.boundary.conventions import BadConventions as BadConventions
from learncheck.oracle.grading.adapters import MissingLibrary as MissingLibrary
from learncheck.oracle.grading.adapters import adapt as adapt
from learncheck.oracle.grading.adapters import from_river as from_river
from learncheck.oracle.grading.adapters import from_sklearn as from_sklearn

__all__ = ["BadConventions", "MissingLibrary", "adapt", "from_river", "from_sklearn"]
