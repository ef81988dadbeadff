"""Online games in which a prediction is a number or a vector, and costs what a loss says.

ExpertLosses   weights of experts; the label is the vector of their losses
LinearLosses   a point of a convex set; the label is the gradient of a linear loss
Regression     a number; the loss compares it with the label
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import sympy
from flint import fmpq
from numpy.typing import NDArray

from learncheck.exact.balls import ZERO, exact, fraction
from learncheck.strategies.play.case import InvalidAnswer, Make, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Oblivious, exposed

Vector = tuple[Fraction, ...]

NEARLY = fmpq(1, 10**9)
"""By so much a prediction in floats may miss its set."""


class LossGame(Oblivious, frozen=True):
    """A game whose predictions are numbers or vectors. Losses are exact, of the very floats predicted."""

    def size(self) -> int | None:
        """The coordinates of a prediction; None where it is a number."""
        return None

    def loss(self, x: Any, prediction: Any, y: Any) -> Any:
        """What the prediction costs in a round: an integer, a Fraction or a number of sympy."""
        raise NotImplementedError

    def best(self) -> Any:
        """What the best comparator pays in all rounds together."""
        raise NotImplementedError

    def complaint(self, prediction: Any) -> str:
        """Why the prediction is none that may be made; empty where it is one."""
        return ""

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        return super().play(lambda *arguments: _Answering(make(*arguments), self), watch)


class _Answering:
    """A learner whose answers are read as numbers or vectors, wherever it lives."""

    def __init__(self, learner: Any, game: LossGame) -> None:
        self._learner, self._game, self._size = learner, game, game.size()

    def predict(self, x: Any) -> Any:
        ask = getattr(self._learner, "predict_point", None)
        answer = self._learner.predict(x) if ask is None else ask(x, self._size)
        prediction = as_number(answer) if self._size is None else as_vector(answer, self._size)
        complaint = self._game.complaint(prediction)
        if complaint:
            raise InvalidAnswer(f"predict returned {_shown(prediction)}: {complaint}")
        return prediction

    def update(self, x: Any, y: Any) -> None:
        self._learner.update(x, y)

    def state(self, names: tuple[str, ...]) -> dict[str, Any]:
        """What it exposes."""
        return exposed(self._learner, names)


def as_number(answer: Any) -> Any:
    """The finite number that the answer is. Raises InvalidAnswer where it is none."""
    value = np.asarray(answer).reshape(-1)[0] if np.size(answer) == 1 else None
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | Fraction | np.integer | np.floating):
        raise InvalidAnswer(f"predict returned {_shown(answer)}; a number is due")
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        raise InvalidAnswer(f"predict returned {value}; a finite number is due")
    return value.item() if isinstance(value, np.generic) else value


def as_vector(answer: Any, size: int) -> NDArray[Any]:
    """The vector of so many finite numbers that the answer is. Raises InvalidAnswer where it is none."""
    vector = np.asarray(answer)
    if vector.shape != (size,):
        raise InvalidAnswer(f"predict returned {_shown(answer)}; a vector of shape ({size},) is due")
    if vector.dtype.kind not in "iufO" or not all(isinstance(v, int | float | Fraction) for v in vector.tolist()):
        raise InvalidAnswer(f"predict returned {_shown(answer)}; numbers are due")
    if vector.dtype.kind == "f" and not np.isfinite(vector).all():
        raise InvalidAnswer(f"predict returned {_shown(answer)}; finite numbers are due")
    return vector


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 100 else text[:99] + "…"


def point(values: Iterable[Fraction | int]) -> NDArray[Any]:
    """The vector that a learner is handed: of integers, or of floats. Raises ValueError where no float is one."""
    numbers = list(values)
    if all(Fraction(each).denominator == 1 for each in numbers):
        return np.array([int(each) for each in numbers], dtype=int)
    for each in numbers:
        if Fraction(float(each)) != each:
            raise ValueError(f"{each} is no float; give the case fractions whose denominators are powers of 2")
    return np.array([float(each) for each in numbers])


def exactly(values: Any) -> list[Fraction]:
    """The numbers of a vector, each the fraction that it is."""
    return [Fraction(each) for each in np.asarray(values).tolist()]


def dot(u: Any, v: Any) -> Fraction:
    """⟨u, v⟩, exactly; of vectors that are no lists of numbers their own inner product."""
    if not all(isinstance(each, list | tuple | np.ndarray) for each in (u, v)):
        return u @ v  # type: ignore[no-any-return]
    return fraction(sum((a * b for a, b in zip(rationals(u), rationals(v), strict=True)), ZERO))


def rationals(values: Any) -> list[Any]:
    """The numbers of a vector, as the rationals with which is reckoned fast."""
    return [exact(each, "a coordinate") for each in (values.tolist() if isinstance(values, np.ndarray) else values)]


class ExpertLosses(LossGame, frozen=True, tag="expert-losses"):
    """Prediction with n experts: a prediction gives each a weight, at least 0 and 1 in all, and the label is the vector
    of their losses in [0, 1]. The learner is told n and the number of rounds, and is asked with the round's number.
    """

    n: int
    losses: tuple[Vector, ...]

    def arguments(self) -> tuple[Any, ...]:
        return self.n, len(self.losses)

    def examples(self) -> Sequence[tuple[Any, Any]]:
        return [(t, point(each)) for t, each in enumerate(self.losses)]

    def size(self) -> int:
        return self.n

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The losses, an expert a row and a round a column, and who lost least."""
        paid = [sum((each[i] for each in self.losses), Fraction(0)) for i in range(self.n)]
        table = {"losses": tuple(zip(*self.losses, strict=True))} if self.losses else {}
        return {"experts": self.n, **table, "best expert": paid.index(min(paid)) + 1}

    def loss(self, x: Any, prediction: Any, y: Any) -> Any:
        return dot(prediction, self.losses[x])

    def best(self) -> Any:
        """The loss of the best expert."""
        return min(sum((each[i] for each in self.losses), Fraction(0)) for i in range(self.n))

    def complaint(self, prediction: Any) -> str:
        return "" if in_simplex(prediction) else "weights are at least 0, and add up to 1"


