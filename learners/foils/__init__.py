"""Foils: learners that are wrong on purpose, each like the reference but for what its docstring says.

They are what checks are shown to fail on: mutants of claims, wrong proofs, pictures of a bad run. What is wrong with
them is also told to a student whose learner answers as one of them does. None of them is among `LEARNERS`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

CHAPTERS = ("ellipsoid", "experts", "finite", "perceptron", "winnow")


@dataclass(frozen=True)
class Foil:
    """A wrong learner, what is wrong with it in a sentence, and the class that it spoils."""

    learner: type[Any]
    wrong: str
    reference: type[Any]

    @property
    def name(self) -> str:
        return self.learner.__name__


def foils() -> Iterator[Foil]:
    """All of them, chapter by chapter."""
    for chapter in CHAPTERS:
        module = import_module(f"{__name__}.{chapter}")
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == module.__name__:
                yield Foil(each, (each.__doc__ or "").strip(), each.__bases__[0])
