"""Online games in which predictions are numbers or vectors, and are charged a loss.

ExpertLosses   weights of experts; the label is the vector of their losses
LinearLosses   a point of a convex set; the label is the gradient of a linear loss
Regression     a number; the loss compares it with the label
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import sympy
from flint import fmpq
from numpy.typing import ArrayLike

from learncheck.exact.answers import InvalidAnswer
from learncheck.exact.balls import ZERO, exact, fraction
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Array, Numbers
from learncheck.strategies.play.case import Coordinates, ExactLoss, Make, Snapshot, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Oblivious, OnlineLearner, exposed
from learncheck.strategies.play.ladders import EVERY

Vector = tuple[Fraction, ...]
Entries = Sequence[int | Fraction | float] | Array

NEARLY = fmpq(1, 10**9)
"""How far a prediction in floats may lie outside its set."""


class LossGame(Oblivious, frozen=True):
    """A game whose predictions are numbers or vectors. Losses are computed exactly from the predicted floats.

    Subclasses give `examples()`, `loss`, `best`, and, for vectors, `size`.
    """

    labelled = False
    headings = (*Oblivious.headings[:3], "loss")

    def size(self) -> int | None:
        """The number of coordinates of a prediction, or None if it is a number."""
        return None

    def loss(self, x: Any, prediction: Any, y: Any) -> ExactLoss:
        """The loss of a round: an integer, a Fraction or a sympy number."""
        raise NotImplementedError

    def best(self, rounds: int | None = None) -> ExactLoss:
        """The total loss of the best comparator in the first `rounds` rounds, by default in all."""
        raise NotImplementedError

    def complaint(self, prediction: Any) -> str:
        """Why the prediction is not legal; empty if it is."""
        return ""

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace:
        return super().play(lambda *arguments: _Answering(make(*arguments), self), watch)


class _Answering:
    """A learner, in this or another process, whose answers are parsed as numbers or vectors and checked."""

    def __init__(self, learner: OnlineLearner, game: LossGame) -> None:
        self._learner, self._game, self._size = learner, game, game.size()

    def predict(self, x: object) -> float | Fraction | Array:
        ask = getattr(self._learner, "predict_point", None)
        answer = self._learner.predict(x) if ask is None else ask(x, self._size)
        prediction = as_number(answer) if self._size is None else as_vector(answer, self._size)
        complaint = self._game.complaint(prediction)
        if complaint:
            raise InvalidAnswer(f"predict returned {_shown(prediction)}: {complaint}")
        return prediction

    def update(self, x: object, y: object) -> None:
        self._learner.update(x, y)

    def state(self, names: tuple[str, ...]) -> Snapshot:
        """The exposed attributes."""
        return exposed(self._learner, names)


def require_lengths(rows: Iterable[Sequence[object]], length: int, what: str) -> None:
    """Raise ValueError unless all rows have this length, which must be at least 1; `what` says what they have."""
    wrong = next((row for row in rows if len(row) != length), None)
    require(length >= 1, f"{length} {what}: there must be at least one")
    require(wrong is None, f"{wrong} has {wrong and len(wrong)} of the {what} = {length}; give so many in every row")


def as_number(answer: object) -> float | Fraction:
    """The answer as a finite number. Raises InvalidAnswer if it is not one."""
    entries = np.asarray(answer).reshape(-1)
    value = entries[0] if len(entries) == 1 else None
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | Fraction | np.integer | np.floating):
        raise InvalidAnswer(f"predict returned {_shown(answer)}; expected a number")
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        raise InvalidAnswer(f"predict returned {value}; expected a finite number")
    return value.item() if isinstance(value, np.generic) else value


def as_vector(answer: object, size: int) -> Array:
    """The answer as a vector of `size` finite numbers. Raises InvalidAnswer if it is not one."""
    vector = np.array(answer)  # a copy: the learner may go on to change its own array in place
    if vector.shape != (size,):
        raise InvalidAnswer(f"predict returned {_shown(answer)}; expected a vector of shape ({size},)")
    if vector.dtype.kind not in "iufO" or not all(isinstance(v, int | float | Fraction) for v in vector.tolist()):
        raise InvalidAnswer(f"predict returned {_shown(answer)}; expected numbers")
    if vector.dtype.kind == "f" and not np.isfinite(vector).all():
        raise InvalidAnswer(f"predict returned {_shown(answer)}; expected finite numbers")
    return vector


def _shown(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 100 else text[:99] + "…"


def point(values: Iterable[Fraction | int]) -> Numbers:
    """The vector as an array of ints, or else of floats, for the learner. Raises ValueError if a float is not exact."""
    numbers = list(values)
    if all(Fraction(number).denominator == 1 for number in numbers):
        return np.array([int(number) for number in numbers], dtype=int)
    for number in numbers:
        if Fraction(float(number)) != number:
            raise ValueError(f"{number} is not exactly a float; use fractions whose denominators are powers of 2")
    return np.array([float(number) for number in numbers])


def exactly(values: ArrayLike) -> list[Fraction]:
    """The entries of a vector as exact Fractions."""
    return [Fraction(value) for value in np.asarray(values).tolist()]


def dot(u: Any, v: Any) -> Fraction:
    """The inner product ⟨u, v⟩, exactly. Also works on the vectors of formal runs."""
    if not all(isinstance(vector, list | tuple | np.ndarray) for vector in (u, v)):
        return u @ v  # type: ignore[no-any-return]
    return fraction(sum((a * b for a, b in zip(rationals(u), rationals(v), strict=True)), ZERO))


def rationals(values: Entries) -> list[fmpq]:
    """The entries of a vector as flint rationals, which are fast."""
    return [exact(value, "a coordinate") for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


class ExpertLosses(LossGame, frozen=True, tag="expert-losses"):
    """Prediction with the advice of n experts. A prediction is a vector of non-negative weights that sum to 1, and the
    label is the vector of the experts' losses in [0, 1]. The learner is constructed with (n, number of rounds); an
    instance is the number of the round.
    """

    coordinates = Coordinates(vectors=("losses",), number="n")

    n: int
    losses: tuple[Vector, ...]

    def __post_init__(self) -> None:
        require_lengths(self.losses, self.n, "losses of experts, n")

    def arguments(self) -> tuple[object, ...]:
        return self.n, len(self.losses)

    def examples(self) -> Sequence[tuple[object, object]]:
        return [(t, point(losses)) for t, losses in enumerate(self.losses)]

    def size(self) -> int:
        return self.n

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The losses, one row per expert and one column per round, and the best expert."""
        paid = [sum((losses[i] for losses in self.losses), Fraction(0)) for i in range(self.n)]
        table = {"losses": tuple(zip(*self.losses, strict=True))} if self.losses else {}
        return {"experts": self.n, **table, "best expert": paid.index(min(paid)) + 1}

    def loss(self, x: int, prediction: Array, y: object) -> Fraction:
        return dot(prediction, self.losses[x])

    def best(self, rounds: int | None = None) -> Fraction:
        """The loss of the best expert."""
        return min(sum((losses[i] for losses in self.losses[:rounds]), Fraction(0)) for i in range(self.n))

    def complaint(self, prediction: Array) -> str:
        return "" if in_simplex(prediction) else "weights must be at least 0 and sum to 1"