Region = Literal["ball", "simplex", "box"]


class LinearLosses(LossGame, frozen=True, tag="linear-losses"):
    """Linear losses ⟨g, w⟩ over the unit ball, the simplex or the box [−1, 1]^d: the label is g. The learner is told d
    and the number of rounds, and is asked with the round's number.

    region:    "ball", "simplex" or "box", of the `dimension` d.
    gradients: g, round by round.
    """

    region: Region
    dimension: int
    gradients: tuple[Vector, ...]

    def arguments(self) -> tuple[Any, ...]:
        return self.dimension, len(self.gradients)

    def examples(self) -> Sequence[tuple[Any, Any]]:
        return [(t, point(each)) for t, each in enumerate(self.gradients)]

    def size(self) -> int:
        return self.dimension

    def loss(self, x: Any, prediction: Any, y: Any) -> Any:
        return dot(prediction, self.gradients[x])

    def best(self) -> Any:
        """The loss of the best point: −‖Σg‖, −‖Σg‖₁, or the least coordinate of Σg."""
        total = [sum((each[i] for each in self.gradients), Fraction(0)) for i in range(self.dimension)]
        if self.region == "simplex":
            return min(total)
        if self.region == "box":
            return -sum(abs(each) for each in total)
        return -_root(sum(each**2 for each in total))

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The set, its dimension, the gradients, a round a row, and what the best point pays."""
        table = {"gradients": self.gradients} if self.gradients else {}
        return {"set": self.region, "dimension": self.dimension, **table, "loss of the best point": self.best()}

    def complaint(self, prediction: Any) -> str:
        if self.region == "simplex":
            inside = in_simplex(prediction)
        else:
            w = rationals(prediction)
            size = max(map(abs, w)) if self.region == "box" else sum((each * each for each in w), ZERO)
            inside = size <= 1 + NEARLY
        return "" if inside else f"it lies outside of the {self.region}"


def in_simplex(prediction: Any) -> bool:
    """Whether the weights are at least 0 and add up to 1, but for rounding."""
    weights = rationals(prediction)
    return bool(min(weights) >= -NEARLY and abs(sum(weights, ZERO) - 1) <= NEARLY)


def _root(square: Any) -> Any:
    found = sympy.sqrt(sympy.Rational(Fraction(square).numerator, Fraction(square).denominator))
    return Fraction(int(found.p), int(found.q)) if found.is_Rational else found


Loss = Literal["absolute", "squared", "hinge"]

LOSSES = {
    "absolute": lambda p, y: abs(p - y),
    "squared": lambda p, y: (p - y) ** 2,
    "hinge": lambda p, y: max(Fraction(0), 1 - p * y),
}


class Regression(LossGame, frozen=True, tag="regression-game"):
    """Vectors x with labels y: the learner predicts a number, and pays a convex loss of both. The comparator is the
    linear function ⟨u, ·⟩. The learner is told d and the number of rounds.

    kind:   the loss: "absolute", "squared" or "hinge".
    rounds: x and y, round by round.
    """

    kind: Loss
    u: Vector
    rounds: tuple[tuple[Vector, Fraction], ...]

    def arguments(self) -> tuple[Any, ...]:
        return len(self.u), len(self.rounds)

    def examples(self) -> Sequence[tuple[Any, Any]]:
        return [(point(x), point([y])[0].item()) for x, y in self.rounds]

    def loss(self, x: Any, prediction: Any, y: Any) -> Any:
        return LOSSES[self.kind](Fraction(prediction), Fraction(y))

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The comparator; the loss that is paid."""
        return {"u": self.u, "loss": self.kind}

    def best(self) -> Any:
        """The loss of u."""
        return sum((LOSSES[self.kind](dot(self.u, x), y) for x, y in self.rounds), Fraction(0))


