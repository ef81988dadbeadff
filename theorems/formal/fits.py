"""Run one round of the loop inside a batch learner's own `fit` on formal quantities, from any state.

`Fit` cuts the source of `fit` at its loop. The part before the loop makes the state (the local variables), the loop's
test and body are a round, and the part after it copies the state to the learner's attributes. Each part runs unchanged,
with numpy's functions of numbers replaced by formal ones. Anything else that is carried from one round to the next,
besides the local variables that the proof knows, is refused. So is code that could detect how it is run.
"""

import ast
import builtins
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
import sympy

from learncheck.theorems.formal.language import read_method, source_of
from learncheck.theorems.formal.numbers import HiddenState, NotFormal, Path, Real, is_number, owe, value_of
from learncheck.theorems.formal.quantities import content, every_path
from learncheck.theorems.formal.rows import Row

T = TypeVar("T")
Names = dict[str, Any]


# ---- numpy's functions, on formal quantities ----


def log(value: Any) -> Any:
    """log of a number or of each entry; the number must be positive."""
    if isinstance(value, Row):
        return _each(value, log)
    number = value_of(value)
    owe(sympy.Gt(number, 0))
    return Real(sympy.log(number))


def exp(value: Any) -> Any:
    """e^value of a number or of each entry."""
    return _each(value, exp) if isinstance(value, Row) else Real(sympy.exp(value_of(value)))


def as_it_is(value: Any, dtype: Any = None) -> Any:
    """The value unchanged: a formal quantity is already an array."""
    return value


def _each(row: Row, function: Callable[[Any], Any]) -> Row:
    if row.values is None:
        raise NotFormal("a function of each entry of a row that is known by its sums alone")
    return Row(values={block: function(each) for block, each in row.values.items()})


class FormalNumpy:
    """The part of numpy that formal quantities support; `own` adds functions."""

    def __init__(self, own: Mapping[str, Callable[..., Any]]) -> None:
        self.own = {"log": log, "exp": exp, "array": as_it_is, "asarray": as_it_is, **own}

    def __getattr__(self, name: str) -> Any:
        if name not in self.own:
            raise NotFormal(f"np.{name} is used on formal quantities, where it has no meaning")
        return self.own[name]


@dataclass(frozen=True)
class Rounds:
    """range(n) for a formal n: the number of times a loop runs."""

    number: Real


# ---- a fit, cut at its loop ----


class Fit:
    """The parts of a learner's `fit`: `before` the loop, its `test` and `body`, and what comes `after`.

    They are run on the sample X and y, for the learner that `of` names. Raises HiddenState where one carries more than
    the local variables named `state`, or writes attributes before the end.
    """

    def __init__(
        self,
        learner: type,
        X: Any,
        y: Any,
        state: tuple[str, ...],
        own: Mapping[str, Callable[..., Any]],
        size: Callable[[Any], Any],
        attributes: tuple[str, ...] = (),
        leaves: tuple[str, ...] = (),
    ) -> None:
        self.learner, self.X, self.y, self.state = learner, X, y, state
        self.known = {"np": FormalNumpy(own), "len": size, "range": Rounds}
        function: Any = learner.fit  # type: ignore[attr-defined]
        self.around = _around(function, self.known)
        defined = source_of(function)
        read_method(learner, "__init__", attributes)
        read_method(learner, "fit", attributes, leaves)
        self.arguments = [each.arg for each in defined.args.args]
        statements = defined.body[ast.get_docstring(defined) is not None :]
        loops = [i for i, each in enumerate(statements) if isinstance(each, ast.For | ast.While)]
        if len(loops) != 1 or len(self.arguments) != 3:
            raise NotFormal(f"{learner.__name__}.fit has {len(loops)} loops, not one; a round of it cannot be run")
        loop: Any = statements[loops[0]]
        first, last = statements[: loops[0]], statements[loops[0] + 1 :]
        if not (last and isinstance(last[-1], ast.Return) and ast.unparse(last[-1]) == f"return {self.arguments[0]}"):
            raise NotFormal(f"{learner.__name__}.fit does not end with `return self`")
        self.counted = isinstance(loop, ast.For)
        self.before = self._compiled(first)
        self.test = self._compiled([_assign("the test", loop.iter if self.counted else loop.test)])
        once = ast.For(ast.Name("the round", ast.Store()), ast.Name("once", ast.Load()), loop.body, [_went_on()])
        self.body, self.after = self._compiled([once]), self._compiled(last[:-1])
        if loop.orelse:
            raise NotFormal(f"the loop of {learner.__name__}.fit has an else")

    def _compiled(self, statements: list[Any]) -> Any:
        module = ast.fix_missing_locations(ast.Module(statements, []))
        try:
            return compile(module, f"{self.learner.__name__}.fit", "exec")
        except SyntaxError as error:
            raise NotFormal(f"{self.learner.__name__}.fit leaves its loop in the middle: {error}") from error

    def of(self, made: Any) -> "Fit":
        """The fit of this learner, whose attributes stay as they are."""
        self.made, self.attributes = made, dict(vars(made))
        return self

    def begin(self) -> Names:
        """The local variables before the loop."""
        names = self._run(self.before, {})
        only(self.learner, names, self.state)
        unchanged(self.made, self.attributes, "before the loop")
        return names

    def tested(self, state: Names) -> Any:
        """The value of the loop's test, or the range of its `for`; and the local variables at that point."""
        names = self._run(self.test, state)
        return names.pop("the test"), names

    def turn(self, state: Names) -> tuple[bool, Names]:
        """Whether the loop goes on after a round, and the state then."""
        names = self._run(self.body, {**state, "once": [self.made]})
        unchanged(self.made, self.attributes, "in a round")
        return bool(names.pop("went on", False)), {name: names[name] for name in self.state}

    def end(self, state: Names) -> None:
        """Copy the state to the learner's attributes."""
        self._run(self.after, state)

    def method(self, name: str) -> Callable[..., Any]:
        """A method of the learner with formal functions in place of numpy's."""
        function: Any = getattr(self.learner, name)
        read_method(self.learner, name, vars(self.made))
        own = FunctionType(function.__code__, _around(function, self.known), name, function.__defaults__)
        return lambda *arguments: own(self.made, *arguments)

    def _run(self, part: Any, state: Names) -> Names:
        given = dict(zip(self.arguments, (self.made, self.X, self.y), strict=True))
        space = {**self.around, **given, **state}
        kept = {name: space[name] for name in given}
        exec(part, space)
        if any(space[name] is not value for name, value in kept.items()):
            raise HiddenState(f"{self.learner.__name__}.fit gives another meaning to {', '.join(given)}")
        fresh = {name for name, value in space.items() if name not in self.around or value is not self.around[name]}
        return {name: space[name] for name in fresh - set(given) - {"__builtins__"}}


