"""The part of `choices` that needs Hypothesis, which is slow to import.

A case that an author's strategy draws is stored, replayed and shrunk by the choices that Hypothesis made for it. Its
public interface tells nobody these choices and takes none: `@seed` fixes what a whole test draws, `fuzz_one_input`
reads bytes whose meaning differs from version to version and draws other values, and `@reproduce_failure` takes only
what Hypothesis has printed. So two of its internal names are used here, and elsewhere only in
`oracle.engine.hypothesis_settings`.
"""

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.control import BuildContext, current_build_context
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData

from learncheck.strategies.play.choices import Choices, Rejected

T = TypeVar("T")


class Drawn(Choices):
    """Choices made by Hypothesis."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        super().__init__()
        self._draw = draw

    def _next(self, low: int, high: int) -> int:
        return self._draw(_integers(low, high))

    def draw(self, strategy: st.SearchStrategy[T]) -> T:
        data = current_build_context().data
        before = len(data.choices)
        value: T = self._draw(strategy)  # type: ignore[arg-type, assignment]
        self.taken += data.choices[before:]
        return value

    def reject(self) -> NoReturn:
        assume(False)
        raise AssertionError("assume(False) returns nowhere")


_integers = functools.lru_cache(4096)(st.integers)
"""Hypothesis caches its strategies as well, but looking them up there takes longer."""


def strategy(build: Callable[[Choices], T]) -> st.SearchStrategy[tuple[T, tuple[Any, ...]]]:
    """Turn a decoder into a Hypothesis strategy for cases with their choices. It shrinks choice by choice."""

    @st.composite
    def cases(draw: Callable[[st.SearchStrategy[int]], int]) -> tuple[T, tuple[Any, ...]]:
        choices = Drawn(draw)
        case = build(choices)
        return case, tuple(choices.taken)

    return cases()


def drawn_at_random(seed: int, strategy: st.SearchStrategy[T]) -> tuple[T, tuple[Any, ...]]:
    """Draw a value from the strategy with this seed. Returns it with the choices taken; Rejected if there is none."""
    return _drawn_by(ConjectureData(random=random.Random(seed)), strategy)


def drawn_again(taken: Sequence[Any], strategy: st.SearchStrategy[T]) -> tuple[T, tuple[Any, ...]]:
    """Draw a value by replaying the first of these choices. Returns it with the choices taken; raises Rejected."""
    return _drawn_by(ConjectureData.for_choices(taken), strategy)


def _drawn_by(data: ConjectureData, strategy: st.SearchStrategy[T]) -> tuple[T, tuple[Any, ...]]:
    try:
        with BuildContext(data, wrapped_test=_drawn_by):
            return data.draw(strategy), data.choices
    except (StopTest, UnsatisfiedAssumption):
        raise Rejected from None
