"""Learners of this very process behind the interface and the checks of `boundary.process.RemoteLearner`."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from learncheck.oracle.boundary import child
from learncheck.oracle.boundary.child import InvalidAnswer, Reader, encode
from learncheck.oracle.boundary.failures import Crashed, InvalidPrediction, refusal_text

Answer = TypeVar("Answer")


class LocalLearner:
    """A class of this process behind the interface of `RemoteLearner`: the same copies, checks, exceptions.

    For notebooks and for learners that the user vouches for: nothing bounds their time or memory.
    """

    def __init__(self, cls: Callable[..., Any], *arguments: object):
        self.name = child.type_name(cls) if isinstance(cls, type) else repr(cls)
        self._files = _files_of(cls)
        fresh = [_fresh(argument) for argument in arguments]
        self._learner = self._run(lambda: cls(*fresh))

    def predict(self, x: object) -> int:
        """See `RemoteLearner.predict`."""
        fresh = _fresh(x)
        return self._checked("predict", child.label_of, self._run(lambda: self._learner.predict(fresh)))

    def predict_point(self, x: object, size: int | None) -> Any:
        """See `RemoteLearner.predict_point`."""
        fresh = _fresh(x)
        answer = self._run(lambda: self._learner.predict(fresh))
        reals = self._checked("predict", lambda value: child.point_of(value, size), answer)
        return reals if size is not None else float(reals[0])

    def update(self, x: object, y: object) -> None:
        """See `RemoteLearner.update`."""
        fresh = _fresh(x), _fresh(y)
        self._run(lambda: self._learner.update(*fresh))

    def update_then_predict(self, x: object, y: int, next_x: object) -> int:
        """See `RemoteLearner.update_then_predict`."""
        self.update(x, y)
        return self.predict(next_x)

    def fit(self, X: object, y: object, sample_weight: object = None) -> None:
        """See `RemoteLearner.fit`."""
        fresh = _fresh(X), _fresh(y)
        named = {} if sample_weight is None else {"sample_weight": _fresh(sample_weight)}
        self._run(lambda: self._learner.fit(*fresh, **named))

    def predict_many(self, X: NDArray[Any]) -> NDArray[np.int64]:
        """See `RemoteLearner.predict_many`."""
        fresh = _fresh(X)
        answer = self._run(lambda: self._learner.predict(fresh))
        return self._checked("predict", lambda value: child.labels_of(value, len(X)), answer).astype(np.int64)

    def predict_reals(self, X: NDArray[Any]) -> NDArray[np.float64]:
        """See `RemoteLearner.predict_reals`."""
        fresh = _fresh(X)
        answer = self._run(lambda: self._learner.predict(fresh))
        return self._checked("predict", lambda value: child.reals_of(value, len(X)), answer)

    def probabilities(self) -> NDArray[np.float64]:
        """See `RemoteLearner.probabilities`."""
        answer = self._run(lambda: self._learner.probabilities())
        return self._checked("probabilities", lambda value: child.reals_of(value, None, non_negative=True), answer)

    def state(self, names: tuple[str, ...]) -> dict[str, NDArray[Any]]:
        """See `RemoteLearner.state`."""
        exposed = {}
        for name in names:
            try:
                array = child.plain_state(getattr(self._learner, name))
            except Exception:  # a property that raises exposes nothing
                continue
            if array is not None:
                exposed[name] = array
        return exposed

    def release(self) -> None:
        """Let go of the learner."""
        self._learner = None

    def _run(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except (Exception, SystemExit) as error:
            failure = child.Failure(error, self._files.__contains__)
            raise Crashed(failure.text, failure.names, failure.raised_there) from error

    def _checked(self, method: str, check: Callable[[object], Answer], answer: object) -> Answer:
        try:
            return check(answer)
        except InvalidAnswer as error:
            raise InvalidPrediction(f"{method} returned {error}") from None


def _fresh(value: object) -> Any:
    """`value` as a learner in a process of its own would receive it; a callable is wrapped likewise."""
    if callable(value):
        return _wrapped(value)
    return Reader(encode(value)).value()


def _wrapped(function: Callable[..., object]) -> Callable[..., object]:
    def from_the_judge(*arguments: object) -> object:
        fresh = [_fresh(argument) for argument in arguments]
        try:
            result = function(*fresh)
        except Exception as error:
            raise ValueError(refusal_text(error)) from error
        return _fresh(result)

    return from_the_judge


def _files_of(cls: Callable[..., Any]) -> set[str]:
    """The files (or notebook cells) in which the functions of a class are written."""
    classes = cls.__mro__ if isinstance(cls, type) else (type(cls),)
    members = [member for each in classes for member in vars(each).values()]
    return {member.__code__.co_filename for member in [*members, cls] if hasattr(member, "__code__")}
