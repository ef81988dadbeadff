"""Conventions in words, as a call or an assignment gives them: "labels=0,1 intercept"."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from learncheck.oracle.boundary.conventions import (
    BadConventions,
    Conventions,
    checked,
    conventions,
    fits,
    meant_for,
)

WORD = re.compile(r"([^\s=,]+)(=?)(\([^)]*\)|\S*)")
"""A convention as it is written: its name, perhaps with a value."""


def parsed(text: str) -> tuple[str, dict[str, object]]:
    """The learner ("" for all) and the conventions of "NAME: labels=0,1 intercept n_rounds=n_clf".

    A word without a value is true. Names that are no conventions are parameters: of the contract, with the name that
    the class gives them ("" where it takes none), or of the class, with a value. Raises BadConventions.
    """
    head, colon, rest = text.partition(":")
    learner, said = (head.strip(), rest) if colon else ("", text)
    known = set(Conventions.__dataclass_fields__) - {"parameters", "state"}
    given: dict[str, Any] = {}
    for name, equals, value in WORD.findall(said):
        if name in known:
            given[name] = _value(value) if equals else True
        elif name.startswith("state."):
            given.setdefault("state", {})[name.removeprefix("state.")] = value
        elif equals:
            given.setdefault("parameters", {})[name] = _value(value)
        else:
            raise BadConventions(f"there is no convention {name!r}; there are {', '.join(sorted(known))}")
    return learner, given


def _value(text: str) -> object:
    """A number, true or false, or the word itself; several with commas between them, in parentheses or not."""
    text = text.strip("(),")
    if "," in text:
        return tuple(_value(each.strip()) for each in text.split(","))
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "True": True, "false": False, "False": False, "None": None}.get(text, text)


def written(held: Conventions) -> str:
    """What `parsed` reads back, but for the learner."""
    words = []
    for name in Conventions.__dataclass_fields__:
        value, usual = getattr(held, name), getattr(Conventions(), name)
        if name == "parameters":
            words += [f"{key}={each}" for key, each in value.items()]
        elif name == "state":
            words += [f"state.{key}={each}" for key, each in value.items()]
        elif value != usual:
            given = ",".join(f"{each:g}" for each in value) if isinstance(value, tuple) else value
            words.append(name if value is True else f"{name}={given}")
    return " ".join(words)


def idle(held: Iterable[str], learners: Sequence[str]) -> list[str]:
    """A line for each convention that was given for all learners and applies to none of these."""
    return [
        f"{name} has no effect on {', '.join(learners)}; it is for {meant_for(name)}"
        for name in held
        if learners and not any(fits(name, learner) for learner in learners)
    ]


def by_learner(given: Mapping[str, Mapping[str, Any]], texts: Iterable[str]) -> dict[str, dict[str, object]]:
    """Conventions by learner ("all" for every one), with those that the texts say besides. Raises BadConventions."""
    found = {learner: dict(each) for learner, each in given.items()}
    for text in texts:
        learner, said = parsed(text)
        held = conventions(said)
        if learner:
            checked(learner, held)
        found.setdefault(learner or "all", {}).update(said)
    return found
