"""A case is data: an instance of a theorem's hypotheses that serialises to JSON, replays, shrinks and travels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import msgspec

Label = int
Snapshot = Mapping[str, Any]
"""A learner's exposed state at one moment: attribute name to value."""


@dataclass(slots=True)
class Round:
    """One round of a game.

    `mistake` is True or False, or the probability of a mistake where the learner predicts at random. `before` and
    `after` hold the learner's exposed state around the round, where the play was asked to watch it.
    """

    instance: Any
    prediction: Any
    label: Label
    mistake: bool | float
    before: Snapshot = field(default_factory=dict)
    after: Snapshot = field(default_factory=dict)


@dataclass(slots=True)
class Trace:
    """What happened: the rounds, and the facts that the case itself certifies (a consistent θ, the best expert…).

    `case` is the case that was played, of whatever kind.
    """

    case: Any
    rounds: list[Round] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def mistakes(self) -> int:
        """The rounds in which the prediction was not the label, of a learner that does not predict at random."""
        return sum(bool(each.mistake) for each in self.rounds)


class InvalidAnswer(Exception):
    """A learner's answer is none of those that may be given, whatever the algorithm."""


Make = Callable[..., Any]
"""Makes a learner from its constructor's arguments: a class, or a submission's class behind the process boundary."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all cases; each is a frozen record of integers, fractions and tuples of them."""

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        """Play the case against the learner that `make` makes, watching the named state attributes every round."""
        raise NotImplementedError


def encode(case: Any) -> Any:
    """The case as JSON-ready values (fractions as "p/q")."""
    return msgspec.to_builtins(case, enc_hook=_encode_fraction)


def decode(value: Any, kind: Any) -> Any:
    """The case of type `kind` (a union of `Case` types, told apart by their tags) that `encode` made `value` from.

    Raises `msgspec.ValidationError` naming the field and the rule where the value is no such case.
    """
    return msgspec.convert(value, kind, dec_hook=_decode_fraction)


def _encode_fraction(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a case holds integers, fractions and tuples of them, not {type(value).__name__}")


def _decode_fraction(kind: Any, value: Any) -> Any:
    if kind is Fraction:
        try:
            return Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError) as error:
            raise ValueError(f'{value!r} is no fraction; write "p/q" or an integer') from error
    raise NotImplementedError(kind)
