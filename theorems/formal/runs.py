"""Run a learner's own constructor and round on formal quantities, to make a proof's `code`.

- `vector_rounds`: the state is a vector w of any dimension (the Perceptron and its relatives);
- `kernel_rounds`: the state is a tuple of examples whose images add up to w;
- `potential_rounds`: the state is an array w of weights, one per expert or variable;
- `version_space_rounds`: the state is a mask of what is still alive;
- `number_rounds`: the state is a few numbers.

Each takes functions that read the proof's quantities off the state. They are written once, and run both on the formal
state, before and after the round, and on what the real constructor makes. What is given and meant in a round is stated
by functions of the round (`Happened`), with comparisons of formal quantities as relations:

    given=lambda each: {"separable": each.label * (each.target @ each.x) >= 1}
"""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy

from learncheck.strategies.play.case import Trace
from learncheck.theorems.formal import games as formal_games
from learncheck.theorems.formal.games import (
    SCALED_ROUNDS,
    SCALES,
    SIZES,
    TOLD_SIZE,
    Forms,
    Played,
    Told,
    Went,
    close,
    entries,
    inner,
    totals,
)
from learncheck.theorems.formal.numbers import value_of
from learncheck.theorems.formal.quantities import (
    FormalRound,
    Mask,
    NotFormal,
    Point,
    Real,
    Row,
    Space,
    Table,
    Vector,
    run_round,
)
from learncheck.theorems.formal.round import (
    Counts,
    Granted,
    Happened,
    Quantities,
    Runs,
    Seen,
    Situation,
    Telling,
    Truths,
    counters,
    counts_alone,
    every_round,
    formal_constants,
    mistake_or_none,
    no_quantities,
    no_relations,
    nothing_granted,
    update_or_none,
)
from learncheck.theorems.formal.starts import faults
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Words, together
from learncheck.theorems.language.trusted import cauchy_schwarz

