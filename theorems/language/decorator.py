"""`@claim`: a claim as short as a Hypothesis test, of a function whose arguments are drawn from strategies.

@claim(n=st.integers(0, 8), k=st.integers(0, 8), bound=Eq(C, binomial(n, k)), label="exact")
def subsets_count(n, k):
    "There are binomial(n, k) subsets of k elements of a set of n."
    return sum(mask.bit_count() == k for mask in range(2**n))
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, update_wrapper
from typing import Any, Literal

import msgspec
import numpy as np
import sympy
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import as_declared, conjuncts
from learncheck.strategies.play.case import Case, Make, Trace
from learncheck.theorems.language.claim import Claim, Family
from learncheck.theorems.language.definitions import BadDefinition

Function = Callable[..., object]

ALONE = "it returned"
"""The name of a number that the function returns without a symbol."""


def claim(
    *strategies: SearchStrategy[object], bound: Boolean, learner: type | None = None, **options: Any
) -> Callable[[Function], Claim]:
    """Make a `Claim` from the decorated function, whose arguments are drawn as by Hypothesis's `@given`.

    Strategies are given by position (for the last arguments, as in `@given`) or by argument name. With `learner=` the
    function gets the learner's class as its first argument. It returns a mapping from the bound's symbols to values,
    or a single number for the symbol on the bound's left; an argument with the name of a symbol supplies its value.
    Lists arrive as tuples. The id is the function's name and the statement its docstring, unless `id=` and
    `statement=` are given. `attained_by=` lists tuples of arguments that attain the bound, or is a function that
    returns such a list. Everything else is passed to `Claim`.

    Raises BadDefinition, in one line, if arguments and strategies do not match.
    """
    named = {name: options.pop(name) for name in list(options) if isinstance(options[name], SearchStrategy)}

    def decorate(function: Function) -> Claim:
        claim_id = options.pop("id", function.__name__.replace("_", "-").lower())
        statement = options.pop("statement", re.sub("[ \n]+", " ", (inspect.getdoc(function) or "").split("\n\n")[0]))
        if not statement:
            raise BadDefinition(f"{claim_id}: the function has no docstring; say there what the theorem is")
        drawn = _by_name(claim_id, function, strategies, named, learner is not None)
        measure = _Measure(function, bound)
        kind = _case(claim_id, function, tuple(drawn))
        cases = Family(st.builds(kind, **{name: strategy.map(frozen) for name, strategy in drawn.items()}))
        options.setdefault("kind", "counting" if learner is None else "batch")
        witnesses = options.pop("attained_by", ())
        cases_of = partial(_witnesses, claim_id, kind)
        options["attained_by"] = (lambda: cases_of(witnesses())) if callable(witnesses) else cases_of(witnesses)
        return Claim(claim_id, statement, bound=bound, cases=cases, learner=learner, measure=measure, **options)

    return decorate


def _by_name(
    claim_id: str,
    function: Function,
    strategies: tuple[SearchStrategy[object], ...],
    named: Mapping[str, SearchStrategy[object]],
    learns: bool,
) -> dict[str, SearchStrategy[object]]:
    """The strategy of every argument."""
    names = list(inspect.signature(function).parameters)
    if learns and not names:
        raise BadDefinition(f"{claim_id}: with learner= the function is handed the class first; give it an argument")
    names = names[1:] if learns else names
    drawn = dict(zip(reversed(names), reversed(strategies), strict=False)) | dict(named)
    for name in drawn:
        if name not in names:
            raise BadDefinition(f"{claim_id}: a strategy for {name!r}, but the function takes {_listed(names)}")
    missing = [name for name in names if name not in drawn]
    if missing or len(strategies) + len(named) != len(names) or not names:
        raise BadDefinition(
            f"{claim_id}: {len(strategies) + len(named)} strategies for the arguments {_listed(names)}; "
            "give one each, as to Hypothesis's @given"
        )
    return {name: drawn[name] for name in names}


def _witnesses(claim_id: str, kind: type[Case], arguments: Iterable[Iterable[object]]) -> list[Case]:
    """The cases with these arguments. Raises BadDefinition if they do not match the function."""
    try:
        return [kind(*map(frozen, values)) for values in arguments]
    except TypeError as error:
        names = ", ".join(kind.__struct_fields__)
        raise BadDefinition(f"{claim_id}: attained_by= lists tuples of arguments, each of ({names}): {error}") from None


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


def _case(claim_id: str, function: Function, names: tuple[str, ...]) -> type[Case]:
    """The class of cases: the arguments of a call. Playing a case calls the function."""

    def play(case: Case, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        arguments = {name: getattr(case, name) for name in names}
        returned = function(**arguments) if make is None else function(make, **arguments)
        quantities = returned if isinstance(returned, Mapping) else {ALONE: returned}
        as_declared({name: value for name, value in quantities.items() if isinstance(name, sympy.Symbol)})
        return Trace(case, facts={str(name): value for name, value in quantities.items()})

    def settled(case: Case) -> None:
        for name in names:
            msgspec.structs.force_setattr(case, name, _read(object.__getattribute__(case, name)))

    def argument(case: Case, name: str) -> object:  # as the function gets it, for hypotheses and the like
        value = object.__getattribute__(case, name)
        return thawed(value) if name in names else value

    def in_words(case: Case, trace: Trace) -> Mapping[str, object]:
        return {name: getattr(case, name) for name in names}

    kind = msgspec.defstruct(
        "Arguments",
        [(name, Any) for name in names],
        bases=(Case,),
        namespace={"play": play, "in_words": in_words, "__post_init__": settled, "__getattribute__": argument},
        frozen=True,
        forbid_unknown_fields=True,
        tag=f"arguments-{claim_id}",
        module=function.__module__,
    )
    assert issubclass(kind, Case)
    return kind


@dataclass(frozen=True, slots=True)
class Stored:
    """A set or a dictionary in a frozen case, as the tuple of its elements or of its (key, value) pairs."""

    kind: Literal["set", "dict"]
    items: tuple[object, ...]


def frozen(value: object) -> object:
    """The value in the form that a case stores: lists and arrays as tuples, sets and dictionaries as `Stored`."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, set | frozenset):
        return Stored("set", tuple(sorted(map(frozen, value), key=repr)))
    if isinstance(value, Mapping):
        return Stored("dict", tuple((frozen(key), frozen(item)) for key, item in value.items()))
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def thawed(value: object) -> object:
    """The value in the form that the function gets: sets are frozensets, and dictionaries are new ones."""
    if isinstance(value, Stored):
        items: list[Any] = [thawed(item) for item in value.items]
        return dict(items) if value.kind == "dict" else frozenset(items)
    return tuple(map(thawed, value)) if isinstance(value, tuple) else value


