"""The rounds of a game against the steps of the proof.

What the claim says of states is asked of many of them at once, of each state once. What a claim says of a state depends
on its values alone, and a learner that leaves an attribute alone keeps its very value, so that the same states are seen
without a comparison of what they hold.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.decide import (
    FIRST_PRECISION,
    MAX_PRECISION,
    Column,
    Decision,
    Relation,
    compile_relation,
)
from learncheck.oracle.judging.figures import against, numbers, rounding
from learncheck.oracle.judging.outcomes import BrokenStep
from learncheck.oracle.notation import said
from learncheck.strategies.play.case import Rounds, Snapshot, Trace
from learncheck.theorems.language.at_once import ChosenRounds, States, of_rounds, of_states, plain
from learncheck.theorems.language.claim import Claim, NotExposed, Values
from learncheck.theorems.language.floats import enclosed
from learncheck.theorems.language.step import Step, always, on_mistake, on_negative_mistake, on_positive_mistake

Flags = NDArray[np.bool_]

SPEAKS_OF: Mapping[Callable[..., bool], Callable[[Rounds], Flags]] = {
    always: lambda rounds: np.ones(len(rounds), dtype=bool),
    on_mistake: lambda rounds: rounds.mistaken(),
    on_positive_mistake: lambda rounds: rounds.mistaken() & (np.array(rounds.labels) == 1),
    on_negative_mistake: lambda rounds: rounds.mistaken() & (np.array(rounds.labels) == -1),
}
"""The rounds that a step speaks of, where that is known without a look at each."""

ODD_STATE = (NotExposed, ArithmeticError, LookupError, TypeError, ValueError)
"""What a claim may raise that is told of a state unlike the algorithm's."""

AT_FIRST, AT_ONCE = 64, 1024
"""So many rounds are looked at together: few at first, since a wrong learner breaks a step soon."""


def first_broken_step(claim: Claim, trace: Trace, values: Values) -> BrokenStep | None:
    """The first step, in the order of rounds, that the trace does not obey; None where it obeys all.

    A step that cannot be decided counts as broken: it is no evidence.
    """
    lines = [StepLine(step, compile_relation(step.relation)) for step in claim.steps]
    for line, round_, known in failing(claim, trace, values, lines):
        used = {name: known[name] for name in line.names}
        hint = rounding(*line.relation.sides(known), " the error, Step(…, floats=)")
        sides = against(line.relation, known) + hint
        return BrokenStep(str(line.step), round_ + 1, said(line.step.relation), sides, numbers(used))
    return None


class Line(Protocol):
    """What may be said of the quantities of a round, of some of the rounds."""

    @property
    def when(self) -> Callable[..., bool]:
        """Whether it speaks of a round."""

    @property
    def names(self) -> Collection[str]:
        """The quantities that it speaks of."""

    def decisions(self, columns: Mapping[str, Column], rows: int, max_precision: int) -> Iterator[bool]:
        """Row by row whether it holds, each when it is asked for."""


LineT = TypeVar("LineT", bound=Line)
Failing = tuple[LineT, int, dict[str, Any]]
"""A line, the round of which it does not hold, from 0, and all quantities there, by name."""


def failing(claim: Claim, trace: Trace, values: Values, lines: Sequence[LineT]) -> Iterator[Failing[LineT]]:
    """The lines that do not hold, in the order of rounds and then in their own."""
    return _Game(claim, trace, values, lines).failing() if lines else iter(())


class StepLine(NamedTuple):
    """A step of the proof, ready to be decided."""

    step: Step
    relation: Relation

    @property
    def when(self) -> Callable[..., bool]:
        return self.step.when

    @property
    def names(self) -> Collection[str]:
        return self.relation.names

    def decisions(self, columns: Mapping[str, Column], rows: int, max_precision: int) -> Iterator[bool]:
        """Row by row whether it is obeyed. One that is told how far floats are off is broken where it fails for
        certain; any other one where it does not hold for certain.
        """
        error = self.step.floats
        if error is not None:
            columns = {name: _around(columns[name], error) for name in self.relation.names}
        told = self.relation.decisions(columns, rows, max_precision=max_precision)
        return (each is Decision.TRUE if error is None else each is not Decision.FALSE for each in told)


def _around(column: Column, error: Any) -> Column:
    return [enclosed(each, error) for each in column] if isinstance(column, list) else enclosed(column, error)


