"""The formal run derived from a claim's own definitions, for a learner whose state is a vector, an array of weights, or
the mask of a version space.

The claim's functions of a state and of a round (`state`, `during`, the steps, the kinds of rounds) are run on formal
quantities just as on played ones. A step that involves nothing but instances, labels and the vector that the case
compares with describes the cases: formal rounds assume it, and it is compared with the rounds of games. All other
lines must be shown of the learner's code.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import sympy
from numpy.typing import ArrayLike
from sympy.logic.boolalg import Boolean

from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import LearnerCase, Round, Trace
from learncheck.strategies.tables.finite_class import FiniteClassGame
from learncheck.theorems import formal
from learncheck.theorems.formal.games import entries, inner, totals
from learncheck.theorems.formal.numbers import Formal, NotFormal, Truth, value_of
from learncheck.theorems.formal.round import Happened, Quantities, Runs, Situation, Truths, nothing, own_run
from learncheck.theorems.formal.rows import Mask, Row
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import REALIZABLE
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always


def chosen(claim: Claim, trace: Trace) -> Iterator[tuple[str, Callable[[], Induction]]]:
    """The ways to run the learner's code formally that the state in a played game allows.

    Yields each as words and a function that makes the proof with its code. Raises NotFormal if there is none.
    """
    run = _FormalClaim(claim, trace)
    if run.is_mask:
        yield "a version space", run.version_space
        return
    yield "a vector", run.vector
    if all(entry in (-1, 1) for round in trace.rounds for entry in np.asarray(round.instance).tolist()):
        yield "weights", run.weights


class Unclear(NotFormal):
    """This game does not show what is needed; another game may."""


class _Only:
    """Stands for a part of a game, of which it shows what a formal round has, and refuses everything else."""

    def __init__(self, what: str, **shown: Callable[[], object]) -> None:
        self._what, self._shown = what, shown

    def __getattr__(self, name: str) -> Any:
        if name not in self._shown:
            raise NotFormal(f"the claim asks for {self._what} {name}, which a formal round does not tell")
        return self._shown[name]()

    __getitem__ = __getattr__


def _round(round: Happened, state: str, *, whole: bool = True) -> Any:
    """What steps and `during` may use of a formal round; the learner's part is shown only if it is `whole`."""
    learners: dict[str, Callable[[], object]] = {
        "prediction": lambda: round.prediction,
        "mistake": lambda: round.mistake,
        "before": lambda: {state: round.before},
        "after": lambda: {state: round.after},
    }
    return _Only("the round's", instance=lambda: round.x, label=lambda: round.label, **(learners if whole else {}))


MEASURED: Any = _Only("the quantity")
"""What the claim measures of a game, of which a formal round has nothing."""


class _Case:
    """A case that reveals only the vector that the theorem compares with."""

    def __init__(self, claim: "_FormalClaim", target: object) -> None:
        self._claim, self._target = claim, target

    def __getattr__(self, name: str) -> object:
        value = getattr(self._claim.trace.case, name)
        if not isinstance(value, tuple | list | np.ndarray) or np.shape(value) != (self._claim.size,):
            raise NotFormal(f"the claim asks for the case's {name}, which is not a vector of the size of the state")
        self._claim.asked.add(name)
        if len(self._claim.asked) > 1:
            raise NotFormal(f"the claim compares with several vectors: {', '.join(sorted(self._claim.asked))}")
        return self._target


