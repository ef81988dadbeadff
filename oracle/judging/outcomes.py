"""The verdict on a single case, and the words for it."""

import math
from typing import Literal

import msgspec

from learncheck.exact.decimals import apart
from learncheck.strategies.play.case import AnyCase, Trace

Verdict = Literal[
    "stands", "falsified", "invalid", "crashed", "timed-out", "skipped", "undecided", "vacuous", "oracle-error"
]
LimitsName = Literal["quick", "full", "scout", "search"]
"""The names of a family's limits."""

FAILURES = ("falsified", "invalid", "crashed", "timed-out")
"""Verdicts that the learner is to blame for."""


OUTSIDE = "outside of the theorem: not "
"""The message about a case outside the theorem starts with this, followed by the hypothesis that the case violates."""


class BrokenStep(msgspec.Struct):
    """The first line of the proof that a trace violates: its words, the round (from 1), the relation, how its two sides
    compare, and its quantities.
    """

    step: str
    round: int
    relation: str
    sides: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.step} ({self.relation}), but in round {self.round}, {self.numbers} ({self.sides})"


class Outcome(msgspec.Struct):
    """One case, judged.

    attained: the observed value equals the bound exactly.
    outside:  the case does not meet the theorem's hypotheses.
    taken:    the choices from which its case was decoded, if known.
    limits:   the limits of the family with which it was decoded; `raised`, those of the scout that were raised for it.
    """

    verdict: Verdict
    case: AnyCase
    trace: Trace | None = None
    message: str = ""
    observed: float | None = None
    bound: float | None = None
    ratio: float | None = None
    broken_step: BrokenStep | None = None
    attained: bool = False
    outside: bool = False
    taken: list[int] | None = None
    limits: LimitsName | None = None
    raised: dict[str, int] = {}

    @property
    def failed(self) -> bool:
        return self.verdict in FAILURES

    def to_travel(self) -> "Outcome":
        """A copy with plain floats and without the trace, which is replayed where it is needed."""
        figures = {name: getattr(self, name) for name in ("observed", "bound", "ratio")}
        plain = {name: None if value is None else float(value) for name, value in figures.items()}
        return msgspec.structs.replace(self, trace=None, **plain)


def ratio_of(game: Outcome | None) -> float:
    """The ratio of a game, or −∞ if it has none."""
    return -math.inf if game is None or game.ratio is None else game.ratio


def sides(outcome: Outcome) -> tuple[str, str]:
    """Return the observed value and the bound, formatted; "?" for a missing one."""
    observed, bound = outcome.observed, outcome.bound
    if observed is None or bound is None:
        return "?" if observed is None else f"{observed:.6g}", "?" if bound is None else f"{bound:.6g}"
    left, right = apart(observed, bound)
    return left, right


def against(outcome: Outcome) -> str:
    """Return the observed value against the bound, formatted."""
    return " against ".join(sides(outcome))
