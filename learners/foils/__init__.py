"""Foils: learners that are wrong on purpose. Each is the reference with one line or two written otherwise.

The tests use them to show that checks fail when they should, and that proofs of wrong learners are refused. A student
whose learner answers like a foil is told what is wrong with the foil. None of them is in `LEARNERS`.
"""

import inspect
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

CHAPTERS = ("ellipsoid", "experts", "finite", "perceptron", "winnow")


def edited(name: str, method: Any, wrong: str, *edits: tuple[str, str]) -> type[Any]:
    """A class like the method's, with edits of its source: texts that occur in it once, and what stands there instead.

    `wrong` says what comes of it, and is the docstring of the class.
    """
    source = inspect.getsource(method)
    for old, new in edits:
        assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {method.__qualname__}"
        source = source.replace(old, new)
    file = f"<{method.__qualname__}: {wrong}>"
    source = f"class {name}({method.__qualname__.partition('.')[0]}):\n    {wrong!r}\n\n{source}"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # a formal run reads it
    namespace = {**method.__globals__}
    exec(compile(source, file, "exec"), namespace)
    made: type[Any] = namespace[name]
    return made


@dataclass(frozen=True)
class Foil:
    """A wrong learner, a sentence that says what is wrong with it, and the reference class from which it derives."""

    learner: type[Any]
    wrong: str
    reference: type[Any]

    @property
    def name(self) -> str:
        return self.learner.__name__


def foils() -> Iterator[Foil]:
    """Yield all foils, chapter by chapter."""
    for chapter in CHAPTERS:
        for each in vars(import_module(f"{__name__}.{chapter}")).values():
            if isinstance(each, type) and each.__bases__ != (object,):
                yield Foil(each, (each.__doc__ or "").strip(), each.__bases__[0])
