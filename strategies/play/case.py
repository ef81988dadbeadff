"""Cases: instances of a theorem's hypotheses as data, which can be stored as JSON, replayed, shrunk and sent around."""

import operator
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from itertools import count, repeat
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    TypeVar,
    overload,
)

import msgspec
import numpy as np
from numpy.typing import NDArray

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
"""Fields that say what a case read from a file may hold. Cases made here are not checked for it."""

if TYPE_CHECKING:
    from sympy import Expr
    from typing_extensions import TypeVar as WithDefault

    Label = int
    Bit = int

    CaseT = WithDefault("CaseT", default=Any, covariant=True)
    FactsT = WithDefault("FactsT", default=Any, covariant=True)
else:
    CaseT, FactsT = TypeVar("CaseT", covariant=True), TypeVar("FactsT", covariant=True)
    Label, Bit = Literal[1, -1], Literal[0, 1]

ExactLoss: TypeAlias = "int | Fraction | Expr"
"""A loss, or a sum of losses: an integer, a Fraction or a number of sympy."""

Snapshot = Mapping[str, Any]
"""The watched attributes of a learner at one moment: a mapping from names to values."""


@dataclass(slots=True)
class Round:
    """One round of a game.

    instance:   what the learner was shown.
    prediction: its answer.
    label:      the label, or the vector of losses, revealed afterwards.
    mistake:    whether they differ; for a learner that predicts at random, the probability that they do.
    before:     the watched attributes before the round, by name; `after` those after it.
    index:      the number of the round, from 0.
    """

    instance: Any
    prediction: Any
    label: Label
    mistake: bool | float
    before: Snapshot = field(default_factory=dict)
    after: Snapshot = field(default_factory=dict)
    index: int = 0


