"""Records what learners are asked while a case is played.

recorder = Recorder(make)          # stands in for `make`
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from learncheck.strategies.play.case import Make, Trace
from learncheck.strategies.samples.handed import HandedWeakLearner

CALLS = ("predict", "update", "fit", "predict_many", "predict_reals", "probabilities")

Labelling = Callable[..., Iterable[int]]
"""A weak learner's hypothesis: it labels the rows of an array."""


@dataclass
class Call:
    """A call of a learner's method, or of its constructor (`__init__`); learners are numbered as they are made.

    answer: what one of `CALLS` has returned.
    """

    learner: int
    method: str
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    answer: Any = None


class Recorder:
    """Makes learners by `make` and records what they are asked."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self.calls: list[Call] = []
        self._learners = 0

    def __call__(self, *arguments: object) -> "_Recorded":
        given = tuple(
            RecordedWeakLearner.of(argument)
            if isinstance(argument, HandedWeakLearner | RecordedWeakLearner)
            else argument
            for argument in arguments
        )
        number, self._learners = self._learners, self._learners + 1
        self.calls.append(Call(number, "__init__", given, {}))
        return _Recorded(self._make(*given), number, self.calls)


class _Recorded:
    """A learner whose calls are recorded before they are made, so that one that fails is there too."""

    def __init__(self, learner: object, number: int, calls: list[Call]) -> None:
        self._learner, self._number, self._calls = learner, number, calls

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._learner, name)
        if name == "predict_point":

            def point(x: object, size: int | None) -> object:
                self._calls.append(Call(self._number, "predict", (x,), {}))
                return value(x, size)

            return point
        if name == "drawn":

            def drawn(draws: Sequence[float], advice: Sequence[int] | None) -> Sequence[object]:
                self._calls.append(Call(self._number, "drawn", (draws, advice), {}))
                answers: Sequence[object] = value(draws, advice)
                if not len(answers):  # there is no such method
                    self._calls.pop()
                return answers

            return drawn
        if name not in CALLS:
            return value

        def call(*arguments: object, **named: object) -> object:
            copies = tuple(argument.copy() if isinstance(argument, np.ndarray) else argument for argument in arguments)
            recorded = Call(self._number, name, copies, named)
            self._calls.append(recorded)
            recorded.answer = value(*arguments, **named)
            return recorded.answer

        return call


def asked(trace: Trace) -> list[Call]:
    """What a learner was asked in a game by rounds that is over, whatever it would answer if it were asked again."""
    calls = [Call(0, "__init__", trace.case.arguments(), {})]
    for x, y in trace.examples():
        calls += [Call(0, "predict", (x,), {}), Call(0, "update", (x, y), {})]
    return calls


@dataclass
class RecordedWeakLearner:
    """A weak learner that keeps what its hypotheses say of each instance, call by call."""

    weak_learner: Callable[..., Labelling]
    answers: list[dict[tuple[float, ...], int]] = field(default_factory=list)

    @classmethod
    def of(cls, weak_learner: "Callable[..., Labelling] | RecordedWeakLearner") -> "RecordedWeakLearner":
        """A record of its own, also of one that is recorded already: a second learner that is given it calls it too."""
        return cls(weak_learner.weak_learner if isinstance(weak_learner, cls) else weak_learner)

    def __call__(self, X: object, y: object, D: object) -> Labelling:
        hypothesis = self.weak_learner(X, y, D)
        answers: dict[tuple[float, ...], int] = {}
        self.answers.append(answers)

        def recorded(Z: object) -> Iterable[int]:
            labels = hypothesis(Z)
            rows = np.asarray(Z).tolist()
            answers.update((tuple(row), int(label)) for row, label in zip(rows, labels, strict=True))
            return labels

        return recorded
