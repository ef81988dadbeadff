"""Learners in this process behind the interface and the checks of `boundary.process.RemoteLearner`."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from learncheck.exact.answers import InvalidAnswer, shown, type_name
from learncheck.learners.arrays import Array
from learncheck.oracle.boundary import asking
from learncheck.oracle.boundary.clock import Clock
from learncheck.oracle.boundary.failures import Crashed, InvalidPrediction, TimedOut
from learncheck.oracle.boundary.plain import ITSELF, METHOD, RULE, Plain, Unpassable
from learncheck.oracle.boundary.raised import failure_of, loop_of
from learncheck.oracle.boundary.wire import Reader, fresh, plain_states, wired

T = TypeVar("T")


class LocalLearner(asking.Asked):
    """A class in this process behind the interface of `RemoteLearner`: the same copies, checks and exceptions.

    For notebooks and for learners that the user trusts: memory is unlimited, and only the `clock` limits their time.
    """

    def __init__(self, cls: Callable[..., object], *arguments: object, clock: Clock | None = None):
        self._clock = clock or Clock()
        self.name = type_name(cls) if isinstance(cls, type) else repr(cls)
        self._files = _files_of(cls)
        handed = [fresh(argument) for argument in arguments]
        self._learner: object = self._run(lambda: cls(*handed))

    def attribute(self, name: str) -> object:
        """See `RemoteLearner.attribute`."""
        value = self._run(lambda: getattr(self._learner, name))
        return METHOD if callable(value) else self._plain(name, value)

    def call(self, name: str, arguments: Sequence[object], named: Mapping[str, object]) -> object:
        """See `RemoteLearner.call`."""
        handed = [fresh(Plain(argument)) for argument in arguments]
        keywords = {key: fresh(Plain(value)) for key, value in named.items()}
        answer = self._run(lambda: getattr(self._learner, name)(*handed, **keywords))
        return ITSELF if answer is self._learner else self._plain(f"{name} returned", answer)

    def state(self, names: tuple[str, ...]) -> dict[str, Array]:
        """See `RemoteLearner.state`."""
        return {names[index]: state for index, state in plain_states(self._learner, names)}

    def release(self) -> None:
        """Drop the learner."""
        self._learner = None

    def _ask(self, ask: Callable[..., asking.Answer], *values: object) -> asking.Answer:
        handed = [fresh(value) for value in values]
        return self._run(lambda: ask(self._learner, *handed), asking.method(ask))

    def _run(self, call: Callable[[], T], method: str = "predict") -> T:
        try:
            with self._clock.running():  # outside of the rest: it must not meet an exception that cannot be looked at
                return self._called(call, method)
        except TimedOut as error:  # the clock, which rings again and again, has stopped
            place = loop_of(error, self._files.__contains__)
            raise TimedOut("\n".join(filter(None, [error.message, place]))) from None

    def _called(self, call: Callable[[], T], method: str) -> T:
        try:
            return call()
        except TimedOut:
            raise
        except InvalidAnswer as error:
            raise InvalidPrediction(f"{method} returned {error}") from None
        except (Exception, SystemExit) as error:
            failure = failure_of(error, self._files.__contains__)
            raise Crashed(failure.text, failure.names, failure.raised_there) from error

    def _plain(self, what: str, value: object) -> object:
        try:
            return Reader().value(wired(Plain(value)))
        except Unpassable:
            raise InvalidPrediction(f"{what} {shown(value)}; expected {RULE}") from None


def _files_of(cls: Callable[..., object]) -> set[str]:
    """The files (or notebook cells) that define a class's functions; of an adapter, those of the class behind it."""
    adapter = asking.adapter(cls)
    cls = cls if adapter is None else adapter.adapts or cls
    classes = cls.__mro__ if isinstance(cls, type) else (type(cls),)
    theirs = [base for base in classes if not base.__module__.startswith("learncheck.oracle.")]
    members = [member for base in theirs for member in vars(base).values()]
    return {member.__code__.co_filename for member in [*members, cls] if hasattr(member, "__code__")}
