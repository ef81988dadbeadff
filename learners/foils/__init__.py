"""Foils: learners that are wrong on purpose. Each is like the reference, except for what its docstring says.

The tests use them to show that checks fail when they should, and that proofs of wrong learners are refused. A student
whose learner answers like a foil is shown the foil's docstring. None of them is in `LEARNERS`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

CHAPTERS = ("ellipsoid", "experts", "finite", "perceptron", "winnow")


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
        module = import_module(f"{__name__}.{chapter}")
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == module.__name__:
                yield Foil(each, (each.__doc__ or "").strip(), each.__bases__[0])