Region = Literal["ball", "simplex", "box"]


class LinearLosses(LossGame, frozen=True, tag="linear-losses"):
    """Linear losses ⟨g, w⟩ over the unit ball, the simplex or the box [−1, 1]^d. A prediction is a point w, and the
    label is the gradient g. The learner is constructed with (d, number of rounds); an instance is the number of the
    round.

    region:    "ball", "simplex" or "box".
    dimension: d.
    gradients: g, round by round.
    """

    coordinates = Coordinates(vectors=("gradients",), number="dimension")

    region: Region
    dimension: int
    gradients: tuple[Vector, ...]

    def __post_init__(self) -> None:
        require_lengths(self.gradients, self.dimension, "coordinates of a gradient, dimension")

    def arguments(self) -> tuple[object, ...]:
        return self.dimension, len(self.gradients)

    def examples(self) -> Sequence[tuple[object, object]]:
        return [(t, point(gradient)) for t, gradient in enumerate(self.gradients)]

    def size(self) -> int:
        return self.dimension

    def loss(self, x: int, prediction: Array, y: object) -> Fraction:
        return dot(prediction, self.gradients[x])

    def best(self, rounds: int | None = None) -> ExactLoss:
        """The loss of the best point: −‖Σg‖, −‖Σg‖₁, or the least coordinate of Σg."""
        total = [sum((gradient[i] for gradient in self.gradients[:rounds]), Fraction(0)) for i in range(self.dimension)]
        if self.region == "simplex":
            return min(total)
        if self.region == "box":
            return -sum(abs(coordinate) for coordinate in total)
        return -_root(sum(coordinate**2 for coordinate in total))

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The set, its dimension, the gradients, one row per round, and the loss of the best point."""
        table = {"gradients": self.gradients} if self.gradients else {}
        return {"set": self.region, "dimension": self.dimension, **table, "loss of the best point": self.best()}

    def complaint(self, prediction: Array) -> str:
        if self.region == "simplex":
            inside = in_simplex(prediction)
        else:
            w = rationals(prediction)
            size = max(map(abs, w)) if self.region == "box" else sum((v * v for v in w), ZERO)
            inside = size <= 1 + NEARLY
        return "" if inside else f"it lies outside the {self.region}"


def in_simplex(prediction: Array) -> bool:
    """Whether the weights are at least 0 and sum to 1, up to rounding."""
    weights = rationals(prediction)
    return bool(min(weights) >= -NEARLY and abs(sum(weights, ZERO) - 1) <= NEARLY)


def _root(square: Fraction | int) -> ExactLoss:
    root = sympy.sqrt(sympy.Rational(Fraction(square).numerator, Fraction(square).denominator))
    return fraction(root) if root.is_Rational else root


Loss = Literal["absolute", "squared", "hinge"]

LOSSES: Mapping[Loss, Callable[[Fraction, Fraction], Fraction]] = {
    "absolute": lambda p, y: abs(p - y),
    "squared": lambda p, y: (p - y) ** 2,
    "hinge": lambda p, y: max(Fraction(0), 1 - p * y),
}


class Regression(LossGame, frozen=True, tag="regression-game"):
    """Prediction of numbers y from vectors x, with a convex loss. The comparator is the linear function ⟨u, ·⟩. The
    learner is constructed with (d, number of rounds).

    kind:   the loss: "absolute", "squared" or "hinge".
    u:      the comparator.
    rounds: x and y, round by round.
    """

    coordinates = Coordinates(vectors=("u", "rounds"))

    kind: Loss
    u: Vector
    rounds: tuple[tuple[Vector, Fraction], ...]

    def __post_init__(self) -> None:
        require_lengths((x for x, _ in self.rounds), len(self.u), "coordinates of an instance, as many as u has")

    def arguments(self) -> tuple[object, ...]:
        return len(self.u), len(self.rounds)

    def examples(self) -> Sequence[tuple[object, object]]:
        return [(point(x), point([y])[0].item()) for x, y in self.rounds]

    def loss(self, x: object, prediction: float, y: float) -> Fraction:
        return LOSSES[self.kind](Fraction(prediction), Fraction(y))

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The comparator, and the name of the loss."""
        return {"u": self.u, "loss": self.kind}

    def best(self, rounds: int | None = None) -> Fraction:
        """The loss of u."""
        return sum((LOSSES[self.kind](dot(self.u, x), y) for x, y in self.rounds[:rounds]), Fraction(0))


