"""Formal rounds of learners whose state is an array of weights, one per expert or variable."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Unpack

import numpy as np
import sympy

from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Make, Round
from learncheck.theorems.formal import games as formal_games
from learncheck.theorems.formal.constructed import (
    SMALL,
    Options,
    by_name,
    exact_array,
    faults,
    instance_of,
    options_at,
    shown,
)
from learncheck.theorems.formal.games import SIZES, Comparisons, Forms, RealGame, RealRound, close, totals
from learncheck.theorems.formal.quantities import run_round
from learncheck.theorems.formal.round import (
    Happened,
    OfState,
    Runs,
    Says,
    Situation,
    Telling,
    counts_alone,
    formal_constants,
    own_run,
)
from learncheck.theorems.formal.rows import Row
from learncheck.theorems.language.proof import CodePath, CodeStart, Words


def potential_rounds(
    quantities: OfState,
    situations: Sequence[Situation],
    *,
    follows: str | None = None,
    make: Make = lambda learner, n: learner(n),
    constants: Mapping[str, object] | None = None,
    options: Options | None = None,
    state: str = "w",
    size: sympy.Symbol | None = None,
    **says: Unpack[Says],
) -> Runs:
    """Rounds of a learner whose state is an array of weights, from any weights ≥ 0, for any number of them.

    quantities: of the weights and the index that the proof tracks, as in `lambda w, best: {W: w.sum(), b: w[best]}`.
    situations: the possible instances on the blocks of indices; `experts` makes those of experts.
    follows:    the block of size 1 that the proof tracks, if any.
    size:       the proof's symbol for the number of weights.
    Every path has to show that the weights stay ≥ 0.
    """
    telling = Telling.of(quantities, says, situations, whole=False)

    def run(learner: type, situation: Situation) -> Iterator[Happened]:
        w = Row(sums={block: sympy.Symbol(f"w({block})", real=True) for block in situation.values})
        x, label = Row(values=situation.values), situation.label
        for ran in run_round(learner, {state: w}, formal_constants(constants), x, label):
            yield Happened(x, label, ran.prediction, w, ran.after[state], follows, situation, ran.comparisons, ran.owed)

    def rounds(learner: type) -> Iterator[CodePath]:
        for situation in situations:
            for round in run(learner, situation):
                due = {"the weights stay ≥ 0": sympy.And(*_signs(round.after).values())}
                yield telling.path(round, _signs(round.before), due)

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in SIZES:
            values = options_at(options, n)
            constructed = make(learner, n, *values.values())
            parameters = {} if size is None else {size: n}
            wrong = faults(constructed, (state,), constants or {}, {**parameters, **values})
            w = exact_array(getattr(constructed, state))
            legal = w.shape == (n,) and bool((w >= 0).all())
            for index in {value: index for index, value in enumerate(w.ravel().tolist())}.values():
                name = f"{learner.__name__} with {n} weights starts with {state} = {shown(w)}"
                yield telling.start(name, wrong, parameters, quantities(w, index), legal)

    def games(learner: type) -> Comparisons:
        forms = [Forms(run(learner, situation), lambda after: after.sums, telling.describe) for situation in situations]

        ones = {symbol: 1 for constant in (constants or {}).values() for symbol in sympy.sympify(constant).free_symbols}
        game = partial(_game, partial(make, learner), options, situations, forms, follows, state, size, ones)
        return formal_games.play(lambda n, draw: [game(n, draw)])

    seen = counts_alone((state,), says)
    covers = "from any weights ≥ 0, for any number of them"

    def fits(constructed: object, round: Round) -> bool:
        return any(situation.has(round.instance, round.label, getattr(constructed, state)) for situation in situations)

    return own_run(Runs(covers, rounds, starts, seen=seen, games=games, constants=constants or {}, fits=fits))


def _game(
    make: Make, options: Options | None, situations: Sequence[Situation], forms: Sequence[Forms],
    follows: str | None, state: str, size: sympy.Symbol | None, others: Mapping[sympy.Symbol, int], n: int,
    draw: random.Random,
) -> RealGame:  # fmt: skip
    """The rounds of a game with n weights. others: what the symbols of the constants are worth, but for the options."""
    values = options_at(options, n)
    played = make(n, *values.values())
    parameters = by_name({**others, **values} if size is None else {**others, size: n, **values})
    while True:
        number = draw.randrange(len(situations))
        situation = situations[number]
        blocks, x = instance_of(situation, n, follows, draw)
        weights = np.array(getattr(played, state))
        w = totals(weights, blocks, situation.values)
        predicts = hasattr(played, "predict")
        answer = played.predict(x.copy()) if predicts else totals(played.probabilities(), blocks, situation.values)
        played.update(x.copy(), situation.label)
        left = np.array(getattr(played, state))
        after = totals(left, blocks, situation.values)
        before = {f"w({block})": value for block, value in w.items()}
        agrees = after.__eq__ if not values or n <= SMALL else partial(close, after)
        index = None if follows is None else blocks.index(follows)
        happened = partial(_happened, x, answer, weights, left, index, situation)
        yield forms[number], RealRound({**parameters, **before}, answer, agrees, happened)


def _happened(x: Array, answer: object, w: Array, after: Array, index: int | None, situation: Situation) -> Happened:
    """The round in exact numbers, which few rounds are asked for."""
    return Happened(x, situation.label, answer, exact_array(w), exact_array(after), index, situation)


def experts(errs: tuple[sympy.Symbol, ...] = ()) -> list[Situation]:
    """Experts who are right, experts who are wrong, and the best one, whose mistakes the symbols `errs` count."""
    return [
        Situation(
            f"the best expert {'errs' if wrong else 'is right'}",
            label,
            {"right": label, "wrong": -label, "best": -label if wrong else label},
            errs if wrong else (),
        )
        for label in (1, -1)
        for wrong in (True, False)
    ]


def _signs(w: Row) -> Words:
    return {f"w({block}) ≥ 0": sympy.Ge(weight, 0) for block, weight in (w.sums or {}).items()}
