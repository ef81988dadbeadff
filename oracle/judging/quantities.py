"""The quantities of a played game, round by round: those of its states, and those of what happens between them."""

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
        self._states: dict[tuple[int, ...], dict[str, object]] = {}
        self._during: dict[int, dict[str, object]] = {}
        self._happened: dict[int, tuple[object, ...]] = {}

    def sameness(self, round: Round) -> tuple[object, ...]:
        """Return a key that is equal for rounds whose quantities are all equal."""
        self.during(round)
        return (*map(_contents, (round.before, round.after)), *self._happened.get(round.index, ()))

    def of(self, round: Round) -> dict[str, object]:
        """Return all quantities of the round. Raises NotExposed if the learner does not expose them."""
        return {**self.fixed, **self.moving(round)}

    def moving(self, round: Round) -> dict[str, object]:
        """Return the quantities of the round that are not constant over the game: before, after (with ′), and during
        it.
        """
        after = self.of_state(round.after)
        return {**self.of_state(round.before), **{name + "′": after[name] for name in after}, **self.during(round)}

    def at_the_end(self) -> dict[str, object]:
        """Return the quantities of the last state and of the whole game, in which counters have their final values."""
        return {**self.of_state(self.trace.rounds.last_state), **self.fixed}

    @property
    def of_states(self) -> set[str]:
        """The names of the state quantities computed so far."""
        return {name for quantities in self._states.values() for name in quantities}

    def _by_name(self, values: Values) -> dict[str, object]:
        """Return the values by the names of the symbols."""
        return {
            symbol.name: enclosed(value, self.error) if self._enclose else value for symbol, value in values.items()
        }

    def of_state(self, state: Snapshot) -> dict[str, object]:
        """Return the quantities of a state."""
        contents = _contents(state)
        if contents not in self._states:
            self._states[contents] = self._by_name(self.claim.state(state, self.values, self.trace))
        return self._states[contents]

    def during(self, round: Round) -> dict[str, object]:
        """Return the quantities of what happens in a round."""
        if self.claim.during is None:
            return {}
        if round.index not in self._during:
            quantities = self.claim.during(round, self.values, self.trace)
            self._happened[round.index] = tuple(quantities.values())
            self._during[round.index] = self._by_name(quantities)
        return self._during[round.index]


def _contents(state: Snapshot) -> tuple[int, ...]:
    return tuple(map(id, state.values()))
