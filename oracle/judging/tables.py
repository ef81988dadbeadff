"""The quantities of many rounds of a game, in columns.

The claim's state quantities are computed for many states at once, and once for each distinct state. What a claim says
about a state depends only on the values of its attributes, and a learner that does not update an attribute keeps the
same object. So equal states are recognized by identity, without comparing their contents.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial

import numpy as np

from learncheck.exact.decide import Column
from learncheck.learners.arrays import Flags
from learncheck.strategies.play.case import Round, Rounds, Snapshot, Trace
from learncheck.theorems.language.at_once import ChosenRounds, Columns, States, of_rounds, of_states, plain
from learncheck.theorems.language.claim import Claim, NotExposed, Values
from learncheck.theorems.language.step import always, on_mistake, on_negative_mistake, on_positive_mistake

When = Callable[[Round], bool]

SPEAKS_OF: Mapping[When, Callable[[Rounds], Flags]] = {
    always: lambda rounds: np.ones(len(rounds), dtype=bool),
    on_mistake: lambda rounds: rounds.mistaken(),
    on_positive_mistake: lambda rounds: rounds.mistaken() & (np.array(rounds.labels) == 1),
    on_negative_mistake: lambda rounds: rounds.mistaken() & (np.array(rounds.labels) == -1),
}
"""For the standard conditions of steps, the rounds they select, computed for the whole game at once."""

ODD_STATE = (NotExposed, ArithmeticError, LookupError, TypeError, ValueError)
"""What a claim may raise on a state that does not look like the algorithm's."""

AT_FIRST, AT_ONCE = 512, 1024
"""The number of rounds read together: few at first, since a wrong learner usually breaks a step early."""


class TabulatedGame:
    """A trace whose rounds are tabulated in parts, for relations about rounds that satisfy one of `whens`.

    `names` are those of the quantities that occur in the relations.
    """

    def __init__(
        self, claim: Claim, trace: Trace, values: Values, whens: Collection[When], names: Collection[str]
    ) -> None:
        self.claim, self.trace, self.values, self.whens = claim, trace, values, list(dict.fromkeys(whens))
        self.states = of_states(claim.state)
        self.snapshots: list[Snapshot] = trace.rounds.snapshots or [{}] * (len(trace.rounds) + 1)
        self.names = {*names}
        moving = {name for name in self.names if name.endswith("′") or f"{name}′" in self.names}  # certainly of states
        rest = self.names - {symbol.name for symbol in values} - moving
        enough = moving and (not rest or of_rounds(claim.during).quiet)
        of_state = moving if enough else self._names_of_states()
        self.reads_states = of_state is None or bool(of_state & self.names)
        self.measures = claim.during if rest - (of_state or set()) else None
        self.during = of_rounds(self.measures)
        self.tells_events = self.during.quiet and {*self.whens} <= SPEAKS_OF.keys()
        self.tells_events &= bool(claim.watch) and self.snapshots[0].keys() == {*claim.watch}

    def _names_of_states(self) -> set[str] | None:
        """The names of the quantities of the states before and after a round; None if the first state is odd."""
        key = self.claim.state, "names"  # asked for the steps and for what the proof takes for granted
        if key not in self.trace.memo:
            try:
                of_state = self.states.at_once(States(self.snapshots[:1]), self.values, self.trace)
                self.trace.memo[key] = {symbol.name + mark for symbol in of_state for mark in ("", "′")}
            except ODD_STATE:
                self.trace.memo[key] = None
        names: set[str] | None = self.trace.memo[key]
        return names

    def parts(self) -> Iterator[range]:
        """Yield the rounds (from 0) in the parts in which they are read."""
        start, size, rounds = 0, AT_FIRST, len(self.trace.rounds)
        while start < rounds:
            yield range(start, min(start + size, rounds))
            start, size = start + size, AT_ONCE


