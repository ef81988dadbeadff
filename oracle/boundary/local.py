"""Learners in this process behind the interface and the checks of `boundary.process.RemoteLearner`."""

import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import InvalidAnswer, shown, type_name
from learncheck.oracle.boundary import asking
from learncheck.oracle.boundary.failures import Crashed, InvalidPrediction, TimedOut, refusal_text
from learncheck.oracle.boundary.plain import ITSELF, METHOD, RULE, Plain, Unpassable
from learncheck.oracle.boundary.raised import failure_of, loop_of
from learncheck.oracle.boundary.wire import MAX_DIMENSIONS, WIRE_TYPES, Reader, plain_state, wired

WIRE = frozenset(WIRE_TYPES.values())
"""Arrays with these types are passed on unchanged."""

TICK = 0.1
"""Seconds between two looks at the time that a learner has taken."""

IDLE = 0.001
"""Seconds of processor time below which a learner that has given up the processor by itself has slept in a tick."""


class Clock:
    """Limits the seconds that classes in this process may take, in total and between calls of `new_budget`.

    These are the processor time of the thread, and the ticks in which it slept. A signal interrupts it, again and again
    if it catches the exception. That works only in the main thread on Linux and macOS; elsewhere time is unlimited.

    used: the seconds of the budget that are used up.
    """

    def __init__(self, total: float = math.inf) -> None:
        self._total = self._total_left = self._budget = total
        self.used, self._booked = 0.0, True

    def new_budget(self, seconds: float, *, booked: bool = True) -> None:
        """Start counting anew. Unless it is `booked`, what is spent of it does not count to the total."""
        self._budget, self.used, self._booked = seconds, 0.0, booked

    @property
    def _left(self) -> float:
        return self._budget - self.used

    def running(self) -> AbstractContextManager[None]:
        """Raise TimedOut in what is done meanwhile, once the time is up."""
        most = min(self._left, self._total_left)
        if (
            most == math.inf
            or not hasattr(signal, "setitimer")
            or threading.current_thread() != threading.main_thread()
        ):
            return self._measured()
        return self._timed(most)

    @contextmanager
    def _measured(self) -> Iterator[None]:
        start = time.thread_time()
        try:
            yield
        finally:
            self.used += time.thread_time() - start

    @contextmanager
    def _timed(self, most: float) -> Iterator[None]:
        if most <= 0:
            raise self._over()
        start = seen = time.thread_time()
        given_up, slept = _given_up(), 0.0

        def ring(*given: object) -> None:
            nonlocal seen, given_up, slept
            now, times = time.thread_time(), _given_up()
            slept += TICK * (now - seen < IDLE and times > given_up)
            seen, given_up = now, times
            if now - start + slept > most:
                raise self._over()

        before = signal.signal(signal.SIGALRM, ring)
        try:
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, before)
            taken = time.thread_time() - start + slept
            self.used += taken
            self._total_left -= taken * self._booked

    def _over(self) -> TimedOut:
        if self._total_left <= self._left:
            return TimedOut(f"has used up the {self._total:g} s for all of its claims")
        return TimedOut(f"took longer than its limit of {self._budget:g} s")


