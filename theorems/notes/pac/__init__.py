"""PAC learning: sample sizes, and classes of Boolean formulae and rectangles."""

MODULES = ("finite_classes", "conjunctions", "decision_lists", "three_term_dnf", "rectangles", "confidence")
"""The modules that state claims, in the order of the notes."""
