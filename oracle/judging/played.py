"""Play each game of our own learners once, and share the trace between attacks, proofs and claims.

    memory = Memory()
    with remembering(memory):
        trace = played(case, Perceptron, ("w",))

Outside `remembering`, every game is played each time, because the learner or the objects in a case may have changed in
the meantime.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from learncheck.strategies.play.case import Case, Make, Trace

MOST_GAMES, MOST_ROUNDS = 20_000, 64
"""The number of games remembered (the most recently used are kept), and the most rounds of a game that is remembered.
"""

Memory = OrderedDict[Any, Trace]
"""Traces by learner, type of case, case, and the attributes watched."""

_memory: Memory | None = None


@contextmanager
def remembering(memory: Memory) -> Iterator[None]:
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
    if _memory is None or not isinstance(make, type):
        return case.play(make, watch)  # type: ignore[arg-type]
    key = (make, type(case), case, watch)  # cases of different types may compare equal
    try:
        trace = _memory.get(key)
    except TypeError:  # an author's case may hold a list, which is not hashable
        return case.play(make, watch)
    if trace is None:
        trace = case.play(make, watch)
        if len(trace.rounds) <= MOST_ROUNDS:
            _memory[key] = trace
            if len(_memory) > MOST_GAMES:
                _memory.popitem(last=False)
    else:
        _memory.move_to_end(key)
    return trace
