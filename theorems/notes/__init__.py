"""The results of the notes: one result, or one tight family, a module, in chapters."""

CHAPTERS = {
    "finite": "Finite classes",
    "experts": "Experts",
    "winnow": "Winnow",
    "halfspaces": "Halfspaces",
    "pac": "PAC learning",
    "erm": "Empirical risk minimisation",
    "vc": "VC dimension",
    "boosting": "Boosting",
    "validation": "Validation",
}
"""The chapters with their titles, in the order in which claims are listed: online learning first, then learning from
samples."""
