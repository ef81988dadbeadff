"""Searches that go as an earlier one did are not drawn again.

What Hypothesis draws depends on the decoder, the seed and the ratios that it is told, and on nothing else. As long as a
submission's games have the ratios of an earlier search, the cases that come next are those that came then. Most right
submissions go through the search of the reference learner, which is on record (`recorded.searches`); those of a course
go through each other's.
"""

from collections import deque
from collections.abc import Hashable
from typing import Any, NamedTuple

from learncheck.oracle.engine import recorded
from learncheck.strategies.play.case import Case
from learncheck.theorems.language.claim import Claim


class Look(NamedTuple):
    """A case of a search, the choices that made it, and the ratio that Hypothesis was told."""

    case: Case
    taken: list[int]
    told: float | None


MOST_LOOKS, MOST_SEARCHES = 1_000, 24
"""Longer searches are not remembered; of those of one family the last ones are."""

_ended: dict[Hashable, deque[list[Look]]] = {}


def earlier_searches(claim: Claim, count: int, seed: int) -> list[list[Look]]:
    """The remembered searches for so many cases of the claim's family, the last one first."""
    return list(_remembered(claim, count, seed))


def remember(claim: Claim, count: int, seed: int, looks: list[Look]) -> None:
    """Keep a search that has come to its end."""
    if len(looks) <= MOST_LOOKS:
        _remembered(claim, count, seed).appendleft(looks)


def forget() -> None:
    """Forget what was remembered in this process; what is on record is there again."""
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