def in_runs(loss: Loss) -> Iterator[Regression]:
    """Yield long games on the line that u = 1 fits: one example over and over, two in turn, and one after the other."""
    one, other = (((Fraction(x),), Fraction(x)) for x in (1, -1))
    for rounds in ((one, one), (one, other)):
        yield Regression(loss, (Fraction(1),), rounds * EVERY)
    yield Regression(loss, (Fraction(1),), (one,) * EVERY + (other,) * EVERY)


# ---- families ----


def expert_losses(choices: Choices, *, experts: int, rounds: int, grid: int = 1) -> ExpertLosses:
    """Draw losses, multiples of 1/`grid`, of at most `experts` experts in `rounds` rounds. Shrinks to few, and to 0."""
    n = choices.integer(1, experts)
    return ExpertLosses(n, choices.many(lambda: choices.vector(n, 0, 1, denominator=grid), most=rounds))


def linear_losses(choices: Choices, *, region: Region, dimension: int, rounds: int, grid: int = 1) -> LinearLosses:
    """Draw gradients with coordinates in [−1, 1], in multiples of 1/`grid`."""
    d = choices.integer(1, dimension)
    return LinearLosses(region, d, choices.many(lambda: choices.vector(d, -1, 1, denominator=grid), most=rounds))


def regressions(
    choices: Choices, *, loss: Loss, dimension: int, rounds: int, entries: int = 2, grid: int = 1, fitting: bool = False
) -> Regression:
    """Draw instances and u with coordinates of absolute value at most `entries`; labels are ±1 for the hinge loss.

    fitting: whether u must have no loss on any label; instances without such a label are rejected.
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
