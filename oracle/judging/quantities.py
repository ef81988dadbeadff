"""The quantities of a played game, round by round: those of its states, and those of what happens between them."""

from typing import Any

from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.theorems.language.claim import Claim, Values
from learncheck.theorems.language.floats import enclosed


class Quantities:
    """The quantities of a trace's rounds by name, computed on request and cached for each state.

    Floats are balls of the error that the claim states or, without `enclose`, as they are.

    What a claim says about a state depends only on the values of its attributes, and a learner that does not update an
    attribute keeps the same object. So equal states are recognized by identity, without comparing their contents.
    """

    def __init__(self, claim: Claim, trace: Trace, values: Values, *, enclose: bool = True) -> None:
        self.claim, self.trace, self.values = claim, trace, values
        self.fixed = {symbol.name: value for symbol, value in values.items()}
        self.error = claim.error(trace)
        self._enclose = enclose
        self._states: dict[tuple[int, ...], dict[str, Any]] = {}
        self._during: dict[int, dict[str, Any]] = {}
        self._happened: dict[int, tuple[object, ...]] = {}

    def sameness(self, each: Round) -> tuple[object, ...]:
        """Return a key that is equal for rounds whose quantities are all equal."""
        self.during(each)
        return (*map(_contents, (each.before, each.after)), *self._happened.get(each.index, ()))

    def of(self, each: Round) -> dict[str, Any]:
        """Return all quantities of the round. Raises NotExposed if the learner does not expose them."""
        return {**self.fixed, **self.moving(each)}

    def moving(self, each: Round) -> dict[str, object]:
        """Return the quantities of the round that are not constant over the game: before, after (with ′), and during
        it.
        """
        after = self.of_state(each.after)
        return {**self.of_state(each.before), **{name + "′": after[name] for name in after}, **self.during(each)}

    def at_the_end(self) -> dict[str, object]:
        """Return the quantities of the last state and of the whole game, in which counters have their final values."""
        return {**self.of_state(self.trace.rounds.last_state), **self.fixed}

    @property
    def of_states(self) -> set[str]:
        """The names of the state quantities computed so far."""
        return {name for told in self._states.values() for name in told}

    def _by_name(self, told: Values) -> dict[str, object]:
        """Return what is told, by the names of the symbols."""
        return {symbol.name: enclosed(value, self.error) if self._enclose else value for symbol, value in told.items()}

    def of_state(self, state: Snapshot) -> dict[str, object]:
        """Return the quantities of a state."""
        contents = _contents(state)
        if contents not in self._states:
            self._states[contents] = self._by_name(self.claim.state(state, self.values, self.trace))
        return self._states[contents]

    def during(self, each: Round) -> dict[str, Any]:
        """Return the quantities of what happens in a round."""
        if self.claim.during is None:
            return {}
        if each.index not in self._during:
            told = self.claim.during(each, self.values, self.trace)
            self._happened[each.index] = tuple(told.values())
            self._during[each.index] = self._by_name(told)
        return self._during[each.index]


def _contents(state: Snapshot) -> tuple[int, ...]:
    return tuple(map(id, state.values()))