# ---- families ----


def expert_losses(choices: Choices, *, experts: int, rounds: int, grid: int = 1) -> ExpertLosses:
    """Up to so many experts and rounds, losses on the grid of 1/`grid`. Shrinks to few, with losses of 0."""
    n = choices.integer(1, experts)
    return ExpertLosses(n, choices.many(lambda: choices.vector(n, 0, 1, denominator=grid), most=rounds))


def linear_losses(choices: Choices, *, region: Region, dimension: int, rounds: int, grid: int = 1) -> LinearLosses:
    """Gradients with coordinates in [−1, 1]."""
    d = choices.integer(1, dimension)
    return LinearLosses(region, d, choices.many(lambda: choices.vector(d, -1, 1, denominator=grid), most=rounds))


def regressions(
    choices: Choices, *, loss: Loss, dimension: int, rounds: int, entries: int = 2, grid: int = 1, fitting: bool = False
) -> Regression:
    """Instances and u with coordinates of up to `entries`; labels ±1 for the hinge loss.

    fitting: every label is one on which u pays nothing; instances without such a label are rejected.
    """
    d = choices.integer(1, dimension)
    u = choices.vector(d, -entries, entries, denominator=grid)

    def example() -> tuple[Vector, Fraction]:
        x = choices.vector(d, -entries, entries, denominator=grid)
        if not fitting:
            y = choices.label() if loss == "hinge" else choices.fraction(-entries, entries, denominator=grid)
            return x, Fraction(y)
        y = dot(u, x)
        if loss == "hinge":
            if abs(y) < 1:
                choices.reject()
            y = Fraction(1 if y > 0 else -1)
        return x, y

    return Regression(loss, u, choices.many(example, most=rounds))
