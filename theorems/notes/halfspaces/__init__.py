"""Halfspaces: Ellipsoid, linear programs, the Perceptron and its relatives, and regression."""

MODULES = (
    "counts",
    "ellipsoid",
    "ellipsoid_cuts",
    "ellipsoid_example",
    "ellipsoid_floor",
    "ellipsoid_version_space",
    "ellipsoid_identities",
    "ellipsoid_sharper",
    "linear_programs",
    "perceptron",
    "perceptron_margins",
    "perceptron_tight",
    "perceptron_hinge",
    "perceptron_alignment",
    "perceptron_relatives",
    "perceptron_batch",
    "kernels",
    "modified_perceptron",
    "least_squares",
    "minimisers",
    "polynomials",
    "logistic_loss",
    "likelihood",
    "logistic_regression",
)
"""The modules that state claims, in the order of the notes."""
