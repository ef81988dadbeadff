"""A case is data: an instance of a theorem's hypotheses that serialises to JSON, replays, shrinks and travels."""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from itertools import count, repeat
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

Label = int
Snapshot = Mapping[str, Any]
"""A learner's exposed state at one moment: attribute name to value."""


@dataclass(slots=True)
class Round:
    """One round of a game.

    `mistake` is True or False, or the probability of a mistake where the learner predicts at random. `before` and
    `after` hold the learner's exposed state around the round, where the play was asked to watch it. `index` is its
    place among the rounds, from 0.
    """

    instance: Any
    prediction: Any
    label: Label
    mistake: bool | float
    before: Snapshot = field(default_factory=dict)
    after: Snapshot = field(default_factory=dict)
    index: int = 0


class Rounds(Sequence[Round]):
    """The rounds of a game, kept by columns; the `Round`s are made when one is first asked for, and are then kept.

    `instances`, `predictions` and `labels` hold one entry a round. `snapshots` holds one entry more, the state before
    the first round and after each, or none where the state was not watched. `told` holds whether each was a mistake,
    or how likely one, where that is not whether prediction and label differ.
    """

    def __init__(
        self,
        instances: Iterable[Any] = (),
        predictions: Iterable[Any] = (),
        labels: Iterable[Any] = (),
        snapshots: Iterable[Snapshot] = (),
        told: Iterable[bool | float] | None = None,
    ) -> None:
        self.instances, self.predictions, self.labels = list(instances), list(predictions), list(labels)
        self.snapshots: list[Snapshot] = list(snapshots)
        self.told = None if told is None else list(told)
        self._made: list[Round] = []
        self._mistaken: NDArray[np.bool_] = np.zeros(0, dtype=bool)
        self._changed: dict[str, NDArray[np.bool_]] = {}

    @classmethod
    def of_nobody(
        cls,
        snapshots: Sequence[Snapshot],
        instances: Iterable[Any] | None = None,
        predictions: Iterable[Any] | None = None,
        labels: Iterable[Any] | None = None,
    ) -> "Rounds":
        """Rounds in which no learner predicts, from each state to the next; without columns all numbers are 0."""
        nothing = [0] * (len(snapshots) - 1)
        shown = range(len(nothing)) if instances is None else instances
        answers, truths = (nothing if each is None else each for each in (predictions, labels))
        return cls(shown, answers, truths, snapshots, [False] * len(nothing))

    def since(self, first: int) -> "Rounds":
        """The rounds from this one on, numbered anew."""
        told = None if self.told is None else self.told[first:]
        return Rounds(
            self.instances[first:], self.predictions[first:], self.labels[first:], self.snapshots[first:], told
        )

    def columns(self) -> tuple[Callable[[Any], None], Callable[[Any], None], Callable[[Label], None]]:
        """What adds an instance, a prediction and a label."""
        return self.instances.append, self.predictions.append, self.labels.append

    def add(self, instance: Any, prediction: Any, label: Any, told: float | None = None) -> None:
        """One round more."""
        for keep, value in zip(self.columns(), (instance, prediction, label), strict=True):
            keep(value)
        if self.told is not None and told is not None:
            self.told.append(told)

    def mistakes(self) -> Iterator[bool | float]:
        """Whether the prediction was not the label, round by round; of vectors, whether a coordinate was not."""
        if self.told is not None:
            return iter(self.told)
        try:
            return iter(list(map(bool, map(operator.ne, self.predictions, self.labels))))
        except ValueError:  # the truth value of an array
            return (not np.array_equal(*each) for each in zip(self.predictions, self.labels, strict=True))

    def mistaken(self) -> NDArray[np.bool_]:
        """The same as an array. Not to be changed."""
        if len(self._mistaken) != len(self.predictions):
            self._mistaken = np.fromiter(self.mistakes(), dtype=bool, count=len(self.predictions))
        return self._mistaken

    def changed(self, name: str) -> NDArray[np.bool_]:
        """Round by round whether the watched attribute is another object afterwards; what is not holds the same.

        Not to be changed. Raises KeyError where it is not watched in every round.
        """
        if name not in self._changed or len(self._changed[name]) != len(self.predictions):
            count = len(self.snapshots)
            held = np.fromiter(map(id, map(operator.itemgetter(name), self.snapshots)), dtype=np.intp, count=count)
            self._changed[name] = held[1:] != held[:-1]
        return self._changed[name]

    def _rounds(self) -> list[Round]:
        """The rounds as objects, each the same whenever it is asked for."""
        if len(self._made) != len(self.predictions):
            around = (self.snapshots, self.snapshots[1:]) if self.snapshots else (repeat({}), repeat({}))
            columns = (self.instances, self.predictions, self.labels, self.mistakes(), *around, count())
            self._made = list(map(Round, *columns))
        return self._made

    def __len__(self) -> int:
        return len(self.predictions)

    def __iter__(self) -> Iterator[Round]:
        return iter(self._rounds())

    @overload
    def __getitem__(self, index: int) -> Round: ...
    @overload
    def __getitem__(self, index: slice) -> list[Round]: ...
    def __getitem__(self, index: int | slice) -> Round | list[Round]:
        return self._rounds()[index]


