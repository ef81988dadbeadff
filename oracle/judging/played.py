"""Games of our own learners, each of them played once by all that ask how it goes: attacks, proofs, and other claims.

    memory = Memory()
    with remembering(memory):
        trace = played(case, Perceptron, ("w",))

Outside of `remembering` every game is played when it is asked for: there a learner, or what a case is made of, may be
another one by the next time.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from learncheck.strategies.play.case import Case, Make, Trace

MOST_GAMES, MOST_ROUNDS = 20_000, 64
"""So many games are remembered, those that were asked for last, and none of more rounds."""

Memory = OrderedDict[Any, Trace]
"""The traces, by learner, case and what was watched."""

_memory: Memory | None = None


@contextmanager
def remembering(memory: Memory) -> Iterator[None]:
    """Remember how games go: here, or where that is done already."""
    global _memory
    outer = _memory
    _memory = memory if outer is None else outer
    try:
        yield
    finally:
        _memory = outer


def played(case: Case, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
    """The trace of the case, which is nobody's to change."""
    if _memory is None or not isinstance(make, type):
        return case.play(make, watch)  # type: ignore[arg-type]
    key = (make, type(case), case, watch)  # cases of two kinds may hold the same
    try:
        trace = _memory.get(key)
    except TypeError:  # a case of an author's that holds a list
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