_WRITTEN = re.compile(r"-?\d+/\d+")


def _read(value: object) -> object:
    """The value from its stored form; in a stored case a fraction is a string and `Stored` a mapping."""
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return Fraction(value)
    if isinstance(value, Mapping) and value.keys() == {"kind", "items"}:
        return Stored(value["kind"], tuple(map(_read, value["items"])))
    return tuple(map(_read, value)) if isinstance(value, list | tuple) else value


class _Measure:
    """Reads the bound's quantities from the function's result and its arguments."""

    def __init__(self, function: Function, bound: Boolean) -> None:
        update_wrapper(self, function)
        self.bound = bound

    def __call__(self, trace: Trace) -> dict[sympy.Symbol, object]:
        fields = {name: getattr(trace.case, name) for name in trace.case.__struct_fields__}
        numbers = {**fields, **trace.facts}
        if ALONE in numbers:
            numbers[self._observed().name] = numbers[ALONE]
        return {symbol: numbers[symbol.name] for symbol in self.bound.free_symbols if symbol.name in numbers}

    def _observed(self) -> sympy.Symbol:
        left = conjuncts(self.bound)[0].lhs
        if not isinstance(left, sympy.Symbol):
            raise TypeError(
                f"the function returns one number, but the left side of {self.bound} is not a symbol: {left}"
            )
        return left
