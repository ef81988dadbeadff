"""Play each case once on our own learners, or on none, and share the trace between attacks, proofs and claims.

    memory = Memory()
    with remembering(memory):
        trace = played(case, Perceptron, ("w",))

Outside `remembering`, every game is played again, because the learner or the objects in a case may have changed.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from learncheck.strategies.play.case import Case, Make, Trace

MOST_ROUNDS = 64
"""The most rounds of a game that is remembered."""

T = TypeVar("T")


class Memory(OrderedDict[Hashable, T]):
    """Results of games by a key; it holds the `most` games that were used last."""

    def __init__(self, most: int = 20_000) -> None:
        super().__init__()
        self.most = most

    def recall(self, key: Hashable) -> T | None:
        """The value stored under the key, or None."""
        try:
            self.move_to_end(key)
            return self[key]
        except (KeyError, TypeError):  # an author's case may hold a list, which is not hashable
            return None

    def keep(self, key: Hashable, value: T) -> T:
        """Store the value, and return it; a key that is not hashable is ignored."""
        with suppress(TypeError):
            self[key] = value
            self.move_to_end(key)
            if len(self) > self.most:
                self.popitem(last=False)
        return value


_memory: Memory[Trace] | None = None
"""Traces by learner, type of case, case, and the attributes watched."""


@contextmanager
def remembering(memory: Memory[Trace]) -> Iterator[None]:
    """Remember traces in this memory or, in a nested call, in the outer one."""
    global _memory
    outer = _memory
    _memory = memory if outer is None else outer
    try:
        yield
    finally:
        _memory = outer


def played(case: Case, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
    """Return the trace of the case. It may be shared, so do not modify it."""
    if _memory is None or not (make is None or isinstance(make, type)):
        return case.play(make, watch)  # type: ignore[arg-type]
    key = (make, type(case), case, watch)  # cases of different types may compare equal
    trace = _memory.recall(key)
    if trace is None:
        trace = case.play(make, watch)  # type: ignore[arg-type]
        if len(trace.rounds) <= MOST_ROUNDS:
            _memory.keep(key, trace)
    return trace
