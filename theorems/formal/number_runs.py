"""Formal rounds of learners whose state is a few numbers."""

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Unpack

import sympy

from learncheck.theorems.formal import games as formal_games
from learncheck.theorems.formal.constructed import SMALL, faults
from learncheck.theorems.formal.games import SIZES, Comparisons, Forms, RealGame, RealRound
from learncheck.theorems.formal.numbers import Real
from learncheck.theorems.formal.quantities import run_round
from learncheck.theorems.formal.round import Happened, Quantities, Runs, Says, Telling, counts_alone, own_run
from learncheck.theorems.language.proof import CodePath, CodeStart


def number_rounds(
    quantities: Callable[[Any], Quantities],
    state: Mapping[str, sympy.Symbol],
    instance: sympy.Symbol,
    *,
    size: sympy.Symbol | None = None,
    **says: Unpack[Says],
) -> Runs:
    """Rounds of a learner whose state is a few numbers: attributes by name, each with a symbol.

    quantities: of the state by name, as in `lambda s: {V: (s["r"] - s["l"]) / 2 + 1}`.
    """
    telling = Telling.of(lambda numbers, _: quantities(numbers), says, whole=False)

    def run(learner: type, label: int) -> Iterator[Happened]:
        x, before = Real(instance), {name: Real(symbol) for name, symbol in state.items()}
        for ran in run_round(learner, before, {}, x, label):
            yield Happened(x, label, ran.prediction, before, ran.after, met=ran.comparisons, owed=ran.owed)

    def rounds(learner: type) -> Iterator[CodePath]:
        for label in (1, -1):
            for round in run(learner, label):
                yield telling.path(round, {}, {})

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in SIZES:
            constructed = learner(n)
            parameters = {} if size is None else {size: n}
            wrong = faults(constructed, state, {}, parameters)
            values = {name: Fraction(getattr(constructed, name)) for name in state}
            start = ", ".join(f"{name} = {value}" for name, value in values.items())
            yield telling.start(f"{learner.__name__} of {n} starts with {start}", wrong, parameters, quantities(values))

    def games(learner: type) -> Comparisons:
        forms = {label: Forms(run(learner, label), lambda after: after, telling.describe) for label in (1, -1)}

        def happened(
            x: int, label: int, answer: object, numbers: Mapping[str, int], after: Mapping[str, int]
        ) -> Happened:
            before, becomes = ({name: Fraction(value) for name, value in state.items()} for state in (numbers, after))
            return Happened(x, label, answer, before, becomes)

        def game(n: int, draw: random.Random) -> RealGame:
            played = learner(n)
            parameters = {} if size is None else {size.name: n}
            while True:
                x, label = draw.randint(0, n), draw.choice((1, -1))
                numbers = {name: getattr(played, name) for name in state}
                answer = played.predict(x)
                played.update(x, label)
                after = {name: getattr(played, name) for name in state}
                values = {
                    **parameters,
                    **{state[name].name: number for name, number in numbers.items()},
                    instance.name: x,
                }
                real = RealRound(values, answer, after.__eq__, partial(happened, x, label, answer, numbers, after))
                yield forms[label], real

        return formal_games.play(lambda n, draw: [game(n, draw) for _ in range(3 if n == SMALL else 1)])

    seen = counts_alone(state, says)
    return own_run(Runs("from any such numbers", rounds, starts, seen=seen, games=games))
