"""The questions that games ask a learner, and how its answers are read, in the submission's process and in this one.

`Asked` describes each question. All functions raise InvalidAnswer if the answer is not of the expected kind.
"""

from collections.abc import Callable, Sequence, Sized
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.answers import label_of, labels_of, point_of, reals_of
from learncheck.exact.draws import drawn
from learncheck.learners.arrays import Array

if TYPE_CHECKING:
    from learncheck.oracle.boundary.conventions import Conventions

Answer = TypeVar("Answer")


class Learner(Protocol):
    """Somebody's learner. It has the methods that its kind of learner needs, and may answer anything."""

    def predict(self, x: object, /) -> object: ...

    def update(self, x: object, y: object, /) -> object: ...

    def fit(self, X: object, y: object, /, sample_weight: object = None) -> object: ...

    def probabilities(self) -> object: ...


class Adapter:
    """The base of classes that put somebody else's learner behind the contract's interface.

    learner:     the learner that it is judged as.
    conventions: those of the class behind it, where it states any.
    adapts:      the class behind it, if it was handed over as one.
    """

    learner: ClassVar[str]
    conventions: ClassVar["Conventions | None"] = None
    adapts: ClassVar[type | None] = None


def adapter(cls: object) -> type[Adapter] | None:
    """The class, if it is an adapter's. Any other class may have attributes of these names, which mean nothing here."""
    return cls if isinstance(cls, type) and issubclass(cls, Adapter) else None


def predict(learner: Learner, x: object) -> int:
    return label_of(learner.predict(x))


def update(learner: Learner, x: object, y: object) -> None:
    learner.update(x, y)


def fit(learner: Learner, X: object, y: object, sample_weight: object) -> None:
    if sample_weight is None:
        learner.fit(X, y)
    else:
        learner.fit(X, y, sample_weight=sample_weight)


def predict_many(learner: Learner, X: Sized) -> NDArray[np.int8]:
    m = len(X)
    return labels_of(learner.predict(X), m)


def predict_reals(learner: Learner, X: Sized) -> NDArray[np.float64]:
    m = len(X)
    return reals_of(learner.predict(X), m)


def predict_point(learner: Learner, x: object, size: int | None) -> NDArray[np.float64]:
    return point_of(learner.predict(x), size)


def probabilities(learner: Learner) -> NDArray[np.float64]:
    return reals_of(learner.probabilities(), None, non_negative=True)


def sample(learner: Learner, draws: NDArray[np.float64], advice: Sequence[int] | None) -> NDArray[np.float64]:
    from learncheck.oracle.boundary.adapted import Adapted  # nobody else is asked for a draw

    if isinstance(learner, Adapted | GivenAnswer):
        return reals_of(learner.drawn(draws.tolist(), advice), None)
    return reals_of(drawn(learner, draws.tolist(), advice), None)


def method(asked: Callable[..., object]) -> str:
    """Which method gave the answer, for messages."""
    return {probabilities: "probabilities", sample: "sampling"}.get(asked, "predict")


class GivenAnswer:
    """Stands for a learner that has already answered, so that its answer is checked by the same rules."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def predict(self, x: object) -> object:
        return self.answer

    def update(self, x: object, y: object) -> None:
        pass

    def fit(self, X: object, y: object, sample_weight: object = None) -> None:
        pass

    def probabilities(self) -> object:
        return self.answer

    def drawn(self, draws: object, advice: Sequence[int] | None) -> object:
        return self.answer


class Asked:
    """A learner behind the boundary, with the methods that games call.

    Each hands over fresh copies and checks the answer. All raise `failures.Crashed` and `failures.TimedOut`; those that
    return something also `failures.InvalidPrediction`.
    """

    def _ask(self, ask: Callable[..., Answer], *values: object) -> Answer:
        raise NotImplementedError

    def predict(self, x: object) -> int:
        """The label predicted for the instance x: -1, 0 or +1."""
        return self._ask(predict, x)

    def predict_point(self, x: object, size: int | None) -> NDArray[np.float64] | float:
        """The vector of `size` finite reals predicted for the instance x; a number if `size` is None."""
        reals = self._ask(predict_point, x, size)
        return reals if size is not None else float(reals[0])

    def update(self, x: object, y: object) -> None:
        """Reveal the label y of the instance x."""
        self._ask(update, x, y)

    def fit(self, X: object, y: object, sample_weight: object = None) -> None:
        """Fit a batch learner; weights are passed by keyword, and only if there are any."""
        self._ask(fit, X, y, sample_weight)

    def predict_many(self, X: Array) -> NDArray[np.int64]:
        """The labels predicted for the m rows of X: shape (m,), each -1, 0 or +1."""
        return self._ask(predict_many, X).astype(np.int64)

    def predict_reals(self, X: Array) -> NDArray[np.float64]:
        """The finite reals predicted for the m rows of X, shape (m,), none beyond `exact.answers.MOST`."""
        return self._ask(predict_reals, X)

    def probabilities(self) -> NDArray[np.float64]:
        """The learner's probabilities: finite, at least 0, of any number and sum; shape (n,)."""
        return self._ask(probabilities)

    def drawn(self, draws: Sequence[float], advice: Sequence[int] | None) -> NDArray[np.float64]:
        """What the learner answers to each draw of its generator, or nothing: see `exact.draws.drawn`."""
        return self._ask(sample, np.array(draws), None if advice is None else np.array(advice))
