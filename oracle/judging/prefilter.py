"""Which rounds of a game may break a step of the proof; the others are shown, all at once, to obey every step.

That takes a claim which tells its quantities of many states at once (`language.at_once`), and steps that speak of
rounds by mistake and label. Nothing is decided here but that steps hold: the rest is left to `judging.decide`.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np
from flint import arb
from numpy.typing import NDArray

from learncheck.exact.balls import Number, exact
from learncheck.exact.decide import Column, Relation
from learncheck.strategies.play.case import Rounds, Trace
from learncheck.theorems.language.at_once import ChosenRounds, States, plain
from learncheck.theorems.language.claim import Claim, NotExposed, Values
from learncheck.theorems.language.step import Step, always, on_mistake, on_negative_mistake, on_positive_mistake

Flags = NDArray[np.bool_]

SPEAKS_OF: Mapping[Callable[..., bool], Callable[[Rounds], Flags]] = {
    always: lambda rounds: np.ones(len(rounds), dtype=bool),
    on_mistake: lambda rounds: rounds.mistaken(),
    on_positive_mistake: lambda rounds: rounds.mistaken() & (np.array(rounds.labels) == 1),
    on_negative_mistake: lambda rounds: rounds.mistaken() & (np.array(rounds.labels) == -1),
}
"""The rounds that a step speaks of, for every `when` that is known here."""

ODD_STATE = (NotExposed, ArithmeticError, LookupError, TypeError, ValueError)
"""What a claim may raise that is told of a state unlike the algorithm's."""

LONG = 48
"""The rounds of a shorter game are decided sooner than filtered, where nothing takes long to be told of one of them."""

AT_ONCE = 1024
"""So many rounds are looked at together, which bounds the memory that they take."""


def rounds_in_question(claim: Claim, trace: Trace, values: Values, relations: Mapping[Step, Relation]) -> Sequence[int]:
    """The indices of the rounds, from 0, that may break a step; `relations` are the steps'."""
    rounds = trace.rounds
    everything = range(len(rounds))
    whens = {step.when for step in claim.steps}
    if not hasattr(claim.state, "at_once") or not whens <= SPEAKS_OF.keys():
        return everything
    tells_soon = getattr(claim.state, "exactly_at_once", True) and not hasattr(claim.during, "at_once")
    if (tells_soon and len(rounds) < LONG) or len(rounds.snapshots) != len(rounds) + 1:
        return everything
    speaking = {when: SPEAKS_OF[when](rounds) for when in whens}
    try:
        chosen = _worth_a_look(rounds, claim.watch, np.logical_or.reduce(list(speaking.values())))
        found: list[int] = []
        for start in range(0, len(chosen), AT_ONCE):
            part = chosen[start : start + AT_ONCE]
            found += part[_open(claim, trace, values, relations, speaking, part)].tolist()
    except ODD_STATE:
        return everything
    return found


def _worth_a_look(rounds: Rounds, watch: tuple[str, ...], due: Flags) -> NDArray[np.intp]:
    """The rounds that are due, of those in a row in which nothing happens the first alone."""
    eventful = rounds.mistaken()
    if (due & ~eventful).any():
        eventful = np.logical_or.reduce([eventful, *map(rounds.changed, watch)])
        after_event = np.concatenate(([True], eventful[:-1]))
        due = due & (eventful | after_event)
    return np.flatnonzero(due)


def _open(
    claim: Claim,
    trace: Trace,
    values: Values,
    relations: Mapping[Step, Relation],
    speaking: Mapping[Any, Flags],
    chosen: NDArray[np.intp],
) -> Flags:
    """Which of the chosen rounds are not known to obey all steps that speak of them."""
    columns = _columns(claim, trace, values, set().union(*(each.names for each in relations.values())), chosen)
    open_ = np.zeros(len(chosen), dtype=bool)
    for step, relation in relations.items():
        due = speaking[step.when][chosen]
        places = np.flatnonzero(due).tolist()
        if places:
            picked = [columns[name] for name in relation.names]
            if len(places) < len(chosen):
                picked = [[c[place] for place in places] if isinstance(c, list) else c for c in picked]
            open_[due] |= ~np.array(relation.certain(picked, len(places)))
    return open_


def _columns(
    claim: Claim, trace: Trace, values: Values, names: set[str], chosen: NDArray[np.intp]
) -> dict[str, Column]:
    """The quantities of these names, round by round; those of the whole game are one number each."""
    snapshots = trace.rounds.snapshots
    places = np.union1d(chosen, chosen + 1)
    there = [snapshots[place] for place in places.tolist()]
    held = zip(*(map(id, map(itemgetter(name), there)) for name in claim.watch), strict=True)
    first: dict[Any, int] = {}
    numbers = np.array([first.setdefault(objects, len(first)) for objects in held])  # of the states that are there
    states = States([there[place] for place in np.unique(numbers, return_index=True)[1].tolist()])
    before, after = (numbers[np.searchsorted(places, each)].tolist() for each in (chosen, chosen + 1))
    columns: dict[str, Column] = {
        symbol.name: exact(value, symbol.name) for symbol, value in values.items() if symbol.name in names
    }
    for symbol, told in claim.state.at_once(states, values, trace).items():  # type: ignore[attr-defined]
        column = _numbers(told, symbol)
        columns[symbol.name] = [column[place] for place in before]
        columns[symbol.name + "′"] = [column[place] for place in after]
    if not names <= columns.keys():
        if not hasattr(claim.during, "at_once"):
            raise NotExposed("what happens during a round is told of single rounds alone")
        during = claim.during.at_once(  # type: ignore[union-attr]
            ChosenRounds(trace, chosen, states.at(before), states.at(after)), values, trace
        )
        columns |= {symbol.name: _numbers(told, symbol) for symbol, told in during.items()}
    return columns


def _numbers(column: Sequence[Any] | NDArray[Any], symbol: Any) -> list[int | Number]:
    column = plain(column)
    if set(map(type, column)) == {int}:
        return list(column)
    return [each if isinstance(each, arb) else exact(each, symbol.name) for each in column]
