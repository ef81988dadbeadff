"""A formal round that was run, and its translation to a path of a proof."""

import numbers
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar
from weakref import WeakValueDictionary

import numpy as np
import sympy
from numpy.typing import ArrayLike
from sympy.logic.boolalg import Boolean

from learncheck.strategies.play.case import Round, Trace
from learncheck.theorems.formal.numbers import FormalArray, NotFormal, Real, Truth, value_of
from learncheck.theorems.formal.quantities import content
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Fact, Words, together
from learncheck.theorems.language.step import Next

if TYPE_CHECKING:
    from learncheck.theorems.formal.games import Comparisons

Quantities = Mapping[sympy.Symbol, object]
OfState = Callable[[Any, Any], Quantities]
"""Gives the quantities of a state, formal or real, and of the target."""

Truths = Mapping[str, Truth]
Granted = Mapping[Premise, Truth]
"""The relations that premises state about a formal round."""


@dataclass(frozen=True)
class Situation:
    """One form of instance: its value on each block, its label, and which counters grow by 1."""

    words: str
    label: int
    values: Mapping[str, int] = field(default_factory=dict)
    counts: tuple[sympy.Symbol, ...] = ()

    def has(self, x: ArrayLike, label: int, like: ArrayLike) -> bool:
        """Whether a real instance with this label, an array of the shape of another one, is of this form."""
        return self.label == label and np.shape(x) == np.shape(like) and {*np.ravel(x)} <= {*self.values.values()}


@dataclass(frozen=True)
class Happened:
    """A round that was run, formal or real.

    target: what the theorem compares with: the vector w*, or the index that the proof follows.
    met:    the comparisons that led to a formal one. owed: the obligations of its arithmetic.
    """

    x: Any
    label: int
    prediction: Any
    before: Any
    after: Any
    target: Any = None
    situation: Situation | None = None
    met: tuple[Boolean, ...] = ()
    owed: tuple[Boolean, ...] = ()

    @property
    def updated(self) -> bool:
        """Whether the state after the round is another one."""
        return not _is_the_same(self.before, self.after)

    @property
    def mistake(self) -> bool:
        """Whether the prediction differs from the label. Raises NotFormal if it is not a label."""
        if not isinstance(self.prediction, numbers.Real) or self.prediction not in (-1, 0, 1):
            raise NotFormal(
                f"the learner predicts {self.prediction!r}, which is not a label: neither +1 nor -1, nor 0 at a tie"
            )
        return bool(self.prediction != self.label)


Counts = Mapping[sympy.Symbol, Callable[[Happened], bool]]
"""Counters, and the rounds in which they grow by 1."""


def mistake_or_none(round: Happened) -> str:
    """The kinds "a mistake" and "no mistake"; with a situation's words, "a mistake, the best expert errs"."""
    kind = "a mistake" if round.mistake else "no mistake"
    return f"{kind}, {round.situation.words}" if round.situation is not None and round.situation.words else kind


def every_round(round: Happened) -> str:
    """One kind, "a round"; with a situation's words, "a round, the best expert errs"."""
    return f"a round, {round.situation.words}" if round.situation is not None and round.situation.words else "a round"


def _mistake(round: Happened) -> bool:
    return round.mistake


def nothing(round: Happened) -> Mapping[Any, Any]:
    """Say nothing of a round."""
    return {}


@dataclass(frozen=True)
class PlayedRounds:
    """A played game in the terms of formal rounds, so that what is said of formal rounds can be tested on its own.

    rounds: the rounds of a game with exact numbers.
    """

    rounds: Callable[[Trace], Iterator[Happened]]
    telling: "Telling"


def _is_the_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, FormalArray):
        return content(one) == content(other)
    if isinstance(one, list):
        return all(map(_is_the_same, one, other))
    try:
        return np.array_equal(one, other)
    except ValueError:  # a list of instances
        return False


def counts_alone(state: Iterable[str], says: "Says") -> PlayedRounds | None:
    """What can be read off any game: how often counters grow. None if it depends on `during`."""
    if says.get("during", nothing) is not nothing:
        return None
    names = list(state)

    def played(trace: Trace) -> Iterator[Happened]:
        for round in trace.rounds:
            before, after = ([around.get(name, ()) for name in names] for around in (round.before, round.after))
            yield Happened(round.instance, round.label, round.prediction, before, after)

    return PlayedRounds(played, Telling(lambda before, target: {}, counters(says.get("counts"))))


@dataclass(frozen=True, eq=False)
class Runs:
    """The `code` of a proof: `rounds` runs a learner's own round, `starts` its constructor. It rests on `facts`.

    covers:    the cases that the runs cover, in words.
    seen:      how to read the same off played games, if possible.
    games:     plays real games beside the formal rounds; raises Differs if they disagree.
    constants: the assumed values of the learner's attributes, besides its state.
    fits:      whether a real round has an instance such as formal rounds have, for a learner as it was made.
    arguments: the number of the arguments that the constructor is run with; None if that varies.
    """

    covers: str
    rounds: Callable[[type], Iterator[CodePath]]
    starts: Callable[[type], Iterable[CodeStart]]
    facts: tuple[Fact, ...] = ()
    seen: PlayedRounds | None = None
    games: "Callable[[type], Comparisons] | None" = None
    constants: Mapping[str, object] = field(default_factory=dict)
    fits: Callable[[object, Round], bool] = lambda learner, round: True
    arguments: int | None = None


