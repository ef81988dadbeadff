"""The chapters of the notes, and the claims in each."""

import sys
from functools import cache

from learncheck.theorems import notes
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import claims_of, modules


@cache
def topic(claim: Claim) -> str:
    """The title of the claim's chapter; "" if it is in none. Imports nothing: a claim's own module is imported."""
    for name in modules():
        module = sys.modules.get(f"{notes.__name__}.{name}")
        if module is not None and any(value is claim for value in vars(module).values()):
            return notes.CHAPTERS[name.partition(".")[0]]
    return ""


@cache
def chapters() -> dict[str, tuple[Claim, ...]]:
    """The claims of the notes by the titles of their chapters, in order."""
    by_title: dict[str, list[Claim]] = {title: [] for title in notes.CHAPTERS.values()}
    for claim, name in homes():
        by_title[notes.CHAPTERS[name.partition(".")[0]]].append(claim)
    return {title: tuple(claims) for title, claims in by_title.items()}


@cache
def homes() -> tuple[tuple[Claim, str], ...]:
    """The claims of the notes, in order, each with the first module that contains it."""
    first: dict[int, tuple[Claim, str]] = {}
    for name in modules():
        for claim in claims_of([name]):
            first.setdefault(id(claim), (claim, name))
    return tuple(first.values())