def _around(function: Any, known: Names) -> Names:
    """The names outside the function that its code can use, with formal functions in place of numpy's."""
    closed = inspect.getclosurevars(function).nonlocals
    seen = {**vars(builtins), **function.__globals__, **closed}
    formal = {"exp": exp, "log": log}
    for name, value in list(seen.items()):
        if isinstance(value, FunctionType) and value.__module__ == "learncheck.learners.arithmetic":
            seen[name] = formal.get(value.__name__, value)
        if isinstance(value, ModuleType) and value is np:
            seen[name] = known["np"]
    return {**seen, "len": known["len"], "range": known["range"]}


def _assign(name: str, value: Any) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _went_on() -> ast.Assign:
    return _assign("went on", ast.Constant(True))


def runs(learner: type, run: Callable[[], T]) -> list[Path[T]]:
    """Every path of the run, which is run twice. Raises HiddenState if the second differs, NotFormal if it fails."""
    return every_path(learner, run, lambda each: each.comparisons)


def only(learner: type, names: Names, known: Iterable[str]) -> None:
    """Raise HiddenState if there are variables besides the known ones, NotFormal if a known one is missing."""
    missing, more = set(known) - set(names), set(names) - set(known)
    if missing:
        raise NotFormal(
            f"{learner.__name__}.fit has no variable {', '.join(sorted(missing))}, of which the proof speaks"
        )
    if more:
        raise HiddenState(f"{learner.__name__}.fit keeps {', '.join(sorted(more))}, of which the proof knows nothing")


def unchanged(made: Any, attributes: Mapping[str, Any], while_: str) -> None:
    """Raise HiddenState if the learner's attributes differ from these."""
    now = vars(made)
    for name in sorted(now.keys() | attributes.keys()):
        if name not in now or name not in attributes or content(now[name]) != content(attributes[name]):
            raise HiddenState(f"{type(made).__name__} writes {name} {while_}; a round changes variables of `fit` alone")


def runs_so_often(rounds: Any, number: Any) -> bool:
    """Whether the loop runs this number of times."""
    return isinstance(rounds, Rounds) and is_number(rounds.number) and content(Real(rounds.number)) == content(number)


def known_paths(found: Iterable[Path[T]]) -> Iterator[tuple[T, dict[str, Any], dict[str, Any]]]:
    """Each path's result, its comparisons, and the obligations of its arithmetic, by words."""
    for each in found:
        met = {f"comparison {number}": relation for number, relation in enumerate(each.comparisons, start=1)}
        owed = {f"the arithmetic is defined: {relation}": relation for relation in each.owed}
        yield each.result, met, owed
