"""Reuses earlier searches instead of drawing their cases again.

What Hypothesis draws depends only on the decoder, the seed and the target ratios that it is given. As long as the games
of a submission have the ratios of an earlier search, the next cases are those of that search. Most right submissions
follow a search of the reference learner, which is on record (`recorded.searches`); the submissions of a course follow
each other's.
"""

from collections import deque
from collections.abc import Hashable
from typing import Any, NamedTuple

from learncheck.oracle.engine import recorded
from learncheck.strategies.play.case import Case
from learncheck.theorems.language.claim import Claim


class Look(NamedTuple):
    """A case of a search, the choices that generated it, and the ratio given to Hypothesis as its target."""

    case: Case
    taken: list[int]
    told: float | None


MOST_LOOKS, MOST_SEARCHES = 1_000, 24
"""The longest search that is remembered, in cases, and how many searches of one family are: the latest."""

_ended: dict[Hashable, deque[list[Look]]] = {}


def earlier_searches(claim: Claim, count: int, seed: int) -> list[list[Look]]:
    """The remembered searches for `count` cases of the claim's family, the latest first."""
    return list(_remembered(claim, count, seed))


def remember(claim: Claim, count: int, seed: int, looks: list[Look]) -> None:
    """Remember a completed search."""
    if len(looks) <= MOST_LOOKS:
        _remembered(claim, count, seed).appendleft(looks)


def forget() -> None:
    """Forget the searches of this process; those on record stay available."""
    _ended.clear()


def _remembered(claim: Claim, count: int, seed: int) -> deque[list[Look]]:
    family = claim.cases
    build: Any = family.build
    limits = {**family.search, **claim.options(build)}
    key = build, tuple(sorted(limits.items())), count, seed
    if key not in _ended:
        of = recorded.key(build, limits, count, seed)
        decoder = claim.build(family.search)
        searches = [[Look(*each) for each in search] for search in recorded.searches(of, decoder)]
        _ended[key] = deque(searches, maxlen=MOST_SEARCHES)
    return _ended[key]
