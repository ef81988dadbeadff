"""Check the rounds of a game against the steps of the proof."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from learncheck.exact.decide import Column, Decision, Relation, compile_relation, examined_at_once
from learncheck.exact.differences import FIRST_PRECISION, MAX_PRECISION
from learncheck.oracle.judging.figures import around_round, compared, rounding
from learncheck.oracle.judging.outcomes import BrokenStep
from learncheck.oracle.judging.tables import ODD_STATE, RoundTable, TabulatedGame
from learncheck.oracle.notation import plain_text
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Claim, NotExposed, Values
from learncheck.theorems.language.floats import enclosed
from learncheck.theorems.language.step import Step


def first_broken_step(claim: Claim, trace: Trace, values: Values) -> BrokenStep | None:
    """Return the first step, in the order of rounds, that the trace violates, or None.

    A step that cannot be decided counts as broken, because it is not evidence.
    """
    lines = [StepLine(step, compile_relation(step.relation)) for step in claim.steps]
    if not lines:
        return None
    names = {name for line in lines for name in line.relation.names}
    game = TabulatedGame(claim, trace, values, [line.step.when for line in lines], names)
    broken = next(filter(None, (_first_in(game, lines, part) for part in game.parts())), None)
    if broken is None:
        return None
    round_, line, values_of_round = broken
    used = {name: values_of_round[name] for name in line.relation.names}
    hint = rounding(*line.relation.sides(values_of_round), " the error, Step(…, tolerance=)")
    sides = compared(line.step.relation, line.relation, values_of_round) + hint
    return BrokenStep(str(line.step), round_ + 1, plain_text(line.step.relation), sides, around_round(used))


class StepLine(NamedTuple):
    """A step of the proof with its compiled relation."""

    step: Step
    relation: Relation

    def decisions(self, columns: Mapping[str, Column], rows: int, max_precision: int) -> Iterator[bool]:
        """Yield for each row whether the step is obeyed.

        A step with a declared floating-point error is broken only if it certainly fails. Any other step is broken
        unless it certainly holds.
        """
        error = self.step.tolerance
        if error is not None:
            columns = {name: _around(columns[name], error) for name in self.relation.names if name in columns}
        decisions = self.relation.decisions(columns, rows, max_precision=max_precision)
        return (
            decision is Decision.TRUE if error is None else decision is not Decision.FALSE for decision in decisions
        )

    def certain(self, columns: Mapping[str, Column], rows: int, max_precision: int) -> bool:
        """Return whether all rows at once tell that the step is obeyed in each; False if they are not asked."""
        return examined_at_once(rows, max_precision) and all(self.relation.certain(columns, rows))


Broken = tuple[int, StepLine, dict[str, object]]
"""The round (from 0) in which a line fails, the line, and all quantities of that round by name."""


def _around(column: Column, error: object) -> Column:
    return [enclosed(value, error) for value in column] if isinstance(column, list) else enclosed(column, error)


def _first_in(game: TabulatedGame, lines: Sequence[StepLine], part: range) -> Broken | None:
    """Return the first line that fails in these rounds. If a state is odd, the rounds are read one by one."""
    try:
        table = RoundTable(game, part)
    except ODD_STATE as odd:
        if len(part) > 1:
            alone = (_first_in(game, lines, range(place, place + 1)) for place in part)
            return next(filter(None, alone), None)
        if not isinstance(odd, NotExposed):
            raise
        return None  # the state has another shape
    balls = game.states.balls
    precision = FIRST_PRECISION if balls else MAX_PRECISION
    doubtful = []
    for line in lines if table.rounds else ():
        rows, columns = table.of(line.step.when, line.relation.names)
        if not line.certain(columns, len(rows), precision):
            doubtful.append((line, line.decisions(columns, len(rows), precision)))
    for row, round_ in enumerate(table.rounds if doubtful else ()):
        for line, decisions in doubtful:
            if table.speaks[line.step.when][row] and not next(decisions):
                values_of_round = table.exactly(row)
                if not balls or not all(line.decisions(values_of_round, 1, MAX_PRECISION)):
                    return round_, line, values_of_round
    return None
