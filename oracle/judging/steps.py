"""Check the rounds of a game against the steps of the proof.

The claim's state quantities are computed for many states at once, and once for each distinct state. What a claim says
about a state depends only on the values of its attributes, and a learner that does not update an attribute keeps the
same object. So equal states are recognized by identity, without comparing their contents.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.decide import Column, Decision, Relation, compile_relation
from learncheck.exact.differences import FIRST_PRECISION, MAX_PRECISION
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
"""For the standard conditions of steps, the rounds they select, computed for the whole game at once."""

ODD_STATE = (NotExposed, ArithmeticError, LookupError, TypeError, ValueError)
"""What a claim may raise on a state that does not look like the algorithm's."""

AT_FIRST, AT_ONCE = 64, 1024
"""The number of rounds checked together: few at first, since a wrong learner usually breaks a step early."""


def first_broken_step(claim: Claim, trace: Trace, values: Values) -> BrokenStep | None:
    """Return the first step, in the order of rounds, that the trace violates, or None.

    A step that cannot be decided counts as broken, because it is not evidence.
    """
    lines = [StepLine(step, compile_relation(step.relation)) for step in claim.steps]
    for line, round_, known in _Game(claim, trace, values, lines).failing() if lines else ():
        used = {name: known[name] for name in line.relation.names}
        hint = rounding(*line.relation.sides(known), " the error, Step(…, floats=)")
        sides = against(line.relation, known) + hint
        return BrokenStep(str(line.step), round_ + 1, said(line.step.relation), sides, numbers(used))
    return None


class StepLine(NamedTuple):
    """A step of the proof with its compiled relation."""

    step: Step
    relation: Relation

    def decisions(self, columns: Mapping[str, Column], rows: int, max_precision: int) -> Iterator[bool]:
        """Yield for each row whether the step is obeyed.

        A step with a declared floating-point error is broken only if it certainly fails. Any other step is broken
        unless it certainly holds.
        """
        error = self.step.floats
        if error is not None:
            columns = {name: _around(columns[name], error) for name in self.relation.names if name in columns}
        told = self.relation.decisions(columns, rows, max_precision=max_precision)
        return (each is Decision.TRUE if error is None else each is not Decision.FALSE for each in told)


Failing = tuple[StepLine, int, dict[str, Any]]
"""A line, the round (from 0) in which it fails, and all quantities of that round by name."""


def _around(column: Column, error: Any) -> Column:
    return [enclosed(each, error) for each in column] if isinstance(column, list) else enclosed(column, error)


class _Game:
    """A trace whose rounds are tabulated in parts."""

    def __init__(self, claim: Claim, trace: Trace, values: Values, lines: Sequence[StepLine]) -> None:
        self.claim, self.trace, self.values, self.lines = claim, trace, values, lines
        self.whens = list(dict.fromkeys(line.step.when for line in lines))
        self.states, self.during = of_states(claim.state), of_rounds(claim.during)
        self.snapshots: list[Snapshot] = trace.rounds.snapshots or [{}] * (len(trace.rounds) + 1)
        self.tells_events = self.during.quiet and {*self.whens} <= SPEAKS_OF.keys()
        self.tells_events &= bool(claim.watch) and self.snapshots[0].keys() == {*claim.watch}

    def failing(self) -> Iterator[Failing]:
        """Yield the lines that fail, ordered by round and then by their own order."""
        start, size = 0, AT_FIRST
        while start < len(self.trace.rounds):
            yield from self._failing_in(range(start, min(start + size, len(self.trace.rounds))))
            start, size = start + size, AT_ONCE

    def _failing_in(self, part: range) -> Iterator[Failing]:
        """Yield what fails in these rounds. If a state is odd, check the rounds one by one."""
        try:
            table = _Table(self, part)
        except ODD_STATE as odd:
            if len(part) > 1:
                for each in part:
                    yield from self._failing_in(range(each, each + 1))
            elif not isinstance(odd, NotExposed):
                raise
            return  # the state has another shape
        yield from table.failing()


class _Table:
    """The quantities of the selected rounds in a part of the game, one row per round. Raises whatever the claim
    raises.
    """

    def __init__(self, game: _Game, part: range) -> None:
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

    def _read_states(self) -> None:
        game = self.game
        held: dict[Any, int] = {}
        states: list[Snapshot] = []
        places: dict[int, int] = {}
        for round_ in self.rounds:
            for place in (round_, round_ + 1):
                snapshot = game.snapshots[place]
                if any(name not in snapshot for name in game.claim.watch):
                    raise NotExposed("an attribute of the state is not exposed")
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

    def failing(self) -> Iterator[Failing]:
        due = [[row for row, speaks in enumerate(self.speaks[line.step.when]) if speaks] for line in self.game.lines]
        told = [self._decided(line, rows) for line, rows in zip(self.game.lines, due, strict=True)]
        for row, round_ in enumerate(self.rounds):
            for line, decisions in zip(self.game.lines, told, strict=True):
                if self.speaks[line.step.when][row] and not next(decisions):
                    known = self._exactly(row)
                    if not self.game.states.balls or not all(line.decisions(known, 1, MAX_PRECISION)):
                        yield line, round_, known

    def _decided(self, line: StepLine, rows: list[int]) -> Iterator[bool]:
        columns = {name: self.columns[name] for name in line.relation.names if name in self.columns}
        if len(rows) < len(self.rounds):
            columns = {name: [c[row] for row in rows] if isinstance(c, list) else c for name, c in columns.items()}
        return line.decisions(columns, len(rows), FIRST_PRECISION if self.game.states.balls else MAX_PRECISION)

    def _exactly(self, row: int) -> dict[str, Any]:
        """Return all quantities of a round by name, recomputing those of the states if the columns hold only
        enclosures.
        """
        known = {name: each[row] if isinstance(each, list) else each for name, each in self.columns.items()}
        if self.game.states.balls:
            for mark, place in (("", self.before[row]), ("′", self.after[row])):
                told = self.game.states(self.read.snapshots[place], self.game.values, self.game.trace)
                known |= {symbol.name + mark: value for symbol, value in told.items()}
        return known