class Rounds(Sequence[Round]):
    """The rounds of a game, stored by columns; `Round` objects are created on first access.

    `instances`, `predictions` and `labels` have one entry per round. `snapshots` has one more: the state before the
    first round and after each round. It is empty if no state was watched. `recorded` says whether each round was a
    mistake, or with what probability, where that is not whether prediction and label differ. `memo` is what functions
    marked `once_played` have computed.
    """

    def __init__(
        self,
        instances: Iterable[object] = (),
        predictions: Iterable[object] = (),
        labels: Iterable[object] = (),
        snapshots: Iterable[Snapshot] = (),
        mistakes: Iterable[bool | float] | None = None,
    ) -> None:
        self.instances: list[Any] = list(instances)
        self.predictions: list[Any] = list(predictions)
        self.labels: list[Any] = list(labels)
        self.snapshots: list[Snapshot] = list(snapshots)
        self.recorded = None if mistakes is None else list(mistakes)
        self.memo: dict[Hashable, Any] = {}
        self._objects: list[Round] = []
        self._mistaken: NDArray[np.bool_] = np.zeros(0, dtype=bool)
        self._changed: dict[str, NDArray[np.bool_]] = {}

    @classmethod
    def of(cls, rounds: Sequence[Round]) -> "Rounds":
        """The columns of these rounds. Their numbers are those of their places."""
        watched = [rounds[0].before, *(round_.after for round_ in rounds)] if rounds and rounds[0].before else []
        return cls(
            [round_.instance for round_ in rounds],
            [round_.prediction for round_ in rounds],
            [round_.label for round_ in rounds],
            watched,
            [round_.mistake for round_ in rounds],
        )

    @classmethod
    def of_nobody(
        cls,
        snapshots: Sequence[Snapshot],
        instances: Iterable[object] | None = None,
        predictions: Iterable[object] | None = None,
        labels: Iterable[object] | None = None,
    ) -> "Rounds":
        """Rounds without a learner, one between each state and the next; missing columns are filled with 0."""
        nothing = [0] * (len(snapshots) - 1)
        shown = range(len(nothing)) if instances is None else instances
        answers, truths = (nothing if column is None else column for column in (predictions, labels))
        return cls(shown, answers, truths, snapshots, [False] * len(nothing))

    def since(self, first: int) -> "Rounds":
        """The rounds from this one on, renumbered from 0."""
        recorded = None if self.recorded is None else self.recorded[first:]
        return Rounds(
            self.instances[first:], self.predictions[first:], self.labels[first:], self.snapshots[first:], recorded
        )

    def columns(self) -> tuple[Callable[[object], None], Callable[[object], None], Callable[[object], None]]:
        """Return three functions that append an instance, a prediction and a label."""
        return self.instances.append, self.predictions.append, self.labels.append

    def add(self, instance: object, prediction: object, label: object, mistake: float | None = None) -> None:
        """Append a round."""
        for keep, value in zip(self.columns(), (instance, prediction, label), strict=True):
            keep(value)
        if self.recorded is not None and mistake is not None:
            self.recorded.append(mistake)

    @property
    def last_state(self) -> Snapshot:
        """The state after the last round; empty if no state was watched."""
        return self.snapshots[-1] if self.snapshots else {}

    def mistakes(self) -> Iterator[bool | float]:
        """For each round, whether prediction and label differ; vectors differ if any coordinate does."""
        if self.recorded is not None:
            return iter(self.recorded)
        try:
            return iter(list(map(bool, map(operator.ne, self.predictions, self.labels))))
        except ValueError:  # the truth value of an array
            return (not np.array_equal(*pair) for pair in zip(self.predictions, self.labels, strict=True))

    def mistaken(self) -> NDArray[np.bool_]:
        """`mistakes` as an array of bools. Do not modify it."""
        if len(self._mistaken) != len(self.predictions):
            self._mistaken = np.fromiter(self.mistakes(), dtype=bool, count=len(self.predictions))
        return self._mistaken

    def changed(self, name: str) -> NDArray[np.bool_]:
        """For each round, whether the watched attribute is a different object afterwards. Do not modify the array.

        Raises KeyError if the attribute is not watched in every round.
        """
        if name not in self._changed or len(self._changed[name]) != len(self.predictions):
            count = len(self.snapshots)
            held = np.fromiter(map(id, map(operator.itemgetter(name), self.snapshots)), dtype=np.intp, count=count)
            self._changed[name] = held[1:] != held[:-1]
        return self._changed[name]

    def _rounds(self) -> list[Round]:
        """The rounds as objects, created once."""
        if len(self._objects) != len(self.predictions):
            around = (self.snapshots, self.snapshots[1:]) if self.snapshots else (repeat({}), repeat({}))
            columns = (self.instances, self.predictions, self.labels, self.mistakes(), *around, count())
            self._objects = list(map(Round, *columns))
        return self._objects

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
class Trace(Generic[CaseT, FactsT]):
    """What happened when a case was played.

    case:   the case.
    rounds: the rounds, each a `Round`; empty if the case is no game. A list of them will do.
    facts:  what playing the case found or certifies: a record that belongs to the kind of case, in the catalogue a
            `NamedTuple`; None if the rounds say it all. What follows from the case alone is a method of the case.
    memo:   what functions marked `once` have computed.

    A function of `Trace[ExpertsGame, ExpertsFacts]` has its case and its facts type-checked; `Trace` alone is any.
    """

    case: CaseT
    rounds: Rounds = field(default_factory=Rounds)
    facts: FactsT = None  # type: ignore[assignment]
    memo: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        rounds: Sequence[Round] = self.rounds
        if not isinstance(rounds, Rounds):
            self.rounds = Rounds.of(rounds)

    def examples(self) -> Iterator[tuple[Any, Label]]:
        """The pairs of instance and label, round by round."""
        return zip(self.rounds.instances, self.rounds.labels, strict=True)

    def mistaken(self) -> NDArray[np.bool_]:
        """For each round, whether the prediction differs from the label, as an array. Do not modify it."""
        return self.rounds.mistaken()

    def mistakes_on(self, label: Label) -> int:
        """The number of mistakes on examples with this label."""
        return sum(self.rounds.labels[t] == label for t in np.flatnonzero(self.mistaken()).tolist())

    @property
    def losses(self) -> list[ExactLoss]:
        """The learner's loss in each round of a game with losses, computed once. Do not modify the list."""
        return _losses(self)

    @property
    def loss(self) -> ExactLoss:
        """The learner's total loss."""
        return sum(self.losses, Fraction(0))

    @property
    def regret(self) -> ExactLoss:
        """The learner's total loss less that of the best comparator."""
        case: Any = self.case
        return self.loss - case.best()

    @property
    def mistakes(self) -> int:
        """The number of rounds in which the prediction differs from the label."""
        return int(np.count_nonzero(self.mistaken()))


P = ParamSpec("P")
T = TypeVar("T")


def once(tell: Callable[Concatenate[Trace, P], T]) -> Callable[Concatenate[Trace, P], T]:
    """Memoize a function of a trace (and optional positional arguments) on the trace itself."""

    @wraps(tell)
    def recall(trace: Trace, /, *arguments: P.args, **named: P.kwargs) -> T:
        key = (tell, *arguments)
        if key not in trace.memo:
            trace.memo[key] = tell(trace, *arguments, **named)
        value: T = trace.memo[key]
        return value

    return recall


