"""Games that several claims judge are played once, and many of them at a time where a submission plays them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from learncheck.strategies.case import Case, Make, Trace
from learncheck.strategies.games import in_lockstep, plays_by_rounds

if TYPE_CHECKING:
    from learncheck.oracle.lockstep import Lockstep

MOST = 50_000
"""So many games are remembered; after that all are forgotten and remembering starts anew."""

FEWEST_AT_ONCE, MOST_AT_ONCE = 8, 64
"""Games that are played in lockstep: few at first, since a wrong learner falls soon."""

MakeMany = Callable[[Sequence[tuple[Any, ...]], tuple[str, ...]], "Lockstep"]
Watch = tuple[str, ...]


class Played(NamedTuple):
    """How a game went, and whether others were played at once."""

    rounds: Any
    facts: dict[str, Any]
    at_once: bool


class Plays:
    """Makes learners by `make`, and remembers how their games went, for claims that speak of the same games.

    A learner that draws at random is held to how it played the first time. With `make_many` games can be played in
    lockstep (`oracle.lockstep`): they are remembered as if they had been played one by one. Where that does not go
    well, or makes a difference, it is not done again, and every game shows by itself what is wrong.
    """

    def __init__(self, make: Make, make_many: MakeMany | None = None) -> None:
        self.make = make
        self._make_many = make_many
        self._played: dict[tuple[Case, Watch], Played] = {}

    def __call__(self, *arguments: Any) -> Any:
        return self.make(*arguments)

    def play(self, case: Case, watch: Watch = ()) -> Trace:
        """The trace of the case, with facts of its own, since measures keep theirs among them."""
        known = self._played.get((case, watch))
        if known is None:
            known = self._keep(case.play(self.make, watch), watch)
        return Trace(case, known.rounds, dict(known.facts))

    def ahead(self, cases: Iterable[tuple[Case, Any]], watch: Watch = ()) -> Iterator[tuple[Case, Any]]:
        """The same cases, with what comes with each; those that come next are played in lockstep beforehand."""
        remaining, size = iter(cases), FEWEST_AT_ONCE
        while self._make_many is not None and (coming := list(islice(remaining, size))):
            new = {case: None for case, _ in coming if plays_by_rounds(case) and (case, watch) not in self._played}
            traces = self.at_once(list(new), watch) or []
            for trace in traces:
                self._keep(trace, watch, at_once=True)
            if traces and size < MOST_AT_ONCE:
                # Learners that share what they know are not told by their failures alone.
                self.goes_so_alone(max(traces, key=lambda trace: len(trace.rounds)).case, watch)
            yield from coming
            size = min(2 * size, MOST_AT_ONCE)
        yield from remaining

    def at_once(self, games: Sequence[Any], watch: Watch = ()) -> list[Trace] | None:
        """The traces of games that are played in lockstep, none of them remembered; None where that is not done."""
        if self._make_many is None or not games:
            return None
        try:
            learners = self._make_many([game.arguments() for game in games], watch)
            traces = in_lockstep(games, learners, bool(watch))
            if not learners.drew():
                return traces
        except Exception:  # whatever it is, the games that are played one by one show it
            pass
        self._make_many = None
        return None

    def goes_so_alone(self, case: Case, watch: Watch = ()) -> bool:
        """Whether the game goes as it is remembered when it is played alone.

        Where it does not, all that was played in lockstep is forgotten, and no more is.
        """
        known = self._played.get((case, watch))
        if known is None or not known.at_once:
            return True
        del self._played[case, watch]
        try:
            alone = self.play(case, watch)
            if list(alone.rounds.predictions) == list(known.rounds.predictions):  # type: ignore[union-attr]
                return True
        except Exception:  # then whoever plays it next sees it as well
            pass
        self._make_many = None
        self._played = {key: each for key, each in self._played.items() if not each.at_once}
        return False

    def _keep(self, trace: Trace, watch: Watch, at_once: bool = False) -> Played:
        if len(self._played) >= MOST:
            self._played.clear()
        known = self._played[trace.case, watch] = Played(trace.rounds, dict(trace.facts), at_once)
        return known
