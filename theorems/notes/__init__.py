"""The results of the notes, in chapters: one module per result, or per closely related family of results.

Every module of a chapter is found where it stands. A chapter's `ORDER` is that of the notes; modules that it does not
list follow by name.
"""

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
"""The titles of the chapters, in the order in which claims are listed: first online learning, then learning from
samples."""
