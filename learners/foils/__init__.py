"""Foils: learners that are wrong on purpose. Each is the reference learner with one or two lines changed.

The tests use them to show that checks fail when they should and that no proof of a wrong learner is accepted. A student
whose learner answers like a foil is told what is wrong with the foil. None of them is in `LEARNERS`.
"""

import inspect
import linecache
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

CHAPTERS = ("ellipsoid", "experts", "finite", "perceptron", "winnow")


def edited(name: str, right: Callable[..., object], wrong: str, *edits: tuple[str, str]) -> type[Any]:
    """A class with edits of the source of `right`: texts that occur in it once, and what stands there instead.

    If `right` is a method, this is a subclass of its class. If it is a class, which ends in its file at the next line
    that is not indented, this is a copy of it. `wrong` says what is wrong then, and is the class's docstring.
    """
    if isinstance(right, type):
        method: Callable[..., object] = next(filter(inspect.isfunction, vars(right).values()))
        text = "".join(linecache.getlines(method.__code__.co_filename))
        match = re.search(rf'^class {right.__name__}\b(.*:\n)(?: +""".*"""\n)?((?:(?: .*)?\n)*)', text, re.MULTILINE)
        assert match is not None
        bases, source = match.groups()
    else:
        method, bases, source = right, f"({right.__qualname__.partition('.')[0]}):\n", inspect.getsource(right)
    for old, new in edits:
        assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {right.__qualname__}"
        source = source.replace(old, new)
    file = f"<{right.__qualname__}: {wrong}>"
    source = f"class {name}{bases}    {wrong!r}\n\n{source}"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # a formal run reads it
    namespace = {**method.__globals__}
    exec(compile(source, file, "exec"), namespace)
    learner: type[Any] = namespace[name]
    return learner


@dataclass(frozen=True)
class Foil:
    """A wrong learner, a sentence that says what is wrong with it, and the reference class from which it derives."""

    learner: type[Any]
    wrong: str
    reference: type[object]

    @property
    def name(self) -> str:
        return self.learner.__name__


def foils() -> Iterator[Foil]:
    """Yield all foils, chapter by chapter."""
    for chapter in CHAPTERS:
        for learner in vars(import_module(f"{__name__}.{chapter}")).values():
            if isinstance(learner, type) and learner.__bases__ != (object,):
                yield Foil(learner, (learner.__doc__ or "").strip(), learner.__bases__[0])