@dataclass(slots=True)
class Trace:
    """What happened: the rounds, and the facts that the case itself certifies (a consistent θ, the best expert…), which
    nobody adds to.

    `case` is the case that was played, of whatever kind. `known` holds what functions marked `once` have found out.
    """

    case: Any
    rounds: Rounds = field(default_factory=Rounds)
    facts: Mapping[str, Any] = field(default_factory=dict)
    known: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def examples(self) -> Iterator[tuple[Any, Label]]:
        """The instances with their labels, round by round."""
        return zip(self.rounds.instances, self.rounds.labels, strict=True)

    def mistaken(self) -> NDArray[np.bool_]:
        """Round by round whether the prediction was not the label. Not to be changed."""
        return self.rounds.mistaken()

    def mistakes_on(self, label: Label) -> int:
        """The mistakes on examples of that label."""
        return sum(self.rounds.labels[t] == label for t in np.flatnonzero(self.mistaken()).tolist())

    @property
    def losses(self) -> list[Any]:
        """What the learner pays round by round, in a game that says what predictions cost (`play.losses`)."""
        pay = self.case.loss
        return [pay(each.instance, each.prediction, each.label) for each in self.rounds]

    @property
    def loss(self) -> Any:
        """What the learner pays in all."""
        return sum(self.losses, Fraction(0))

    @property
    def regret(self) -> Any:
        """What the learner pays beyond the best comparator of the game."""
        return self.loss - self.case.best()

    @property
    def mistakes(self) -> int:
        """The rounds in which the prediction was not the label, of a learner that does not predict at random."""
        return int(np.count_nonzero(self.mistaken()))


P = ParamSpec("P")
T = TypeVar("T")


def once(tell: Callable[Concatenate[Trace, P], T]) -> Callable[Concatenate[Trace, P], T]:
    """A function of a trace, and perhaps more arguments by position, that is worked out once for each trace."""

    @wraps(tell)
    def known(trace: Trace, /, *arguments: P.args, **named: P.kwargs) -> T:
        key = (tell, *arguments)
        if key not in trace.known:
            trace.known[key] = tell(trace, *arguments, **named)
        found: T = trace.known[key]
        return found

    return known


class InvalidAnswer(Exception):
    """A learner's answer is none of those that may be given, whatever the algorithm."""


class LearnerRaised(Exception):
    """An exception in a learner that lives elsewhere, told by what is known of it here.

    `exception_names` are the exception's class and the built-in classes above it, `raised_in_submission` tells whether
    the learner's own code raised it, and not a library that it called.
    """

    exception_names: tuple[str, ...] = ()
    raised_in_submission: bool = False

    def is_own(self, kind: type[Exception]) -> bool:
        """Whether the learner's own code raised an exception of this built-in kind."""
        return self.raised_in_submission and kind.__name__ in self.exception_names


Make = Callable[..., Any]
"""Makes a learner from its constructor's arguments: a class, or a submission's class behind the process boundary."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A set or a dictionary in a case, which is frozen: its elements, or its pairs of keys and values."""

    kind: Literal["set", "dict"]
    items: tuple[Any, ...]


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all cases; each is a frozen record of integers, fractions and tuples of them."""

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        """Play the case against the learner that `make` makes, watching the named state attributes every round."""
        raise NotImplementedError

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The case in the theorem's words, to be shown beside a counterexample: by name a number, a tuple or a table.

        Its fields, unless a kind of cases says otherwise; a claim says so by its own `in_words`.
        """
        return {name: getattr(self, name) for name in self.__struct_fields__}


def kinds(base: Any = Case) -> list[Any]:
    """The kinds of cases that have a tag and are loaded."""
    found: list[Any] = []
    for kind in base.__subclasses__():
        if kind.__struct_config__.tag is not None:
            found.append(kind)
        found.extend(kinds(kind))
    return found


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


_WRITTEN = re.compile(r"-?\d+(/\d+)?")


def _decode_fraction(kind: Any, value: Any) -> Any:
    if kind is Fraction:
        try:
            if isinstance(value, str) and not _WRITTEN.fullmatch(value):  # nor "1e999999999", which takes for ever
                raise ValueError(value)
            return Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError) as error:
            raise ValueError(f'{value!r} is no fraction; write "p/q" or an integer') from error
    raise NotImplementedError(kind)