def _given_up() -> int:
    """How often this process has given up a processor by itself, and not because others wanted it."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


ENOUGH = 1 << 30
"""Bytes that no right learner needs for a game, unless it keeps a table of all instances."""


@contextmanager
def little_memory() -> Iterator[None]:
    """Raise MemoryError in what is done meanwhile, where it takes more than `ENOUGH`. On Linux alone."""
    if sys.platform != "linux":
        yield
        return
    import resource

    own = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    limits = [each for each in (taken + ENOUGH, *own) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), own[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, own)


class LocalLearner(asking.Asked):
    """A class in this process behind the interface of `RemoteLearner`: the same copies, checks and exceptions.

    For notebooks and for learners that the user trusts: memory is unlimited, and only the `clock` limits their time.
    """

    def __init__(self, cls: Callable[..., Any], *arguments: object, clock: Clock | None = None):
        self._clock = clock or Clock()
        self.name = type_name(cls) if isinstance(cls, type) else repr(cls)
        self._files = _files_of(cls)
        fresh = [_fresh(argument) for argument in arguments]
        self._learner = self._run(lambda: cls(*fresh))

    def attribute(self, name: str) -> Any:
        """See `RemoteLearner.attribute`."""
        value = self._run(lambda: getattr(self._learner, name))
        return METHOD if callable(value) else self._plain(name, value)

    def call(self, name: str, arguments: Sequence[object], named: Mapping[str, object]) -> Any:
        """See `RemoteLearner.call`."""
        fresh = [_fresh(Plain(each)) for each in arguments]
        told = {each: _fresh(Plain(value)) for each, value in named.items()}
        answer = self._run(lambda: getattr(self._learner, name)(*fresh, **told))
        return ITSELF if answer is self._learner else self._plain(f"{name} returned", answer)

    def state(self, names: tuple[str, ...]) -> dict[str, NDArray[Any]]:
        """See `RemoteLearner.state`."""
        exposed = {}
        for name in names:
            try:
                array = plain_state(getattr(self._learner, name))
            except Exception:  # a property that raises exposes nothing
                continue
            if array is not None:
                exposed[name] = array
        return exposed

    def release(self) -> None:
        """Let go of the learner."""
        self._learner = None

    def _ask(self, ask: Callable[..., asking.Answer], *values: object) -> asking.Answer:
        fresh = [_fresh(value) for value in values]
        answer: asking.Answer = self._run(lambda: ask(self._learner, *fresh), asking.method(ask))
        return answer

    def _run(self, call: Callable[[], Any], method: str = "predict") -> Any:
        try:
            with self._clock.running():  # outside of the rest: it must not meet an exception that cannot be looked at
                return self._called(call, method)
        except TimedOut as error:  # the clock, which rings again and again, has stopped
            place = loop_of(error, self._files.__contains__)
            raise TimedOut("\n".join(filter(None, [error.message, place]))) from None

    def _called(self, call: Callable[[], Any], method: str) -> Any:
        try:
            return call()
        except TimedOut:
            raise
        except InvalidAnswer as error:
            raise InvalidPrediction(f"{method} returned {error}") from None
        except (Exception, SystemExit) as error:
            failure = failure_of(error, self._files.__contains__)
            raise Crashed(failure.text, failure.names, failure.raised_there) from error

    def _plain(self, what: str, value: object) -> Any:
        try:
            return Reader().value(wired(Plain(value)))
        except Unpassable:
            raise InvalidPrediction(f"{what} {shown(value)}; expected {RULE}") from None


def _fresh(value: object) -> Any:
    """`value` as a learner in a process of its own would receive it; callables are wrapped accordingly."""
    if type(value) is np.ndarray and value.dtype in WIRE and value.ndim <= MAX_DIMENSIONS:
        return value.copy()
    if type(value) is int and -(2**63) <= value < 2**63:
        return value
    if type(value) is Plain and callable(value.value):
        return _wrapped(value, Plain)
    if type(value) is not Plain and callable(value):
        return _wrapped(value)
    return Reader().value(wired(value))


def _wrapped(
    function: Callable[..., object], as_sent: Callable[[object], object] = lambda value: value
) -> Callable[..., object]:
    def given(*arguments: object) -> object:
        fresh = [_fresh(as_sent(argument)) for argument in arguments]
        try:
            result = function(*fresh)
        except TimedOut:  # the time of the learner that called it is up
            raise
        except Exception as error:
            raise ValueError(refusal_text(error)) from error
        return _fresh(result)

    given.__qualname__ = "given"  # what messages of Python's call it
    return given


def _files_of(cls: Callable[..., Any]) -> set[str]:
    """The files (or notebook cells) that define a class's functions; of an adapter, those of the class behind it."""
    cls = getattr(cls, "adapts", cls)
    classes = cls.__mro__ if isinstance(cls, type) else (type(cls),)
    theirs = [each for each in classes if not each.__module__.startswith("learncheck.oracle.")]
    members = [member for each in theirs for member in vars(each).values()]
    return {member.__code__.co_filename for member in [*members, cls] if hasattr(member, "__code__")}
