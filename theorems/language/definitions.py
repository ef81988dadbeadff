"""What can be seen of a claim's definition as it is made: a mistake is told at once, in one line with its remedy."""

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from learncheck.exact.decide import compile_relation

LITERALS = {
    "kind": ("game", "adversary", "batch", "probability", "counting", "identity"),
    "label": ("tight", "upper", "lower", "exact"),
    "reading": ("as-printed", "corrected", "ours"),
}

OPTIONAL = ("during", "in_words")


class BadDefinition(ValueError):
    """A claim whose definition is no claim. The message names the claim, the rule and the remedy, in one line."""


def demand(claim: Any, *, unmeasured: bool = False) -> None:
    """Raise BadDefinition at the first mistake of the definition."""
    for fault in faults(claim, unmeasured):
        raise BadDefinition(f"{claim.id}: {' '.join(fault.split())}")


def faults(claim: Any, unmeasured: bool) -> Iterable[str]:
    """What is wrong with the definition, as far as it can be seen before a case is played."""
    if not isinstance(claim.id, str) or not claim.id:
        yield f"id={claim.id!r} is no name; give the claim a short name, 'perceptron-mistakes' for example"
    for name, allowed in LITERALS.items():
        value = getattr(claim, name)
        if value not in allowed:
            yield f"{name}={value!r} is none of {', '.join(allowed)}{_near(value, allowed)}"
    try:
        compile_relation(claim.bound)
    except (ValueError, AttributeError, TypeError) as error:
        yield f"bound={claim.bound} cannot be decided: {error}"
    for name, kind in (("given", "Premise(words, holds)"), ("steps", "Step(words, relation)")):
        value = getattr(claim, name)
        if not isinstance(value, tuple) or not all(hasattr(each, "words") for each in value):
            yield f"{name}={value!r} is no tuple of them; write {name}=({kind},)"
        else:
            words = [each.words for each in value]
            for twice in {each for each in words if words.count(each) > 1}:
                yield f"{name}= has two of the sentence {twice!r}; say what tells them apart"
    if not hasattr(claim.cases, "build"):
        yield f"cases={claim.cases!r} is no family; give a Family, or a Hypothesis strategy of cases"
    else:
        yield from _limits(claim)
    if unmeasured:
        yield "measure= is missing; give the quantities of the bound: measure=lambda trace: {M: trace.mistakes}"
    if claim.label == "tight" and claim.attained_by is tuple and claim.refuted_by is None:
        yield "label='tight' needs a case that attains the bound; bring it by attained_by=, or say 'upper'"
    if isinstance(claim.watch, str):
        yield f"watch={claim.watch!r} is one text; write watch=({claim.watch!r},)"
    for field in ("measure", "state", "attained_by", "during", "in_words"):
        if not callable(getattr(claim, field)) and (getattr(claim, field) is not None or field not in OPTIONAL):
            yield f"{field}={getattr(claim, field)!r} is not callable; give a function"
    if claim.learner is not None and not callable(claim.learner):
        yield f"learner={claim.learner!r} is no class; give the class, and not an object of it"


def _limits(claim: Any) -> Iterable[str]:
    """What is wrong with the limits of the family."""
    family = claim.cases
    told = {"search": family.search, "scout": family.scout}
    yield from _fitting(family.build, told, claim)
    if family.exhaust is not None:
        yield from _fitting(family.exhaust, {"quick": family.quick, "full": family.full}, claim)
        for name in ("quick", "full"):
            try:
                family.covers(getattr(family, name))
            except (LookupError, ValueError) as error:
                yield f"extent= speaks of the limit {error}, which {name}= lacks"
    elif family.quick or family.full:
        yield "quick= and full= are limits of what is exhausted; name the decoder by exhaust=, or leave them out"


def _fitting(decoder: Callable[..., Any], told: Mapping[str, Mapping[str, Any]], claim: Any) -> Iterable[str]:
    parameters = list(inspect.signature(decoder).parameters.values())[1:]
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return
    taken = [each.name for each in parameters]
    asked = {each.option for each in claim.given}
    due = [each.name for each in parameters if each.default is each.empty and each.name not in asked]
    name = getattr(decoder, "__name__", "the decoder")
    for limits, values in told.items():
        for missing in due:
            if missing not in values:
                yield f"{limits}= lacks the limit {missing!r} that {name} takes; write {limits}=dict({missing}=5), say"
        for each in values:
            if each not in taken:
                yield f"{limits}= has {each!r}, which {name} does not take{_near(each, taken)}"


def _near(value: Any, allowed: Iterable[str]) -> str:
    near = difflib.get_close_matches(str(value), list(allowed), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
