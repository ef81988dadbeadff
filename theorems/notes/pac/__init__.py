"""PAC learning: sample sizes, and classes of Boolean formulae and rectangles."""

ORDER = (
    "finite_classes",
    "conjunctions",
    "conjunction_sample_sizes",
    "decision_lists",
    "decision_list_sample_size",
    "three_term_dnf",
    "rectangles",
    "subset_search",
    "intervals",
    "confidence",
)
