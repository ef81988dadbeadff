"""Formal rounds of learners whose state is the mask of what is alive."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np
import sympy
from numpy.typing import NDArray

from learncheck.strategies.play.case import Make, Round, Trace
from learncheck.strategies.tables.finite_class import first_labellings
from learncheck.theorems.formal import games as formal_games
from learncheck.theorems.formal.constructed import SMALL, faults, instance_of
from learncheck.theorems.formal.games import SIZES, Comparisons, Forms, RealGame, RealRound, totals
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.formal.quantities import run_round
from learncheck.theorems.formal.round import (
    Happened,
    PlayedRounds,
    Quantities,
    Runs,
    Says,
    Situation,
    Telling,
    counters,
    own_run,
)
from learncheck.theorems.formal.rows import Mask, Point, PredictionTable, Row
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Words


def version_space_rounds(
    quantities: Callable[[Any], Quantities],
    *,
    realizable: Premise,
    situations: Sequence[Situation] | None = None,
    target: str = "target",
    table: str | None = "hypotheses",
    state: str = "alive",
    size: sympy.Symbol | None = None,
    **says: Unpack[Says],
) -> Runs:
    """Rounds of a learner whose state is the mask of what is alive: hypotheses of a `table`, experts, or variables.

    quantities: of the mask, as in `lambda alive: {V: alive.sum()}`.
    situations: the possible instances on the blocks; by default those alive are the target, which is right, others
                that are right and others that are wrong, in any numbers.
    realizable: the claim's hypothesis that the target is never ruled out; the round has to show that it stays.
    table:      the attribute with the predictions of the hypotheses; None if the instance itself is the row.
    """
    telling = Telling.of(lambda alive, _: quantities(alive), says, situations or (), whole=False)

    real = partial(_real, table)
    every = situations or [Situation("", label, {"right": label, "wrong": -label, target: label}) for label in (1, -1)]

    def run(learner: type, situation: Situation) -> Iterator[Happened]:
        alive = Mask({block: sympy.Symbol(f"alive({block})", real=True) for block in situation.values})
        point, label = Point(), situation.label
        x = point if table is not None else Row(values=situation.values)
        constants = {} if table is None else {table: PredictionTable(point, situation.values)}
        for ran in run_round(learner, {state: alive}, constants, x, label):
            after = ran.after[state]
            if not isinstance(after, Mask):
                raise NotFormal(f"{learner.__name__}.update leaves {state} = {after!r}, which is not a mask")
            yield Happened(x, label, ran.prediction, alive, after, None, situation, ran.comparisons, ran.owed)

    def rounds(learner: type) -> Iterator[CodePath]:
        for situation in every:
            for round in run(learner, situation):
                left, alone = _numbers(round.after), sympy.Eq(round.before.counts[target], 1)
                due = {
                    "what is left is counted by numbers ≥ 0": sympy.And(*left.values()),
                    "the target stays alive": sympy.Eq(round.after.counts[target], round.before.counts[target]),
                }
                path = telling.path(round, _numbers(round.before), due)
                hypothesis = sympy.And(path.assuming.get(realizable, True), alone)
                yield replace(path, assuming={**path.assuming, realizable: hypothesis})

    def starts(learner: type) -> Iterator[CodeStart]:
        for n in SIZES:
            constructed = real(learner, n)
            wrong = faults(constructed, (state,), {} if table is None else {table: first_labellings(n)}, {})
            alive = np.asarray(getattr(constructed, state))
            name = f"{learner.__name__} of {n} starts with {int(alive.sum())} of {alive.size} alive"
            whole = alive.shape == (n,) and alive.dtype == bool and bool(alive.all())
            yield telling.start(name, wrong, {} if size is None else {size: n}, quantities(alive), whole)

    def played(trace: Trace) -> Iterator[Happened]:
        for round in trace.rounds:
            alive, after = np.asarray(round.before[state]), np.asarray(round.after[state])
            yield Happened(round.instance, round.label, round.prediction, alive, after)

    seen = PlayedRounds(played, replace(telling, counts=counters(says.get("counts"))))

    def games(learner: type) -> Comparisons:
        forms = [Forms(run(learner, situation), lambda after: after.counts, telling.describe) for situation in every]

        game = partial(_game, partial(real, learner), every, forms, table is not None, target, state)
        return formal_games.play(lambda n, draw: [game(n, draw) for _ in range(3 if n == SMALL else 1)])

    covers = "from any version space, for any size of the class"
    return own_run(Runs(covers, rounds, starts, seen=seen, games=games, fits=partial(_fits, table, every, state)))


def _real(table: str | None, learner: type, n: int) -> object:
    """A learner of n hypotheses, experts or variables."""
    return learner(n) if table is None else learner(first_labellings(n))


def _fits(table: str | None, every: Sequence[Situation], state: str, constructed: object, round: Round) -> bool:
    """Whether a played round is one of the situations."""
    row = round.instance if table is None else np.asarray(getattr(constructed, table))[:, round.instance]
    return any(situation.has(row, round.label, getattr(constructed, state)) for situation in every)


def _game(
    make: Make, every: Sequence[Situation], forms: Sequence[Forms], by_table: bool, target: str,
    state: str, n: int, draw: random.Random,
) -> RealGame:  # fmt: skip
    """The rounds of a game of n, in which the target is never ruled out."""
    hypotheses, anybody = first_labellings(n), draw.randrange(n)
    played = make(n)
    x: int | NDArray[np.int64]
    while True:
        if by_table:
            column = x = draw.randrange(hypotheses.shape[1])
            row = hypotheses[:, column].tolist()
            number = next(i for i, situation in enumerate(every) if situation.values[target] == row[anybody])
            others = {value: block for block, value in every[number].values.items() if block != target}
            blocks = [others[value] for value in row]
            blocks[anybody] = target
        else:
            number = draw.randrange(len(every))
            blocks, x = instance_of(every[number], n, target, draw)
        alive = np.asarray(getattr(played, state)).copy()
        counts = {f"alive({block})": value for block, value in totals(alive, blocks, every[number].values).items()}
        first = blocks[int(alive.argmax())]
        counts |= {f"the first index lies in {block!r}": int(block == first) for block in every[number].values}
        answer = played.predict(x)
        label = every[number].label
        played.update(x, label)
        left = np.asarray(getattr(played, state)).copy()
        after = totals(left, blocks, every[number].values)
        happened = partial(Happened, x, label, answer, alive, left, situation=every[number])
        yield forms[number], RealRound(counts, answer, after.__eq__, happened)


def _numbers(alive: Mask) -> Words:
    return {f"alive({block}) ≥ 0": sympy.Ge(number, 0) for block, number in alive.counts.items()}
