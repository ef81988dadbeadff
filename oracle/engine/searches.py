"""Searches that go as an earlier one did are not drawn again.

What Hypothesis draws depends on the decoder, the seed and the ratios that it is told, and on nothing else. As long as a
submission's games have the ratios of an earlier search, the cases that come next are those that came then. Most right
submissions of a course go through the same search.
"""

from collections import defaultdict, deque
from collections.abc import Hashable
from typing import Any, NamedTuple

from learncheck.strategies.play.case import Case
from learncheck.theorems.language.claim import Claim


class Look(NamedTuple):
    """A case of a search, the choices that made it, and the ratio that Hypothesis was told."""

    case: Case
    taken: list[int]
    told: float | None


MOST_LOOKS, MOST_SEARCHES = 1_000, 8
"""Longer searches are not remembered; of those of one family the last ones are."""

_ended: dict[Hashable, deque[list[Look]]] = defaultdict(lambda: deque(maxlen=MOST_SEARCHES))


def earlier_searches(claim: Claim, count: int, seed: int) -> list[list[Look]]:
    """The remembered searches for so many cases of the claim's family, the last one first."""
    return list(_ended[_key(claim, count, seed)])


def remember(claim: Claim, count: int, seed: int, looks: list[Look]) -> None:
    """Keep a search that has come to its end."""
    if len(looks) <= MOST_LOOKS:
        _ended[_key(claim, count, seed)].appendleft(looks)


def _key(claim: Claim, count: int, seed: int) -> Hashable:
    """What the draws depend on, but for the ratios."""
    family = claim.cases
    build: Any = family.build
    limits = {**family.search, **claim.options(build)}
    return build, tuple(sorted(limits.items())), count, seed