class _FormalClaim:
    """A formal round described by the claim's functions, checked against what they say of a played game."""

    def __init__(self, claim: Claim, trace: Trace) -> None:
        assert isinstance(claim.proof, Induction)
        self.claim, self.proof, self.trace = claim, claim.proof, trace
        if not trace.rounds:
            raise Unclear("no game with a round was found")
        if len(claim.watch) != 1:
            raise NotFormal(f"the state is {' and '.join(claim.watch) or 'not watched'}, and no single array")
        (self.name,) = claim.watch
        first = trace.rounds[0]
        value = first.before[self.name]
        if not isinstance(value, np.ndarray) or value.ndim != 1 or value.dtype.kind not in "ifOb":
            raise NotFormal(f"{self.name} is {_kind(value)}, no vector of numbers and no mask")
        self.size = len(value)
        self.is_mask = value.dtype == bool
        if any(np.ndim(round.label) or round.label not in (1, -1) for round in trace.rounds):
            raise NotFormal("labels are not +1 and −1")
        self.arguments = trace.case.arguments() if isinstance(trace.case, LearnerCase) else ()
        if not self.is_mask:
            self._sized(first)
        self.asked: set[str] = set()
        self._grows_in = cache(self._grows_in_kind)
        state = set(claim.state(first.before, claim.measure(trace), trace))
        self.counters = [symbol for symbol in self.proof.start if symbol not in state]

    def _sized(self, first: Round) -> None:
        """Check that instances are vectors of the size of the state, and that the constructor takes this size."""
        if np.shape(first.instance) != (self.size,):
            raise NotFormal("an instance is not a vector of the size of the state")
        if self.arguments != (self.size,):
            raise NotFormal(f"the constructor is told {self.arguments}, and not just the size of {self.name}")

    # ---- the ways ----

    def vector(self) -> Induction:
        """The proof with the state as a vector of any dimension."""
        self._try_on_vectors()
        return self._with(formal.vector_runs.vector_rounds(self.quantities, **self._options(), target=self._compared))

    def weights(self) -> Induction:
        """The proof with the state as an array of weights ≥ 0; an instance of ±1 says which of them are right."""
        situations = [Situation("", label, {"right": label, "wrong": -label}) for label in (1, -1)]
        sums = {block: sympy.Symbol(f"w({block})", real=True) for block in ("right", "wrong")}
        of_state = self.quantities(Row(sums=sums), None)
        for round in self.trace.rounds:
            blocks = ["right" if x == round.label else "wrong" for x in np.asarray(round.instance).tolist()]
            values = totals(round.before[self.name], blocks, sums)
            self._agrees(of_state, {sums[block]: values[block] for block in sums}, round)
        options = {key: value for key, value in self._options().items() if key != "means"}
        return self._with(
            formal.weight_runs.potential_rounds(self.quantities, situations, **options, size=self._size())
        )

    def version_space(self) -> Induction:
        """The proof with the state as the mask of the remaining hypotheses, in a class of any size."""
        if not isinstance(self.trace.case, FiniteClassGame):
            raise NotFormal(f"{type(self.trace.case).__name__} is not a game of games.finite_class()")
        if REALIZABLE not in self.claim.assuming:
            raise NotFormal("nothing says that some hypothesis is never ruled out: add games.REALIZABLE to assuming=")
        if self.claim.during is not None:
            raise NotFormal("during= measures a round, of which a version space tells nothing")
        (table,) = self.trace.case.arguments()
        self._try_on_masks(table)
        learner = self.claim.learner(table) if self.claim.learner is not None else None
        names = [name for name, value in vars(learner).items() if value is not None and np.array_equal(value, table)]
        if len(names) != 1:
            raise NotFormal(f"the class is not kept as an attribute, or several times ({', '.join(names) or 'none'})")
        return self._with(
            formal.version_space_runs.version_space_rounds(
                lambda alive: self.quantities(alive, None),
                realizable=REALIZABLE,
                counts={symbol: partial(self._grows, symbol) for symbol in self.counters},
                kind=self.kind,
                table=names[0],
                state=self.name,
                size=self._size(),
            )
        )

    def _try_on_masks(self, table: Array) -> None:
        """Check that the claim's functions agree on formal and on real masks."""
        blocks = ("target", "right", "wrong")
        counts = {block: sympy.Symbol(f"alive({block})", real=True) for block in blocks}
        of_state = self.quantities(Mask(counts), None)
        target = self.trace.facts.consistent
        for round in self.trace.rounds:
            lies = ["right" if value == round.label else "wrong" for value in table[:, round.instance].tolist()]
            lies[target] = "target"
            values = totals(round.before[self.name], lies, blocks)
            self._agrees(of_state, {counts[block]: values[block] for block in blocks}, round)

    def _size(self) -> sympy.Symbol | None:
        """The symbol of the bound that is the size of the state in this game, if there is one."""
        values = self.claim.measure(self.trace)
        sizes = (symbol for symbol in self.claim.bound.free_symbols if type(values.get(symbol)) is int)
        return next(
            (symbol for symbol in sizes if values[symbol] == self.size and symbol not in self.proof.start), None
        )

    def _compared(self, trace: Trace) -> ArrayLike:
        """The vector of the case that the claim uses; nothing if it uses none."""
        return getattr(trace.case, next(iter(self.asked))) if self.asked else ()

    def _try_on_vectors(self) -> None:
        """Find the vector of the case that the claim uses, and check its functions on formal against real vectors."""
        space = formal.vectors.Space.of("w*", "w", "x")
        best, w, x = map(space.vector, ("w*", "w", "x"))
        during = {label: self._limited(Happened(x, label, 1, w, w, best)) for label in (1, -1)}
        of_state = self.quantities(w, best)
        target = self._compared(self.trace) if self.asked else [0] * self.size
        for round in self.trace.rounds:
            vectors = {"w*": entries(target), "w": entries(round.before[self.name]), "x": entries(round.instance)}
            products = {
                product: inner(vectors[min(pair)], vectors[max(pair)]) for pair, product in space.products.items()
            }
            self._agrees({**of_state, **during[round.label]}, products, round)

    def _agrees(self, of_formal: Quantities, products: Mapping[sympy.Symbol, object], round: Round) -> None:
        """Raises NotFormal if the claim's functions differ between formal quantities and those of the round."""
        values = self.claim.measure(self.trace)
        real = dict(self.claim.state(round.before, values, self.trace))
        real |= {} if self.claim.during is None else self.claim.during(round, values, self.trace)
        put = {symbol: value_of(value) for symbol, value in products.items()}
        for symbol, value in of_formal.items():
            if value_of(value).subs(put) != value_of(real[symbol]):
                raise NotFormal(f"what the claim says of {symbol} is something else where it is run formally")

    def _options(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "counts": {symbol: partial(self._grows, symbol) for symbol in self.counters},
            "during": nothing if self.claim.during is None else self.during,
            "means": self.means,
            "state": self.name,
        }

    def _with(self, runs: Runs) -> Induction:
        """The proof with this code, without the steps that describe the cases, which the code does not have to show."""
        of_cases = {step for step, _ in self._of_cases()}

        def owed(transition: Transition) -> Transition:
            return replace(transition, steps=tuple(step for step in transition.steps if step not in of_cases))

        rounds = {name: owed(transition) for name, transition in self.proof.rounds.items()}
        own = own_run(replace(runs, arguments=1))
        return replace(self.proof, rounds=rounds, code=lambda: own)

    # ---- the claim's functions on formal rounds ----

    def quantities(self, state: object, target: object) -> Quantities:
        """The claim's quantities of a state."""
        return self.claim.state({self.name: state}, MEASURED, self._game(target))

    def during(self, round: Happened, *, whole: bool = True) -> Quantities:
        """The claim's quantities of a round."""
        if self.claim.during is None:
            return {}
        return self.claim.during(_round(round, self.name, whole=whole), MEASURED, self._game(round.target))

    def _limited(self, round: Happened) -> Quantities:
        """The claim's quantities of a round that do not depend on the learner."""
        try:
            return self.during(round, whole=False)
        except NotFormal:
            return {}

    def _of_cases(self) -> Iterator[tuple[Step, Boolean]]:
        """The steps that describe rounds whatever the learner does, and their relations."""
        own = set(self._of_any_round())
        moving = {quantity for symbol in self.proof.start for quantity in (symbol, Next(symbol))}
        for step in self.claim.steps:
            symbols = step.relation.free_symbols
            if step.when is always and symbols & own and not symbols & moving:
                yield step, step.relation

    def _of_any_round(self) -> Quantities:
        round = self.trace.rounds[0]
        x = np.asarray(round.instance)
        target = np.asarray(self._compared(self.trace), dtype=object)
        return self._limited(Happened(x, round.label, None, None, None, target))

    def means(self, round: Happened) -> Truths:
        """What the steps that describe the cases say, in the quantities of the round."""
        values = {symbol: value_of(value) for symbol, value in self._limited(round).items()}
        is_formal = isinstance(round.x, Formal)
        relations = {str(step): relation.xreplace(values) for step, relation in self._of_cases()}
        return {words: Truth(relation) if is_formal else relation for words, relation in relations.items()}

    def kind(self, round: Happened) -> str:
        """The kind of the round."""
        one = _round(round, self.name)
        kinds = [
            name
            for name, transition in self.proof.rounds.items()
            if transition.when is not None and transition.when(one)
        ]
        if len(kinds) != 1:
            raise NotFormal(f"a formal round is of {len(kinds)} kinds")
        return kinds[0]

    def _grows(self, symbol: sympy.Symbol, round: Happened) -> bool:
        return self._grows_in(symbol, self.kind(round))

    def _grows_in_kind(self, symbol: sympy.Symbol, kind: str) -> bool:
        """Whether the symbol counts the rounds of this kind."""
        by = sympy.expand(self.proof.rounds[kind].sets.get(symbol, symbol) - symbol)
        if by not in (0, 1):
            raise NotFormal(f"{symbol} does not count rounds, but grows by {by}")
        return bool(by == 1)

    def _game(self, target: object) -> Any:
        """What the claim may use of the game: the vector to compare with, where the formal rounds have one."""
        shown = {} if target is None else {"case": lambda: _Case(self, target)}
        return _Only("the game's", **shown)


def _kind(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} in {value.ndim} dimensions"
    return f"a {type(value).__name__}"
