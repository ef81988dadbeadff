"""Rules that predict the sign of a score and update on a mistake: the Perceptron, Winnow, and others.

A score is a tie if its absolute value is at most TIE times the sum of its absolute terms. If the state itself carries
rounding errors, a derived bound on their effect (`noise`) is added.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import Generic, NamedTuple, TypeVar

from numpy.typing import ArrayLike

from learncheck.theorems.rules.following import TIE, Exposed

S = TypeVar("S")

ANY = frozenset({-1, 0, 1})
PLUS = frozenset({1})
MINUS = frozenset({-1})
EITHER = frozenset({-1, 1})


def with_sign(answer: int) -> str:
    """The answer as "+1" or "-1", and a tie as "0"."""
    return f"{answer:+d}" if answer else "0"


def due(labels: frozenset[int], prediction: int) -> str:
    """Say which answers were expected, and which was given."""
    answers = " or ".join(map(with_sign, sorted(labels, reverse=True)))
    return f"so {answers} was expected, not {with_sign(prediction)}"


class Score(NamedTuple):
    """A score whose sign is the prediction, the sum of its absolute terms, and a bound on its rounding error."""

    value: float
    scale: float
    noise: float = 0.0

    def is_tie(self) -> bool:
        return abs(self.value) <= TIE * self.scale + self.noise


class Stateful(ABC, Generic[S]):
    """What rules are by default: there is one state, which a learner does not expose.

    end: the reason why the algorithm ends.
    """

    end = "the algorithm is undefined here"

    def ends(self, state: S, x: ArrayLike, y: int) -> str:
        return self.end

    def key(self, state: S) -> Hashable:
        return None

    def merge(self, state: S, other: S) -> S:
        return state

    def exposes(self, state: S) -> Mapping[str, Exposed]:
        return {}


class SignRule(Stateful[S]):
    """Predict the sign of a score and update on mistakes; at a tie the update on a correct answer is optional.

    A rule adds its `start` and `key`, as in `Rule`.

    quantity: the score in the symbols of the notes.
    """

    quantity: str

    @abstractmethod
    def score(self, state: S, x: ArrayLike) -> Score:
        """Return the score of an instance."""

    @abstractmethod
    def correct(self, state: S, x: ArrayLike, y: int) -> tuple[S, ...]:
        """Return the states that a mistake can lead to; () if the algorithm ends."""

    def allowed(self, state: S, x: ArrayLike) -> frozenset[int]:
        """Return the answers that the rule allows, a subset of {-1, 0, +1}."""
        score = self.score(state, x)
        if score.is_tie():
            return ANY
        return PLUS if score.value > 0 else MINUS

    def step(self, state: S, x: ArrayLike, prediction: int, y: int) -> tuple[S, ...] | None:
        score = self.score(state, x)
        tie = score.is_tie()
        if not tie and prediction != (1 if score.value > 0 else -1):
            return None
        if prediction != y:
            return self.correct(state, x, y)
        if not tie:
            return (state,)
        corrected = self.correct(state, x, y)
        return (state, *corrected) if corrected else ()

    def explain(self, state: S, x: ArrayLike, prediction: int) -> str:
        score = self.score(state, x)
        if score.is_tie():
            return f"the reference learner has {self.quantity} = {score.value:g}, a tie, so any answer would do"
        relation = ">" if score.value > 0 else "<"
        expected = due(self.allowed(state, x), prediction)
        return f"the reference learner has {self.quantity} = {score.value:g} {relation} 0, {expected}"
