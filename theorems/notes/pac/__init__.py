"""PAC learning: sample sizes, and classes of Boolean formulae and rectangles."""

ORDER = (
    "finite_classes",
    "conjunctions",
    "conjunction_samples",
    "decision_lists",
    "decision_list_samples",
    "three_term_dnf",
    "rectangles",
    "confidence",
)