OWN: "WeakValueDictionary[int, Runs]" = WeakValueDictionary()
"""What `own_run` was given, by identity: a copy with another part is no longer such a run."""


def own_run(run: Runs) -> Runs:
    """Mark a run of a learner's own code, whose parts belong together."""
    OWN[id(run)] = run
    return run


def is_own_run(code: Runs | None) -> bool:
    """Whether `theorems.formal` made it, and nobody replaced a part of it."""
    return code is not None and OWN.get(id(code)) is code


Description = Mapping[tuple[str, str], object]
"""The values of a proof's functions on a round: the "kind", and by their names each "count", "quantity", "relation"."""


class Says(TypedDict, total=False):
    """What a proof says of a round, each a function of it: by default that it is a mistake or none, and no more.

    assuming: the relations that premises state.
    means:  what the quantities are.
    counts: what each counter counts; a single symbol counts the mistakes.
    kind:   the kind of round.
    during: quantities of the round.
    """

    assuming: Callable[[Happened], Granted]
    means: Callable[[Happened], Truths]
    counts: Counts | sympy.Symbol | None
    kind: Callable[[Happened], str]
    during: Callable[[Happened], Quantities]


@dataclass(frozen=True)
class Telling:
    """The functions that describe a round, and the translation of a formal round to a path of the proof.

    quantities: of a state and the target.
    whole:      whether `assuming`, `means` and `during` can be evaluated on real rounds too.
    """

    quantities: OfState
    counts: Counts
    kind: Callable[[Happened], str] = mistake_or_none
    assuming: Callable[[Happened], Granted] = nothing
    means: Callable[[Happened], Truths] = nothing
    during: Callable[[Happened], Quantities] = nothing
    whole: bool = True

    @classmethod
    def of(
        cls, quantities: OfState, says: Says, situations: Sequence[Situation] = (), *,
        whole: bool = True,
    ) -> "Telling":  # fmt: skip
        """From what the proof says of a round. The situations' counters grow in their situations only."""
        own = {symbol: partial(_counted, symbol) for situation in situations for symbol in situation.counts}
        functions: dict[str, Any] = {**says, "counts": {**own, **counters(says.get("counts"))}}
        return cls(quantities, whole=whole, **functions)

    def _around(self, round: Happened) -> Iterator[tuple[sympy.Symbol, object]]:
        """The quantities before and after the round."""
        yield from self.quantities(round.before, round.target).items()
        for symbol, value in self.quantities(round.after, round.target).items():
            yield Next(symbol), value

    def describe(self, round: Happened) -> Description:
        """The description of a round, by which a real round is compared with the formal one."""
        description: dict[tuple[str, str], object] = {("kind", "of round"): self.kind(round)}
        description |= {("count", symbol.name): bool(grows(round)) for symbol, grows in self.counts.items()}
        description |= {("quantity", symbol.name): value for symbol, value in self._around(round)}
        if self.whole:
            description |= {("quantity", symbol.name): value for symbol, value in self.during(round).items()}
            truths = {**{str(premise): truth for premise, truth in self.assuming(round).items()}, **self.means(round)}
            for words, truth in truths.items():
                description["relation", words] = truth.relation if isinstance(truth, Truth) else truth
        return description

    def start(
        self, name: str, wrong: Sequence[str], parameters: Quantities, quantities: Quantities, legal: bool = True
    ) -> CodeStart:
        """The start with these quantities, where nothing has been counted; `wrong` are the faults of what was made."""
        read = {**quantities, **dict.fromkeys(self.counts, 0)}
        return CodeStart("; ".join((name, *wrong)), parameters, read, legal and not wrong)

    def path(self, round: Happened, hypotheses: Words, due: Words) -> CodePath:
        """The path: `known` of its formal quantities, `due` from it, and the proof's quantities before and after."""
        quantities = {symbol: value_of(value) for symbol, value in self._around(round)}
        for symbol, grows in self.counts.items():
            quantities[Next(symbol)] = symbol + (1 if grows(round) else 0)
        quantities |= {symbol: value_of(value) for symbol, value in self.during(round).items()}
        comparisons = {f"comparison {number}": met for number, met in enumerate(round.met, start=1)}
        means = relations(self.means(round))
        return CodePath(
            self.kind(round),
            together(hypotheses, means, comparisons),
            quantities,
            assuming=relations(self.assuming(round)),
            due=together({f"the arithmetic is defined: {owed}": owed for owed in round.owed}, due),
            means=means,
        )


Named = TypeVar("Named", bound=Hashable)


def relations(truths: Mapping[Named, Truth]) -> dict[Named, Boolean]:
    """The relations behind comparisons of formal quantities."""
    by_name = {}
    for named, truth in truths.items():
        if not isinstance(truth, Truth):
            raise NotFormal(f"{str(named)!r} is {truth!r}, no relation of formal quantities")
        by_name[named] = truth.relation
    return by_name


def counters(counts: Counts | sympy.Symbol | None) -> Counts:
    """What each counter counts; a single symbol counts mistakes."""
    return counts if isinstance(counts, Mapping) else {} if counts is None else {counts: _mistake}


def _counted(symbol: sympy.Symbol, round: Happened) -> bool:
    return round.situation is not None and symbol in round.situation.counts


def formal_constants(constants: Mapping[str, object] | None) -> dict[str, object]:
    """The attributes that a proof takes as constants, with symbols as formal numbers."""
    return {name: Real(value) if isinstance(value, sympy.Expr) else value for name, value in (constants or {}).items()}
