"""Runs of a learner's own constructor and round on formal quantities: what a proof's `code` is made by.

- `vector_rounds`: the state is a vector w of any dimension (the Perceptron and its relatives);
- `kernel_rounds`: the state is a tuple of examples whose images add up to w;
- `potential_rounds`: the state is an array w of weights, one an expert or a variable;
- `version_space_rounds`: the state is a mask of what is still alive;
- `number_rounds`: the state is a few numbers.

Each takes functions that read the proof's quantities off the state. They are written once and run both on the formal
state, before and after the round, and on what the real constructor makes. What is given and meant of a round is told by
functions of the round (`Happened`), with comparisons of formal quantities as relations:

    given=lambda each: {"separable": each.label * (each.target @ each.x) >= 1}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from learncheck.strategies.case import Trace
from learncheck.theorems.formal import Mask, NotFormal, Point, Real, Row, Space, Table, Vector, run_round
from learncheck.theorems.formal_numbers import value_of
from learncheck.theorems.formal_round import (
    Counts,
    Happened,
    Quantities,
    Runs,
    Seen,
    Situation,
    Telling,
    Truths,
    counters,
    every_round,
    formal_constants,
    mistake_or_none,
    no_quantities,
    no_relations,
    update_or_none,
)
from learncheck.theorems.proof import CodePath, CodeStart, Words, together
from learncheck.theorems.trusted import cauchy_schwarz

__all__ = [
    "Happened",
    "Runs",
    "Situation",
    "every_round",
    "experts",
    "kernel_rounds",
    "mistake_or_none",
    "number_rounds",
    "potential_rounds",
    "update_or_none",
    "variables",
    "vector_rounds",
    "version_space_rounds",
]

FORMAL_SIZE = 3
"""The size with which the constructor is called in a formal round; its attributes are replaced."""


# ---- vectors ----

ANGLES = cauchy_schwarz(*(sympy.Symbol(name, real=True) for name in ("⟨u,v⟩", "‖u‖²", "‖v‖²")))
"""Formal vectors have the angles that vectors can have, also in countermodels."""


def vector_rounds(
    quantities: Callable[[Any, Any], Quantities],
    *,
    given: Callable[[Happened], Truths] = no_relations,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    during: Callable[[Happened], Quantities] = no_quantities,
    make: Callable[[type, int], Any] = lambda learner, d: learner(d),
    constants: Mapping[str, Any] | None = None,
    state: str = "w",
    start: Callable[[int], Any] = lambda d: [0] * d,
    parameters: Callable[[Any, Any], Quantities] = lambda w, target: {},
    dimensions: Iterable[int] = range(1, 9),
    target: Callable[[Trace], Any] | None = None,
) -> Runs:
    """Rounds of a learner whose state is a vector, from any w, with any x and w*, in any dimension.

    quantities: of w and w*, as in `lambda w, target: {a: target @ w, b: w @ w}`.
    counts:     what each counter counts; a single symbol counts the mistakes.
    constants:  the other attributes, as symbols or formal numbers. `state` names the vector.
    start:      what the constructor must make in d dimensions, and `make` how it is called. Where it makes it, the
                quantities at the start are read off with w* = w (both are 0 where w is), and `parameters` gives the
                values that the proof's symbols have there.
    target:     the w* of a played game; with it all that is told of a round is compared with real rounds.
    """
    telling = Telling(kind, given, means, counters(counts), during)

    def rounds(learner: type) -> Iterator[CodePath]:
        space = Space.of("w*", "w", "x")
        best, w, x = map(space.vector, ("w*", "w", "x"))
        for label in (1, -1):
            for ran in run_round(lambda: make(learner, FORMAL_SIZE), {state: w}, formal_constants(constants), x, label):
                after = ran.after[state]
                each = Happened(x, label, ran.prediction, w, after, ran.updated, best)
                known = together(space.squares, space.angles, _square(after))
                yield telling.path(ran, each, quantities(w, best), quantities(after, best), known, {})

    def starts(learner: type) -> Iterator[CodeStart]:
        for d in dimensions:
            w, due = _exact(getattr(make(learner, d), state)), _exact(start(d))
            same = w.shape == due.shape and bool((w == due).all())
            name = f"{learner.__name__} in {d} dimensions starts with {state} = {_shown(w)}"
            read = {**quantities(w, w), **dict.fromkeys(telling.counts, 0)}
            yield CodeStart(name, parameters(due, due), read, same)

    def played(trace: Trace) -> Iterator[Happened]:
        best = _exact(() if target is None else target(trace))
        for each in trace.rounds:
            w, after = _exact(each.before[state]), _exact(each.after[state])
            changed = bool((w != after).any())
            yield Happened(_exact(each.instance), each.label, each.prediction, w, after, changed, best)

    seen = None if target is None else Seen(played, quantities, given, means, telling.counts)
    return Runs("from any w, for any x and w*, in any dimension", rounds, starts, (ANGLES,), seen)


def kernel_rounds(
    quantities: Callable[[Any, Any], Quantities],
    *,
    given: Callable[[Happened], Truths] = no_relations,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    state: str = "mistakes",
    kernel: str = "kernel",
    lengths: Sequence[int] = (0, 1, 2, 3),
) -> Runs:
    """Rounds of a kernel learner, whose state is a tuple of pairs (x_i, y_i), with w = Σ y_i φ(x_i).

    The kernel is any inner product of feature vectors. The tuple has each of the given lengths.
    """
    telling = Telling(kind, given, means, counters(counts), no_quantities)

    def rounds(learner: type) -> Iterator[CodePath]:
        for length in lengths:
            names = [f"φ{i}" for i in range(1, length + 1)]
            space = Space.of("w*", "φ(x)", *names)
            target, x = space.vector("w*"), space.vector("φ(x)")
            labels = [Real(sympy.Symbol(f"y{i}", real=True)) for i in range(1, length + 1)]
            pairs = tuple(zip(map(space.vector, names), labels, strict=True))
            signs = {f"y{i} = ±1": sympy.Eq(y.expression**2, 1) for i, y in enumerate(labels, start=1)}
            for label in (1, -1):
                for ran in run_round(lambda: learner(_inner), {state: pairs}, {kernel: _inner}, x, label):
                    before, after = _image(space, pairs), _image(space, ran.after[state])
                    each = Happened(x, label, ran.prediction, before, after, ran.updated, target)
                    known = together(space.squares, space.angles, signs, _square(after))
                    yield telling.path(ran, each, quantities(before, target), quantities(after, target), known, {})

    def starts(learner: type) -> Iterator[CodeStart]:
        made = getattr(learner(_inner), state)
        space = Space.of("w*")
        w, target = _image(space, made), space.vector("w*")
        read = {symbol: value_of(value) for symbol, value in quantities(w, target).items()}
        yield CodeStart(
            f"{learner.__name__} starts with {state} = {made!r}", {}, {**read, **dict.fromkeys(telling.counts, 0)}
        )

    most = ", ".join(map(str, lengths))
    return Runs(f"for any kernel, from states of {most} examples", rounds, starts, (ANGLES,))


def _square(after: Any) -> Words:
    """That the vector after the round, too, has no negative square."""
    if not isinstance(after, Vector):
        raise NotFormal(f"the learner's vector becomes {after!r}, which is no formal vector")
    return {"‖w′‖² ≥ 0": sympy.Ge((after @ after).expression, 0)}


def _inner(u: Any, v: Any) -> Any:
    return u @ v


def _image(space: Space, pairs: Any) -> Vector:
    """w = Σ y_i φ(x_i)."""
    return sum((y * x for x, y in pairs), space.zero)


# ---- potentials ----


def potential_rounds(
    quantities: Callable[[Any, Any], Quantities],
    situations: Sequence[Situation],
    *,
    follows: str | None = None,
    given: Callable[[Happened], Truths] = no_relations,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    during: Callable[[Happened], Quantities] = no_quantities,
    make: Callable[[type, int], Any] = lambda learner, n: learner(n),
    constants: Mapping[str, Any] | None = None,
    state: str = "w",
    size: sympy.Symbol | None = None,
    sizes: Iterable[int] = range(1, 65),
) -> Runs:
    """Rounds of a learner whose state is an array of weights, from any weights ≥ 0, for any number of them.

    quantities: of the weights and the index that the proof follows, as in `lambda w, best: {W: w.sum(), b: w[best]}`.
    situations: how the instance can be on the blocks of indices; `experts` and `variables` make them.
    follows:    the block of size 1 that the proof follows, if it does.
    size:       the proof's symbol for the number of weights; `sizes` are those with which the constructor is run.
    Every path owes that the weights stay ≥ 0.
    """
    telling = Telling(kind, given, means, counters(counts, situations), during)

    def rounds(learner: type) -> Iterator[CodePath]:
        for situation in situations:
            w = Row(sums={block: sympy.Symbol(f"w({block})", real=True) for block in situation.values})
            x = Row(values=situation.values)
            for ran in run_round(
                lambda: make(learner, FORMAL_SIZE), {state: w}, formal_constants(constants), x, situation.label
            ):
                after = ran.after[state]
                each = Happened(x, situation.label, ran.prediction, w, after, ran.updated, None, situation)
                due = {"the weights stay ≥ 0": sympy.And(*_signs(after).values())}
                yield telling.path(ran, each, quantities(w, follows), quantities(after, follows), _signs(w), due)

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in sizes:
            w = _exact(getattr(make(learner, n), state))
            legal = w.shape == (n,) and bool((w >= 0).all())
            for index in {value: index for index, value in enumerate(w.ravel().tolist())}.values():
                read = {**quantities(w, index), **dict.fromkeys(telling.counts, 0)}
                name = f"{learner.__name__} with {n} weights starts with {state} = {_shown(w)}"
                yield CodeStart(name, {} if size is None else {size: n}, read, legal)

    return Runs("from any weights ≥ 0, for any number of them", rounds, starts)


def experts(errs: tuple[sympy.Symbol, ...] = (), *, block: str = "best") -> list[Situation]:
    """Experts who are right, experts who are wrong, and the best one, whose mistakes the symbols `errs` count."""
    return [
        Situation(
            f"the {block} expert {'errs' if wrong else 'is right'}",
            label,
            {"right": label, "wrong": -label, block: -label if wrong else label},
            errs if wrong else (),
        )
        for label in (1, -1)
        for wrong in (True, False)
    ]


def variables(
    *, block: str = "relevant", on: tuple[sympy.Symbol, ...] = (), negative_on: bool = False
) -> list[Situation]:
    """Variables that are on or off, and one relevant variable. On negative examples it is off, as a disjunction has it;
    with `negative_on` it may be on there too. The symbols `on` count the rounds in which it is on.
    """
    return [
        Situation(
            f"the {block} variable is {'on' if value else 'off'}, {'positive' if label == 1 else 'negative'}",
            label,
            {"on": 1, "off": 0, block: value},
            on if value else (),
        )
        for label in (1, -1)
        for value in (1, 0)
        if label == 1 or value == 0 or negative_on
    ]


# ---- version spaces ----


def version_space_rounds(
    quantities: Callable[[Any], Quantities],
    *,
    realizable: str,
    situations: Sequence[Situation] | None = None,
    target: str = "target",
    given: Callable[[Happened], Truths] = no_relations,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    table: str | None = "hypotheses",
    state: str = "alive",
    make: Callable[[type, int], Any] | None = None,
    size: sympy.Symbol | None = None,
    sizes: Iterable[int] = range(1, 65),
) -> Runs:
    """Rounds of a learner whose state is the mask of what is alive: hypotheses of a `table`, experts, or variables.

    quantities: of the mask, as in `lambda alive: {V: alive.sum()}`.
    situations: how the instance can be on the blocks; by default those alive are the target, which is right, others
                that are right and others that are wrong, in any numbers.
    realizable: the name of the claim's hypothesis that the target is never ruled out; the round owes that it stays.
    table:      the attribute with the predictions of the hypotheses; None where the instance itself is the row.
    """
    telling = Telling(kind, given, means, counters(counts, situations or ()), no_quantities)
    real = make or (_with_table if table is not None else lambda learner, n: learner(n))
    every = situations or [Situation("", label, {"right": label, "wrong": -label, target: label}) for label in (1, -1)]

    def rounds(learner: type) -> Iterator[CodePath]:
        for situation in every:
            values, label = situation.values, situation.label
            alive = Mask({block: sympy.Symbol(f"alive({block})", real=True) for block in values})
            point = Point()
            x = point if table is not None else Row(values=values)
            constants = {} if table is None else {table: Table(point, values)}
            for ran in run_round(lambda: real(learner, FORMAL_SIZE), {state: alive}, constants, x, label):
                after = ran.after[state]
                if not isinstance(after, Mask):
                    raise NotFormal(f"{learner.__name__}.update leaves {state} = {after!r}, which is no mask")
                each = Happened(x, label, ran.prediction, alive, after, ran.updated, None, situation)
                due = {
                    "what is left is counted by numbers ≥ 0": sympy.And(*_numbers(after).values()),
                    "the target stays alive": sympy.Eq(after.counts[target], alive.counts[target]),
                }
                path = telling.path(ran, each, quantities(alive), quantities(after), _numbers(alive), due)
                alone = sympy.Eq(alive.counts[target], 1)
                yield replace(
                    path, given={**path.given, realizable: sympy.And(path.given.get(realizable, True), alone)}
                )

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in sizes:
            alive = np.asarray(getattr(real(learner, n), state))
            name = f"{learner.__name__} of {n} starts with {int(alive.sum())} of {alive.size} alive"
            read = {**quantities(alive), **dict.fromkeys(telling.counts, 0)}
            yield CodeStart(name, {} if size is None else {size: n}, read, alive.shape == (n,) and bool(alive.all()))

    def played(trace: Trace) -> Iterator[Happened]:
        for each in trace.rounds:
            alive, after = np.asarray(each.before[state]), np.asarray(each.after[state])
            changed = bool((alive != after).any())
            yield Happened(each.instance, each.label, each.prediction, alive, after, changed)

    seen = Seen(played, lambda alive, _: quantities(alive), given, means, telling.counts)
    return Runs("from any version space, for any size of the class", rounds, starts, seen=seen)


def _with_table(learner: type, n: int) -> Any:
    """The learner of the class of n hypotheses on n instances of which each says + on one alone."""
    return learner(2 * np.eye(n, dtype=int) - 1)


# ---- numbers ----


def number_rounds(
    quantities: Callable[[Any], Quantities],
    state: Mapping[str, Any],
    instance: Any,
    *,
    given: Callable[[Happened], Truths] = no_relations,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    make: Callable[[type, int], Any] = lambda learner, n: learner(n),
    constants: Mapping[str, Any] | None = None,
    size: sympy.Symbol | None = None,
    sizes: Iterable[int] = range(1, 65),
) -> Runs:
    """Rounds of a learner whose state is a few numbers: attributes by name, each with a symbol.

    quantities: of the state by name, as in `lambda s: {V: (s["r"] - s["l"]) / 2 + 1}`.
    """
    telling = Telling(kind, given, means, counters(counts), no_quantities)

    def rounds(learner: type) -> Iterator[CodePath]:
        before = {name: Real(symbol) for name, symbol in state.items()}
        for label in (1, -1):
            for ran in run_round(
                lambda: make(learner, FORMAL_SIZE), before, formal_constants(constants), Real(instance), label
            ):
                each = Happened(Real(instance), label, ran.prediction, before, ran.after, ran.updated)
                yield telling.path(ran, each, quantities(before), quantities(ran.after), {}, {})

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in sizes:
            made = make(learner, n)
            values = {name: Fraction(getattr(made, name)) for name in state}
            told = ", ".join(f"{name} = {value}" for name, value in values.items())
            read = {**quantities(values), **dict.fromkeys(telling.counts, 0)}
            yield CodeStart(f"{learner.__name__} of {n} starts with {told}", {} if size is None else {size: n}, read)

    return Runs("from any such numbers", rounds, starts)


# ---- shared ----


def _signs(w: Row) -> Words:
    return {f"w({block}) ≥ 0": sympy.Ge(each, 0) for block, each in (w.sums or {}).items()}


def _numbers(alive: Mask) -> Words:
    return {f"alive({block}) ≥ 0": sympy.Ge(each, 0) for block, each in alive.counts.items()}


def _exact(values: Any) -> Any:
    """An array of the numbers as they are, in fractions."""
    flat = np.asarray(values)
    exact = np.empty(flat.shape, dtype=object)
    exact.ravel()[:] = [Fraction(v) for v in flat.ravel().tolist()]
    return exact


def _shown(values: Any) -> str:
    distinct = sorted(set(values.ravel().tolist()))
    return f"({', '.join(map(str, distinct))}, …)" if len(distinct) > 1 else f"all {distinct[0]}"
