"""Judge played games: what a trace says about a claim, regardless of who played it."""