class RoundTable:
    """The quantities of the selected rounds in a part of the game, one row per round.

    Raises whatever the claim raises.
    """

    def __init__(self, game: TabulatedGame, part: range) -> None:
        self.game = game
        spoken = {when: self._spoken_of(when, part) for when in game.whens}
        due = self._worth_a_look(part, np.logical_or.reduce(list(spoken.values())))
        self.rounds: list[int] = (np.flatnonzero(due) + part.start).tolist()
        self.speaks: dict[When, list[bool]] = {when: spoken[when][due].tolist() for when in game.whens}
        self.columns: dict[str, Column] = {symbol.name: value for symbol, value in game.values.items()}
        if self.rounds:
            self._read()

    def _spoken_of(self, when: When, part: range) -> Flags:
        rounds = self.game.trace.rounds
        if when in SPEAKS_OF:
            return SPEAKS_OF[when](rounds)[part.start : part.stop]
        return np.fromiter((when(rounds[place]) for place in part), dtype=bool, count=len(part))

    def _worth_a_look(self, part: range, due: Flags) -> Flags:
        """Drop redundant rounds: in a run of rounds without events, keep only the first one, if the game records
        events.
        """
        rounds, here = self.game.trace.rounds, slice(part.start, part.stop)
        eventful = rounds.mistaken()
        if not self.game.tells_events or not (due & ~eventful[here]).any():
            return due
        with suppress(KeyError):  # an attribute that is not exposed in every round
            eventful = np.logical_or.reduce([eventful, *map(rounds.changed, self.game.claim.watch)])
            after_event = np.concatenate(([True], eventful[:-1]))
            due = due & (eventful | after_event)[here]
        return due

    def _read(self) -> None:
        """Fill the columns. Quantities of states are computed for each distinct state."""
        game = self.game
        if game.reads_states:
            states = self._distinct()
            before, after = states.at(self.before), states.at(self.after)
            measured = partial(game.states.at_once, states, game.values, game.trace)
            for name, column in self._remembered(game.claim.state, measured):
                self.columns[name] = [column[place] for place in self.before]
                self.columns[name + "′"] = [column[place] for place in self.after]
        else:
            before, after = (States([game.snapshots[place + later] for place in self.rounds]) for later in (0, 1))
        if game.measures is not None and game.names - self.columns.keys():
            chosen = ChosenRounds(game.trace, np.array(self.rounds), before, after)
            self.columns |= self._remembered(
                game.measures, partial(game.during.at_once, chosen, game.values, game.trace)
            )

    def _remembered(self, of: object, measured: Callable[[], Columns]) -> Iterable[tuple[str, list[object]]]:
        """The quantities of `of` in these rounds, computed once for the steps and what the proof takes for granted."""
        key, memo = (self.game.claim, of, tuple(self.rounds)), self.game.trace.memo
        if key not in memo:
            memo[key] = [(symbol.name, plain(column)) for symbol, column in measured().items()]
        columns: Iterable[tuple[str, list[object]]] = memo[key]
        return columns

    def _distinct(self) -> States:
        """Return the distinct states of the rounds; `before` and `after` are their places for each row."""
        snapshots = self.game.snapshots
        around = [[snapshots[place + later] for place in self.rounds] for later in (0, 1)]
        held = {id(state): state for states in around for state in states}
        if not all(state.keys() >= {*self.game.claim.watch} for state in held.values()):
            raise NotExposed("an attribute of the state is not exposed")
        self.states = list(held.values())
        places = dict(zip(held, range(len(held)), strict=True))
        self.before, self.after = ([places[id(state)] for state in states] for states in around)
        return States(self.states)

    def of(self, when: When, names: Collection[str]) -> tuple[list[int], dict[str, Column]]:
        """Return the rows whose rounds satisfy `when`, and the columns of these names in them."""
        rows = [row for row, speaks in enumerate(self.speaks[when]) if speaks]
        columns = {name: self.columns[name] for name in names if name in self.columns}
        if len(rows) < len(self.rounds):
            columns = {name: [c[row] for row in rows] if isinstance(c, list) else c for name, c in columns.items()}
        return rows, columns

    def exactly(self, row: int) -> dict[str, object]:
        """Return all quantities of a round by name, recomputing those of the states if the columns hold only
        enclosures.
        """
        game = self.game
        quantities = {
            name: column[row] if isinstance(column, list) else column for name, column in self.columns.items()
        }
        if game.states.balls:
            for mark, place in (("", self.before[row]), ("′", self.after[row])):
                of_state = game.states(self.states[place], game.values, game.trace)
                quantities |= {symbol.name + mark: value for symbol, value in of_state.items()}
        return quantities
