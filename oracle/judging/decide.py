"""Deciding a played game: its measures against the bound and against all that the proof takes for granted, and its
rounds against the steps of the proof."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from flint import arb, fmpq
from sympy import Eq
from sympy.logic.boolalg import Boolean

from learncheck.exact.balls import fraction
from learncheck.exact.decide import Decision, Relation, compile_relation
from learncheck.oracle.judging.grounds import violated
from learncheck.oracle.judging.outcomes import OUTSIDE, BrokenStep, Outcome
from learncheck.oracle.judging.prefilter import ODD_STATE, rounds_in_question
from learncheck.oracle.notation import said
from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.theorems.language.at_once import States, plain
from learncheck.theorems.language.claim import Claim, NotExposed, Values
from learncheck.theorems.language.floats import enclosed
from learncheck.theorems.language.step import Step


def decide(claim: Claim, trace: Trace, *, steps: bool = True, explain: bool = False) -> Outcome:
    """Judge a trace that has been played already."""
    try:
        unmet = [each.words for each in claim.given if not each.holds(trace)]
        if unmet:
            return Outcome("stands", trace.case, trace, OUTSIDE + unmet[0], outside=True)
        values = claim.measure(trace)
    except NotExposed as note:
        return Outcome("skipped", trace.case, trace, str(note))
    relation = compile_relation(claim.bound)
    decision = relation.decide(values)
    observed, bound = relation.sides(values)
    outcome = Outcome("stands", trace.case, trace, observed=observed, bound=bound, ratio=relation.ratio(values))
    # A ratio is a rounded figure; whether the bound is attained is decided like everything else.
    outcome.attained = decision is Decision.TRUE and outcome.ratio == 1.0 and meets(claim, values)
    if decision is Decision.FALSE:
        outcome.verdict = "falsified"
        hint = rounding(observed, bound, " the error by floats=")
        outcome.message = claim.why(trace) if claim.why else f"{said(claim.bound)} fails: {numbers(values)}{hint}"
    elif decision is Decision.UNDECIDED:
        outcome.verdict = "undecided"
        outcome.message = f"{said(claim.bound)} could not be decided: {numbers(values)}"
    if (steps or explain) and claim.steps:
        try:
            outcome.broken_step = first_broken_step(claim, trace, values)
        except ODD_STATE:  # what a submission shows as its state may be anything, and then explains nothing
            if steps:
                raise
        if outcome.broken_step is not None and steps and outcome.verdict == "stands":
            outcome.verdict = "falsified"
            outcome.message = f"a step of the proof broke: {outcome.broken_step}"
    if steps and outcome.verdict == "stands" and (ground := violated(claim, values)) is not None:
        words, stated = ground
        outcome.verdict = "falsified"
        outcome.message = f"the proof takes for granted: {words}; here {said(stated)} fails: {numbers(values)}"
    return outcome


def meets(claim: Claim, values: Values) -> bool:
    """Whether the bound is met with equality in all its parts that have a claim to sharpness (`Claim.sharp`)."""
    sides_meet = equalities(claim.sharp)
    return bool(sides_meet) and all(each.decide(values) is Decision.TRUE for each in sides_meet)


@lru_cache(1024)
def equalities(bounds: tuple[Boolean, ...]) -> tuple[Relation, ...]:
    """The bounds met with equality, ready to be decided; made once for each of them."""
    return tuple(compile_relation(Eq(each.lhs, each.rhs)) for each in bounds)


def first_broken_step(claim: Claim, trace: Trace, values: Values) -> BrokenStep | None:
    """The first step, in the order of rounds, that the trace does not obey; None where it obeys all.

    A step that cannot be decided counts as broken: it is no evidence.
    """
    if not claim.steps:
        return None
    lines = [_Line(step, compile_relation(step.relation)) for step in claim.steps]
    due_when = list(dict.fromkeys(line.step.when for line in lines))
    watched = frozenset(claim.watch)
    obeyed: set[Any] = set()
    suspects = rounds_in_question(claim, trace, values, {line.step: line.relation for line in lines})
    rounds = list(trace.rounds) if suspects else []
    quantities = _Quantities(claim, trace, values, rounds)
    for index in suspects:
        each = rounds[index]
        speaking = tuple([when(each) for when in due_when])
        if not any(speaking) or not (watched <= each.before.keys() and watched <= each.after.keys()):
            continue
        try:
            kind = (speaking, *quantities.sameness(each))
            if kind in obeyed:
                continue
            known = quantities.of(each, index)
        except NotExposed:
            continue  # a state of another shape explains nothing
        told = dict(zip(due_when, speaking, strict=True))
        for line in lines:
            if told[line.step.when] and not _obeys(line, known):
                used = {name: known[name] for name in line.relation.names}
                text = said(line.step.relation)
                sides = against(line.relation, known)
                hint = rounding(*line.relation.sides(known), " the error, Step(…, floats=)")
                return BrokenStep(line.step.words, index + 1, text, sides + hint, numbers(used))
        obeyed.add(kind)
    return None


AHEAD = 64
"""So many rounds are looked ahead, where a claim tells of their states at once."""


class _Line(NamedTuple):
    """A step of the proof, ready to be decided."""

    step: Step
    relation: Relation


def _obeys(line: _Line, known: Mapping[str, Any]) -> bool:
    """Whether the quantities obey the step. One that is told how far floats are off is broken where it fails for
    certain; any other one where it does not hold for certain.
    """
    error = line.step.floats
    if error is None:
        return line.relation.decide(known) is Decision.TRUE
    balls = {name: enclosed(known[name], error) for name in line.relation.names}
    return line.relation.decide(balls) is not Decision.FALSE


class _Quantities:
    """The quantities of a trace's rounds, by name. Those of a state are worked out once, as long as it stays the same.

    What a claim says of a state depends on its values alone, and a learner that leaves an attribute alone keeps its
    very value, so that in the rounds of a game the same states are seen without a comparison of what they hold.
    """

    def __init__(self, claim: Claim, trace: Trace, values: Values, rounds: list[Round]) -> None:
        self.claim, self.trace, self.values, self.rounds = claim, trace, values, rounds
        self.due_when = {step.when for step in claim.steps}
        self.fixed = {symbol.name: value for symbol, value in values.items()}
        self.of_states: dict[Any, dict[str, Any]] = {}
        self.during: dict[str, Any] = {}
        self.last: tuple[Snapshot | None, Any] = None, None

    def sameness(self, each: Round) -> tuple[Any, ...]:
        """What is equal for rounds of which all quantities are. Raises NotExposed as `of` does."""
        if self.claim.during is None:
            return self._contents(each.before), self._contents(each.after)
        during = self.claim.during(each, self.values, self.trace)
        self.during = {symbol.name: value for symbol, value in during.items()}
        return self._contents(each.before), self._contents(each.after), *self.during.values()

    def of(self, each: Round, index: int) -> dict[str, Any]:
        """All quantities of the round that `sameness` was asked of last. Raises NotExposed as `sameness`."""
        before, after = self._of_state(each.before, index), self._of_state(each.after, index)
        return {**self.fixed, **before, **{name + "′": value for name, value in after.items()}, **self.during}

    def _contents(self, state: Snapshot) -> Any:
        if state is not self.last[0]:
            self.last = state, tuple(map(id, state.values()))
        return self.last[1]

    def _of_state(self, state: Snapshot, index: int) -> dict[str, Any]:
        contents = self._contents(state)
        if contents not in self.of_states:
            self._look_ahead(index)
        found = self.of_states.get(contents)
        if found is None:
            told = self.claim.state(state, self.values, self.trace)
            found = self.of_states[contents] = {symbol.name: value for symbol, value in told.items()}
        return found

    def _look_ahead(self, index: int) -> None:
        """Work out the quantities of the states of this round and some after it, where the claim tells many at once."""
        if not getattr(self.claim.state, "exactly_at_once", False):
            return
        states: dict[Any, Snapshot] = {}
        with suppress(*ODD_STATE):  # each is asked of by itself, in its turn
            for each in self.rounds[index : index + AHEAD]:
                if any(when(each) for when in self.due_when):
                    for state in (each.before, each.after):
                        states.setdefault(self._contents(state), state)
            states = {contents: state for contents, state in states.items() if contents not in self.of_states}
            columns = self.claim.state.at_once(States(list(states.values())), self.values, self.trace)  # type: ignore[attr-defined]
            names = [symbol.name for symbol in columns]
            for contents, *told in zip(states, *map(plain, columns.values()), strict=True):
                self.of_states[contents] = dict(zip(names, told, strict=True))


def against(relation: Relation, values: Mapping[str, Any]) -> str:
    """The two sides in figures, as in "1 against 3"."""
    left, right = relation.exact_sides(values)
    rough_left, rough_right = relation.sides(values)
    return f"{number(rough_left if left is None else left)} against {number(rough_right if right is None else right)}"


NINE_DIGITS = 1e-9


def rounding(left: float, right: float, how: str) -> str:
    """What to add where two sides that differ are the same in nine digits; nothing where they are not."""
    if left == right or not abs(left - right) <= NINE_DIGITS * max(abs(left), abs(right)):
        return ""
    return f" ({left!r} against {right!r}: rounding? give Fractions or state{how})"


def numbers(values: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> str:
    """Quantities and their values, as in "M = 3, R = 5/2"."""
    return ", ".join(f"{name} = {number(value)}" for name, value in dict(values).items())


def number(value: Any) -> str:
    """A number for reading: exact where that is short."""
    value = fraction(value) if isinstance(value, fmpq) else value
    if isinstance(value, arb):
        return f"{value.str(6, radius=False)} ± {value.rad().str(1, radius=False)}"
    if isinstance(value, int | float | Fraction):
        exact = Fraction(value)
        if abs(exact.numerator) > 10**12 or exact.denominator > 10**12:
            return f"{float(exact):.6g}"
        value = exact
    text = str(value)
    return text if len(text) <= 12 else f"{float(value):.6g}"
