"""Checks of a claim's definition when it is made: each mistake is reported at once, in one line with its remedy."""

import difflib
import inspect
import numbers
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, get_args

import sympy

from learncheck.exact.decide import compile_relation, conjuncts
from learncheck.theorems.language.limits import Growth
from learncheck.theorems.language.proof import Chain, Induction
from learncheck.theorems.language.quantities import READY, quantities
from learncheck.theorems.language.sentence import BadFormula, plain
from learncheck.theorems.language.step import Step

if TYPE_CHECKING:
    from learncheck.theorems.language.claim import Claim

Kind = Literal["game", "adversary", "batch", "probability", "counting", "identity"]
Label = Literal["tight", "upper", "lower", "exact"]
Reading = Literal["as-printed", "corrected", "ours"]
LITERALS: dict[str, tuple[str, ...]] = {"kind": get_args(Kind), "label": get_args(Label), "reading": get_args(Reading)}

OPTIONAL = ("during", "in_words")

NAME = re.compile(r"\w[\w.+-]*")
"""An id: it is used in FILE.py::ID, in comma-separated lists, and in file names."""


class BadDefinition(ValueError):
    """A wrong definition of a claim. The message names the claim, the rule and the remedy, in one line."""


def demand(claim: "Claim") -> None:
    """Raise BadDefinition at the first mistake of the definition."""
    for fault in faults(claim):
        raise BadDefinition(f"{claim.id}: {' '.join(fault.split())}")


def demand_arguments(kind: type, given: tuple[object, ...], named: Mapping[str, object]) -> None:
    """Raise BadDefinition for arguments that the constructor does not take, and for missing ones."""
    parameters = inspect.signature(kind.__init__).parameters  # type: ignore[misc]
    fields = [name for name in parameters if name != "self"]
    name = named.get("id", given[0] if given else "a claim without an id")
    for argument in named:
        if argument not in fields:
            hint = _near(argument, fields) or _listed(fields)
            raise BadDefinition(f"{name}: {argument}= is nothing that a claim has{hint}")
    due = [field for field in fields if parameters[field].default is inspect.Parameter.empty]
    missing = [field for field in due if field not in named and field not in fields[: len(given)]]
    if missing:
        raise BadDefinition(f"{name}: {missing[0]}= is missing{REMEDIES.get(missing[0], '')}")


REMEDIES = {
    "id": "; give the claim a short name, 'perceptron-mistakes' for example",
    "statement": "; say the theorem in a sentence, after the id",
    "bound": "; give the statement as a relation of sympy, what is observed on the left: bound=M <= p",
    "cases": "; say what it quantifies over: a family of learncheck.games, a strategy of cases, or a Family",
}


def faults(claim: "Claim") -> Iterable[str]:
    """The faults of the definition that can be found before a case is played."""
    for looked in (_stated, _bounded, _worded, _quantified, _called, _concluded):
        yield from looked(claim)


def _stated(claim: "Claim") -> Iterable[str]:
    """The faults of its name, its sentence, and the words with few values."""
    if not isinstance(claim.id, str) or not claim.id:
        yield f"id={claim.id!r} is not a name; give the claim a short name, 'perceptron-mistakes' for example"
    elif not NAME.fullmatch(claim.id):
        yield f"id={claim.id!r} is not a name: letters, digits and - _ . + make one, without blanks; write it so"
    if not isinstance(claim.statement, str) or not claim.statement.strip():
        yield f"statement={claim.statement!r} states nothing{REMEDIES['statement']}"
    else:
        try:
            plain(claim.statement)
        except BadFormula as error:
            yield f"the statement cannot be read: {error}"
    for name, allowed in LITERALS.items():
        value = getattr(claim, name)
        if value not in allowed:
            yield f"{name}={value!r} is none of {', '.join(allowed)}{_near(value, allowed)}"


def _bounded(claim: "Claim") -> Iterable[str]:
    """The faults of its bound."""
    if isinstance(claim.bound, bool):
        yield (
            f"bound={claim.bound} is not a relation: Python decides == between symbols, and comparisons of numbers, at "
            "once; write sympy.Eq(M, p) for an equation, and a symbol on one side of an inequality"
        )
    try:
        compile_relation(claim.bound)
    except (ValueError, AttributeError, TypeError) as error:
        named = str(error).startswith(f"{claim.bound} ")
        yield f"bound={error}" if named else f"bound={claim.bound} cannot be decided: {error}"


def _worded(claim: "Claim") -> Iterable[str]:
    """The faults of its hypotheses and steps."""
    for name, kind in (("assuming", "Premise(words, holds)"), ("steps", "Step(words, relation)")):
        value = getattr(claim, name)
        if not isinstance(value, tuple) or not all(hasattr(part, "words") for part in value):
            yield f"{name}={value!r} is not a tuple of them; write {name}=({kind},)"
        else:
            words = [part.words for part in value]
            if name == "steps":
                yield from _undecidable(value)
            for premise in value if name == "assuming" else ():
                if not callable(premise.holds):
                    yield f"the hypothesis {premise.words!r} has holds={premise.holds!r}; give a function of a trace"
            for twice in {sentence for sentence in words if words.count(sentence) > 1}:
                yield f"{name}= has two of the sentence {twice!r}; say what tells them apart"