def once_played(tell: Callable[[Trace], T]) -> Callable[[Trace], T]:
    """Memoize a function of a trace that reads its rounds alone, for all cases that are played as one."""

    @wraps(tell)
    def recall(trace: Trace, /) -> T:
        memo = trace.rounds.memo
        if tell not in memo:
            memo[tell] = tell(trace)
        value: T = memo[tell]
        return value

    return recall


@once
def _losses(trace: Trace) -> list[ExactLoss]:
    return [trace.case.loss(round_.instance, round_.prediction, round_.label) for round_ in trace.rounds]


Make = Callable[..., Any]
"""Constructs a learner: its class, or a proxy for a submission's class in another process."""


class Coordinates(NamedTuple):
    """Where the coordinates of a case are found: in which of its fields.

    vectors: fields that hold one vector, vectors, or tuples that each begin with one. They all have one dimension.
    number:  the field that holds the dimension, if there is one.
    indices: the field that holds indices of some coordinates, if there is one.
    """

    vectors: tuple[str, ...] = ()
    number: str = ""
    indices: str = ""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The base class of cases: frozen records of integers, fractions, strings and tuples of them.

    Subclasses name their kind in stored cases: `class Mine(Case, frozen=True, tag="mine")`.
    """

    headings: ClassVar[tuple[str, ...]] = ()
    """The columns of the table of its rounds; none if readers are not shown them."""
    coordinates: ClassVar[Coordinates] = Coordinates()
    """Where its coordinates are found. By default it has none, and a counterexample keeps its dimension."""

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        """Play the case on the learner that `make(...)` constructs, recording the watched attributes in every round.

        A case that involves no learner inherits this method, which plays nothing: its facts are those of `play_alone`.
        """
        return Trace(self, facts=self.play_alone())

    def as_played(self) -> "Case":
        """The case that a learner plays. Cases that differ only in what the claim compares it with are one."""
        return self

    def play_alone(self) -> object:
        """The facts of a case that involves no learner, as a record; None by default."""
        return None

    def outcome(self, trace: Trace) -> Mapping[str, object]:
        """The outcome of playing it, shown like `in_words`. By default the fields of the facts."""
        facts = trace.facts
        return facts._asdict() if hasattr(facts, "_asdict") else facts if isinstance(facts, Mapping) else {}

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """What is shown beside a counterexample: numbers, tuples and tables by name. By default the case's fields."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


class LearnerCase(Case, frozen=True):
    """A case that makes one learner."""

    def arguments(self) -> tuple[object, ...]:
        """The learner's constructor arguments; none by default."""
        return ()


class RoundsCase(LearnerCase, frozen=True):
    """A case that one learner plays in rounds, which are shown instead of an outcome."""

    headings = ("instance", "prediction", "label", "mistakes")

    def outcome(self, trace: Trace) -> Mapping[str, object]:
        return {}


if TYPE_CHECKING:
    AnyCase = Case
else:

    class _Kinds(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, Case)

    class AnyCase(metaclass=_Kinds):
        """A case of whatever kind, as the field of a struct: see `decode`."""


def kinds(base: type[Case] = Case) -> list[type[Case]]:
    """List all loaded subclasses with a tag."""
    tagged: list[type[Case]] = []
    for kind in base.__subclasses__():
        if kind.__struct_config__.tag is not None:
            tagged.append(kind)
        tagged.extend(kinds(kind))
    return tagged


def encode(case: object) -> Any:
    """Convert the case to JSON-ready values, with fractions as "p/q"."""
    return msgspec.to_builtins(case, enc_hook=_encode_fraction)


def decode(value: object, kind: Any) -> Any:
    """Convert `value`, which `encode` made, back to a case of type `kind`: a `Case` type, or a union of tagged ones.

    Raises `msgspec.ValidationError`, naming the field and the rule, if the value is not such a case.
    """
    return msgspec.convert(value, kind, dec_hook=_decode_fraction)


def _encode_fraction(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a case holds numbers, strings and tuples of them, not {type(value).__name__}")


_WRITTEN = re.compile(r"-?\d+(/\d+)?")


def _decode_fraction(kind: type, value: str | float) -> Fraction:
    if kind is Fraction:
        try:
            if isinstance(value, str) and not _WRITTEN.fullmatch(value):  # "1e999999999" would take forever
                raise ValueError(value)
            return Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError) as error:
            raise ValueError(f'{value!r} is not a fraction; write "p/q" or an integer') from error
    raise NotImplementedError(kind)