__all__ = [
    "DYADIC",
    "SIZES",
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

SMALL = 8
"""Up to this size arithmetic is exact, and games are long."""

DYADIC = (Fraction(1, 2), Fraction(349_525, 2**20), Fraction(1, 1024), Fraction(1, 4), Fraction(11, 2**14))
"""Steps and margins with which constructors are called: exact as floats, but not as decimals of a few digits. The
longest games, those of size 8, take the fourth, whose powers are short.
"""

Options = Mapping[sympy.Symbol, Sequence[Any]]


# ---- vectors ----

ANGLES = cauchy_schwarz(*(sympy.Symbol(name, real=True) for name in ("⟨u,v⟩", "‖u‖²", "‖v‖²")))
"""Formal vectors satisfy Cauchy–Schwarz, also in countermodels."""


def vector_rounds(
    quantities: Callable[[Any, Any], Quantities],
    *,
    given: Callable[[Happened], Granted] = nothing_granted,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    during: Callable[[Happened], Quantities] = no_quantities,
    make: Callable[..., Any] = lambda learner, d: learner(d),
    constants: Mapping[str, Any] | None = None,
    options: Options | None = None,
    state: str = "w",
    start: Callable[[int], Any] = lambda d: [0] * d,
    parameters: Callable[[Any, Any], Quantities] = lambda w, target: {},
    dimensions: Sequence[int] = SIZES,
    target: Callable[[Trace], Any] | None = None,
) -> Runs:
    """Rounds of a learner whose state is a vector, from any w, with any x and w*, in any dimension.

    quantities: of w and w*, as in `lambda w, target: {a: target @ w, b: w @ w}`.
    counts:     what each counter counts; a single symbol counts the mistakes.
    constants:  the other attributes, as symbols or formal numbers. `state` names the vector.
    options:    what `make` takes besides the size: symbols of the constants, each with numbers to call it with.
    start:      what the constructor must make in d dimensions, and `make` is how it is called. The quantities at the
                start are read off it with w* = w (both are 0 where w is), and `parameters` gives the values that the
                proof's symbols have there.
    target:     the w* of a played game; with it the whole description of a round is compared with real rounds.
    """
    telling = Telling(kind, given, means, counters(counts), during)

    def rounds(learner: type) -> Iterator[CodePath]:
        space = Space.of("w*", "w", "x")
        best, w, x = map(space.vector, ("w*", "w", "x"))
        for label in (1, -1):
            for ran in run_round(partial(small, learner), {state: w}, formal_constants(constants), x, label):
                after = ran.after[state]
                each = Happened(x, label, ran.prediction, w, after, ran.updated, best)
                known = together(space.squares, space.angles, _square(after))
                yield telling.path(ran, each, quantities(w, best), quantities(after, best), known, {})

    def starts(learner: type) -> Iterator[CodeStart]:
        for d in dimensions:
            values = _options(options, d)
            made = make(learner, d, *values.values())
            wrong = faults(made, learner, (state,), constants or {}, values)
            w, due = _exact(getattr(made, state)), _exact(start(d))
            same = w.shape == due.shape and bool((w == due).all())
            name = f"{learner.__name__} in {d} dimensions starts with {state} = {_shown(w)}"
            read = {**quantities(w, w), **dict.fromkeys(telling.counts, 0)}
            yield CodeStart(_but(name, wrong), parameters(due, due), read, same and not wrong)

    def played(trace: Trace) -> Iterator[Happened]:
        best = _exact(() if target is None else target(trace))
        for each in trace.rounds:
            w, after = _exact(each.before[state]), _exact(each.after[state])
            changed = bool((w != after).any())
            yield Happened(_exact(each.instance), each.label, each.prediction, w, after, changed, best)

    known = Seen(played, quantities, given, means, telling.counts, during)
    seen = counts_alone((state,), telling.counts, during) if target is None else known

    def games(learner: type) -> Played:
        space = Space.of("w*", "w", "x")
        best, w, x = map(space.vector, ("w*", "w", "x"))

        def told(ran: FormalRound, label: int) -> Told:
            each = Happened(x, label, ran.prediction, w, ran.after[state], ran.updated, best)
            return telling.told(each, quantities(w, best), quantities(each.after, best))

        forms = {
            label: Forms(
                run_round(partial(small, learner), {state: w}, formal_constants(constants), x, label),
                lambda after: after[state].parts,
                partial(told, label=label),
            )
            for label in (1, -1)
        }

        def game(d: int, draw: random.Random, scale: int | float = 1) -> Iterator[tuple[Forms, Went]]:
            values = _options(options, d)
            played = make(learner, d, *(map(float, values.values()) if scale != 1 else values.values()))
            best = draw.choices(range(-2, 3), k=d)
            while True:
                w, label = entries(getattr(played, state)), draw.choice((1, -1))
                x: list[Any] = [scale * each for each in draw.choices(range(-2, 3), k=d)]
                kind = float if isinstance(scale, float) else getattr(played, state).dtype  # large integers stay exact
                answer = played.predict(np.array(x, dtype=kind))
                try:
                    played.update(np.array(x, dtype=kind), label)
                except TypeError:
                    if isinstance(scale, float):  # an array of integers that is changed in place
                        return
                    raise
                after = entries(getattr(played, state))
                x = x if scale == 1 else list(map(Fraction, x))
                vectors = {"w*": best, "w": w, "x": x}
                pairs = itertools.combinations_with_replacement(vectors, 2)
                known = {f"⟨{u},{v}⟩": inner(vectors[u], vectors[v]) for u, v in pairs}
                agrees = partial(_combined, {"w": w, "x": x}, after, scaled=scale != 1)
                told = partial(_told, telling, quantities, vectors, label, answer, after)
                yield forms[label], Went({**known, **_named(values)}, answer, agrees, told)

        def every(d: int, draw: random.Random) -> Iterator[Iterator[tuple[Forms, Went]]]:
            yield game(d, draw)
            if d == TOLD_SIZE:
                yield from (itertools.islice(game(d, draw, scale), SCALED_ROUNDS) for scale in SCALES)

        return formal_games.play(learner, every)

    small = partial(_small, make, options)
    covers = "from any w, for any x and w*, in any dimension"
    return Runs(covers, rounds, starts, (ANGLES,), seen=seen, games=games, constants=constants or {})


def kernel_rounds(
    quantities: Callable[[Any, Any], Quantities],
    *,
    given: Callable[[Happened], Granted] = nothing_granted,
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
        whole = learner(_inner)
        wrong = faults(whole, learner, (state,), {kernel: _inner}, {})
        made = getattr(whole, state)
        space = Space.of("w*")
        w, target = _image(space, made), space.vector("w*")
        read = {symbol: value_of(value) for symbol, value in quantities(w, target).items()}
        name = _but(f"{learner.__name__} starts with {state} = {made!r}", wrong)
        yield CodeStart(name, {}, {**read, **dict.fromkeys(telling.counts, 0)}, not wrong)

    def games(learner: type) -> Played:
        """The kernel is u·v. A round depends only on the image w, so it agrees with one from w as a single example."""
        space = Space.of("w*", "w", "x")
        best, w, x = map(space.vector, ("w*", "w", "x"))
        one = ((w, Real(1)),)

        def told(ran: FormalRound, label: int) -> Told:
            after = _image(space, ran.after[state])
            each = Happened(x, label, ran.prediction, w, after, ran.updated, best)
            return telling.told(each, quantities(w, best), quantities(after, best))

        forms = {
            label: Forms(
                run_round(lambda: learner(_inner), {state: one}, {kernel: _inner}, x, label),
                lambda after: _image(space, after[state]).parts,
                partial(told, label=label),
            )
            for label in (1, -1)
        }

        def game(d: int, draw: random.Random) -> Iterator[tuple[Forms, Went]]:
            played, best = learner(_inner), draw.choices(range(-2, 3), k=d)
            while True:
                w, label = _features(getattr(played, state), d), draw.choice((1, -1))
                x = np.array(draw.choices(range(-2, 3), k=d))
                answer = played.predict(x.copy())
                played.update(x.copy(), label)
                vectors = {"w*": best, "w": entries(w), "x": entries(x)}
                pairs = itertools.combinations_with_replacement(vectors, 2)
                known = {f"⟨{u},{v}⟩": inner(vectors[u], vectors[v]) for u, v in pairs}
                after = entries(_features(getattr(played, state), d))
                agrees = partial(_combined, {"w": vectors["w"], "x": vectors["x"]}, after)
                yield (
                    forms[label],
                    Went(known, answer, agrees, partial(_told, telling, quantities, vectors, label, answer, after)),
                )

        return formal_games.play(learner, lambda d, draw: [game(d, draw)])

    most = ", ".join(map(str, lengths))
    seen = counts_alone((state,), telling.counts)
    return Runs(f"for any kernel, from states of {most} examples", rounds, starts, (ANGLES,), seen=seen, games=games)


def _told(
    telling: Telling, quantities: Callable[[Any, Any], Quantities], vectors: Mapping[str, Any], label: int, answer: Any,
    after: Any,
) -> Told:  # fmt: skip
    """The description of a real round: of the vectors w*, w and x, and of the next w."""
    target, w, x, becomes = map(_exact, (*vectors.values(), after))
    each = Happened(x, label, answer, w, becomes, bool((w != becomes).any()), target)
    return telling.told(each, quantities(w, target), quantities(becomes, target))


def _features(pairs: Any, d: int) -> Any:
    """w = Σ y_i x_i, the image if the kernel is u·v."""
    return sum((y * x for x, y in pairs), np.zeros(d, dtype=int))


def _square(after: Any) -> Words:
    """The statement that the vector after the round also has no negative square."""
    if not isinstance(after, Vector):
        raise NotFormal(f"the learner's vector becomes {after!r}, which is no formal vector")
    return {r"$\|w'\|^2 \ge 0$": sympy.Ge((after @ after).expression, 0)}


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
    given: Callable[[Happened], Granted] = nothing_granted,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    during: Callable[[Happened], Quantities] = no_quantities,
    make: Callable[..., Any] = lambda learner, n: learner(n),
    constants: Mapping[str, Any] | None = None,
    options: Options | None = None,
    state: str = "w",
    size: sympy.Symbol | None = None,
    sizes: Sequence[int] = SIZES,
) -> Runs:
    """Rounds of a learner whose state is an array of weights, from any weights ≥ 0, for any number of them.

    quantities: of the weights and the index that the proof tracks, as in `lambda w, best: {W: w.sum(), b: w[best]}`.
    situations: the possible instances on the blocks of indices; `experts` and `variables` make them.
    follows:    the block of size 1 that the proof tracks, if any.
    size:       the proof's symbol for the number of weights; `sizes` are those with which the constructor is run.
    Every path has to show that the weights stay ≥ 0.
    """
    telling = Telling(kind, given, means, counters(counts, situations), during)
    small = partial(_small, make, options)

    def run(learner: type, situation: Situation) -> tuple[Row, Row, list[FormalRound]]:
        w = Row(sums={block: sympy.Symbol(f"w({block})", real=True) for block in situation.values})
        x = Row(values=situation.values)
        return w, x, run_round(partial(small, learner), {state: w}, formal_constants(constants), x, situation.label)

    def rounds(learner: type) -> Iterator[CodePath]:
        for situation in situations:
            w, x, ran_so = run(learner, situation)
            for ran in ran_so:
                after = ran.after[state]
                each = Happened(x, situation.label, ran.prediction, w, after, ran.updated, None, situation)
                due = {"the weights stay ≥ 0": sympy.And(*_signs(after).values())}
                yield telling.path(ran, each, quantities(w, follows), quantities(after, follows), _signs(w), due)

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in sizes:
            values = _options(options, n)
            made = make(learner, n, *values.values())
            parameters = {} if size is None else {size: n}
            wrong = faults(made, learner, (state,), constants or {}, {**parameters, **values})
            w = _exact(getattr(made, state))
            legal = w.shape == (n,) and bool((w >= 0).all()) and not wrong
            for index in {value: index for index, value in enumerate(w.ravel().tolist())}.values():
                read = {**quantities(w, index), **dict.fromkeys(telling.counts, 0)}
                name = f"{learner.__name__} with {n} weights starts with {state} = {_shown(w)}"
                yield CodeStart(_but(name, wrong), parameters, read, legal)

    def games(learner: type) -> Played:
        forms = []
        for situation in situations:
            w, x, ran_so = run(learner, situation)

            def told(ran: FormalRound, w: Row = w, x: Row = x, situation: Situation = situation) -> Told:
                after = ran.after[state]
                each = Happened(x, situation.label, ran.prediction, w, after, ran.updated, None, situation)
                return telling.told(each, quantities(w, follows), quantities(after, follows), whole=False)

            forms.append(Forms(ran_so, lambda after: after[state].sums, told))

        def told_of(situation: Situation, x: Any, answer: Any, w: Any, after: Any, index: Any) -> Told:
            changed = bool((w != after).any())
            each = Happened(x, situation.label, answer, w, after, changed, None, situation)
            return telling.told(each, quantities(w, index), quantities(after, index), whole=False)

        def game(n: int, draw: random.Random) -> Iterator[tuple[Forms, Went]]:
            values = _options(options, n)
            played = make(learner, n, *values.values())
            others = {symbol: 1 for each in (constants or {}).values() for symbol in sympy.sympify(each).free_symbols}
            known = _named({**others, **values} if size is None else {**others, size: n, **values})
            while True:
                number = draw.randrange(len(situations))
                situation = situations[number]
                blocks, x = _instance(situation, n, follows, draw)
                weights = _exact(getattr(played, state))
                w = totals(getattr(played, state), blocks, situation.values)
                predicts = hasattr(played, "predict")
                answer = (
                    played.predict(x.copy()) if predicts else totals(played.probabilities(), blocks, situation.values)
                )
                played.update(x.copy(), situation.label)
                after = totals(getattr(played, state), blocks, situation.values)
                before = {f"w({block})": value for block, value in w.items()}
                agrees = after.__eq__ if not values or n <= SMALL else partial(close, after)
                index = None if follows is None else blocks.index(follows)
                told = partial(told_of, situation, x, answer, weights, _exact(getattr(played, state)), index)
                yield forms[number], Went({**known, **before}, answer, agrees, told)

        return formal_games.play(learner, lambda n, draw: [game(n, draw)])

    seen = counts_alone((state,), counters(counts), during)
    covers = "from any weights ≥ 0, for any number of them"
    return Runs(covers, rounds, starts, seen=seen, games=games, constants=constants or {})


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
    """Variables that are on or off, and one relevant variable. On negative examples the relevant one is off, as for a
    disjunction; with `negative_on` it may be on there too. The symbols `on` count the rounds in which it is on.
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
    realizable: Premise,
    situations: Sequence[Situation] | None = None,
    target: str = "target",
    given: Callable[[Happened], Granted] = nothing_granted,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    table: str | None = "hypotheses",
    state: str = "alive",
    size: sympy.Symbol | None = None,
    sizes: Sequence[int] = SIZES,
) -> Runs:
    """Rounds of a learner whose state is the mask of what is alive: hypotheses of a `table`, experts, or variables.

    quantities: of the mask, as in `lambda alive: {V: alive.sum()}`.
    situations: the possible instances on the blocks; by default those alive are the target, which is right, others
                that are right and others that are wrong, in any numbers.
    realizable: the claim's hypothesis that the target is never ruled out; the round has to show that it stays.
    table:      the attribute with the predictions of the hypotheses; None if the instance itself is the row.
    """
    telling = Telling(kind, given, means, counters(counts, situations or ()), no_quantities)

    def real(learner: type, n: int) -> Any:
        return learner(n) if table is None else learner(binary(n))

    every = situations or [Situation("", label, {"right": label, "wrong": -label, target: label}) for label in (1, -1)]

    def run(learner: type, situation: Situation) -> tuple[Any, Mask, list[FormalRound]]:
        alive = Mask({block: sympy.Symbol(f"alive({block})", real=True) for block in situation.values})
        point = Point()
        x = point if table is not None else Row(values=situation.values)
        constants = {} if table is None else {table: Table(point, situation.values)}
        small = partial(real, learner, FORMAL_SIZE)
        return x, alive, run_round(small, {state: alive}, constants, x, situation.label)

    def rounds(learner: type) -> Iterator[CodePath]:
        for situation in every:
            label = situation.label
            x, alive, ran_so = run(learner, situation)
            for ran in ran_so:
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
            made = real(learner, n)
            wrong = faults(made, learner, (state,), {} if table is None else {table: binary(n)}, {})
            alive = np.asarray(getattr(made, state))
            name = f"{learner.__name__} of {n} starts with {int(alive.sum())} of {alive.size} alive"
            read = {**quantities(alive), **dict.fromkeys(telling.counts, 0)}
            whole = alive.shape == (n,) and alive.dtype == bool and bool(alive.all())
            yield CodeStart(_but(name, wrong), {} if size is None else {size: n}, read, whole and not wrong)

    def played(trace: Trace) -> Iterator[Happened]:
        for each in trace.rounds:
            alive, after = np.asarray(each.before[state]), np.asarray(each.after[state])
            changed = bool((alive != after).any())
            yield Happened(each.instance, each.label, each.prediction, alive, after, changed)

    seen = Seen(played, lambda alive, _: quantities(alive), given, means, counters(counts))

    def games(learner: type) -> Played:
        forms = []
        for situation in every:
            x, alive, ran_so = run(learner, situation)

            def told(ran: FormalRound, x: Any = x, alive: Mask = alive, situation: Situation = situation) -> Told:
                after = ran.after[state]
                each = Happened(x, situation.label, ran.prediction, alive, after, ran.updated, None, situation)
                return telling.told(each, quantities(alive), quantities(after), whole=False)

            forms.append(Forms(ran_so, lambda after: after[state].counts, told))

        def told_of(situation: Situation, x: Any, answer: Any, alive: Any, after: Any) -> Told:
            changed = bool((alive != after).any())
            each = Happened(x, situation.label, answer, alive, after, changed, None, situation)
            return telling.told(each, quantities(alive), quantities(after), whole=False)

        def game(n: int, draw: random.Random) -> Iterator[tuple[Forms, Went]]:
            hypotheses, anybody = binary(n), draw.randrange(n)
            played = real(learner, n)
            while True:
                if table is not None:
                    column = x = draw.randrange(hypotheses.shape[1])
                    row = hypotheses[:, column].tolist()
                    number = next(i for i, each in enumerate(every) if each.values[target] == row[anybody])
                    others = {value: block for block, value in every[number].values.items() if block != target}
                    blocks = [others[value] for value in row]
                    blocks[anybody] = target
                else:
                    number = draw.randrange(len(every))
                    blocks, x = _instance(every[number], n, target, draw)
                alive = np.asarray(getattr(played, state)).copy()
                known = {
                    f"alive({block})": value for block, value in totals(alive, blocks, every[number].values).items()
                }
                first = blocks[int(alive.argmax())]
                known |= {f"the first index lies in {block!r}": int(block == first) for block in every[number].values}
                answer = played.predict(x)
                played.update(x, every[number].label)
                left = np.asarray(getattr(played, state)).copy()
                after = totals(left, blocks, every[number].values)
                told = partial(told_of, every[number], x, answer, alive, left)
                yield forms[number], Went(known, answer, after.__eq__, told)

        return formal_games.play(learner, lambda n, draw: [game(n, draw) for _ in range(3 if n == SMALL else 1)])

    return Runs("from any version space, for any size of the class", rounds, starts, seen=seen, games=games)


def binary(n: int) -> Any:
    """A class of n hypotheses, labelled by the binary digits of their indices."""
    digits = np.arange(max(1, (n - 1).bit_length()))
    return 2 * (np.arange(n)[:, None] >> digits & 1) - 1


# ---- numbers ----


def number_rounds(
    quantities: Callable[[Any], Quantities],
    state: Mapping[str, Any],
    instance: Any,
    *,
    given: Callable[[Happened], Granted] = nothing_granted,
    means: Callable[[Happened], Truths] = no_relations,
    counts: Counts | sympy.Symbol | None = None,
    kind: Callable[[Happened], str] = mistake_or_none,
    constants: Mapping[str, Any] | None = None,
    size: sympy.Symbol | None = None,
    sizes: Sequence[int] = SIZES,
) -> Runs:
    """Rounds of a learner whose state is a few numbers: attributes by name, each with a symbol.

    quantities: of the state by name, as in `lambda s: {V: (s["r"] - s["l"]) / 2 + 1}`.
    """
    telling = Telling(kind, given, means, counters(counts), no_quantities)

    before = {name: Real(symbol) for name, symbol in state.items()}

    def run(learner: type, label: int) -> list[FormalRound]:
        return run_round(lambda: learner(FORMAL_SIZE), before, formal_constants(constants), Real(instance), label)

    def rounds(learner: type) -> Iterator[CodePath]:
        for label in (1, -1):
            for ran in run(learner, label):
                each = Happened(Real(instance), label, ran.prediction, before, ran.after, ran.updated)
                yield telling.path(ran, each, quantities(before), quantities(ran.after), {}, {})

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in sizes:
            made = learner(n)
            parameters = {} if size is None else {size: n}
            wrong = faults(made, learner, state, constants or {}, parameters)
            values = {name: Fraction(getattr(made, name)) for name in state}
            told = ", ".join(f"{name} = {value}" for name, value in values.items())
            read = {**quantities(values), **dict.fromkeys(telling.counts, 0)}
            yield CodeStart(_but(f"{learner.__name__} of {n} starts with {told}", wrong), parameters, read, not wrong)

    def games(learner: type) -> Played:
        def told(ran: FormalRound, label: int) -> Told:
            each = Happened(Real(instance), label, ran.prediction, before, ran.after, ran.updated)
            return telling.told(each, quantities(before), quantities(ran.after), whole=False)

        def told_of(x: int, label: int, answer: Any, numbers: Mapping[str, Any], after: Mapping[str, Any]) -> Told:
            one, other = ({name: Fraction(value) for name, value in each.items()} for each in (numbers, after))
            each = Happened(x, label, answer, one, other, one != other)
            return telling.told(each, quantities(one), quantities(other), whole=False)

        forms = {
            label: Forms(run(learner, label), lambda after: after, partial(told, label=label)) for label in (1, -1)
        }

        def game(n: int, draw: random.Random) -> Iterator[tuple[Forms, Went]]:
            played = learner(n)
            known = {} if size is None else {size.name: n}
            while True:
                x, label = draw.randint(0, n), draw.choice((1, -1))
                numbers = {name: getattr(played, name) for name in state}
                answer = played.predict(x)
                played.update(x, label)
                after = {name: getattr(played, name) for name in state}
                values = {**known, **{state[name].name: each for name, each in numbers.items()}, instance.name: x}
                yield (
                    forms[label],
                    Went(values, answer, after.__eq__, partial(told_of, x, label, answer, numbers, after)),
                )

        return formal_games.play(learner, lambda n, draw: [game(n, draw) for _ in range(3 if n == SMALL else 1)])

    seen = counts_alone(state, telling.counts)
    return Runs("from any such numbers", rounds, starts, seen=seen, games=games, constants=constants or {})


# ---- shared ----


def _signs(w: Row) -> Words:
    return {f"w({block}) ≥ 0": sympy.Ge(each, 0) for block, each in (w.sums or {}).items()}


def _numbers(alive: Mask) -> Words:
    return {f"alive({block}) ≥ 0": sympy.Ge(each, 0) for block, each in alive.counts.items()}


def _options(options: Options | None, size: int) -> dict[sympy.Symbol, Any]:
    """One value for each symbol, depending on the size. Large sizes get floats, for speed."""
    chosen = {symbol: values[size % len(values)] for symbol, values in (options or {}).items()}
    return {symbol: float(value) if size > SMALL else value for symbol, value in chosen.items()}


def _small(make: Callable[..., Any], options: Options | None, learner: type) -> Any:
    """The object whose attributes a formal round replaces."""
    return make(learner, FORMAL_SIZE, *_options(options, FORMAL_SIZE).values())


def _named(values: Mapping[sympy.Symbol, Any]) -> dict[str, Any]:
    return {symbol.name: value for symbol, value in values.items()}


def _instance(situation: Situation, size: int, alone: str | None, draw: random.Random) -> tuple[list[str], Any]:
    """Blocks for all indices, and the instance: one index is in the block `alone`, all others are drawn."""
    others = [block for block in situation.values if block != alone]
    blocks = draw.choices(others, k=size)
    if alone is not None:
        blocks[draw.randrange(size)] = alone
    return blocks, np.array([situation.values[block] for block in blocks])


def _combined(
    named: Mapping[str, Sequence[Any]], real: Sequence[Any], parts: Mapping[str, Any], *, scaled: bool = False
) -> bool | None:
    """Whether this is the combination of the named vectors; None if they are scaled and the result is rounded."""
    whole = [0] * len(real)
    for name, part in parts.items():
        factor = part.numerator if part.denominator == 1 else part
        whole = [each + factor * value for each, value in zip(whole, named[name], strict=True)]
    return None if scaled and not all(map(_is_float, whole)) else whole == list(real)


def _is_float(number: Any) -> bool:
    """Whether the number is exactly representable as a float."""
    try:
        return bool(Fraction(float(number)) == number)
    except OverflowError:
        return False


def _but(name: str, wrong: Sequence[str]) -> str:
    return f"{name}; {'; '.join(wrong)}" if wrong else name


def _exact(values: Any) -> Any:
    """An array of the exact numbers, as fractions."""
    flat = np.asarray(values)
    exact = np.empty(flat.shape, dtype=object)
    exact.ravel()[:] = entries(flat)
    return exact


def _shown(values: Any) -> str:
    distinct = sorted(set(values.ravel().tolist()))
    return f"({', '.join(map(str, distinct))}, …)" if len(distinct) > 1 else f"all {distinct[0]}"
