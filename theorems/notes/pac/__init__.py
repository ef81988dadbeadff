"""PAC learning: sample sizes, and classes of Boolean formulae and rectangles."""

MODULES: dict[str, tuple[str, ...]] = {
    "finite_classes": (),
    "conjunctions": ("ConjunctionElimination",),
    "conjunction_samples": (),
    "decision_lists": ("DecisionListLearner",),
    "decision_list_samples": (),
    "three_term_dnf": ("ConjunctionElimination",),
    "rectangles": ("RectangleERM", "IntervalERM"),
    "confidence": (),
}
