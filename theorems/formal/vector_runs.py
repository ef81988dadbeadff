"""Formal rounds of learners whose state is a vector, or a tuple of examples that stands for one."""

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import matmul
from typing import Any, Unpack

import numpy as np
import sympy
from numpy.typing import ArrayLike

from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Make, Round, Trace
from learncheck.theorems.formal import games as formal_games
from learncheck.theorems.formal.constructed import ExactArrays, Options, by_name, exact_array, faults, options_at, shown
from learncheck.theorems.formal.games import (
    DESCRIBED_SIZE,
    SCALED_ROUNDS,
    SCALES,
    SIZES,
    Comparisons,
    Forms,
    Plain,
    RealGame,
    RealRound,
    Values,
    entries,
    inner,
)
from learncheck.theorems.formal.numbers import NotFormal, Real
from learncheck.theorems.formal.quantities import run_round
from learncheck.theorems.formal.round import (
    Happened,
    OfState,
    PlayedRounds,
    Runs,
    Says,
    Telling,
    counts_alone,
    formal_constants,
    own_run,
)
from learncheck.theorems.formal.vectors import Space, Vector
from learncheck.theorems.language.proof import CodePath, CodeStart, Words, together
from learncheck.theorems.language.trusted import cauchy_schwarz

ANGLES = cauchy_schwarz(*(sympy.Symbol(name, real=True) for name in ("⟨u,v⟩", "‖u‖²", "‖v‖²")))
"""Formal vectors satisfy Cauchy–Schwarz, also in countermodels."""


@dataclass(frozen=True)
class Kept:
    """How a learner keeps its vector w: here as it is.

    covers: the cases that the runs cover, in words.
    of:     what stands for w. vector: the w of such a state, formal or real; it is zero where there is nothing.
    """

    covers: str = "from any w, for any x and w*, in any dimension"
    of: Callable[[Vector], object] = lambda w: w
    vector: Callable[[Any, Any], Any] = lambda state, zero: state


def vector_rounds(
    quantities: OfState,
    *,
    make: Make = lambda learner, d: learner(d),
    constants: Mapping[str, object] | None = None,
    options: Options | None = None,
    state: str = "w",
    start: Callable[[int], Sequence[int]] = lambda d: [0] * d,
    parameters: OfState = lambda w, target: {},
    target: Callable[[Trace], ArrayLike] | None = None,
    kept: Kept = Kept(),
    **says: Unpack[Says],
) -> Runs:
    """Rounds of a learner whose state is a vector, from any w, with any x and w*, in any dimension.

    quantities: of w and w*, as in `lambda w, target: {a: target @ w, b: w @ w}`.
    constants:  the other attributes, as symbols or formal numbers. `state` names the vector.
    options:    what `make` takes besides the size: symbols of the constants, each with numbers to call it with.
    start:      what the constructor must make in d dimensions, and `make` is how it is called. The quantities at the
                start are read off it with w* = w (both are 0 where w is), and `parameters` gives the values that the
                proof's symbols have there.
    target:     the w* of a played game; with it the whole description of a round is compared with real rounds.
    """
    telling = Telling.of(quantities, says)
    space = Space.of("w*", "w", "x")

    def run(learner: type, label: int) -> Iterator[Happened]:
        best, w, x = map(space.vector, ("w*", "w", "x"))
        for ran in run_round(learner, {state: kept.of(w)}, formal_constants(constants), x, label):
            after = kept.vector(ran.after[state], space.zero)
            yield Happened(x, label, ran.prediction, w, after, best, None, ran.comparisons, ran.owed)

    def read(learner: object, shape: int | tuple[int, ...]) -> Array:
        w: Array = kept.vector(getattr(learner, state), np.zeros(shape, dtype=int))
        return w

    def rounds(learner: type) -> Iterator[CodePath]:
        for round in itertools.chain.from_iterable(map(partial(run, learner), (1, -1))):
            yield telling.path(round, together(space.squares, space.angles, _square(round.after)), {})

    def starts(learner: type) -> Iterator[CodeStart]:
        for d in SIZES:
            values = options_at(options, d)
            constructed = make(learner, d, *values.values())
            wrong = faults(constructed, (state,), constants or {}, values)
            w, due = exact_array(read(constructed, d)), exact_array(start(d))
            same = w.shape == due.shape and bool((w == due).all())
            name = f"{learner.__name__} in {d} dimensions starts with {state} = {shown(w)}"
            yield telling.start(name, wrong, parameters(due, due), quantities(w, w), same)

    def played(trace: Trace) -> Iterator[Happened]:
        best, exact = exact_array(() if target is None else target(trace)), ExactArrays()
        for round in trace.rounds:
            x, w, after = map(exact.of, (round.instance, round.before[state], round.after[state]))
            yield Happened(x, round.label, round.prediction, w, after, best)

    seen = counts_alone((state,), says) if target is None else PlayedRounds(played, telling)

    def games(learner: type) -> Comparisons:
        forms = {label: Forms(run(learner, label), lambda after: after.parts, telling.describe) for label in (1, -1)}

        return formal_games.play(partial(_games, partial(_game, partial(make, learner), options, read, forms)))

    def fits(constructed: object, round: Round) -> bool:
        shape = np.shape(round.instance)
        return bool(np.shape(read(constructed, shape)) == shape)

    numbers = {name: value for name, value in (constants or {}).items() if not callable(value)}  # a kernel may be any
    return own_run(Runs(kept.covers, rounds, starts, (ANGLES,), seen=seen, games=games, constants=numbers, fits=fits))


