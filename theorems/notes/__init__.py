"""The results of the notes: one result, or one tight family, a module, in chapters."""

CHAPTERS = ("finite", "experts", "winnow", "halfspaces", "pac", "erm", "vc", "boosting", "validation")
"""The chapters in the order in which claims are listed: online learning first, then learning from samples."""
