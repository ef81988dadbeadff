"""What there is to see in a played case, as plain data: separators, ellipsoids, version spaces, weights, boosting.

scene(claim, trace)    the scene of a trace, or None where nothing is to be drawn
alone(scene)           the same without what it shows of the reference learner
replayed(...)          the trace of a stored game from its case and the predictions that were made in it
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.learners import DRAWN, Ellipsoid, Perceptron
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.games import Game, dictate
from learncheck.theorems.language.claim import Claim

Array = NDArray[Any]

OURS, YOURS, REFERENCE = "the learner", "your learner", "the reference learner"
"""Whose state is shown: that of a claim's own learner; of a submission; of the reference learner beside a submission,
or in its place where it shows none."""

STATE = ("w", "A", "alive")
"""The state that scenes show, where a learner exposes it."""

MOST_CELLS = 32
"""Tables of more rows or columns are not drawn."""


@dataclass(frozen=True)
class Separators:
    """Points of the plane with their labels, one a round, and the learner's w and A before the first and after each.

    whose: in words, whose state it is. other: another learner on the same examples, to compare with: a wrong one
    beside a right one, and the right one beside a submission.
    """

    points: Array
    labels: tuple[int, ...]
    mistakes: tuple[bool, ...]
    w: tuple[Array, ...]
    A: tuple[Array, ...] = ()
    whose: str = OURS
    other: "Separators | None" = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        if self.A:
            held = "An ellipsoid holds the separators that are still possible; a cross is its centre w."
            return held + " An example beyond the sheet stands at its rim, in its direction."
        return "The arrow w points to the side that is called +1."


@dataclass(frozen=True)
class Cells:
    """A finite class as a table, and which of its rows agree with all labels before the first round and after each.

    asked: the column of each round. trusted: the rows that the learner itself holds to be possible.
    """

    table: Array
    asked: tuple[int, ...]
    alive: tuple[Array, ...]
    trusted: tuple[Array, ...] = ()

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        shown = "A row is a hypothesis and a column an instance: blue where it says +1, yellow where −1, dark once a "
        return shown + "label has ruled the hypothesis out. The frame is around the instance of the round."


@dataclass(frozen=True)
class Weights:
    """The learner's weights before the first round and after each, shape (rounds + 1, n), and where it erred."""

    w: Array
    mistakes: tuple[float, ...]
    of: str = "expert"
    whose: str = OURS
    other: "Weights | None" = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return f"A band is the share of one {self.of} in the weight; a cross marks a round with a mistake."


@dataclass(frozen=True)
class Boosted:
    """The bound exp(−2γ²t) for t = 0, 1, …, T; the training error after each round and the product of the Z_t.

    Of a submission neither is known but the training error `own` after the last round: its distributions and its
    vote need not be AdaBoost's. Beside it `error` and `product` are those of the reference learner.
    """

    bound: tuple[float, ...]
    error: tuple[float, ...] = ()
    product: tuple[float, ...] = ()
    gamma: str = ""
    own: float | None = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return "The training error after T rounds stays under the product of the factors Z_t, and that under the bound."


Scene = Separators | Cells | Weights | Boosted


def scene(claim: Claim, trace: Trace, whose: str = OURS) -> Scene | None:
    """What there is to see in the trace; None where it is none of the kinds that are drawn, or too large."""
    drawn_as = DRAWN.get(claim.learner.__name__) if claim.learner is not None else None
    try:
        if drawn_as == "boosting" and "calls" in trace.facts:
            return _boosted(trace) if whose == OURS else _boosted_by_submission(claim, trace)
        if not trace.rounds:
            return None
        if drawn_as == "version space":
            return _cells(trace)
        if drawn_as == "weights":
            return _weights(claim.learner, trace, whose)
        if drawn_as == "separator":
            return _separators(claim, trace, whose)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, ArithmeticError):
        pass  # a submission's state of another shape shows nothing
    return None


def telling(scene: Scene) -> int:
    """How much there is to see: the rounds that change something."""
    if isinstance(scene, Separators):
        if scene.A:
            return sum(scene.mistakes)
        turned = [w / np.linalg.norm(w) for w in scene.w if w.any()]
        return len({tuple(np.round(each, 6).tolist()) for each in turned})
    if isinstance(scene, Boosted):
        return len(scene.bound)
    states = scene.alive if isinstance(scene, Cells) else scene.w
    return sum(not np.array_equal(states[t], states[t + 1]) for t in range(len(states) - 1))


def _separators(claim: Claim, trace: Trace, whose: str) -> Separators | None:
    if any(np.shape(each.instance) != (2,) for each in trace.rounds):
        return None
    points = np.array([np.asarray(each.instance, dtype=float) for each in trace.rounds])
    labels = tuple(int(each.label) for each in trace.rounds)
    mistakes = tuple(bool(each.mistake) for each in trace.rounds)
    states = _states(trace, "w")
    A = _states(trace, "A") if claim.learner is Ellipsoid else ()
    if not states or (claim.learner is Ellipsoid and not A):
        if claim.learner is None or claim.learner.__name__ == "ModifiedPerceptron":
            return None
        again = _by_reference(claim.learner, trace)
        return _separators(claim, again, REFERENCE) if _states(again, "w") else None
    other = None
    if whose == OURS and A:
        other = _separators(claim, _by_reference(NeverShrinks, trace), "a learner that never shrinks A")
    elif whose == YOURS and claim.learner in (Perceptron, Ellipsoid):
        other = _separators(claim, _by_reference(claim.learner, trace), REFERENCE)
    return Separators(points, labels, mistakes, states, A, whose, other)


