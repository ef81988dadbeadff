"""Games that several claims judge are played once."""

from typing import Any

from strategies.case import Case, Make, Trace

MOST = 50_000
"""So many games are remembered; after that all are forgotten and remembering starts anew."""


class Plays:
    """Makes learners by `make`, and remembers how their games went, for claims that speak of the same games.

    A learner that draws at random is held to how it played the first time.
    """

    def __init__(self, make: Make) -> None:
        self.make = make
        self._played: dict[Case, tuple[Any, dict[str, Any]]] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self.make(*arguments)

    def play(self, case: Case) -> Trace:
        """The trace of the case, with facts of its own, since measures keep theirs among them."""
        known = self._played.get(case)
        if known is None:
            trace = case.play(self.make)
            if len(self._played) >= MOST:
                self._played.clear()
            known = self._played[case] = trace.rounds, dict(trace.facts)
        rounds, facts = known
        return Trace(case, rounds, dict(facts))
