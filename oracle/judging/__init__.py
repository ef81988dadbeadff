"""Judging games that have been played: what a trace says of a claim, without a look at who played it."""