def _quantified(claim: "Claim") -> Iterable[str]:
    """The faults of its cases, and of what is measured in them."""
    if not hasattr(claim.cases, "build"):
        remedy = "give a Family, or a Hypothesis strategy of cases"
        if inspect.isfunction(claim.cases):
            remedy += f"; a family of learncheck.games is called: {claim.cases.__name__}()"
        yield f"cases={claim.cases!r} is not a family; {remedy}"
    else:
        yield from _limits(claim)
    if claim.measure is quantities and not claim.bound.free_symbols <= {*READY.values()}:
        unknown = {symbol.name for symbol in claim.bound.free_symbols.difference(READY.values())}
        namesakes = sorted(unknown & READY.keys())
        ready = f"; for a ready game, from learncheck.games import {', '.join(namesakes)}" if namesakes else ""
        others = ", ".join(f"{name}: …" for name in sorted(unknown - {*namesakes}))
        give = f"{{**games.quantities(trace), {others}}}" if others else "{M: trace.mistakes}"
        yield f"measure= is missing; give the quantities of the bound: measure=lambda trace: {give}{ready}"
    if claim.label == "tight" and claim.attained_by == () and claim.refuted_by is None:
        yield "label='tight' needs a case that attains the bound; bring it by attained_by=, or say 'upper'"


def _called(claim: "Claim") -> Iterable[str]:
    """The faults of its functions and of its sources."""
    if isinstance(claim.watch, str):
        yield f"watch={claim.watch!r} is one text; write watch=({claim.watch!r},)"
    for field in ("measure", "state", "during", "in_words"):
        if not callable(getattr(claim, field)) and (getattr(claim, field) is not None or field not in OPTIONAL):
            yield f"{field}={getattr(claim, field)!r} is not callable; give a function"
    if not callable(claim.attained_by) and not isinstance(claim.attained_by, Iterable):
        yield f"attained_by={claim.attained_by!r} are not cases; give a list of them, or a function that returns one"
    for source in claim.sources if isinstance(claim.sources, tuple | list) else [claim.sources]:
        if not isinstance(source, str) and not hasattr(source, "place"):
            yield f"sources= has {source!r}; write where it stands, in any words: sources=('Crammer et al. 2006',)"


def _concluded(claim: "Claim") -> Iterable[str]:
    """The faults of what is said of the bound besides, and of the proof."""
    for part in claim.slack:
        if part not in conjuncts(claim.bound):
            yield f"slack= names {part}, which is not an inequality of the bound; the bound is {claim.bound}"
    if not _is_error(claim.tolerance):
        yield f"tolerance={claim.tolerance!r} is not a distance; give a number ≥ 0, or a function of the trace"
    if claim.proof is not None and not isinstance(claim.proof, Chain | Induction):
        yield f"proof={claim.proof!r} is not a proof; write proof=Induction(), or leave it out"
    if claim.refuted_by is not None and not isinstance(claim.refuted_by, str) and not hasattr(claim.refuted_by, "play"):
        yield f"refuted_by={claim.refuted_by!r} is not a case; give the case in which the printed statement fails"
    if claim.learner is not None and not callable(claim.learner):
        yield f"learner={claim.learner!r} is not a class; give the class, and not an object of it"


def _undecidable(steps: Iterable[Step]) -> Iterable[str]:
    """Report steps whose relations cannot be decided, or that say nothing."""
    for step in steps:
        try:
            compile_relation(step.relation)
        except (ValueError, AttributeError, TypeError) as error:
            yield f"the step {step.words!r} cannot be decided: {error}"
        if not callable(step.when):
            yield f"the step {step.words!r} has when={step.when!r}; give a function of a round, always for example"
        if not _is_error(step.tolerance):
            fault = f"tolerance={step.tolerance!r}, which is not a distance; give a number ≥ 0"
            yield f"the step {step.words!r} has {fault}"


def _is_error(value: object) -> bool:
    """Whether it is a valid error of floats: None, a number ≥ 0, or a function of the trace."""
    if value is None or (callable(value) and not isinstance(value, sympy.Basic)):
        return True
    if isinstance(value, bool) or not isinstance(value, numbers.Real | sympy.Basic):
        return False
    return bool(value >= 0)  # type: ignore[operator]


def _limits(claim: "Claim") -> Iterable[str]:
    """The faults of the family's limits."""
    family = claim.cases
    assert callable(family.build)
    yield from _fitting(family.build, {"search": family.search, "scout": family.scout}, claim)
    if family.enumerated is not None:
        yield from _fitting(family.enumerated, {"quick": family.quick, "full": family.full}, claim)
        for name in ("quick", "full"):
            try:
                family.covers(getattr(family, name))
            except (LookupError, ValueError) as error:
                yield f"extent= speaks of the limit {error}, which {name}= lacks"
    for name, growth in family.grows.items():
        if name not in family.scout:
            yield f"grows= speaks of the limit {name!r}, which scout= lacks{_near(name, list(family.scout))}"
        elif not isinstance(growth, Growth):
            yield f"grows= has {name}={growth!r}; write {name}=Wide(), Long() or Varied(), or with the most, Wide(100)"


def _fitting(
    decoder: Callable[..., object], limited: Mapping[str, Mapping[str, object]], claim: "Claim"
) -> Iterable[str]:
    parameters = list(inspect.signature(decoder).parameters.values())[1:]
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return
    taken = [parameter.name for parameter in parameters]
    options = {premise.option for premise in claim.assuming}
    due = [p.name for p in parameters if p.default is p.empty and p.name not in options]
    name = getattr(decoder, "__name__", "the decoder")
    for keyword, limits in limited.items():
        for missing in due:
            if missing not in limits:
                yield f"{keyword}= lacks the limit {missing!r} that {name} takes; write {keyword}=dict({missing}=5)"
        for limit in limits:
            if limit not in taken:
                yield f"{keyword}= has {limit!r}, which {name} does not take{_near(limit, taken)}"


def _listed(names: Iterable[str]) -> str:
    return f"; it has {', '.join(names)}"


def _near(value: object, allowed: Iterable[str]) -> str:
    near = difflib.get_close_matches(str(value), list(allowed), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