class _Game(Generic[LineT]):
    """A trace, of whose rounds some are laid out at a time."""

    def __init__(self, claim: Claim, trace: Trace, values: Values, lines: Sequence[LineT]) -> None:
        self.claim, self.trace, self.values, self.lines = claim, trace, values, lines
        self.whens = list(dict.fromkeys(line.when for line in lines))
        self.states, self.during = of_states(claim.state), of_rounds(claim.during)
        self.snapshots: list[Snapshot] = trace.rounds.snapshots or [{}] * (len(trace.rounds) + 1)
        self.tells_events = self.during.quiet and {*self.whens} <= SPEAKS_OF.keys()
        self.tells_events &= bool(claim.watch) and self.snapshots[0].keys() == {*claim.watch}

    def failing(self) -> Iterator[Failing[LineT]]:
        """See `failing`."""
        start, size = 0, AT_FIRST
        while start < len(self.trace.rounds):
            yield from self._failing_in(range(start, min(start + size, len(self.trace.rounds))))
            start, size = start + size, AT_ONCE

    def _failing_in(self, part: range) -> Iterator[Failing[LineT]]:
        """Those of the rounds of a part. Where a state is odd the rounds are looked at one by one, each in its turn."""
        try:
            table = _Table(self, part)
        except ODD_STATE as odd:
            if len(part) > 1:
                for each in part:
                    yield from self._failing_in(range(each, each + 1))
            elif not isinstance(odd, NotExposed):
                raise
            return  # a state of another shape explains nothing
        yield from table.failing()


class _Table(Generic[LineT]):
    """The quantities of those rounds of a part of which a line speaks, a row each. Raises what the claim raises."""

    def __init__(self, game: _Game[LineT], part: range) -> None:
        self.game = game
        spoken = {when: self._spoken_of(when, part) for when in game.whens}
        due = self._worth_a_look(part, np.logical_or.reduce(list(spoken.values())))
        self.rounds = (np.flatnonzero(due) + part.start).tolist()
        self.speaks = {when: spoken[when][due].tolist() for when in game.whens}
        self.columns: dict[str, Column] = {symbol.name: value for symbol, value in game.values.items()}
        if self.rounds:
            self._read_states()

    def _spoken_of(self, when: Callable[..., bool], part: range) -> Flags:
        rounds = self.game.trace.rounds
        if when in SPEAKS_OF:
            return SPEAKS_OF[when](rounds)[part.start : part.stop]
        return np.fromiter((when(rounds[place]) for place in part), dtype=bool, count=len(part))

    def _worth_a_look(self, part: range, due: Flags) -> Flags:
        """The rounds that are due; of those in a row without any event the first alone, where events are told."""
        rounds, here = self.game.trace.rounds, slice(part.start, part.stop)
        eventful = rounds.mistaken()
        if not self.game.tells_events or not (due & ~eventful[here]).any():
            return due
        with suppress(KeyError):  # an attribute that is not always shown
            eventful = np.logical_or.reduce([eventful, *map(rounds.changed, self.game.claim.watch)])
            after_event = np.concatenate(([True], eventful[:-1]))
            due = due & (eventful | after_event)[here]
        return due

    def _read_states(self) -> None:
        game = self.game
        held: dict[Any, int] = {}
        states: list[Snapshot] = []
        places: dict[int, int] = {}
        for round_ in self.rounds:
            for place in (round_, round_ + 1):
                snapshot = game.snapshots[place]
                if any(name not in snapshot for name in game.claim.watch):
                    raise NotExposed("an attribute of the state is not shown")
                contents = tuple(map(id, snapshot.values()))
                if contents not in held:
                    held[contents] = len(states)
                    states.append(snapshot)
                places[place] = held[contents]
        self.before, self.after = ([places[each + later] for each in self.rounds] for later in (0, 1))
        self.read = States(states)
        for symbol, told in game.states.at_once(self.read, game.values, game.trace).items():
            column = plain(told)
            self.columns[symbol.name] = [column[place] for place in self.before]
            self.columns[symbol.name + "′"] = [column[place] for place in self.after]
        chosen = ChosenRounds(game.trace, np.array(self.rounds), self.read.at(self.before), self.read.at(self.after))
        for symbol, told in game.during.at_once(chosen, game.values, game.trace).items():
            self.columns[symbol.name] = plain(told)

    def failing(self) -> Iterator[Failing[LineT]]:
        """See `failing`."""
        due = [[row for row, speaks in enumerate(self.speaks[line.when]) if speaks] for line in self.game.lines]
        told = [self._decided(line, rows) for line, rows in zip(self.game.lines, due, strict=True)]
        for row, round_ in enumerate(self.rounds):
            for line, decisions in zip(self.game.lines, told, strict=True):
                if self.speaks[line.when][row] and not next(decisions):
                    known = self._exactly(row)
                    if not self.game.states.balls or not all(line.decisions(known, 1, MAX_PRECISION)):
                        yield line, round_, known

    def _decided(self, line: LineT, rows: list[int]) -> Iterator[bool]:
        columns = {name: self.columns[name] for name in line.names if name in self.columns}
        if len(rows) < len(self.rounds):
            columns = {name: [c[row] for row in rows] if isinstance(c, list) else c for name, c in columns.items()}
        return line.decisions(columns, len(rows), FIRST_PRECISION if self.game.states.balls else MAX_PRECISION)

    def _exactly(self, row: int) -> dict[str, Any]:
        """All quantities of a round, by name."""
        known = {name: each[row] if isinstance(each, list) else each for name, each in self.columns.items()}
        if self.game.states.balls:
            for mark, place in (("", self.before[row]), ("′", self.after[row])):
                told = self.game.states(self.read.snapshots[place], self.game.values, self.game.trace)
                known |= {symbol.name + mark: value for symbol, value in told.items()}
        return known
