"""The algorithms of the notes as rules: which answers and which updates each of them allows, and whether a run fits."""
