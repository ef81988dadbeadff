"""The results of the notes, in chapters: one module per result, or per closely related family of results.

A chapter's `MODULES` lists those that state claims, in the order of the notes, each with the learners that are judged
by them.
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
