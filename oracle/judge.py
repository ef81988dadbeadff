"""One case against one learner: play it, measure it, decide it."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sympy import Eq
from sympy.logic.boolalg import Boolean

from oracle.failures import SubmissionError
from oracle.notation import said
from oracle.verdicts import BrokenStep, Outcome
from strategies.case import Case, InvalidAnswer, Make, Trace
from theorems.claim import Claim, NotExposed, Values
from theorems.decide import Decision, Relation, compile_relation, conjuncts


def judge(claim: Claim, make: Make | None, case: Case, *, steps: bool = True, explain: bool = False) -> Outcome:
    """Play the case, evaluate the bound exactly and, with `steps`, every line of the proof on every round.

    With `explain`, a broken step is noted in the outcome but does not fail the learner: a right but different
    learner is not failed by somebody else's proof.
    """
    watch = claim.watch if steps or explain or claim.needs_state else ()
    try:
        trace = case.play(make, watch)  # type: ignore[arg-type]
    except InvalidAnswer as error:
        return Outcome("invalid", case, message=str(error))
    except SubmissionError as error:
        return Outcome(error.verdict, case, message=error.message)
    return decide(claim, trace, steps=steps, explain=explain)


def decide(claim: Claim, trace: Trace, *, steps: bool = True, explain: bool = False) -> Outcome:
    """Judge a trace that has been played already."""
    unmet = [name for name, holds in claim.given.items() if not holds(trace)]
    if unmet:
        return Outcome("stands", trace.case, trace, f"outside of the theorem: not {unmet[0]}", outside=True)
    try:
        values = claim.measure(trace)
    except NotExposed as note:
        return Outcome("skipped", trace.case, trace, str(note))
    relation = compile_relation(claim.bound)
    decision = relation.decide(values)
    observed, bound = relation.sides(values)
    outcome = Outcome("stands", trace.case, trace, observed=observed, bound=bound, ratio=relation.ratio(values))
    # A ratio is a rounded figure; whether the bound is attained is decided like everything else.
    outcome.attained = decision is Decision.TRUE and outcome.ratio == 1.0 and meets(claim.bound, values)
    if decision is Decision.FALSE:
        outcome.verdict = "falsified"
        outcome.message = claim.why(trace) if claim.why else f"{said(claim.bound)} fails: {numbers(values)}"
    elif decision is Decision.UNDECIDED:
        outcome.verdict = "undecided"
        outcome.message = f"{said(claim.bound)} could not be decided: {numbers(values)}"
    if (steps or explain) and claim.steps:
        outcome.broken_step = first_broken_step(claim, trace, values)
        if outcome.broken_step is not None and steps and outcome.verdict == "stands":
            outcome.verdict = "falsified"
            outcome.message = f"a step of the proof broke: {outcome.broken_step}"
    return outcome


def meets(bound: Boolean, values: Values) -> bool:
    """Whether the two sides of the bound, or of one of the bounds that it joins, are exactly equal."""
    sides = [Eq(each.lhs, each.rhs) for each in conjuncts(bound)]
    return any(compile_relation(each).decide(values) is Decision.TRUE for each in sides)


def first_broken_step(claim: Claim, trace: Trace, values: Values) -> BrokenStep | None:
    """The first step, in the order of rounds, that the trace does not obey; None where it obeys all.

    A step that cannot be decided counts as broken: it is no evidence.
    """
    steps = [(words, step, compile_relation(step.relation)) for words, step in claim.steps.items()]
    for round_number, each in enumerate(trace.rounds, start=1):
        due = [(words, step, relation) for words, step, relation in steps if step.when(each)]
        if not due or not all(name in each.before and name in each.after for name in claim.watch):
            continue
        known = {symbol.name: value for symbol, value in values.items()}
        try:
            known |= {symbol.name: value for symbol, value in claim.state(each.before, values, trace).items()}
            known |= {symbol.name + "′": value for symbol, value in claim.state(each.after, values, trace).items()}
            if claim.during is not None:
                known |= {symbol.name: value for symbol, value in claim.during(each, values, trace).items()}
        except NotExposed:
            continue  # a state of another shape explains nothing
        for words, step, relation in due:
            if relation.decide(known) is not Decision.TRUE:
                used = {name: known[name] for name in relation.names}
                return BrokenStep(words, round_number, said(step.relation), against(relation, known), numbers(used))
    return None


def against(relation: Relation, values: Mapping[str, Any]) -> str:
    """The two sides in figures, as in "1 against 3"."""
    left, right = relation.exact_sides(values)
    rough_left, rough_right = relation.sides(values)
    return f"{number(rough_left if left is None else left)} against {number(rough_right if right is None else right)}"


def numbers(values: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> str:
    """Quantities and their values, as in "M = 3, R = 5/2"."""
    return ", ".join(f"{name} = {number(value)}" for name, value in dict(values).items())


def number(value: Any) -> str:
    """A number for reading: exact where that is short."""
    if isinstance(value, int | float | Fraction):
        exact = Fraction(value)
        if abs(exact.numerator) > 10**12 or exact.denominator > 10**12:
            return f"{float(exact):.6g}"
        value = exact
    text = str(value)
    return text if len(text) <= 12 else f"{float(value):.6g}"