def _games(game: Callable[..., RealGame], d: int, draw: random.Random) -> Iterator[RealGame]:
    yield game(d, draw)
    if d == DESCRIBED_SIZE:
        yield from (itertools.islice(game(d, draw, scale), SCALED_ROUNDS) for scale in SCALES)


def _game(
    make: Make, options: Options | None, read: Callable[[object, int], Array], forms: Mapping[int, Forms], d: int,
    draw: random.Random, scale: int | float = 1,
) -> RealGame:  # fmt: skip
    """The rounds of a game in d dimensions, with instances of small integers times the scale."""
    values = options_at(options, d)
    played = make(d, *(map(float, values.values()) if scale != 1 else values.values()))
    best = draw.choices(range(-2, 3), k=d)
    while True:
        w, label = entries(read(played, d)), draw.choice((1, -1))
        x: list[Plain] = [scale * entry for entry in draw.choices(range(-2, 3), k=d)]
        whole = object if read(played, d).dtype.kind == "O" else int  # exact, or else seen to wrap
        kind = float if isinstance(scale, float) else whole
        answer = played.predict(np.array(x, dtype=kind))
        try:
            played.update(np.array(x, dtype=kind), label)
        except TypeError:
            if isinstance(scale, float):  # an array of integers that is changed in place
                return
            raise
        after = entries(read(played, d))
        vectors: dict[str, Sequence[Plain]] = {
            "w*": best,
            "w": w,
            "x": x if scale == 1 else [Fraction(entry) for entry in x],
        }
        yield forms[label], _real_round(vectors, label, answer, after, by_name(values), scaled=scale != 1)


def kernel_rounds(quantities: OfState, **says: Unpack[Says]) -> Runs:
    """Rounds of a kernel learner, whose `mistakes` are a tuple of pairs (x_i, y_i), with w = Σ y_i φ(x_i).

    The `kernel` is any inner product of feature vectors. The code may read its examples in sums Σ y_i⟨φ(x_i), φ(z)⟩ =
    ⟨w, φ(z)⟩ alone (`language.py`), so a round is that from w as a single example.
    """
    covers = "for any kernel, from any examples, which the code reads in sums that are ⟨w,φ(z)⟩ for w = Σ y_i φ(x_i)"
    kept = Kept(covers, lambda w: ((w, Real(1)),), _image)
    return vector_rounds(
        quantities,
        make=lambda learner, d: learner(matmul),
        constants={"kernel": matmul},
        state="mistakes",
        kept=kept,
        **says,
    )


def _image(pairs: Iterable[tuple[Any, Any]], zero: Any) -> Any:
    """w = Σ y_i φ(x_i)."""
    return sum((x * y for x, y in pairs), zero)


def _real_round(
    vectors: Mapping[str, Sequence[Plain]], label: int, answer: object, after: Sequence[Plain],
    constants: Values | None = None, *,
    scaled: bool = False,
) -> RealRound:  # fmt: skip
    """A real round with the vectors w*, w and x, after which w is `after`."""
    pairs = itertools.combinations_with_replacement(vectors, 2)
    products = {f"⟨{u},{v}⟩": inner(vectors[u], vectors[v]) for u, v in pairs}

    def happened() -> Happened:
        target, w, x, becomes = map(exact_array, (*vectors.values(), after))
        return Happened(x, label, answer, w, becomes, target)

    return RealRound(
        {**products, **(constants or {})}, answer, partial(_combined, vectors, after, scaled=scaled), happened
    )


def _square(after: object) -> Words:
    """The statement that the vector after the round also has no negative square."""
    if not isinstance(after, Vector):
        raise NotFormal(f"the learner's vector becomes {after!r}, which is not a formal vector")
    return {r"$\|w'\|^2 \ge 0$": sympy.Ge((after @ after).expression, 0)}


def _combined(
    named: Mapping[str, Sequence[Plain]], real: Sequence[Plain], parts: Mapping[str, Fraction], *, scaled: bool = False
) -> bool | None:
    """Whether this is the combination of the named vectors; None if they are scaled and the result is rounded."""
    whole: list[Plain] = [0] * len(real)
    for name, part in parts.items():
        factor = part.numerator if part.denominator == 1 else part
        whole = [entry + factor * value for entry, value in zip(whole, named[name], strict=True)]
    return None if scaled and not all(map(_is_float, whole)) else whole == list(real)


def _is_float(number: Plain) -> bool:
    """Whether the number is exactly representable as a float."""
    try:
        return bool(Fraction(float(number)) == number)
    except OverflowError:
        return False