class NeverShrinks(Ellipsoid):
    """A wrong learner for comparison: it moves the centre and leaves the ellipsoid's size as it is."""

    def update(self, x: Array, y: int) -> None:
        A = self.A
        super().update(x, y)
        self.A = A


def _by_reference(make: Any, trace: Trace) -> Trace:
    """What another learner does on the same instances and labels."""
    return dictate(trace.case, make(*trace.case.arguments()), trace.examples(), STATE)


def _states(trace: Trace, name: str) -> tuple[Array, ...]:
    rounds = trace.rounds
    snapshots = [rounds[0].before, *(each.after for each in rounds)]
    if any(name not in each for each in snapshots):
        return ()
    return tuple(np.asarray(each[name], dtype=float) for each in snapshots)


def _cells(trace: Trace) -> Cells | None:
    table = np.asarray(trace.case.arguments()[0])
    asked = [each.instance for each in trace.rounds]
    if table.ndim != 2 or max(table.shape) > MOST_CELLS or any(np.ndim(each) for each in asked):
        return None
    alive = [np.ones(len(table), dtype=bool)]
    for each in trace.rounds:
        alive.append(alive[-1] & (table[:, int(each.instance)] == each.label))
    trusted = _states(trace, "alive")
    fitting = trusted and all(each.shape == (len(table),) for each in trusted)
    own = tuple(each.astype(bool) for each in trusted) if fitting else ()
    return Cells(table, tuple(int(each) for each in asked), tuple(alive), own)


def _weights(learner: Any, trace: Trace, whose: str) -> Weights | None:
    states = _states(trace, "w")
    if not states and whose == YOURS and learner.__name__ != "RandomizedWeightedMajority":
        return _weights(learner, _by_reference(learner, trace), REFERENCE)
    if not states or states[0].ndim != 1 or not 2 <= len(states[0]) <= MOST_CELLS:
        return None
    w = np.array(states)
    if not np.isfinite(w).all() or (w < 0).any() or not w.sum(axis=1).all():
        return None
    other = None
    if whose == YOURS and learner.__name__ != "RandomizedWeightedMajority":
        other = _weights(learner, _by_reference(learner, trace), REFERENCE)
    of = "variable" if learner.__name__.startswith("Winnow") else "expert"
    return Weights(w, tuple(float(each.mistake) for each in trace.rounds), of, whose, other)


def _boosted(trace: Trace) -> Boosted | None:
    weak, calls = trace.facts["weak learner"], trace.facts["calls"]
    copies, labels = np.asarray(weak.copies, dtype=float), np.asarray(weak.labels)
    votes = np.zeros(len(labels))
    error, product = [1.0], [1.0]
    for call in calls:
        epsilon = float(call.error)
        if not 0 < epsilon < 1:
            return None
        votes = votes + np.log(1 / epsilon - 1) / 2 * np.asarray(call.labels)
        wrong = np.sign(np.round(votes, 12)) != labels
        error.append(float(copies[wrong].sum() / copies.sum()))
        product.append(product[-1] * 2 * float(np.sqrt(epsilon * (1 - epsilon))))
    return Boosted(_bounds(trace, len(calls)), tuple(error), tuple(product), str(trace.facts["gamma"]))


def _boosted_by_submission(claim: Claim, trace: Trace) -> Boosted:
    own = float(trace.facts["training error"])
    right = _boosted(trace.case.play(claim.learner))
    if right is not None and len(right.bound) == int(trace.facts["T"]) + 1:
        return replace(right, own=own)
    return Boosted(_bounds(trace, int(trace.facts["T"])), gamma=str(trace.facts["gamma"]), own=own)


def alone(scene: Scene) -> Scene | None:
    """The scene without the reference learner, which is not to be seen where feedback is withheld."""
    if isinstance(scene, Separators | Weights):
        return None if scene.whose == REFERENCE else replace(scene, other=None)
    return replace(scene, error=(), product=()) if isinstance(scene, Boosted) else scene


def _bounds(trace: Trace, rounds: int) -> tuple[float, ...]:
    gamma = float(trace.facts["gamma"])
    return tuple(float(np.exp(-2 * gamma**2 * t)) for t in range(rounds + 1))


# ---- stored games ----


def replayed(case: Case, predictions: Sequence[Any]) -> Trace | None:
    """The trace of a game in which the learner predicted that; None where the game is none that can be replayed so."""
    if not isinstance(case, Game) or not predictions:
        return None
    try:
        trace = case.play(lambda *arguments: _Scripted(predictions))
    except Exception:  # a game whose learner is asked for more than labels
        return None
    return trace if len(trace.rounds) == len(predictions) else None


class _Scripted:
    """A learner that predicts what it is told to."""

    def __init__(self, predictions: Iterable[Any]) -> None:
        self._left = list(predictions)

    def predict(self, x: Any) -> Any:
        return self._left.pop(0)

    def update(self, x: Any, y: int) -> None:
        """Learns nothing."""
