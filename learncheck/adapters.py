"""Estimators that people already use, behind the interface of the notes' learners."""

from learncheck.oracle.grading.adapters import MissingLibrary as MissingLibrary
from learncheck.oracle.grading.adapters import from_river as from_river
from learncheck.oracle.grading.adapters import from_sklearn as from_sklearn

__all__ = ["MissingLibrary", "from_river", "from_sklearn"]
