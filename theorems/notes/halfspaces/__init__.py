"""Halfspaces: Ellipsoid, linear programs, the Perceptron and its relatives, and regression."""

MODULES = (
    "counts",
    "ellipsoid",
    "ellipsoid_geometry",
    "ellipsoid_sharper",
    "linear_programs",
    "perceptron",
    "perceptron_batch",
    "kernels",
    "modified_perceptron",
    "regression",
)
"""Those that state claims, in the order of the notes."""
